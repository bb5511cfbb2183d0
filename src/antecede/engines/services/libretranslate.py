"""LibreTranslate, one's own or a public one: `libretranslate:URL`, a key in LIBRETRANSLATE_API_KEY if it wants one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from antecede.engines import Ability, EngineKind
from antecede.engines.services._batches import checked_texts
from antecede.engines.services._engine import open_service
from antecede.engines.services._http import Service, service_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Opening
    from antecede.engines._text_engine import WritingEngine

__all__ = ["ENGINE", "LibreTranslate"]

_KEY: Final = "LIBRETRANSLATE_API_KEY"


@dataclass(frozen=True, slots=True)
class LibreTranslate:
    """`POST /translate` with a list of texts."""

    service: Service
    source: str
    target: str
    name: str = "LibreTranslate"
    most_texts: int = 32
    most_characters: int = 4_000
    """Below what public servers allow by default."""

    @property
    def key(self) -> str:
        """The address and the languages."""
        return f"{self.service.url} {self.source} {self.target}"

    @classmethod
    def at(cls, url: str, source: str, target: str) -> Self:
        """The service of an address."""
        secret = os.environ.get(_KEY, "").strip()
        service = Service("LibreTranslate", service_url(url, name="LibreTranslate"), secret=secret, key_name=_KEY)
        return cls(service, source, target)

    def ask(self, texts: Sequence[str], before: str) -> list[str]:  # noqa: ARG002 - its API has no context
        """The translation of each text."""
        body = {"q": list(texts), "source": self.source, "target": self.target, "format": "text"}
        if self.service.secret:
            body["api_key"] = self.service.secret
        answer = self.service.post("/translate", body)
        return checked_texts(self.name, answer.get("translatedText") if isinstance(answer, dict) else None, len(texts))


def _open(opening: Opening) -> WritingEngine:
    return open_service(opening, LibreTranslate.at)


ENGINE: Final = EngineKind(_open, frozenset([Ability.TEXT]), ("url",))
