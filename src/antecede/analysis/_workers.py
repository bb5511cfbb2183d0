"""A function applied to pieces of work, in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

Given = TypeVar("Given")
Result = TypeVar("Result")

# Threads inside each process would fight for the processors that the processes have.
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def each_done(
    work: Iterable[tuple[int, Given]], load: Callable[[], Callable[[Given], Result]], *, processes: int
) -> Iterator[tuple[int, Result]]:
    """Each piece's index and result; `load`, which must pickle and hash, makes the function once in every process."""
    if processes == 1:
        run = None
        for index, given in work:
            run = run or load()
            yield index, run(given)
        return
    pieces = iter(work)
    waiting: dict[Future[Result], int] = {}
    # A fresh interpreter each: forking one that has threads may hang.
    context = multiprocessing.get_context("spawn")
    with _one_thread(), ProcessPoolExecutor(processes, context) as pool:
        exhausted = False
        while not exhausted or waiting:
            # Few pieces wait at a time: the text is read as it is needed.
            while not exhausted and len(waiting) < 2 * processes:
                piece = next(pieces, None)
                if piece is None:
                    exhausted = True
                else:
                    waiting[pool.submit(_run, load, piece[1])] = piece[0]
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield waiting.pop(future), future.result()


def in_order(
    work: Iterable[Given], load: Callable[[], Callable[[Given], Result]], *, processes: int
) -> Iterator[Result]:
    """The result of each piece, in the order of the pieces; `load` as for `each_done`.

    No more than twice as many pieces as processes are begun and not given: memory stays the same however many come.
    """
    if processes == 1:
        yield from (result for _, result in each_done(enumerate(work), load, processes=1))
        return
    pieces = iter(work)
    waiting: deque[Future[Result]] = deque()
    with _one_thread(), ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for piece in islice(pieces, 2 * processes):
            waiting.append(pool.submit(_run, load, piece))
        while waiting:
            yield waiting.popleft().result()
            for piece in islice(pieces, 1):
                waiting.append(pool.submit(_run, load, piece))


def _run(load: Callable[[], Callable[[Given], Result]], given: Given) -> Result:
    made: Callable[[Given], Result] = _made(load)
    return made(given)


@cache
def _made(load: Callable[[], Any]) -> Any:  # noqa: ANN401 - a cache forgets types
    return load()


@contextmanager
def _one_thread() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
