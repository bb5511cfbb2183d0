"""Google Cloud Translation (basic): `google:`, with the key in GOOGLE_API_KEY."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from antecede.engines import Ability, EngineKind
from antecede.engines.services._batches import checked_texts
from antecede.engines.services._engine import open_service
from antecede.engines.services._http import Service, key_from, service_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Opening
    from antecede.engines._text_engine import WritingEngine

__all__ = ["ENGINE", "Google"]

_KEY: Final = "GOOGLE_API_KEY"
_URL: Final = "https://translation.googleapis.com"


@dataclass(frozen=True, slots=True)
class Google:
    """`POST /language/translate/v2` with up to 128 texts."""

    service: Service
    source: str
    target: str
    name: str = "Google"
    most_texts: int = 128
    most_characters: int = 5_000

    @classmethod
    def at(cls, url: str, source: str, target: str) -> Self:
        """The service, or the one of an address."""
        key = key_from(_KEY, name="Google")
        # The key in a header: addresses end up in the logs of what stands between.
        service = Service("Google", service_url(url or _URL, name="Google"), {"X-Goog-Api-Key": key}, key, _KEY)
        return cls(service, source, target)

    @property
    def key(self) -> str:
        """The address and the languages."""
        return f"{self.service.url} {self.source} {self.target}"

    def ask(self, texts: Sequence[str], before: str) -> list[str]:  # noqa: ARG002 - its API has no context
        """The translation of each text."""
        body = {"q": list(texts), "source": self.source, "target": self.target, "format": "text"}
        answer = self.service.post("/language/translate/v2", body)
        data = answer.get("data") if isinstance(answer, dict) else None
        given = data.get("translations") if isinstance(data, dict) else None
        found = (
            [each.get("translatedText") if isinstance(each, dict) else None for each in given]
            if isinstance(given, list)
            else None
        )
        return checked_texts(self.name, found, len(texts))


def _open(opening: Opening) -> WritingEngine:
    return open_service(opening, Google.at)


ENGINE: Final = EngineKind(_open, frozenset([Ability.TEXT]), ("url",), alone=True)
