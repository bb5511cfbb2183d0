"""What the decision is learnt from: every question that outputs of engines raise, and what is known of its answer.

Pronouns of `decision_antecedents.tsv` were read one by one by a large language model, not by people, in the texts of
which the engines' outputs are translations: `kind` and the nouns that each stands for, as `line:token` (those of a
coordination joined by `+`). Kinds of English: noun, event, pleonastic, general; of Spanish: man, female, one person,
thing, company or country, plural, you, none. So an answer is known for each engine, by what the nouns became in its own
words. Places that development labels have are not among them.
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.alignment import Alignments
from antecede.coreference import Antecedent
from antecede.coreference.mentions import find_mentions
from antecede.files import write_text
from antecede.files.packed import read_lines
from antecede.languages import Gender, Number, language
from antecede.models import ModelFolder
from antecede.pronouns.decision.decider import Decider, second_opinions
from antecede.pronouns.decision.fitting import fitting
from antecede.pronouns.decision.model import DecisionModel
from antecede.pronouns.decision.nouns import nouns_of
from antecede.pronouns.post_editing.editors import careful_editor, reader_of
from antecede.pronouns.post_editing.fixing import Output
from antecede.pronouns.post_editing.trusted import TrustedEditor
from antecede.pronouns.target.classes import class_in
from antecede.text.parallel import ParallelText, Span
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.mentions import Mention
    from antecede.coreference.reader import Reader
    from antecede.coreference.resolvers import Method
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair, TargetClass
    from antecede.pronouns.decision.evidence import Question
    from antecede.pronouns.decision.fitting import Fitting
    from antecede.pronouns.post_editing.careful import CarefulEditor

__all__ = [
    "CORRUPTED",
    "HUMAN",
    "REFERENCE",
    "SETS",
    "Asked",
    "Place",
    "asked_of",
    "labels",
    "people",
    "read_antecedents",
    "told",
]

REFERENCE: Final = "reference"
HUMAN: Final = "people"
CORRUPTED: Final = "corrupted"
SETS: Final = ("wmt08", "wmt09", "wmt10", "wmt11")
_LEAST_CONFIRMED: Final = 0.15
_LINES: Final = 1800
"""So many lines are taken of each text of people, from documents in an order by chance, at most `_OF_ONE` of each."""
_OF_ONE: Final = 150
_SHARE: Final = 0.18
_NO_MODEL: Final = DecisionModel({}, {}, 0.0)
_PERSONAL: Final = frozenset({Gender.MASCULINE, Gender.FEMININE})


class Place(NamedTuple):
    """A pronoun of an engine's output."""

    set: str
    engine: str
    line: int
    token: int

    @property
    def source(self) -> tuple[str, int, int]:
        """The same in all engines' outputs."""
        return self.set, self.line, self.token


class Read(NamedTuple):
    """What a pronoun of the source stands for: the nouns that name it, each as one place or those of a coordination."""

    kind: str
    nouns: tuple[tuple[tuple[int, int], ...], ...]


class Answer(NamedTuple):
    """How likely theirs is right, how likely ours is, and how much that counts."""

    theirs: float
    ours: float
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the document it is of, what the reference has in its place, and its answers by source."""

    question: Question
    document: int
    reference: str
    repairable: bool
    """Whether the sentence can be repaired whole: what cannot is never edited."""
    read: Answer | None
    confirmed: Answer | None


@dataclass(frozen=True, slots=True)
class Asker:
    """A pair's questions, from what was read with one method."""

    pair: Pair
    careful: CarefulEditor
    decider: Decider
    reader: Reader
    method: Method

    @classmethod
    def of(cls, pair: Pair, method: Method) -> Asker:
        """That of the models that ship."""
        careful = careful_editor(pair, ModelFolder.find(None, pair=pair.name))
        decider = Decider(careful.chooser, _NO_MODEL, second_opinions(pair.source, pair.resolved, method))
        return cls(pair, careful, decider, reader_of(pair, "best", method=method).load(), method)

    @property
    def editor(self) -> TrustedEditor:
        """What repairs sentences."""
        return TrustedEditor(self.decider, self.careful.inflections, 0.0)


