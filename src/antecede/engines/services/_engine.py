"""A service as an engine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from antecede.engines import MOST_CONTEXT
from antecede.engines._text_engine import WritingEngine
from antecede.engines.services._batches import Asked, Journal, ServiceTranslator
from antecede.errors import BadOption
from antecede.pairs import pair as described

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.engines import Opening, Segment
    from antecede.engines.services._batches import Client

__all__ = ["open_service"]


def open_service(opening: Opening, client: Callable[[str, str, str], Client]) -> WritingEngine:
    """The engine of a service, whose client is made from an address and the codes of the two languages."""
    if not opening.pair:
        raise BadOption("a service has to be told what it translates: give the pair (--pair, --to or --model)")
    said = str(opening.options.get("context", "0"))
    if not (said.isascii() and said.isdigit() and int(said) <= MOST_CONTEXT):
        raise BadOption(f"context is {said[:40]!r}, not a number of sentences from 0 to {MOST_CONTEXT}")
    context = int(said)
    pair = described(opening.pair)
    made = client(str(opening.options.get("url", "")), pair.source, pair.target)
    home = Path(os.environ.get("ANTECEDE_CACHE") or platformdirs.user_cache_dir("antecede")) / "services"
    journal = Journal(home / f"{made.name.replace(' ', '-').lower()}.{pair.name}.jsonl")
    translator = ServiceTranslator(made, journal)

    def write(segments: Sequence[Segment]) -> list[str]:
        before = [" ".join(segment.before[-context:]) if context else "" for segment in segments]
        return translator.translate([Asked(segment.text, text) for segment, text in zip(segments, before, strict=True)])

    # All is translated: what was kept for another try is removed.
    return WritingEngine(write, pair, context=context > 0, done=journal.done)
