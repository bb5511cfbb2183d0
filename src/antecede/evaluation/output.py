"""An evaluation as JSON: names and nesting are relied on by programs, so they never change."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.alignment.pronouns import Words
    from antecede.evaluation.results import Comparison, Evaluation, Judged, ScoredPronoun, SystemScore


def to_json(evaluation: Evaluation) -> Iterator[str]:
    """The evaluation as one JSON object, in pieces: a line for each pronoun of a corpus takes much room at once."""
    head = {
        "pair": evaluation.pair,
        "systems": [_system(system) for system in evaluation.systems],
        "comparisons": [_comparison(comparison) for comparison in evaluation.comparisons],
        "signatures": _shared_signatures(evaluation.systems),
    }
    yield f'{json.dumps(head, ensure_ascii=False, indent=1)[:-2]},\n "pronouns": ['
    for index, pronoun in enumerate(evaluation.pronouns):
        yield f"{',' if index else ''}\n{json.dumps(_pronoun(pronoun), ensure_ascii=False)}"
    yield "\n]}\n"


def _system(system: SystemScore) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": system.name}
    for name, score in system.scores.items():
        entry[_key(name)] = score.value
        for key, details in score.details.items():
            entry[key] = {field: value for field, value in asdict(details).items() if value is not None}
    signatures = {_key(name): score.signature for name, score in system.scores.items()}
    return {**entry, "signature": system.signature, "signatures": signatures}


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {**asdict(comparison), "bootstrap": {_key(name): p_value for name, p_value in comparison.bootstrap}}


def _shared_signatures(systems: Sequence[SystemScore]) -> dict[str, str]:
    """The signatures that are the same for every system: those of metrics that do not depend on alignments."""
    first, *others = ({_key(name): score.signature for name, score in system.scores.items()} for system in systems)
    return {name: signature for name, signature in first.items() if all(other[name] == signature for other in others)}


def _key(metric: str) -> str:
    return metric.replace("-", "_")


def _pronoun(pronoun: ScoredPronoun) -> dict[str, Any]:
    return {
        "sentence": pronoun.sentence,
        "source_position": pronoun.source_position,
        "source": pronoun.source,
        "reference": _text(pronoun.reference),
        "reference_positions": _positions(pronoun.reference),
        "candidates": [_candidate(judged) for judged in pronoun.candidates],
    }


def _candidate(judged: Judged) -> dict[str, Any]:
    return {"text": _text(judged.words), "case": int(judged.case), "positions": _positions(judged.words)}


def _text(words: Words | None) -> str | None:
    return None if words is None else words.text


def _positions(words: Words | None) -> list[int]:
    return [] if words is None else list(words.positions)
