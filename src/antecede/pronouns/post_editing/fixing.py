"""Fix the pronouns in the output of any engine: lines in, lines out, and a log of what was changed and why."""

from __future__ import annotations

import re
import reprlib
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

from antecede.alignment import Alignments, align_corpus
from antecede.engines import Hypothesis
from antecede.errors import LengthMismatch
from antecede.files import STANDARD_INPUT, is_standard_input, lines_of, read_standard_input, read_text
from antecede.pronouns.decision.trace import decision_part
from antecede.text import Token, tokenise
from antecede.text.parallel import ParallelText, Span, refuse_standard_input_twice
from antecede.text.splicing import replacements, splice
from antecede.text.tokens import given_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from antecede.alignment import Link
    from antecede.coreference import ResolvedDocument
    from antecede.coreference.reader import Reader
    from antecede.pairs import Pair
    from antecede.pronouns.post_editing.types import PostEdited, PostEditor
    from antecede.pronouns.types import Decision

    Tokens = Sequence[Sequence[str]]
    Needed = Callable[[Tokens], Sequence[bool]]

__all__ = ["Fixed", "FixedDocument", "Output", "TextEdit", "fix", "fix_by_each", "log_of"]


@dataclass(frozen=True, slots=True)
class Output:
    """An engine's output beside its source: tokens, links and documents."""

    source: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...]
    """The output's own text."""
    tokens: tuple[tuple[Token, ...], ...]
    alignments: Alignments
    documents: tuple[Span, ...]
    tokenised: bool = False
    start: str = ""
    """What stands before the first line: nothing, or a byte order mark."""
    ends: tuple[str, ...] = ()
    """What ends each line; nothing ends the last, if the file has it so."""
    listed: bool = False
    """Whether the lines came as a list, so that places are counted in each of them, and not in the whole text."""
    source_lines: tuple[str, ...] = ()
    """The source's own text."""

    @classmethod
    def read(  # noqa: PLR0913 - each is a choice of the user's, and all but the texts have a default
        cls,
        pair: Pair,
        source: Path | str,
        output: Path | str,
        *,
        ids: Path | str | None = None,
        one_document: bool = False,
        alignment: Path | str | None = None,
        tokenised: bool = False,
        needed: Needed | None = None,
        progress: bool = False,
    ) -> Output:
        """Read the files, and align them if no alignment is given.

        Without `ids` a blank line of the source begins a new document, unless all is `one_document`. `needed` says
        which of a document's lines are aligned, where not all are.
        """
        if is_standard_input(output):
            # Read once, and so not as one of several files.
            refuse_standard_input_twice([source, output, *([] if ids is None else [ids])])
            exact = read_standard_input()
            text = ParallelText.read_documents(source, ids=ids, one_document=one_document, tokenised=tokenised)
            lines = lines_of(exact, STANDARD_INPUT)
            if len(lines) != len(text.source):
                raise LengthMismatch(source, len(text.source), STANDARD_INPUT, len(lines))
            text = replace(text, targets=(lines,))
        else:
            text = ParallelText.read_documents(source, output, ids=ids, one_document=one_document, tokenised=tokenised)
            exact = read_text(output)
        return cls.of(pair, text, exact=exact, alignment=alignment, needed=needed, progress=progress)

    @classmethod
    def of(
        cls,
        pair: Pair,
        text: ParallelText,
        *,
        exact: str | None = None,
        alignment: Path | str | Sequence[str] | None = None,
        needed: Needed | None = None,
        progress: bool = False,
    ) -> Output:
        """The first target of a parallel text, aligned if no alignment is given.

        Args:
            pair: The language pair.
            text: The source and the output.
            exact: The output as one text, line ends and byte order mark included; none where it is a list of lines.
            alignment: A Pharaoh file, or its lines.
            needed: Which of a document's lines are aligned, where not all are: those that its pronouns depend on.
            progress: Whether to show progress on the error stream.
        """
        lines = text.targets[0]
        # What is not changed goes out as it came, to the byte.
        ends = ["\n"] * (len(lines) - 1) if exact is None else re.findall("\r?\n", exact)
        sources = [tuple(tokens) for tokens in text.tokens(text.source, pair.source)]
        tokens = [tuple(given_tokens(line) if text.tokenised else tokenise(line, pair.target)) for line in lines]
        words = [tuple(token.text for token in line) for line in tokens]
        if alignment is None:
            links = _aligned(pair, sources, words, text.documents, needed, progress=progress)
        else:
            lengths = {"source_lengths": list(map(len, sources)), "target_lengths": list(map(len, words))}
            links = Alignments.given(alignment, **lengths)
        return cls(
            tuple(sources),
            tuple(lines),
            tuple(tokens),
            links,
            text.documents,
            text.tokenised,
            "\ufeff" if exact is not None and exact.startswith("\ufeff") else "",
            tuple(ends) if len(ends) == len(lines) else (*ends, ""),
            listed=exact is None,
            source_lines=tuple(text.source),
        )

    def sentences(self, document: Span) -> tuple[Hypothesis, ...]:
        """The translations of a document's lines."""
        return tuple(
            Hypothesis(tuple(token.text for token in self.tokens[line]), alignment=tuple(self.alignments[line]))
            for line in range(document.start, document.end)
        )


@dataclass(frozen=True, slots=True)
class FixedDocument:
    """A document before and after; its sentences count from `start` in the files."""

    source: ResolvedDocument
    start: int
    edited: PostEdited


