"""Asking a service: JSON there and back, with limits on time, size and tries; a key is never shown or written."""

from __future__ import annotations

import http.client
import json
import logging
import os
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from antecede.errors import BadOption, EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import IO

__all__ = ["Service", "key_from", "service_url"]

LARGEST_ANSWER: Final = 16 * 2**20
_REFUSED: Final = (401, 403)
_USED_UP: Final = 456
"""DeepL's own status for a quota that is used up."""
_LATER: Final = (408, 429, 500, 502, 503, 504, 529)
"""What another try may mend."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service: where it is, what its requests carry, how long it may take and how often it is asked."""

    name: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secret: str = field(default="", repr=False)
    """The key, so that it can be struck out of what the service says."""
    key_name: str = ""
    """The environment variable of the key, for messages."""
    timeout: float = 60.0
    tries: int = 4
    longest_wait: float = 60.0
    wait: Callable[[float], None] = time.sleep

    def post(self, path: str, body: Mapping[str, object]) -> Any:  # noqa: ANN401 - JSON
        """What the service answers, read as JSON."""
        request = urllib.request.Request(  # noqa: S310 - `service_url` allows http and https alone
            self.url + path,
            data=json.dumps(body, ensure_ascii=False).encode(),
            headers={"Content-Type": "application/json", "Accept": "application/json", **self.headers},
        )
        problem = ""
        for attempt in range(self.tries):
            try:
                with _opener().open(request, timeout=self.timeout) as answer:
                    return self._parsed(answer)
            except urllib.error.HTTPError as error:
                with error:
                    problem, pause = self._refusal(error, attempt)
            except (OSError, http.client.HTTPException) as error:
                problem, pause = self._silence(error), 2.0**attempt
            if attempt + 1 < self.tries:
                logging.getLogger(__name__).warning("%s %s; another try in %.0f s", self.name, problem, pause)
                self.wait(pause)
        raise EngineError(f"{self.name} {problem}, {self.tries} times; try again later")

    def _parsed(self, answer: IO[bytes]) -> Any:  # noqa: ANN401 - JSON
        read = answer.read(LARGEST_ANSWER + 1)
        if len(read) > LARGEST_ANSWER:
            raise EngineError(f"{self.name} answered with more than {LARGEST_ANSWER >> 20} MiB; is the address right?")
        try:
            return json.loads(read)
        except (ValueError, RecursionError):
            raise EngineError(f"{self.name} answered with something that is not JSON; is the address right?") from None

    def _refusal(self, error: urllib.error.HTTPError, attempt: int) -> tuple[str, float]:
        """What a status says, and how long to wait before another try; raises where none can help."""
        said = self._said(error)
        if error.code in _REFUSED:
            where = f"the key in {self.key_name}" if self.secret else f"a request without a key; set {self.key_name}"
            raise EngineError(f"{self.name} refused {where} (HTTP {error.code}{said})")
        if error.code == _USED_UP:
            raise EngineError(f"{self.name}: the quota of this key is used up (HTTP {error.code}{said})")
        if error.code not in _LATER:
            raise EngineError(f"{self.name} refused the request (HTTP {error.code}{said})")
        pause = _seconds(error.headers.get("Retry-After")) if error.headers else None
        if pause is not None and pause > self.longest_wait:
            raise EngineError(
                f"{self.name} asks to wait {pause:.0f} seconds (HTTP {error.code}); try again after that time"
            )
        return f"answered with HTTP {error.code}{said}", 2.0**attempt if pause is None else pause

    def _said(self, error: urllib.error.HTTPError) -> str:
        """The service's own words, in one short line without the key."""
        text = " ".join(error.read(2000).decode("utf-8", "replace").split())
        if self.secret:
            text = text.replace(self.secret, "…")
        return f": {text[:200]}" if text else ""

    def _silence(self, error: OSError | http.client.HTTPException) -> str:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, TimeoutError):
            return f"did not answer within {self.timeout:.0f} seconds"
        if isinstance(reason, OSError) and reason.strerror:
            return f"cannot be reached at {self.url} ({reason.strerror.lower()})"
        return f"cannot be reached at {self.url}"


def service_url(text: str, *, name: str) -> str:
    """The address of a service without a slash at its end; refuses what is not http or https, or holds a password."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadOption(f"'{text}' is not the address of a {name} service: it is http://… or https://…")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise BadOption(
            f"the address of a {name} service has no user, password or query; keys come from the environment"
        )
    return text.rstrip("/")


def key_from(variable: str, *, name: str) -> str:
    """The key that an environment variable holds; an error says which one is missing."""
    key = os.environ.get(variable, "").strip()
    if not key:
        raise BadOption(f"{name} needs a key: set the environment variable {variable}")
    if not key.isprintable() or not key.isascii():
        raise BadOption(f"the key in {variable} holds characters that no key has")
    return key


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key goes to the address that was given, and to no other: a redirect is an error like any other status."""

    def redirect_request(self, *_arguments: object) -> None:
        return None


def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_NoRedirects)


def _seconds(text: str | None) -> float | None:
    """What Retry-After says, where it is a number of seconds."""
    try:
        return max(0.0, float(text)) if text is not None else None
    except ValueError:
        return None
