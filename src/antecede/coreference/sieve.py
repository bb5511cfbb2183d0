"""The multi-pass sieve of Lee et al. (2011): passes of falling precision link mentions into chains.

Deterministic, and the baseline that the ranker is measured against. Of the published passes those are here that
this analysis can feed: exact match, precise constructs, three strict head matches, proper head match, relaxed head
match and pronouns. The pass over speakers wants speakers, and those over lexical resources want those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.coreference._types import Anaphor, Function, ResolvedDocument
from antecede.coreference.candidates import agreement
from antecede.coreference.function import function_by_rule
from antecede.coreference.mentions import Mention, as_antecedent, find_mentions, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.analysis import AnalysedDocument, Word
    from antecede.languages import Reference

# The pronoun pass looks back three sentences; the passes over names and nouns are bounded too, so that time grows
# with the length of a document and not with its square.
_PRONOUN_WINDOW: Final = 3
_NOMINAL_WINDOW: Final = 25
# Members of a chain that a link is checked against: the last ones, for the same reason.
_CHECKED: Final = 20
_UNCLASSED: Final = frozenset({"", "MISC"})


class Sieve:
    """Resolves pronouns by rules: one antecedent with probability one, or none."""

    def __init__(self, reference: Reference, pronouns: frozenset[str]) -> None:
        self._reference = reference
        self._pronouns = pronouns

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with its pronouns; a pronoun's chain follows its antecedent with probability zero."""
        mentions = find_mentions(document, self._reference)
        linked = _Chains(document, mentions, self._reference).linked()
        anaphors = [
            self._anaphor(document, mention, linked.get((mention.sentence, mention.head)))
            for sentence in mentions
            for mention in sentence
            if mention.form is not None
            and document.sentences[mention.sentence].words[mention.head].text.lower() in self._pronouns
        ]
        return ResolvedDocument(document, tuple(anaphors))

    def _anaphor(self, document: AnalysedDocument, pronoun: Mention, chain: Sequence[Mention] | None) -> Anaphor:
        sentences = document.sentences
        function = function_by_rule(sentences[pronoun.sentence], pronoun.head, self._reference)
        return Anaphor(
            sentence=pronoun.sentence,
            token=pronoun.head,
            text=sentences[pronoun.sentence].words[pronoun.head].text,
            position=pronoun.position,
            function=function if chain or function.pleonastic > 0.5 else Function(0.5, 0.25, 0.25),
            antecedents=tuple(
                as_antecedent(sentences[mention.sentence], mention, float(place == 0))
                for place, mention in enumerate(chain or ())
            ),
            none=float(not chain),
        )


