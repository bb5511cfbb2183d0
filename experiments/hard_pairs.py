"""How often a language model picks the right antecedent in pairs of texts that only meaning decides.

    python experiments/hard_pairs.py            # the development part: ways to ask the model
    python experiments/hard_pairs.py --held     # the way that was chosen, on both parts
    python experiments/hard_pairs.py --resolver ranker encoder lm      # whole resolvers, on both parts

In hard_pairs.tsv the two texts of a pair differ in what follows the pronoun alone, and so in its antecedent. What does
not read what follows is right in one half of them, and in both texts of a pair never.
"""

from __future__ import annotations

import argparse
import csv
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from antecede.analysis import bare_analysis
from antecede.coreference.language_model import MeaningScorer, said_with
from antecede.coreference.reader import Reader
from antecede.text import split_sentences, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.analysis import AnalysedDocument

PAIRS = Path(__file__).with_name("hard_pairs.tsv")


class Item(NamedTuple):
    """One text of a pair."""

    part: str
    document: AnalysedDocument
    pronoun: tuple[int, int]
    spans: tuple[tuple[int, int, int], ...]
    right: int
    """Which of the spans is the antecedent."""


def items() -> list[Item]:
    """The texts, those of a pair after each other."""
    with PAIRS.open(encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    found = []
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        for right, text in enumerate((row["text_a"], row["text_b"])):
            sentences = [words(text[start:end], "en") for start, end in split_sentences(text, "en")]
            pronoun = next(
                (number, token)
                for number, sentence in enumerate(sentences)
                for token, word in enumerate(sentence)
                if word.lower() == row["pronoun"]
            )
            spans = tuple(_place(sentences, words(row[name], "en")) for name in ("antecedent_a", "antecedent_b"))
            found.append(Item(row["part"], bare_analysis(sentences, "en"), pronoun, spans, right))
    return found


def _place(sentences: Sequence[Sequence[str]], phrase: Sequence[str]) -> tuple[int, int, int]:
    return next(
        (number, start, start + len(phrase))
        for number, sentence in enumerate(sentences)
        for start in range(len(sentence))
        if list(sentence[start : start + len(phrase)]) == list(phrase)
    )


Way = Callable[[MeaningScorer, Item], list[float]]


def chosen(scorer: MeaningScorer, item: Item) -> list[float]:
    """The way that is kept."""
    return scorer.scores(item.document, item.pronoun, item.spans)


def following(scorer: MeaningScorer, item: Item) -> list[float]:
    """What follows, given all that stands before."""
    said = (said_with(item.document, item.pronoun, span) for span in item.spans)
    return scorer.after((f"{each.context} {each.left}{each.phrase}".lstrip(), each.rest) for each in said)


def alone(scorer: MeaningScorer, item: Item) -> list[float]:
    """What follows, given nothing before the pronoun's sentence."""
    said = (said_with(item.document, item.pronoun, span) for span in item.spans)
    return scorer.after((f"{each.left}{each.phrase}", each.rest) for each in said)


def by_token(scorer: MeaningScorer, item: Item) -> list[float]:
    """What follows, by its length."""
    length = len(item.document.sentences[item.pronoun[0]].words) - item.pronoun[1] - 1
    return [score / length for score in following(scorer, item)]


def both(share: float) -> Way:
    """What follows, and a share of what it is without the sentences before."""

    def score(scorer: MeaningScorer, item: Item) -> list[float]:
        pairs = zip(following(scorer, item), alone(scorer, item), strict=True)
        return [with_text + share * without for with_text, without in pairs]

    return score


def whole(scorer: MeaningScorer, item: Item) -> list[float]:
    """The candidate's own words, too."""
    said = (said_with(item.document, item.pronoun, span) for span in item.spans)
    return scorer.after((f"{each.context} {each.left}".strip(), f" {each.phrase}{each.rest}") for each in said)


WAYS: dict[str, Way] = {
    "kept": chosen,
    "what follows": following,
    "a token": by_token,
    "without the sentences before": alone,
    **{f"what follows {share:+.2f} of that": both(share) for share in (-1.0, -0.5, 0.25, 0.5, 1.0)},
    "the candidate and what follows": whole,
}


def report(name: str, rows: Sequence[list[float]], asked: Sequence[Item]) -> None:
    """A line: how often right, in how many pairs twice, and the weight that makes probabilities fit best."""
    right = [row.index(max(row)) == item.right for row, item in zip(rows, asked, strict=True)]
    twice = [one and other for one, other in zip(right[::2], right[1::2], strict=True)]
    weights = [step / 20 for step in range(1, 81)]
    losses = [_loss(rows, asked, weight) for weight in weights]
    best = losses.index(min(losses))
    print(
        f"{name:38} {sum(right) / len(right):.3f} of {len(right)}, both {sum(twice) / len(twice):.3f},"
        f" loss {losses[best]:.3f} at weight {weights[best]:.2f}"
    )


def _loss(rows: Sequence[list[float]], asked: Sequence[Item], weight: float) -> float:
    return sum(
        math.log(math.fsum(math.exp(weight * (score - row[item.right])) for score in row))
        for row, item in zip(rows, asked, strict=True)
    ) / len(rows)


def resolved(reader: Reader, item: Item) -> list[float]:
    """How likely a resolver finds each of the two, as logarithms."""
    document = reader.read([sentence.tokens for sentence in item.document.sentences])
    anaphor = next(each for each in document.anaphors if (each.sentence, each.token) == item.pronoun)
    return [
        math.log(
            1e-9
            + sum(
                each.probability
                for each in anaphor.antecedents
                if each.sentence == sentence and start <= each.head < end
            )
        )
        for sentence, start, end in item.spans
    ]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held", action="store_true", help="the chosen way alone, on both parts")
    parser.add_argument("--resolver", nargs="+", default=[], help="these resolvers instead, on both parts")
    options = parser.parse_args()
    every = items()
    for method in options.resolver:
        reader = Reader.of("en", method=method)
        for part in ("dev", "held"):
            asked = [item for item in every if item.part == part]
            report(f"{method}, {part}", [resolved(reader, item) for item in asked], asked)
    if options.resolver:
        return
    for fast in (False, True):
        scorer = MeaningScorer.load("en", fast=fast)
        print(scorer.key)
        start = time.process_time()
        for part in ("dev", "held") if options.held else ("dev",):
            asked = [item for item in every if item.part == part]
            for name, way in {part: chosen}.items() if options.held else WAYS.items():
                report(name, [way(scorer, item) for item in asked], asked)
        print(f"{time.process_time() - start:.0f} seconds of one processor")


if __name__ == "__main__":
    main()
