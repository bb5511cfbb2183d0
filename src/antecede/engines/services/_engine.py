"""A service as an engine: its translations with our tokens and links."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from antecede.engines import MOST_CONTEXT, Ability
from antecede.engines._text_engine import hypotheses, segments_of
from antecede.engines.services._batches import Asked, Journal, ServiceTranslator
from antecede.errors import BadOption
from antecede.pairs import pair as described

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.engines import Hypothesis, Opening, Segment
    from antecede.engines.services._batches import Client
    from antecede.pairs import Pair

__all__ = ["ServiceEngine", "open_service"]


class ServiceEngine:
    """Sends text to a service, sentence by sentence, with so many sentences before each as context."""

    def __init__(self, translator: ServiceTranslator, pair: Pair, *, context: int = 0) -> None:
        self._translator = translator
        self._pair = pair
        self._context = context

    @property
    def abilities(self) -> frozenset[Ability]:
        """It takes text."""
        return frozenset([Ability.TEXT, Ability.CONTEXT] if self._context else [Ability.TEXT])

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """The translations of tokens, which are put together to text first."""
        return self.translate_segments(segments_of(sentences, self._pair), n_best=n_best, distinct=distinct)

    def translate_segments(
        self,
        segments: Sequence[Segment],
        *,
        n_best: int = 1,  # noqa: ARG002 - services give one translation
        distinct: bool = False,  # noqa: ARG002 - which is distinct
    ) -> list[list[Hypothesis]]:
        """The service's translation of each segment."""
        asked = [
            Asked(segment.text, " ".join(segment.before[-self._context :]) if self._context else "")
            for segment in segments
        ]
        return hypotheses(segments, self._translator.translate(asked), self._pair)

    def close(self) -> None:
        """All is translated: what was kept for another try is removed."""
        self._translator.journal.done()


def open_service(opening: Opening, client: Callable[[str, str, str], Client]) -> ServiceEngine:
    """The engine of a service, whose client is made from an address and the codes of the two languages."""
    if not opening.pair:
        raise BadOption("a service has to be told what it translates: give the pair (--pair, --to or --model)")
    context = str(opening.options.get("context", "0"))
    if not (context.isascii() and context.isdigit() and int(context) <= MOST_CONTEXT):
        raise BadOption(f"context is {context[:40]!r}, not a number of sentences from 0 to {MOST_CONTEXT}")
    pair = described(opening.pair)
    made = client(str(opening.options.get("url", "")), pair.source, pair.target)
    home = Path(os.environ.get("ANTECEDE_CACHE") or platformdirs.user_cache_dir("antecede")) / "services"
    journal = Journal(home / f"{made.name.replace(' ', '-').lower()}.{pair.name}.jsonl")
    return ServiceEngine(ServiceTranslator(made, journal), pair, context=int(context))
