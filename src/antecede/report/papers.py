"""Sections of tables and figures, as text and as one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from antecede.report._templates import environment, page_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.report.table import Table

__all__ = ["Section", "papers_page", "papers_text"]


class Section(NamedTuple):
    """A paper's part."""

    title: str
    text: str = ""
    tables: tuple[Table, ...] = ()
    images: tuple[bytes, ...] = ()
    """Figures as SVG that we drew."""


def papers_text(sections: Sequence[Section]) -> str:
    """All tables in Markdown."""
    parts = []
    for section in sections:
        parts.append(f"# {section.title}\n")
        if section.text:
            parts.append(f"{section.text}\n")
        parts += [table.markdown() for table in section.tables]
    return "\n".join(parts)


def papers_page(sections: Sequence[Section], *, title: str = "The papers, ours beside theirs") -> str:
    """All tables and figures as one HTML page that needs no network."""
    shown = [(section, [_svg(image) for image in section.images]) for section in sections]
    parts = page_parts(styles=("base.css", "papers.css"), scripts=())
    return environment().get_template("papers.html").render(title=title, sections=shown, **parts)


def _svg(image: bytes) -> Markup:
    """A figure without the lines before it, which are for files."""
    text = image.decode()
    return Markup(text[text.index("<svg") :])  # noqa: S704 - drawn by us, and its text is escaped
