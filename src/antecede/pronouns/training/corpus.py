"""Parallel text with documents and word alignments: what pronoun models learn from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from antecede.alignment import Alignments
from antecede.errors import BadOption, InputError, LengthMismatch
from antecede.files.packed import checksum, read_lines
from antecede.text.parallel import ParallelText, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.pairs import Pair

__all__ = ["CorpusFiles", "PronounCorpus"]


@dataclass(frozen=True, slots=True)
class CorpusFiles:
    """The files of a corpus, parallel line by line; several corpora may be given, one file each."""

    source: Sequence[Path]
    target: Sequence[Path]
    ids: Sequence[Path]
    alignment: Sequence[Path] = ()
    tokenised: bool = False
    weights: Sequence[float] = ()
    """How much each corpus counts for the combined system; the same if it is not said."""

    def __post_init__(self) -> None:
        for name, files in (("--target", self.target), ("--ids", self.ids), ("--alignment", self.alignment)):
            if (files or name != "--alignment") and len(files) != len(self.source):
                raise BadOption(f"--source has {len(self.source)} files but {name} has {len(files)}: give one for each")
        if self.weights and len(self.weights) != len(self.source):
            raise BadOption(f"--source has {len(self.source)} files but --weights has {len(self.weights)}")
        if not all(0 < weight < math.inf for weight in self.weights):
            raise BadOption("--weights are positive numbers, one for each text")
        if self.alignment and not self.tokenised:
            raise BadOption("alignments count tokens: texts that come with --alignment must be --tokenized")

    @classmethod
    def of_model(cls, folder: Path) -> CorpusFiles:
        """What the model in a folder was trained on, if its training folder is still there."""
        work = folder / ".training"
        files = [work / name for name in ("corpus.tok.source", "corpus.tok.target", "corpus.ids", "corpus.align")]
        for file in files:
            if not file.exists():
                raise InputError(f"{file}: is not there; say what to learn from with --source, --target and --ids")
        return cls([files[0]], [files[1]], [files[2]], [files[3]], tokenised=True)

    @property
    def checksums(self) -> list[str]:
        """What distinguishes these files from others."""
        return [checksum(path) for paths in (self.source, self.target, self.ids, self.alignment) for path in paths]


@dataclass(frozen=True, slots=True)
class PronounCorpus:
    """Tokenised lines of both sides, their alignment, and the documents they belong to.

    A line is its tokens separated by single spaces: a million lists of tokens would not fit in memory.
    """

    pair: Pair
    source: Sequence[str]
    target: Sequence[str]
    alignments: Alignments
    documents: tuple[Span, ...]

    @classmethod
    def read(cls, files: CorpusFiles, pair: Pair, *, lines: int = 0, progress: bool = False) -> PronounCorpus:
        """Read the files, and align them if no alignment is given.

        With `lines`, about so many of them are kept: whole documents, spread over the corpus.
        """
        text = ParallelText.read(
            files.source, files.target, ids=files.ids, weights=files.weights, tokenised=files.tokenised
        )
        source, target = text.spaced(text.source, pair.source), text.spaced(text.targets[0], pair.target)
        documents = _sample(text.documents, lines)
        if files.alignment:
            whole = Alignments.parse(line for path in files.alignment for line in read_lines(path))
            if len(whole) != len(source):
                raise LengthMismatch(files.source[0], len(source), files.alignment[0], len(whole))
            _check(whole, source, target)
            return cls(pair, source, target, whole, documents)
        from antecede.alignment import align_corpus

        # Only what will be read is aligned.
        source, target = (
            [line for document in documents for line in side[document.lines]] for side in (source, target)
        )
        sides = [[line.split() for line in side] for side in (source, target)]
        aligned = align_corpus(sides[0], sides[1], pair=pair.name, progress=progress)
        return cls(pair, source, target, aligned.alignments, _moved_together(documents))

    def __iter__(self) -> Iterator[Span]:
        """The documents, in order."""
        return iter(self.documents)

    @property
    def lines(self) -> int:
        """How many lines the documents have."""
        return sum(document.end - document.start for document in self.documents)

    def source_tokens(self, document: Span) -> list[list[str]]:
        """The source tokens of a document's sentences."""
        return [line.split() for line in self.source[document.lines]]

    def target_tokens(self, document: Span) -> list[list[str]]:
        """The target tokens of a document's sentences."""
        return [line.split() for line in self.target[document.lines]]


def _moved_together(documents: Sequence[Span]) -> tuple[Span, ...]:
    """The documents where the lines between them were left out."""
    ends = accumulate(document.end - document.start for document in documents)
    return tuple(
        Span(document.id, end - (document.end - document.start), end, document.weight)
        for document, end in zip(documents, ends, strict=True)
    )


def _sample(documents: Sequence[Span], lines: int) -> tuple[Span, ...]:
    """Documents evenly spread, until there are enough lines."""
    total = sum(document.end - document.start for document in documents)
    if not 0 < lines < total:
        return tuple(documents)
    # Bit by bit finer strides: any number of documents lies evenly, and more lines keep those that fewer lines had.
    kept, count = set(), 0
    stride = 1 << (len(documents) - 1).bit_length()
    while count < lines and stride:
        for index in range(stride // 2 if stride > 1 else 0, len(documents), stride):
            if index not in kept and count < lines:
                kept.add(index)
                count += documents[index].end - documents[index].start
        stride //= 2
    return tuple(documents[index] for index in sorted(kept))


def _check(alignments: Alignments, source: Sequence[str], target: Sequence[str]) -> None:
    import numpy as np

    lengths = [np.array([line.count(" ") + 1 if line else 0 for line in side]) for side in (source, target)]
    rows = np.repeat(np.arange(len(source)), np.diff(alignments.offsets))
    for column, of_side in enumerate(lengths):
        outside = np.flatnonzero(alignments.links[:, column] >= of_side[rows])
        if len(outside):
            raise InputError(
                f"alignment, line {int(rows[outside[0]]) + 1}: a link points past the end of the sentence;"
                " are these the tokens that were aligned?"
            )
