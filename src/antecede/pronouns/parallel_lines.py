"""The parallel text of a name in a folder: what every experiment reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from antecede.errors import InputError, LengthMismatch
from antecede.files import read_lines

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.pairs import Pair


class ParallelLines(NamedTuple):
    """Two files line by line, and the document of each line."""

    source_file: Path
    target_file: Path
    ids_file: Path | None
    source: list[str]
    target: list[str]
    ids: list[str]


def read_parallel(folder: Path, name: str, pair: Pair) -> ParallelLines:
    """NAME.en, NAME.fr and maybe NAME.ids of a folder, or of its folder for the pair; without ids, one document."""
    places = (folder, folder / pair.name)
    place = next((each for each in places if (each / f"{name}.{pair.source}").exists()), None)
    if place is None:
        raise InputError(f"{folder}: has no {name}.{pair.source}, and no {pair.name}/{name}.{pair.source}")
    source_file, target_file, ids_file = (place / f"{name}.{end}" for end in (pair.source, pair.target, "ids"))
    source, target = read_lines(source_file), read_lines(target_file)
    given = ids_file.exists()
    ids = [line.partition("\t")[0] for line in read_lines(ids_file)] if given else [name] * len(source)
    for file, lines in ((target_file, target), (ids_file, ids)):
        if len(lines) != len(source):
            raise LengthMismatch(source_file, len(source), file, len(lines))
    return ParallelLines(source_file, target_file, ids_file if given else None, source, target, ids)
