"""Forms for raters as one page that saves its answers, and what ratings come to as tables."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.alignment.pronouns import split
from antecede.evaluation.ratings import blocks
from antecede.report._templates import embedded_json, environment, page_parts
from antecede.report.table import NOTHING, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from antecede.alignment.checking import CheckedPronoun, Counts
    from antecede.evaluation.ratings.accuracy import RatingScores, View
    from antecede.evaluation.ratings.agreement import Agreement
    from antecede.evaluation.ratings.blocks import Prepared
    from antecede.evaluation.ratings.correlation import Correlation
    from antecede.evaluation.ratings.lists import Direction, LearntLists, LearntPair

__all__ = ["check_page", "check_tables", "learnt_tables", "rating_page", "rating_tables"]

_RIGHT_OR_WRONG: Final = (("1", "right"), ("0", "wrong"))
_BLOCKS: Final = (
    "Say of every pronoun in brackets whether each translation of it is right, by your impression, mainly whether it"
    " agrees with what it stands for. It need not be like the reference, which is there to make the source understood."
)
_GAPS: Final = (
    "The pronouns in brackets are hidden in the translations. Tick everything that fits the gap; “other” if a word fits"
    " that is not listed; “bad translation” if the sentence is too bad to tell. A pronoun without a gap was not found:"
    " tick what should be there."
)
_CHECK: Final = (
    "Say whether the marked words translate the pronoun in brackets: first those of the word alignment, then, where the"
    " repair found others, those. Where a pronoun has no translation, no word is right."
)
_CHECK_COLUMNS: Final = ("sentence", "pronoun", "before", "after", "before_right", "after_right")


class Piece(NamedTuple):
    """A stretch of a line; a marked one is what the question is about."""

    text: str
    marked: bool = False


class Question(NamedTuple):
    """What a rater answers: the cell of the answers' file that it fills, and what can be chosen."""

    row: int
    column: int
    label: str
    choices: tuple[tuple[str, str], ...]
    multiple: bool = False


class Line(NamedTuple):
    """A line to read, and the questions on it."""

    field: str
    pieces: tuple[Piece, ...]
    language: str
    questions: tuple[Question, ...] = ()


class Card(NamedTuple):
    """What is read and answered together."""

    name: str
    lines: tuple[Line, ...]


class Form(NamedTuple):
    """A page of questions, and the file that its answers become."""

    title: str
    help: str
    rater: str | None
    """Who answers; `None` where the file has no such column. It is the first."""
    columns: tuple[str, ...]
    rows: list[list[str]]
    cards: list[Card]


def rating_page(prepared: Prepared, rater: str) -> str:
    """A rater's form as one page that needs no server; nothing in it tells which system wrote which line."""
    multiple = prepared.kind == "gap-filling"
    choices = tuple((each, each) for each in prepared.protocol.choices) if multiple else _RIGHT_OR_WRONG
    source, _, target = prepared.pair.partition("-")
    columns = tuple(name for name in blocks.COLUMNS if name != "text")
    rows: list[list[str]] = []
    cards = []
    for block in prepared.form(rater):
        lines = []
        for field, text in block.fields:
            questions = []
            for slot in block.pronouns if field.startswith("SYS") else ():
                questions.append(Question(len(rows), len(columns) - 1, slot.label, choices, multiple))
                rows.append([rater, block.id, field, slot.label, ""])
            asked = [slot.position for slot in block.pronouns]
            pieces = _marked(text, asked, numbered=True) if field == "SRC" else (Piece(text),)
            lines.append(Line(field, pieces, source if field.startswith("SRC") else target, tuple(questions)))
        cards.append(Card(block.id, tuple(lines)))
    return _render(Form("Pronouns to rate", _GAPS if multiple else _BLOCKS, rater, columns, rows, cards))


def check_page(pronouns: Iterable[CheckedPronoun], pair: str) -> str:
    """The alignment of pronouns to be checked, as one page that needs no server."""
    source, _, target = pair.partition("-")
    rows: list[list[str]] = []
    cards = []
    for each in pronouns:
        words = each.words(each.before), each.words(each.after)
        lines = [Line("source", _marked(each.source, [each.position]), source)]
        steps = [("as aligned", each.before, 4)] + ([("repaired", each.after, 5)] if each.changed else [])
        for name, positions, column in steps:
            label = each.words(positions) or "no word"
            question = Question(len(rows), column, label, _RIGHT_OR_WRONG)
            lines.append(Line(name, _marked(each.target, positions), target, (question,)))
        rows.append([str(each.sentence), each.label, *words, "", ""])
        cards.append(Card(f"sentence {each.sentence + 1}, {each.label}", tuple(lines)))
    return _render(Form("Alignment of pronouns to check", _CHECK, None, _CHECK_COLUMNS, rows, cards))


def rating_tables(scores: RatingScores) -> tuple[Table, ...]:
    """Agreement before and after adjudication, then the systems by each view, and the correlations."""
    tables = [_agreement_table(scores)]
    for view in scores.views:
        tables.append(_accuracy_table(view))
        if view.human:
            tables.append(_gap_filling_table(view))
    correlated = [view for view in scores.views if view.correlations]
    if correlated:
        rows = tuple(
            (view.name, metric, *_coefficients(found))
            for view in correlated
            for metric, found in view.correlations.items()
        )
        note = f"{len(correlated[0].systems)} systems; metrics are over the pronouns of all blocks."
        tables.append(Table("Metrics against raters", ("answers", "metric", "Pearson", "Spearman"), rows, note))
    return tuple(tables)


