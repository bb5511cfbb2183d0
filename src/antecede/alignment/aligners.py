"""Word aligners behind one interface, one file each."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final, Protocol

from antecede.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.alignment.alignments import Alignments
    from antecede.alignment.priors import Priors

_MODULES: Final = {"eflomal": "antecede.alignment.eflomal", "fast": "antecede.alignment.fast"}
ALIGNERS: Final = tuple(_MODULES)


class Aligner(Protocol):
    """A program that finds which words translate each other."""

    @property
    def name(self) -> str:
        """The program and its version, as signatures show it: `eflomal-2.0`."""

    @property
    def takes_priors(self) -> bool:
        """Whether it accepts counts of what words usually become."""

    def align(
        self,
        source: Sequence[Sequence[str]],
        target: Sequence[Sequence[str]],
        *,
        priors: Priors | None = None,
        quick: bool = False,
        progress: bool = False,
    ) -> tuple[Alignments, Alignments]:
        """The links of both directions; words are compared as they are given, see `normalise`.

        `quick` is for text that is aligned once and read once: links may be a little less sure of themselves.
        """


def aligner(method: str) -> Aligner:
    """The aligner of that name; a ResourceError says how to install one that is missing."""
    if method not in _MODULES:
        raise BadOption(f"unknown aligner '{method}': the aligners are {', '.join(ALIGNERS)}")
    loaded: Aligner = importlib.import_module(_MODULES[method]).ALIGNER
    return loaded


def normalise(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """The words as aligners should see them: in lower case, with one kind of apostrophe."""
    # Each word once in memory, however often it occurs.
    known: dict[str, str] = {}

    def plain(word: str) -> str:
        normal = known.get(word)
        if normal is None:
            normal = known[word] = word.lower().replace("’", "'")
        return normal

    return [[plain(word) for word in sentence] for sentence in sentences]
