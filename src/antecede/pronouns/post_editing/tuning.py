"""Tune careful post-editing on development data: how far to trust the output, and what gain is worth a change."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.pronouns.decision.careful import CarefulSettings
from antecede.pronouns.decision.worth import worth
from antecede.pronouns.target.classes import OTHER, class_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pronouns.post_editing.careful import CarefulEditor

__all__ = ["MARGINS", "STEPS", "TRUSTS", "Development", "Tried", "tune"]

TRUSTS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)
MARGINS: Final = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)
STEPS: Final = (-2.0, -1.0, 1.0, 2.0)
# A class that is rarer says nothing about how reliable it is; a smaller gain is chance.
_LEAST_OFTEN: Final = 20
_LEAST_GAIN: Final = 2.0


class Development(NamedTuple):
    """A document, an engine's output for it, and its reference, both with their alignments."""

    document: ResolvedDocument
    output: Sequence[Hypothesis]
    reference: Sequence[Hypothesis]


class Tried(NamedTuple):
    """Settings, the mean worth of the pronouns after editing with them, and the share that was changed."""

    settings: CarefulSettings
    score: float
    changed: float


def tune(editor: CarefulEditor, data: Sequence[Development]) -> list[Tried]:
    """What each setting gives, the best first; of equals the one that changes less.

    Trust and margin first, all together; then the trust in each class that the output has often enough, where another
    trust in it alone is better by more than a pronoun or two.
    """
    known = [_known(editor, each) for each in data]
    tried = [
        _try(replace(editor, settings=CarefulSettings(trust, margin)), known) for trust in TRUSTS for margin in MARGINS
    ]
    tried.sort(key=_rank)
    best = tried[0]
    counts = Counter(class_index for each in known for class_index in each.now)
    pronouns = sum(counts.values())
    for class_index, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
        name = editor.chooser.classes.names[class_index]
        if count < _LEAST_OFTEN or class_index == OTHER:
            continue
        others = []
        for step in STEPS:
            trust_in = {**best.settings.trust_in, name: best.settings.trust + step}
            others.append(_try(replace(editor, settings=replace(best.settings, trust_in=trust_in)), known))
        better = min(others, key=_rank)
        if (better.score - best.score) * pronouns >= _LEAST_GAIN:
            best = better
            tried.insert(0, best)
    return tried


def _rank(tried: Tried) -> tuple[float, float]:
    return -tried.score, tried.changed


class _Known(NamedTuple):
    """What is the same for all settings: the model's probabilities, the classes in the output, those that are right."""

    given: Development
    distributions: list[npt.NDArray[np.float64]]
    now: list[int]
    right: list[int]


def _known(editor: CarefulEditor, given: Development) -> _Known:
    def classes(sentences: Sequence[Hypothesis]) -> list[int]:
        return [
            class_in(given.document, anaphor, sentences[anaphor.sentence], editor.chooser.classes)[0]
            for anaphor in given.document.anaphors
        ]

    distributions = editor.chooser.distributions(given.document, given.output)
    return _Known(given, distributions, classes(given.output), classes(given.reference))


def _try(editor: CarefulEditor, data: Sequence[_Known]) -> Tried:
    table = worth(editor.pair, editor.chooser.classes)
    total, changed, gained = 0, 0, 0.0
    for each in data:
        made = editor.edit_with(each.given.document, each.given.output, each.distributions)
        now = list(each.now)
        for change in made.changes:
            now[change.decision] = editor.chooser.classes.number(change.after)
        changed += len(made.changes)
        total += len(now)
        gained += sum(float(table[one]) for one in zip(now, each.right, strict=True))
    return Tried(editor.settings, gained / max(total, 1), changed / max(total, 1))
