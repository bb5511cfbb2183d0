"""What a choice model is told about the pronouns of the frozen documents, and what those that ship make of it.

After a choice model was trained anew, `python tests/support/choice_golden.py` writes it to `data/` again; it wants
`tests/coreference` in PYTHONPATH.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from frozen import NAMES, frozen

from antecede import Translator
from antecede.files import read_lines, write_text
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.choice.chooser import Chooser, SeenTranslations
from antecede.pronouns.choice.features import Known, features_of
from antecede.pronouns.choice.model import ChoiceModel, feature_number
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.projection import TargetWords
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from frozen import Frozen

    from antecede.languages import Agreement

DATA = Path(__file__).with_name("data")
DECISIONS = DATA / "choice_decisions.json"
SAMPLES = {"en-fr": "letter.en.txt", "es-en": "carta.es.txt"}
"""The texts of `examples/` that are translated whole."""
_EXAMPLES = Path(__file__).parents[2] / "examples"
SHOWN = 0.02
"""What is less likely is left out."""


def features_in(name: str) -> dict[str, float]:
    """The features of all pronouns of a frozen document, with the sums of their values.

    The pronouns before one are of the even and of the odd classes by turns, so that all classes have their names in it.
    """
    document = frozen(name)
    classes = TargetClasses.of(pair(document.pair))
    seen = SeenTranslations(document.translation, _words(document))
    numbers = np.arange(len(classes.names))
    before: dict[tuple[int, int], npt.NDArray[np.float64]] = {}
    found: dict[str, float] = {}
    for turn, anaphor in enumerate(document.resolved.anaphors):
        for feature, value in features_of(anaphor, Known(document.resolved, seen, classes, before)):
            found[feature] = found.get(feature, 0.0) + value
        half = (numbers % 2 == turn % 2).astype(np.float64)
        before[anaphor.sentence, anaphor.token] = half / half.sum()
    return {feature: round(found[feature], 4) for feature in sorted(found)}


def chosen_in(name: str) -> dict[str, Any]:
    """How many features of a frozen document the model that ships knows, and how likely it finds each class."""
    document = frozen(name)
    described = pair(document.pair)
    model = ChoiceModel.read(ModelFolder.find(document.pair).file("choice"))
    classes = TargetClasses.of(described)
    chooser = Chooser(model, classes, _words(document))
    known = set(model.numbers.tolist())
    return {
        "known": sum(feature_number(feature) in known for feature in features_in(name)),
        "pronouns": [
            {"": anaphor.text} | _shown(dict(zip(classes.names[1:], probabilities[1:].tolist(), strict=True)))
            for anaphor, probabilities in zip(
                document.resolved.anaphors,
                chooser.distributions(document.resolved, document.translation),
                strict=True,
            )
        ],
    }


def translated(pair_name: str) -> list[dict[str, Any]]:
    """The decisions of the combined system for a sample, which is parsed, resolved and translated now."""
    text = (_EXAMPLES / SAMPLES[pair_name]).read_text(encoding="utf-8")
    return [
        {
            "pronoun": decision.anaphor.text,
            "choice": decision.choice,
            "baseline": decision.baseline,
            "options": _shown({option.text: option.probability for option in decision.options}),
        }
        for decision in Translator.load(pair_name, resolver="ranker").translate(text).decisions
    ]


def expected_features(name: str) -> dict[str, float]:
    """The features that the models were trained with."""
    rows = (line.rpartition("\t") for line in read_lines(_features_file(name)))
    return {feature: float(value) for feature, _, value in rows}


def expected_decisions() -> dict[str, dict[str, Any]]:
    """What the models decided when they were packed: `frozen` and `translated`."""
    told: dict[str, dict[str, Any]] = json.loads(DECISIONS.read_text(encoding="utf-8"))
    return told


def _words(document: Frozen) -> TargetWords | None:
    """What a lexicon said of the translation's words, where pronouns agree with them."""
    described = pair(document.pair)
    if not described.agrees_with_translation:
        return None

    def noun(tokens: Sequence[str], position: int) -> Agreement | None:
        return document.nouns.get(normalise(tokens[position]))

    return TargetWords.of(described.target, noun, lambda word: document.lemmas.get(word, word))


def _shown(probabilities: dict[str, float]) -> dict[str, float]:
    ranked = sorted(probabilities.items(), key=lambda entry: -entry[1])
    return {name: round(share, 3) for name, share in ranked if share >= SHOWN}


def _features_file(name: str) -> Path:
    return DATA / f"choice_features.{name}.tsv"


if __name__ == "__main__":
    for each in NAMES:
        write_text(_features_file(each), "".join(f"{f}\t{value:g}\n" for f, value in features_in(each).items()))
    decisions = {
        "frozen": {name: chosen_in(name) for name in NAMES},
        "translated": {name: translated(name) for name in SAMPLES},
    }
    write_text(DECISIONS, json.dumps(decisions, ensure_ascii=False, indent=1) + "\n")
