"""The light aligner: fast_align (Dyer, Chahuneau and Smith 2013), trained by systran-align.

systran-align symmetrises inside and does not show the two directions. So it only trains here; the best links of each
direction are read off its tables of probabilities: with the model's own formula, or, where priors say how far apart
the source words of neighbours are, as the likeliest way through the sentence. Nothing is drawn at random, and it runs
in one thread, as a process of its own: several threads add up in any order. The same text gives the same links.
"""

from __future__ import annotations

import importlib.metadata
import itertools
import math
import os
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.alignment.alignments import Alignments
from antecede.errors import EngineError
from antecede.extras import needing
from antecede.progress import showing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from antecede.alignment.priors import Priors

    Pairs = Sequence[tuple[Sequence[str], Sequence[str]]]
    Table = dict[str, dict[str, float]]
    Links = Callable[[Table, Sequence[str], Sequence[str]], Iterator[tuple[int, int]]]

_NO_WORD: Final = "<eps>"
# fast_align's defaults, which systran-align uses too: how strongly the diagonal is preferred, and the share of words
# without a counterpart.
_TENSION: Final = 4.0
_NULL: Final = 0.08
_UNSEEN: Final = 1e-9
# The share of words without a counterpart on a way through the sentence: eflomal's.
_NULL_ON_THE_WAY: Final = 0.2
_TABLE_VERSION: Final = 2
_STEP: Final = 1000


@dataclass(frozen=True, slots=True)
class FastAlign:
    """Trains fast_align on the text itself, and on what priors say of its words."""

    @property
    def name(self) -> str:
        try:
            version = importlib.metadata.version("systran-align")
        except importlib.metadata.PackageNotFoundError:
            return "fast"
        return "fast-" + ".".join(version.split(".")[:2])

    @property
    def takes_priors(self) -> bool:
        return True

    def align(
        self,
        source: Sequence[Sequence[str]],
        target: Sequence[Sequence[str]],
        *,
        priors: Priors | None = None,
        quick: bool = False,  # noqa: ARG002  # it is quick
        progress: bool = False,
    ) -> tuple[Alignments, Alignments]:
        """The links of both directions."""
        _check_installed()
        pairs = [(_plain(first), _plain(second)) for first, second in zip(source, target, strict=True)]
        if not any(first and second for first, second in pairs):
            nothing = Alignments.parse("" for _ in pairs)
            return nothing, nothing
        with showing(f"aligning {len(pairs)} sentences with fast_align", enabled=progress) as show:
            there, back = _train(pairs, priors)
            forward, reverse = [], []
            ways = (_best, _best) if priors is None else (_way(priors.forward_jumps), _way(priors.reverse_jumps))
            for index, (first, second) in enumerate(pairs):
                forward.append(" ".join(f"{i}-{j}" for i, j in ways[0](there, first, second)))
                reverse.append(" ".join(f"{i}-{j}" for j, i in ways[1](back, second, first)))
                if index % _STEP == 0:
                    show(index / len(pairs))
        return Alignments.parse(forward), Alignments.parse(reverse)


ALIGNER: Final = FastAlign()


def _check_installed() -> None:
    with needing("the aligner fast_align", "fast"):
        import systran_align  # noqa: F401 - whether it is there


def _plain(sentence: Sequence[str]) -> list[str]:
    """Words that do not break the input format: no spaces inside, no separator, no name of the empty word."""
    return [_plain_word(word) for word in sentence]


def _plain_word(word: str) -> str:
    if word.isalpha():
        return word
    whole = word.encode("utf-8", "replace").decode()
    return "_".join(whole.split()).replace("\0", "_").replace("|", "¦").replace(_NO_WORD, "<_>") or "_"


def _known(pairs: Pairs, priors: Priors) -> Iterator[str]:
    """Lines that teach what priors say of the text's words: two words that are linked, by themselves.

    They are repeated as often as the square root of the links that were counted: links as such would outweigh whatever
    a text of some thousand lines says itself, and the largest counts would take all the time.
    """
    sources, targets = ({word for pair in pairs for word in pair[side]} for side in (0, 1))
    for (first, second), count in priors.lexical.items():
        if first in sources or second in targets:
            line = f"{_plain_word(first)} ||| {_plain_word(second)}\n"
            yield from itertools.repeat(line, math.ceil(math.sqrt(count)))


def _train(pairs: Pairs, priors: Priors | None) -> tuple[Table, Table]:
    lines = [] if priors is None else [*_known(pairs, priors)]
    lines += [f"{' '.join(first)} ||| {' '.join(second)}\n" for first, second in pairs if first and second]
    with tempfile.TemporaryDirectory(prefix="antecede-") as folder:
        text, there, back = (Path(folder, name) for name in ("text", "there", "back"))
        text.write_text("".join(lines), encoding="utf-8")
        # The options that fast_align's authors recommend: -d -o -v. Two words by themselves, as priors give them, are
        # as diagonal as can be: -o would make the model believe in nothing else.
        options = f"favor_diagonal=True, optimize_tension={priors is None}, variational_bayes=True"
        code = f"import sys, systran_align; systran_align.generate_alignment_probabilities(*sys.argv[1:], {options})"
        command = [sys.executable, "-c", code, str(text), str(there), str(back)]
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=False)
        if run.returncode:
            last = run.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise EngineError(f"fast_align failed: {last or f'code {run.returncode}'}")
        try:
            return _read_table(there.read_bytes()), _read_table(back.read_bytes())
        except OSError as error:
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


def _way(jumps: Mapping[int, float]) -> Links:
    """What finds the likeliest counterparts of all words of a sentence: a jump from one to the next has its cost."""
    total = sum(jumps.values())

    @lru_cache(maxsize=1 << 8)
    def steps(length: int) -> NDArray[np.float64]:
        """From each position, and from before the first one, to each."""
        counts = [[jumps.get(to - since, 0.0) + 0.5 for to in range(length)] for since in range(-1, length)]
        shares = np.array(counts) / total
        found: NDArray[np.float64] = np.log(shares / shares.sum(axis=1, keepdims=True) * (1 - _NULL_ON_THE_WAY))
        return found

    def links(table: Table, given: Sequence[str], words: Sequence[str]) -> Iterator[tuple[int, int]]:
        if not given or not words:
            return
        rows = [table.get(word, {}) for word in given]
        nothing = table.get(_NO_WORD, {})
        linked = np.log([[row.get(word, _UNSEEN) for row in rows] for word in words])
        alone = np.log([nothing.get(word, _UNSEEN) for word in words]) + math.log(_NULL_ON_THE_WAY)
        move, own = steps(len(given)), np.arange(len(given))
        # The best score with the last counterpart at each position (0: there was none yet), and how it was reached: a
        # word without a counterpart leaves it where it was.
        best = np.full(len(given) + 1, -np.inf)
        best[0] = 0.0
        came: list[NDArray[np.intp]] = []
        for at in range(len(words)):
            ways = best[:, None] + move
            since = ways.argmax(axis=0)
            moved = ways[since, own] + linked[at]
            stayed = best + alone[at]
            is_linked = moved > stayed[1:]
            best = np.concatenate([stayed[:1], np.where(is_linked, moved, stayed[1:])])
            came.append(np.where(is_linked, since, -1))
        last = int(best.argmax())
        found = []
        for at in range(len(words) - 1, -1, -1):
            before = int(came[at][last - 1]) if last else -1
            if before >= 0:
                found.append((last - 1, at))
                last = before
        yield from reversed(found)

    return links
