"""Progress on the error stream, for work that takes longer than a second."""

from __future__ import annotations

import logging
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PATIENCE: Final = 1.0


@contextmanager
def showing(description: str, *, enabled: bool) -> Iterator[Callable[[float], None]]:
    """A bar that appears after a second; what is yielded takes the share that is done, from 0 to 1.

    None is shown where the output is not a terminal, or where warnings are switched off too.
    """
    wanted = logging.getLogger("antecede").isEnabledFor(logging.WARNING)
    if not enabled or not wanted or not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(description, total=1.0)
    appears = threading.Timer(_PATIENCE, bar.start)
    appears.daemon = True
    appears.start()
    try:
        yield lambda share: bar.update(task, completed=share)
    finally:
        appears.cancel()
        appears.join()
        if bar.live.is_started:
            bar.stop()


def _nothing(_share: float) -> None:
    pass
