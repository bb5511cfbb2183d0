"""N-best lists as Moses writes and reads them.

One line a hypothesis: `number ||| tokens ||| Name0= value value Other0= value ||| score ||| 0-0 1-2`, where the numbers
count sentences from 0 and ascend, and the alignment may be missing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from antecede.alignment import Link
from antecede.engines import Hypothesis, Phrase
from antecede.errors import BadFormat, UnreadableFile
from antecede.files import packed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

__all__ = [
    "CompactList",
    "distinct_only",
    "format_n_best",
    "n_best_lines",
    "parse_line",
    "read_n_best",
    "stream_n_best",
]

_FURTHEST: Final = 100_000
"""How many sentences may be without a list, one after the other: a damaged number must not become that many lists."""


@runtime_checkable
class CompactList(Protocol):
    """A list of hypotheses that an engine keeps in its own form: what does not need Python's objects asks it."""

    def moses_lines(self, sentence: int) -> bytes:
        """The list in Moses's format, in UTF-8."""
        ...

    def differing(self, places: Sequence[int], others: Sequence[int]) -> Sequence[int]:
        """Which hypotheses may differ in what they make of the source tokens at `places`: the first of each kind.

        `others` are the tokens whose translations cannot be those of a place.
        """
        ...


def n_best_lines(sentence: int, listed: Sequence[Hypothesis]) -> bytes:
    """The list of one sentence, as it stands in a file."""
    if isinstance(listed, CompactList):
        return listed.moses_lines(sentence)
    return "".join(_format(sentence, hypothesis) for hypothesis in listed).encode()


def format_n_best(lists: Iterable[Sequence[Hypothesis]]) -> str:
    r"""The lists as text, sentence after sentence.

    >>> from antecede.engines import Hypothesis
    >>> format_n_best([[Hypothesis(("le", "chat"), -2.5, (Link(0, 0),), {"LM0": (-5.0,)})]])
    '0 ||| le chat ||| LM0= -5 ||| -2.5 ||| 0-0\n'
    """
    return b"".join(n_best_lines(index, listed) for index, listed in enumerate(lists)).decode()


def _format(index: int, hypothesis: Hypothesis) -> str:
    values = " ".join(
        f"{name}= {' '.join(_number(value) for value in group)}" for name, group in hypothesis.features.items()
    )
    links = " ".join(f"{source}-{target}" for source, target in hypothesis.alignment)
    tokens = " ".join(token.replace("|", "&#124;") for token in hypothesis.tokens)
    return f"{index} ||| {tokens} ||| {values} ||| {_number(hypothesis.score)} ||| {links}\n"


def _number(value: float) -> str:
    return f"{value:.6g}" if abs(value) < 1e5 else f"{value:.9g}"


def read_n_best(path: Path | str) -> list[list[Hypothesis]]:
    """The lists of a file; a sentence whose index is skipped has an empty list."""
    return list(stream_n_best(path))


def stream_n_best(
    path: Path | str, *, words_only: bool = False, whole: Callable[[int], bool] | None = None
) -> Iterator[list[Hypothesis]]:
    """The lists of a file, one at a time; a sentence whose index is skipped has an empty list.

    With `words_only` features are not read, and of hypotheses with the same words and links only the first is. Of the
    sentences that need no `whole` list the first hypothesis is read.
    """
    current, listed = 0, list[Hypothesis]()
    seen: set[tuple[str, ...]] = set()
    line, skipped = 0, ""
    for line, text in enumerate(packed.read_lines(path), 1):
        if skipped and text.startswith(skipped):
            continue
        try:
            index, fields = _fields(text, after=current)
            if index > current:
                yield listed
                yield from ([] for _ in range(index - current - 1))
                current, listed = index, []
                seen.clear()
            if words_only:
                alike = (fields[1], *fields[4:])
                if alike in seen:
                    continue
                seen.add(alike)
            listed.append(_hypothesis(fields, words_only=words_only))
            skipped = f"{index} |||" if whole is not None and not whole(index) else ""
        except ValueError as error:
            raise BadFormat(path, str(error), line=line) from None
    if not line:
        raise UnreadableFile(path, "is empty")
    yield listed


def parse_line(text: str) -> tuple[int, Hypothesis]:
    """The sentence's index and a hypothesis; raises `ValueError` with what is wrong.

    >>> parse_line("3 ||| le chat ||| LM0= -5 Distortion0= 0 ||| -2.5 ||| 0-0 1-1")[1].features
    {'LM0': (-5.0,), 'Distortion0': (0.0,)}
    """
    index, fields = _fields(text)
    return index, _hypothesis(fields)


def _fields(text: str, *, after: int | None = None) -> tuple[int, list[str]]:
    """The sentence's index, which is `after` or a later one, and the line's fields."""
    fields = [part.strip() for part in text.split("|||")]
    if len(fields) < 4:
        raise ValueError("is not a line of an n-best list: number ||| tokens ||| features ||| score [||| alignment]")
    if not (fields[0].isascii() and fields[0].isdigit()):
        raise ValueError(f"'{fields[0][:40]}' is not the number of a sentence")
    index = int(fields[0])
    if after is not None and not after <= index <= after + _FURTHEST:
        raise ValueError(f"sentence {index} comes after sentence {after}")
    return index, fields


def _hypothesis(fields: Sequence[str], *, words_only: bool = False) -> Hypothesis:
    tokens = tuple(token.replace("&#124;", "|") for token in fields[1].split())
    links, phrases = _alignment(" ".join(fields[4:]), len(tokens))
    score = _real(fields[3].split()[0] if fields[3] else "", "score")
    return Hypothesis(tokens, score, links, {} if words_only else _features(fields[2]), phrases)


def _features(text: str) -> dict[str, tuple[float, ...]]:
    features: dict[str, tuple[float, ...]] = {}
    name = ""
    for part in text.split():
        if part.endswith("="):
            name = part[:-1]
            features.setdefault(name, ())
        elif not name:
            raise ValueError(f"'{part[:40]}' has no feature's name before it")
        else:
            features[name] += (_real(part, f"value of {name}"),)
    return features


def _real(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise ValueError(f"'{text[:40]}' is not a number, but is given as the {what}")
    return value


def _alignment(text: str, target_length: int) -> tuple[tuple[Link, ...], tuple[Phrase, ...]]:
    """Word links (`0-1`) and phrases (`0-1=2-3`), which Moses writes when it is asked to."""
    links: list[Link] = []
    phrases: list[Phrase] = []
    for part in text.split():
        source, phrase, target = part.partition("=")
        try:
            if phrase:
                first, _, last = source.partition("-")
                target_first, _, target_last = target.partition("-")
                end = int(target_last or target_first) + 1
                phrases.append(Phrase(int(first), int(last or first), int(target_first), end))
                continue
            first, _, last = part.partition("-")
            link = Link(int(first), int(last))
        except ValueError:
            raise ValueError(f"'{part[:40]}' is not a link; links are written i-j") from None
        if link.source < 0 or not 0 <= link.target < target_length:
            raise ValueError(f"'{part[:40]}' points past the end of a translation of {target_length} tokens")
        links.append(link)
    return tuple(sorted(links)), tuple(phrases)


def distinct_only(listed: Sequence[Hypothesis]) -> list[Hypothesis]:
    """A list without those whose tokens came before."""
    first: dict[tuple[str, ...], Hypothesis] = {}
    for hypothesis in listed:
        first.setdefault(hypothesis.tokens, hypothesis)
    return list(first.values())
