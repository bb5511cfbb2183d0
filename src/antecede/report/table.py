"""A table of text: for a terminal, and as Markdown, LaTeX or CSV."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.files.rows import written_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    import rich.table


NOTHING: Final = "–"
# Typed as they are these signs are commands of LaTeX, or other signs in its older fonts.
_LATEX: Final = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    "–": "--",
}
_SPECIAL: Final = re.compile("|".join(map(re.escape, _LATEX)))


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text: the first column is a label, the others are figures."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """The table in Markdown."""
        lines = [_markdown_row(self.columns), _markdown_row(["---", *["---:"] * (len(self.columns) - 1)])]
        lines += [_markdown_row(row) for row in self.rows]
        return f"## {self.title}\n\n" + "\n".join(lines) + "\n" + (f"\n{self.note}\n" if self.note else "")

    def latex(self) -> str:
        """The table in LaTeX, for the package booktabs; the title and the note are comments."""
        lines = [f"% {line}" for line in [self.title, *self.note.splitlines()] if line]
        lines += [f"\\begin{{tabular}}{{l{'r' * (len(self.columns) - 1)}}}", "\\toprule", _latex_row(self.columns)]
        lines += ["\\midrule", *map(_latex_row, self.rows), "\\bottomrule", "\\end{tabular}"]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """The table as CSV, without title and note."""
        return written_rows(self.columns, self.rows)

    def rich(self) -> rich.table.Table:
        """The table for a terminal."""
        from rich.table import Table as RichTable
        from rich.text import Text

        note = Text(self.note) if self.note else None
        shown = RichTable(title=self.title, title_justify="left", caption=note, caption_justify="left")
        for i, column in enumerate(self.columns):
            shown.add_column(Text(column), justify="right" if i else "left")
        for row in self.rows:
            shown.add_row(*(Text(cell) for cell in row))
        return shown


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(_SPECIAL.sub(lambda sign: _LATEX[sign[0]], cell) for cell in cells) + " \\\\"


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
