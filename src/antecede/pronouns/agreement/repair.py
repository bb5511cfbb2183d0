"""Agreement repair: what else changes in a sentence when one of its pronouns is replaced by another.

Token rules with a lexicon, and no parser: they change what they are sure of (predicates, participles, the verb's
number, elisions) and decline a replacement that would leave a sentence wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from antecede.alignment import Link
from antecede.languages import Form, Gender, GrammaticalCase, language
from antecede.pronouns.agreement import elision
from antecede.pronouns.agreement.clause import Clause
from antecede.pronouns.agreement.draft import Draft, plain
from antecede.pronouns.agreement.frames import Frames
from antecede.pronouns.agreement.predicate import Predicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.languages import Agreement, Inflections
    from antecede.pronouns.agreement.draft import Edit

__all__ = ["Repair", "repair"]


_REACH: Final = 3
"""A noun stands at most so many words after its possessive, adjectives between them."""
_ENDS: Final = frozenset({"", ".", ",", ";", ":", "!", "?", ")", "…", "»"})


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
        if _owned(draft, position) & described.never_owns.get(new, frozenset()):
            return None
        draft.replace(position, new)
    elif (
        described.agreement is None
        or inflections is None
        or not _replaced(Clause(draft, described.agreement, inflections), position, new, gender)
        or draft.abandoned
    ):
        return None
    made, places = draft.made()
    return Repair(
        made,
        places[position],
        draft.edits(),
        tuple(Link(link.source, places[link.target]) for link in alignment if link.target in places),
    )


def _owned(draft: Draft, position: int) -> set[str]:
    """The words that a possessive may own: those right after it, adjectives among them."""
    following = draft.low[position + 1 : position + 1 + _REACH]
    return set(takewhile(str.isalpha, following))


def _replaced(clause: Clause, position: int, new: str, gender: Gender | None) -> bool:
    """Replace the pronoun and what agrees with it; false where that cannot be done well."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position]
    bare = old.removeprefix("-")
    if old == new == facts.partitive and gender is not None:
        Predicate(clause).count(position, gender)
        return True
    if any(old in family.values() and new in family.values() for family in facts.possessives):
        return _possessive(clause, position, new)
    if _disjunctive(clause, position, new):
        return True
    if bare in facts.subjects and new in facts.subjects:
        return (_after_verb if old != bare else _subject)(clause, position, new)
    if bare in facts.objects and new in facts.objects and facts.objects[bare].case is facts.objects[new].case:
        return _object(clause, position, new, gender)
    return False


def _subject(clause: Clause, position: int, new: str) -> bool:
    """A subject before its verb."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position]
    verb = clause.verb_after(position)
    governed = draft.at(position - 1) in facts.prepositions and old in facts.enclitics - facts.neutral
    if clause.heads_relative(position) or (governed and verb is not None):
        return False
    if verb is None:
        return _without_verb(clause, position, new)
    if Frames(clause).forbid(old, verb, verb + 1, new):
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
        Predicate(clause).agree_before(position, facts.subjects[old], facts.subjects[new])
        Predicate(clause).agree(verb, verb + 1, facts.subjects[old], facts.subjects[new])
        Predicate(clause).emphasise(verb, facts.subjects[old], facts.subjects[new], neutral=new in facts.neutral)
    return True


def _after_verb(clause: Clause, position: int, new: str) -> bool:
    """A subject that follows its verb with a hyphen."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position].removeprefix("-")
    linked = bool(facts.linking_consonant) and draft.at(position - 1) == facts.linking_consonant
    verb = position - 2 if linked else position - 1
    question = {draft.at(position + 1), draft.at(verb - 1)} & (facts.relatives | set(facts.eliding.values()))
    if verb < 0 or new not in facts.enclitics or (old in facts.copula_only and question):
        return False
    if new in facts.copula_only and facts.copula not in clause.verbs(verb):
        return False
    frames = Frames(clause)
    if frames.impersonal(old, verb, position + 1) or frames.extraposed(old, verb, position + 1, new):
        return False
    if frames.repeats_noun(verb) or not _conjugate(clause, verb, old, new):
        return False
    draft.replace(position, "-" + new)
    wants = facts.starts_with_vowel(new) and facts.starts_with_vowel(draft.now(verb)[-1])
    if linked and not wants:
        draft.delete(position - 1)
    elif wants and not linked:
        draft.insert(position, facts.linking_consonant)
    Predicate(clause).agree(verb, position + 1, facts.subjects[old], facts.subjects[new])
    Predicate(clause).emphasise(position, facts.subjects[old], facts.subjects[new], neutral=new in facts.neutral)
    return True