class _Chains:
    """The chains of one document while the passes go over it."""

    def __init__(self, document: AnalysedDocument, mentions: Sequence[Sequence[Mention]], reference: Reference) -> None:
        self._sentences = document.sentences
        self._reference = reference
        self._mentions = [mention for sentence in mentions for mention in sentence if mention.kind != "group"]
        self._by_sentence: list[list[int]] = [[] for _ in mentions]
        for index, mention in enumerate(self._mentions):
            self._by_sentence[mention.sentence].append(index)
        self._chain = list(range(len(self._mentions)))
        self._members = [[index] for index in range(len(self._mentions))]
        self._text = [text_of(document.sentences[mention.sentence], mention).lower() for mention in self._mentions]
        self._words = [self._modifiers(mention) for mention in self._mentions]

    def linked(self) -> dict[tuple[int, int], list[Mention]]:
        """For each linked pronoun, the antecedent that the last pass chose, then the rest of its chain before it."""
        for matches in (self._exact, self._construct, self._strict_head, self._proper_head, self._relaxed_head):
            for index, mention in enumerate(self._mentions):
                if mention.kind == "pronoun":
                    continue
                for other in self._before(index, _NOMINAL_WINDOW):
                    if self._mentions[other].kind != "pronoun" and matches(index, other):
                        self._join(index, other)
                        break
        chosen: dict[tuple[int, int], list[Mention]] = {}
        for index, mention in enumerate(self._mentions):
            if mention.form is None or self._is_empty(mention):
                continue
            for other in self._before(index, _PRONOUN_WINDOW):
                if self._may_be(index, other):
                    self._join(index, other)
                    rest = [member for member in self._last(other) if member < index]
                    order = [other, *(member for member in sorted(rest, reverse=True) if member != other)]
                    chosen[mention.sentence, mention.head] = [self._mentions[member] for member in order]
                    break
        return chosen

    def _before(self, index: int, window: int) -> Iterator[int]:
        """Mentions before this one: nearer sentences first, in each the higher in the tree first, then the left."""
        mention = self._mentions[index]
        for sentence in range(mention.sentence, max(-1, mention.sentence - window - 1), -1):
            earlier = [other for other in self._by_sentence[sentence] if other < index]
            earlier = [
                other for other in earlier if self._mentions[other].end <= mention.start or sentence < mention.sentence
            ]
            yield from sorted(earlier, key=lambda other: (self._mentions[other].depth, self._mentions[other].start))

    def _last(self, index: int) -> list[int]:
        """The last members of a mention's chain."""
        return self._members[self._chain[index]][-_CHECKED:]

    def _join(self, index: int, other: int) -> None:
        keep, gone = self._chain[other], self._chain[index]
        if keep == gone:
            return
        if len(self._members[keep]) < len(self._members[gone]):
            keep, gone = gone, keep
        for member in self._members[gone]:
            self._chain[member] = keep
        self._members[keep] = sorted(self._members[keep] + self._members[gone])
        self._members[gone] = []

    def _modifiers(self, mention: Mention) -> frozenset[str]:
        words = self._sentences[mention.sentence].words[mention.start : mention.end]
        return frozenset(_lemma(word) for word in words if word.pos in {"NOUN", "PROPN", "ADJ", "NUM"})

    def _exact(self, index: int, other: int) -> bool:
        definite = self._mentions[index].determiner in {"definite", "possessive", "demonstrative"}
        return self._text[index] == self._text[other] and (definite or self._mentions[index].kind == "name")

    def _construct(self, index: int, other: int) -> bool:
        """Apposition, predicate nominative, or an acronym."""
        mention, before = self._mentions[index], self._mentions[other]
        words = self._sentences[mention.sentence].words
        if mention.sentence == before.sentence:
            if mention.relation == "appos" and words[mention.head].head == before.head:
                return True
            copula = any(word.relation == "cop" and word.head == mention.head for word in words)
            if copula and before.position == "subject" and words[before.head].head == mention.head:
                return True
        text = self._sentences[mention.sentence].words[mention.head].text
        long = self._sentences[before.sentence].words[before.start : before.end]
        return text.isupper() and len(text) > 1 and text == "".join(w.text[0] for w in long if w.text[0].isupper())

    def _strict_head(self, index: int, other: int) -> bool:
        """The same head, no new modifier, not one inside the other."""
        chain = self._last(other)
        return (
            self._mentions[index].lemma in {self._mentions[member].lemma for member in chain}
            and self._words[index] <= frozenset().union(*(self._words[member] for member in chain))
            and self._mentions[index].determiner != "indefinite"
            and self._mentions[index].number == self._mentions[other].number
        )

    def _proper_head(self, index: int, other: int) -> bool:
        mention, before = self._mentions[index], self._mentions[other]
        return mention.kind == before.kind == "name" and mention.lemma == before.lemma

    def _relaxed_head(self, index: int, other: int) -> bool:
        """A name's head anywhere in the chain's words, with the same class of name."""
        mention, before = self._mentions[index], self._mentions[other]
        return (
            mention.kind == before.kind == "name"
            and mention.entity == before.entity not in _UNCLASSED
            and mention.lemma in self._words[other]
            and self._words[index] <= self._words[other]
        )

    def _is_empty(self, mention: Mention) -> bool:
        if mention.form is None or mention.form.kind == "indefinite":
            return True
        function = function_by_rule(self._sentences[mention.sentence], mention.head, self._reference)
        return function.pleonastic > 0.5

    def _may_be(self, index: int, other: int) -> bool:
        """Whether a pronoun agrees with every member of a chain, and binding does not forbid the link."""
        pronoun, before = self._mentions[index], self._mentions[other]
        form = pronoun.form
        if form is None or (before.form and before.form.kind in {"indefinite", "demonstrative"}):
            return False
        words = self._sentences[before.sentence].words
        governors = {words[before.head].head, before.head}
        if pronoun.sentence == before.sentence and form.kind == "personal" and words[pronoun.head].head in governors:
            return False
        if before.lemma in self._reference.times and before.form is None:
            return False
        return all(_agree(pronoun, self._mentions[member]) for member in self._last(other))


def _agree(pronoun: Mention, mention: Mention) -> bool:
    form = pronoun.form
    if form is None or (mention.form is not None and mention.form.person != form.person):
        return False
    if form.person != 3 and mention.form is None:
        return False
    if agreement(pronoun, mention) == "no":
        return False
    if form.human is not None and mention.human is not None and form.human != mention.human:
        return False
    return form.gender is None or mention.gender is None or form.gender == mention.gender


def _lemma(word: Word) -> str:
    return (word.lemma or word.text).lower()
