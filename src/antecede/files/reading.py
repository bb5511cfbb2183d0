"""Read text files that may be hostile."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import AnyStr, Final

from antecede.errors import UnreadableFile

# A sentence of a megabyte is not a sentence: a file without line breaks, or not text at all.
LONGEST_LINE: Final = 1 << 20
LARGEST_FILE: Final = 4 << 30
STANDARD_INPUT: Final = "standard input"
"""What messages call it."""


def read_text(path: Path | str, *, largest: int = LARGEST_FILE, longest_line: int = LONGEST_LINE) -> str:
    """The file's exact text, line endings and byte order mark included; refuses what is not UTF-8 text."""
    return _decoded(path, read_bytes(path, largest=largest, longest_line=longest_line))


def read_standard_input(*, largest: int = LARGEST_FILE, longest_line: int = LONGEST_LINE) -> str:
    """The exact text of standard input, refused for the same reasons as a file's."""
    if sys.stdin is None:
        raise UnreadableFile(STANDARD_INPUT, "is closed; pipe text into the command, or name a file")
    try:
        data = sys.stdin.buffer.read(largest + 1)
    except OSError as error:
        raise UnreadableFile(STANDARD_INPUT, (error.strerror or "cannot be read").lower()) from None
    if len(data) > largest:
        raise UnreadableFile(STANDARD_INPUT, f"has more than the {largest} bytes that are read at most; split the text")
    _refuse_what_is_not_text(STANDARD_INPUT, data, longest_line)
    return _decoded(STANDARD_INPUT, data)


def read_bytes(path: Path | str, *, largest: int = LARGEST_FILE, longest_line: int = LONGEST_LINE) -> bytes:
    """The file's bytes; refuses NULs, endless lines and files above `largest` bytes."""
    try:
        size = Path(path).stat().st_size
        if size > largest:
            raise UnreadableFile(path, f"{size} bytes is more than the {largest} that are read at most; split the file")
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise UnreadableFile(path, "no such file") from None
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or "cannot be read").lower()) from None
    _refuse_what_is_not_text(path, data, longest_line)
    return data


def is_standard_input(path: Path | str) -> bool:
    """Whether a name stands for the standard input."""
    return str(path) == "-"


def read_lines(path: Path | str) -> list[str]:
    """One string a line, as `lines_of`, of a file or, where it is called `-`, of the standard input."""
    if is_standard_input(path):
        return lines_of(read_standard_input(), STANDARD_INPUT)
    return lines_of(read_text(path), path)


def lines_of(text: str, path: Path | str) -> list[str]:
    r"""One string a line, without line ends (`\n` or `\r\n`) or a byte order mark; refuses an empty text.

    Only line feeds end a line: the Unicode separators that `str.splitlines` knows occur inside sentences,
    and splitting there would put parallel files out of step.
    """
    text = text.removeprefix("\ufeff")
    if not text:
        raise UnreadableFile(path, "the file is empty; it needs one sentence a line", line=1)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return text.removesuffix("\n").split("\n")


def refuse_endless_lines(path: Path | str, data: AnyStr, line_feed: AnyStr, longest: int = LONGEST_LINE) -> None:
    """Raise `UnreadableFile` where a line is longer than `longest`."""
    start = 0
    while len(data) - start > longest:
        # The last line feed within reach: one look for each megabyte, not one for each line.
        end = data.rfind(line_feed, start, start + longest + 1)
        if end < 0:
            problem = f"is longer than {longest} bytes; text is read with one sentence or paragraph a line"
            raise UnreadableFile(path, problem, line=data.count(line_feed, 0, start) + 1)
        start = end + 1


def _refuse_what_is_not_text(path: Path | str, data: bytes, longest_line: int) -> None:
    nul = data.find(b"\0")
    if nul >= 0:
        problem = "has a NUL byte, so it is not UTF-8 text; convert the file to UTF-8 first"
        raise UnreadableFile(path, problem, line=data.count(b"\n", 0, nul) + 1)
    refuse_endless_lines(path, data, b"\n", longest_line)


def _decoded(path: Path | str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"byte 0x{data[error.start]:02x} is not UTF-8; convert the file to UTF-8 first"
        raise UnreadableFile(path, problem, line=line) from None
