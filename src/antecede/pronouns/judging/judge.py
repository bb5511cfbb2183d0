"""How much each of several given translations is preferred, line by line, with the lines before as context.

Five parts, in natural logarithms, weighted and added up: the language model of the target text; the choice model's
probability of the pronoun, if there is one; how well the pronoun agrees with what its likely antecedents became in that
version; how well its gender and number go with the nouns of that version before it, or, where gender is natural, with
what the source names before it, which needs neither alignment nor resolver to be right; and what a scorer, if there is
one, says of the line after the lines before it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from antecede.alignment.pronouns import PronounFinder
from antecede.languages import Agreement, Gender, Number, language
from antecede.pronouns.judging.guessing import Guesser
from antecede.pronouns.judging.nature import goes_with, named
from antecede.pronouns.judging.versions import differing
from antecede.scoring import CONTEXT_WEIGHT
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair
    from antecede.pronouns.judging.nature import Named
    from antecede.pronouns.target.nominals import Nominal, NominalFinder
    from antecede.pronouns.target.projection import WordMorphology
    from antecede.scoring import ContextScore

    Version = Sequence[Hypothesis]

__all__ = ["RECENCY", "Chances", "Parts", "VersionJudge", "Weights"]

# How far back nouns count, where no pronoun language model has learnt it: each counts less than the next by a third.
RECENCY: Final = tuple(0.68**distance for distance in range(12))
_AGREES: Final = 1.0
_DISAGREES: Final = 0.03
_UNKNOWN: Final = 0.4
_NEUTRAL: Final = 0.3
_OTHER_NUMBER: Final = 0.15
_OF_HISTORY: Final = 0.3


class Parts(NamedTuple):
    """What a version of a line scores, part by part."""

    language_model: float = 0.0
    choice: float = 0.0
    agreement: float = 0.0
    history: float = 0.0
    context: float = 0.0


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part counts."""

    language_model: float = 0.3
    choice: float = 1.0
    agreement: float = 1.5
    history: float = 0.5
    context: float = CONTEXT_WEIGHT

    def score(self, parts: Parts) -> float:
        """The weighted sum."""
        return (
            self.language_model * parts.language_model
            + self.choice * parts.choice
            + self.agreement * parts.agreement
            + self.history * parts.history
            + self.context * parts.context
        )


class Chances(Protocol):
    """A model that gives the probability of the pronouns that a translation has."""

    def of(self, document: ResolvedDocument, version: Version) -> Mapping[tuple[int, int], float]:
        """The logarithm for each anaphor by sentence and token, given what the version says before."""
        ...


class _Evidence(NamedTuple):
    """A word that shows which gender and number a version takes something to have."""

    position: int
    agreement: Agreement
    anaphor: Anaphor | None
    subject: bool = True
    """Whether it may be the clause's subject; what is none does not stand for it."""


