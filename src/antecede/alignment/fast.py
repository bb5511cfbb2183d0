"""The light aligner: fast_align (Dyer, Chahuneau and Smith 2013), trained by systran-align.

systran-align symmetrises inside and does not show the two directions. So it only trains here; the best links of each
direction are read off its tables of probabilities with the model's own formula.
"""

from __future__ import annotations

import importlib.metadata
import math
import struct
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.alignment.alignments import Alignments
from antecede.errors import EngineError
from antecede.extras import needing
from antecede.progress import showing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.alignment.priors import Priors

    Pairs = Sequence[tuple[Sequence[str], Sequence[str]]]
    Table = dict[str, dict[str, float]]

_NO_WORD: Final = "<eps>"
# fast_align's defaults, which systran-align uses too: how strongly the diagonal is preferred, and the share of words
# without a counterpart.
_TENSION: Final = 4.0
_NULL: Final = 0.08
_UNSEEN: Final = 1e-9
_TABLE_VERSION: Final = 2
_STEP: Final = 1000


@dataclass(frozen=True, slots=True)
class FastAlign:
    """Trains fast_align on the text itself."""

    @property
    def name(self) -> str:
        try:
            version = importlib.metadata.version("systran-align")
        except importlib.metadata.PackageNotFoundError:
            return "fast"
        return "fast-" + ".".join(version.split(".")[:2])

    @property
    def takes_priors(self) -> bool:
        return False

    def align(
        self,
        source: Sequence[Sequence[str]],
        target: Sequence[Sequence[str]],
        *,
        priors: Priors | None = None,  # noqa: ARG002  # the interface's; `takes_priors` says that they are not used
        quick: bool = False,  # noqa: ARG002  # it is quick
        progress: bool = False,
    ) -> tuple[Alignments, Alignments]:
        """The links of both directions."""
        library = _library()
        pairs = [(_plain(first), _plain(second)) for first, second in zip(source, target, strict=True)]
        if not any(first and second for first, second in pairs):
            nothing = Alignments.parse("" for _ in pairs)
            return nothing, nothing
        with showing(f"aligning {len(pairs)} sentences with fast_align", enabled=progress) as show:
            there, back = _train(library, pairs)
            forward, reverse = [], []
            for index, (first, second) in enumerate(pairs):
                forward.append(" ".join(f"{i}-{j}" for i, j in _best(there, first, second)))
                reverse.append(" ".join(f"{i}-{j}" for j, i in _best(back, second, first)))
                if index % _STEP == 0:
                    show(index / len(pairs))
        return Alignments.parse(forward), Alignments.parse(reverse)


ALIGNER: Final = FastAlign()


def _library() -> Any:  # noqa: ANN401  # a module without types
    with needing("the aligner fast_align", "fast"):
        import systran_align
    return systran_align


def _plain(sentence: Sequence[str]) -> list[str]:
    """Words that do not break the input format: no spaces inside, no separator, no name of the empty word."""
    return [_plain_word(word) for word in sentence]


def _plain_word(word: str) -> str:
    if word.isalpha():
        return word
    whole = word.encode("utf-8", "replace").decode()
    return "_".join(whole.split()).replace("\0", "_").replace("|", "¦").replace(_NO_WORD, "<_>") or "_"


def _train(library: Any, pairs: Pairs) -> tuple[Table, Table]:  # noqa: ANN401  # as above
    lines = [f"{' '.join(first)} ||| {' '.join(second)}\n" for first, second in pairs if first and second]
    with tempfile.TemporaryDirectory(prefix="antecede-") as folder:
        text, there, back = (Path(folder, name) for name in ("text", "there", "back"))
        text.write_text("".join(lines), encoding="utf-8")
        try:
            # The options that fast_align's authors recommend: -d -o -v.
            library.generate_alignment_probabilities(
                str(text), str(there), str(back), favor_diagonal=True, optimize_tension=True, variational_bayes=True
            )
            return _read_table(there.read_bytes()), _read_table(back.read_bytes())
        except (RuntimeError, ValueError, OSError) as error:
            raise EngineError(f"fast_align failed: {error}") from None


def _read_table(data: bytes) -> Table:
    """The probabilities of each word's translations.

    The file has a version, the words (a number of them, each ended by a NUL) and their highest number; then, for each
    word, its number, how many translations it has, and their numbers and probabilities. Words count from 1.
    """
    try:
        version, size = struct.unpack_from("<II", data)
        words = data[8:].split(b"\0", size)
        place = len(data) - len(words.pop()) + 4
        names = [word.decode() for word in words]
        table: Table = {}
        while place < len(data):
            word, count = struct.unpack_from("<II", data, place)
            row = struct.iter_unpack("<If", data[place + 8 : place + 8 + 8 * count])
            table[names[word - 1]] = {names[other - 1]: probability for other, probability in row}
            place += 8 + 8 * count
        known = version == _TABLE_VERSION and len(names) == size
    except (struct.error, IndexError, UnicodeDecodeError):
        known = False
    if not known:
        raise EngineError("systran-align left a table of an unknown kind: install version 3.5 of it")
    return table


def _best(table: Table, given: Sequence[str], words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The best counterpart of each word, as (position of the given word, position of the word)."""
    if not given:
        return
    rows = [table.get(word, {}) for word in given]
    nothing = table.get(_NO_WORD, {})
    weights = _weights(len(given), len(words))
    for position, word in enumerate(words):
        best, highest = -1, nothing.get(word, _UNSEEN) * _NULL
        for other, (row, weight) in enumerate(zip(rows, weights[position], strict=True)):
            probability = row.get(word, _UNSEEN) * weight
            if probability > highest:
                best, highest = other, probability
        if best >= 0:
            yield best, position


@lru_cache(maxsize=1 << 12)
def _weights(given: int, words: int) -> list[list[float]]:
    """How likely each position of a word is to go with each given position: more so near the diagonal."""
    table = []
    for position in range(1, words + 1):
        row = [math.exp(-_TENSION * abs(position / words - other / given)) for other in range(1, given + 1)]
        scale = (1 - _NULL) / sum(row)
        table.append([weight * scale for weight in row])
    return table
