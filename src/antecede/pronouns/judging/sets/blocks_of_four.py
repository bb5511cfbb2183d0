"""Blocks of four: a source of two lines with translations whose second line is right or wrong after the first.

A JSON object by number. Its entries have `src`, two lines, and `trg`, a list whose members have two lines under
`correct` (or `semi-correct`), two under `incorrect`, and a `type`; or they have a `type` and `examples`, each with
`src` and a `trg` of `correct` and `incorrect`. Or lines, right and wrong in turn: `NAME.prev.en` and `NAME.current.en`,
and the same in the other language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from antecede.errors import BadFormat, LengthMismatch, UnreadableFile
from antecede.files import read_lines
from antecede.pronouns.judging.sets._items import Contrast, Layout, TestSet, files_in, read_json, two_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from antecede.pronouns.judging.sets._items import Group

_RIGHT: Final = ("correct", "semi-correct")
_CURRENT: Final = ".current."
_PREVIOUS: Final = ".prev."


def read(place: Path, source: str, target: str) -> TestSet:
    """The contrasts of a file, or of all files of a folder; of lines only where it has no JSON."""
    files = files_in(place, ".json")
    if files:
        return TestSet(tuple(each for file in files for each in _of_json(file)))
    found = [file for file in files_in(place, f".{source}") if _CURRENT in file.name]
    if not found:
        raise UnreadableFile(place, f"has neither JSON nor NAME.current.{source}")
    return TestSet(tuple(each for file in found for each in _of_lines(file, source, target)))


def _of_json(file: Path) -> Iterator[Contrast]:
    content = read_json(file)
    if not isinstance(content, dict):
        raise BadFormat(file, "is not an object of numbered blocks")
    for number, block in content.items():
        where = f"block {number}"
        if not isinstance(block, dict):
            raise BadFormat(file, f"{where}: is no object")
        if "examples" in block:
            groups: tuple[Group, ...] = (("category", str(block.get("type", ""))),)
            for example in _list(file, block["examples"], where):
                yield _contrast(file, where, example.get("src"), example.get("trg"), groups)
        else:
            for version in _list(file, block.get("trg"), where):
                sure = next((name for name in _RIGHT if isinstance(version, dict) and name in version), "correct")
                groups = (("category", str(version.get("type", ""))), ("right one", sure))
                yield _contrast(file, where, block.get("src"), version, groups)


def _contrast(file: Path, where: str, source: object, versions: object, groups: tuple[Group, ...]) -> Contrast:
    given = versions if isinstance(versions, dict) else {}
    right = next((given[name] for name in _RIGHT if name in given), None)
    return Contrast(
        two_lines(file, source, f"{where}, src"),
        two_lines(file, right, f"{where}, correct"),
        two_lines(file, given.get("incorrect"), f"{where}, incorrect"),
        groups,
    )


def _list(file: Path, entry: object, where: str) -> list[dict[str, Any]]:
    if not isinstance(entry, list) or not all(isinstance(each, dict) for each in entry):
        raise BadFormat(file, f"{where}: its versions are not a list of objects")
    return entry


def _of_lines(file: Path, source: str, target: str) -> Iterator[Contrast]:
    name = file.name.partition(_CURRENT)[0]
    paths = [file.with_name(f"{name}{part}{code}") for code in (source, target) for part in (_PREVIOUS, _CURRENT)]
    sides = [read_lines(path) for path in paths]
    for path, side in zip(paths, sides, strict=True):
        if len(side) != len(sides[0]):
            raise LengthMismatch(paths[0], len(sides[0]), path, len(side))
    if len(sides[0]) % 2:
        raise BadFormat(file, f"has {len(sides[0])} lines, where right and wrong ones stand in turn")
    blocks = list(zip(*sides, strict=True))
    for (before, line, *right), (_, _, *wrong) in zip(blocks[::2], blocks[1::2], strict=True):
        yield Contrast((before, line), tuple(right), tuple(wrong), (("category", name),))


LAYOUT: Final = Layout(read)
