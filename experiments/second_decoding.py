"""How much less fluent a sentence that is decoded again may be: the combined system with each bound, on one alignment.

    python experiments/second_decoding.py DATA MODEL SET [--tokenized]

Every different translation of a line is aligned once, all in one run, and the reference once: rows differ by their
sentences alone. *never* takes what was decoded again, *always* the engine's own wherever it can have the pronouns; in
*as it was* the engine's own also stands, without them, where it cannot.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from antecede.alignment.compute import align_corpus
from antecede.evaluation.corpus import corpus_of
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.lists import find_lists
from antecede.evaluation.metrics import apt
from antecede.experiments.sets import ParallelSet
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems import reader_of, system
from antecede.pronouns.systems.second_decoding import SecondDecoding
from antecede.pronouns.types import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pronouns.systems.combined import CombinedModel
    from antecede.pronouns.systems.second_decoding import Asked

BOUNDS: Final = (math.inf, 5.0, 3.0, 2.0, 1.0, 0.5, 0.0, -math.inf)
NAMES: Final = {math.inf: "never", -math.inf: "always"}


class AsItWas(SecondDecoding):
    """The engine's own sentence with its own pronouns, where it cannot have the others."""

    def with_pronouns(
        self, document: ResolvedDocument, asked: Sequence[Asked], alone: Hypothesis, decoded: Hypothesis
    ) -> Hypothesis:
        return super().with_pronouns(document, asked, alone, decoded) or alone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("model")
    parser.add_argument("set")
    parser.add_argument("--tokenized", action="store_true")
    options = parser.parse_args()
    setting = Setting.of(options.model)
    with tempfile.TemporaryDirectory() as folder:
        detokenised = Path(folder) if options.tokenized else None
        test = ParallelSet.read(options.data, options.set, setting.pair, detokenised=detokenised)
        documents = test.resolved(reader_of("combined", "best", setting.pair))
    model = cast("CombinedModel", system("combined", "best", setting.folder))
    rules = {NAMES.get(bound, f"{bound:g}"): replace(model.rule, largest_fall=bound) for bound in BOUNDS}
    as_it_was = AsItWas(model.rule.classes, model.rule.inflections, model.rule.fluency)
    rules[f"{as_it_was.largest_fall:g}, as it was"] = as_it_was
    versions: list[list[str]] = []
    replaced = []
    for rule in rules.values():
        translated = [replace(model, rule=rule).translate(document) for document in documents]
        versions.append([setting.steps.written(line) for each in translated for line in each.sentences])
        replaced.append(sum(each.outcomes.count(Outcome.OWN) for each in translated))
    _show(test, tuple(rules), versions, replaced)


def _show(test: ParallelSet, names: Sequence[str], versions: Sequence[Sequence[str]], replaced: Sequence[int]) -> None:
    """The table."""
    text, pair = test.text, test.pair
    distinct = list(dict.fromkeys(item for version in versions for item in enumerate(version)))
    result = align_corpus(
        list(text.tokens([text.source[line] for line, _ in distinct], pair.source)),
        list(text.tokens([target for _, target in distinct], pair.target)),
        pair=pair.name,
        symmetrise="grow-diag-final",
    )
    links = dict(zip(distinct, result.alignments.format().decode().split("\n"), strict=False))
    corpus = corpus_of(
        pair,
        replace(text, targets=(text.targets[0], *versions), files=()),
        ["reference", *names],
        alignments=[None, *([links[item] for item in enumerate(version)] for version in versions)],
    )
    found = evaluate(corpus, apt.Settings(pair=pair, lists=find_lists(pair, None)))
    print(f"| {test.name}: bound | the engine's own | APT | BLEU |\n|---|---:|---:|---:|")
    for name, score, count in zip(names, found.systems, replaced, strict=True):
        print(f"| {name} | {count} | {score.apt.score:.4f} | {score.value('bleu'):.2f} |")


if __name__ == "__main__":
    main()
