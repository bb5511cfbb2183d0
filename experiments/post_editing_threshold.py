"""The threshold of paper-mode post-editing: `python experiments/post_editing_threshold.py en_gum-ud-dev.conllu.xz ...`.

Guillou (2015) took an *it* with a probability of being anaphoric up to .41 to be empty, which found 37 of the 61
pleonastic ones of her annotated talks. This prints the probability at which our function model finds the same share
of those that treebanks call expletive.
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path

from antecede.analysis import analyser
from antecede.coreference import resolver

PUBLISHED_RECALL = 37 / 61


def main() -> None:
    """Print the threshold, and what else falls below it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", type=Path, nargs="+", help="CoNLL-U, maybe packed with xz")
    options = parser.parse_args()
    sentences = [sentence for path in options.treebank for sentence in _sentences(path)]
    document = analyser("en").document([[word for word, _ in sentence] for sentence in sentences])
    empty: list[float] = []
    others: list[float] = []
    for anaphor in resolver("en", {"it"}).resolve(document).anaphors:
        expletive = sentences[anaphor.sentence][anaphor.token][1].startswith("expl")
        (empty if expletive else others).append(anaphor.function.anaphoric)
    empty.sort()
    threshold = empty[round(PUBLISHED_RECALL * len(empty)) - 1]
    found = sum(probability <= threshold for probability in empty)
    wrong = sum(probability <= threshold for probability in others)
    print(f"threshold {threshold:.3f}: {found} of {len(empty)} expletive it, and {wrong} of {len(others)} others")


def _sentences(path: Path) -> list[list[tuple[str, str]]]:
    """The words of each sentence with their relations."""
    data = path.read_bytes()
    text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode()
    found = []
    for block in text.split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line and not line.startswith("#")]
        words = [(row[1], row[7]) for row in rows if row[0].isdigit()]
        if words:
            found.append(words)
    return found


if __name__ == "__main__":
    main()
