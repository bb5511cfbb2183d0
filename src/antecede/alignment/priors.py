"""What words usually become, from a text that was aligned before: it lets ten lines align well.

A file of priors has eflomal's own format, plain or compressed with xz; those of `eflomal-makepriors` can be used:

    LEX   word  word  count     the two were linked that often
    FERF  word  n  count        the source word had n target words (FERR: the target word, n source words)
    HMMF  jump  count           between source positions from one target word to the next (HMMR: the reverse)
"""

from __future__ import annotations

import hashlib
import lzma
import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, ResourceError
from antecede.files import read_bytes, write_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from antecede.alignment.alignments import Alignments, Link

# A small compressed file may decompress to any size; a hundred times what ships is enough.
_LARGEST_PACKED: Final = 64 << 20
_LARGEST: Final = 1 << 30
_UNPACKING_MEMORY: Final = 256 << 20
_BREAKS: Final = frozenset("\t\n\r\0")
_XZ: Final = b"\xfd7zXZ\0"


@dataclass(frozen=True, slots=True)
class Priors:
    """Counts of links, fertilities and jumps; words as `aligners.normalise` leaves them."""

    lexical: Mapping[tuple[str, str], float]
    source_fertility: Mapping[tuple[str, int], float]
    target_fertility: Mapping[tuple[str, int], float]
    forward_jumps: Mapping[int, float]
    reverse_jumps: Mapping[int, float]
    checksum: str

    def indexed(self, source: Mapping[str, int], target: Mapping[str, int]) -> str:
        """The priors of the words that occur, with indices for words: eflomal's own input format."""
        # eflomal reserves index 0 for "no word", here and in the vocabulary sizes.
        words = [
            f"{source[first] + 1} {target[second] + 1} {count:g}"
            for (first, second), count in self.lexical.items()
            if first in source and second in target
        ]
        jumps = [
            [f"{jump} {count:g}" for jump, count in side.items()] for side in (self.forward_jumps, self.reverse_jumps)
        ]
        fertilities = [
            [f"{index[word] + 1} {linked} {count:g}" for (word, linked), count in side.items() if word in index]
            for side, index in ((self.source_fertility, source), (self.target_fertility, target))
        ]
        tables = [words, *jumps, *fertilities]
        header = " ".join(map(str, (len(source) + 1, len(target) + 1, *map(len, tables))))
        return "\n".join([header, *(line for table in tables for line in table), ""])


def read_priors(path: Path | str) -> Priors:
    """The priors of a file, plain or compressed with xz; an error names the line."""
    data = read_packed(path) if _is_packed(path) else read_bytes(path, largest=_LARGEST)
    return _parse(path, data)


def shipped_priors(pair: str) -> Priors | None:
    """The priors that ship for a language pair, if any do."""
    file = resources.files("antecede.alignment") / "data" / f"{pair}.xz"
    if not file.is_file():
        return None
    with resources.as_file(file) as path:
        return _shipped(path)


def write_priors(path: Path | str, priors: Priors) -> None:
    """Write a file of priors, compressed if its name ends in `.xz`."""
    data = "".join(f"{line}\n" for line in _lines(priors)).encode()
    write_all({path: lzma.compress(data, preset=9 | lzma.PRESET_EXTREME) if Path(path).suffix == ".xz" else data})


def count_priors(
    source: Sequence[Sequence[str]], target: Sequence[Sequence[str]], forward: Alignments, reverse: Alignments
) -> Priors:
    """Priors from a text that was aligned in both directions.

    A link that only one direction has counts half. Words without links count as fertility 0.
    """
    lexical: Counter[tuple[str, str]] = Counter()
    fertility: tuple[Counter[tuple[str, int]], Counter[tuple[str, int]]] = (Counter(), Counter())
    jumps: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for first, second, there, back in zip(source, target, forward, reverse, strict=True):
        if not first or not second:
            continue
        lexical.update((first[link.source], second[link.target]) for link in (*there, *back))
        linked = Counter(link.source for link in there), Counter(link.target for link in back)
        fertility[0].update((word, linked[0][position]) for position, word in enumerate(first))
        fertility[1].update((word, linked[1][position]) for position, word in enumerate(second))
        jumps[0].update(_jumps([link.source for link in sorted(there, key=_target_first)], len(first)))
        jumps[1].update(_jumps([link.target for link in back], len(second)))
    halved = {words: count / 2 for words, count in lexical.items()}
    return _with_checksum(Priors(halved, *fertility, *jumps, checksum=""))