def learnt_tables(learnt: LearntLists) -> tuple[Table, ...]:
    """Every pair of pronouns that was seen: both directions, together, and whether it is kept."""
    rows = []
    for pair in learnt.pairs:
        why = "kept" if pair.kept else "too rare" if not pair.frequent else "more often wrong"
        rows.append((" and ".join(pair.words), *_counted(pair), why))
        rows += [(f"  {each.candidate} for {each.reference}", *_counted(each), "") for each in pair.directions]
    note = (
        f"{learnt.rated} pronouns rated; pairs of at least {learnt.least:.0%} that are right above {learnt.above:.0%}."
    )
    return (Table("Pronouns that stand for each other", ("pair", "right", "of", "p", "95%", ""), tuple(rows), note),)


def check_tables(counted: Counts, unmarked: int) -> tuple[Table, ...]:
    """What a reader found, beside the APT paper's figures."""
    suspicious = counted.missing + counted.wrong
    rows = (
        ("pronouns marked", str(counted.marked), "of 100 sentences"),
        ("not marked", str(unmarked), NOTHING),
        ("changed by the repair", str(counted.changed), NOTHING),
        ("missing before", str(counted.missing), "19"),
        ("wrong before", str(counted.wrong), "4"),
        ("right after the repair", f"{counted.repaired} of {suspicious}", "22 of 23"),
        ("broken by the repair", str(counted.broken), "not reported"),
    )
    return (Table("Alignment of pronouns", ("", "here", "APT paper, section 2.3"), rows),)


def _marked(text: str, positions: Sequence[int], *, numbered: bool = False) -> tuple[Piece, ...]:
    """A sentence in pieces: the tokens at the positions are marked, and maybe numbered as questions name them."""
    pieces = []
    for at, word in enumerate(split(text)):
        if at:
            pieces.append(Piece(" "))
        marked = at in positions
        pieces.append(Piece((f"[{word}({at})]" if numbered else f"[{word}]") if marked else word, marked))
    return tuple(pieces)


def _render(form: Form) -> str:
    # Answers are kept under this name: other forms, opened from the same folder, keep theirs under others.
    name = hashlib.sha256(json.dumps([form.columns, form.rows]).encode()).hexdigest()[:16]
    data = {"name": name, "columns": form.columns, "rows": form.rows, "hasRater": form.rater is not None}
    return (
        environment()
        .get_template("rating.html")
        .render(
            title=form.title,
            form=form,
            questions=sum(len(line.questions) for card in form.cards for line in card.lines),
            data=embedded_json(data),
            **page_parts(styles=("base.css", "rating.css"), scripts=("rating.js",)),
        )
    )


def _agreement_table(scores: RatingScores) -> Table:
    rows = []
    for before, after in zip(scores.before, scores.after, strict=True):
        rows.append((" and ".join(before.raters), "before", *_agreed(before)))
        rows.append(("", "after", *_agreed(after)))
    told = "; ".join(f"{rater} {number}" for rater, number in scores.answered.items())
    differ, still = len(scores.disputed), len(scores.open)
    note = f"{scores.instances} instances; answered: {told}. Disputed: {differ}, still open: {still}."
    if not scores.before:
        note += " One rater alone: there is no agreement to measure."
    columns = ("raters", "adjudication", "shared", "agreed", "raw agreement", "Cohen's kappa")
    return Table("Agreement", columns, tuple(rows), note)


def _agreed(each: Agreement) -> tuple[str, ...]:
    observed, kappa = (NOTHING if x is None else f"{x:.3f}" for x in (each.observed, each.kappa))
    return str(each.shared), str(each.agreed), observed, kappa


def _accuracy_table(view: View) -> Table:
    first = view.systems[0].system
    against = {each.b: each for each in view.comparisons if each.a == first}
    rows = []
    for each in view.systems:
        low, high = each.interval
        compared = against.get(each.system)
        better = (
            ("", "") if compared is None else (f"{compared.improved}/{compared.degraded}", f"{compared.p_value:.2g}")
        )
        shares = (f"{each.accuracy:.3f}", f"{low:.3f}–{high:.3f}") if each.total else (NOTHING, NOTHING)
        rows.append((each.system, str(each.right), str(each.wrong), str(each.open), *shares, *better))
    columns = ("system", "right", "wrong", "of these open", "accuracy", "95%", "better/worse", "p")
    note = f"Better, worse and McNemar's p against {first}."
    return Table(f"Accuracy by people: {view.name}", columns, tuple(rows), note)


def _gap_filling_table(view: View) -> Table:
    rows = []
    for system, human in view.human.items():
        figures = (human.accuracy_with_other, human.accuracy_without_other)
        micro = (human.micro.precision, human.micro.recall, human.micro.f)
        shown = (NOTHING if x is None else f"{x:.3f}" for x in (*figures, *micro))
        rows.append((system, str(human.items), *shown))
    columns = ("system", "items", "with OTHER", "without OTHER", "precision", "recall", "F")
    return Table(f"Gap-filling: {view.name}", columns, tuple(rows))


def _coefficients(found: Correlation) -> tuple[str, str]:
    pearson, spearman = (NOTHING if x is None else f"{x:.4f}" for x in (found.pearson, found.spearman))
    return pearson, spearman


def _counted(each: Direction | LearntPair) -> tuple[str, ...]:
    low, high = each.interval
    if not each.total:
        return "0", "0", NOTHING, NOTHING
    return str(each.right), str(each.total), f"{each.share:.2f}", f"{low:.2f}–{high:.2f}"
