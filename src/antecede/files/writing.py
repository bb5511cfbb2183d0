"""Write files whole or not at all."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from antecede.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

# A file's content: text, or text in pieces.
Content = str | bytes | Iterable[str]


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


def pieces(content: Content) -> Iterable[bytes]:
    """The content as bytes, piece by piece."""
    if isinstance(content, bytes):
        return (content,)
    return (piece.encode() for piece in ((content,) if isinstance(content, str) else content))
