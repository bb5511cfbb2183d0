"""How well tokens, detokenised text and sentence ends agree with treebanks, with spaCy and with Europarl.

    python experiments/tokenisation.py [DATA]

DATA is the folder of development data: `ANTECEDE_DATA`, or `../shared/data`, when it is not given.
"""

from __future__ import annotations

import importlib.util
import lzma
import os
import re
import sys
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import spacy

from antecede.text.segmentation import split_sentences
from antecede.text.tokens import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Splitter = Callable[[str], list[tuple[int, int]]]

# The rules were mended with an eye on errors in the test sets, never in the dev sets: these tell how well they carry.
TREEBANKS = {
    "en": ("en_ewt-test", "en_ewt-dev"),
    "fr": ("fr_gsd-test", "fr_gsd-dev", "fr_sequoia-test", "fr_sequoia-dev"),
    "es": ("es_gsd-test", "es_gsd-dev"),
}
EUROPARL_LINES = 50_000
MARKED = re.compile(r"[.!?…][\"'”’»)\] ]*$")
DAMAGED = re.compile(r"\w' \w")


class Counts(NamedTuple):
    matched: int
    ours: int
    theirs: int

    @property
    def f1(self) -> float:
        return 200 * self.matched / (self.ours + self.theirs)


class TreebankSentence(NamedTuple):
    text: str
    words: tuple[str, ...]


def main() -> None:
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    data = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ANTECEDE_DATA", beside))
    print("| treebank | tokens | spaCy's tokens | ours against spaCy's | round trip % |\n|---|---|---|---|---|")
    for code, names in TREEBANKS.items():
        spacy_words = spacy.blank(code).tokenizer
        for name in names:
            sentences = list(read_treebank(data / "ud" / f"{name}.conllu.xz"))
            gold = [sentence.words for sentence in sentences]
            ours = [words(sentence.text, code) for sentence in sentences]
            theirs = [[t.text for t in spacy_words(s.text) if not t.is_space] for s in sentences]
            cells = [
                compare(ours, gold).f1,
                compare(theirs, gold).f1,
                compare(ours, theirs).f1,
                100 * sum(detokenise(o, code) == s.text for o, s in zip(ours, sentences, strict=True)) / len(ours),
            ]
            print(f"| {name} | " + " | ".join(f"{cell:.2f}" for cell in cells) + " |")
    print("\n| treebank | splitter | all sentences | with a final mark | share of these % |\n|---|---|---|---|---|")
    for code, names in TREEBANKS.items():
        for name in names:
            texts = [sentence.text for sentence in read_treebank(data / "ud" / f"{name}.conllu.xz")]
            marked = [text for text in texts if MARKED.search(text)]
            for splitter, split in splitters(code):
                found, found_marked = sentence_ends(texts, split).f1, sentence_ends(marked, split).f1
                share = 100 * len(marked) / len(texts)
                print(f"| {name} | {splitter} | {found:.2f} | {found_marked:.2f} | {share:.0f} |")
    print("\n| Europarl | lines | round trip is exact | tokens a second |\n|---|---|---|---|")
    for code in ("en", "fr"):
        with lzma.open(data / "en-fr" / f"europarl.{code}.xz", "rt", encoding="utf-8") as file:
            lines = [line.strip() for line in islice(file, EUROPARL_LINES)]
        # Damaged lines have a space after the apostrophe (*minute' s*): nobody types that.
        lines = [line for line in lines if line and not DAMAGED.search(line)]
        start = time.process_time()
        tokens = [words(line, code) for line in lines]
        speed = sum(map(len, tokens)) / (time.process_time() - start)
        exact = sum(detokenise(t, code) == line for t, line in zip(tokens, lines, strict=True))
        print(f"| {code} | {len(lines)} | {100 * exact / len(lines):.2f} % | {speed:,.0f} |")


def read_treebank(path: Path) -> Iterator[TreebankSentence]:
    """Text and words as they stand in it: the parts of *do n't*, which it spells out, but *du*, which it does not."""
    text, rows = "", []
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.startswith("# text = "):
                text = line.removeprefix("# text = ").strip()
            elif line.strip() and not line.startswith("#"):
                rows.append(line.split("\t", 2)[:2])
            elif not line.strip():
                yield TreebankSentence(text, tuple(_surface(rows)))
                rows = []


def _surface(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    forms = {number: form for number, form in rows if number.isdigit()}
    inside = 0
    for number, form in rows:
        first, dash, last = number.partition("-")
        if dash:
            inner = [forms[str(n)] for n in range(int(first), int(last) + 1)]
            yield from inner if "".join(inner) == form else [form]
            inside = int(last)
        elif number.isdigit() and int(number) > inside:
            # Some treebanks have numbers with spaces in them; here no token has.
            yield from form.split()


def compare(ours: Iterable[Sequence[str]], theirs: Iterable[Sequence[str]]) -> Counts:
    """Tokens that begin and end at the same characters, spaces apart."""
    matched = first = second = 0
    for a, b in zip(ours, theirs, strict=True):
        a_spans, b_spans = _spans(a), _spans(b)
        matched += len(a_spans & b_spans)
        first += len(a_spans)
        second += len(b_spans)
    return Counts(matched, first, second)


def _spans(tokens: Sequence[str]) -> set[tuple[int, int]]:
    spans, start = set(), 0
    for token in tokens:
        spans.add((start, start + len(token)))
        start += len(token)
    return spans


def splitters(code: str) -> Iterator[tuple[str, Splitter]]:
    """Ours, and the peers that are installed."""
    yield "ours", lambda text: split_sentences(text, code)
    pipeline = spacy.blank(code)
    pipeline.add_pipe("sentencizer")
    yield (
        "spaCy's sentencizer",
        lambda text: [(s.start_char, s.start_char + len(s.text.strip())) for s in pipeline(text).sents],
    )
    if importlib.util.find_spec("pysbd"):
        segmenter = importlib.import_module("pysbd").Segmenter(language=code, clean=False, char_span=True)
        yield "pysbd", lambda text: [(s.start, s.start + len(s.sent.strip())) for s in segmenter.segment(text)]


def sentence_ends(sentences: Sequence[str], split: Splitter, group: int = 10) -> Counts:
    """Sentences found again in running text made of `group` sentences at a time."""
    matched = found_total = 0
    for first in range(0, len(sentences), group):
        gold, start = set(), 0
        part = sentences[first : first + group]
        for sentence in part:
            gold.add((start, start + len(sentence)))
            start += len(sentence) + 1
        found = set(split(" ".join(part)))
        matched += len(found & gold)
        found_total += len(found)
    return Counts(matched, found_total, len(sentences))


if __name__ == "__main__":
    main()
