"""Files from the Hugging Face hub, or from a mirror that HF_ENDPOINT names: two calls, no package of its own.

`/api/models/NAME/revision/main` says which commit `main` is; `/NAME/resolve/COMMIT/FILE` is a file, perhaps after a
redirection. The checksums are pinned here, so that it does not matter who answers.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Final

from antecede.errors import ResourceError
from antecede.progress import showing
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.resources._manifest import File, Resource

_ENDPOINT: Final = "https://huggingface.co"
_SECONDS: Final = 10.0
"""How long the hub may take to answer, or to send the next piece."""
_LONGEST_ANSWER: Final = 1 << 22
_PIECE: Final = 1 << 18


def fetch_from_hub(wanted: Resource, target: Path, *, progress: bool = True) -> None:
    """Write the resource's files, each compared with its checksum; those that are there from a try before stay."""
    if os.environ.get("HF_HUB_OFFLINE", "") not in {"", "0"}:
        raise ResourceError("HF_HUB_OFFLINE forbids it")
    endpoint = os.environ.get("HF_ENDPOINT", "").rstrip("/") or _ENDPOINT
    if urllib.parse.urlsplit(endpoint).scheme not in {"http", "https"}:
        raise ResourceError(f"HF_ENDPOINT is {endpoint[:80]!r}, not an address that starts with https://")
    try:
        commit = _commit(f"{endpoint}/api/models/{wanted.hub}/revision/main")
        for file in wanted.files:
            if not _fits(target / file.name, file):
                with showing(f"fetching {wanted.hub}/{file.name}", enabled=progress) as show:
                    _fetch(f"{endpoint}/{wanted.hub}/resolve/{commit}/{file.name}", file, target, show)
    except urllib.error.HTTPError as error:
        error.close()
        raise ResourceError(f"it answered {error.code} {error.reason}") from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise ResourceError(
            f"it cannot be reached: {getattr(reason, 'strerror', None) or reason or 'no answer'}"
        ) from None


def _commit(address: str) -> str:
    with _open(address) as answer:
        text = answer.read(_LONGEST_ANSWER)
    try:
        commit = json.loads(text)["sha"]
    except (ValueError, KeyError, TypeError, RecursionError):
        commit = None
    # It becomes a part of an address.
    if not isinstance(commit, str) or re.fullmatch(r"[0-9a-f]{7,64}", commit) is None:
        raise ResourceError("its answer does not name a commit")
    return commit


def _fetch(address: str, file: File, target: Path, show: Callable[[float], None]) -> None:
    digest, arrived = hashlib.sha256(), 0
    arriving = target / f"{file.name}.part"
    with _open(address) as answer, arriving.open("wb") as written:
        while piece := answer.read(_PIECE):
            arrived += len(piece)
            if arrived > file.size:
                break
            digest.update(piece)
            written.write(piece)
            show(arrived / file.size)
    if arrived != file.size or digest.hexdigest() != file.sha256:
        arriving.unlink()
        raise ResourceError(f"its {file.name} is not the expected file: its length or checksum differs")
    arriving.replace(target / file.name)


def _open(address: str) -> http.client.HTTPResponse:
    request = urllib.request.Request(address, headers={"User-Agent": f"antecede/{__version__}"})  # noqa: S310 - http only
    answer: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=_SECONDS)  # noqa: S310 - as above
    return answer


def _fits(path: Path, file: File) -> bool:
    if not path.is_file() or path.stat().st_size != file.size:
        return False
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest() == file.sha256
