"""Pronoun function, antecedents and calibration on ParCor TED and GUM test: the tables of coreference.md.

    python experiments/coreference.py --data ../shared/data --cache gold --plot reliability.png
    python experiments/coreference.py --data ../shared/data --cache gold --methods encoder lm
    python experiments/coreference.py --data ../shared/data --cache gold --everything
    python experiments/coreference.py --data ../shared/data --cache gold --development

The first measures what ships, which saw none of these documents; intervals are of 95%, by 2,000 draws of documents;
ANTECEDE_MODELS may name a folder with another encoder. With `--everything` weights that saw ParCor and GUM's
development part too are measured, cross-validated by document; they are not written anywhere. `--development` measures
GUM's development part instead, with several temperatures: what ships has the one that is best there.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from resolver_data import Gold, Item, analysed, read_gum, read_manual, read_parcor
from train_resolver import REFERENCE, fit_function, function_choice

from antecede.coreference.calibration import calibration_error, reliability
from antecede.coreference.candidates import Known, candidates, counts_before, none_features, ranking_features
from antecede.coreference.function import CLASSES, function_by_rule, function_features
from antecede.coreference.mentions import find_mentions
from antecede.coreference.models import ResolverModel, read_model, shipped_model
from antecede.coreference.ranker import Ranker, functions_of
from antecede.coreference.resolvers import resolver
from antecede.coreference.training import Choice, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from antecede.analysis import AnalysedDocument
    from antecede.coreference import Anaphor, Function, Resolver

FOLDS = 5
TEMPERATURES = (0.6, 0.8, 0.9, 1.0, 1.1, 1.3)
SAME_NOUN = (0.0, 0.6, 0.8, 1.0)


class Answer(NamedTuple):
    """A pronoun of the gold standard, and what a resolver says of it."""

    item: Item
    anaphor: Anaphor
    document: AnalysedDocument


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True, help="a folder that keeps the analyses")
    parser.add_argument("--model", type=Path, help="weights of the ranker to measure, not those that ship")
    parser.add_argument("--methods", nargs="+", default=["sieve", "ranker", "encoder"], help="what to measure")
    parser.add_argument("--plot", type=Path, help="write the reliability diagram here")
    parser.add_argument("--everything", action="store_true", help="measure a build that saw gold data, cross-validated")
    parser.add_argument("--development", action="store_true", help="choose the temperature on GUM's development part")
    arguments = parser.parse_args()
    model = read_model(arguments.model) if arguments.model else shipped_model("en")
    if arguments.development:
        print_temperatures(Golds.read(read_gum(arguments.data, "dev"), arguments.cache / "gum-dev"), model)
        return
    sets = {
        "ParCor": Golds.read(read_parcor(arguments.data), arguments.cache / "parcor"),
        "GUM test": Golds.read(read_gum(arguments.data, "test"), arguments.cache / "gum-test"),
    }
    if arguments.everything:
        more = Golds.read(read_gum(arguments.data, "dev"), arguments.cache / "gum-dev")
        for name, golds in sets.items():
            answers = list(cross_validated(golds, [*more.documents(), *_others(sets, name)], model))
            print(f"\n{name}, a build that saw everything else\n")
            print_functions({"model": [(answer.item, answer.anaphor.function) for answer in answers]})
            print_antecedents({"ranker": answers})
        return
    for name, golds in sets.items():
        print(f"\n{name}\n")
        tokens = sum(len(sentence) for gold in golds.golds for sentence in gold.sentences)
        by_method: dict[str, list[Answer]] = {}
        for method in arguments.methods:
            chosen = (
                Ranker(REFERENCE, REFERENCE.resolved, model) if method == "ranker" else resolver("en", method=method)
            )
            started = time.process_time()
            by_method[method] = golds.answers(chosen)
            print(f"{method}: {tokens / (time.process_time() - started):.0f} words a CPU second")
        first = next(iter(by_method.values()))
        by_rule = [
            (
                answer.item,
                function_by_rule(answer.document.sentences[answer.item.place[0]], answer.item.place[1], REFERENCE),
            )
            for answer in first
        ]
        told = {method: [(one.item, one.anaphor.function) for one in found] for method, found in by_method.items()}
        print_functions({"rules": by_rule, **told})
        print_antecedents(by_method)
        for method, found in by_method.items():
            print_calibration(f"{name} {method}", found, arguments.plot)
    print("\nThe 400 hand-labelled it, function cross-validated in 10 parts (hand labels alone)\n")
    print_functions({"model": list(cross_validated_functions(arguments.data, arguments.cache))})


class Golds(NamedTuple):
    """Gold documents with their analyses."""

    golds: Sequence[Gold]
    analyses: Sequence[AnalysedDocument]

    @classmethod
    def read(cls, golds: Sequence[Gold], cache: Path) -> Golds:
        """The documents, analysed."""
        return cls(golds, analysed(golds, cache))

    def documents(self) -> list[tuple[Gold, AnalysedDocument]]:
        """Each with its analysis."""
        return list(zip(self.golds, self.analyses, strict=True))

    def answers(self, model: Resolver) -> list[Answer]:
        """What a resolver says of every pronoun."""
        return [answer for gold, document in self.documents() for answer in _answers(model, gold, document)]


def _others(sets: dict[str, Golds], name: str) -> list[tuple[Gold, AnalysedDocument]]:
    return [each for other, golds in sets.items() if other != name for each in golds.documents()]


def _answers(model: Resolver, gold: Gold, document: AnalysedDocument) -> Iterator[Answer]:
    found = {(anaphor.sentence, anaphor.token): anaphor for anaphor in model.resolve(document).anaphors}
    for item in gold.items:
        yield Answer(item, found[item.place], document)


def print_functions(systems: dict[str, list[tuple[Item, Function]]]) -> None:
    """Accuracy over the labelled *it*, and precision, recall and F1 of each function."""
    print("function of it | accuracy | " + " | ".join(f"{kind} P R F1" for kind in CLASSES))
    for name, rows in systems.items():
        pairs = [(item.function, best(function)) for item, function in rows if item.form == "it"]
        labelled = [(gold, said) for gold, said in pairs if gold in CLASSES]
        cells = []
        for kind in CLASSES:
            right = sum(gold == said == kind for gold, said in labelled)
            said_so = sum(said == kind for _, said in labelled)
            so = sum(gold == kind for gold, _ in labelled)
            cells.append(
                f"{right / max(1, said_so):.3f} {right / max(1, so):.3f} {2 * right / max(1, said_so + so):.3f}"
            )
        accuracy = sum(gold == said for gold, said in labelled) / len(labelled)
        print(f"{name} ({len(labelled)}) | {accuracy:.3f} | " + " | ".join(cells))


def best(function: Function) -> str:
    """The likeliest function."""
    return max(CLASSES, key=lambda kind: float(getattr(function, kind)))


def print_antecedents(systems: dict[str, list[Answer]]) -> None:
    """How often the first choice's head lies in a mention of the chain, for pronouns that stand for an entity."""
    print("antecedent | any mention | it | they | nominal mentions only | with events")
    for name, answers in systems.items():
        anaphoric = [answer for answer in answers if answer.item.function == "anaphoric"]
        named = [answer for answer in anaphoric if answer.item.nominal]
        cells = [
            share(map(is_right, anaphoric)) + interval(anaphoric, is_right),
            *(share(is_right(answer) for answer in anaphoric if answer.item.form == form) for form in ("it", "they")),
            share(map(is_right_noun, named)) + interval(named, is_right_noun),
            share(map(is_right, (answer for answer in answers if answer.item.function in {"anaphoric", "event"}))),
        ]
        print(f"{name} | " + " | ".join(cells))


