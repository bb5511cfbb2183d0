"""Translation by trying everything: what the decoder must agree with, on models small enough for it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from antecede import _native

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

LN10 = math.log(10)
FLOOR = -100.0


class Pair(NamedTuple):
    """A phrase pair; scores and reordering are probabilities."""

    target: tuple[str, ...]
    scores: tuple[float, float, float, float]
    reordering: tuple[float, ...] = ()
    alignment: tuple[tuple[int, int], ...] = ()
    extra: Mapping[str, float] = {}
    from_table: bool = True


@dataclass
class Model:
    """A phrase table and a language model in Python's own data."""

    table: dict[tuple[str, ...], list[Pair]]
    ngrams: dict[tuple[str, ...], tuple[float, float]]  # log10 probability and back-off
    order: int
    weights: dict[str, list[float]]
    distortion_limit: int = 6
    extra_names: list[str] = field(default_factory=list)

    def write(self, folder: Path) -> tuple[Path, Path]:
        """The files that the decoder reads."""
        reader = _native.MosesReader(folder)
        phrases, reordering = [], []
        for source, pairs in self.table.items():
            for pair in pairs:
                links = " ".join(f"{i}-{j}" for i, j in pair.alignment)
                fields = [" ".join(source), " ".join(pair.target), " ".join(map(repr, pair.scores)), links]
                phrases.append(" ||| ".join(fields) + " ||| 1 1 1\n")
                if pair.reordering:
                    reordering.append(" ||| ".join([*fields[:2], " ".join(map(repr, pair.reordering))]) + "\n")
        reader.add_phrases("".join(phrases).encode(), last=True)
        reader.add_reordering("".join(reordering).encode(), last=True)
        reader.finish(folder / "phrases.bin", exact=True, counts=False)
        lines = ["\\data\\\n"]
        sections = [[gram for gram in self.ngrams if len(gram) == n] for n in range(1, self.order + 1)]
        lines += [f"ngram {n}={len(section)}\n" for n, section in enumerate(sections, 1)]
        for n, section in enumerate(sections, 1):
            lines.append(f"\n\\{n}-grams:\n")
            for gram in section:
                probability, backoff = self.ngrams[gram]
                lines.append(f"{probability!r}\t{' '.join(gram)}" + (f"\t{backoff!r}" if n < self.order else "") + "\n")
        (folder / "lm.arpa").write_text("".join(lines) + "\n\\end\\\n")
        _native.build_lm(folder / "lm.arpa", folder / "lm.bin", quantise=False)
        return folder / "phrases.bin", folder / "lm.bin"

    def log10(self, context: tuple[str, ...], word: str) -> float:
        if (word,) not in self.ngrams:
            word = "<unk>"
        context = tuple(w if (w,) in self.ngrams else "<unk>" for w in context[-(self.order - 1) :])
        if (*context, word) in self.ngrams:
            return self.ngrams[*context, word][0]
        backoff = self.ngrams.get(context, (0.0, 0.0))[1]
        return backoff + self.log10(context[1:], word)

    def options(self, source: Sequence[str]) -> dict[tuple[int, int], list[Pair]]:
        found = {}
        for first in range(len(source)):
            for last in range(first, len(source)):
                pairs = self.table.get(tuple(source[first : last + 1]), [])
                if not pairs and first == last:
                    unknown = {"UnknownWordPenalty0": FLOOR}
                    pairs = [Pair((source[first],), (1, 1, 1, 1), (), ((0, 0),), unknown, from_table=False)]
                if pairs:
                    found[first, last] = pairs
        return found


class Derivation(NamedTuple):
    score: float
    tokens: tuple[str, ...]
    segmentation: tuple[tuple[int, int, int, int], ...]
    alignment: tuple[tuple[int, int], ...]
    features: dict[str, tuple[float, ...]]


