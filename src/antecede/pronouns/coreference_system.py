"""The coreference system of a model folder: as printed, or with the model inside the decoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.engines.native import Extras
from antecede.pronouns import coreference_decoder as decoder
from antecede.pronouns import coreference_paper as paper
from antecede.pronouns.choice import TargetClasses
from antecede.pronouns.coreference_model import CoreferenceModel
from antecede.pronouns.model_files import pronoun_settings
from antecede.pronouns.target_lexicon import target_words

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.pronouns._types import PronounModel
    from antecede.pronouns.projection import WordMorphology
    from antecede.pronouns.systems import Setting

__all__ = ["open_system"]


def open_system(setting: Setting) -> PronounModel:
    """The system in the mode that is asked for."""
    model = CoreferenceModel.read(setting.file("coreference"))
    words = target_words(setting.pair.target) if setting.pair.agrees_with_translation else None
    return open_with(setting, model, words)


def open_with(
    setting: Setting,
    model: CoreferenceModel,
    words: WordMorphology | None,
    *,
    weight: float | None = None,
    prior: float | None = None,
) -> PronounModel:
    """The system with a model of one's own, and weights that are being tried."""
    tuned = pronoun_settings(setting.folder.path)
    if setting.mode == "paper":
        if weight is None:
            weight = tuned.get("coreference_paper_weight", paper.main_table_weight(setting.folder.weights))
        engine = setting.engine(weights={paper.FEATURE: [weight]}, extras=paper.extras(model.paper))
        return paper.PaperModel(engine, setting.steps, setting.pair, model.paper, words)
    classes = TargetClasses.of(setting.pair)
    feature = decoder.choice_feature(_phrase_table(setting), classes)
    weight = tuned.get("coreference_weight", 1.0) if weight is None else weight
    prior = tuned.get("coreference_prior", 1.0) if prior is None else prior
    engine = setting.engine(weights={decoder.FEATURE: [weight]}, extras=Extras(features=(feature,)))
    return decoder.DecoderModel(engine, setting.steps, setting.pair, model.best, classes, words, prior)


def _phrase_table(setting: Setting) -> Path:
    path = setting.folder.file("phrase_table")
    assert path is not None  # noqa: S101 - ModelFolder.read saw to it
    return path
