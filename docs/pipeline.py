"""Draw docs/pipeline.svg, the one diagram of how the parts go together; `--check` only compares."""

from __future__ import annotations

import argparse
import sys
from html import escape
from pathlib import Path
from typing import Final

TARGET: Final = Path(__file__).with_name("pipeline.svg")
WIDTH, HEIGHT, GAP, LEFT = 208, 64, 36, 16
# One row a line of work: its boxes from left to right, each a title and what it adds.
ROWS: Final = (
    (
        ("read", "sentences, tokens"),
        ("analyse", "morphology, syntax"),
        ("resolve", "function, antecedents"),
        ("translate", "hypotheses, alignment"),
    ),
    (
        ("write", "text, trace, page"),
        ("repair", "agreement, elision"),
        ("choose", "P(pronoun | everything)"),
        ("project", "what antecedents became"),
    ),
    (
        ("parallel text", "documents in order"),
        ("align", "eflomal, both ways"),
        ("train", "phrases, language model"),
        ("train-pronouns", "resolver, choice, tables"),
    ),
)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="exit with 1 if the picture is out of date")
    drawing = draw()
    if options.parse_args().check:
        return int(not TARGET.exists() or TARGET.read_text(encoding="utf-8") != drawing)
    TARGET.write_text(drawing, encoding="utf-8")
    return 0


def draw() -> str:
    """The picture: the way of a text in the first two rows, there and back, and of a model's data in the third."""
    step = WIDTH + GAP
    parts = []
    for row, boxes in enumerate(ROWS):
        y = 20 + row * (HEIGHT + 48)
        for column, (title, adds) in enumerate(boxes):
            x = LEFT + column * step
            parts.append(f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="10"/>')
            parts.append(f'<text class="t" x="{x + WIDTH // 2}" y="{y + 28}">{escape(title)}</text>')
            parts.append(f'<text class="s" x="{x + WIDTH // 2}" y="{y + 48}">{escape(adds)}</text>')
        for column in range(len(boxes) - 1):
            right, left = LEFT + column * step + WIDTH + 2, LEFT + (column + 1) * step - 4
            first, last = (left + 2, right + 4) if row == 1 else (right, left)
            parts.append(_arrow(first, y + HEIGHT // 2, last, y + HEIGHT // 2))
        if row == 0:
            middle = LEFT + 3 * step + WIDTH // 2
            parts.append(_arrow(middle, y + HEIGHT + 2, middle, y + HEIGHT + 44))
    width, height = LEFT * 2 + 4 * WIDTH + 3 * GAP, 20 + 3 * (HEIGHT + 48)
    middle = LEFT + 3 * step + WIDTH // 2
    parts.append(f'<path class="d" d="M{middle} {20 + 2 * (HEIGHT + 48) - 2} v-40"/>')
    style = (
        "text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#888}.t{font-size:17px;font-weight:600}"
        ".s{font-size:13px}rect{fill:none;stroke:#3f7cac;stroke-width:2}"
        "path{stroke:#3f7cac;stroke-width:2;fill:none;marker-end:url(#a)}.d{stroke-dasharray:5 4}"
    )
    head = (
        '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        ' orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#3f7cac;stroke:none;marker-end:none"/></marker></defs>'
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>The way of a text, and of a model's data</title><style>{style}</style>{head}\n{body}\n</svg>\n"
    )


def _arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    return f'<path d="M{x} {y} L{to_x} {to_y}"/>'


if __name__ == "__main__":
    sys.exit(main())
