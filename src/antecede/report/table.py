"""A table of text, for a terminal and in Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    import rich.table


NOTHING: Final = "–"


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


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
