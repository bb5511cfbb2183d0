"""Decisions as JSON: `{"documents": [{"id", "decisions": [{"sentence", "token", "source", "function", ...}]}]}`.

Sentences and tokens count from 0, in the document and in the source sentence; `function` and `antecedents` are as
`antecede resolve` writes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from antecede.coreference.json_format import antecedents_part, function_part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from antecede.pronouns.types import Decision, TranslatedDocument

__all__ = ["decision_part", "trace"]


def trace(documents: Iterable[TranslatedDocument]) -> dict[str, Any]:
    """All decisions of all documents."""
    return {
        "documents": [
            {"id": document.source.analysis.id, "decisions": [decision_part(each) for each in document.decisions]}
            for document in documents
        ]
    }


def decision_part(decision: Decision) -> dict[str, Any]:
    """One pronoun: what it may stand for, what it may become, and what was chosen and why."""
    anaphor = decision.anaphor
    return {
        "sentence": anaphor.sentence,
        "token": anaphor.token,
        "source": anaphor.text,
        "position": anaphor.position,
        "function": function_part(anaphor.function),
        "antecedents": antecedents_part(anaphor.antecedents),
        "none": anaphor.none,
        "options": [{"text": option.text, "probability": option.probability} for option in decision.options],
        "choice": decision.choice,
        "baseline": decision.baseline,
        "reason": decision.reason,
        "target": decision.target,
        "decided_by": decision.decided_by,
        "rule": decision.rule,
        "withheld": decision.withheld,
        "theirs": decision.theirs,
        "ours": decision.ours,
    }
