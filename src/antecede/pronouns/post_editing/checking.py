"""Pronouns of a translation that are probably wrong, as a linter reports them: what, where, what it should be, and why.

The decision is that of `fix`: at the level `sure` the findings are the pronouns that it would change.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final, Literal, get_args

from antecede.pronouns.decision.fitting import fitting
from antecede.pronouns.decision.nouns import nouns_of
from antecede.pronouns.target.classes import TargetClasses, class_in
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.coreference import Antecedent
    from antecede.pairs import Pair, TargetClass
    from antecede.pronouns.post_editing.fixing import Fixed, FixedDocument
    from antecede.pronouns.types import Decision
    from antecede.text import Token
    from antecede.text.parallel import Span

__all__ = ["LEVELS", "RULES", "Checked", "Finding", "Level", "Rule", "SeenPronoun", "checked"]

Level = Literal["sure", "likely", "all"]
"""`sure`: what `fix` would change; `likely`: what is probably wrong; `all`: whatever is doubtful."""
LEVELS: Final[Mapping[Level, float]] = dict(zip(get_args(Level), (0.0, 0.3, 0.6), strict=True))
"""How much smaller than the default the margin of a level is."""
_LEAST: Final = 0.05
"""Nouns that are less likely are not named."""
Rule = Literal["pronoun-gender", "pronoun-number", "pronoun-person", "pronoun-kind"]
RULES: Final[Mapping[Rule, str]] = {
    "pronoun-gender": "The pronoun has another gender than the noun that it stands for.",
    "pronoun-number": "The pronoun has another number than the noun that it stands for.",
    "pronoun-person": "The pronoun is that of a person where a thing is meant, or of a thing where a person is.",
    "pronoun-kind": "Another kind of pronoun is wanted here.",
}


@dataclass(frozen=True, slots=True)
class SeenPronoun:
    """A pronoun of a translation that was thought about."""

    document: str
    line: int
    """Counted from 0."""
    start: int
    """Where the pronoun begins and ends in its line of the translation, in characters."""
    end: int
    pronoun: str
    """In the source, and which of the line's tokens it is."""
    token: int
    antecedent: str
    """The noun that it most likely stands for; of a finding, the likeliest of those that want another pronoun."""
    antecedent_line: int | None
    """Counted from 0; none where no noun was found."""
    became: str
    """What the antecedent is in the translation, where that was found."""
    found: str
    """What stands in the translation."""
    theirs: float
    """How likely that is right."""
    because: str


