"""Symmetrisation again, slowly and differently: as the published pseudocode and symal's sets of points say it."""

from __future__ import annotations

Pairs = set[tuple[int, int]]

# (source, target) steps in symal's order, which counts (target, source).
NEIGHBOURS = ((0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))


def symmetrise(forward: Pairs, reverse: Pairs, method: str) -> Pairs:
    if method == "forward":
        return forward
    if method == "reverse":
        return reverse
    if method == "intersection":
        return forward & reverse
    if method == "union":
        return forward | reverse
    chosen = _grow_diag(forward, reverse)
    if method != "grow-diag":
        for direction in (forward - reverse, reverse - forward):
            chosen = _final(chosen, direction, both=method == "grow-diag-final-and")
    return chosen


def _grow_diag(forward: Pairs, reverse: Pairs) -> Pairs:
    chosen = forward & reverse
    union = forward | reverse
    added = True
    while added:
        added = False
        last = None
        # A C++ set that grows while it is walked: the next point is the least one after this one, old or new.
        while ahead := [point for point in map(_by_target, chosen) if last is None or point > last]:
            last = min(ahead)
            for source_step, target_step in NEIGHBOURS:
                point = (last[1] + source_step, last[0] + target_step)
                if point in union and not _covered(point, chosen, both=True):
                    chosen = chosen | {point}
                    added = True
    return chosen


def _final(chosen: Pairs, direction: Pairs, *, both: bool) -> Pairs:
    for point in sorted(direction - chosen, key=_by_target):
        if not _covered(point, chosen, both=not both):
            chosen = chosen | {point}
    return chosen


def _covered(point: tuple[int, int], chosen: Pairs, *, both: bool) -> bool:
    source = any(source == point[0] for source, _ in chosen)
    target = any(target == point[1] for _, target in chosen)
    return (source and target) if both else (source or target)


def _by_target(point: tuple[int, int]) -> tuple[int, int]:
    return point[1], point[0]
