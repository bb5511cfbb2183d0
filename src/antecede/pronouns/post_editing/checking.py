"""Pronouns of a translation that are probably wrong, as a linter reports them: what, where, what it should be, and why.

The decision is that of `fix`: at the level `sure` the findings are the pronouns that it would change.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from antecede.pronouns.target.classes import TargetClasses, class_in
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.pairs import Pair, TargetClass
    from antecede.pronouns.post_editing.fixing import Fixed, FixedDocument
    from antecede.pronouns.types import Decision
    from antecede.text import Token

__all__ = ["LEVELS", "RULES", "Checked", "Finding", "Level", "Rule", "checked"]

Level = Literal["sure", "likely", "all"]
"""`sure`: what `fix` would change; `likely`: what is probably wrong; `all`: whatever is doubtful."""
LEVELS: Final[Mapping[Level, float]] = dict(zip(get_args(Level), (0.0, 0.3, 0.6), strict=True))
"""How much smaller than the default the margin of a level is."""
Rule = Literal["pronoun-gender", "pronoun-number", "pronoun-person", "pronoun-kind"]
RULES: Final[Mapping[Rule, str]] = {
    "pronoun-gender": "The pronoun has another gender than the noun that it stands for.",
    "pronoun-number": "The pronoun has another number than the noun that it stands for.",
    "pronoun-person": "The pronoun is that of a person where a thing is meant, or of a thing where a person is.",
    "pronoun-kind": "Another kind of pronoun is wanted here.",
}


class Finding(NamedTuple):
    """A pronoun that is probably wrong."""

    document: str
    line: int
    """Counted from 0."""
    start: int
    """Where the pronoun begins and ends in its line of the translation, in characters."""
    end: int
    pronoun: str
    """In the source, with its token and the antecedent that it most likely stands for."""
    token: int
    antecedent: str
    found: str
    """What stands in the translation, and what should."""
    expected: str
    theirs: float
    """How likely what stands there is right, and what should."""
    ours: float
    level: Level
    rule: Rule
    because: str
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
    pronouns: int
    """How many pronouns the source has."""
    judged: int
    """For how many of them it was asked whether they are right."""

    @property
    def right(self) -> int:
        """How many of these are thought to be right."""
        return self.judged - len(self.findings)


def checked(runs: Mapping[Level, Fixed], pair: Pair) -> Checked:
    """What several runs over the same output would change, each pronoun at the surest level that names it."""
    classes, seen = TargetClasses.of(pair), set[tuple[int, int]]()
    findings = []
    for level, fixed in runs.items():
        for document in fixed.documents:
            for finding in _findings(document, fixed, level, classes):
                if (finding.line, finding.token) not in seen:
                    seen.add((finding.line, finding.token))
                    findings.append(finding)
    first = next(iter(runs.values()))
    decisions = [each for document in first.documents for each in document.edited.decisions]
    judged = sum(each.theirs is not None for each in decisions)
    return Checked(tuple(sorted(findings, key=lambda each: (each.line, each.start))), len(decisions), judged)


def _findings(document: FixedDocument, fixed: Fixed, level: Level, classes: TargetClasses) -> Iterator[Finding]:
    output = fixed.output
    for change in document.edited.changes:
        decision = document.edited.decisions[change.decision]
        anaphor = decision.anaphor
        line = document.start + anaphor.sentence
        span = next(each for each in output.documents if each.start == document.start)
        _, position = class_in(document.source, anaphor, output.sentences(span)[anaphor.sentence], classes)
        start, end = _characters(output.tokens[line], position)
        best = anaphor.antecedents[0].text if anaphor.antecedents else ""
        yield Finding(
            document.source.analysis.id,
            line,
            start,
            end,
            anaphor.text,
            anaphor.token,
            best,
            decision.baseline,
            decision.choice,
            decision.theirs if decision.theirs is not None else 0.0,
            decision.ours if decision.ours is not None else 1.0,
            level,
            _rule(decision, classes),
            decision.reason,
            " ".join(output.source[line]),
            output.lines[line],
            fixed.lines[line],
        )


def _characters(tokens: Sequence[Token], position: int | None) -> tuple[int, int]:
    if position is None or not tokens:
        return 0, 0
    token = tokens[position]
    hyphen = token.text.startswith("-") and len(token.text) > 1
    return token.start + hyphen, token.end


def _rule(decision: Decision, classes: TargetClasses) -> Rule:
    now, other = (classes.described(classes.number(normalise(word))) for word in (decision.baseline, decision.choice))
    if now is None or other is None or not (_tells(now) and _tells(other)):
        return "pronoun-kind"
    if now.number is not None and other.number is not None and now.number is not other.number:
        return "pronoun-number"
    neuter = [each.gender is not None and each.gender.name == "NEUTER" for each in (now, other)]
    return "pronoun-person" if any(one is not two for one, two in pairwise(neuter)) else "pronoun-gender"


def _tells(described: TargetClass) -> bool:
    return described.gender is not None or described.number is not None