@dataclass(frozen=True, slots=True)
class VersionJudge:
    """Compares versions of documents. Threads may share one."""

    pair: Pair
    words: WordMorphology
    nominals: NominalFinder | None = None
    fluency: Callable[[Sequence[str]], float] | None = None
    """The logarithm of a target sentence's probability."""
    chances: Chances | None = None
    gender: Callable[[str], Gender | None] | None = None
    """The gender that the form of an adjective or participle shows, if it does."""
    recency: tuple[float, ...] = RECENCY
    weights: Weights = field(default_factory=Weights)
    context: ContextScore | None = None
    """What says how well a line goes with the lines before it; it wants text, so `judge_documents` asks it."""

    def judge(self, document: ResolvedDocument, versions: Sequence[Version]) -> list[list[float]]:
        """For each line the score of each version."""
        return [[self.weights.score(parts) for parts in line] for line in self.parts(document, versions)]

    def parts(self, document: ResolvedDocument, versions: Sequence[Version]) -> list[list[Parts]]:
        """For each line the parts of each version's score."""
        lines: list[list[Parts]] = [[] for _ in document.analysis.sentences]
        changed = [differing([version[line].tokens for version in versions]) for line in range(len(lines))]
        # A choice model knows the pronouns that it was trained on; agreement is judged of all that were resolved.
        known = tuple(each for each in document.anaphors if each.text.lower() in self.pair.resolved)
        asked = document if len(known) == len(document.anaphors) else replace(document, anaphors=known)
        mentions = None if self.nominals is not None else named(document.analysis)
        for which, version in enumerate(versions):
            chances = {} if self.chances is None else self.chances.of(asked, version)
            nominals = [self._nominals(sentence.tokens) for sentence in version]
            guesser = Guesser(document, version, self.words, nominals)
            for line, sentence in enumerate(version):
                evidence = self._evidence(document, line, sentence, changed[line][which])
                history = [
                    self._history(each, line, nominals)
                    if mentions is None
                    else self._natural_history(each, document, sentence, line, mentions)
                    for each in evidence
                ]
                lines[line].append(
                    Parts(
                        0.0 if self.fluency is None else self.fluency(sentence.tokens),
                        sum(chance for (at, _), chance in chances.items() if at == line),
                        sum(
                            # Where nothing was resolved, the nouns before are all that there is to agree with.
                            _OF_HISTORY * before if each.anaphor is None else self._agreement(each, guesser)
                            for each, before in zip(evidence, history, strict=True)
                        ),
                        sum(history),
                    )
                )
        return lines

    def _nominals(self, tokens: Sequence[str]) -> list[Nominal]:
        return [] if self.nominals is None else self.nominals.find(tokens)

    def _evidence(
        self, document: ResolvedDocument, line: int, sentence: Hypothesis, changed: frozenset[int]
    ) -> list[_Evidence]:
        """The pronouns that translate the line's anaphors; failing that, the gendered words that versions differ in."""
        source = document.analysis.sentences[line].tokens
        pronouns = language(self.pair.target).pronouns
        finder = PronounFinder(self.pair)
        evidence: list[_Evidence] = []
        taken: set[int] = set()
        anaphors = [anaphor for anaphor in document.anaphors if anaphor.sentence == line]
        for anaphor in anaphors:
            at = finder.find(source, sentence.tokens, sentence.alignment, anaphor.token)
            places = [p for p in at.positions if self._plain(sentence.tokens[p]) in pronouns and p not in taken]
            # A determiner that a pronoun was aligned to says nothing, unless it is what the versions are about.
            place = next(
                (p for p in places if p in changed or self._stands_alone(sentence.tokens, p)),
                None,
            )
            if at.pronoun and place is not None:
                taken.add(place)
                evidence.append(self._seen(sentence.tokens, place, changed, anaphor))
        # A pronoun that differs is what the versions are about, whatever the alignment says.
        rest = [position for position in sorted(changed - taken) if self._stands_alone(sentence.tokens, position)]
        left = [anaphor for anaphor in anaphors if all(each.anaphor is not anaphor for each in evidence)]

        def nearest(position: int) -> Anaphor | None:
            place = position / len(sentence.tokens)
            return min(left, key=lambda each: abs(each.token / len(source) - place), default=None)

        for position in rest:
            closest = nearest(position)
            if closest is not None:
                left.remove(closest)
            evidence.append(self._seen(sentence.tokens, position, changed, closest))
        if not any(each.position in changed or each.agreement.gender for each in evidence):
            for position in sorted(changed):
                gender = self._form(sentence.tokens[position])
                if gender is not None:
                    evidence.append(_Evidence(position, Agreement(gender), nearest(position), subject=False))
                    break
        return evidence

    def _seen(
        self, tokens: Sequence[str], position: int, changed: frozenset[int], anaphor: Anaphor | None
    ) -> _Evidence:
        rules = language(self.pair.target).agreement
        subject = rules is None or self._plain(tokens[position]) in rules.subjects
        return _Evidence(position, self._shown(tokens, position, changed), anaphor, subject)

    def _form(self, token: str) -> Gender | None:
        return None if self.gender is None else self.gender(normalise(token))

    @staticmethod
    def _plain(token: str) -> str:
        return normalise(token).removeprefix("-")

    def _stands_alone(self, tokens: Sequence[str], position: int) -> bool:
        """Whether a word is a pronoun, or a determiner that no noun follows."""
        if self.nominals is None:
            return self._plain(tokens[position]) in language(self.pair.target).pronouns
        return any(each.pronoun and each.position == position for each in self.nominals.find(tokens))

    def _shown(self, tokens: Sequence[str], position: int, changed: frozenset[int]) -> Agreement:
        """A pronoun's agreement; what its form hides (*l'*, *les*), a participle after it that differs may show."""
        shown = language(self.pair.target).pronouns.get(self._plain(tokens[position]))
        if shown is None:  # a determiner: *j'en ai acheté une*
            found = next(each for each in self._nominals(tokens) if each.position == position)
            return Agreement(found.agreement.gender, None)
        if shown.gender is None:
            for other in sorted(changed):
                gender = self._form(tokens[other]) if other > position else None
                if gender is not None:
                    return Agreement(gender, shown.number)
        return shown

    def _agreement(self, evidence: _Evidence, guesser: Guesser) -> float:
        """Log of how likely the antecedents allow the pronoun."""
        anaphor = evidence.anaphor
        if anaphor is None:
            return 0.0
        fits = anaphor.none * _fit(evidence.agreement, None)
        for antecedent in anaphor.antecedents:
            fits += antecedent.probability * _fit(evidence.agreement, self._became(antecedent, guesser))
        return math.log(max(fits, 1e-3))

    def _became(self, antecedent: Antecedent, guesser: Guesser) -> Agreement | None:
        """What a pronoun has to agree with: the antecedent's translation, or where gender is natural, what it is."""
        if self.nominals is not None:
            return guesser.agreement(antecedent)
        return Agreement(Gender.NEUTER if antecedent.human is False else antecedent.gender, antecedent.number)

    def _history(self, evidence: _Evidence, line: int, nominals: Sequence[Sequence[Nominal]]) -> float:
        """Log of the share of nouns before, the nearer the more, that have the word's gender and number."""
        shown = evidence.agreement
        if shown.gender not in (Gender.MASCULINE, Gender.FEMININE):
            return 0.0
        before = [each.agreement for sentence in nominals[:line] for each in sentence]
        before += [
            each.agreement
            for each in nominals[line]
            if each.position < evidence.position and (evidence.subject or not each.pronoun)
        ]
        gendered = [each for each in reversed(before) if each.gender in (Gender.MASCULINE, Gender.FEMININE)]
        fitting, total = 0.05, 0.1
        for weight, each in zip(self.recency, gendered, strict=False):
            share = weight if shown.number in (None, each.number) or each.number is None else weight * _OTHER_NUMBER
            total += share
            fitting += share if each.gender is shown.gender else 0.0
        return math.log(fitting / total)

    def _natural_history(
        self, evidence: _Evidence, document: ResolvedDocument, sentence: Hypothesis, line: int, mentions: Named
    ) -> float:
        """Log of the share of what the source names before, the nearer the more, that the pronoun can take up."""
        shown = evidence.agreement
        if shown.gender is None and shown.number is not Number.PLURAL:
            return 0.0
        length = len(document.analysis.sentences[line].tokens)
        token = evidence.position / len(sentence.tokens) * length
        if evidence.anaphor is not None:
            token = evidence.anaphor.token
        fitting, total = 0.05, 0.1
        for weight, each in zip(self.recency, mentions.before(line, token), strict=False):
            total += weight
            fitting += weight * goes_with(shown, each)
        return math.log(fitting / total)


def _fit(pronoun: Agreement, antecedent: Agreement | None) -> float:
    """How well a pronoun goes with an antecedent's translation; without one, how well it goes with anything."""
    if pronoun.gender is None:
        fit = _UNKNOWN
    elif pronoun.gender is Gender.NEUTER and (antecedent is None or antecedent.gender is not Gender.NEUTER):
        fit = _NEUTRAL
    elif antecedent is None or antecedent.gender is None:
        fit = _UNKNOWN
    else:
        fit = _AGREES if pronoun.gender is antecedent.gender else _DISAGREES
    if antecedent is not None and None not in (pronoun.number, antecedent.number):
        fit *= 1.0 if pronoun.number is antecedent.number else _OTHER_NUMBER
    return fit
