"""Decisions as JSON: the trace of a translation, and the log of what was mended.

`{"documents": [{"id", "decisions": [{"sentence", "token", "source", "function", "antecedents", "options": [{"text",
"probability"}], "choice", "baseline", "reason"}]}]}`, with function and antecedents as `antecede resolve` writes them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from antecede.coreference.json_format import anaphor_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from antecede.pronouns._types import Decision, TranslatedDocument

__all__ = ["decision_part", "trace_json"]


def trace_json(documents: Iterable[TranslatedDocument]) -> Iterator[str]:
    """The JSON text in pieces, a document a line, so that no more than one document need be held."""
    yield '{"documents": ['
    separator = "\n"
    for document in documents:
        decisions = [decision_part(decision) for decision in document.decisions]
        yield separator + json.dumps({"id": document.source.analysis.id, "decisions": decisions}, ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def decision_part(decision: Decision) -> dict[str, Any]:
    """A pronoun, what it may stand for, and how it was translated."""
    told = anaphor_part(decision.anaphor)
    told["source"] = told.pop("text")
    return {
        **told,
        "options": [{"text": option.text, "probability": option.probability} for option in decision.options],
        "choice": decision.choice,
        "baseline": decision.baseline,
        "reason": decision.reason,
    }
