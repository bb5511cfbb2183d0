"""What `train-pronouns` trains, part by part, into a model folder: modules of this folder that define `PART`.

Other packages add theirs with an entry point of the group `antecede.pronouns.parts`.
"""

from __future__ import annotations

from dataclasses import replace
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.errors import BadOption
from antecede.pairs import pair
from antecede.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from antecede.pairs import Pair
    from antecede.pronouns.training.job import TrainingJob

__all__ = ["PARTS", "Part", "train_pronouns"]


class Part(NamedTuple):
    """What a module of a part says of it."""

    train: Callable[[TrainingJob], Mapping[str, Any]]
    """Trains it into the job's model folder; its figures."""
    after: tuple[str, ...] = ()
    """The parts that are trained before it, if they are trained at all: it may use them."""
    serves: Callable[[Pair], bool] | None = None
    """Whether it is trained for a pair where nobody asks for it by name; for every pair, if it does not say."""


def _unknown(name: str, known: tuple[str, ...]) -> BadOption:
    return BadOption(f"unknown part '{name}': the parts are {', '.join(known)}")


PARTS: Final = Registry(__name__, "PART", Part, _unknown)


def train_pronouns(job: TrainingJob, only: Sequence[str] = ()) -> dict[str, Mapping[str, Any]]:
    """Train the parts named, or all that the pair has; the figures of each."""
    from antecede.models import ModelFolder

    parts = {name: PARTS[name] for name in only or PARTS.names()}
    order = TopologicalSorter({name: part.after for name, part in parts.items()})
    figures: dict[str, Mapping[str, Any]] = {}
    for name in order.static_order():
        part = parts.get(name)
        if part is not None and (only or part.serves is None or part.serves(pair(job.folder.pair))):
            figures[name] = part.train(job)
            job = replace(job, folder=ModelFolder.read(job.folder.path))
    return figures
