"""What a tuning run has done so far, on disk: a killed run continues where it left off, with the same result.

`state.json` holds the iterations and is replaced atomically after each; the hypotheses that an iteration found are in a
file of arrays beside it, which the state names with its checksum.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from antecede.files import make_folder, write_all
from antecede.smt.tuning.pool import Lists

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Iteration:
    """One round of decoding and optimising."""

    number: int
    """Counted from 1."""
    weights: tuple[float, ...]
    """What the decoder used."""
    score: float
    """The metric's score of the decoder's translations."""
    fresh: int
    """How many hypotheses were new."""
    next_weights: tuple[float, ...]
    """What the optimiser found."""
    next_score: float
    """What it scores on all lists so far: the optimiser's hope."""


class Checkpoint:
    """A folder for one run. `settings` is all that the result depends on: a run with others starts again."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self._folder = folder
        self._settings = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()
        self._checksums: list[str] = []

    def load(self) -> tuple[list[Iteration], list[Lists]]:
        """The iterations that are complete, and what each found; nothing if there was no such run, or it is damaged."""
        try:
            state = json.loads((self._folder / _STATE).read_text(encoding="utf-8"))
            if state["format"] != _FORMAT or state["settings"] != self._settings:
                return [], []
            done = [
                Iteration(**{**entry, "weights": tuple(entry["weights"]), "next_weights": tuple(entry["next_weights"])})
                for entry in state["iterations"]
            ]
            lists = [
                _read(self._folder / _lists_of(iteration.number), checksum)
                for iteration, checksum in zip(done, state["lists"], strict=True)
            ]
        except (OSError, ValueError, KeyError, TypeError):
            # Whatever is wrong with it, the remedy is the same: the work is done again.
            return [], []
        self._checksums = state["lists"]
        return done, lists

    def save(self, done: Sequence[Iteration], newest: Lists) -> None:
        """Keep one more iteration and what it found."""
        packed = io.BytesIO()
        np.savez_compressed(packed, features=newest.features, statistics=newest.statistics, offsets=newest.offsets)
        lists = packed.getvalue()
        self._checksums = [*self._checksums, hashlib.sha256(lists).hexdigest()]
        state = {
            "format": _FORMAT,
            "settings": self._settings,
            "iterations": [asdict(iteration) for iteration in done],
            "lists": self._checksums,
        }
        make_folder(self._folder)
        # In this order: a state never names lists that are not there.
        write_all({self._folder / _lists_of(done[-1].number): lists})
        write_all({self._folder / _STATE: json.dumps(state, indent=1)})


def _lists_of(number: int) -> str:
    return f"lists-{number:03}.npz"


def _read(path: Path, checksum: str) -> Lists:
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != checksum:
        raise ValueError(path)
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return Lists(arrays["features"], arrays["statistics"], arrays["offsets"])


_STATE: Final = "state.json"
_FORMAT: Final = 1
