"""Data files that come with the package, compared with the checksums beside them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUMS: Final = "SHA256SUMS"
"""What `sha256sum` prints of the data files of a folder."""


def shipped_text(folder: Traversable, name: str) -> str | None:
    """The text of a file of the folder, None where none of that name ships; raises `ResourceError` if it is damaged."""
    try:
        listed = (line.split("  ") for line in folder.joinpath(SUMS).read_text(encoding="utf-8").splitlines())
        sums = {file: checksum for checksum, file in listed}
        place = folder.joinpath(name)
        if name not in sums and not place.is_file():
            return None
        content = place.read_bytes()
    except (OSError, ValueError):
        raise ResourceError(f"{folder.joinpath(name)}: cannot be read or checked; install antecede again") from None
    if hashlib.sha256(content).hexdigest() != sums.get(name):
        raise ResourceError(f"{folder.joinpath(name)}: is damaged (its checksum differs); install antecede again")
    return content.decode("utf-8")