def interval(answers: Sequence[Answer], right: Callable[[Answer], bool]) -> str:
    """Between what the share lies in 95 of 100 draws of documents."""
    counts: dict[str, list[int]] = {}
    for answer in answers:
        count = counts.setdefault(answer.document.id, [0, 0])
        count[0] += right(answer)
        count[1] += 1
    table = np.array(list(counts.values()))
    drawn = table[np.random.default_rng(1).integers(0, len(table), (2000, len(table)))].sum(axis=1)
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], (0.025, 0.975))
    return f" [{low:.3f}, {high:.3f}]"


def share(right: Iterable[bool]) -> str:
    """How many of how many."""
    answers = list(right)
    return f"{sum(answers) / max(1, len(answers)):.3f} ({sum(answers)}/{len(answers)})"


def is_right(answer: Answer) -> bool:
    """Whether the first choice is in the chain."""
    first = answer.anaphor.antecedents[:1]
    return bool(first) and (first[0].sentence, first[0].head) in answer.item.chain


def is_right_noun(answer: Answer) -> bool:
    """Whether the first choice among nouns and names is in a nominal mention of the chain."""
    for each in answer.anaphor.antecedents:
        if answer.document.sentences[each.sentence].words[each.head].pos not in {"PRON", "DET"}:
            return (each.sentence, each.head) in answer.item.nominal
    return False


