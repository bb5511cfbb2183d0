"""A hundred and twenty short translations of our own: how many wrong pronouns are mended, how many right ones kept.

    python experiments/trusted_texts.py [--pair en-fr es-en] [--resolver R] [--scorer S] [--margin N] [--show]

For each pair thirty texts are right, and thirty have exactly one wrong pronoun, which has one right repair. All texts
of a pair are given as the documents of one call, so that they are aligned together. A wrong text is mended if the
repair is what the table says, to the letter; a right one is kept if nothing in it has changed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede import Fixer

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA: Final = Path(__file__).with_name("trusted_texts.tsv")
BREAK: Final = " ¶ "
MENDED, CHANGED, UNTOUCHED, KEPT, BROKEN = "mended", "changed otherwise", "untouched", "kept", "broken"
OUTCOMES: Final = {"wrong": (MENDED, CHANGED, UNTOUCHED), "right": (KEPT, BROKEN)}


class Text(NamedTuple):
    """A text and its translation; what the translation ought to be, sentence by sentence."""

    pair: str
    kind: str
    category: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    wanted: tuple[str, ...]


def read(path: Path = DATA) -> list[Text]:
    """The texts of all pairs."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        Text(pair, kind, category, _sentences(source), _sentences(target), _sentences(repaired or target))
        for pair, kind, category, source, target, repaired in rows[1:]
    ]


def fixed(fixer: Fixer, texts: list[Text]) -> list[tuple[str, ...]]:
    """What becomes of the translations, each a document of its own."""
    source = [sentence for text in texts for sentence in text.source]
    target = [sentence for text in texts for sentence in text.target]
    lines = iter(fixer(source, target, documents=[len(text.source) for text in texts]).lines)
    return [tuple(next(lines) for _ in text.target) for text in texts]


def outcome(text: Text, found: tuple[str, ...]) -> str:
    """What happened to a text."""
    if text.kind == "right":
        return KEPT if found == text.target else BROKEN
    if found == text.target:
        return UNTOUCHED
    return MENDED if found == text.wanted else CHANGED


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(text.split(BREAK))


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", nargs="+", default=["en-fr", "es-en"], help="language pairs")
    parser.add_argument("--resolver", help="what finds antecedents: encoder, ranker, sieve; the best one by default")
    parser.add_argument("--scorer", help="an engine that scores in context, as of `antecede fix --scorer`")
    parser.add_argument("--margin", type=float, help="how much likelier another pronoun has to be")
    parser.add_argument("--show", action="store_true", help="print what was not mended and what was broken")
    options = parser.parse_args()
    texts = read()
    for pair in options.pair:
        fixer = Fixer.load(pair, resolver=options.resolver, scorer=options.scorer, margin=options.margin)
        own = [text for text in texts if text.pair == pair]
        found = fixed(fixer, own)
        outcomes = [outcome(text, lines) for text, lines in zip(own, found, strict=True)]
        for kind, names in OUTCOMES.items():
            of_kind = [(text.category, result) for text, result in zip(own, outcomes, strict=True) if text.kind == kind]
            print(f"{pair}, {len(of_kind)} {kind}: {_counts((result for _, result in of_kind), names)}")
            for category in dict.fromkeys(category for category, _ in of_kind):
                print(f"  {category}: {_counts((result for each, result in of_kind if each == category), names)}")
        if options.show:
            for text, lines, result in zip(own, found, outcomes, strict=True):
                if result not in {MENDED, KEPT}:
                    print(f"{result}, {text.category}: {BREAK.join(text.source)}")
                    print(f"    was    {BREAK.join(text.target)}")
                    print(f"    is     {BREAK.join(lines)}")
                    print(f"    wanted {BREAK.join(text.wanted)}")


def _counts(results: Iterable[str], names: tuple[str, ...]) -> str:
    counted = Counter(results)
    return ", ".join(f"{name} {counted[name]}" for name in names)


if __name__ == "__main__":
    main()
