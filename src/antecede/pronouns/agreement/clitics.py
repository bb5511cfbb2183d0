"""Pronouns of the object stand before their verb in some languages: a decoder that left one behind it is helped.

*Je peux porter le* becomes *je peux le porter*, *il a vu l'* becomes *il l'a vu*, *à l'prendre* becomes *à le
prendre*. After an imperative, and wherever the word may be an article, everything stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.languages import GrammaticalCase, language
from antecede.pronouns.agreement.clause import Clause
from antecede.pronouns.agreement.draft import Draft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.languages import AgreementRules, Inflections

__all__ = ["placed"]


def placed(
    sentence: Hypothesis, position: int, whole: str, inflections: Inflections | None, *, language_code: str
) -> Hypothesis | None:
    """The sentence with the object pronoun of that position before its verb; none if it should stay where it is.

    `whole` is the pronoun with all its letters, which an elided one does not show. One that is elided where nothing
    asks for it has them back.
    """
    facts = language(language_code).agreement
    if facts is None or not facts.clitics or inflections is None or not 0 < position < len(sentence.tokens):
        return None
    clause = Clause(Draft(sentence.tokens), facts, inflections)
    word = clause.draft.low[position]
    bare = word.removeprefix("-")
    if bare not in facts.objects or (word == bare and _may_be_article(clause, position)):
        return None
    verb = None if clause.verb_of_object(position) is not None else _verb(clause, position)
    if verb is None:
        elided = bare in facts.elided.values() and not facts.starts_with_vowel(clause.draft.at(position + 1))
        return (
            _with(sentence, (*sentence.tokens[:position], whole, *sentence.tokens[position + 1 :])) if elided else None
        )
    leaning = range(_first_clitic(clause, verb), verb)
    datives = {form for form, agreement in facts.objects.items() if agreement.case is GrammaticalCase.DATIVE}
    direct = facts.objects.keys() - datives
    doubled = next((place for place in leaning if clause.draft.at(place) in direct), None)
    if doubled is not None and bare in direct:
        return _dropped(sentence, position, doubled)
    # *Le lui*, but *me le*.
    goal = verb - 1 if bare in direct and clause.draft.at(verb - 1) in datives else verb
    return _moved(sentence, position, goal, whole, facts)


def _may_be_article(clause: Clause, position: int) -> bool:
    following = clause.draft.at(position + 1)
    names = clause.inflections.noun(following) or clause.inflections.agreeing(following) or following[:1].isdigit()
    return names and following not in clause.facts.prepositions | clause.facts.conjunctions


def _verb(clause: Clause, position: int) -> int | None:
    """The verb that the pronoun should stand before: an infinitive, or a finite one with its subject at hand."""
    facts, verb = clause.facts, position - 1
    if clause.inflections.infinitive(clause.draft.at(verb)):
        return verb
    if clause.inflections.participle(clause.draft.at(verb)):
        auxiliary = verb - 1
        while clause.draft.at(auxiliary) in facts.adverbs:
            auxiliary -= 1
        if clause.draft.at(auxiliary) in facts.auxiliaries:
            verb = auxiliary
    if not clause.verbs(verb) and clause.draft.at(verb) not in facts.auxiliaries:
        return None
    first = _first_clitic(clause, verb)
    subject = any(clause.draft.at(place) in facts.before_objects - facts.clitics for place in range(first - 1, verb))
    # *Nous* and *vous* are subjects as well as clitics.
    return verb if subject or clause.draft.at(first) in facts.before_objects else None


def _first_clitic(clause: Clause, verb: int) -> int:
    """Where the words that lean on the verb begin; the verb's own place if there are none."""
    while clause.draft.at(verb - 1) in clause.facts.clitics:
        verb -= 1
    return verb


def _dropped(sentence: Hypothesis, position: int, other: int) -> Hypothesis:
    """The sentence without the word, which stands in another place as well."""
    tokens = sentence.tokens[:position] + sentence.tokens[position + 1 :]
    places = {at: at - (at > position) for at in range(len(sentence.tokens))} | {position: other}
    return _with(sentence, tokens, places)


def _moved(sentence: Hypothesis, position: int, goal: int, whole: str, facts: AgreementRules) -> Hypothesis:
    """The word before `goal`, with the vowels that are lost or come back."""
    tokens = list(sentence.tokens)
    del tokens[position]
    tokens.insert(goal, facts.elided.get(whole, whole) if facts.starts_with_vowel(tokens[goal]) else whole)
    if goal:
        tokens[goal - 1] = _unelided(tokens[goal - 1], facts)
    places = {at: at + (goal <= at < position) for at in range(len(tokens))} | {position: goal}
    return _with(sentence, tuple(tokens), places)


def _with(sentence: Hypothesis, tokens: tuple[str, ...], places: Mapping[int, int] | None = None) -> Hypothesis:
    """Other tokens, with the places to which those of before have gone."""
    known = places or {}
    links = dict.fromkeys(Link(link.source, known.get(link.target, link.target)) for link in sentence.alignment)
    return Hypothesis(tokens, alignment=tuple(links), score=sentence.score, text=sentence.text)


def _unelided(token: str, facts: AgreementRules) -> str:
    """The word with the vowel that it had lost, in the case it has; *s'* before an object is *se*."""
    for whole, elided in (*facts.eliding_clitics.items(), *facts.eliding.items()):
        if token.lower().replace("’", "'") == elided:
            return whole.capitalize() if token[:1].isupper() else whole
    return token
