"""A language model behind an OpenAI-compatible endpoint: `openai:URL`, key in OPENAI_API_KEY, model in OPENAI_MODEL.

`openai:http://127.0.0.1:8080/v1,my-model` names the model in the address. Servers of one's own mostly want no key.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from antecede.engines import Ability, EngineKind
from antecede.engines.services._batches import checked_texts
from antecede.engines.services._engine import open_service
from antecede.engines.services._http import Service, service_url
from antecede.errors import BadOption, EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Opening
    from antecede.engines._text_engine import WritingEngine

__all__ = ["ENGINE", "OpenAI"]

_KEY: Final = "OPENAI_API_KEY"
_MODEL: Final = "OPENAI_MODEL"
_TASK: Final = (
    "You translate from the language with the ISO code {source} into the one with the code {target}."
    " The user sends a JSON array of strings, consecutive sentences of a text."
    " Answer with a JSON array of as many strings, the translation of each sentence in order, and nothing else."
)
_BEFORE: Final = " For context only, not to be translated, this stands before them: {before}"


@dataclass(frozen=True, slots=True)
class OpenAI:
    """`POST /chat/completions`; sentences as a JSON array, so that none is lost or joined unnoticed."""

    service: Service
    source: str
    target: str
    model: str
    name: str = "the language model"
    most_texts: int = 16
    most_characters: int = 6_000

    @classmethod
    def at(cls, url: str, source: str, target: str, *, model: str = "") -> Self:
        """The endpoint of an address."""
        model = model or os.environ.get(_MODEL, "").strip()
        if not model:
            raise BadOption(f"an OpenAI-compatible service needs a model's name: openai:URL,MODEL, or set {_MODEL}")
        secret = os.environ.get(_KEY, "").strip()
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        service = Service("the language model", service_url(url, name="OpenAI-compatible"), headers, secret, _KEY)
        return cls(service, source, target, model)

    @property
    def key(self) -> str:
        """The address, the model and the languages."""
        return f"{self.service.url} {self.model} {self.source} {self.target}"

    def ask(self, texts: Sequence[str], before: str) -> list[str]:
        """The translation of each text; where the model answers otherwise for several, each is asked for alone."""
        try:
            return self._asked(texts, before)
        except _NoArray:
            if len(texts) == 1:
                raise
        return [text for each in texts for text in self._asked([each], before)]

    def _asked(self, texts: Sequence[str], before: str) -> list[str]:
        task = _TASK.format(source=self.source, target=self.target)
        # As JSON, so that nothing in the text can pass for the end of what is quoted.
        task += _BEFORE.format(before=json.dumps(before, ensure_ascii=False)) if before else ""
        body = {
            "model": self.model,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": task},
                {"role": "user", "content": json.dumps(list(texts), ensure_ascii=False)},
            ],
        }
        answer = self.service.post("/chat/completions", body)
        try:
            content = str(answer["choices"][0]["message"]["content"])
        except (LookupError, TypeError):
            raise EngineError(f"{self.name} answered with JSON that holds no message; is the address right?") from None
        first, last = content.find("["), content.rfind("]")
        try:
            return checked_texts(self.name, json.loads(content[first : last + 1]), len(texts))
        except (ValueError, EngineError):
            raise _NoArray(
                f"{self.name} did not answer with a translation of each sentence: {content[:80]!r}"
            ) from None


class _NoArray(EngineError):
    """An answer that is not an array of as many texts as were asked for."""


def _open(opening: Opening) -> WritingEngine:
    return open_service(
        opening, lambda url, source, target: OpenAI.at(url, source, target, model=str(opening.options.get("model", "")))
    )


ENGINE: Final = EngineKind(_open, frozenset([Ability.TEXT, Ability.CONTEXT]), ("url", "model", "context"))
