"""Agreement repair: what else changes in a sentence when one of its pronouns is replaced by another.

Token rules with a lexicon, and no parser: they change what they are sure of (predicates, participles, the verb's
number, elisions) and decline a replacement that would leave a sentence wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.alignment import Link
from antecede.languages import Form, Gender, GrammaticalCase, language
from antecede.pronouns.agreement import elision
from antecede.pronouns.agreement.clause import Clause
from antecede.pronouns.agreement.draft import Draft, plain
from antecede.pronouns.agreement.predicate import Predicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.languages import Agreement, Inflections
    from antecede.pronouns.agreement.draft import Edit

__all__ = ["Repair", "repair"]


@dataclass(frozen=True, slots=True)
class Repair:
    """A sentence with another pronoun, and all that was changed."""

    tokens: tuple[str, ...]
    position: int
    """Where the pronoun stands now."""
    edits: tuple[Edit, ...]
    """In the order of the sentence; positions are those before the repair."""
    alignment: tuple[Link, ...] = ()


def repair(
    tokens: Sequence[str],
    position: int,
    pronoun: str,
    inflections: Inflections | None,
    *,
    language_code: str,
    gender: Gender | None = None,
    alignment: Sequence[Link] = (),
) -> Repair | None:
    """The sentence with `pronoun` at that position and all that agrees with it; none where that cannot be done well.

    Args:
        tokens: The sentence, as our tokeniser splits it.
        position: Where the pronoun stands that is to be replaced.
        pronoun: The new one in its full form, lower-case (`ce`, `la`); elided and capitalised here where needed.
        inflections: The lexicon of the language, if its words agree with pronouns.
        language_code: The language of the sentence.
        gender: That of the antecedent, for pronouns that do not show it (`les`).
        alignment: The sentence's links to its source, which are carried over.
    """
    if not 0 <= position < len(tokens):
        return None
    described = language(language_code)
    draft = Draft(tokens)
    new = plain(pronoun)
    if any({draft.low[position], new} <= group for group in described.exchangeable):
        draft.replace(position, new)
    elif (
        described.agreement is None
        or inflections is None
        or not _replaced(Clause(draft, described.agreement, inflections), position, new, gender)
    ):
        return None
    made, places = draft.made()
    return Repair(
        made,
        places[position],
        draft.edits(),
        tuple(Link(link.source, places[link.target]) for link in alignment if link.target in places),
    )


def _replaced(clause: Clause, position: int, new: str, gender: Gender | None) -> bool:
    """Replace the pronoun and what agrees with it; false where that cannot be done well."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position]
    bare = old.removeprefix("-")
    if bare in facts.subjects and new in facts.subjects:
        return (_after_verb if old != bare else _subject)(clause, position, new)
    if bare in facts.objects and new in facts.objects and facts.objects[bare].case is facts.objects[new].case:
        return _object(clause, position, new, gender)
    return False


def _subject(clause: Clause, position: int, new: str) -> bool:
    """A subject before its verb."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position]
    if clause.heads_relative(position) or clause.impersonal(position):
        return False
    verb = clause.verb_after(position)
    if verb is None:
        return _without_verb(clause, position, new)
    if clause.cleft(position, verb, new) or clause.extraposed(position, verb, new):
        return False
    if {old, new} <= facts.copula_only.keys() and clause.conjugated(verb, facts.subjects[new].number) != draft.at(verb):
        return False  # *ce sont* is as right as *c'est*.
    kept_plural = new in facts.copula_only and clause.nominal_plural(verb)
    if not kept_plural and not _conjugate(clause, verb, old, new):
        return False
    new = elision.demonstrative(clause, position, verb, new)
    draft.replace(position, new)
    elision.settle(draft, facts, position)
    if not kept_plural:
        Predicate(clause).agree(verb, verb + 1, facts.subjects[old], facts.subjects[new])
        Predicate(clause).emphasise(verb, facts.subjects[new], neutral=new in facts.neutral)
    return True


def _after_verb(clause: Clause, position: int, new: str) -> bool:
    """A subject that follows its verb with a hyphen."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position].removeprefix("-")
    linked = bool(facts.linking_consonant) and draft.at(position - 1) == facts.linking_consonant
    verb = position - 2 if linked else position - 1
    question = draft.at(position + 1) in facts.relatives or draft.at(verb - 1) in facts.eliding.values()
    if verb < 0 or new not in facts.enclitics or (old in facts.copula_only and question):
        return False
    if new in facts.copula_only and facts.copula not in clause.verbs(verb):
        return False
    if clause.impersonal_after(verb, old) or not _conjugate(clause, verb, old, new):
        return False
    draft.replace(position, "-" + new)
    wants = facts.starts_with_vowel(new) and facts.starts_with_vowel(draft.now(verb)[-1])
    if linked and not wants:
        draft.delete(position - 1)
    elif wants and not linked:
        draft.insert(position, facts.linking_consonant)
    Predicate(clause).agree(verb, position + 1, facts.subjects[old], facts.subjects[new])
    Predicate(clause).emphasise(position, facts.subjects[new], neutral=new in facts.neutral)
    return True


def _without_verb(clause: Clause, position: int, new: str) -> bool:
    """A pronoun that no verb follows: after a preposition, or in a sentence that is broken."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position]
    if draft.at(position - 1) in facts.prepositions and facts.disjunctive.get(old) == old:
        if new not in facts.disjunctive:
            return False
        draft.replace(position, facts.disjunctive[new])
        elision.settle(draft, facts, position)
        return True
    if facts.subjects[old].number is not facts.subjects[new].number:
        return False
    # Where nothing else in a clause agrees with the subject, its verb may stand anywhere.
    certain = not facts.predicates_agree or (
        facts.disjunctive.get(old, old) != old and draft.at(position + 1).isalpha()
    )
    if certain and not {old, new} & facts.neutral:
        draft.replace(position, new)
        elision.settle(draft, facts, position)
        return True
    return False


def _conjugate(clause: Clause, verb: int, old: str, new: str) -> bool:
    """Give the verb the number of its new subject; false where it must change and cannot."""
    facts = clause.facts
    was, wanted = facts.subjects[old].number, facts.subjects[new].number
    if was is wanted and old not in facts.copula_only:
        return True
    form = clause.conjugated(verb, wanted)
    if form is None:
        return was is wanted
    clause.draft.replace(verb, form)
    elision.clitics(clause.draft, facts, verb)
    return True


def _object(clause: Clause, position: int, new: str, gender: Gender | None) -> bool:
    """An object: before its verb, after an imperative, or where the language has it."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position]
    if old.startswith("-"):
        draft.replace(position, "-" + new)
        return True
    agreement = facts.objects[new]
    if not facts.clitics or agreement.case is GrammaticalCase.DATIVE:
        draft.replace(position, new)
        return True
    verb = clause.verb_of_object(position)
    if verb is None:
        return False
    before, wanted = _form(facts.objects[old]), _form(agreement, gender)
    draft.replace(position, new)
    elision.settle(draft, facts, position)
    if wanted is not None:
        Predicate(clause).agree_object(verb, before, wanted)
    return True


def _form(agreement: Agreement, gender: Gender | None = None) -> Form | None:
    """What an object makes a participle agree with, as far as it is known; `gender` where it does not show its own."""
    gender = agreement.gender or gender
    return None if gender is None or agreement.number is None else Form(gender, agreement.number)
