"""Phrase tables: learnt from aligned text, looked into, and exchanged with Moses."""

from __future__ import annotations

import gzip
import zlib
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Literal, NamedTuple, Self, cast

from antecede import _native
from antecede.alignment.alignments import Alignments, Link
from antecede.errors import BadFormat, BadOption, InputError, ResourceError, UnreadableFile
from antecede.files import partial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Smoothing = Literal["none", "good-turing", "kneser-ney"]

LONGEST_PHRASE: Final = _native.LONGEST_EXTRACTED
SMOOTHINGS: Final = ("none", "good-turing", "kneser-ney")
_CHUNK: Final = 4 << 20
_GZIP: Final = b"\x1f\x8b"


class PhrasePair(NamedTuple):
    """A translation of a source phrase; scores and orientations are natural logarithms."""

    target: tuple[str, ...]
    alignment: tuple[Link, ...]
    scores: tuple[float, ...]
    """p(s|t), lex(s|t), p(t|s), lex(t|s)."""
    reordering: tuple[float, ...]
    """Monotone, swap, discontinuous towards the phrase before, then towards the phrase after."""


class Extraction(NamedTuple):
    """What a table was made of."""

    occurrences: int
    distinct: int
    pairs: int
    source_phrases: int


@dataclass(frozen=True, slots=True)
class PhraseOptions:
    """How phrases are extracted and scored; the defaults are Moses's, but for the `best` translations kept of each."""

    longest: int = LONGEST_PHRASE
    smoothing: Smoothing = "none"
    least_count: int = 1
    significance: float | None = None
    """Leave out pairs whose Fisher test gives a lower -ln p; ln of the number of sentences is what a pair has whose
    phrases were seen once each."""
    best: int = 100
    counts: bool = False
    """Keep the counts, which Moses's text format shows."""
    exact: bool = False
    """Keep scores as they are, not rounded to one of 256 values: three times the size."""

    def __post_init__(self) -> None:
        if not 1 <= self.longest <= LONGEST_PHRASE:
            raise BadOption(f"phrases have 1 to {LONGEST_PHRASE} words, not {self.longest}")
        if self.smoothing not in SMOOTHINGS:
            raise BadOption(f"unknown smoothing '{self.smoothing}': the smoothings are {', '.join(SMOOTHINGS)}")
        if self.least_count < 1 or self.best < 0:
            raise BadOption("counts of phrases are positive; --best 0 keeps all translations")


class PhraseTable:
    """A phrase table in a file, which is mapped and not loaded."""

    __slots__ = ("_table", "path")

    def __init__(self, path: Path | str) -> None:
        """Open the table; raises ResourceError if it is missing, damaged or of another format."""
        self.path = Path(path)
        try:
            self._table = _native.PhraseTable.open(self.path)
        except (_native.DamagedFile, _native.FileError) as error:
            raise ResourceError(str(error)) from None

    def __len__(self) -> int:
        return self._table.pairs

    @property
    def source_phrases(self) -> int:
        """How many source phrases have translations."""
        return self._table.source_phrases

    @property
    def has_reordering(self) -> bool:
        """Whether orientations are kept with the pairs."""
        return self._table.has_reordering

    def find(self, source: Sequence[str]) -> list[PhrasePair]:
        """The translations of a phrase, the best by p(t|s) first."""
        try:
            rows = self._table.find(list(source))
        except _native.DamagedFile as error:
            raise ResourceError(str(error)) from None
        return [PhrasePair(target, tuple(map(Link._make, links)), *scores) for target, links, *scores in rows]

    def verify(self) -> None:
        """Read all of the file and compare its checksums."""
        try:
            self._table.verify()
        except _native.DamagedFile as error:
            raise ResourceError(str(error)) from None

    @property
    def native(self) -> _native.PhraseTable:
        """The table as the native parts take it."""
        return self._table


