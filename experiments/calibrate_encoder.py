"""Make the encoder's probabilities true on documents that trained nothing, and say how true they are, by kind of text.

    python experiments/calibrate_encoder.py --data ../shared/data --cache work/gold --folder models/en/antecede_model_en

What it costs a candidate to stand in another paragraph is what makes most answers right in GUM and in short texts that
are paragraphs after others. The temperature, what "none" gets or loses, and how likely two mentions of a noun are the
same are those with the smallest mean calibration error over the development parts; with `--write` all go into the
folder's model.toml. Then,
for each part and for short texts (the last two sentences of each), the error, and what is said beside what is right.
"""

from __future__ import annotations

import argparse
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from encoder_data import FORMS, Label, Labelled, after_another, analysed, read_free, read_read

from antecede.coreference.calibration import calibration_error, reliability
from antecede.coreference.chains import Chains
from antecede.coreference.encoder.model import Answer, EncoderModel
from antecede.coreference.encoder.questions import Question, questions
from antecede.coreference.models import shipped_model
from antecede.coreference.resolvers import reference_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

REFERENCE: Final = reference_of("en")
TEMPERATURES: Final = (0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5)
NONE: Final = (-0.6, -0.3, 0.0, 0.3)
SAME_NOUN: Final = (0.0, 0.4, 0.6, 0.8, 1.0)
PARAGRAPH: Final = (0.0, 0.3, 0.6, 0.9, 1.2, 1.6, 2.0)
LEAST_COST: Final = 0.9
"""Where no cost is better than another, one that keeps short paragraphs apart."""
_ALIKE: Final = 0.002


class Asked(NamedTuple):
    """A question about a labelled pronoun, or about one that is only a link between others, and its answer."""

    question: Question
    answer: Answer
    label: Label | None


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    model = EncoderModel(options.folder)
    kinds = {name: read_free(options.data, name, "dev") for name in ("gum", "litbank", "vispro")}
    kinds["read"] = read_read(options.data, "dev")
    texts = {name: asked(documents, options.cache / f"{name}-dev", model) for name, documents in kinds.items()}
    short = {
        f"{name}, two sentences": asked(
            [each for one in documents for each in last_two(one)], options.cache / f"{name}-short", model
        )
        for name, documents in kinds.items()
    }
    after = after_another([short for one in kinds["read"] for short in last_two(one)], 1.0)
    joined = {"gum": texts["gum"], "after another": asked(after, options.cache / "after-another", model)}
    shares = {
        cost: np.mean([np.mean(confidence(found, 1.0, 0.0, 0.0, cost)[1]) for found in joined.values()])
        for cost in PARAGRAPH
    }
    costs = [cost for cost, share in shares.items() if share >= max(shares.values()) - _ALIKE and cost >= LEAST_COST]
    print("cost of a paragraph: " + ", ".join(f"{cost} {share:.3f}" for cost, share in shares.items()))
    errors = {
        (heat, none, same, paragraph): np.mean([error(found, heat, none, same, paragraph) for found in texts.values()])
        for heat, none, same, paragraph in product(TEMPERATURES, NONE, SAME_NOUN, costs)
    }
    best = min(errors, key=lambda each: errors[each])
    print(
        f"temperature {best[0]}, none {best[1]:+}, same noun {best[2]}, paragraph {best[3]}:"
        f" mean error {errors[best]:.3f}"
    )
    for name, found in (texts | short).items():
        said, right = confidence(found, *best)
        bins = reliability(said, right, 5)
        told = ", ".join(f"{each.confidence:.2f} → {each.accuracy:.2f} ({each.size})" for each in bins)
        print(f"{name}: error {error(found, *best):.3f} of {len(right)}: {told}")
    if options.write:
        told = options.folder / "model.toml"
        text = told.read_text(encoding="utf-8")
        for name, value in zip(("temperature", "none", "same_noun", "paragraph"), best, strict=True):
            text = re.sub(rf"(?m)^{name} = .*\n", "", text)
            text = text.replace("[encoder]\n", f"[encoder]\n{name} = {value}\n")
        told.write_text(text, encoding="utf-8")


def last_two(document: Labelled) -> Iterator[Labelled]:
    """The sentence of each pronoun with the one before it as a text of its own; its antecedent may be out of sight."""
    for label in document.labels:
        number = label.place[0]
        first = max(0, number - 1)

        def moved(
            places: frozenset[tuple[int, int]], first: int = first, number: int = number
        ) -> frozenset[tuple[int, int]]:
            return frozenset((at - first, token) for at, token in places if first <= at <= number)

        yield Labelled(
            document.id,
            document.kind,
            document.sentences[first : number + 1],
            [
                Label(
                    (number - first, label.place[1]),
                    label.function,
                    None if label.chain is None else moved(label.chain),
                    label.only_nouns,
                )
            ],
        )


def asked(documents: Sequence[Labelled], cache: Path, model: EncoderModel) -> list[list[Asked]]:
    """The questions of each document with their answers."""
    functions = shipped_model("en").function
    found = []
    for document, analysis in zip(documents, analysed(documents, cache), strict=True):
        labels = {label.place: label for label in document.labels}
        every = list(questions(analysis, FORMS, REFERENCE, functions, model.cutter))
        found.append(
            [
                Asked(question, answer, labels.get((question.pronoun.sentence, question.pronoun.head)))
                for question, answer in zip(every, model.answers(every), strict=True)
            ]
        )
    return found


def error(found: Sequence[Sequence[Asked]], heat: float, none: float, same: float, paragraph: float) -> float:
    """The calibration error of the first answer."""
    return calibration_error(reliability(*confidence(found, heat, none, same, paragraph)))


def confidence(
    found: Sequence[Sequence[Asked]], heat: float, none: float, same: float, paragraph: float
) -> tuple[list[float], list[bool]]:
    """How sure the first answer about *it* and *they* is, "none" included, and whether it is right."""
    said: list[float] = []
    right: list[bool] = []
    for document in found:
        chains = Chains(same)
        for question, answer, label in document:
            scores = np.append(answer.options - paragraph * np.array(question.paragraphs), answer.none + none) / heat
            parts = np.exp(scores - scores.max())
            *chances, no = (parts / parts.sum()).tolist()
            if same:
                chances = chains.together(question.pronoun, question.options, chances)
            if label is None or label.chain is None or question.pronoun.lemma not in {"it", "they"}:
                continue
            first = int(np.argmax(chances)) if chances else -1
            if first < 0 or no >= chances[first]:
                said.append(no)
                right.append(not any((each.sentence, each.head) in label.chain for each in question.options))
            elif not (label.only_nouns and question.options[first].form is not None):
                option = question.options[first]
                said.append(chances[first])
                right.append((option.sentence, option.head) in label.chain)
    return said, right


if __name__ == "__main__":
    main()
