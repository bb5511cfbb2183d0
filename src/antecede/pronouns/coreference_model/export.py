"""The coreference model for Moses users: a phrase table of its own, and a `moses.ini` that asks it for named pronouns.

What Moses really wants was found by running it: `[decoding-graph-backoff] 0 1` asks the second table for a single word
that has no entry in the first; the table's line needs its factors and number of scores, or Moses matches anything; and
entries without a fourth column leave the word without a link in the alignment. Moses2 knows no back-off.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, BadOption
from antecede.files import make_folder, write_all
from antecede.pronouns.coreference_model.backoff import FEATURE, main_table_weight
from antecede.smt.moses.ini import FeatureLine, read_ini, write_ini

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from antecede.pronouns.coreference_model.model import Table

__all__ = ["export_table", "table_lines"]

_TABLE: Final = "coreference-table"


def table_lines(table: Table) -> Iterator[str]:
    """The table in Moses's format: class, translation, probability, alignment.

    >>> from antecede.pronouns.coreference_model.model import Observation, estimate_shares
    >>> list(table_lines(estimate_shares([Observation("qu' il", (("masculine-singular", 1.0),))])))
    ["masculine-singular ||| qu' il ||| 1 ||| 0-0 0-1"]
    """
    for name, translation, share in table.triples():
        links = " ".join(f"0-{place}" for place in range(len(translation.split(" "))))
        yield f"{name} ||| {translation} ||| {share:.6g} ||| {links}"


def export_table(table: Table, ini: Path, folder: Path, *, weight: float | None = None) -> Path:
    """Write the table to a folder, with a `moses.ini` like the one given and the table beside its own.

    The weight is the sum of the main table's, unless another is given: the paper's 0.8 beside 0.2 for each of four.
    """
    given = read_ini(ini)
    if any(feature.name == FEATURE for feature in given.features):
        raise BadFormat(ini, f"has a {FEATURE} already; give a moses.ini with one phrase table")
    make_folder(folder)
    # Moses looks for files where it was started, so only whole paths find them from anywhere.
    path = folder.resolve() / _TABLE
    if any(character.isspace() for character in str(path)):
        raise BadOption(f"{folder}: Moses cannot read files below a path with spaces; choose another folder")
    second = FeatureLine(
        "PhraseDictionaryMemory",
        {"name": FEATURE, "num-features": "1", "path": str(path), "input-factor": "0", "output-factor": "0"},
        FEATURE,
    )
    chosen = main_table_weight(given.weights) if weight is None else weight
    place = folder / "moses.ini"
    write_all({path: (f"{line}\n" for line in table_lines(table))})
    write_ini(
        place,
        replace(
            given,
            features=(*given.features, second),
            weights={**given.weights, FEATURE: (chosen,)},
            settings={**given.settings, "mapping": ("0 T 0", "1 T 1"), "decoding-graph-backoff": ("0", "1")},
        ),
    )
    return place