def asked_of(
    asker: Asker, engines: Path, work: Path, antecedents: Mapping[tuple[str, int, int], Read]
) -> Iterator[tuple[Place, Asked]]:
    """Every question that the outputs of all engines and the references raise; alignments are kept in `work`."""
    pair, classes, editor = asker.pair, asker.decider.chooser.classes, asker.editor
    reference_of_language = language(pair.source).reference
    for name in SETS:
        folder = engines / pair.name / name
        outputs = {engine: _output(pair, folder, engine, work, asker.reader) for engine in _engines(folder)}
        right = outputs[REFERENCE]
        texts = [right.source[span.lines] for span in right.documents]
        for span, document in zip(right.documents, asker.reader.stream(texts, only_needed=True), strict=True):
            written = right.sentences(span)
            found = find_mentions(document.analysis, reference_of_language) if reference_of_language else []
            mentions = {(mention.sentence, mention.head): mention for each in found for mention in each}
            for engine, output in outputs.items():
                sentences = output.sentences(span)
                agreeing = fitting(pair, sentences, document.analysis)
                for question in asker.decider.questions(document, sentences):
                    anaphor = document.anaphors[question.anaphor]
                    place = Place(name, engine, span.start + anaphor.sentence, anaphor.token)
                    has, _ = class_in(document, anaphor, written[anaphor.sentence], classes)
                    read = antecedents.get(place.source)
                    by_reading = (
                        None if read is None else _by_reading(pair, read, question, agreeing, mentions, span.start)
                    )
                    confirmed = (
                        Answer(1.0, 0.0)
                        if engine == REFERENCE
                        else _confirmed(pair, document, question, sentences, written, classes.described(has))
                    )
                    repairable = editor.repaired(sentences[anaphor.sentence], question) is not None
                    asked = Asked(question, span.start, classes.names[has], repairable, by_reading, confirmed)
                    yield place, asked
        print(f"{name}: read", flush=True)


def people(asker: Asker, text: Path) -> Iterator[tuple[Place, Asked]]:
    """The same of what people translated (`TEXT.en.xz`, `TEXT.fr.xz`, `TEXT.ids.xz`), and of some of it corrupted.

    Every edit of what they wrote is a loss, and every pronoun that was corrupted, with what agrees with it, is a gain.
    """
    chance = random.Random(3)  # noqa: S311 - no secret
    output = _drawn(asker, text, chance)
    sources = [output.source[span.lines] for span in output.documents]
    for span, document in zip(output.documents, asker.reader.stream(sources, only_needed=True), strict=True):
        sentences = output.sentences(span)
        asked = asker.decider.questions(document, sentences)
        corrupted, was = _corrupted(asker, document, sentences, asked, chance)
        for name, version in ((HUMAN, sentences), (CORRUPTED, corrupted)):
            for question in asked if name == HUMAN else asker.decider.questions(document, corrupted):
                anaphor = document.anaphors[question.anaphor]
                before = was.get((anaphor.sentence, anaphor.token))
                if name == CORRUPTED and before is None:
                    continue
                right = before if name == CORRUPTED else None
                answer = Answer(1.0, 0.0) if right is None else Answer(0.0, float(question.other.name == right))
                place = Place(text.name, name, span.start + anaphor.sentence, anaphor.token)
                repairable = asker.editor.repaired(version[anaphor.sentence], question) is not None
                yield place, Asked(question, span.start, right or question.now.name, repairable, answer, None)
    print(f"{text.name}: read", flush=True)


