"""Where the command starts: `antecede`, and `python -m antecede`.

Nothing is imported here but what is needed to be interrupted in good order, and so nothing in the package's `__init__`
either: all else takes tenths of a second, in which people press Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys


def run() -> int:
    """Run the command line; its exit code."""
    # A signal while modules are imported may strike where Python can only print and ignore it. Nothing has been done
    # yet, so that ending at once is safe. Where interrupts are ignored (`nohup`, `&`) they stay so.
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    from antecede.cli import main

    try:
        signal.signal(signal.SIGINT, before)
        return main()
    except KeyboardInterrupt:
        # Before the command began, or after it was done.
        sys.stderr.write("antecede: interrupted\n")
        return 130


def _end(*_: object) -> None:
    os.write(2, b"antecede: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(run())
