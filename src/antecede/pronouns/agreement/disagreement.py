"""Words that plainly disagree with their subject pronoun: a cheap check of a sentence before and after an edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.languages import language
from antecede.pronouns.agreement.draft import plain
from antecede.pronouns.agreement.repair import repair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.languages import Inflections

__all__ = ["disagreements"]


def disagreements(
    tokens: Sequence[str], inflections: Inflections | None, *, language_code: str
) -> tuple[tuple[int, str], ...]:
    """The words that should agree with a subject pronoun and do not, by position, each with the form it should have.

    Only pronouns that have a gender are asked: *il*, *elle*, *ils*, *elles*. A sentence without any finding may still
    be wrong, as nouns and what agrees with them are not looked at; compare what is found before an edit and after it.
    """
    rules = language(language_code).agreement
    if rules is None or not rules.predicates_agree:
        return ()
    found: dict[int, str] = {}
    for position, token in enumerate(tokens):
        pronoun = plain(token).removeprefix("-")
        if pronoun in rules.subjects and pronoun not in rules.neutral:
            done = repair(tokens, position, pronoun, inflections, language_code=language_code)
            found.update({} if done is None else {edit.position: edit.after for edit in done.edits if edit.before})
    return tuple(sorted(found.items()))