def derivations(
    model: Model, source: Sequence[str], options: dict[tuple[int, int], list[Pair]] | None = None
) -> list[Derivation]:
    """Every derivation within the distortion limit, the best first."""
    options = model.options(source) if options is None else options
    found = [_evaluate(model, steps) for steps in _steps(model, len(source), options, frozenset(), -1, ())]
    return sorted(found, key=lambda derivation: -derivation.score)


Steps = tuple[tuple[int, int, Pair], ...]


def _steps(
    model: Model,
    size: int,
    options: dict[tuple[int, int], list[Pair]],
    covered: frozenset[int],
    last_end: int,
    steps: Steps,
) -> Iterator[Steps]:
    if len(covered) == size:
        yield steps
        return
    gap = min(set(range(size)) - covered)
    limit = model.distortion_limit
    for (first, last), pairs in options.items():
        span = range(first, last + 1)
        if covered & set(span):
            continue
        if limit >= 0 and (abs(last_end + 1 - first) > limit or (first != gap and last - gap + 1 > limit)):
            continue
        for pair in pairs:
            yield from _steps(model, size, options, covered | set(span), last, (*steps, (first, last, pair)))


def _log(probability: float) -> float:
    return max(math.log(probability), FLOOR) if probability > 0 else FLOOR


def _evaluate(model: Model, steps: Steps) -> Derivation:
    values: dict[str, list[float]] = {name: [0.0] * len(weights) for name, weights in model.weights.items()}
    tokens: list[str] = []
    segmentation, alignment = [], []
    before: tuple[int, int, Pair] | None = None
    for first, last, pair in steps:
        start = len(tokens)
        tokens += pair.target
        segmentation.append((first, last, start, len(tokens)))
        alignment += [(first + i, start + j) for i, j in pair.alignment]
        values["Distortion0"][0] -= abs((before[1] if before else -1) + 1 - first)
        values["WordPenalty0"][0] -= len(pair.target)
        values["PhrasePenalty0"][0] += 1
        if pair.from_table:
            for at, score in enumerate(pair.scores):
                values["TranslationModel0"][at] += _log(score)
        for name, value in pair.extra.items():
            values[name][0] += value
        if "LexicalReordering0" in values:
            previous_end = before[1] if before else -1
            way = 0 if first == previous_end + 1 else 1 if before and last + 1 == before[0] else 2
            if pair.reordering:
                values["LexicalReordering0"][way] += _log(pair.reordering[way])
            if before and before[2].reordering:
                values["LexicalReordering0"][3 + way] += _log(before[2].reordering[3 + way])
        before = first, last, pair
    history: tuple[str, ...] = ("<s>",)
    for word in [*tokens, "</s>"]:
        values["LM0"][0] += model.log10(history, word) * LN10
        history = (*history, word)
    score = sum(w * v for name, ws in model.weights.items() for w, v in zip(ws, values[name], strict=True))
    features = {name: tuple(group) for name, group in values.items()}
    return Derivation(score, tuple(tokens), tuple(segmentation), tuple(sorted(alignment)), features)