def train_phrase_table(
    source: Path | str,
    target: Path | str,
    alignments: Alignments,
    out: Path | str,
    options: PhraseOptions | None = None,
    *,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Extraction:
    """Write the phrase table of two tokenised files, one sentence a line, and their alignment."""
    chosen = options or PhraseOptions()
    with partial(out) as temporary:
        try:
            figures = _native.train_phrase_table(
                Path(source),
                Path(target),
                alignments.native,
                temporary,
                longest=chosen.longest,
                smoothing=chosen.smoothing,
                least_count=chosen.least_count,
                significance=chosen.significance,
                best=chosen.best,
                counts=chosen.counts,
                exact=chosen.exact,
                threads=threads,
                progress=progress,
            )
        except ValueError as error:
            raise InputError(f"{source}, {target}: {error}") from None
        except OSError as error:
            raise InputError(str(error).replace(str(temporary), str(out), 1)) from None
    return Extraction(**figures)


def read_moses_tables(
    phrase_table: Path | str,
    reordering_table: Path | str | None,
    out: Path | str,
    *,
    exact: bool = True,
    counts: bool = True,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Make a phrase table of Moses's `phrase-table` and `reordering-table.wbe-msd-bidirectional-fe`, plain or gzipped.

    The lines may be in any order. A malformed line is a BadFormat that names file and line.
    """
    final = Path(out)
    reader = _native.MosesReader(final.parent)
    share = 0.7 if reordering_table is None else 0.35
    _feed(Path(phrase_table), reader.add_phrases, progress, 0.0, share)
    if reordering_table is not None:
        _feed(Path(reordering_table), reader.add_reordering, progress, share, 0.7)
    with partial(final) as temporary:
        try:
            reader.finish(temporary, exact, counts)
        except OSError as error:
            raise InputError(str(error).replace(str(temporary), str(final), 1)) from None


def write_moses_tables(
    table: PhraseTable,
    phrase_table: Path | str,
    reordering_table: Path | str | None,
    *,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Write a phrase table as Moses's text files, in the order that Moses's tools want; a name in `.gz` compresses."""
    if reordering_table is not None and not table.has_reordering:
        raise BadOption(f"{table.path} has no reordering scores; ask for the phrase table alone")
    writer = _native.MosesWriter(table.native)
    with (
        partial(phrase_table) as first,
        nullcontext() if reordering_table is None else partial(reordering_table) as second,
        _create(first, phrase_table) as phrases,
        _create(second, reordering_table) as reordering,
    ):
        while True:
            lines, orientations = writer.next(_CHUNK)
            if not lines:
                break
            phrases.write(lines)
            reordering.write(orientations)
            if progress is not None:
                progress(writer.done)


def _feed(
    path: Path,
    add: Callable[[bytes, bool], None],
    progress: Callable[[float], None] | None,
    first: float,
    last: float,
) -> None:
    try:
        size = max(path.stat().st_size, 1)
        for chunk, done in _chunks(path):
            add(chunk, False)  # more is to come
            if progress is not None:
                progress(first + (last - first) * min(1.0, done / size))
        add(b"", True)  # this was the last
    except _native.MalformedTable as error:
        line, problem = error.args
        raise BadFormat(path, problem, line=line) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BadFormat(path, "is a damaged gzip file") from None
    except FileNotFoundError:
        raise UnreadableFile(path, "no such file") from None
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or "cannot be read").lower()) from None


def _chunks(path: Path) -> Iterator[tuple[bytes, int]]:
    with path.open("rb") as raw:
        packed = raw.read(2) == _GZIP
        raw.seek(0)
        file = cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if packed else raw
        while chunk := file.read(_CHUNK):
            yield chunk, raw.tell()


class _Nothing:
    """A file that discards what is written to it."""

    def write(self, _text: bytes) -> int:
        return 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def _create(temporary: Path | None, final: Path | str | None) -> IO[bytes] | _Nothing:
    if temporary is None:
        return _Nothing()
    if str(final).endswith(".gz"):
        # No file name and no time inside: the same table gives the same bytes.
        return cast("IO[bytes]", gzip.GzipFile(temporary, "wb", compresslevel=4, mtime=0))
    return temporary.open("wb")
