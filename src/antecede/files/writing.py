"""Write files completely or not at all, whatever a name stands for.

A regular file is made under a temporary name in its own folder and renamed; a device or pipe is written to; links are
followed. All code that writes a file the user named uses this module.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

# A file's content: text, or text in pieces.
Content = str | bytes | Iterable[str]

OUTPUT_STREAM: Final = "-"
_STANDARD_OUTPUT: Final = 1
# As many links as Linux follows.
_MOST_LINKS: Final = 40
_CHUNK: Final = 1 << 20
# Characters of the name kept in the temporary one, which must not exceed the file system's limit.
_SHOWN: Final = 40


def write_text(path: Path | str, text: str) -> None:
    """Write one file, as `write_all` does."""
    write_all({path: text})


def write_all(texts: Mapping[Path | str, Content]) -> None:
    """Write several files, each completely or not at all; `-` is the output stream.

    All regular files are complete under temporary names before anything else happens. Then devices and pipes are
    written to, then the files take their places: whatever fails before that leaves every file as it was. The output
    stream comes last: its reader may stop early, and the files are wanted all the same.
    """
    given = [(_destination(path), content) for path, content in texts.items()]
    made: list[tuple[_Destination, Path]] = []
    try:
        for where, content in given:
            if where.kind is _Kind.FILE:
                temporary = _temporary_beside(where.path)
                made.append((where, temporary))
                with _reported(where):
                    _fill(temporary, content, private=where.before is not None)
        for where, content in given:
            if where.kind is _Kind.DEVICE:
                _write_into(where, pieces(content))
        for where, temporary in made:
            with _reported(where):
                _move_into_place(temporary, where)
        for where, content in given:
            if where.kind is _Kind.STREAM:
                _write_into(where, pieces(content))
    finally:
        for _, temporary in made:
            # Also where it never came to be: a read-only file system answers that with an error of its own.
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def writable(path: Path | str) -> Iterator[TextIO]:
    """A text file to write piece by piece, completely or not at all; `-` is the output stream."""
    if str(path) == OUTPUT_STREAM and sys.stdout is not None:
        yield sys.stdout
        return
    with partial(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        yield file


@contextmanager
def partial(path: Path | str) -> Iterator[Path]:
    """A temporary path for output too large for memory: renamed to `path` at the end, deleted after an error.

    It is in a folder of its own beside the file that only the owner may enter, so that what replaces a private file is
    private from its first byte. Output for a device, a pipe or the output stream is kept in the system's folder for
    temporary files first. The file stays as it is if nothing was written.
    """
    where = _destination(path)
    with _reported(where):
        if where.kind is _Kind.FILE:
            folder = _temporary_beside(where.path)
            folder.mkdir(0o700)
        else:
            folder = Path(tempfile.mkdtemp(prefix="antecede."))
    temporary = folder / "part"
    try:
        with _reported(where, within=folder):
            yield temporary
        if temporary.exists():
            if where.kind is _Kind.FILE:
                with _reported(where):
                    _move_into_place(temporary, where)
            else:
                _write_into(where, _chunks(temporary))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_folder(path: Path | str) -> Path:
    """The folder, made with those above it where it is missing."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {(error.strerror or 'unknown error').lower()}") from None
    return folder


def flush_output() -> None:
    """Flush standard output now: at interpreter exit a failure could no longer be reported in one line."""
    with _reported(_destination(OUTPUT_STREAM)):
        if sys.stdout is not None:
            sys.stdout.flush()


def pieces(content: Content) -> Iterable[bytes]:
    """The content as bytes, piece by piece."""
    if isinstance(content, bytes):
        return (content,)
    return (piece.encode() for piece in ((content,) if isinstance(content, str) else content))


class _Kind(Enum):
    """How a destination is written."""

    FILE = auto()
    """Replaced, or made."""
    DEVICE = auto()
    """A character device or a named pipe: opened and written to."""
    STREAM = auto()
    """Open already: the output stream, or another descriptor of this process (`/dev/stdout`, `/dev/fd/3`)."""


@dataclass(frozen=True, slots=True)
class _Destination:
    """What a name stands for."""

    named: str
    """As the user wrote it, for messages."""
    path: Path
    """Behind all links."""
    kind: _Kind
    before: os.stat_result | None = None
    """The regular file that is replaced."""
    descriptor: int | None = None
    """Of a stream that is not `-`."""


def _destination(named: Path | str) -> _Destination:
    """Follow links and look at what is there; refuses what cannot be written, before any work is done."""
    name = os.fspath(named)
    if name == OUTPUT_STREAM:
        return _Destination("the output stream", Path(name), _Kind.STREAM)
    # Only the last part of the path is looked at: links among the folders are the system's to follow.
    path, links = Path(name), 0
    while (descriptor := _own_descriptor(path)) is None:
        try:
            path = path.parent / path.readlink()
        except OSError:
            break  # not a link; `stat` finds out whether it exists
        links += 1
        if links > _MOST_LINKS:
            raise InputError(f"{name}: cannot be written: its symbolic links form a loop")
    if descriptor is not None:
        return _Destination(name, path, _Kind.STREAM, descriptor=descriptor)
    where = _Destination(name, path, _Kind.FILE)
    with _reported(where):
        try:
            # Of the name, not of the path: the system may refuse to follow another user's link, and so must we.
            status = os.stat(name)  # noqa: PTH116 - as above
        except FileNotFoundError:
            if name.endswith("/") or not name:
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
            return where
        return _existing(where, status)


