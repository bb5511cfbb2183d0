"""Find what a text mentions: noun phrases, names, pronouns and coordinations, each with what agreement asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from antecede.coreference._types import Antecedent
from antecede.languages import Gender, Number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.analysis import AnalysedDocument, AnalysedSentence, Word
    from antecede.coreference._types import Position
    from antecede.languages import PronounForm, Reference

    Kind = Literal["pronoun", "name", "noun", "group"]

_NOMINAL: Final = frozenset({"NOUN", "PROPN"})
# Classes of names as the analyser calls them, whatever the pipeline.
_PERSON_CLASSES: Final = frozenset({"PER"})
# Not things that a pronoun takes up: amounts, dates, shares.
_MEASURE_CLASSES: Final = frozenset({"TIME", "NUM"})
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_OBJECTS: Final = frozenset({"obj", "dobj", "iobj", "dative"})
# A longer way up than this is a parse gone wrong.
_HIGHEST: Final = 12


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a sentence that names something, and what is known of it."""

    sentence: int
    start: int
    end: int
    head: int
    kind: Kind
    lemma: str
    """The head's, lower-case; for a pronoun the group of forms that it belongs to."""
    number: Number | None
    gender: Gender | None
    human: bool | None
    body: bool
    """A body of people, such as a committee: *it* and *they* may both take it up."""
    relation: str
    """The head's dependency without its subtype."""
    position: Position
    governor: str
    """The lemma of what governs it."""
    determiner: str
    """definite, indefinite, demonstrative, possessive, negative, or nothing."""
    depth: int
    """Steps from the head to the sentence's root."""
    entity: str
    form: PronounForm | None = None


def find_mentions(document: AnalysedDocument, reference: Reference) -> list[list[Mention]]:
    """The mentions of each sentence, in the order of their heads; one mention a head."""
    return [_in_sentence(index, sentence, reference) for index, sentence in enumerate(document.sentences)]


def text_of(sentence: AnalysedSentence, mention: Mention) -> str:
    """The mention's tokens, with spaces between them."""
    return " ".join(word.text for word in sentence.words[mention.start : mention.end])


def as_antecedent(sentence: AnalysedSentence, mention: Mention, probability: float) -> Antecedent:
    """The mention as something that a pronoun may stand for; `sentence` is the one it is in."""
    return Antecedent(
        sentence=mention.sentence,
        start=mention.start,
        end=mention.end,
        head=mention.head,
        text=text_of(sentence, mention),
        gender=mention.gender,
        number=mention.number,
        human=mention.human,
        probability=probability,
    )


def position_of(words: Sequence[Word], token: int) -> Position:
    """Whether the token is a subject, an object or something else; conjuncts are what their first member is."""
    word = words[token]
    for _ in range(_HIGHEST):
        relation = word.relation.partition(":")[0]
        if relation in _SUBJECTS:
            # An empty object bears the same name: *make it clear that*.
            return "subject" if relation != "expl" or token < word.head else "object"
        if relation in _OBJECTS:
            return "object"
        if relation != "conj":
            break
        word = words[word.head]
    return "other"


def _in_sentence(index: int, sentence: AnalysedSentence, reference: Reference) -> list[Mention]:
    words = sentence.words
    spans: dict[int, tuple[int, int, Kind]] = {}
    for start, end, head in sentence.chunks:
        if words[head].pos in _NOMINAL or words[head].text.lower() in reference.pronouns:
            spans.setdefault(head, (start, end, "name" if words[head].pos == "PROPN" else "noun"))
    for token, word in enumerate(words):
        form = reference.pronouns.get(word.text.lower())
        if form is not None and _is_pronoun(word, form):
            spans[token] = (token, token + 1, "pronoun")
        elif token not in spans and word.pos in _NOMINAL and _stands_alone(words, token):
            start = token
            while start and words[start - 1].pos == "PROPN" == word.pos and words[start - 1].head == token:
                start -= 1
            spans[token] = (start, token + 1, "name" if word.pos == "PROPN" else "noun")
    mentions = [
        _mention(index, words, head, spans[head], reference)
        for head in sorted(spans)
        if not _is_measure(words[head], spans[head][2])
    ]
    mentions.extend(_coordinations(index, words, mentions))
    return mentions


def _is_pronoun(word: Word, form: PronounForm) -> bool:
    """Whether a form that may also be a determiner or a conjunction (*that*, *one*) is a pronoun here."""
    if form.kind in {"personal", "possessive", "reflexive"}:
        return True
    relation = word.relation.partition(":")[0]
    return word.pos in {"PRON", "NOUN", "DET", "NUM", "ADJ"} and (
        relation in _SUBJECTS or relation in _OBJECTS or relation in {"obl", "nmod", "pobj", "conj", "root"}
    )


def _stands_alone(words: Sequence[Word], token: int) -> bool:
    """Whether a noun outside every noun phrase is a mention: an owner, or a name inside a larger phrase."""
    word = words[token]
    if word.relation in {"nmod:poss", "poss"}:
        return True
    follows = token + 1 < len(words) and words[token + 1].entity == word.entity and words[token + 1].pos == "PROPN"
    return bool(word.entity) and word.pos == "PROPN" and not follows


