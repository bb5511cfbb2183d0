"""A folder that a conversion writes: it appears whole or not at all."""

from __future__ import annotations

import secrets
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["new_folder"]


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A folder to write to, which becomes `target` at the end; if anything fails, it is gone."""
    fresh = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        fresh.mkdir(parents=True)
        yield fresh
        fresh.replace(target)
    except OSError as error:
        problem = (error.strerror or "unknown error").lower()
        raise ResourceError(f"{target}: the converted model cannot be written: {problem}") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
