"""Lines of files that may be compressed (.xz, .gz), and checksums."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast

from antecede.errors import UnreadableFile
from antecede.files.reading import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES: Final = (".xz", ".gz")
"""The names that packed files end in."""


def read_lines(path: Path | str) -> Iterator[str]:
    """The lines of a file, decompressed, without line ends; refuses what is not UTF-8 text."""
    line_number = 0
    try:
        with _open(Path(path)) as file:
            while line := file.readline(LONGEST_LINE + 1):
                line_number += 1
                if len(line) > LONGEST_LINE:
                    raise UnreadableFile(path, f"is longer than {LONGEST_LINE} bytes", line=line_number)
                if line_number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                yield line.decode("utf-8").removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError as error:
        problem = f"byte 0x{error.object[error.start]:02x} is not UTF-8; convert the file to UTF-8 first"
        raise UnreadableFile(path, problem, line=line_number) from None
    except (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile):
        raise UnreadableFile(path, "is a damaged compressed file", line=line_number + 1) from None
    except FileNotFoundError:
        raise UnreadableFile(path, "no such file") from None
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or "cannot be read").lower()) from None


def checksum(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise UnreadableFile(path, "no such file") from None
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or "cannot be read").lower()) from None


def _open(path: Path) -> IO[bytes]:
    if path.suffix == ".xz":
        return lzma.open(path, "rb")
    if path.suffix == ".gz":
        return cast("IO[bytes]", gzip.open(path, "rb"))
    return path.open("rb")
