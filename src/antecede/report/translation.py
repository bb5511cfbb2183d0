"""Translations to look at: a page in two columns with every pronoun explained, and the same on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.table import Table
from rich.text import Text

from antecede.alignment.pronouns import PronounFinder
from antecede.languages import language
from antecede.pairs import pair
from antecede.pronouns.decision.trace import decision_part
from antecede.report._templates import embedded_json, environment, page_parts
from antecede.report.resolution import clean, shown_document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from antecede.pronouns import Decision
    from antecede.report.resolution import ShownDocument
    from antecede.tasks.translate import Translation

# Options below this are not worth a line.
_WORTH_SHOWING: Final = 0.05


class TargetPiece(NamedTuple):
    """A stretch of a translation: plain text, or what a pronoun became."""

    text: str
    decision: int | None = None
    """The index of the decision in its document."""
    changed: bool = False
    """Whether the engine alone would have written something else."""


class ShownTranslation(NamedTuple):
    """A document and its translation, as the page shows them."""

    source: ShownDocument
    target: tuple[tuple[TargetPiece, ...], ...]
    target_language: str
    decisions: tuple[Decision, ...]


def render_translation(translations: Sequence[Translation], pair_name: str, *, title: str = "") -> str:
    """The documents beside their translations, as one HTML page that needs no network and runs none of their text."""
    described = pair(pair_name)
    shown = [shown_translation(one, pair_name, f"d{index}") for index, one in enumerate(translations)]
    decisions = [decision for document in shown for decision in document.decisions]
    template = environment().get_template("translation.html")
    names = [language(code).name for code in (described.source, described.target)]
    return template.render(
        title=title or f"{names[0]} to {names[1]}, with the pronouns explained",
        documents=shown,
        languages=names,
        sentences=sum(len(document.target) for document in shown),
        pronouns=len(decisions),
        changed=sum(_changed(decision) for decision in decisions),
        data=embedded_json({"documents": [[decision_part(one) for one in document.decisions] for document in shown]}),
        **page_parts(
            styles=("base.css", "links.css", "resolution.css", "translation.css"), scripts=("links.js", "resolution.js")
        ),
    )


def shown_translation(translation: Translation, pair_name: str, prefix: str) -> ShownTranslation:
    """The document's sentences in pieces, on both sides."""
    finder = PronounFinder(pair(pair_name))
    result = translation.result
    places: dict[int, dict[int, int]] = {}
    for index, decision in enumerate(result.decisions):
        at = decision.anaphor
        tokens = result.source.analysis.sentences[at.sentence].tokens
        translated = result.sentences[at.sentence]
        match = finder.find(tokens, translated.tokens, translated.alignment, at.token)
        if decision.choice and match.positions:
            places.setdefault(at.sentence, {})[match.positions[0]] = index
    target = tuple(
        tuple(_pieces(sentence.target, translated.tokens, places.get(index, {}), result.decisions))
        for index, (sentence, translated) in enumerate(zip(translation.sentences, result.sentences, strict=True))
    )
    source = shown_document(result.source, prefix)
    return ShownTranslation(source, target, pair(pair_name).target, result.decisions)


def print_translation(translation: Translation, pair_name: str, console: Console) -> None:
    """Print source beside translation, and below each sentence why its pronouns are what they are."""
    shown = shown_translation(translation, pair_name, "")
    if translation.source.id:
        console.print(Text(clean(translation.source.id), "bold"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), expand=True)
    for _ in range(2):
        table.add_column(ratio=1)
    for index, pieces in enumerate(shown.target):
        if not shown.source.sentences[index]:
            continue
        source = Text()
        for piece in shown.source.sentences[index]:
            source.append(piece.gap)
            source.append(clean(piece.text), "bold cyan" if piece.pronoun is not None else "")
        target = Text()
        for part in pieces:
            style = "" if part.decision is None else "bold green" if part.changed else "bold cyan"
            target.append(clean(part.text), style)
        table.add_row(source, target)
        for decision in shown.decisions:
            if decision.anaphor.sentence == index:
                table.add_row("", _explained(decision))
    console.print(table)


def _explained(decision: Decision) -> Text:
    line = Text("  ", "dim")
    line.append(clean(decision.anaphor.text), "bold")
    line.append(" → ")
    line.append(decision.choice or "no pronoun", "bold green" if _changed(decision) else "bold")
    if _changed(decision):
        line.append(f" (the engine alone: {decision.baseline or 'no pronoun'})")
    line.append(f". {decision.reason}")
    return line


def _changed(decision: Decision) -> bool:
    return decision.choice != decision.baseline


def _pieces(
    text: str, tokens: Sequence[str], places: dict[int, int], decisions: Sequence[Decision]
) -> list[TargetPiece]:
    """The text cut at the tokens that pronouns became; the text may differ from the tokens in case."""
    pieces: list[TargetPiece] = []
    at = done = 0
    small = text.lower()
    for index, token in enumerate(tokens):
        start = small.find(token.lower(), at)
        if start < 0:
            continue
        at = start + len(token)
        if index in places:
            decision = places[index]
            pieces.append(TargetPiece(text[done:start]))
            pieces.append(TargetPiece(text[start:at], decision, _changed(decisions[decision])))
            done = at
    return [*(piece for piece in pieces if piece.text), TargetPiece(text[done:])]