def print_temperatures(golds: Golds, model: ResolverModel) -> None:
    """First choices, and the calibration error of several temperatures and shares of repeated nouns."""
    print_antecedents({"ranker": golds.answers(Ranker(REFERENCE, REFERENCE.resolved, model))})
    print("same noun | " + " | ".join(f"temperature {heat}" for heat in TEMPERATURES))
    for same in SAME_NOUN:
        models = [replace(model, temperature=heat, same_noun=same) for heat in TEMPERATURES]
        errors = [
            calibration_error(reliability(*confidence(golds.answers(Ranker(REFERENCE, REFERENCE.resolved, each)))))
            for each in models
        ]
        print(f"{same} | " + " | ".join(f"{error:.3f}" for error in errors))


def confidence(answers: Sequence[Answer]) -> tuple[list[float], list[bool]]:
    """How sure the first answer is, "none" included, and whether it is right."""
    confidences: list[float] = []
    right: list[bool] = []
    for answer in answers:
        if answer.item.function not in CLASSES:
            continue
        first = answer.anaphor.antecedents[0].probability if answer.anaphor.antecedents else 0.0
        says_none = answer.anaphor.none >= first
        confidences.append(max(first, answer.anaphor.none))
        has_none = answer.item.function != "anaphoric"
        right.append(has_none if says_none else not has_none and is_right(answer))
    return confidences, right


def print_calibration(name: str, answers: Sequence[Answer], plot: Path | None) -> None:
    """Reliability of the first answer."""
    confidences, right = confidence(answers)
    bins = reliability(confidences, right)
    print(f"calibration error {calibration_error(bins):.3f} over {len(right)} pronouns")
    for each in bins:
        print(f"  said {each.confidence:.2f} right {each.accuracy:.2f} ({each.size})")
    if plot:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt

        figure, axes = plt.subplots(figsize=(4, 4))
        axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
        axes.plot([each.confidence for each in bins], [each.accuracy for each in bins], marker="o")
        axes.set(xlabel="probability of the first choice", ylabel="right", title=name, xlim=(0, 1), ylim=(0, 1))
        figure.savefig(plot.with_stem(f"{plot.stem}-{name.lower().replace(' ', '-')}"), dpi=120, bbox_inches="tight")
        plt.close(figure)


def cross_validated(
    golds: Golds, more: Sequence[tuple[Gold, AnalysedDocument]], model: ResolverModel
) -> Iterator[Answer]:
    """Answers of models that saw all documents but those of their part; they start from the weights given."""
    documents = golds.documents()
    for part in range(FOLDS):
        seen = [*more, *(each for number, each in enumerate(documents) if number % FOLDS != part)]
        choices = [choice for gold, document in seen for choice in gold_choices(gold, document, model)]
        ranking = fit(choices, penalty=2.0, least_count=5, prior=model.ranking)
        resolve = Ranker(REFERENCE, REFERENCE.resolved, replace(model, ranking=ranking, temperature=1.0))
        for gold, document in documents[part::FOLDS]:
            yield from _answers(resolve, gold, document)


def gold_choices(gold: Gold, document: AnalysedDocument, model: ResolverModel) -> Iterator[Choice]:
    """The pronouns of a document with their known antecedents."""
    mentions = find_mentions(document, REFERENCE)
    functions = functions_of(document, REFERENCE, model.function)
    for item in gold.items:
        if item.function not in CLASSES:
            continue
        pronoun = next(each for each in mentions[item.place[0]] if each.head == item.place[1] and each.form)
        found = candidates(mentions, pronoun)
        known = Known(counts_before(mentions, pronoun.sentence), functions)
        features = ranking_features(document.sentences, pronoun, found, known, REFERENCE)
        features.append(none_features(pronoun, found, functions.get(item.place)))
        right = [item.function == "anaphoric" and (each.sentence, each.head) in item.chain for each in found]
        yield Choice(features, [*map(float, right), float(not any(right))])


def cross_validated_functions(data: Path, cache: Path) -> Iterator[tuple[Item, Function]]:
    """Functions of the hand-labelled pronouns, each by a model that did not see it."""
    from antecede.coreference.function import function_by_model

    golds = read_manual(data)
    rows = [
        (gold.items[0], document.sentences, function_features(document.sentences, gold.items[0].place, REFERENCE))
        for gold, document in zip(golds, analysed(golds, cache / "manual"), strict=True)
    ]
    for part in range(10):
        seen = [
            function_choice(features, (item.function,), 1.0)
            for number, (item, _, features) in enumerate(rows)
            if number % 10 != part
        ]
        weights = fit_function(seen)
        for item, sentences, _ in rows[part::10]:
            yield item, function_by_model(sentences, item.place, REFERENCE, weights)


if __name__ == "__main__":
    main()
