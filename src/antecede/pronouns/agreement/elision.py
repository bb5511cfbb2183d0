"""Vowels that are lost, or come back, around a pronoun that was replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from antecede.languages import AgreementRules
    from antecede.pronouns.agreement.clause import Clause
    from antecede.pronouns.agreement.draft import Draft

__all__ = ["clitics", "demonstrative", "settle"]


def demonstrative(clause: Clause, position: int, verb: int, new: str) -> str:
    """The demonstrative that the verb allows: one that wants the copula, or one that avoids it."""
    facts = clause.facts
    is_copula = clause.copula_at(verb)
    if new in facts.copula_only and not is_copula:
        return facts.copula_only[new]
    at_once = position + 1 == verb and facts.starts_with_vowel(clause.draft.now(verb))
    if new in facts.not_before_copula and is_copula and at_once:
        return facts.not_before_copula[new]
    return new


def settle(draft: Draft, facts: AgreementRules, position: int) -> None:
    """Elide the new word before what follows, and what stands before it, or undo that."""
    new = draft.now(position)
    following = draft.now(position + 1)
    if new in facts.elided and facts.starts_with_vowel(following):
        draft.replace(position, facts.elided[new])
    leaning = position - 1
    if draft.at(leaning) and facts.articled.get(draft.at(position)) == draft.at(leaning) and new not in facts.articled:
        # *Ce que l'on voit* has an article that no other subject takes.
        draft.delete(leaning)
        leaning -= 1
    before = draft.at(leaning)
    full = {elided: whole for whole, elided in facts.eliding.items()}.get(before, before)
    if full not in facts.eliding:
        return
    elides = facts.starts_with_vowel(new) and new in facts.eliding_only.get(full, {new})
    draft.replace(leaning, facts.eliding[full] if elides else full)


def clitics(draft: Draft, facts: AgreementRules, verb: int) -> None:
    """Elide the word that leans on the verb, or undo that, after the verb was changed."""
    before = draft.at(verb - 1)
    full = {elided: whole for whole, elided in facts.eliding_clitics.items()}.get(before, before)
    if full in facts.eliding_clitics and draft.at(verb) != draft.now(verb):
        elides = facts.starts_with_vowel(draft.now(verb))
        draft.replace(verb - 1, facts.eliding_clitics[full] if elides else full)
