"""Tune careful post-editing on development data: how far to trust the output, and what gain is worth a change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.pronouns.careful import CarefulSettings, worth
from antecede.pronouns.chooser import class_in

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    wanted = [
        [
            class_in(each.document, anaphor, each.reference[anaphor.sentence], editor.chooser.classes)[0]
            for anaphor in each.document.anaphors
        ]
        for each in data
    ]
    tried = [
        _try(replace(editor, settings=CarefulSettings(trust, margin)), data, wanted)
        for trust in TRUSTS
        for margin in MARGINS
    ]
    return sorted(tried, key=lambda each: (-each.score, each.changed))


def _try(editor: CarefulEditor, data: Sequence[Development], wanted: Sequence[Sequence[int]]) -> Tried:
    table = worth(editor.pair, editor.chooser.classes)
    total, changed, gained = 0, 0, 0.0
    for each, classes in zip(data, wanted, strict=True):
        made = editor.edit(each.document, each.output)
        changed += len(made.changes)
        for anaphor, right in zip(each.document.anaphors, classes, strict=True):
            now, _ = class_in(each.document, anaphor, made.sentences[anaphor.sentence], editor.chooser.classes)
            gained += table[now, right]
            total += 1
    return Tried(editor.settings, gained / max(total, 1), changed / max(total, 1))
