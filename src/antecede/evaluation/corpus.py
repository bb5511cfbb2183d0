"""Read what is to be scored: parallel files, their documents, and their word alignments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.alignment import Alignments
from antecede.alignment.pronouns import Side, split
from antecede.errors import BadOption
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.pairs import Pair


@dataclass(frozen=True, slots=True)
class Aligning:
    """How alignments that are not given are made."""

    method: str = "fast"  # it gives the same links, and so the same scores, every time
    symmetrise: str = "grow-diag-final"  # the APT paper's
    priors: Path | None = None
    align_with: tuple[Path, Path] | None = None


EFLOMAL: Final = Aligning(method="eflomal")
"""What experiments take, whose figures are compared with those of papers and stand in documents."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A translation of the source, as it was given (`text`) and in tokens separated by single spaces (`lines`)."""

    name: str
    text: Sequence[str]
    lines: Sequence[str]
    alignments: Alignments
    aligned_by: str = "given"
    """How the alignment was made, for the signature."""

    @property
    def side(self) -> Side:
        return Side(self.lines, self.alignments, self.name)


@dataclass(frozen=True, slots=True)
class Corpus:
    """A source with its reference and candidates, aligned; sentences are tokens separated by single spaces."""

    source: Sequence[str]
    reference: Translation
    candidates: tuple[Translation, ...]
    document_ids: Sequence[str] | None
    tokenised_by: str

    def signature(self, system: int, *, repaired: bool = False) -> str:
        """How the texts were tokenised and aligned; `repaired`: pronouns were then found by the heuristic too."""
        reference, candidate = self.reference, self.candidates[system]
        ways = "/".join(dict.fromkeys((reference.aligned_by, candidate.aligned_by)))
        content = f"{reference.alignments.checksum}.{candidate.alignments.checksum}"
        return f"tok:{self.tokenised_by}|align:{ways}{'+heuristic' if repaired else ''}:{content}"


def read_corpus(  # noqa: PLR0913 - each file has its own name
    pair: Pair,
    source: Path | str,
    reference: Path | str,
    candidates: Sequence[Path | str],
    *,
    ids: Path | str | None = None,
    one_document: bool = True,
    tokenized: bool = False,
    reference_alignment: Path | str | None = None,
    candidate_alignments: Sequence[Path | str] = (),
    aligning: Aligning | None = None,
) -> Corpus:
    """Read and align parallel files; alignments that are given hold for the tokens in the files.

    Where neither `ids` say so nor all is `one_document`, a blank line of the source begins a new document.
    """
    _check(candidates, candidate_alignments, tokenized=tokenized, given=bool(reference_alignment))
    # Scores do not depend on documents: nobody is warned.
    text = ParallelText.read_documents(
        source,
        reference,
        *candidates,
        ids=ids,
        one_document=one_document and ids is None,
        tokenised=tokenized,
        warn=False,
    )
    candidate_files: Sequence[Path | str | None] = candidate_alignments or [None] * len(candidates)
    return corpus_of(
        pair,
        text,
        [str(path) for path in (reference, *candidates)],
        alignments=[reference_alignment, *candidate_files],
        aligning=aligning,
        documents=ids is not None or len(text.documents) > 1,
        progress=True,
    )


def corpus_of(
    pair: Pair,
    text: ParallelText,
    names: Sequence[str],
    *,
    alignments: Sequence[Path | str | Sequence[str] | None],
    aligning: Aligning | None = None,
    documents: bool = False,
    progress: bool = False,
) -> Corpus:
    """A parallel text, aligned: its first target is the reference, the others are the candidates.

    Args:
        pair: The language pair.
        text: The source, the reference and the candidates.
        names: What the reference and the candidates are called.
        alignments: For each of them a Pharaoh file, its lines, or nothing where an alignment is to be made.
        aligning: How alignments are made.
        documents: Whether it is known which document a line belongs to.
        progress: Whether to show progress on the error stream.
    """
    tokens = text.spaced(text.source, pair.source)
    reader = _Reader(pair, text, tokens, aligning or Aligning(), progress=progress)
    reference, *candidates = (reader.translation(*each) for each in zip(names, text.targets, alignments, strict=True))
    return Corpus(
        tokens,
        reference,
        tuple(candidates),
        text.document_ids if documents else None,
        "given" if text.tokenised else "antecede",
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    pair: Pair
    text: ParallelText
    source: Sequence[str]
    """The tokens of the text's source."""
    aligning: Aligning
    progress: bool = False

    def translation(self, name: str, text: Sequence[str], alignment: Path | str | Sequence[str] | None) -> Translation:
        lines = self.text.spaced(text, self.pair.target)
        if alignment is None:
            return self._aligned(name, text, lines)
        lengths = {"source_lengths": _lengths(self.source), "target_lengths": _lengths(lines)}
        return Translation(name, text, lines, Alignments.given(alignment, **lengths))

    def _aligned(self, name: str, text: Sequence[str], lines: Sequence[str]) -> Translation:
        from antecede.alignment.compute import align_corpus

        extra = self.aligning.align_with
        result = align_corpus(
            [split(line) for line in self.source],
            [split(line) for line in lines],
            pair=self.pair.name,
            method=self.aligning.method,
            symmetrise=self.aligning.symmetrise,
            priors=self.aligning.priors or "shipped",
            align_with=None if extra is None else self._extra(*extra),
            progress=self.progress,
        )
        return Translation(name, text, lines, result.alignments, result.signature.rpartition(":")[0])

    def _extra(self, source: Path, target: Path) -> tuple[list[list[str]], list[list[str]]]:
        extra = ParallelText.read(source, target, tokenised=self.text.tokenised)
        return list(extra.tokens(extra.source, self.pair.source)), list(
            extra.tokens(extra.targets[0], self.pair.target)
        )


def _check(candidates: Sequence[Path | str], alignments: Sequence[Path | str], *, tokenized: bool, given: bool) -> None:
    if (alignments or given) and not tokenized:
        raise BadOption(
            "alignments count tokens, so files that come with alignments must be tokenised:"
            " add --tokenized, or leave the alignments to be made"
        )
    if alignments and len(alignments) != len(candidates):
        raise BadOption(
            f"{len(candidates)} candidates but {len(alignments)} source-candidate alignments:"
            " give one for each candidate, in the same order"
        )
    repeated = sorted({str(path) for path in candidates if list(candidates).count(path) > 1})
    if repeated:
        raise BadOption(f"{repeated[0]} is given as a candidate twice")


def _lengths(lines: Sequence[str]) -> list[int]:
    return [line.count(" ") + 1 if line else 0 for line in lines]
