"""What the tests of language models share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_lm import Entry

if TYPE_CHECKING:
    from pathlib import Path

    from reference_lm import Words

SAMPLE = """\
le chat dort .
le chien dort .
le chat mange le poisson .
la souris mange .
le chat et la souris dorment .
la souris voit le chat qui mange .
le chien voit la souris , et le chat voit le chien .

le chat dort .
elle dort , et il mange .
"""


def read_arpa(path: Path) -> dict[Words, Entry]:
    """The n-grams of an ARPA file of ours."""
    found = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        fields = line.split("\t")
        if len(fields) >= 2:
            backoff = float(fields[2]) if len(fields) == 3 else 0.0
            found[tuple(fields[1].split(" "))] = Entry(float(fields[0]), backoff)
    return found
