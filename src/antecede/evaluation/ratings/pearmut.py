"""Prepared blocks as a campaign of pearmut (version 1), a platform on which people rate translations in a browser.

A block is a document of one item; the pronouns that were found are marked already, and each wants a verdict before the
rater goes on. pearmut hides the names of the systems and shuffles them; it has to know them, to sum up by system.
"""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.alignment.pronouns import split
from antecede.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.alignment.pronouns import Words
    from antecede.evaluation.ratings.blocks import KeyedBlock, Prepared

VERDICTS: Final = ("Right pronoun", "Wrong pronoun", "Not the pronoun's translation", "Cannot tell")
_INSTRUCTIONS: Final = (
    "Say of every marked pronoun whether it is right, by your impression, mainly whether it agrees with what it stands"
    " for. It need not be like the reference, which is there to make the source understood. Pronouns of the source that"
    " were not found in a translation are not marked in it: mark what translates them, or [missing]."
)


def campaign(prepared: Prepared, name: str) -> dict[str, Any]:
    """What `pearmut add` reads: a task for each rater, in the order of the raters.

    Args:
        prepared: What `antecede rate prepare` wrote.
        name: What the campaign is called.
    """
    if prepared.kind != "blocks":
        raise BadOption(f"a form of kind {prepared.kind} hides its pronouns: prepare it with --form blocks")
    systems = _names(prepared.systems)
    keyed = {each.block.id: each for each in prepared.blocks}
    return {
        "info": {
            "assignment": "task-based",
            "protocol": "MQM",
            "instructions": _INSTRUCTIONS,
            "mqm_categories": {"": [], "Pronoun": list(VERDICTS)},
            "mqm_severities": [],
            "users": list(prepared.raters),
        },
        "campaign_id": name,
        "data": [[[_item(keyed[block], systems)] for block in blocks] for blocks in prepared.raters.values()],
    }


def _item(keyed: KeyedBlock, systems: Sequence[str]) -> dict[str, Any]:
    block = keyed.block
    asked = ", ".join(slot.label for slot in block.pronouns)
    told = f"Pronouns: <b>{html.escape(asked)}</b>"
    if block.source_before:
        told = f"The sentence before: <i>{html.escape(block.source_before)}</i><br>{told}"
    lines = [(systems[system], system, text) for system, text in zip(keyed.order, block.systems, strict=True)]
    return {
        "item_id": block.id,
        "instructions": told,
        "src": block.source,
        "ref": block.reference,
        "tgt": {name: text for name, _, text in lines},
        "error_spans": {
            name: [
                {"start_i": start, "end_i": end, "severity": None, "category": None}
                for start, end in _places(text, [each.candidates[system].words for each in keyed.pronouns])
            ]
            for name, system, text in lines
        },
    }


def _places(text: str, found: Sequence[Words | None]) -> list[tuple[int, int]]:
    """The first and the last character of each pronoun that was found, two of the same place once."""
    starts, at = [], 0
    tokens = split(text)
    for token in tokens:
        starts.append(at)
        at += len(token) + 1
    places = {
        (starts[min(words.positions)], starts[max(words.positions)] + len(tokens[max(words.positions)]) - 1)
        for words in found
        if words is not None and words.positions
    }
    return sorted(places)


def _names(systems: Sequence[str]) -> list[str]:
    """What the systems are called: numbers alone, which pearmut refuses, get a word."""
    short = [Path(system).name for system in systems]
    chosen = short if len(set(short)) == len(short) else list(systems)
    return [f"system {name}" if name.isdigit() else name for name in chosen]
