"""Read what is to be scored: parallel files, their documents, and their word alignments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.alignment import Alignments
from antecede.alignment.pronouns import Side, split
from antecede.errors import BadOption, LengthMismatch
from antecede.files import read_lines
from antecede.text.tokens import given_words, words

_CONTROL: Final = re.compile(r"[\t\r\f\v]")

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.pairs import Pair


@dataclass(frozen=True, slots=True)
class Aligning:
    """How alignments that are not given are made."""

    method: str = "eflomal"
    symmetrise: str = "grow-diag-final"  # the APT paper's
    priors: Path | None = None
    align_with: tuple[Path, Path] | None = None


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
    tokenized: bool = False,
    reference_alignment: Path | str | None = None,
    candidate_alignments: Sequence[Path | str] = (),
    aligning: Aligning | None = None,
) -> Corpus:
    """Read and align parallel files; alignments that are given hold for the tokens in the files."""
    _check(candidates, candidate_alignments, tokenized=tokenized, given=bool(reference_alignment))
    texts = {path: read_lines(path) for path in (source, reference, *candidates)}
    for path, lines in texts.items():
        if len(lines) != len(texts[source]):
            raise LengthMismatch(source, len(texts[source]), path, len(lines))
    document_ids = _read_ids(ids, source, len(texts[source])) if ids is not None else None
    tokens = _in_tokens(texts[source], None if tokenized else pair.source)
    reader = _Reader(pair, tokens, tokenized, aligning or Aligning())
    files: Sequence[Path | str | None] = candidate_alignments or [None] * len(candidates)
    return Corpus(
        tokens,
        reader.translation(reference, texts[reference], reference_alignment),
        tuple(reader.translation(path, texts[path], given) for path, given in zip(candidates, files, strict=True)),
        document_ids,
        "given" if tokenized else "antecede",
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    pair: Pair
    source: Sequence[str]
    tokenized: bool
    aligning: Aligning

    def translation(self, path: Path | str, text: Sequence[str], alignment: Path | str | None) -> Translation:
        lines = _in_tokens(text, None if self.tokenized else self.pair.target)
        if alignment is None:
            return self._aligned(str(path), text, lines)
        alignments = Alignments.read(alignment, source_lengths=_lengths(self.source), target_lengths=_lengths(lines))
        return Translation(str(path), text, lines, alignments)

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
            progress=True,
        )
        return Translation(name, text, lines, result.alignments, result.signature.rpartition(":")[0])

    def _extra(self, source: Path, target: Path) -> tuple[list[list[str]], list[list[str]]]:
        texts = read_lines(source), read_lines(target)
        if len(texts[0]) != len(texts[1]):
            raise LengthMismatch(source, len(texts[0]), target, len(texts[1]))
        languages = (None, None) if self.tokenized else (self.pair.source, self.pair.target)
        one, other = (
            [split(line) for line in _in_tokens(text, language)]
            for text, language in zip(texts, languages, strict=True)
        )
        return one, other


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


def _in_tokens(lines: Sequence[str], language: str | None) -> list[str]:
    """Sentences with single spaces between tokens; without a language they are tokenised already."""
    if language is None:
        # Most lines are so already, and need no copy.
        return [line if _is_plain(line) else " ".join(given_words(line)) for line in lines]
    return [" ".join(words(line, language)) for line in lines]


def _is_plain(line: str) -> bool:
    return not ("  " in line or line.startswith(" ") or line.endswith(" ") or _CONTROL.search(line))


def _lengths(lines: Sequence[str]) -> list[int]:
    return [line.count(" ") + 1 if line else 0 for line in lines]


def _read_ids(ids: Path | str, source: Path | str, sentences: int) -> list[str]:
    """The document of each line: its first tab-separated field."""
    lines = read_lines(ids)
    if len(lines) != sentences:
        raise LengthMismatch(source, sentences, ids, len(lines))
    return [line.split("\t", 1)[0] for line in lines]
