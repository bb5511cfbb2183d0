"""Ctrl-C before the command has begun."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# Stands in for a module that takes long to import, during which the user presses Ctrl-C.
SLOW = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n"
(SCRIPT,) = entry_points(group="console_scripts", name="antecede")
STARTS = {
    "module": "import runpy; runpy.run_module('antecede', run_name='__main__')",
    "script": f"from {SCRIPT.module} import {SCRIPT.attr}; sys.exit({SCRIPT.attr}())",
}


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("module", ["argparse", "logging", "rich_argparse"])
def test_an_interrupt_while_modules_are_imported_is_one_line(start: str, module: str, tmp_path: Path) -> None:
    (tmp_path / f"{module}.py").write_text(SLOW)
    # The stand-in hides the real module from our code alone: what Python itself needs is there already.
    begin = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
    command = [sys.executable, "-c", begin + STARTS[start], "lm", "score", "--model", "m", "--text", "t"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (130, "", "antecede: interrupted\n")


def test_the_command_starts_with_nothing_else_of_the_package() -> None:
    code = f"import sys; import {SCRIPT.module}; print(*sorted(m for m in sys.modules if m.startswith('antecede')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "antecede antecede.__main__ antecede.version\n"


def test_an_interrupt_that_is_to_be_ignored_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "rich_argparse.py").write_text(SLOW.replace("time.sleep(60)", "raise SystemExit(3)"))
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {STARTS['script']}"
    shell = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", code]
    assert subprocess.run(shell, capture_output=True, check=False).returncode == 3
