"""What `fix` did, side by side, as a page in which each edit is accepted or refused and the result saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from antecede.report._templates import embedded_json, environment, page_parts
from antecede.text.splicing import replacements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.pronouns.post_editing.types import Change
    from antecede.tasks.fix import Fixed
    from antecede.text import Token
    from antecede.text.splicing import Replacement

__all__ = ["fixing_page"]


class _Piece(NamedTuple):
    """A stretch of a line: the same in both, or changed by an edit."""

    before: str
    after: str
    edit: int | None = None


class _Pronoun(NamedTuple):
    """What is told of a pronoun below its line."""

    edit: int | None
    before: str
    after: str
    theirs: float | None
    ours: float | None
    because: str


class _Row(NamedTuple):
    """A line of the source, of the output, and of what it became."""

    number: int
    document: str
    """Named where it begins."""
    source: str
    pieces: tuple[_Piece, ...]
    pronouns: tuple[_Pronoun, ...]
    changed: bool
    doubtful: bool


def fixing_page(fixed: Fixed, pair: str, name: str) -> str:
    """One HTML page that needs no network and runs no text of the files as code; `name` is that of the output."""
    source, _, target = pair.partition("-")
    rows = list(_rows(fixed))
    edits = 1 + max((piece.edit for row in rows for piece in row.pieces if piece.edit is not None), default=-1)
    path = Path(name)
    data = {
        "name": f"{path.stem}.fixed{path.suffix}",
        "start": fixed.output.start,
        "ends": fixed.output.ends,
        # A piece is its text, or the edit that changes it, what it was, and what it becomes.
        "lines": [[_data(piece) for piece in row.pieces] for row in rows],
    }
    return (
        environment()
        .get_template("fixing.html")
        .render(
            title=f"{path.name}: pronouns fixed",
            rows=rows,
            languages=(source, target),
            edits=edits,
            pronouns=fixed.pronouns,
            doubtful=sum(row.doubtful for row in rows),
            changed=sum(row.changed for row in rows),
            data=embedded_json(data),
            **page_parts(styles=("base.css", "fixing.css"), scripts=("fixing.js",)),
        )
    )


def _data(piece: _Piece) -> object:
    return piece.before if piece.edit is None else [piece.edit, piece.before, piece.after]


def _rows(fixed: Fixed) -> Iterator[_Row]:
    output, edits = fixed.output, 0
    for document in fixed.documents:
        changes = {change.decision: change for change in document.edited.changes}
        for at, sentence in enumerate(document.edited.sentences):
            line = document.start + at
            own = [index for index, each in enumerate(document.edited.decisions) if each.anaphor.sentence == at]
            changed = [index for index in own if index in changes]
            text, tokens = output.lines[line], output.tokens[line]
            found = replacements(text, tokens, sentence.tokens, tokenised=output.tokenised)
            groups = _grouped(found, [changes[index] for index in changed], tokens)
            kinds = sorted(set(groups))
            numbers = [edits + kinds.index(group) for group in groups]
            edits += len(kinds)
            # A change whose words were all changed by another one is accepted and refused with it.
            number_of = {
                index: edits - len(kinds) + kinds.index(group if group in kinds else kinds[0])
                for group, index in enumerate(changed)
                if kinds
            }
            pronouns = tuple(
                _Pronoun(number_of.get(index), each.baseline, each.choice, each.theirs, each.ours, each.reason)
                for index in own
                for each in [document.edited.decisions[index]]
            )
            doubtful = any(
                document.edited.decisions[index].withheld
                or (each.edit is None and each.theirs is not None and each.theirs < (each.ours or 0.0))
                for index, each in zip(own, pronouns, strict=True)
            )
            yield _Row(
                line + 1,
                document.source.analysis.id if at == 0 else "",
                output.source_lines[line],
                tuple(_pieces(text, found, numbers)),
                pronouns,
                bool(found),
                doubtful,
            )


def _pieces(line: str, found: Sequence[Replacement], edits: Sequence[int]) -> Iterator[_Piece]:
    done = 0
    for each, edit in zip(found, edits, strict=True):
        if each.start > done:
            yield _Piece(line[done : each.start], line[done : each.start])
        yield _Piece(each.before, each.after, edit)
        done = each.end
    if done < len(line) or not found:
        yield _Piece(line[done:], line[done:])


def _grouped(found: Sequence[Replacement], changes: Sequence[Change], tokens: Sequence[Token]) -> list[int]:
    """For each stretch that was changed the pronoun with which it changed: that with the nearest edited word.

    Where two pronouns edited the same stretch, what both of them changed is one edit.
    """
    together = list(range(max(len(changes), 1)))
    groups = []
    for each in found:
        inside = [at for at, token in enumerate(tokens) if token.end > each.start and token.start < each.end]
        first, last = (inside[0], inside[-1]) if inside else (_place(tokens, each.start),) * 2
        far = [
            min((max(first - edit.position, edit.position - last, 0) for edit in change.edits), default=len(tokens))
            for change in changes
        ]
        nearest = [index for index, distance in enumerate(far) if distance == min(far)] or [0]
        for other in nearest[1:]:
            joined, kept = together[other], together[nearest[0]]
            together = [kept if group == joined else group for group in together]
        groups.append(nearest[0])
    return [together[group] for group in groups]


def _place(tokens: Sequence[Token], start: int) -> int:
    return sum(token.end <= start for token in tokens)
