"""Accuracy of gender and number of French nouns, and of English dependencies, on treebanks' own tokens.

    python experiments/analysis.py --ud UD_FOLDER

Prints a line for each source of knowledge (tagger, lexicon, determiner) and for their combination, with and without a
parser; and how well English labels, turned into Universal Dependencies, agree with a treebank.
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.analysis import analyser, nouns
from antecede.analysis.morphology import morphology
from antecede.languages import Agreement
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from antecede.analysis import Analyser

_FRENCH: Final = ("fr_gsd-test", "fr_sequoia-test")
Row = list[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ud", type=Path, required=True, help="folder of .conllu.xz files")
    parser.add_argument("--english", action="store_true", help="measure English dependencies, too")
    options = parser.parse_args()
    for name in _FRENCH:
        french(name, list(sentences(options.ud / f"{name}.conllu.xz")))
    if options.english:
        english("en_ewt-test", list(sentences(options.ud / "en_ewt-test.conllu.xz")))


def sentences(path: Path) -> Iterator[list[Row]]:
    """Each sentence's words, as fields; ranges and empty nodes are left out."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for block in file.read().split("\n\n"):
            rows = [line.split("\t") for line in block.split("\n") if line[:1].isdigit()]
            if words := [row for row in rows if row[0].isdigit()]:
                yield words


def french(name: str, gold: list[list[Row]]) -> None:
    """Gender and number of common nouns: right, wrong and not told, for each way."""
    known, words = nouns("fr"), noun_lexicon("fr")
    if known is None:
        return
    parsed = _tagger().document([[row[1] for row in rows] for rows in gold])
    ways: dict[str, list[tuple[Agreement, Agreement]]] = {}
    for rows, sentence in zip(gold, parsed.sentences, strict=True):
        tokens = [row[1] for row in rows]
        for place, row in enumerate(rows):
            if row[3] != "NOUN":
                continue
            features = morphology(row[5])
            truth = Agreement(features.gender, features.number)
            tagged = Agreement(sentence.words[place].gender, sentence.words[place].number)
            found = {
                "tagger": tagged,
                "lexicon": words(normalise(tokens[place])) or Agreement(),
                "determiner": known.determiner(tokens, place),
                "without parser": known.agreement(tokens, place),
                "all": known.agreement(tokens, place, tagged),
            }
            for way, answer in found.items():
                ways.setdefault(way, []).append((truth, answer))
    for way, answers in ways.items():
        print(f"{name}\t{way}\tgender {_line(answers, 0)}\tnumber {_line(answers, 1)}")


def _tagger() -> Analyser:
    """The pipeline's own answers, without the lexicon."""
    alone = analyser("fr", syntax=False, entities=False)
    alone._nouns = None  # noqa: SLF001 - what is measured
    return alone


def english(name: str, gold: list[list[Row]]) -> None:
    """Heads, and heads with the relation before its colon; punctuation is left out."""
    parsed = analyser("en", entities=False).document([[row[1] for row in rows] for rows in gold])
    total = heads = labels = 0
    for rows, sentence in zip(gold, parsed.sentences, strict=True):
        for place, (row, word) in enumerate(zip(rows, sentence.words, strict=True)):
            if row[3] == "PUNCT":
                continue
            head = int(row[6]) - 1 if row[6] != "0" else place
            total += 1
            heads += word.head == head
            labels += word.head == head and word.relation.partition(":")[0] == row[7].partition(":")[0]
    print(f"{name}\theads {heads / total:.3f}\theads and relations {labels / total:.3f}\tof {total}")


def _line(answers: list[tuple[Agreement, Agreement]], field: int) -> str:
    told = [(truth[field], answer[field]) for truth, answer in answers if truth[field] is not None]
    right = sum(truth == answer for truth, answer in told)
    silent = sum(answer is None for _, answer in told)
    return f"right {right / len(told):.3f} wrong {(len(told) - right - silent) / len(told):.3f} of {len(told)}"


if __name__ == "__main__":
    main()