@dataclass(frozen=True, slots=True)
class Finding(SeenPronoun):
    """A pronoun that is probably wrong."""

    expected: str
    """What should stand there, and how likely that is right."""
    ours: float
    level: Level
    rule: Rule
    source: str
    target: str
    repaired: str
    """The sentence as it should be."""

    @property
    def fingerprint(self) -> str:
        """What stays the same when lines are added before it."""
        parts = (self.source, self.target, self.pronoun, str(self.token), self.expected)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, and what was looked at."""

    findings: tuple[Finding, ...]
    right: tuple[SeenPronoun, ...]
    """The pronouns that are thought to be right."""
    pronouns: int
    """How many pronouns the source has."""
    judged: int
    """For how many of them it was asked whether they are right."""
    accepted: int = 0
    """How many findings a baseline has accepted."""

    @property
    def doubtful(self) -> int:
        """How many are neither thought to be right nor wrong enough for a finding that can be repaired."""
        return self.judged - len(self.findings) - len(self.right) - self.accepted


def checked(runs: Mapping[Level, Fixed], pair: Pair) -> Checked:
    """What several runs over the same output would change, each pronoun at the surest level that names it."""
    findings: dict[tuple[int, int], Finding] = {}
    for level, fixed in runs.items():
        for span, document in zip(fixed.output.documents, fixed.documents, strict=True):
            for finding in _Reading(document, fixed, span, pair).findings(level):
                findings.setdefault((finding.line, finding.token), finding)
    first = next(iter(runs.values()))
    right = [
        each
        for span, document in zip(first.output.documents, first.documents, strict=True)
        for each in _Reading(document, first, span, pair).right()
        if (each.line, each.token) not in findings
    ]
    decisions = [each for document in first.documents for each in document.edited.decisions]
    return Checked(
        tuple(sorted(findings.values(), key=lambda each: (each.line, each.start))),
        tuple(sorted(right, key=lambda each: (each.line, each.start))),
        len(decisions),
        sum(each.theirs is not None for each in decisions),
    )


class _Reading:
    """A document that was read, with the nouns that its pronouns stand for and what these became."""

    def __init__(self, document: FixedDocument, fixed: Fixed, span: Span, pair: Pair) -> None:
        self.document, self.fixed, self.pair = document, fixed, pair
        self.classes = TargetClasses.of(pair)
        self.sentences = fixed.output.sentences(span)
        self.nouns = nouns_of(document.source.anaphors, document.source.analysis)
        self.fitting = fitting(pair, self.sentences, document.source.analysis)

    def findings(self, level: Level) -> Iterator[Finding]:
        """The pronouns that were changed."""
        for change in self.document.edited.changes:
            decision = self.document.edited.decisions[change.decision]
            line = self.document.start + decision.anaphor.sentence
            seen = self._seen(change.decision, decision.choice)
            yield Finding(
                **{each.name: getattr(seen, each.name) for each in fields(seen)},
                expected=decision.choice,
                ours=decision.ours if decision.ours is not None else 1.0,
                level=level,
                rule=_rule(decision, self.classes),
                source=self.fixed.output.source_lines[line],
                target=self.fixed.output.lines[line],
                repaired=self.fixed.lines[line],
            )

    def right(self) -> Iterator[SeenPronoun]:
        """The pronouns that are likelier right than another one."""
        for index, each in enumerate(self.document.edited.decisions):
            kept = each.choice == each.baseline and not each.withheld
            if kept and each.theirs is not None and each.theirs >= (each.ours or 0.0):
                yield self._seen(index, each.baseline)

    def _seen(self, index: int, wanted: str) -> SeenPronoun:
        """What is known of a pronoun, where this target pronoun is wanted for it."""
        decision = self.document.edited.decisions[index]
        anaphor = decision.anaphor
        line = self.document.start + anaphor.sentence
        sentence = self.sentences[anaphor.sentence]
        _, position = class_in(self.document.source, anaphor, sentence, self.classes)
        antecedent = self._antecedent(index, wanted)
        return SeenPronoun(
            self.document.source.analysis.id,
            line,
            *_characters(self.fixed.output.tokens[line], position),
            anaphor.text,
            anaphor.token,
            "" if antecedent is None else antecedent.text,
            None if antecedent is None else self.document.start + antecedent.sentence,
            "" if antecedent is None else self._became(antecedent),
            decision.baseline,
            decision.theirs if decision.theirs is not None else 0.0,
            decision.reason,
        )

    def _antecedent(self, index: int, wanted: str) -> Antecedent | None:
        """The likeliest noun that wants the pronoun; where none does, the likeliest of all."""
        ranked = sorted(self.nouns[index].likely.values(), key=lambda each: -each[1])
        described = self.classes.described(self.classes.number(normalise(wanted)))
        likely = [noun for noun, chance in ranked if chance >= _LEAST]
        if described is not None:
            for noun in likely:
                shares = self.fitting.shares(noun, described, self.pair.choices)
                if shares.get(described.name, 0.0) > 0.5:
                    return noun
        return likely[0] if likely else None

    def _became(self, noun: Antecedent) -> str:
        """The noun's head in the translation, else the words that its head is linked to."""
        found = self.fitting.became(noun)
        if found is not None:
            return found.word
        sentence = self.sentences[noun.sentence]
        places = sorted({link.target for link in sentence.alignment if link.source == noun.head})
        return " ".join(sentence.tokens[place] for place in places)


def _characters(tokens: Sequence[Token], position: int | None) -> tuple[int, int]:
    if position is None or not tokens:
        return 0, 0
    token = tokens[position]
    hyphen = token.text.startswith("-") and len(token.text) > 1
    return token.start + hyphen, token.end


def _rule(decision: Decision, classes: TargetClasses) -> Rule:
    """In what the two pronouns differ. Where pronouns agree with nouns, a neuter one is of another kind: *cela*."""
    now, other = (classes.described(classes.number(normalise(word))) for word in (decision.baseline, decision.choice))
    if now is None or other is None or not (_tells(now) and _tells(other)):
        return "pronoun-kind"
    if now.number is not None and other.number is not None and now.number is not other.number:
        return "pronoun-number"
    neuter = [each.gender is not None and each.gender.name == "NEUTER" for each in (now, other)]
    if neuter[0] is neuter[1]:
        return "pronoun-gender"
    return "pronoun-kind" if classes.pair.agrees_with_translation else "pronoun-person"


def _tells(described: TargetClass) -> bool:
    return described.gender is not None or described.number is not None
