"""The engine alone, seen as a pronoun model: what every other system is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.engines import translate_segments
from antecede.pronouns.systems import System
from antecede.pronouns.systems.passes import choices, engine_segments
from antecede.pronouns.types import Decision, ScoredOption, TranslatedDocument

if TYPE_CHECKING:
    from antecede.coreference import ResolvedDocument
    from antecede.engines import Engine
    from antecede.engines.text import TextSteps
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.types import PronounSystem

__all__ = ["SYSTEM", "BaselineModel", "open_system"]


@dataclass(frozen=True, slots=True)
class BaselineModel:
    """Translates sentence by sentence, and says what became of each pronoun."""

    engine: Engine
    steps: TextSteps

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The engine's best translation of every sentence."""
        lists = translate_segments(self.engine, engine_segments(document, self.steps))
        sentences = tuple(listed[0] for listed in lists)
        made = choices(document, sentences, self.steps)
        decisions = tuple(
            Decision(
                anaphor,
                (ScoredOption(choice, 1.0),),
                choice,
                choice,
                "The engine's own choice." if choice else "The engine wrote no pronoun for it.",
                target,
            )
            for anaphor, (choice, target) in zip(document.anaphors, made, strict=True)
        )
        return TranslatedDocument(document, sentences, decisions)


def open_system(setting: Setting) -> PronounSystem:
    """The baseline of a model folder."""
    return BaselineModel(setting.engine(), setting.steps)


SYSTEM: Final = System(open_system, ("best",))
