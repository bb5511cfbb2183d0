"""Alignments that were computed, kept for the next time: eflomal never gives the same twice."""

from __future__ import annotations

import hashlib
import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.alignment.alignments import Alignments
from antecede.errors import InputError
from antecede.files import write_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LARGEST_CACHE: Final = 2 << 30
_MAGIC: Final = b"antecede alignments 1"


def key_of(settings: Iterable[str], *texts: Sequence[Sequence[str]]) -> str:
    """A name for what an aligner is given: its settings and every word of the texts."""
    digest = hashlib.sha256()
    for setting in settings:
        digest.update(setting.encode() + b"\n")
    for text in texts:
        digest.update(b"%d sentences\n" % len(text))
        for sentence in text:
            # The number of words distinguishes a word with a space inside from two words.
            line = f"{len(sentence)} {' '.join(sentence)}\n"
            digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def load(key: str) -> tuple[Alignments, Alignments] | None:
    """Both directions, or nothing if they were never kept or the file is damaged."""
    path = _path(key)
    try:
        header, _, body = path.read_bytes().partition(b"\n")
        magic, sentences, checksum = header.rsplit(b" ", 2)
        if magic != _MAGIC or hashlib.sha256(body).hexdigest().encode() != checksum:
            return None
        lines = zlib.decompress(body).decode("ascii").removesuffix("\n").split("\n")
        both = Alignments.parse(lines)
        half = int(sentences)
    except (OSError, ValueError, zlib.error, InputError):
        return None
    if len(both) != 2 * half:
        return None
    with suppress(OSError):
        # What was used last is dropped last.
        path.touch()
    return both[:half], both[half:]


def save(key: str, forward: Alignments, reverse: Alignments) -> None:
    """Keep both directions, and drop the oldest entries beyond LARGEST_CACHE bytes.

    A cache that cannot be written costs time, not correctness, so it is no error.
    """
    if not len(forward):
        return
    body = zlib.compress(forward.format() + reverse.format(), level=1)
    header = b"%s %d %s\n" % (_MAGIC, len(forward), hashlib.sha256(body).hexdigest().encode())
    path = _path(key)
    with suppress(OSError, InputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_all({path: header + body})
        _drop_oldest(path.parent)


def _path(key: str) -> Path:
    return _folder() / "alignments" / f"{key}.bin"


def _folder() -> Path:
    import platformdirs

    return Path(os.environ.get("ANTECEDE_CACHE") or platformdirs.user_cache_dir("antecede"))


def _drop_oldest(folder: Path) -> None:
    entries = sorted(((file.stat(), file) for file in folder.glob("*.bin")), key=lambda entry: -entry[0].st_mtime)
    total = 0
    for status, file in entries:
        total += status.st_size
        if total > LARGEST_CACHE:
            file.unlink(missing_ok=True)
