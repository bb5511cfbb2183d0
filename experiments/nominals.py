"""How well nouns and pronouns are told from other words without a parser, on Universal Dependencies.

    python experiments/nominals.py --data DIR [--sets fr_gsd-test fr_sequoia-test]

DIR has the folder ud. Prints precision and recall of nouns, the share of found nouns whose gender and number are the
treebank's, and accuracy of *le, la, les, l'* as pronoun or determiner. Contractions (*du*) count as one word.
"""

from __future__ import annotations

import argparse
import lzma
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from antecede.analysis.morphology import morphology
from antecede.languages import Agreement, language
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.pronouns.target.nominals import NominalFinder
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator

    Sentence = list[tuple[str, str, str]]


def sentences(path: Path) -> Iterator[Sentence]:
    """Form, part of speech and features of each word as it is written."""
    found: Sentence = []
    inside = 0
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if len(fields) < 10:
                if found and not line.strip():
                    yield found
                    found, inside = [], 0
            elif "-" in fields[0]:
                inside = int(fields[0].partition("-")[2])
                found.append((fields[1], "", ""))
            elif "." not in fields[0] and int(fields[0]) > inside:
                found.append((fields[1], fields[3], fields[5]))


def measure(path: Path, finder: NominalFinder) -> Counter[str]:
    """Counts of what was right and wrong."""
    counts: Counter[str] = Counter()
    ambiguous = language("fr").noun_clues
    for sentence in sentences(path):
        nominals = {each.position: each for each in finder.find([form for form, _, _ in sentence])}
        for position, (form, pos, features) in enumerate(sentence):
            found = nominals.get(position)
            noun = found is not None and not found.pronoun
            if pos in {"NOUN", "PROPN"} and found is not None and noun:
                counts["right nouns"] += 1
                gold = morphology(features)
                if gold.gender is not None:
                    counts["with gender"] += 1
                    counts["agree"] += found.agreement == Agreement(gold.gender, gold.number)
            else:
                counts["missed nouns"] += pos == "NOUN"
                counts["wrong nouns"] += noun
            if ambiguous is not None and normalise(form) in ambiguous.ambiguous:
                counts["clitics"] += 1
                counts["right clitics"] += (found is not None and found.pronoun) == (pos == "PRON")
    return counts


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--sets", nargs="+", default=["fr_gsd-test", "fr_sequoia-test", "fr_parisstories-test"])
    given = options.parse_args()
    finder = NominalFinder.of("fr", noun_lexicon("fr"))
    for name in given.sets:
        counts = measure(given.data / "ud" / f"{name}.conllu.xz", finder)
        right = counts["right nouns"]
        figures = {
            "precision of nouns": right / max(right + counts["wrong nouns"], 1),
            "recall of nouns": right / max(right + counts["missed nouns"], 1),
            "gender and number": counts["agree"] / max(counts["with gender"], 1),
            "le, la, les, l'": counts["right clitics"] / max(counts["clitics"], 1),
        }
        print(f"{name}: " + ", ".join(f"{what} {share:.1%}" for what, share in figures.items()))


if __name__ == "__main__":
    main()