def _drawn(asker: Asker, text: Path, chance: random.Random) -> Output:
    """Some documents of a text, by chance, in one output, so that they are aligned together."""
    codes = asker.pair.source, asker.pair.target
    sides = (list(read_lines(text.with_name(f"{text.name}.{end}.xz"))) for end in (*codes, "ids"))
    documents: dict[str, list[tuple[str, str]]] = {}
    for source, target, name in zip(*sides, strict=True):
        documents.setdefault(name.split("\t")[0], []).append((source, target))
    names = sorted(documents)
    chance.shuffle(names)
    rows: list[tuple[str, str]] = []
    spans = []
    for name in names:
        if len(rows) < _LINES:
            start = len(rows)
            rows += documents[name][:_OF_ONE]
            spans.append(Span(name, start, len(rows)))
    sources, targets = zip(*rows, strict=True)
    return Output.of(asker.pair, ParallelText(sources, (targets,), tuple(spans)), needed=asker.reader.needed)


def _corrupted(
    asker: Asker,
    document: ResolvedDocument,
    sentences: Sequence[Hypothesis],
    asked: Sequence[Question],
    chance: random.Random,
) -> tuple[list[Hypothesis], dict[tuple[int, int], str]]:
    """The translation with some pronouns replaced, at most one in a sentence, and which they were before."""
    pair, made, was = asker.pair, list(sentences), dict[tuple[int, int], str]()
    for question in asked:
        anaphor = document.anaphors[question.anaphor]
        line = anaphor.sentence
        others = [
            each
            for each in pair.choices
            if each is not question.now and any({each.name, question.now.name} <= group for group in pair.exchanges)
            if not pair.agrees_with_translation or each.number is question.now.number
        ]
        if chance.random() > _SHARE or not others or made[line] is not sentences[line]:
            continue
        other = chance.choice(others)
        done = asker.editor.repaired(sentences[line], replace(question, other=other))
        if done is not None:
            made[line] = replace(sentences[line], tokens=done.tokens, alignment=done.alignment)
            was[line, anaphor.token] = question.now.name
    return made, was


def _by_reading(
    pair: Pair,
    read: Read,
    question: Question,
    agreeing: Fitting,
    mentions: Mapping[tuple[int, int], Mention],
    start: int,
) -> Answer | None:
    """What is right by the nouns that a pronoun was read to stand for, or by their kind where that decides."""
    if not pair.agrees_with_translation:
        if read.kind == "n":
            return None
        return Answer(*(float(_of_kind(each, read.kind)) for each in (question.now, question.other)))
    if read.kind in "pe":
        # What refers to no noun is no *elle*; whether *il* is good French there is not decided here.
        return Answer(1.0, 0.0) if question.now.impersonal or question.now.gender is Gender.MASCULINE else None
    now = question.now
    group = [each for each in pair.choices if any({each.name, now.name} <= listed for listed in pair.exchanges)]
    wanted = [found for noun in read.nouns if (found := _wanted(noun, now, group, agreeing, mentions, start))]
    if not wanted:
        return None
    return Answer(*(max(shares.get(each.name, 0.0) for shares in wanted) for each in (now, question.other)))


def _of_kind(listed: TargetClass, kind: str) -> bool:
    """Whether an English pronoun is right for a possessor of that kind."""
    plural, neuter = listed.number is Number.PLURAL, listed.gender is Gender.NEUTER
    return {
        "m": listed.gender is Gender.MASCULINE,
        "f": listed.gender is Gender.FEMININE,
        "x": listed.gender in _PERSONAL or plural,
        "t": neuter,
        "c": neuter or plural,
        "p": plural,
        "y": listed.gender is None and not plural,
    }[kind]


def _wanted(
    noun: Sequence[tuple[int, int]],
    now: TargetClass,
    group: Sequence[TargetClass],
    agreeing: Fitting,
    mentions: Mapping[tuple[int, int], Mention],
    start: int,
) -> Mapping[str, float]:
    """The pronouns that agree with a noun, or with nouns together, as they were translated."""
    parts = [_antecedent(line - start, token, mentions) for line, token in noun]
    if len(parts) == 1:
        return agreeing.shares(parts[0], now, group)
    genders = {found.agreement.gender for part in parts if (found := agreeing.became(part)) is not None} - {None}
    if not genders:
        return {}
    gender = Gender.FEMININE if genders == {Gender.FEMININE} else Gender.MASCULINE
    return {each.name: 1.0 for each in group if each.gender is gender and each.number is Number.PLURAL}


