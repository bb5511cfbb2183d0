"""What `prefix` costs beside the engine alone, where a fifth of the sentences have a pronoun.

    python benchmarks/prefix.py --documents 20 --threads 1

Documents are made of experiments/contrast.tsv: a text with its pronoun, and sentences without one until it is one in
five. Reading (parser and resolver) is timed apart. It wants the neural extra and the fetched model
(`antecede resources fetch opus-mt-en-fr`), or `--engine`.
"""

from __future__ import annotations

import argparse
import time
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.files import read_lines
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems import reader_of, system
from antecede.tasks.engine import opened
from antecede.text import words

if TYPE_CHECKING:
    from antecede.coreference import ResolvedDocument

_TEXTS: Final = Path(__file__).parents[1] / "experiments" / "contrast.tsv"
_ONE_IN: Final = 5


def documents(number: int) -> list[list[str]]:
    """Texts of sentences, one in five of which has a pronoun."""
    header, *rows = (line.split("\t") for line in read_lines(_TEXTS) if not line.startswith("#"))
    told = [dict(zip(header, row, strict=True)) for row in rows]
    texts = [[*each["source_a"].split(" / "), *each["source_rest"].strip(" /").split(" / ")] for each in told]
    # The last sentence of each has the pronoun, and the first one has none.
    texts = [text for text in texts if len(text) > 1]
    plain = cycle([text[0] for text in texts])
    return [[*islice(plain, _ONE_IN - len(text)), *text] for text in islice(cycle(texts), number)]


def timed(name: str, setting: Setting, texts: list[ResolvedDocument]) -> float:
    """The seconds that a system takes for documents that are read."""
    model = system(name, "best", setting.folder, threads=setting.threads, engine=setting.given)
    model.translate(texts[0])
    start = time.perf_counter()
    changed = 0
    for text in texts:
        changed += sum(decision.decided_by != "engine" for decision in model.translate(text).decisions)
    taken = time.perf_counter() - start
    print(f"{name:10} {taken:8.2f} s, {changed} pronouns overruled")
    return taken


def main() -> None:
    """Print the times and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--model", default="en-fr")
    parser.add_argument("--engine", default="neural")
    options = parser.parse_args()
    found = Setting.of(options.model)
    engine = opened(options.engine, found.pair.name, threads=options.threads)
    setting = Setting.of(options.model, threads=options.threads, engine=engine)
    texts = documents(options.documents)
    reader = reader_of("prefix", "best", setting.pair)
    list(reader.stream([[words(line, setting.pair.source) for line in texts[0]]]))
    start = time.perf_counter()
    read = list(reader.stream([[words(line, setting.pair.source) for line in text] for text in texts]))
    print(f"reading    {time.perf_counter() - start:8.2f} s, {sum(map(len, texts))} sentences")
    lines = {(index, anaphor.sentence) for index, text in enumerate(read) for anaphor in text.anaphors}
    print(f"sentences with a pronoun: {len(lines) / sum(map(len, texts)):.1%}")
    alone = timed("baseline", setting, read)
    print(f"ratio      {timed('prefix', setting, read) / alone:8.2f}")


if __name__ == "__main__":
    main()
