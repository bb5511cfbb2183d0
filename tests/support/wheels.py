"""Hand-made wheels, good and hostile, and the resources that they would be."""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
from typing import TYPE_CHECKING

from antecede.resources import Resource

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

GOOD: Mapping[str | zipfile.ZipInfo, str | bytes] = {
    "toy/data/words.txt": "maison\n",
    "toy/data/more/verbs.txt": "aller\n",
    "toy/__init__.py": "raise SystemExit\n",
}


def wheel(files: Mapping[str | zipfile.ZipInfo, str | bytes] = GOOD) -> bytes:
    """A wheel with these files, compressed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # Of one date, so that the same files are the same bytes.
            member = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    """The name of a member that says it is a symbolic link."""
    member = zipfile.ZipInfo(name)
    member.create_system = 3
    member.external_attr = 0o120777 << 16
    return member


def declaring(size: int) -> bytes:
    """A wheel whose first file is said to unpack to that many bytes."""
    whole = bytearray(wheel({"toy/data/words.txt": "maison\n" * 50}))
    struct.pack_into("<I", whole, whole.index(b"PK\x01\x02") + 24, size)
    return bytes(whole)


def toy(content: bytes, folder: Path, *, sha256: str | None = None, name: str = "toy-words") -> Resource:
    """The resource whose wheel lies in the folder; its checksum is right unless another is given."""
    file = f"{name.replace('-', '_')}-1.0-py3-none-any.whl"
    folder.mkdir(exist_ok=True)
    (folder / file).write_bytes(content)
    return Resource(
        name=name,
        short=name.partition("-")[0],
        version="1.0",
        kind="lexicon",
        language="fr",
        what="two words",
        licence="MIT",
        wheel=file,
        sha256=sha256 or hashlib.sha256(content).hexdigest(),
        size=len(content),
        folder="toy/data",
    )
