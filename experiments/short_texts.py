"""Forty short texts of our own: how many are resolved as a reader would, alone and as paragraphs of one document.

    python experiments/short_texts.py [--resolver encoder lm ranker sieve]

An antecedent is right if the first answer is likelier than "none" and its words are those of the table; of a chain the
first noun counts. An event is right if that is the likeliest function and the clause's head is the table's; what refers
to nothing, if that is the likeliest function.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede import Resolver
from antecede.text import Document

if TYPE_CHECKING:
    from antecede.coreference import Anaphor, ResolvedDocument

DATA: Final = Path(__file__).with_name("short_texts.tsv")
FUNCTIONS: Final = ("anaphoric", "event", "pleonastic")


class Text(NamedTuple):
    """A text, one of its pronouns, and what that stands for."""

    category: str
    text: str
    sentence: int
    nth: int
    pronoun: str
    function: str
    antecedents: tuple[str, ...]


def read() -> list[Text]:
    """The texts."""
    rows = [line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        Text(row[0], row[1], int(row[2]), int(row[3]), row[4], row[5], tuple(row[6].lower().split(" / ")))
        for row in rows[1:]
    ]


def is_right(text: Text, document: ResolvedDocument, first: int = 0) -> bool:
    """Whether the pronoun is resolved as the table says; the text begins with the sentence `first`."""
    found = [
        anaphor
        for anaphor in document.anaphors
        if anaphor.sentence == first + text.sentence and anaphor.text.lower() == text.pronoun
    ]
    if len(found) < text.nth:
        return False
    anaphor = found[text.nth - 1]
    if text.function == "anaphoric":
        # What belongs to a noun may follow it: *the results of the test*.
        found_words = f"{_stands_for(anaphor, document)} "
        return any(f"{wanted} ".startswith(found_words) for wanted in text.antecedents) and found_words != " "
    likeliest = max(FUNCTIONS, key=lambda name: float(getattr(anaphor.function, name)))
    if likeliest != text.function:
        return False
    return text.function != "event" or (bool(anaphor.events) and anaphor.events[0].text.lower() in text.antecedents)


def _stands_for(anaphor: Anaphor, document: ResolvedDocument) -> str:
    """The words of the first answer; what a pronoun stands for, if that is the answer."""
    by_place = {(each.sentence, each.token): each for each in document.anaphors}
    for _ in range(5):
        if not anaphor.antecedents or anaphor.antecedents[0].probability <= anaphor.none:
            return ""
        first = anaphor.antecedents[0]
        if (first.sentence, first.head) not in by_place:
            return first.text.lower()
        anaphor = by_place[first.sentence, first.head]
    return ""


def main() -> None:
    """Print how many are right."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--resolver", nargs="+", default=["encoder", "ranker"])
    options = parser.parse_args()
    texts = read()
    for method in options.resolver:
        resolve = Resolver.load("en", method=method)
        alone = [is_right(text, resolve(text.text)) for text in texts]
        joined = resolve("\n\n".join(text.text for text in texts))
        starts = [0]
        for text in texts:
            starts.append(starts[-1] + len(Document.from_text(text.text, "en").sentences))
        together = [is_right(text, joined, start) for text, start in zip(texts, starts, strict=False)]
        print(f"{method}: alone {sum(alone)} of {len(texts)}, as paragraphs of one document {sum(together)}")
        wrong = Counter(text.category for text, right in zip(texts, alone, strict=True) if not right)
        print(f"  wrong alone: {', '.join(f'{category} {count}' for category, count in wrong.items()) or 'none'}")
        for text, right, also in zip(texts, alone, together, strict=True):
            if not (right and also):
                print(
                    f"  {'alone' if right else 'ALONE'} {'joined' if also else 'JOINED'}: {text.text} [{text.pronoun}]"
                )


if __name__ == "__main__":
    main()
