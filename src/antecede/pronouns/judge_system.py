"""A judge of given translations, opened from a model folder."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.pronouns.choice import ChoiceModel
from antecede.pronouns.chooser import Chooser, class_in
from antecede.pronouns.judging import Judge, Weights
from antecede.pronouns.model_files import pronoun_settings
from antecede.pronouns.nominals import NominalFinder
from antecede.pronouns.rerank_system import read_mixture
from antecede.pronouns.target_lexicon import gender_shown, noun_lexicon
from antecede.smt.language_model import LanguageModel
from antecede.smt.truecase import Truecaser

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.pronouns._types import TranslatedSentence
    from antecede.pronouns.projection import WordMorphology
    from antecede.pronouns.systems import Setting

__all__ = ["ChoiceChances", "open_judge"]

_LEAST: Final = 1e-4


@dataclass(frozen=True, slots=True)
class ChoiceChances:
    """The choice model's probability of the pronouns that a translation has."""

    chooser: Chooser

    def of(
        self, document: ResolvedDocument, version: Sequence[TranslatedSentence]
    ) -> Mapping[tuple[int, int], float]:
        """As `Chances`."""
        classes = self.chooser.classes
        taken = {
            (anaphor.sentence, anaphor.token): class_in(document, anaphor, version[anaphor.sentence], classes)[0]
            for anaphor in document.anaphors
        }
        sure = np.eye(len(classes.names))
        found = self.chooser.distributions(document, version, {key: sure[number] for key, number in taken.items()})
        return {
            key: classes.scores(probabilities, _LEAST)[number]
            for (key, number), probabilities in zip(taken.items(), found, strict=True)
        }


def open_judge(setting: Setting, words: WordMorphology | None, *, weights: Weights | None = None) -> Judge:
    """The judge of a model folder: its language model, and as many of its pronoun models as there are."""
    target = setting.pair.target
    told = pronoun_settings(setting.folder.path)
    chances = None
    if setting.folder.file("choice") is not None and words is not None:
        chances = ChoiceChances(Chooser.of(ChoiceModel.read(setting.file("choice")), setting.pair, words))
    recency = {}
    if setting.folder.file("pronoun_mixture") is not None:
        recency = {"recency": read_mixture(setting.file("pronoun_mixture")).weights[1:]}
    named = {name: told[f"judge_{name}"] for name in Weights.__slots__ if f"judge_{name}" in told}
    gendered = setting.pair.agrees_with_translation
    return Judge(
        setting.pair,
        words,
        NominalFinder.of(target, noun_lexicon(target)) if gendered else None,
        fluency(setting),
        chances,
        gender_shown(target) if gendered else None,
        weights=weights or Weights(**named),
        **recency,
    )


def fluency(setting: Setting) -> Callable[[Sequence[str]], float]:
    """The logarithm of a target sentence's probability, by the engine's own language model."""
    model = LanguageModel(setting.file("language_model"))
    path = setting.folder.file("truecaser_target")
    truecaser = Truecaser.read(path) if path is not None else None

    def of(tokens: Sequence[str]) -> float:
        cased = list(tokens) if truecaser is None else truecaser.apply(tokens)
        return model.log10(" ".join(token.replace(" ", "_") for token in cased)) * math.log(10)

    return of
