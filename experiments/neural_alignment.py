"""Links of a neural engine's attention beside eflomal's, on the engine's own translations of a text.

python experiments/neural_alignment.py talk.en [--lines 200] [--engine neural] [--pair en-fr]

Prints precision, recall and F of the links, and how many pronouns the finder sees become the same with either.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from antecede.alignment import Link, align_corpus
from antecede.alignment.pronouns import PronounFinder
from antecede.engines import Segment, open_engine, translate_segments
from antecede.files import read_lines
from antecede.pairs import pair
from antecede.text import words
from antecede.text.tokens import normalise


def main() -> None:
    """Translate, align and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path)
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--engine", default="neural")
    parser.add_argument("--pair", default="en-fr")
    options = parser.parse_args()
    described = pair(options.pair)
    texts = read_lines(options.text)[: options.lines]
    sources = [tuple(words(text, described.source)) for text in texts]
    segments = [Segment(text, source) for text, source in zip(texts, sources, strict=True)]
    engine = open_engine(options.engine, pair=options.pair, threads=2)
    made = [listed[0] for listed in translate_segments(engine, segments)]
    aligned = align_corpus(sources, [each.tokens for each in made], pair=options.pair, cache=False).alignments
    finder = PronounFinder(described)
    both = ours = theirs = same = pronouns = 0
    for source, translation, links in zip(sources, made, aligned, strict=True):
        first, second = set(translation.alignment), {Link(*link) for link in links}
        both, ours, theirs = both + len(first & second), ours + len(first), theirs + len(second)
        for place in (place for place, token in enumerate(source) if normalise(token) in described.resolved):
            found = [finder.find(source, translation.tokens, tuple(sorted(each)), place) for each in (first, second)]
            pronouns += 1
            same += found[0].pronoun == found[1].pronoun
    precision, recall = both / ours, both / theirs
    print(f"precision {precision:.3f}, recall {recall:.3f}, F {2 * both / (ours + theirs):.3f} against eflomal")
    print(f"{same} of {pronouns} pronouns become the same")


if __name__ == "__main__":
    main()