class TextEdit(NamedTuple):
    """A part of the output that was changed, and why.

    `start` and `end` count characters of the string that was given: of the whole text, or, in a list, of the line.
    """

    line: int
    """Which line it is in, counted from 0."""
    start: int
    end: int
    before: str
    after: str
    decisions: tuple[Decision, ...]
    """Why: the pronouns that were changed in this line. There is mostly one."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """The fixed output, as many lines as there were."""

    lines: tuple[str, ...]
    documents: tuple[FixedDocument, ...]
    output: Output
    """What was fixed."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        told = f"{self.changes} of {self.pronouns} pronouns changed"
        return f"<Fixed, {told} in {len(self.lines)} lines: {reprlib.repr(self.text)}>"

    @property
    def text(self) -> str:
        """The text of the file; lines without a change are as they were, to the byte."""
        ended = (line + end for line, end in zip(self.lines, self.output.ends, strict=True))
        return self.output.start + "".join(ended)

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        """What was changed, in the order of the text; what replaces each part makes the given text the fixed one."""
        output, edits = self.output, []
        place = len(output.start)
        starts = []
        for text, end_of_line in zip(output.lines, output.ends, strict=True):
            starts.append(0 if output.listed else place)
            place += len(text) + len(end_of_line)
        for document in self.documents:
            decisions = document.edited.decisions
            changed = [decisions[change.decision] for change in document.edited.changes]
            for line, sentence in enumerate(document.edited.sentences, document.start):
                why = tuple(each for each in changed if document.start + each.anaphor.sentence == line)
                edits += [
                    TextEdit(line, starts[line] + start, starts[line] + end, before, after, why)
                    for start, end, before, after in replacements(
                        output.lines[line], output.tokens[line], sentence.tokens, tokenised=output.tokenised
                    )
                ]
        return tuple(edits)

    @property
    def pronouns(self) -> int:
        """How many pronouns the source has."""
        return sum(len(document.edited.decisions) for document in self.documents)

    @property
    def changes(self) -> int:
        """How many of them were changed in the output."""
        return sum(len(document.edited.changes) for document in self.documents)

    @property
    def withheld(self) -> int:
        """How many more would have been changed if all edits were allowed."""
        return sum(bool(each.withheld) for document in self.documents for each in document.edited.decisions)


def fix(output: Output, reader: Reader, editor: PostEditor, *, progress: bool = False, processes: int = 1) -> Fixed:
    """The output with its pronouns fixed; the reader analyses and resolves the source's documents, in `processes`."""
    [fixed] = fix_by_each(output, reader, [editor], progress=progress, processes=processes)
    return fixed


def fix_by_each(
    output: Output, reader: Reader, editors: Sequence[PostEditor], *, progress: bool = False, processes: int = 1
) -> list[Fixed]:
    """The output as each of the editors fixes it; the source is read once."""
    texts = [output.source[span.lines] for span in output.documents]
    names = [span.id for span in output.documents]
    documents: list[list[FixedDocument]] = [[] for _ in editors]
    stream = reader.stream(texts, names, progress=progress, only_needed=True, processes=processes)
    for span, document in zip(output.documents, stream, strict=True):
        sentences = output.sentences(span)
        for editor, done in zip(editors, documents, strict=True):
            done.append(FixedDocument(document, span.start, editor.edit(document, sentences)))
    return [Fixed(_lines(output, done), tuple(done), output) for done in documents]


def _lines(output: Output, documents: Sequence[FixedDocument]) -> tuple[str, ...]:
    lines = list(output.lines)
    for document in documents:
        for line, sentence in enumerate(document.edited.sentences, document.start):
            lines[line] = splice(lines[line], output.tokens[line], sentence.tokens, tokenised=output.tokenised)
    return tuple(lines)


def _aligned(
    pair: Pair, source: Tokens, target: Tokens, documents: Sequence[Span], needed: Needed | None, *, progress: bool
) -> Alignments:
    """The links of the lines that are needed; the others have none."""
    if needed is None:
        return align_corpus(source, target, pair=pair.name, progress=progress).alignments
    wanted = [line for span in documents for line in compress(range(span.start, span.end), needed(source[span.lines]))]
    sides = ([side[line] for line in wanted] for side in (source, target))
    # The fewer lines, the more passes eflomal takes: without `quick`, half of the lines take two thirds of the time.
    found = align_corpus(*sides, pair=pair.name, quick=True, progress=progress).alignments
    links: list[tuple[Link, ...]] = [()] * len(source)
    for line, its_links in zip(wanted, found, strict=True):
        links[line] = its_links
    return Alignments.of_links(links)


def log_of(fixed: Fixed) -> dict[str, Any]:
    """Every pronoun, changed or not, as a decision of the trace, with its line before and after, for JSON."""
    return {
        "pronouns": fixed.pronouns,
        "changes": fixed.changes,
        "withheld": fixed.withheld,
        "documents": [_document_part(document, fixed) for document in fixed.documents],
    }


def _document_part(document: FixedDocument, fixed: Fixed) -> dict[str, Any]:
    changes = {change.decision: change for change in document.edited.changes}
    decisions, withheld = [], []
    for index, decision in enumerate(document.edited.decisions):
        line = document.start + decision.anaphor.sentence
        part = decision_part(decision) | {"line": line + 1}
        change = changes.get(index)
        before = fixed.output.lines[line]
        more = {
            "changed": change is not None,
            "anaphoric": decision.anaphor.function.anaphoric >= 0.5 if change is None else change.anaphoric,
            "before": before,
            # Another pronoun of the line may have been changed: what this one did to it is nothing.
            "after": before if change is None else fixed.lines[line],
            "edits": [] if change is None else [edit._asdict() for edit in change.edits],
        }
        decisions.append(part | more)
        if decision.withheld:
            withheld.append(part)
    return {"id": document.source.analysis.id, "decisions": decisions, "withheld": withheld}
