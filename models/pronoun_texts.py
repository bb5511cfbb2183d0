"""Choose what the pronoun models of a trained model learn from.

    python models/pronoun_texts.py --model M --lines N --out DIR

Taken are the first documents of the running text, about N lines of it, and of the sentences that stand alone those with
a pronoun that is translated or one of the words given: analysing the rest would take hours and teach little. The texts
are tokenised and aligned.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from antecede.files import write_all
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.training.corpus import CorpusFiles
from antecede.text.parallel import read_parallel
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--model", type=Path, required=True, help="a model folder with its training folder")
    options.add_argument("--lines", type=int, required=True, help="of running text")
    options.add_argument("--words", nargs="*", default=[], help="more words whose sentences are taken")
    options.add_argument("--out", type=Path, required=True, help="where to write source, target, ids and align")
    given = options.parse_args()
    described = pair(ModelFolder.read(given.model).pair)
    wanted = described.lists[described.default_lists].source_pronouns | frozenset(given.words)
    files = CorpusFiles.of_model(given.model)
    sides = (files.source, files.target, files.ids, files.alignment)
    rows = [(first, second, name.partition("\t")[0], links) for first, second, name, links in read_parallel(*sides)]
    chosen = choose(rows, wanted, given.lines)
    given.out.mkdir(parents=True, exist_ok=True)
    columns = zip(*chosen, strict=True)
    names = ("source", "target", "ids", "align")
    texts = {
        given.out / name: "".join(f"{cell}\n" for cell in column) for name, column in zip(names, columns, strict=True)
    }
    write_all(texts)
    print(f"{given.out}: {len(chosen)} lines")


def choose(
    rows: Sequence[tuple[str, str, str, str]], wanted: frozenset[str], lines: int
) -> list[tuple[str, str, str, str]]:
    """The rows (source, target, document, links) that are learnt from."""
    end = min(lines, len(rows))
    while 0 < end < len(rows) and rows[end][2] == rows[end - 1][2]:
        end += 1
    sizes = Counter(row[2] for row in rows)
    alone = (row for row in rows[end:] if sizes[row[2]] == 1)
    return [*rows[:end], *(row for row in alone if any(normalise(word) in wanted for word in row[0].split()))]


if __name__ == "__main__":
    main()
