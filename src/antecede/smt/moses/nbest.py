"""N-best lists as Moses writes them: `0 ||| la maison ||| LM0= -7.2 WordPenalty0= -2 ||| -5.1 ||| 0-0 1-1`.

Word alignment and segmentation may follow the score (in any order), and the words may carry Moses's marks for
phrases (`la maison |0-1| verte |2-2|`); features may be written `LM0=` or, as before 2013, `lm:`.
"""

from __future__ import annotations

import gzip
import itertools
import math
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, UnreadableFile
from antecede.files import LONGEST_LINE

if TYPE_CHECKING:
    import io
    from collections.abc import Iterable, Iterator, Mapping


@dataclass(frozen=True)
class Phrase:
    """Source words and the target words that translate them; both ranges leave out their end."""

    source: tuple[int, int]
    target: tuple[int, int]


@dataclass(frozen=True)
class Entry:
    """One line of an n-best list."""

    sentence: int
    tokens: tuple[str, ...]
    features: Mapping[str, tuple[float, ...]]
    score: float
    alignment: tuple[tuple[int, int], ...] | None = None
    """None where the list has none; empty where no word is linked."""
    segmentation: tuple[Phrase, ...] | None = None


def read_nbest(path: Path | str) -> Iterator[Entry]:
    """The entries of a list, packed (`.gz`) or not, as they are read: a list may be larger than memory."""
    before = -1
    for number, line in _lines(Path(path)):
        entry = parse_entry(line, path, number)
        if entry.sentence < before:
            problem = f"sentence {entry.sentence} after sentence {before}; lists are sorted by sentence"
            raise BadFormat(path, problem, line=number)
        before = entry.sentence
        yield entry


def by_sentence(entries: Iterable[Entry], sentences: int) -> Iterator[list[Entry]]:
    """One list for each of `sentences`, an empty one where the file has none."""
    following = 0
    for sentence, group in itertools.groupby(entries, key=lambda entry: entry.sentence):
        if sentence >= sentences:
            raise BadFormat("n-best list", f"has sentence {sentence}, but there are only {sentences} (from 0 on)")
        yield from ([] for _ in range(sentence - following))
        yield list(group)
        following = sentence + 1
    yield from ([] for _ in range(sentences - following))


def parse_entry(line: str, path: Path | str = "n-best list", number: int = 1) -> Entry:
    """One line; `path` and `number` are for the error message."""
    fields = [part.strip() for part in line.split("|||")]
    if len(fields) < 4:
        problem = "an n-best line has at least four fields: sentence ||| words ||| features ||| score"
        raise BadFormat(path, problem, line=number)
    if not fields[0].isascii() or not fields[0].isdecimal():
        raise BadFormat(path, f"'{fields[0]}' is not a sentence's number", line=number)
    try:
        tokens, segmentation = _words(fields[1])
        features = _features(fields[2])
        score = _number(fields[3])
        alignment = None
        for text in fields[4:]:
            if "=" in text:
                segmentation = tuple(_phrase(part) for part in text.split())
            else:
                alignment = tuple(_link(part) for part in text.split())
    except ValueError as error:
        raise BadFormat(path, str(error), line=number) from None
    return Entry(int(fields[0]), tokens, features, score, alignment, segmentation)


def format_entry(entry: Entry, *, marks: bool = False) -> str:
    """The line of an entry, with `marks` for phrases among its words where its segmentation is known."""
    words = [_escaped(token) for token in entry.tokens]
    if marks and entry.segmentation is not None:
        words = [
            word
            for phrase in entry.segmentation
            for word in (*words[slice(*phrase.target)], f"|{phrase.source[0]}-{phrase.source[1] - 1}|")
        ]
    features = " ".join(
        f"{name}= {' '.join(_shown(value) for value in values)}" for name, values in entry.features.items()
    )
    fields = [str(entry.sentence), " ".join(words), features, _shown(entry.score)]
    if entry.segmentation is not None and not marks:
        fields.append(" ".join(f"{_range(phrase.source)}={_range(phrase.target)}" for phrase in entry.segmentation))
    if entry.alignment is not None:
        fields.append(" ".join(f"{source}-{target}" for source, target in entry.alignment))
    return " ||| ".join(fields)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with _opened(path) as file:
            for number in itertools.count(1):
                data = file.readline(LONGEST_LINE + 1)
                if not data:
                    return
                if len(data) > LONGEST_LINE:
                    raise UnreadableFile(path, f"is longer than {LONGEST_LINE} bytes", line=number)
                try:
                    yield number, data.decode("utf-8").rstrip("\r\n")
                except UnicodeDecodeError as error:
                    problem = f"byte 0x{data[error.start]:02x} is not UTF-8; convert the file to UTF-8 first"
                    raise UnreadableFile(path, problem, line=number) from None
    except FileNotFoundError:
        raise UnreadableFile(path, "no such file") from None
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableFile(path, str(error).lower() or "cannot be read") from None


def _opened(path: Path) -> gzip.GzipFile | io.BufferedReader:
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, "rb") if packed else path.open("rb")


def _words(text: str) -> tuple[tuple[str, ...], tuple[Phrase, ...] | None]:
    words = text.split()
    if not any(_MARK.fullmatch(word) for word in words):
        return tuple(words), None
    tokens: list[str] = []
    phrases: list[Phrase] = []
    start = 0
    for word in words:
        mark = _MARK.fullmatch(word)
        if mark is None:
            tokens.append(word)
            continue
        first, last = int(mark[1]), int(mark[2])
        if last < first:
            raise ValueError(f"the mark {word} ends before it starts")
        phrases.append(Phrase((first, last + 1), (start, len(tokens))))
        start = len(tokens)
    if start != len(tokens):
        raise ValueError(f"'{tokens[-1]}' stands after the last mark of a phrase")
    return tuple(tokens), tuple(phrases)


def _features(text: str) -> dict[str, tuple[float, ...]]:
    features: dict[str, tuple[float, ...]] = {}
    name = ""
    for word in text.split():
        if word[-1] in "=:" and len(word) > 1:
            name = word[:-1]
            if name in features:
                raise ValueError(f"feature {name} stands there twice")
            features[name] = ()
        elif not name:
            raise ValueError(f"the feature value '{word}' has no name before it")
        else:
            features[name] += (_number(word),)
    return features


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"'{text}' is not a number")
    return value


def _link(text: str) -> tuple[int, int]:
    found = _LINK.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is not a link such as 0-1")
    return int(found[1]), int(found[2])


def _phrase(text: str) -> Phrase:
    found = _SEGMENT.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is not a phrase such as 0-1=0-2")
    source, source_end, target, target_end = found.groups()
    return Phrase(
        (int(source), int(source_end or source) + 1),
        (int(target), int(target_end or target) + 1),
    )


def _range(words: tuple[int, int]) -> str:
    first, last = words[0], words[1] - 1
    return str(first) if first == last else f"{first}-{last}"


def _shown(value: float) -> str:
    # As short as it can be without losing anything; Moses writes whole numbers without a point, too.
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _escaped(token: str) -> str:
    # Bars part the fields; this is how Moses's tokeniser writes them.
    return token.replace("|", "&#124;")


_MARK: Final = re.compile(r"\|([0-9]+)-([0-9]+)\|")
_LINK: Final = re.compile(r"([0-9]+)-([0-9]+)")
_SEGMENT: Final = re.compile(r"([0-9]+)(?:-([0-9]+))?=([0-9]+)(?:-([0-9]+))?")
