"""Constructions whose subject stands for nothing, or presents something: no other pronoun may stand there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from antecede.pronouns.agreement.clause import Clause

__all__ = ["Frames"]

_WINDOW: Final = 7


@dataclass(frozen=True, slots=True)
class Frames:
    """What a repair asks about the construction around a subject."""

    clause: Clause

    def forbid(self, subject: str, verb: int, start: int, new: str) -> bool:
        """Whether the construction takes no other subject; the predicate begins at `start`."""
        return (
            self.impersonal(subject, verb, start)
            or self.extraposed(subject, verb, start, new)
            or (subject in self.clause.facts.copula_only and self.presents(verb, start, new))
        )

    def impersonal(self, subject: str, verb: int, start: int) -> bool:
        """Whether the subject stands for nothing: *il pleut*; the predicate begins at `start`."""
        if subject not in self.clause.facts.impersonal_subjects:
            return False
        first = verb
        while self.clause.draft.at(first - 1) in self.clause.facts.clitics:
            first -= 1
        opened = self.clause.draft.low[max(first - 3, 0) : max(first - 1, 0)] in self.clause.facts.before_impersonal
        return opened or self._phrase(first) or self._verbs_are_impersonal(verb, start)

    def presents(self, verb: int, start: int, new: str) -> bool:
        """Whether a neutral subject and its copula present something: *c'est une maison*, *c'est lui qui*."""
        facts, draft = self.clause.facts, self.clause.draft
        place = self.clause.skip_adverbs(start)
        if new in facts.neutral or not self.clause.copula_at(verb):
            return False
        if draft.at(place) in facts.fixed:
            return True
        superlative = draft.at(place) in facts.articles.values() and draft.at(place + 1) in facts.degrees
        governs = draft.at(place) == facts.copula
        return not (superlative or governs or self.clause.may_agree(place))

    def repeats_noun(self, verb: int) -> bool:
        """Whether a subject after its verb repeats the noun before it: *la porte est-elle ouverte*."""
        clause = self.clause
        first = verb
        while clause.draft.at(first - 1) in clause.facts.clitics:
            first -= 1
        before = clause.draft.at(first - 1)
        ends_adverb = any(
            clause.draft.low[max(first - len(known), 0) : first] == known for known in clause.facts.adverbials
        )
        function = (
            before in clause.facts.adverbs | clause.facts.conjunctions | clause.facts.questions
            or clause.inflections.adverb(before)
        )
        named = clause.inflections.noun(before) or before in clause.facts.indefinite_persons
        determined = clause.draft.at(first - 2) in clause.facts.determiners
        return named and not ends_adverb and (determined or not function)

    def extraposed(self, subject: str, verb: int, start: int, new: str) -> bool:
        """Whether the subject announces a clause (*il est important que*), so that no noun can be its antecedent."""
        facts = self.clause.facts
        announcing = facts.impersonal_subjects | facts.neutral
        if subject not in announcing or new in announcing:
            return False
        place = self.clause.skip_adverbs(start)
        copula = facts.copula in self.clause.verbs(verb)
        if self.clause.draft.at(place) in facts.copula_participles | {facts.copula}:
            copula = True
            place = self.clause.skip_adverbs(place + 1)
        word = self.clause.draft.at(place)
        if word in facts.extraposing and (copula or self.clause.verbs(verb) & facts.copular):
            return self._clause_within(place + 1)
        said = self.clause.inflections.participle(word) and word not in facts.personal
        compared = self.clause.draft.at(place - 1) in facts.degrees | facts.personal
        follows = {self.clause.draft.at(place + 1), self.clause.draft.at(place + 2)}
        if self.clause.draft.at(place + 1) not in facts.prepositions | facts.complementisers:
            return False
        return copula and bool(said) and not compared and bool(follows & facts.complementisers)

    def _phrase(self, start: int) -> bool:
        """Whether the words from there on, without negation and subject, are an impersonal expression."""
        facts, draft = self.clause.facts, self.clause.draft
        words = []
        for place in range(start, min(start + _WINDOW, len(draft.low))):
            word = draft.at(place)
            if word not in facts.negations and not word.startswith("-"):
                words.append(word)
        return any(tuple(words[: len(known)]) == known for known in facts.impersonal)

    def _verbs_are_impersonal(self, verb: int, start: int) -> bool:
        """Follow auxiliaries and infinitives, and ask of each verb."""
        facts, clause = self.clause.facts, self.clause
        verbs, leaning, first = clause.verbs(verb), clause.leaning(verb), start
        for _ in range(5):
            place = clause.skip_adverbs(start)
            participle = clause.inflections.participle(clause.draft.at(place))
            words = {clause.draft.at(at) for at in range(first, place + 1)}
            if any(words & known for each, known in facts.impersonal_with.items() if each in verbs):
                return True
            if self._impersonal(verbs, leaning, start, place):
                return True
            if participle and verbs & {facts.possession, facts.copula}:
                verbs, start = participle, place + 1
                continue
            if clause.draft.at(place) in facts.infinitive_marks:
                place += 1
            follows = clause.after_clitics(clause.skip_adverbs(clause.after_clitics(place)))
            if not verbs & facts.raising or not clause.inflections.infinitive(clause.draft.at(follows)):
                return False
            verbs, leaning, start = frozenset({clause.draft.at(follows)}), clause.leaning(follows), follows + 1
        return False

    def _impersonal(self, verbs: frozenset[str], leaning: frozenset[str], start: int, place: int) -> bool:
        facts, clause = self.clause.facts, self.clause
        if verbs & facts.impersonal_verbs:
            return True
        word = clause.draft.at(place)
        # *Il y a ajouté du sel*, but *il y a eu du bruit*.
        other = clause.inflections.participle(word) - {facts.possession}
        if not other and any(clitic in leaning and verb in verbs for clitic, verb in facts.impersonal_clitics):
            return True
        between = {clause.draft.at(at) for at in range(start, place + 1)}
        if facts.copula in verbs and (word[:1].isdigit() or clause.draft.at(place + 1) in facts.hours):
            return True
        presenting = facts.presenting | (facts.presenting_reflexives if leaning & facts.reflexives else frozenset())
        if verbs & presenting and (word[:1].isdigit() or between & facts.indefinites):
            return True
        return bool(verbs & facts.announcing) and self._clause_within(place, facts.conjunctions)

    def _clause_within(self, start: int, ends: frozenset[str] = frozenset()) -> bool:
        """Whether a clause begins soon: *que*, or an infinitive with its mark; not after comparisons or `ends`."""
        facts, clause = self.clause.facts, self.clause
        for place in range(start, start + _WINDOW - 1):
            word = clause.draft.at(place)
            if not word[:1].isalpha() or word in facts.degrees | ends or word in facts.subjects:
                return False
            if word in facts.complementisers:
                return True
            follows = clause.after_clitics(clause.skip_adverbs(place + 1))
            if word in facts.announcing_marks and clause.inflections.infinitive(clause.draft.at(follows)):
                return True
        return False
