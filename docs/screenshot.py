"""Take the picture of a report that the README shows: `python docs/screenshot.py report.html [report.png]`."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, help="the report, as `antecede score --html` writes it")
    parser.add_argument("picture", type=Path, nargs="?", default=Path(__file__).with_name("report.png"))
    parser.add_argument("--size", default="1280x1240", help="the window, WIDTHxHEIGHT (default: %(default)s)")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        print("no chromium: apt-get install chromium", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            chromium,
            *FLAGS,
            f"--window-size={arguments.size.replace('x', ',')}",
            f"--user-data-dir={profile}",
            f"--screenshot={arguments.picture.resolve()}",
            arguments.page.resolve().as_uri(),
        ]
        finished = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if finished.returncode or not arguments.picture.exists():
        print(finished.stderr, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