def _antecedent(sentence: int, token: int, mentions: Mapping[tuple[int, int], Mention]) -> Antecedent:
    known = mentions.get((sentence, token))
    start, end = (known.start, known.end) if known is not None else (token, token + 1)
    return Antecedent(sentence, start, end, token, "", None, known.number if known else None, None, 1.0)


def _confirmed(
    pair: Pair,
    document: ResolvedDocument,
    question: Question,
    sentences: Sequence[Hypothesis],
    reference: Sequence[Hypothesis],
    written: TargetClass | None,
) -> Answer | None:
    """What the reference tells: the noun that its pronoun agrees with, and what it wants in the engine's words."""
    group = next(each for each in pair.exchanges if question.now.name in each)
    if written is None or written.name not in group:
        return None
    if written.name == question.now.name:
        return Answer(1.0, 0.0)
    choices = [each for each in pair.choices if each.name in group]
    nouns = nouns_of(document.anaphors, document.analysis)[question.anaphor]
    theirs, right = (fitting(pair, each, document.analysis) for each in (sentences, reference))
    masses: defaultdict[str, float] = defaultdict(float)
    for noun, chance in nouns.likely.values():
        if right.shares(noun, written, choices).get(written.name, 0.0) > 0.4:
            for name, share in theirs.shares(noun, question.now, choices).items():
                masses[name] += chance * share
    total = sum(masses.values())
    if total < _LEAST_CONFIRMED:
        return None
    return Answer(masses[question.now.name] / total, masses[question.other.name] / total, min(1.0, total))


def told(row: Mapping[str, str], question: Question) -> tuple[float, float] | None:
    """Whether theirs is right and ours is, by a label; None where the label says neither."""
    if normalise(row["engine_pronoun"]).strip("- ") not in question.now.forms:
        return None
    if row["label"] == "right":
        return 1.0, 0.0
    if row["label"] == "wrong":
        return 0.0, float(bool(question.other.forms & {normalise(form) for form in row["right_forms"].split("|")}))
    return None


def labels(paths: Sequence[Path]) -> dict[Place, dict[str, str]]:
    """The rows of files of labels, by place."""
    rows = {}
    for path in paths:
        for row in _rows(path):
            rows[Place(row["set"], row["engine"], int(row["line"]), int(row["source_position"]))] = row
    return rows


def read_antecedents(path: Path, pair: str) -> dict[tuple[str, int, int], Read]:
    """What pronouns of a pair's source stand for, by set, line and token."""
    found = {}
    for row in _rows(path):
        if row["pair"] == pair:
            nouns = tuple(tuple(_numbers(part) for part in noun.split("+")) for noun in row["nouns"].split())
            found[row["set"], int(row["line"]), int(row["token"])] = Read(row["kind"], nouns)
    return found


def _numbers(place: str) -> tuple[int, int]:
    line, _, token = place.partition(":")
    return int(line), int(token)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _engines(folder: Path) -> list[str]:
    """The engines of a set, the reference among them."""
    names = {path.name.removesuffix(".xz").rpartition(".")[0] for path in folder.iterdir()}
    return sorted(names - {"source", "ids", ""})


def _output(pair: Pair, folder: Path, engine: str, work: Path, reader: Reader) -> Output:
    """What an engine wrote, with its alignment, which is kept."""
    text = ParallelText.read(
        folder / f"source.{pair.source}.xz", folder / f"{engine}.{pair.target}.xz", ids=folder / "ids.xz"
    )
    kept = work / f"{pair.name}.{folder.name}.{engine}.align"
    if kept.exists():
        return Output.of(pair, text, alignment=kept)
    output = Output.of(pair, text, needed=reader.needed)
    links = Alignments.of_links(tuple(each) for each in output.alignments)
    work.mkdir(parents=True, exist_ok=True)
    write_text(kept, "".join(" ".join(f"{link.source}-{link.target}" for link in line) + "\n" for line in links))
    return output
