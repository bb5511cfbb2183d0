"""The default aligner: eflomal (Östling and Tiedemann 2016), a Bayesian model with fertility.

eflomal is GPL-3: nothing of it is imported. Its program is found beside the Python package that carries it, is given
texts as numbers (so that no word can confuse it) and runs as a process of its own. It seeds itself from the system:
two runs differ, which is why `compute` keeps results.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import math
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.alignment.alignments import Alignments
from antecede.errors import EngineError, InputError, MissingExtra
from antecede.progress import showing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from antecede.alignment.priors import Priors

# The program's buffers hold 1024 words; its own front end leaves longer sentences unaligned, and so do we.
LONGEST_SENTENCE: Final = 1023
# Fifty words by fifty: ordinary text stays below it.
_CELLS_OF_A_SENTENCE: Final = 2500
_ENOUGH_PASSES: Final = 20
_MODEL: Final = 3
_SAMPLERS: Final = 3
_NULL_PRIOR: Final = 0.2
_STARTED: Final = re.compile(rb"Aligning with model ([123])")


@dataclass(frozen=True, slots=True)
class Eflomal:
    """Runs eflomal's program with model 3 (words, jumps, fertility) and its authors' defaults."""

    @property
    def name(self) -> str:
        try:
            version = importlib.metadata.version("eflomal")
        except importlib.metadata.PackageNotFoundError:
            return "eflomal"
        return "eflomal-" + ".".join(version.split(".")[:2])

    @property
    def takes_priors(self) -> bool:
        return True

    def align(
        self,
        source: Sequence[Sequence[str]],
        target: Sequence[Sequence[str]],
        *,
        priors: Priors | None = None,
        quick: bool = False,
        progress: bool = False,
    ) -> tuple[Alignments, Alignments]:
        """The links of both directions; a sentence beyond LONGEST_SENTENCE words gets none."""
        program = _program()
        if not any(first and second for first, second in zip(source, target, strict=True)):
            nothing = Alignments.parse("" for _ in source)
            return nothing, nothing
        with tempfile.TemporaryDirectory(prefix="antecede-") as name:
            folder = Path(name)
            source_index = _write_text(folder / "source", source)
            target_index = _write_text(folder / "target", target)
            iterations = _iterations(source, target, primed=priors is not None, quick=quick)
            command = [str(program), "-m", str(_MODEL), "-n", str(_SAMPLERS), "-N", str(_NULL_PRIOR)]
            for stage, count in enumerate(iterations, start=1):
                command += [f"-{stage}", str(count)]
            for option, file in (("-s", "source"), ("-t", "target"), ("-f", "forward"), ("-r", "reverse")):
                command += [option, str(folder / file)]
            if priors is not None:
                (folder / "priors").write_text(priors.indexed(source_index, target_index), encoding="ascii")
                command += ["-p", str(folder / "priors")]
            with showing(f"aligning {len(source)} sentences with eflomal", enabled=progress) as show:
                _run(command, iterations, show)
            forward = _read_links(folder / "forward", source, target)
            reverse = _read_links(folder / "reverse", source, target)
        return forward, reverse


ALIGNER: Final = Eflomal()


def _program() -> Path:
    # find_spec looks for the package without importing it.
    spec = importlib.util.find_spec("eflomal")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        program = Path(folder, "bin", "eflomal")
        if program.is_file():
            return program
    elsewhere = shutil.which("eflomal")
    if elsewhere is None:
        raise MissingExtra("the aligner eflomal, which pip compiles,", "eflomal")
    return Path(elsewhere)


def _iterations(
    source: Sequence[Sequence[str]], target: Sequence[Sequence[str]], *, primed: bool, quick: bool = False
) -> tuple[int, int, int]:
    """Fewer passes over more text: eflomal's own rule for its three models.

    A pass costs the product of the lengths, so a very long sentence counts as several; else a page of them takes hours.
    With priors the models start near where they end: a quarter of the passes gives the same error rate on the
    hand-aligned sentences, and so does a twentieth, which is taken where it should be quick.
    """
    cells = sum(len(first) * len(second) for first, second in zip(source, target, strict=True))
    sentences = max(len(source), cells / _CELLS_OF_A_SENTENCE)
    most = max(2, round(5000 / math.sqrt(sentences)))
    if primed:
        share, enough = (20, _ENOUGH_PASSES // 2) if quick else (4, _ENOUGH_PASSES)
        most = max(most // share, min(most, enough))
    return max(2, most // 4), max(1, most // 4), most


def _write_text(path: Path, sentences: Iterable[Sequence[str]]) -> dict[str, int]:
    """Write words as indices, and give the index of each word: eflomal's own input format."""
    index: dict[str, int] = {}
    lines = []
    for sentence in sentences:
        numbers = [index.setdefault(word, len(index)) for word in sentence] if len(sentence) <= LONGEST_SENTENCE else []
        lines.append(" ".join(map(str, (len(numbers), *numbers))))
    path.write_text("\n".join([f"{len(lines)} {len(index)}", *lines, ""]), encoding="ascii")
    return index


def _run(command: Sequence[str], iterations: tuple[int, int, int], show: Callable[[float], None]) -> None:
    last = b""
    # Both directions report the start of each model, so a model that starts ends the one before it in its direction.
    before = {b"1": 0, b"2": iterations[0], b"3": iterations[0] + iterations[1]}
    done = 0.0
    try:
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as run:
            for line in run.stderr or ():
                last = line.strip() or last
                if started := _STARTED.match(line):
                    done = max(done, before[started[1]] / sum(iterations))
                    show(done)
    except OSError as error:
        raise EngineError(f"eflomal cannot be started: {(error.strerror or 'unknown error').lower()}") from None
    if run.returncode != 0:
        raise EngineError(
            f"eflomal failed with code {run.returncode}: {last.decode('utf-8', 'replace') or 'no message'}"
        )


def _read_links(path: Path, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]) -> Alignments:
    try:
        return Alignments.read(
            path,
            source_lengths=[len(sentence) for sentence in source],
            target_lengths=[len(sentence) for sentence in target],
        )
    except InputError as error:
        # A full disk, for one: the program does not check what it writes.
        raise EngineError(f"eflomal left a damaged result: {error}") from None
