"""From lines of text to the tokens a model is trained on: tokenise, clean, set the case; batches go to processes."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter, deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.errors import InputError
from antecede.files import partial
from antecede.files.packed import read_lines
from antecede.text.parallel import read_parallel
from antecede.text.tokens import words
from antecede.text.truecase import Truecaser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from antecede.smt.clean import Cleaning

    Show = Callable[[float], None]

_BATCH: Final = 5000
# Starting a process costs as much as tokenising some thousand lines.
_WORTH_PROCESSES: Final = 4 * _BATCH


class Tokenisation(NamedTuple):
    """How lines become tokens."""

    languages: tuple[str, ...]
    tokenised: bool
    cleaning: Cleaning


class Prepared(NamedTuple):
    """What became of the lines."""

    read: int
    kept: int
    dropped: dict[str, int]


def prepare(
    sides: Sequence[Sequence[Path]],
    outputs: Sequence[Path],
    kept: Path,
    how: Tokenisation,
    *,
    threads: int,
    lines: int,
    show: Show,
) -> Prepared:
    """Write the tokens of the pairs worth training on, one file a side, and in `kept` the indices of their lines."""
    read, faults = 0, Counter[str]()
    with partial(outputs[0]) as first, partial(outputs[1]) as second, partial(kept) as third:
        with first.open("wb") as source, second.open("wb") as target, third.open("wb") as numbers:
            batches = _batched(read_parallel(*sides))
            for texts, positions, rejected in _map(
                _tokenise_batch, batches, how, threads if lines > _WORTH_PROCESSES else 1
            ):
                source.write(texts[0])
                target.write(texts[1])
                numbers.write("".join(f"{read + position}\n" for position in positions).encode())
                read += len(positions) + sum(rejected.values())
                faults.update(rejected)
                show(read / max(lines, 1))
        if read == sum(faults.values()):
            raise InputError(f"{sides[0][0]}: no sentence pair is left to train on: {_summary(faults) or 'no lines'}")
    return Prepared(read, read - sum(faults.values()), dict(faults))


def truecase_files(pairs: Sequence[tuple[Path, Path, Path]], *, threads: int, lines: int, show: Show) -> None:
    """For each tokenised file learn a truecaser, write it, and write the text with its case."""
    for index, (text, model, output) in enumerate(pairs):
        truecaser = Truecaser.learn(line.split() for line in read_lines(text))
        truecaser.write(model)
        done = 0
        with partial(output) as temporary, temporary.open("wb") as file:
            batches = _batched((line,) for line in read_lines(text))
            for cased, size in _map(_truecase_batch, batches, truecaser, _processes_for(lines, threads)):
                file.write(cased)
                done += size
                show((index + done / max(lines, 1)) / len(pairs))


def tokenise_text(
    paths: Iterable[Path], output: Path, how: Tokenisation, truecaser: Truecaser | None, *, threads: int, show: Show
) -> int:
    """Write the tokens of one language's lines, as the model has them; the number of lines."""
    done = 0
    with partial(output) as temporary, temporary.open("wb") as file:
        batches = _batched((line,) for path in paths for line in read_lines(path))
        for text, size in _map(_text_batch, batches, (how, truecaser), threads):
            file.write(text)
            done += size
            show(min(0.99, done / 1e6))
    return done


def _tokens(line: str, language: str, *, tokenised: bool) -> list[str]:
    return line.split() if tokenised else words(line, language)


def _tokenise_batch(
    batch: Sequence[tuple[str, ...]], how: Tokenisation
) -> tuple[tuple[bytes, bytes], list[int], dict[str, int]]:
    texts: tuple[list[str], list[str]] = ([], [])
    positions, faults = [], Counter[str]()
    for position, pair in enumerate(batch):
        source, target = (
            _tokens(line, language, tokenised=how.tokenised) for line, language in zip(pair, how.languages, strict=True)
        )
        fault = how.cleaning.fault(source, target)
        if fault is not None:
            faults[fault] += 1
            continue
        texts[0].append(" ".join(source) + "\n")
        texts[1].append(" ".join(target) + "\n")
        positions.append(position)
    return ("".join(texts[0]).encode(), "".join(texts[1]).encode()), positions, dict(faults)


def _truecase_batch(batch: Sequence[tuple[str, ...]], truecaser: Truecaser) -> tuple[bytes, int]:
    return "".join(" ".join(truecaser.apply(line.split())) + "\n" for (line,) in batch).encode(), len(batch)


def _text_batch(batch: Sequence[tuple[str, ...]], given: tuple[Tokenisation, Truecaser | None]) -> tuple[bytes, int]:
    how, truecaser = given
    sentences = (_tokens(line, how.languages[0], tokenised=how.tokenised) for (line,) in batch)
    cased = (sentence if truecaser is None else truecaser.apply(sentence) for sentence in sentences)
    return "".join(" ".join(sentence) + "\n" for sentence in cased if sentence).encode(), len(batch)


def _batched(lines: Iterable[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    iterator = iter(lines)
    while batch := list(islice(iterator, _BATCH)):
        yield batch


def _map(work: Callable[..., Any], batches: Iterable[Any], given: object, threads: int) -> Iterator[Any]:
    """The results in order, with a few batches in progress: a whole corpus does not fit memory twice."""
    if threads <= 1:
        for batch in batches:
            yield work(batch, given)
        return
    with _processes(threads, given) as pool:
        waiting = deque[Any]()
        for batch in batches:
            waiting.append(pool.submit(_with_given, work, batch))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def _processes(threads: int, given: object) -> Iterator[ProcessPoolExecutor]:
    # Not forked: this process has threads, which a fork would leave locked.
    pool = ProcessPoolExecutor(threads, multiprocessing.get_context("spawn"), initializer=_keep, initargs=(given,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


_given: list[object] = []


def _keep(given: object) -> None:
    _given[:] = [given]
    # A killed parent cannot end its processes: each watches it, else they would wait for work for ever.
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _with_given(work: Callable[..., Any], batch: object) -> object:
    return work(batch, _given[0])


def _processes_for(lines: int, threads: int) -> int:
    return threads if lines > _WORTH_PROCESSES else 1


def _summary(faults: Counter[str]) -> str:
    return ", ".join(f"{count} {fault}" for fault, count in faults.most_common())