def random_model(seed: int, *, words: int = 4, reordering: bool = True) -> tuple[Model, list[str]]:
    """A small model of random numbers, and a sentence for it in which a word may be unknown."""
    roll = random.Random(seed)  # noqa: S311 - no secrets here
    source = [f"s{roll.randrange(5)}" for _ in range(words)]
    targets = [f"t{n}" for n in range(6)]
    table: dict[tuple[str, ...], list[Pair]] = {}
    for first in range(words):
        for last in range(first, min(first + 3, words)):
            if roll.random() < (0.15 if first == last else 0.55):
                continue
            pairs: dict[tuple[str, ...], Pair] = {}
            for _ in range(roll.randint(1, 2)):
                target = tuple(roll.choice(targets) for _ in range(roll.randint(1, 3)))
                alignment = tuple(sorted({(roll.randrange(last - first + 1), j) for j in range(len(target))}))
                scores = tuple(roll.choice([roll.random(), 1e-3, 1.0]) for _ in range(4))
                ways = tuple(roll.uniform(0.05, 1) for _ in range(6)) if reordering else ()
                pairs[target] = Pair(target, scores, ways, alignment)  # type: ignore[arg-type]
            table[tuple(source[first : last + 1])] = list(pairs.values())
    weights = {
        "Distortion0": [roll.uniform(0, 0.6)],
        "LM0": [roll.uniform(0.1, 1)],
        "WordPenalty0": [roll.uniform(-1, 0.5)],
        "PhrasePenalty0": [roll.uniform(-0.5, 0.5)],
        "TranslationModel0": [roll.uniform(0, 0.5) for _ in range(4)],
        "UnknownWordPenalty0": [1.0],
    }
    if reordering and table:
        weights["LexicalReordering0"] = [roll.uniform(0, 0.5) for _ in range(6)]
    return Model(table, _random_ngrams(roll, targets), 3, weights, roll.choice([-1, 0, 1, 2, 3, 6])), source


def _random_ngrams(roll: random.Random, words: list[str]) -> dict[tuple[str, ...], tuple[float, float]]:
    ngrams: dict[tuple[str, ...], tuple[float, float]] = {}

    def number() -> float:
        return round(-roll.uniform(0.1, 3), 4)

    for word in ["<unk>", "<s>", "</s>", *words]:
        ngrams[word,] = (-99.0 if word == "<s>" else number(), 0.0 if word == "</s>" else number())
    vocabulary = [*words, "</s>"]
    bigrams = [(a, b) for a in ["<s>", *words] for b in vocabulary if roll.random() < 0.4]
    for bigram in bigrams:
        ngrams[bigram] = (number(), 0.0 if bigram[1] == "</s>" else number())
    for a, b in bigrams:
        for c in vocabulary:
            if (b, c) in ngrams and b != "</s>" and roll.random() < 0.5:
                ngrams[a, b, c] = (number(), 0.0)
    # Only what is continued has a back-off: otherwise the numbers are no model that any estimation gives.
    continued = {gram[:-1] for gram in ngrams}
    return {gram: (p, backoff if gram in continued else 0.0) for gram, (p, backoff) in ngrams.items()}


_HALF = (0.5, 0.5, 0.5, 0.5)
_WORDS = {"the": "le", "cat": "chat", "dog": "chien", "sleeps": "dort", ".": "."}


def write_model_folder(folder: Path) -> None:
    """A model that translates word by word; `the cat` has a translation of its own."""
    folder.mkdir()
    table: dict[tuple[str, ...], list[Pair]] = {}
    table |= {(source,): [Pair((target,), _HALF, (), ((0, 0),))] for source, target in _WORDS.items()}
    table["the", "cat"] = [Pair(("le", "chat"), (0.9, 0.9, 0.9, 0.9), (), ((0, 0), (1, 1)))]
    ngrams: dict[tuple[str, ...], tuple[float, float]] = {}
    ngrams |= {(word,): (-1.0, 0.0) for word in ["<unk>", "<s>", "</s>", *_WORDS.values()]}
    ngrams["le", "chat"] = (-0.1, 0.0)
    Model(table, ngrams, 2, {}).write(folder)
    (folder / "truecase.en").write_text("# antecede truecaser 1: form, times seen inside sentences\nthe\t9\ncat\t5\n")
    (folder / "model.toml").write_text(
        '[model]\npair = "en-fr"\nversion = 1\n[files]\nphrase_table = "phrases.bin"\nlanguage_model = "lm.bin"\n'
        'truecaser_source = "truecase.en"\n[weights]\nLM0 = [0.5]\nDistortion0 = [0.3]\nWordPenalty0 = [-1.0]\n'
        "TranslationModel0 = [0.2, 0.2, 0.2, 0.2]\nUnknownWordPenalty0 = [1.0]\n[decoder]\npop_limit = 50\n"
    )
