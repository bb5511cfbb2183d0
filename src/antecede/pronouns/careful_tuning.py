"""Tune careful post-editing on development data: how far to trust the output, and what gain is worth a change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.pronouns.careful import CarefulSettings, worth
from antecede.pronouns.chooser import class_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from antecede.coreference import ResolvedDocument
    from antecede.pronouns._types import TranslatedSentence
    from antecede.pronouns.careful import CarefulEditor

__all__ = ["MARGINS", "TRUSTS", "Development", "Tried", "tune"]

TRUSTS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)
MARGINS: Final = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)


class Development(NamedTuple):
    """A document, an engine's output for it, and its reference, both with their alignments."""

    document: ResolvedDocument
    output: Sequence[TranslatedSentence]
    reference: Sequence[TranslatedSentence]


class Tried(NamedTuple):
    """Settings, the mean worth of the pronouns after editing with them, and the share that was changed."""

    settings: CarefulSettings
    score: float
    changed: float


def tune(editor: CarefulEditor, data: Sequence[Development]) -> list[Tried]:
    """What each setting gives, the best first; of equals the one that changes less."""
    known = [_known(editor, each) for each in data]
    tried = [
        _try(replace(editor, settings=CarefulSettings(trust, margin)), known) for trust in TRUSTS for margin in MARGINS
    ]
    return sorted(tried, key=lambda each: (-each.score, each.changed))


class _Known(NamedTuple):
    """What is the same for all settings: the model's probabilities, the classes in the output, those that are right."""

    given: Development
    distributions: list[npt.NDArray[np.float64]]
    now: list[int]
    right: list[int]


def _known(editor: CarefulEditor, given: Development) -> _Known:
    def classes(sentences: Sequence[TranslatedSentence]) -> list[int]:
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