def _is_measure(word: Word, kind: Kind) -> bool:
    return kind != "pronoun" and word.entity in _MEASURE_CLASSES


def _mention(
    index: int, words: Sequence[Word], head: int, span: tuple[int, int, Kind], reference: Reference
) -> Mention:
    word = words[head]
    start, end, kind = span
    lower = word.text.lower()
    form = reference.pronouns.get(lower) if kind == "pronoun" else None
    lemma = form.group if form else (word.lemma or word.text).lower()
    body = form is None and (lemma in reference.groups or word.entity in reference.bodies)
    human = form.human if form else _human(words, start, head, lemma, reference)
    return Mention(
        sentence=index,
        start=start,
        end=end,
        head=head,
        kind=kind,
        lemma=lemma,
        number=form.number if form else _number(word, lemma, reference),
        gender=form.gender if form else _gender(words, start, head, lemma, reference),
        human=human,
        body=body,
        relation=word.relation.partition(":")[0],
        position=position_of(words, head),
        governor=(words[word.head].lemma or words[word.head].text).lower() if word.head != head else "",
        determiner="" if form else _determiner(words, start, head, reference),
        depth=_depth(words, head),
        entity=word.entity,
        form=form,
    )


def _coordinations(index: int, words: Sequence[Word], mentions: Sequence[Mention]) -> Iterator[Mention]:
    """One plural mention for each *A and B*; its head is the first member's."""
    by_head = {mention.head: mention for mention in mentions}
    members: dict[int, list[Mention]] = {}
    for mention in mentions:
        if mention.relation == "conj" and words[mention.head].head in by_head and mention.kind != "pronoun":
            members.setdefault(words[mention.head].head, []).append(mention)
    for head, others in members.items():
        first = by_head[head]
        last = max(others, key=lambda mention: mention.end)
        every = (first, *others)
        if last.head < head or first.kind == "pronoun":
            continue
        genders = {mention.gender for mention in every}
        yield Mention(
            sentence=index,
            start=first.start,
            end=last.end,
            head=head,
            kind="group",
            lemma=first.lemma,
            number=Number.PLURAL,
            gender=genders.pop() if len(genders) == 1 else None,
            human=all(mention.human for mention in every),
            body=False,
            relation=first.relation,
            position=first.position,
            governor=first.governor,
            determiner=first.determiner,
            depth=first.depth,
            entity=first.entity,
        )


def _number(word: Word, lemma: str, reference: Reference) -> Number | None:
    if lemma in reference.plurals:
        return Number.PLURAL
    # Names say nothing of number where it is not marked on them: they are of one.
    return word.number or (Number.SINGULAR if word.pos == "PROPN" else None)


def _human(words: Sequence[Word], start: int, head: int, lemma: str, reference: Reference) -> bool:
    if words[head].entity in _PERSON_CLASSES or lemma in reference.people:
        return True
    if words[head].pos == "PROPN":
        if words[head].text.lower() in reference.names:
            return True
        return any(words[token].text.lower().rstrip(".") in reference.titles for token in range(start, head))
    return len(lemma) > 5 and lemma.endswith(reference.people_endings) and lemma not in reference.things


def _gender(words: Sequence[Word], start: int, head: int, lemma: str, reference: Reference) -> Gender | None:
    if reference.grammatical_gender and words[head].pos != "PROPN":
        # For people a determiner shows the gender that the noun may leave open: *la* presidente.
        genders = (words[token].gender for token in range(start, head) if words[token].pos == "DET")
        by_determiner = next(filter(None, genders), None) if lemma in reference.people else None
        return by_determiner or words[head].gender
    before = {words[token].text.lower().rstrip(".") for token in range(start, head)}
    if lemma in reference.feminine or (words[head].pos == "PROPN" and before & reference.feminine):
        return Gender.FEMININE
    if lemma in reference.masculine or (words[head].pos == "PROPN" and before & reference.masculine):
        return Gender.MASCULINE
    if words[head].pos == "PROPN" and words[head].entity in _PERSON_CLASSES | {""}:
        name = words[head].text.lower()
        if name in reference.names:
            return reference.names[name]
        if words[head].entity:
            return reference.name_endings.get(name[-1:])
    return words[head].gender


def _determiner(words: Sequence[Word], start: int, head: int, reference: Reference) -> str:
    for token in range(start, head):
        lower = words[token].text.lower()
        if lower in reference.definite:
            return "definite"
        if lower in reference.demonstrative:
            return "demonstrative"
        if lower in reference.indefinite:
            return "indefinite"
        if lower in reference.negative:
            return "negative"
        if lower in reference.pronouns or words[token].relation == "nmod:poss":
            return "possessive"
    return ""


def _depth(words: Sequence[Word], token: int) -> int:
    for depth in range(_HIGHEST):
        if words[token].head == token:
            return depth
        token = words[token].head
    return _HIGHEST