def _without_verb(clause: Clause, position: int, new: str) -> bool:
    """A pronoun that no verb follows: after a preposition, or in a sentence that is broken."""
    facts, draft = clause.facts, clause.draft
    old = draft.low[position]
    demonstrative = facts.subjects.keys() - facts.enclitics - facts.neutral
    if {old, new} <= demonstrative:
        draft.replace(position, new)
        return True
    following = draft.at(position + 1)
    if draft.at(position - 1) in facts.auxiliaries or (facts.copula and clause.inflections.participle(following)):
        return False
    if facts.subjects[old].number is not facts.subjects[new].number:
        return False
    # Where nothing else in a clause agrees with the subject, its verb may stand anywhere.
    certain = not facts.predicates_agree or (facts.disjunctive.get(old, old) != old and following.isalpha())
    if certain and not {old, new} & facts.neutral:
        draft.replace(position, new)
        elision.settle(draft, facts, position)
        return True
    return False


def _disjunctive(clause: Clause, position: int, new: str) -> bool:
    """A pronoun after a preposition, or compared with: replaced by what the new one is there."""
    facts, draft = clause.facts, clause.draft
    forms = set(facts.disjunctive.values())
    before, wanted = draft.at(position - 1), facts.disjunctive.get(new, new)
    # *Plus grand qu'elle.*, but not *je crois qu'elle n'a…*.
    compared = before in facts.complementisers and draft.at(position + 1) in _ENDS
    if draft.at(position) not in forms or wanted not in forms or not (compared or before in facts.prepositions):
        return False
    leans = clause.after_clitics(position)
    if leans > position and clause.inflections.infinitive(draft.at(leans)):
        return False
    # *L'un d'eux* and *chacun d'eux* agree with it, and what follows agrees with them.
    counting = {word for family in facts.counts for word in family.values()} | set().union(*facts.alike)
    if counting & {draft.at(position - 2), draft.at(position - 3)} or (
        before in facts.prepositions and draft.at(position - 2) in facts.prepositions
    ):
        return False
    if clause.verbs(position + 1) and facts.disjunctive.get(draft.at(position)) != draft.at(position):
        return False
    draft.replace(position, wanted)
    elision.settle(draft, facts, position)
    return True


def _possessive(clause: Clause, position: int, new: str) -> bool:
    """A possessive pronoun, with its article and the preposition that is one word with it."""
    facts, draft = clause.facts, clause.draft
    article, before = draft.at(position - 1), draft.at(position - 2)
    form = next((form for family in facts.possessives for form, word in family.items() if word == new), None)
    if form is None or (article not in facts.articles.values() and article not in facts.contractions):
        return False
    preposition, article = facts.contractions.get(article, ("", article))
    wanted = facts.articles[form]
    contracted = next((one for one, two in facts.contractions.items() if two == (before, wanted)), None)
    if preposition and wanted != article:
        draft.replace(position - 1, preposition)
        draft.insert(position, wanted)
    elif contracted is not None:
        draft.replace(position - 2, contracted)
        draft.delete(position - 1)
    elif not preposition:
        draft.replace(position - 1, wanted)
    draft.replace(position, new)
    return True


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
        if facts.clitics and not clause.verbs(position - 1) and not draft.at(position - 1).startswith("-"):
            return False
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
