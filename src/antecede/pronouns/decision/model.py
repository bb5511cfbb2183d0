"""When to overrule an engine, learnt: how likely its pronoun is right, and how likely the best other one is.

Two log-linear models over the features of `evidence`, learnt from pronouns of engines that were read one by one, and
from what references confirm (`experiments/train_decision.py`).
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from antecede.errors import BadOption, ResourceError
from antecede.files.shipped import shipped, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["QUALITIES", "DecisionModel", "EngineQuality", "has_decision", "read_decision"]

EngineQuality = Literal["human", "neural", "phrase-based"]
"""Who wrote what is checked: people err least, phrase-based engines most."""
QUALITIES: Final[tuple[EngineQuality, ...]] = get_args(EngineQuality)
_VERSION: Final = 1
_HUMAN: Final = 2.0
"""How much rarer errors of people are than those of neural engines, as a logarithm."""


@dataclass(frozen=True, slots=True)
class DecisionModel:
    """The weights of a pair, for one way to resolve its source."""

    theirs: Mapping[str, float]
    ours: Mapping[str, float]
    margin: float
    """How much likelier ours must be than theirs."""
    least: float = 0.35
    """How likely the pronoun must stand for a noun that wants ours, whatever else speaks for it."""

    def probabilities(self, features: Mapping[str, float], shift: float = 0.0) -> tuple[float, float]:
        """How likely theirs is right, and ours; `shift` is what else speaks for ours, as a logarithm."""
        return _logistic(_sum(self.theirs, features) - shift), _logistic(_sum(self.ours, features) + shift)

    @classmethod
    def of(cls, entries: Mapping[str, Any]) -> DecisionModel:
        """That which a file holds."""
        weights = [{str(name): float(value) for name, value in entries[side].items()} for side in ("theirs", "ours")]
        return cls(weights[0], weights[1], float(entries["margin"]), float(entries["least"]))

    @property
    def entries(self) -> dict[str, Any]:
        """What a file keeps of it."""
        return {
            "margin": self.margin,
            "least": self.least,
            "theirs": {name: round(value, 4) for name, value in sorted(self.theirs.items())},
            "ours": {name: round(value, 4) for name, value in sorted(self.ours.items())},
        }


def shift_of(quality: EngineQuality) -> float:
    """What is known of errors before a text is seen, beside those of neural engines."""
    if quality not in QUALITIES:
        raise BadOption(f"unknown quality '{quality}': it is {', '.join(QUALITIES)}")
    return -_HUMAN if quality == "human" else 0.0


def has_decision(pair: str) -> bool:
    """Whether the decision was learnt for a pair."""
    return _file(pair) is not None


def read_decision(pair: str, method: str) -> DecisionModel:
    """The model of a pair where its source is resolved in that way; the ranker's for all but the encoder."""
    place = _file(pair)
    if place is None:
        raise ResourceError(f"when to overrule an engine was not learnt for {pair}: make all edits instead")
    try:
        read = json.loads(text_of(place))
        if read["version"] != _VERSION:
            raise ResourceError(f"{place}: is of version {read['version']}, not {_VERSION}; install antecede again")
        models = read["models"]
        wanted = "encoder" if method in {"encoder", "lm"} else "ranker"
        return DecisionModel.of(models.get(wanted) or models["ranker"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ResourceError(f"{place}: is damaged; install antecede again") from None


def written_decision(models: Mapping[str, DecisionModel], about: str) -> str:
    """The file of a pair's models, by how the source is resolved."""
    content = {
        "version": _VERSION,
        "about": about,
        "models": {name: model.entries for name, model in sorted(models.items())},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _file(pair: str) -> Any:  # noqa: ANN401 - a Traversable or None; its type is for checkers alone
    return shipped(files("antecede.pairs") / "data", f"{pair}.decision.json")


def _sum(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value))))
