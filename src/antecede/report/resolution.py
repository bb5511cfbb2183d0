"""Resolved pronouns to look at: a page with links drawn in the text, and a listing on the terminal."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Console
from rich.text import Text

from antecede.coreference.json_format import anaphor_part
from antecede.files import writable
from antecede.languages import language
from antecede.report._templates import embedded_json, environment, page_parts
from antecede.text import detokenise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument

# Control characters that a terminal would obey.
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# Candidates below this are not worth a line on the terminal, or in the text of the page.
_WORTH_SHOWING: Final = 0.05
_FUNCTIONS: Final = ("anaphoric", "event", "pleonastic")


class Piece(NamedTuple):
    """A token as the page shows it: what stands before it, and its place if anything points to it."""

    gap: str
    text: str
    place: str = ""
    pronoun: int | None = None
    """The index of the pronoun in its document."""
    mention: bool = False
    """Whether it belongs to a pronoun's likeliest antecedent."""


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document as the page shows it."""

    id: str
    language: str
    sentences: tuple[tuple[Piece, ...], ...]
    anaphors: tuple[Anaphor, ...]


class PageWriter:
    """Collects documents for a page; only what the page shows of them is kept."""

    def __init__(self) -> None:
        self._shown: list[ShownDocument] = []

    @classmethod
    @contextmanager
    def to(cls, path: Path | str) -> Iterator[PageWriter]:
        """A writer to the file of that name; `-` is the output stream."""
        with writable(path) as file:
            writer = cls()
            yield writer
            file.write(writer.page())

    def add(self, document: ResolvedDocument) -> None:
        """The next document."""
        self._shown.append(shown_document(document, f"d{len(self._shown)}"))

    def page(self, title: str = "What the pronouns stand for") -> str:
        """The page."""
        return _page(self._shown, title)


class TerminalWriter:
    """Prints documents as they come."""

    def __init__(self, file: TextIO) -> None:
        self._console = Console(file=file)
        self._several = False

    def add(self, document: ResolvedDocument) -> None:
        """The next document."""
        if self._several:
            self._console.print()
        self._several = True
        print_resolution(document, self._console)


def render_resolution(documents: Iterable[ResolvedDocument], *, title: str = "What the pronouns stand for") -> str:
    """The documents as one HTML page that needs no network and runs no text of theirs as code."""
    writer = PageWriter()
    for document in documents:
        writer.add(document)
    return writer.page(title)


def _page(shown: Sequence[ShownDocument], title: str) -> str:
    languages = sorted({language(document.language).name for document in shown})
    template = environment().get_template("resolution.html")
    return template.render(
        title=title,
        languages=languages,
        documents=shown,
        sentences=sum(len(document.sentences) for document in shown),
        pronouns=sum(len(document.anaphors) for document in shown),
        functions=_FUNCTIONS,
        data=embedded_json({"documents": [[anaphor_part(one) for one in document.anaphors] for document in shown]}),
        **page_parts(styles=("base.css", "links.css", "resolution.css"), scripts=("links.js", "resolution.js")),
    )


def shown_document(document: ResolvedDocument, prefix: str) -> ShownDocument:
    """The document's sentences in pieces; a token that something points to has the place `PREFIX-sentence-token`."""
    code = document.analysis.language
    pronouns = {(one.sentence, one.token): index for index, one in enumerate(document.anaphors)}
    ends: set[tuple[int, int]] = set()
    mentions: set[tuple[int, int]] = set()
    for anaphor in document.anaphors:
        for rank, antecedent in enumerate(anaphor.antecedents):
            tokens = (antecedent.start, antecedent.head, antecedent.end - 1)
            ends.update((antecedent.sentence, token) for token in tokens)
            if rank == 0 and antecedent.probability >= max(anaphor.none, _WORTH_SHOWING):
                mentions.update((antecedent.sentence, token) for token in range(antecedent.start, antecedent.end))
    sentences = []
    for index, sentence in enumerate(document.analysis.sentences):
        pieces = []
        for token, (gap, text) in enumerate(spaced(sentence.tokens, code)):
            at = index, token
            pointed = at in pronouns or at in ends
            place = f"{prefix}-{index}-{token}" if pointed else ""
            pieces.append(Piece(gap, text, place, pronouns.get(at), at in mentions))
        sentences.append(tuple(pieces))
    return ShownDocument(document.analysis.id, code, tuple(sentences), document.anaphors)


def spaced(tokens: Sequence[str], code: str) -> list[tuple[str, str]]:
    """Each token with what stands before it in text as people write it."""
    text = detokenise(tokens, code)
    pieces: list[tuple[str, str]] = []
    at = 0
    for token in tokens:
        start = text.find(token, at)
        if start < 0 or text[at:start].strip():
            # Text that cannot be written as usual is shown as tokens.
            return [(" " if index else "", one) for index, one in enumerate(tokens)]
        pieces.append((text[at:start], token))
        at = start + len(token)
    return pieces


def print_resolution(document: ResolvedDocument, console: Console) -> None:
    """Print the document's sentences that have pronouns, and below each what its pronouns stand for."""
    if document.analysis.id:
        console.print(Text(clean(document.analysis.id), "bold"), soft_wrap=True)
    if not document.anaphors:
        console.print(Text("no pronouns", "dim"))
    shown = -1
    for anaphor in document.anaphors:
        if anaphor.sentence != shown:
            shown = anaphor.sentence
            console.print(_sentence(document, shown), soft_wrap=True)
        console.print(_anaphor(anaphor), soft_wrap=True)


def _sentence(document: ResolvedDocument, index: int) -> Text:
    tokens = document.analysis.sentences[index].tokens
    pronouns = {one.token for one in document.anaphors if one.sentence == index}
    line = Text(f"{index + 1:>4}  ", "dim")
    for token, (gap, text) in enumerate(spaced(tokens, document.analysis.language)):
        line.append(gap)
        line.append(clean(text), "bold not dim" if token in pronouns else "not dim")
    return line


def _anaphor(anaphor: Anaphor) -> Text:
    line = Text("      ")
    line.append(clean(anaphor.text), "bold cyan")
    line.append(f"  {anaphor.position}", "dim")
    values = (anaphor.function.anaphoric, anaphor.function.event, anaphor.function.pleonastic)
    for name, value in zip(_FUNCTIONS, values, strict=True):
        if value >= _WORTH_SHOWING:
            line.append(f"  {name} {value:.2f}", "dim")
    for antecedent in anaphor.antecedents:
        if antecedent.probability >= _WORTH_SHOWING:
            line.append(f"\n        {antecedent.probability:.2f}  ")
            line.append(clean(antecedent.text), "bold" if antecedent is anaphor.antecedents[0] else "")
            line.append(f"  {_features(antecedent)}", "dim")
    if anaphor.none >= _WORTH_SHOWING or not anaphor.antecedents:
        line.append(f"\n        {anaphor.none:.2f}  none")
    for clause in anaphor.events[:1]:
        if clause.probability >= _WORTH_SHOWING:
            line.append(f"\n        {clause.probability:.2f}  what was said: ")
            line.append(clean(clause.text), "bold")
            line.append(f"  sentence {clause.sentence + 1}", "dim")
    return line


def _features(antecedent: Antecedent) -> str:
    person = {True: "person", False: "other", None: ""}[antecedent.human]
    features = " ".join(part for part in (antecedent.gender, antecedent.number, person) if part)
    return f"{features}{', ' if features else ''}sentence {antecedent.sentence + 1}"


def clean(text: str) -> str:
    """The text without control characters."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
