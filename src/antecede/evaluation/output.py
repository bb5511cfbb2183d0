"""An evaluation as JSON: names and nesting are relied on by programs, so they never change."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from antecede.evaluation.metrics import surface

if TYPE_CHECKING:
    from collections.abc import Iterator

    from antecede.alignment.pronouns import Words
    from antecede.evaluation.results import Evaluation, Judged, ScoredPronoun, SystemScore


def to_json(evaluation: Evaluation) -> Iterator[str]:
    """The evaluation as one JSON object, in pieces: a line for each pronoun of a corpus takes much room at once."""
    head = {
        "pair": evaluation.pair,
        "systems": [_system(system) for system in evaluation.systems],
        "comparisons": [{**asdict(c), "bootstrap": dict(c.bootstrap)} for c in evaluation.comparisons],
        "signatures": surface.signatures(),
    }
    yield f'{json.dumps(head, ensure_ascii=False, indent=1)[:-2]},\n "pronouns": ['
    for number, pronoun in enumerate(evaluation.pronouns):
        yield f"{',' if number else ''}\n{json.dumps(_pronoun(pronoun), ensure_ascii=False)}"
    yield "\n]}\n"


def _system(system: SystemScore) -> dict[str, Any]:
    found = asdict(system)
    if system.apt.not_source is None:
        del found["apt"]["not_source"]
    return {key: value for key, value in found.items() if value is not None}


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
