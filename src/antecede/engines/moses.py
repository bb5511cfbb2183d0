"""A user's Moses, driven over a pipe: started once, asked as often as needed."""

from __future__ import annotations

import queue
import subprocess
import tempfile
import threading
import weakref
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final, Self

from antecede.engines import Ability, EngineKind, Hypothesis
from antecede.engines.nbest import parse_line
from antecede.errors import BadOption, EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from antecede.engines import Opening

__all__ = ["ENGINE", "MosesEngine"]

# A sentence of our own after each batch: when its translation arrives, all others have arrived.
_LAST: Final = "antecede-end-of-batch"


class MosesEngine:
    """A `moses` process that reads sentences and writes n-best lists, both over pipes.

    The process ends with the engine, at the end of a `with` block or when it is closed.
    `timeout` is how many seconds may pass without a line from it; loading the models counts too.
    """

    abilities: frozenset[Ability] = frozenset([Ability.N_BEST])

    def __init__(
        self, binary: Path | str, ini: Path | str, *, arguments: Sequence[str] = (), timeout: float = 600.0
    ) -> None:
        self._command = [str(binary), "-f", str(ini), *arguments]
        self._timeout = timeout
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._asked = 0, False
        self._sent = 0
        self._end: weakref.finalize[[IO[str], subprocess.Popen[str]], MosesEngine] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._end is not None:
            self._end()
        self._process = self._errors = self._end = None

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """Moses's own lists; an empty sentence has one empty translation, without asking Moses."""
        size, apart = self._asked
        if n_best > size or apart is not distinct or self._process is None:
            self._start(max(n_best, size), distinct=distinct)
        asked = [index for index, sentence in enumerate(sentences) if len(sentence) > 0]
        lists: list[list[Hypothesis]] = [[] if sentence else [Hypothesis(())] for sentence in sentences]
        first = self._sent
        self._send([*(" ".join(map(_escape, sentences[index])) for index in asked), _LAST])
        for index, hypothesis in self._answers(first, self._sent - 1):
            place = index - first
            if not 0 <= place < len(asked):
                raise self._failure(f"answered with sentence {index}, which was not requested")
            if len(lists[asked[place]]) < n_best:
                lists[asked[place]].append(hypothesis)
        for index in asked:
            if not lists[index]:
                raise self._failure(f"gave no translation of sentence {index + 1}")
        return lists

    def _start(self, n_best: int, *, distinct: bool) -> None:
        self.close()
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed in close
        lists = ["-n-best-list", "-", str(n_best), *(["distinct"] if distinct else [])]
        command = [*self._command, *lists, "-print-alignment-info-in-n-best", "true"]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            self._errors.close()
            self._errors = None
            problem = (error.strerror or "cannot be run").lower()
            raise EngineError(f"{self._command[0]}: {problem}; give the path of a moses binary") from None
        self._end = weakref.finalize(self, _end, self._errors, self._process)
        self._lines = queue.Queue()
        self._asked, self._sent = (n_best, distinct), 0
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()

    def _send(self, lines: list[str]) -> None:
        """Write from a thread of its own: Moses may write, and wait for us to read, before it has read all."""
        assert self._process is not None  # noqa: S101 - for the type checker
        self._sent += len(lines)
        text = "".join(line + "\n" for line in lines)
        threading.Thread(target=_write, args=(self._process.stdin, text), daemon=True).start()

    def _answers(self, first: int, last: int) -> Iterator[tuple[int, Hypothesis]]:
        """The answers from sentence `first` on, up to that to `last`, whose first line ends the batch."""
        while True:
            try:
                line = self._lines.get(timeout=self._timeout)
            except queue.Empty:
                raise self._failure(f"wrote nothing for {self._timeout:g} seconds") from None
            if line is None:
                raise self._failure("ended before it had translated everything")
            try:
                index, hypothesis = parse_line(line)
            except ValueError as error:
                raise self._failure(f"wrote something that is not an n-best list ({error})") from None
            if index == last:
                return
            if index >= first:  # lower numbers: what else was said to the sentence that ended the batch before
                yield index, hypothesis

    def _failure(self, problem: str) -> EngineError:
        """What went wrong, with the last line that Moses wrote to its error stream."""
        said = ""
        if self._process is not None and self._errors is not None:
            self._process.kill()
            self._process.wait()
            self._errors.seek(0)
            said = next((line.strip() for line in reversed(self._errors.readlines()) if line.strip()), "")
        self.close()
        return EngineError(f"{self._command[0]} {problem}" + (f"; its last line: {said}" if said else ""))


def _end(errors: IO[str], process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, errors):
        if pipe is not None:
            _close(pipe)


def _open(opening: Opening) -> MosesEngine:
    ini = opening.path("ini")
    if ini is None:
        raise BadOption("a Moses engine needs its moses.ini: moses:PATH, or ini = in [engine] of a model.toml")
    if not ini.is_file():
        raise BadOption(f"{ini}: no such file; a Moses engine needs its moses.ini")
    # The name of a program on the path, or a path of its own.
    command = str(opening.options.get("command", "moses"))
    binary = opening.base / command if "/" in command else command
    # Some builds of Moses know no threads, and refuse the option.
    threads = [] if opening.threads == 1 else ["-threads", str(opening.threads or "all")]
    return MosesEngine(binary, ini, arguments=threads)


ENGINE: Final = EngineKind(_open, MosesEngine.abilities, ("ini", "command"))


def _escape(token: str) -> str:
    """A bar separates factors in Moses; its tokeniser escapes it this way."""
    return token.replace("|", "&#124;")


def _read(pipe: IO[str], lines: queue.Queue[str | None]) -> None:
    try:
        for line in pipe:
            lines.put(line)
    except ValueError:
        pass  # closed while we waited
    lines.put(None)


def _write(pipe: IO[str], text: str) -> None:
    try:
        pipe.write(text)
        pipe.flush()
    except (OSError, ValueError):
        pass  # the process ended; whoever reads its output will notice


def _close(pipe: IO[str]) -> None:
    with suppress(OSError):  # what could not be written to a process that is gone
        pipe.close()
