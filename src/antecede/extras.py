"""Optional packages: what is imported only where it is used, and how people get it where it is missing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from antecede.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["needing"]


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Imports inside that fail become one line that names the extra which brings them.

    >>> with needing("the engine Example", "example"):
    ...     import no_such_package
    Traceback (most recent call last):
    antecede.errors.MissingExtra: the engine Example is not installed: run pip install 'antecede[example]'
    """
    try:
        yield
    except ModuleNotFoundError:
        raise MissingExtra(what, extra) from None