def _existing(where: _Destination, status: os.stat_result) -> _Destination:
    mode = status.st_mode
    if stat.S_ISREG(mode):
        # Renaming asks the folder's permission alone: a file that is protected from writing would be lost.
        os.close(os.open(where.path, os.O_WRONLY | os.O_CLOEXEC))
        return _Destination(where.named, where.path, _Kind.FILE, before=status)
    if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode):
        return _Destination(where.named, where.path, _Kind.DEVICE)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    what = "a socket" if stat.S_ISSOCK(mode) else "a disk" if stat.S_ISBLK(mode) else "of an unknown kind"
    raise InputError(f"{where.named}: cannot be written: it is {what}; name a file, a pipe or - for the output stream")


def _own_descriptor(path: Path) -> int | None:
    """The open file descriptor that the path names, if any: opening it again would start at its beginning."""
    if not (path.name.isascii() and path.name.isdecimal()):
        return None
    own = {os.path.realpath(place) for place in ("/proc/self/fd", "/dev/fd")}
    return int(path.name) if os.path.realpath(path.parent) in own else None


def _temporary_beside(path: Path) -> Path:
    return path.with_name(f".{path.name[:_SHOWN]}.{secrets.token_hex(4)}.part")


def _fill(temporary: Path, content: Content, *, private: bool) -> None:
    """Make the file, for the owner alone until it is as open as the one it replaces."""
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if private else 0o666)
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        file.writelines(pieces(content))


def _move_into_place(temporary: Path, where: _Destination) -> None:
    """Give the finished file its name, and the mode and owner of the one that it replaces."""
    if where.before is not None:
        descriptor = os.open(temporary, os.O_RDONLY | os.O_CLOEXEC)
        try:
            _copy_mode_and_owner(descriptor, where.before)
            # On disk before the old text goes, or a crash could leave neither. Where nothing is replaced there is
            # nothing to lose but what can be made again; and which name a crash leaves does not matter, so that the
            # folder is not synchronised either.
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    temporary.replace(where.path)


def _copy_mode_and_owner(descriptor: int, before: os.stat_result) -> None:
    mode = stat.S_IMODE(before.st_mode)
    made = os.fstat(descriptor)
    if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid):
        try:
            os.fchown(descriptor, before.st_uid, before.st_gid)
        except OSError:
            # We may not change the owner: drop the set-id bits, and if the group cannot be kept either, give our group
            # no more rights than everybody has.
            mode &= ~(stat.S_ISUID | stat.S_ISGID)
            try:
                os.fchown(descriptor, -1, before.st_gid)
            except OSError:
                mode = mode & ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3
    # File systems without modes refuse this, and have none to keep.
    with suppress(PermissionError):
        os.fchmod(descriptor, mode)


def _write_into(where: _Destination, chunks: Iterable[bytes]) -> None:
    """Write to a device, a pipe or an open stream."""
    with _reported(where):
        if where.kind is _Kind.DEVICE:
            # Neither created nor truncated, and a terminal does not become our controlling one.
            descriptor = os.open(where.path, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC)
        elif where.descriptor is not None:
            if where.descriptor == _STANDARD_OUTPUT and sys.stdout is not None:
                sys.stdout.flush()
            descriptor = os.dup(where.descriptor)
        else:
            _print(chunks)
            return
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
            file.writelines(chunks)


def _print(chunks: Iterable[bytes]) -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed")
    sys.stdout.flush()
    # UTF-8 whatever the terminal's encoding; what stands in for the stream (in a notebook) may take text alone.
    stream = getattr(sys.stdout, "buffer", None)
    for chunk in chunks:
        if stream is None:
            sys.stdout.write(chunk.decode())
        else:
            stream.write(chunk)
    sys.stdout.flush()


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


@contextmanager
def _reported(where: _Destination, *, within: Path | None = None) -> Iterator[None]:
    """System errors become an `InputError` that names the file as the user did.

    With `within`, an error about a file outside that folder is reported for that file: it was being read.
    """
    try:
        yield
    except OSError as error:
        if where.kind is _Kind.STREAM:
            # What is left in its buffer would fail again at interpreter exit.
            sys.stdout = None
            if isinstance(error, BrokenPipeError):
                raise  # the reader closed the pipe early, which is not an error
        other = error.filename
        if within is not None and isinstance(other, str | os.PathLike) and not Path(other).is_relative_to(within):
            raise InputError(f"{os.fspath(other)}: {(error.strerror or 'unknown error').lower()}") from None
        raise InputError(f"{where.named}: cannot be written: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such folder"
    if isinstance(error, IsADirectoryError):
        return "it is a folder; name a file in it"
    return (error.strerror or str(error) or "unknown error").lower()