def prune(priors: Priors, *, least: float, best: int, least_fertility: int) -> Priors:
    """The priors worth shipping.

    Kept are links seen `least` times and among the `best` of either word, and the fertility of words seen
    `least_fertility` times.
    """
    ranked: dict[tuple[int, str], list[float]] = {}
    for (first, second), count in priors.lexical.items():
        for word in ((0, first), (1, second)):
            ranked.setdefault(word, []).append(count)
    bars = {word: sorted(counts, reverse=True)[:best][-1] for word, counts in ranked.items()}
    lexical = {
        (first, second): float(math.floor(count))
        for (first, second), count in priors.lexical.items()
        if count >= least and count >= min(bars[0, first], bars[1, second])
    }
    return _with_checksum(
        Priors(
            lexical,
            _frequent(priors.source_fertility, least_fertility),
            _frequent(priors.target_fertility, least_fertility),
            priors.forward_jumps,
            priors.reverse_jumps,
            checksum="",
        )
    )


def read_packed(path: Path | str) -> bytes:
    """What an xz file holds, unless it is damaged or larger than priors are."""
    packed = Path(path).read_bytes()
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_UNPACKING_MEMORY)
    try:
        data = unpacking.decompress(packed, max_length=_LARGEST)
    except lzma.LZMAError:
        raise BadFormat(path, "is a damaged xz file") from None
    if not unpacking.eof:
        raise BadFormat(path, "is a damaged xz file, or one that unpacks to more than a gigabyte")
    return data


@lru_cache(maxsize=4)
def _shipped(path: Path) -> Priors:
    try:
        return read_priors(path)
    except BadFormat as error:
        raise ResourceError(f"{error}; install antecede again") from None


def _is_packed(path: Path | str) -> bool:
    # read_bytes refuses NULs, which compressed text has, so this is checked first; the readers report all errors.
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_XZ)) == _XZ and Path(path).stat().st_size <= _LARGEST_PACKED
    except OSError:
        return False


def _parse(path: Path | str, data: bytes) -> Priors:
    lexical: dict[tuple[str, str], float] = {}
    fertility: dict[str, dict[tuple[str, int], float]] = {"FERF": {}, "FERR": {}}
    jumps: dict[str, dict[int, float]] = {"HMMF": {}, "HMMR": {}}
    for line_number, line in enumerate(data.decode("utf-8", "replace").removesuffix("\n").split("\n"), start=1):
        match line.split("\t"):
            case ["LEX", first, second, count]:
                lexical[first, second] = _count(path, line_number, count)
            case [("FERF" | "FERR") as kind, word, words, count]:
                fertility[kind][word, int(_count(path, line_number, words))] = _count(path, line_number, count)
            case [("HMMF" | "HMMR") as kind, jump, count]:
                # A jump may go back, and the program turns one beyond its table into the table's end.
                sign = -1 if jump.startswith("-") else 1
                jumps[kind][sign * int(_count(path, line_number, jump.removeprefix("-")))] = _count(
                    path, line_number, count
                )
            case _:
                raise BadFormat(path, "is not a line of priors (LEX, FERF, FERR, HMMF or HMMR)", line=line_number)
    checksum = hashlib.sha256(data).hexdigest()
    return Priors(lexical, fertility["FERF"], fertility["FERR"], jumps["HMMF"], jumps["HMMR"], checksum)


def _count(path: Path | str, line: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    # The comparison is false for NaN, too.
    if not 0 <= value <= 1e9:
        raise BadFormat(path, f"'{text[:40]}' is not a count", line=line)
    return value


def _jumps(positions: Iterable[int], length: int) -> Iterator[int]:
    last = -1
    for position in positions:
        yield position - last
        last = position
    yield length - last


def _target_first(link: Link) -> tuple[int, int]:
    return link.target, link.source


def _frequent(fertility: Mapping[tuple[str, int], float], least: int) -> dict[tuple[str, int], float]:
    totals: Counter[str] = Counter()
    for (word, _), count in fertility.items():
        totals[word] += int(count)
    # One in a hundred is as good as none: eflomal adds a half to every fertility.
    return {
        (word, linked): count
        for (word, linked), count in fertility.items()
        if totals[word] >= least and count * 100 >= totals[word]
    }


def _lines(priors: Priors) -> Iterator[str]:
    for (first, second), count in sorted(priors.lexical.items()):
        # Tokens from elsewhere may hold what ends a field or a line.
        if _BREAKS.isdisjoint(first) and _BREAKS.isdisjoint(second):
            yield f"LEX\t{first}\t{second}\t{count:g}"
    for kind, fertility in (("FERF", priors.source_fertility), ("FERR", priors.target_fertility)):
        for (word, linked), count in sorted(fertility.items()):
            if _BREAKS.isdisjoint(word):
                yield f"{kind}\t{word}\t{linked}\t{count:g}"
    for kind, jumps in (("HMMF", priors.forward_jumps), ("HMMR", priors.reverse_jumps)):
        for jump, count in sorted(jumps.items()):
            yield f"{kind}\t{jump}\t{count:g}"


def _with_checksum(priors: Priors) -> Priors:
    data = "".join(f"{line}\n" for line in _lines(priors)).encode()
    return Priors(
        priors.lexical,
        priors.source_fertility,
        priors.target_fertility,
        priors.forward_jumps,
        priors.reverse_jumps,
        hashlib.sha256(data).hexdigest(),
    )
