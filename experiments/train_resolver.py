"""Train the English resolver on free texts: its weights are what ships.

    antecede analyse --language en --tokenized --text ep.en --ids ep.ids --store ep-store
    antecede align --pair en-fr --tokenized --source ep.en --target ep.fr -o ep.align
    python experiments/train_resolver.py --data ../shared/data --target ep.fr --alignment ep.align --store ep-store \
        --cache gold --temperature 1.0 --same-noun 0.8 --output src/antecede/languages/en/resolver.json

The function of *it* is learned from hand labels (Europarl 2009), from EWT, and from what French has where *it* stood;
the antecedents from the French pronoun's gender alone: they are hidden, and the likelihood sums over them.
"""

from __future__ import annotations

import argparse
import csv
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from resolver_data import Gold, analysed, read_ewt, read_manual
from resolver_priors import CONSTRUCTIONS, RANKING

from antecede.alignment import Alignments
from antecede.analysis import AnalysedDocument
from antecede.analysis.store import AnalysisStore
from antecede.coreference.calibration import temperature
from antecede.coreference.candidates import Known, candidates, counts_before, none_features, ranking_features
from antecede.coreference.evidence import Evidence, Translation
from antecede.coreference.function import CLASSES, function_features
from antecede.coreference.mentions import find_mentions
from antecede.coreference.models import ResolverModel, write_model
from antecede.coreference.ranker import functions_of
from antecede.coreference.resolvers import reference_of
from antecede.coreference.training import Choice, fit
from antecede.languages import Gender, language
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

