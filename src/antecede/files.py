"""Read text files that may be hostile; write files whole or not at all."""

from __future__ import annotations

import secrets
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, AnyStr, Final

from antecede.errors import InputError, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import TextIO

    # A file's content: text, or text in pieces.
    Content = str | bytes | Iterable[str]

# A sentence of a megabyte is not a sentence: a file without line breaks, or not text at all.
LONGEST_LINE: Final = 1 << 20
LARGEST_FILE: Final = 4 << 30


def read_text(path: Path | str, *, largest: int = LARGEST_FILE, longest_line: int = LONGEST_LINE) -> str:
    """The file's exact text, line endings and byte order mark included; refuses what is not UTF-8 text."""
    data = read_bytes(path, largest=largest, longest_line=longest_line)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"byte 0x{data[error.start]:02x} is not UTF-8; convert the file to UTF-8 first"
        raise UnreadableFile(path, problem, line=line) from None


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
    nul = data.find(b"\0")
    if nul >= 0:
        problem = "has a NUL byte, so it is not UTF-8 text; convert the file to UTF-8 first"
        raise UnreadableFile(path, problem, line=data.count(b"\n", 0, nul) + 1)
    refuse_endless_lines(path, data, b"\n", longest_line)
    return data


def read_lines(path: Path | str) -> list[str]:
    r"""One string a line, without line ends (`\n` or `\r\n`) or a byte order mark; refuses an empty file.

    Only line feeds end a line: the Unicode separators that `str.splitlines` knows occur inside sentences,
    and a parallel file must not lose step over them.
    """
    text = read_text(path).removeprefix("\ufeff")
    if not text:
        raise UnreadableFile(path, "the file is empty; it needs one sentence a line", line=1)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return text.removesuffix("\n").split("\n")


def pieces(content: Content) -> Iterable[bytes]:
    """The content as bytes, piece by piece."""
    if isinstance(content, bytes):
        return (content,)
    return (piece.encode() for piece in ((content,) if isinstance(content, str) else content))


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


def write_text(path: Path | str, text: str) -> None:
    """Write the whole file under a temporary name, then rename it: never a partial file."""
    write_all({path: text})


def write_all(texts: Mapping[Path | str, Content]) -> None:
    """Write several files; all are complete under temporary names before the first is renamed."""
    pending: list[tuple[Path, Path]] = []
    try:
        for path, text in texts.items():
            final = Path(path)
            temporary = final.with_name(f".{final.name}.{secrets.token_hex(4)}.part")
            pending.append((temporary, final))
            with temporary.open("wb") as file:
                file.writelines(pieces(text))
        for temporary, final in pending:
            temporary.replace(final)
    except OSError as error:
        raise InputError(f"{final}: cannot be written: {(error.strerror or 'unknown error').lower()}") from None
    finally:
        for temporary, _ in pending:
            temporary.unlink(missing_ok=True)


@contextmanager
def writable(path: Path | str) -> Iterator[TextIO]:
    """A text file to write piece by piece, whole or not at all; `-` is the output stream."""
    if str(path) == "-":
        yield sys.stdout
        return
    with partial(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        yield file


@contextmanager
def partial(path: Path | str) -> Iterator[Path]:
    """A temporary name beside the file, for what is too large to hold: renamed at the end, gone after a fault.

    Nothing is renamed if nothing was written there.
    """
    final = Path(path)
    temporary = final.with_name(f".{final.name}.{secrets.token_hex(4)}.part")
    try:
        yield temporary
        if temporary.exists():
            temporary.replace(final)
    except OSError as error:
        raise InputError(f"{final}: cannot be written: {(error.strerror or 'unknown error').lower()}") from None
    finally:
        temporary.unlink(missing_ok=True)
