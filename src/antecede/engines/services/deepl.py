"""DeepL: `deepl:`, with the key in DEEPL_AUTH_KEY. It takes the sentences before as context, and does not bill them."""

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

__all__ = ["ENGINE", "DeepL"]

_KEY: Final = "DEEPL_AUTH_KEY"
_FREE: Final = ":fx"
"""How the keys of the free service end, which has an address of its own."""


@dataclass(frozen=True, slots=True)
class DeepL:
    """`POST /v2/translate` with up to fifty texts and one context for all of them."""

    service: Service
    source: str
    target: str
    name: str = "DeepL"
    most_texts: int = 50
    most_characters: int = 30_000
    """A request has at most 128 KiB, a character up to four bytes."""

    @classmethod
    def at(cls, url: str, source: str, target: str) -> Self:
        """The service that the key belongs to, or the one of an address."""
        key = key_from(_KEY, name="DeepL")
        url = url or ("https://api-free.deepl.com" if key.endswith(_FREE) else "https://api.deepl.com")
        headers = {"Authorization": f"DeepL-Auth-Key {key}"}
        return cls(Service("DeepL", service_url(url, name="DeepL"), headers, key, _KEY), source, target)

    @property
    def key(self) -> str:
        """The address and the languages."""
        return f"{self.service.url} {self.source} {self.target}"

    def ask(self, texts: Sequence[str], before: str) -> list[str]:
        """The translation of each text."""
        body: dict[str, object] = {
            "text": list(texts),
            "source_lang": self.source.upper(),
            "target_lang": self.target.upper(),
            # A sentence is a sentence: what looks like two stays one line.
            "split_sentences": "0",
        }
        if before:
            body["context"] = before
        answer = self.service.post("/v2/translate", body)
        given = answer.get("translations") if isinstance(answer, dict) else None
        texts_given = (
            [each.get("text") if isinstance(each, dict) else None for each in given]
            if isinstance(given, list)
            else None
        )
        return checked_texts(self.name, texts_given, len(texts))


def _open(opening: Opening) -> WritingEngine:
    return open_service(opening, DeepL.at)


ENGINE: Final = EngineKind(_open, frozenset([Ability.TEXT, Ability.CONTEXT]), ("url", "context"), alone=True)
