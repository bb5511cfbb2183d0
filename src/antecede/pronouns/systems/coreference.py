"""The coreference system of a model folder: as printed, or with the model inside the decoder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.engines.native import Extras
from antecede.pronouns.coreference_model import agreement
from antecede.pronouns.coreference_model.backoff import FEATURE, main_table_weight
from antecede.pronouns.coreference_model.model import CoreferenceModel, with_accuracy
from antecede.pronouns.coreference_model.reading import reader_of
from antecede.pronouns.systems import System
from antecede.pronouns.systems import coreference_decoder as decoder
from antecede.pronouns.systems import coreference_paper as paper
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.lexicon import agreeing_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede import _native
    from antecede.models import ModelFolder
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.passes import Memory
    from antecede.pronouns.target.projection import WordMorphology
    from antecede.pronouns.types import PronounSystem

__all__ = ["SYSTEM", "Tuned", "keep_weights", "open_system", "open_with", "settings_of"]


class Tuned(NamedTuple):
    """What is tuned; where nothing is said, what the model folder says."""

    weight: float | None = None
    prior: float | None = None
    one_pass: bool | None = None
    accuracy: float | None = None
    """Of the resolver, as the confidence of every link in paper mode; 1 if nothing is said."""


def open_system(setting: Setting) -> PronounSystem:
    """The system in the mode that is asked for."""
    model = CoreferenceModel.read(setting.folder.file("coreference"))
    words = agreeing_words(setting.pair)
    return open_with(setting, model, words)


SYSTEM: Final = System(open_system, ("paper", "best"), kinds=frozenset(["native"]), reader=reader_of)


def open_with(
    setting: Setting,
    model: CoreferenceModel,
    words: WordMorphology | None,
    how: Tuned | None = None,
    memory: Memory | None = None,
    least: Mapping[str, float] | None = None,
) -> PronounSystem:
    """The system with a model of one's own, and weights that are being tried.

    In paper mode `least` says how likely antecedents must be, by source pronoun, if not as the pair says.
    """
    weight, prior, one_pass, accuracy = how or Tuned()
    tuned = setting.folder.pronouns
    if setting.mode == "paper":
        if weight is None:
            weight = tuned.get("coreference_paper_weight", main_table_weight(setting.folder.weights))
        table = with_accuracy(
            model.paper, tuned.get("coreference_paper_accuracy", 1.0) if accuracy is None else accuracy
        )
        engine = setting.native_engine(weights={FEATURE: [weight]}, extras=paper.extras(table))
        return paper.PaperModel(engine, setting.steps, setting.pair, table, words, memory, least)
    classes = TargetClasses.of(setting.pair)
    if weight is None:
        # In the language model's scale, whatever tuning made of it: what was best on held-out News Commentary.
        weight = tuned.get("coreference_weight", 3 * sum(setting.folder.weights.get("LM0", [0.5])))
    prior = tuned.get("coreference_prior", 0.5) if prior is None else prior
    one_pass = tuned.get("coreference_one_pass", False) if one_pass is None else one_pass
    phrases = setting.folder.phrase_table()
    features: list[_native.Feature] = [decoder.choice_feature(phrases, classes)]
    if one_pass and words is not None:
        features.append(agreement.agreement_feature(phrases, classes, model.best, words))
    weights = {feature.name: [weight] for feature in features}
    engine = setting.native_engine(weights=weights, extras=Extras(features=tuple(features)))
    return decoder.DecoderModel(
        engine, setting.steps, setting.pair, model.best, classes, words, len(features) > 1, prior, memory
    )


def settings_of(mode: str, how: Tuned) -> dict[str, float | bool]:
    """What [pronouns] of a `model.toml` says of tuned weights."""
    prefix = f"coreference_{'paper_' if mode == 'paper' else ''}"
    settings = {f"{prefix}{name}": value for name, value in how._asdict().items()}
    return {name: value for name, value in settings.items() if value is not None}


def keep_weights(folder: ModelFolder, tuned: Mapping[str, Tuned]) -> None:
    """Put tuned weights, by mode, into a model folder."""
    settings: dict[str, float | bool] = {}
    for mode, how in tuned.items():
        settings |= settings_of(mode, how)
    folder.updated(pronouns=settings)