REFERENCE = reference_of("en")
# Sentences that are resolved together: longer than any window, and short enough to keep few in memory.
TOGETHER = 200
# What a hand label, a treebank's label and a translator's choice are worth.
HAND, TREEBANK, TRANSLATION = 1.0, 0.3, 0.1


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    for name in ("target", "alignment", "store", "cache", "output"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--lines", type=int, default=20_000)
    parser.add_argument("--penalty", type=float, default=60.0)
    parser.add_argument("--temperature", type=float, help="set it by hand; otherwise it is what fits held-out evidence")
    parser.add_argument("--same-noun", type=float, default=0.0, help="how likely two mentions of a noun are the same")
    arguments = parser.parse_args()
    evidence = french_evidence(arguments.data)
    corpus = list(parallel(arguments))
    labelled = [
        *function_choices(read_manual(arguments.data), arguments.cache / "manual", HAND),
        *function_choices(read_ewt(arguments.data, "train"), arguments.cache / "ewt-train", TREEBANK),
    ]
    translated = list(translated_functions(corpus, evidence))
    print(f"function: {len(labelled)} labelled, {len(translated)} by their translation")
    function = fit_function([*labelled, *translated])
    choices = [choice for document, lines in corpus for choice in ranking_choices(document, lines, evidence, function)]
    print(f"ranking: {len(choices)} pronouns")
    held = choices[: len(choices) // 10]
    ranking = fit(choices[len(held) :], penalty=arguments.penalty, least_count=20, prior=RANKING, iterations=60)
    heat = arguments.temperature or temperature(held, ranking)
    print(f"temperature: {heat:.2f}")
    model = ResolverModel(
        "en",
        {name: tuple(round(weight, 3) for weight in weights) for name, weights in function.items()},
        {name: round(weight, 3) for name, weight in ranking.items() if abs(weight) > 0.005},
        round(heat, 2),
        "Europarl en-fr, it-function, UD English EWT",
        arguments.same_noun,
    )
    write_model(arguments.output, model)


def french_evidence(data: Path) -> Evidence:
    """French pronouns, and nouns with their genders as Europarl's determiners show them."""
    with (data / "lexicons" / "fr_gender_induced_europarl.tsv").open(encoding="utf-8") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        nouns = {row[0]: Gender.FEMININE if row[1] == "Fem" else Gender.MASCULINE for row in rows if len(row) > 1}
    facts = pair("en-fr")
    return Evidence(language("fr").pronouns, facts.determiners, nouns, facts.impersonal)


def parallel(arguments: argparse.Namespace) -> Iterator[tuple[AnalysedDocument, list[Translation]]]:
    """Pieces of the parallel text: analysed source sentences, and their translations."""
    sentences = AnalysisStore.open(arguments.store).sentences()
    alignments = Alignments.read(arguments.alignment)
    with arguments.target.open(encoding="utf-8") as file:
        target = islice(file, arguments.lines)
        number = 0
        while lines := list(islice(target, TOGETHER)):
            translations = []
            for line in lines:
                links: dict[int, list[int]] = {}
                for link in alignments[number]:
                    links.setdefault(link.source, []).append(link.target)
                translations.append(Translation(line.split(), links))
                number += 1
            yield AnalysedDocument("en", tuple(islice(sentences, len(lines)))), translations


def function_choices(golds: Sequence[Gold], cache: Path, weight: float) -> Iterator[Choice]:
    """Labelled pronouns; what is only known not to be pleonastic may be either of the others."""
    for gold, document in zip(golds, analysed(golds, cache), strict=True):
        for item in gold.items:
            features = function_features(document.sentences, item.place, REFERENCE)
            allowed = ("anaphoric", "event") if item.function == "rest" else (item.function,)
            yield function_choice(features, allowed, weight)


def function_choice(features: Sequence[str], allowed: Sequence[str], weight: float) -> Choice:
    """A choice between the functions, of which some are possible."""
    options = [[f"{name}|{kind}" for name in features] for kind in CLASSES]
    return Choice(options, [float(kind in allowed) for kind in CLASSES], weight)


def translated_functions(
    corpus: Sequence[tuple[AnalysedDocument, list[Translation]]], evidence: Evidence
) -> Iterator[Choice]:
    """Pronouns whose translation says what they do."""
    for document, translations in corpus:
        for number, sentence in enumerate(document.sentences):
            for token, word in enumerate(sentence.words):
                if word.text.lower() in REFERENCE.expletives:
                    allowed = evidence.functions(translations[number], token)
                    if allowed:
                        features = function_features(document.sentences, (number, token), REFERENCE)
                        yield function_choice(features, allowed, TRANSLATION)


def fit_function(choices: Sequence[Choice], penalty: float = 1.5) -> dict[str, tuple[float, ...]]:
    """Weights of the function's features, one a class."""
    prior = {f"construction={name}|pleonastic": weight for name, weight in CONSTRUCTIONS.items()}
    weights = fit(choices, penalty=penalty, prior=prior, iterations=80)
    names = {name.rpartition("|")[0] for name, weight in weights.items() if abs(weight) > 0.02}
    return {name: tuple(weights.get(f"{name}|{kind}", 0.0) for kind in CLASSES) for name in sorted(names)}


def ranking_choices(
    document: AnalysedDocument,
    translations: Sequence[Translation],
    evidence: Evidence,
    function: Mapping[str, tuple[float, ...]],
) -> Iterator[Choice]:
    """The pronouns of a piece whose translation tells something of their antecedents."""
    mentions = find_mentions(document, REFERENCE)
    functions = functions_of(document, REFERENCE, function)
    pronouns = frozenset({"it", "they"})
    for found in mentions:
        for pronoun in found:
            word = document.sentences[pronoun.sentence].words[pronoun.head].text.lower()
            if pronoun.form is None or word not in pronouns:
                continue
            options = candidates(mentions, pronoun)
            likelihoods = evidence.likelihoods(pronoun, options, translations) if options else None
            if likelihoods is None:
                continue
            known = Known(counts_before(mentions, pronoun.sentence), functions)
            features = ranking_features(document.sentences, pronoun, options, known, REFERENCE)
            features.append(none_features(pronoun, options, functions.get((pronoun.sentence, pronoun.head))))
            yield Choice(features, likelihoods)


if __name__ == "__main__":
    main()
