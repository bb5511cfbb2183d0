"""A clause around a pronoun: its verb, the constructions that allow no other pronoun, and the words in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.languages import Number

if TYPE_CHECKING:
    from antecede.languages import AgreementRules, Form, Inflections
    from antecede.pronouns.agreement.draft import Draft

__all__ = ["Clause"]

_MOST_CLITICS: Final = 4
_QUOTES: Final = frozenset('"«“')


@dataclass(frozen=True, slots=True)
class Clause:
    """The questions that a repair asks about a sentence, and the changes it makes in a predicate."""

    draft: Draft
    facts: AgreementRules
    inflections: Inflections

    def verbs(self, position: int) -> frozenset[str]:
        """The infinitives of a finite verb; none if it is no verb."""
        word = self.draft.at(position)
        common = frozenset(verb for verb, pairs in self.facts.finite.items() if any(word in pair for pair in pairs))
        return common or self.inflections.finite(word)

    def verb_after(self, position: int) -> int | None:
        """The finite verb after a subject and its clitics."""
        place = self.after_clitics(position + 1)
        if not self.verbs(place) or (self.draft.at(position) in self.facts.copula_only and not self.copula_at(place)):
            return None
        return place

    def verb_of_object(self, position: int) -> int | None:
        """The verb that an object stands before; none where the word may be an article."""
        place = self.after_clitics(position + 1)
        word, before = self.draft.at(place), self.draft.at(position - 1)
        if before in self.facts.before_objects and (self.verbs(place) or word in self.facts.auxiliaries):
            return place
        if word in self.facts.auxiliaries and self.participle_after(place + 1) is not None:
            return place
        if self.inflections.infinitive(word) and not self.inflections.noun(word):
            return place
        named = self.inflections.noun(word) or self.inflections.agreeing(word)
        return place if self.verbs(place) and not named and self.inflections.noun(before) else None

    def copula_at(self, verb: int) -> bool:
        """Whether the verb is the copula, or governs it as an infinitive."""
        verbs = self.verbs(verb)
        if not self.facts.copula:
            return False
        if self.facts.copula in verbs:
            return True
        follows = self.skip_adverbs(verb + 1)
        return bool(verbs & self.facts.raising) and self.draft.at(follows) == self.facts.copula

    def conjugated(self, verb: int, number: Number) -> str | None:
        """The verb in that number, in the third person."""
        word = self.draft.at(verb)
        for pairs in self.facts.finite.values():
            for pair in pairs:
                if word in pair:
                    return pair[number is Number.PLURAL]
        return self.inflections.conjugate(word, number)

    def heads_relative(self, position: int) -> bool:
        """Whether the pronoun is the head of a relative clause: *ce qui*."""
        return self.draft.at(position + 1) in self.facts.relatives

    def nominal_plural(self, verb: int) -> bool:
        """Whether a plural copula has a noun phrase for its predicate: *ce sont des*."""
        follows = self.skip_adverbs(verb + 1)
        plural = self.facts.copula in self.verbs(verb) and self.conjugated(verb, Number.PLURAL) == self.draft.at(verb)
        return plural and self.draft.at(follows) in self.facts.determiners

    def may_agree(self, place: int) -> bool:
        """Whether a predicate stands there: an adjective or participle that belongs to no noun after it."""
        word, following = self.draft.at(place), self.draft.at(place + 1)
        other = word in self.facts.determiners | self.facts.prepositions | self.facts.conjunctions
        if not word or other or not self._agreeing(word):
            return False
        is_participle = bool(self.inflections.participle(word))
        names = (
            self.inflections.noun(following)
            and not self._agreeing(following)
            and not self._function_word(following)
            and not self.inflections.infinitive(following)
        )
        return is_participle or not names

    def _agreeing(self, word: str) -> bool:
        return self.inflections.agreeing(word) or self._regular(word) is not None

    def _function_word(self, word: str) -> bool:
        facts = self.facts
        return (
            word in facts.prepositions | facts.conjunctions | facts.adverbs | facts.determiners | facts.relatives
            or self.inflections.adverb(word)
        )

    def _regular(self, word: str) -> Form | None:
        """The form of a word that only its ending shows to be a participle."""
        if self.inflections.noun(word) or self.inflections.finite(word) or len(word) < 4:
            return None
        return next((form for form, ending in self.facts.regular_endings if word.endswith(ending)), None)

    def form(self, word: str, wanted: Form) -> str | None:
        inflected = self.inflections.inflect(word, wanted.gender, wanted.number)
        if inflected is None and (known := self._regular(word)) is not None:
            stem = word.removesuffix(dict(self.facts.regular_endings)[known])
            inflected = next(
                (stem + ending for form, ending in self.facts.regular_endings if form.agrees(wanted)), None
            )
        return inflected

    def has_form(self, place: int, form: Form) -> bool:
        word = self.draft.at(place)
        return self.form(word, form) == word

    def participle_after(self, place: int) -> int | None:
        while self.draft.at(place).startswith("-"):
            place += 1
        place = self.skip_adverbs(place)
        return place if self.inflections.participle(self.draft.at(place)) else None

    def after_clitics(self, place: int) -> int:
        last = place + _MOST_CLITICS
        while place < last and self.draft.at(place) in self.facts.clitics:
            place += 1
        return place

    def leaning(self, verb: int) -> frozenset[str]:
        """The clitics before a verb."""
        first = verb
        while self.draft.at(first - 1) in self.facts.clitics:
            first -= 1
        return frozenset(self.draft.low[max(first, 0) : verb])

    def skip_adverbs(self, place: int) -> int:
        """The first word from there on that is no adverb; one that may be an adjective too is, before another."""
        while word := self.draft.at(place):
            if word in _QUOTES:
                place += 1
                continue
            if phrase := self._adverbial(place):
                place += phrase
                continue
            certain = word in self.facts.adverbs or word in self.facts.floating or self._intensifies(place)
            if not certain and (word in self.facts.prepositions or not self.inflections.adverb(word)):
                break
            if not certain and self._agreeing(word) and not self._agreeing(self.draft.at(place + 1)):
                break
            place += 1
        return place

    def _adverbial(self, place: int) -> int:
        """How many words from there on are an adverb together."""
        return max(
            (len(known) for known in self.facts.adverbials if self.draft.low[place : place + len(known)] == known),
            default=0,
        )

    def _intensifies(self, place: int) -> bool:
        return self.draft.at(place) in self.facts.intensifiers.values() and self._agreeing(self.draft.at(place + 1))
