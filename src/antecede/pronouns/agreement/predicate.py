"""The predicate of a clause: what in it agrees with a subject or an object, and is changed with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from antecede.languages import Form
    from antecede.pronouns.agreement.clause import Clause

__all__ = ["Predicate"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """The changes that a new pronoun makes after its verb."""

    clause: Clause

    def agree(self, verb: int, start: int, old: Form, new: Form) -> None:
        """Make what follows the verb, from `start` on, agree with the new subject."""
        end = self._agree_chain(self.clause.verbs(verb), start, old, new, reflexive=self._reflexive(verb))
        self._agree_next_verb(end, old, new)

    def emphasise(self, verb: int, new: Form, *, neutral: bool) -> None:
        """Make words agree that repeat the subject: *elle-même*, *toutes*."""
        for words in (self.clause.facts.emphatic, self.clause.facts.floating):
            for place in range(verb + 1, min(verb + 6, len(self.clause.draft.low))):
                word = self.clause.draft.at(place)
                if not word[:1].isalpha():
                    break
                if (
                    word in words
                    and not neutral
                    and self.clause.draft.at(place + 1) not in self.clause.facts.determiners
                ):
                    form = next((other for other, its in words.items() if its.agrees(new)), None)
                    if form is not None:
                        self.clause.draft.replace(place, form)

    def agree_object(self, verb: int, old: Form | None, new: Form) -> None:
        """Make a participle after the auxiliary, or the predicate of the object, agree with the object."""
        if self.clause.draft.at(verb) in self.clause.facts.auxiliaries:
            place = self.clause.participle_after(verb + 1)
            if place is not None and not self.clause.inflections.infinitive(self.clause.draft.at(place + 1)):
                self._inflect(place, new)
            return
        verbs = self.clause.verbs(verb) | (
            {self.clause.draft.at(verb)} if self.clause.inflections.infinitive(self.clause.draft.at(verb)) else set()
        )
        place = self.clause.skip_adverbs(verb + 1)
        if verbs & self.clause.facts.object_predicates and (old is None or self.clause.has_form(place, old)):
            self._inflect_predicate(place, new)

    def _agree_chain(self, verbs: frozenset[str], start: int, old: Form, new: Form, *, reflexive: bool) -> int:
        """Follow auxiliaries and infinitives to the predicate, and make it agree; returns where it ends."""
        place = self.clause.skip_adverbs(start)
        for _ in range(6):
            word = self.clause.draft.at(place)
            if self.clause.facts.copula in verbs or (
                verbs & self.clause.facts.copular and not self.clause.inflections.infinitive(word)
            ):
                end, verbs = self._agree_predicate(place, old, new, reflexive=reflexive)
                if end == place:
                    end, verbs = self._governed(self._skip_periphrasis(place))
            elif self.clause.facts.possession in verbs and self.clause.inflections.participle(word):
                end, verbs = place + 1, self.clause.inflections.participle(word)
                if word in self.clause.facts.copula_participles:
                    verbs = frozenset({self.clause.facts.copula})
            elif verbs & self.clause.facts.raising:
                end, verbs = self._governed(place)
            else:
                break
            if end == place or not verbs:
                return max(end, place)
            place = self.clause.skip_adverbs(end)
        return place

    def _agree_predicate(self, place: int, old: Form, new: Form, *, reflexive: bool) -> tuple[int, frozenset[str]]:
        """Adjectives and participles from there on; returns the place after them, and what they govern."""
        place = self._superlative(place, new)
        word = self.clause.draft.at(place)
        if not self.clause.may_agree(place):
            return place, frozenset()
        participle = self.clause.inflections.participle(word)
        if not (reflexive and participle and self._has_own_object(place)):
            self._inflect(place, new)
        if participle & self.clause.facts.copular:
            return place + 1, participle & self.clause.facts.copular
        end = place + 1
        while True:
            follows = self.clause.skip_adverbs(end)
            if self.clause.draft.at(follows) not in self.clause.facts.conjunctions | self.clause.facts.comparisons | {
                ","
            }:
                break
            other = self.clause.skip_adverbs(follows + 1)
            if not (
                self.clause.may_agree(other) and self.clause.has_form(other, old)
            ) or self.clause.inflections.finite(self.clause.draft.at(other)) - self.clause.inflections.participle(
                self.clause.draft.at(other)
            ):
                break
            self._inflect(other, new)
            end = other + 1
        governed_end, verbs = self._governed(self.clause.skip_adverbs(end))
        return (governed_end, verbs) if verbs else (end, frozenset())

    def _governed(self, place: int) -> tuple[int, frozenset[str]]:
        """An infinitive that shares the subject: the place after it, and its verb."""
        follows = place + 1 if self.clause.draft.at(place) in self.clause.facts.infinitive_marks else place
        follows = self.clause.after_clitics(self.clause.skip_adverbs(follows))
        word = self.clause.draft.at(follows)
        if (
            not self.clause.inflections.infinitive(word)
            or word not in self.clause.facts.raising | self.clause.facts.copular
        ):
            return place, frozenset()
        return follows + 1, frozenset({word})

    def _agree_next_verb(self, start: int, old: Form, new: Form) -> None:
        """A second verb of the same subject: *et est repartie*."""
        for place in range(start, min(start + 12, len(self.clause.draft.low) - 1)):
            word = self.clause.draft.at(place)
            if (
                word in self.clause.facts.subjects
                or word in self.clause.facts.relatives
                or not (word[:1].isalpha() or word == ",")
            ):
                return
            if word not in self.clause.facts.conjunctions:
                continue
            verb = self.clause.after_clitics(place + 1)
            known = self.clause.draft.at(verb)
            certain = not (self.clause.inflections.noun(known) or self.clause.inflections.agreeing(known)) or any(
                known in pair for pairs in self.clause.facts.finite.values() for pair in pairs
            )
            if not self.clause.verbs(verb) or not certain or self.clause.conjugated(verb, old.number) != known:
                return
            form = self.clause.conjugated(verb, new.number)
            if form is not None:
                self.clause.draft.replace(verb, form)
            self._agree_chain(self.clause.verbs(verb), verb + 1, old, new, reflexive=self._reflexive(verb))
            return

    def _superlative(self, place: int, new: Form) -> int:
        """The article before a superlative, and the place after the words of degree."""
        facts, draft = self.clause.facts, self.clause.draft
        if draft.at(place) in facts.articles and draft.at(place + 1) in facts.degrees:
            article = next((word for word, form in facts.articles.items() if form.agrees(new)), None)
            adjective = self.clause.skip_adverbs(place + 2)
            if article is not None and self.clause.may_agree(adjective):
                draft.replace(place, article)
                return adjective
        return place

    def _inflect(self, place: int, wanted: Form) -> None:
        form = self.clause.form(self.clause.draft.at(place), wanted)
        if form is not None:
            self.clause.draft.replace(place, form)

    def _inflect_predicate(self, place: int, wanted: Form) -> None:
        if self.clause.may_agree(place):
            self._inflect(place, wanted)

    def _has_own_object(self, place: int) -> bool:
        """Whether a reflexive's participle has another direct object, or none that agrees."""
        words = self.clause.draft.low[place : place + 2]
        indirect = any(words[: len(known)] == known for known in self.clause.facts.indirect_reflexives)
        return indirect or self.clause.draft.at(place + 1) in self.clause.facts.determiners

    def _reflexive(self, verb: int) -> bool:
        return self.clause.draft.at(verb - 1) in self.clause.facts.reflexives

    def _skip_periphrasis(self, place: int) -> int:
        for words in self.clause.facts.periphrases:
            if self.clause.draft.low[place : place + len(words)] == words:
                return place + len(words)
        return place
