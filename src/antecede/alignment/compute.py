"""Align a parallel text: the aligner, its priors, the symmetrisation, and what was computed before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.alignment import cache as kept
from antecede.alignment.aligners import aligner, normalise
from antecede.alignment.priors import Priors, count_priors, read_priors, shipped_priors
from antecede.alignment.symmetrise import SHORT_NAMES, check_method
from antecede.alignment.symmetrise import symmetrise as symmetrised
from antecede.errors import BadOption, LengthMismatch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.alignment.aligners import Aligner
    from antecede.alignment.alignments import Alignments

    Tokens = Sequence[Sequence[str]]


SHIPPED: Final = "shipped"


@dataclass(frozen=True, slots=True)
class AlignmentResult:
    """An alignment, and a signature that lets another person reproduce or recognise it."""

    alignments: Alignments
    signature: str
    """Aligner and version, symmetrisation, priors, checksum of the links: `eflomal-2.0+gdfa+priors:1a2b:3f9a`."""
    forward: Alignments
    reverse: Alignments


def align_corpus(  # noqa: PLR0913  # each is a choice of the user's, and an option of the command
    source: Tokens,
    target: Tokens,
    *,
    pair: str | None = None,
    method: str = "eflomal",
    symmetrise: str = "grow-diag-final-and",
    priors: Path | str | None = SHIPPED,
    align_with: tuple[Tokens, Tokens] | None = None,
    quick: bool = False,
    cache: bool = True,
    progress: bool = False,
) -> AlignmentResult:
    """The word alignment of tokenised sentences, computed, or taken from the cache.

    Args:
        source: The tokens of each source sentence.
        target: The tokens of each target sentence.
        pair: The language pair, whose shipped priors are used.
        method: The aligner: `eflomal` or `fast`.
        symmetrise: How the two directions are put together, one of METHODS.
        priors: A file of priors; `shipped` for those that ship with the pair, if the aligner takes any; or none.
        align_with: Another parallel text, aligned in the same run and dropped after: more text aligns better.
        quick: Whether fewer passes are enough, where there are priors to start from: a quarter of the time, links that
            differ from those of another run hardly more than two runs do (`experiments/alignment.md`).
        cache: Whether results are kept and reused.
        progress: Whether to show progress on the error stream.
    """
    _check_parallel(source, target, "text")
    chosen = aligner(method)
    # Before the aligner runs for an hour, not after.
    check_method(symmetrise)
    known = _priors(chosen, method, pair, priors)
    texts = [normalise(source), normalise(target)]
    extra: list[list[list[str]]] = [[], []]
    if align_with is not None:
        _check_parallel(*align_with, "text to align with")
        extra = [normalise(side) for side in align_with]
    quick = quick and known is not None
    settings = [chosen.name, "" if known is None else known.checksum, *(["quick"] if quick else [])]
    key = kept.key_of(settings, *texts, *extra)
    directions = kept.load(key) if cache else None
    if directions is None or len(directions[0]) != len(source):
        whole = chosen.align(extra[0] + texts[0], extra[1] + texts[1], priors=known, quick=quick, progress=progress)
        first = len(extra[0])
        directions = whole[0][first:], whole[1][first:]
        if cache:
            kept.save(key, *directions)
    alignments = symmetrised(*directions, symmetrise)
    parts = [chosen.name, SHORT_NAMES[symmetrise]]
    if known is not None:
        parts.append(f"priors:{known.checksum[:4]}")
    if quick:
        parts.append("quick")
    if align_with is not None:
        parts.append(f"with:{kept.key_of((), *extra)[:4]}")
    return AlignmentResult(alignments, f"{'+'.join(parts)}:{alignments.checksum}", *directions)


def priors_of(source: Tokens, target: Tokens, result: AlignmentResult) -> Priors:
    """Priors for later texts, from a text and its alignment."""
    return count_priors(normalise(source), normalise(target), result.forward, result.reverse)


def _check_parallel(source: Tokens, target: Tokens, what: str) -> None:
    if len(source) != len(target):
        raise LengthMismatch(f"the source {what}", len(source), f"the target {what}", len(target))


def _priors(chosen: Aligner, method: str, pair: str | None, priors: Path | str | None) -> Priors | None:
    if priors is None:
        return None
    if priors == SHIPPED:
        return shipped_priors(pair) if pair is not None and chosen.takes_priors else None
    if not chosen.takes_priors:
        raise BadOption(f"the aligner {method} takes no priors; use eflomal or fast with them")
    return read_priors(priors)
