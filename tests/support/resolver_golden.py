"""What the resolver asks its weights for in the frozen documents, and what it finds with those that ship.

After a resolver was trained anew, `python tests/support/resolver_golden.py` writes it to `data/` again.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from frozen import NAMES, frozen

from antecede.coreference.models import shipped_model
from antecede.coreference.ranker import Ranker
from antecede.coreference.resolvers import reference_of
from antecede.files import write_text

if TYPE_CHECKING:
    from antecede.coreference import Anaphor

    Found = dict[str, dict[str, Any]]

FILE = Path(__file__).with_name("data") / "resolver_features.json"
_Weight = TypeVar("_Weight")


class _Asked(dict[str, _Weight]):
    """Weights that count how often each name was looked up, known or not."""

    def __init__(self, weights: dict[str, _Weight]) -> None:
        super().__init__(weights)
        self.names: Counter[str] = Counter()

    def get(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - as dict's
        self.names[name] += 1
        return super().get(name, default)


def found_in(name: str) -> dict[str, Any]:
    """For a frozen document: how often each feature occurs, how many of them have weights, and all pronouns."""
    document = frozen(name).resolved.analysis
    model = shipped_model(document.language)
    function, ranking = _Asked(dict(model.function)), _Asked(dict(model.ranking))
    reference = reference_of(document.language)
    resolver = Ranker(
        reference,
        # Those that the weights were trained for.
        reference.resolved - {"them"},
        replace(model, function=function, ranking=ranking),
    )
    anaphors = resolver.resolve(document).anaphors
    return {
        "function": dict(sorted(function.names.items())),
        "ranking": dict(sorted(ranking.names.items())),
        "known": [sum(asked in weights for asked in weights.names) for weights in (function, ranking)],
        "pronouns": [_told(anaphor) for anaphor in anaphors],
    }


def _told(anaphor: Anaphor) -> dict[str, Any]:
    function = anaphor.function
    return {
        "at": [anaphor.sentence, anaphor.token, anaphor.text, anaphor.position],
        "function": [round(share, 4) for share in (function.anaphoric, function.event, function.pleonastic)],
        "antecedents": {
            f"{each.sentence}:{each.start}-{each.end} {each.text}": round(each.probability, 4)
            for each in anaphor.antecedents[:3]
        },
        "none": round(anaphor.none, 4),
    }


def expected() -> Found:
    """What was found when the weights that ship were trained."""
    found: Found = json.loads(FILE.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    write_text(FILE, json.dumps({name: found_in(name) for name in NAMES}, ensure_ascii=False, indent=0) + "\n")
