"""Mend the pronouns in the output of any engine: lines in, lines out, and a log of what was changed and why."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from antecede.alignment import Alignments, align_corpus
from antecede.engines import Hypothesis
from antecede.errors import LengthMismatch
from antecede.files import read_lines, read_text
from antecede.text import Token, tokenise
from antecede.text.splicing import splice
from antecede.text.tokens import given_tokens

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.reader import Reader
    from antecede.pairs import Pair
    from antecede.pronouns.post_editing.types import PostEdited, PostEditor

__all__ = ["Fixed", "FixedDocument", "Output", "fix", "log_of"]


@dataclass(frozen=True, slots=True)
class Output:
    """An engine's output beside its source: tokens, links and documents."""

    source: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...]
    """The output's own text."""
    tokens: tuple[tuple[Token, ...], ...]
    alignments: Alignments
    documents: tuple[tuple[str, int, int], ...]
    """Name, first line and the line after the last."""
    tokenised: bool = False
    end: str = "\n"
    """What ends the last line: nothing, if the file has it so."""

    @classmethod
    def read(
        cls,
        pair: Pair,
        source: Path | str,
        output: Path | str,
        *,
        ids: Path | str | None = None,
        alignment: Path | str | None = None,
        tokenised: bool = False,
        progress: bool = False,
    ) -> Output:
        """Read the files, and align them if no alignment is given. Without `ids` all is one document."""
        sources = read_lines(source)
        text = read_text(output)
        lines = text.removesuffix("\n").split("\n")
        if len(sources) != len(lines):
            raise LengthMismatch(source, len(sources), output, len(lines))
        names = [line.partition("\t")[0] for line in read_lines(ids)] if ids is not None else [""] * len(lines)
        if ids is not None and len(names) != len(lines):
            raise LengthMismatch(output, len(lines), ids, len(names))
        sides = []
        for code, side in ((pair.source, sources), (pair.target, lines)):
            sides.append([tuple(given_tokens(line) if tokenised else tokenise(line, code)) for line in side])
        words = [[tuple(token.text for token in tokens) for tokens in side] for side in sides]
        if alignment is None:
            links = align_corpus(words[0], words[1], pair=pair.name, progress=progress).alignments
        else:
            links = Alignments.read(
                alignment, source_lengths=list(map(len, words[0])), target_lengths=list(map(len, words[1]))
            )
        documents, start = [], 0
        for name, group in groupby(names):
            end = start + sum(1 for _ in group)
            documents.append((name, start, end))
            start = end
        return cls(
            tuple(words[0]),
            tuple(lines),
            tuple(sides[1]),
            links,
            tuple(documents),
            tokenised,
            "\n" if text.endswith("\n") else "",
        )

    def sentences(self, start: int, end: int) -> tuple[Hypothesis, ...]:
        """The translations of the lines from `start` up to `end`."""
        return tuple(
            Hypothesis(tuple(token.text for token in self.tokens[line]), alignment=tuple(self.alignments[line]))
            for line in range(start, end)
        )


@dataclass(frozen=True, slots=True)
class FixedDocument:
    """A document before and after; its sentences count from `start` in the files."""

    source: ResolvedDocument
    start: int
    edited: PostEdited


@dataclass(frozen=True, slots=True)
class Fixed:
    """The mended output, as many lines as there were."""

    lines: tuple[str, ...]
    documents: tuple[FixedDocument, ...]
    end: str

    @property
    def text(self) -> str:
        """The text of the file; lines without a change are as they were, to the byte."""
        return "\n".join(self.lines) + self.end

    @property
    def pronouns(self) -> int:
        """How many pronouns the source has."""
        return sum(len(document.edited.decisions) for document in self.documents)

    @property
    def changes(self) -> int:
        """How many of them were changed in the output."""
        return sum(len(document.edited.changes) for document in self.documents)


def fix(output: Output, reader: Reader, editor: PostEditor, *, progress: bool = False) -> Fixed:
    """The output with its pronouns mended; the reader analyses and resolves the source's documents."""
    texts = [output.source[start:end] for _, start, end in output.documents]
    names = [name for name, _, _ in output.documents]
    lines = list(output.lines)
    documents = []
    read = reader.stream(texts, names, progress=progress)
    for (_, start, end), document in zip(output.documents, read, strict=True):
        edited = editor.edit(document, output.sentences(start, end))
        for line, sentence in enumerate(edited.sentences, start):
            lines[line] = splice(lines[line], output.tokens[line], sentence.tokens, tokenised=output.tokenised)
        documents.append(FixedDocument(document, start, edited))
    return Fixed(tuple(lines), tuple(documents), output.end)


def log_of(fixed: Fixed, output: Output) -> dict[str, Any]:
    """Every change as a decision of the trace, with its sentence before and after, for JSON."""
    return {
        "pronouns": fixed.pronouns,
        "changes": fixed.changes,
        "documents": [_document_part(document, fixed, output) for document in fixed.documents],
    }


def _document_part(document: FixedDocument, fixed: Fixed, output: Output) -> dict[str, Any]:
    from antecede.pronouns.decision.trace import decision_part

    decisions = []
    for change in document.edited.changes:
        decision = document.edited.decisions[change.decision]
        line = document.start + decision.anaphor.sentence
        decisions.append(
            decision_part(decision)
            | {
                "line": line + 1,
                "before": output.lines[line],
                "after": fixed.lines[line],
                "edits": [edit._asdict() for edit in change.edits],
            }
        )
    return {"id": document.source.analysis.id, "decisions": decisions}
