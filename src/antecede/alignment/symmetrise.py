"""Symmetrise two directional word alignments."""

from __future__ import annotations

from typing import Final

from antecede import _native
from antecede.alignment.alignments import Alignments
from antecede.errors import BadOption

METHODS: Final = _native.METHODS

# As they stand in signatures.
SHORT_NAMES: Final = {
    "forward": "fwd",
    "reverse": "rev",
    "intersection": "int",
    "union": "uni",
    "grow-diag": "gd",
    "grow-diag-final": "gdf",
    "grow-diag-final-and": "gdfa",
}


def symmetrise(forward: Alignments, reverse: Alignments, method: str = "grow-diag-final-and") -> Alignments:
    """The alignment both directions support, grown by `method` as Moses's symal grows it.

    `forward` links each target word to at most one source word, `reverse` each source word to at most one target
    word; both are written source-target.

    >>> symmetrise(Alignments.parse(["0-0 1-1"]), Alignments.parse(["0-0 1-2"]), "union")[0]
    (Link(source=0, target=0), Link(source=1, target=1), Link(source=1, target=2))
    """
    check_method(method)
    if len(forward) != len(reverse):
        raise BadOption(f"the forward alignment has {len(forward)} sentences but the reverse one has {len(reverse)}")
    return Alignments.symmetrised(forward, reverse, method)


def check_method(method: str) -> None:
    """Refuse a method that is not one of METHODS."""
    if method not in METHODS:
        raise BadOption(f"unknown symmetrisation '{method}': the methods are {', '.join(METHODS)}")
