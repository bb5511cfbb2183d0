"""Work in stages that can be killed at any point: each runs again only if its inputs changed or it did not finish."""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import InputError
from antecede.files import make_folder, write_text
from antecede.files.packed import checksum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    Figures = dict[str, Any]

# Raised when a stage's work changes, so that folders of older versions are not taken for finished.
_VERSION: Final = 1


class Stages:
    """The records of finished stages, one file each in `folder`.

    A record is written after a stage's outputs, and outputs appear complete: a kill costs only the running stage.
    """

    def __init__(self, folder: Path) -> None:
        """Keep the records in `folder`, which exists."""
        self._folder = folder
        self._ran: list[str] = []

    @property
    def ran(self) -> Sequence[str]:
        """The stages that ran, since they were not finished before."""
        return self._ran

    def run(
        self, name: str, inputs: Mapping[str, Any], outputs: Sequence[Path], work: Callable[[], Figures]
    ) -> Figures:
        """The figures of a stage, from its record if that is of the same inputs and the outputs are untouched."""
        record = self._folder / f"{name}.json"
        key = hashlib.sha256(json.dumps([_VERSION, name, inputs], sort_keys=True).encode()).hexdigest()
        recorded = _load(record)
        if recorded.get("key") == key and recorded.get("outputs") == [_state(path) for path in outputs]:
            figures: Figures = recorded["figures"]
            return figures
        record.unlink(missing_ok=True)
        figures = work()
        figures["checksums"] = {path.name: checksum(path) for path in outputs}
        contents = {"key": key, "outputs": [_state(path) for path in outputs], "figures": figures}
        write_text(record, json.dumps(contents, indent=1))
        self._ran.append(name)
        return figures


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Make the folder and hold it: a second run in it is refused, and what a killed one left half-written goes.

    The folder above it is the model's, and is cleared of the same.
    """
    try:
        make_folder(folder)
        with (folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(
                    f"{folder}: another training run is using this folder; wait for it, or stop it"
                ) from None
            for half in (*folder.glob(".*.part"), *folder.parent.glob(".*.part")):
                shutil.rmtree(half) if half.is_dir() else half.unlink()
            yield
    except PermissionError as error:
        raise InputError(f"{folder}: cannot be written: {(error.strerror or 'unknown error').lower()}") from None


def _load(record: Path) -> Figures:
    try:
        content = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _state(path: Path) -> list[int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns]
