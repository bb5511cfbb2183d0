"""What `train-pronouns` trains, part by part, into a model folder.

A part is a module with a function `train_part(job) -> figures`, and a line in the table below; one that is not for
every pair has a function `serves(pair)` too.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import BadOption, ResourceError
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from antecede.pairs import Pair
    from antecede.pronouns.training.job import TrainingJob


__all__ = ["PARTS", "train_pronouns"]

PARTS: Final[Mapping[str, str]] = {
    "coreference": "antecede.pronouns.coreference_model.training",
    "plm": "antecede.pronouns.pronoun_lm.training",
    "combined": "antecede.pronouns.choice.training",
}
"""The module of each part, in the order in which they are trained: later ones may use earlier ones."""


def train_pronouns(job: TrainingJob, only: Sequence[str] = ()) -> dict[str, Mapping[str, Any]]:
    """Train the parts named, or all that this version has; the figures of each."""
    for name in only:
        if name not in PARTS:
            raise BadOption(f"unknown part '{name}': the parts are {', '.join(PARTS)}")
    figures: dict[str, Mapping[str, Any]] = {}
    for name, module in PARTS.items():
        if only and name not in only:
            continue
        try:
            part = importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            if name in only:
                raise ResourceError(f"the part '{name}' is not in this version") from None
            continue
        serves: Callable[[Pair], bool] = getattr(part, "serves", _always)
        if only or serves(pair(job.folder.pair)):
            figures[name] = part.train_part(job)
    return figures


def _always(pair: Pair) -> bool:
    del pair
    return True
