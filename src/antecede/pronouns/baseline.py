"""The engine alone, seen as a pronoun model: what every other system is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.alignment.pronouns import PronounFinder
from antecede.pairs import pair
from antecede.pronouns._types import Decision, ScoredOption, TranslatedDocument, TranslatedSentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Engine, Hypothesis
    from antecede.engines.text import TextSteps
    from antecede.pronouns._types import PronounModel
    from antecede.pronouns.systems import Setting

__all__ = ["BaselineModel", "as_sentence", "choices", "engine_tokens", "open_system"]


@dataclass(frozen=True, slots=True)
class BaselineModel:
    """Translates sentence by sentence, and says what became of each pronoun."""

    engine: Engine
    steps: TextSteps

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The engine's best translation of every sentence."""
        lists = self.engine.translate(engine_tokens(document, self.steps))
        sentences = tuple(as_sentence(listed[0]) for listed in lists)
        decisions = tuple(
            Decision(
                anaphor,
                (ScoredOption(choice, 1.0),),
                choice,
                choice,
                "The engine's own choice." if choice else "The engine wrote no pronoun for it.",
            )
            for anaphor, choice in zip(document.anaphors, choices(document, sentences, self.steps), strict=True)
        )
        return TranslatedDocument(document, sentences, decisions)


def engine_tokens(document: ResolvedDocument, steps: TextSteps) -> list[list[str]]:
    """What the engine is given for each sentence: the analysed tokens in its case, so that positions stay."""
    return [steps.cased(sentence.tokens) for sentence in document.analysis.sentences]


def as_sentence(hypothesis: Hypothesis) -> TranslatedSentence:
    """An engine's hypothesis as the translation of a sentence."""
    return TranslatedSentence(hypothesis.tokens, hypothesis.alignment, hypothesis.score)


def choices(document: ResolvedDocument, sentences: Sequence[TranslatedSentence], steps: TextSteps) -> list[str]:
    """The target pronoun that each anaphor became; empty where there is none."""
    finder = PronounFinder(pair(f"{steps.source}-{steps.target}"))
    return [
        finder.find(
            document.analysis.sentences[anaphor.sentence].tokens,
            sentences[anaphor.sentence].tokens,
            sentences[anaphor.sentence].alignment,
            anaphor.token,
        ).pronoun
        for anaphor in document.anaphors
    ]


def open_system(setting: Setting) -> PronounModel:
    """The baseline of a model folder."""
    return BaselineModel(setting.engine(), setting.steps)
