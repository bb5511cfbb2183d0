"""The predicate of a clause: what in it agrees with a subject or an object, and is changed with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.languages import Form, Gender, Number
from antecede.pronouns.agreement import elision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.pronouns.agreement.clause import Clause

__all__ = ["Predicate"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """The changes that a new pronoun makes after its verb."""

    clause: Clause

    def agree(self, verb: int, start: int, old: Form, new: Form) -> None:
        """Make what follows the verb, from `start` on, agree with the new subject."""
        end = self._agree_chain(self.clause.verbs(verb), start, old, new, reflexive=self._reflexive(verb))
        self._agree_later(end, old, new)
        self._agree_next_verb(start, old, new, listed=start == verb + 1 and not self._subordinate(verb))
        if old.number is not new.number:
            self._keep_owners(start, old)

    def agree_before(self, position: int, old: Form, new: Form) -> None:
        """Make an adjective or participle that opens the sentence agree with the subject: *Fatiguée, elle dort*."""
        draft = self.clause.draft
        if draft.at(position - 1) != "," or old == new:
            return
        place = 2 if draft.low[:2] in self.clause.facts.openings else 0
        place = self.clause.skip_adverbs(place)
        follows = draft.at(place + 1)
        open_end = not follows.isalpha() or follows in self.clause.facts.prepositions | self.clause.facts.conjunctions
        if self.clause.inflections.adverb(draft.at(place)) and not any(
            draft.at(place) in family for family in self.clause.facts.alike
        ):
            return  # *Bref, il*
        if place < position - 1 and open_end and self.clause.may_agree(place) and self.clause.has_form(place, old):
            self._inflect(place, new)
            self._agree_coordinated(place + 1, old, new)

    def count(self, position: int, gender: Gender) -> None:
        """Make what counts a partitive pronoun agree with its antecedent: *j'en ai une grande*."""
        facts, draft = self.clause.facts, self.clause.draft
        wanted = Form(gender, Number.SINGULAR)
        for place in range(position + 1, min(position + 7, len(draft.low))):
            word = draft.at(place)
            family = next((family for family in facts.counts if word in family.values()), None)
            if family is not None:
                draft.replace(place, family[wanted])
                if self.clause.may_agree(place + 1) and not self.clause.inflections.noun(draft.at(place + 2)):
                    self._inflect(place + 1, wanted)
                return
            if not word[:1].isalpha() and not word.startswith("-"):
                return

    def emphasise(self, verb: int, old: Form, new: Form, *, neutral: bool) -> None:
        """Make words agree that repeat the subject: *elle-même*, *toutes*, *chacune*, *l'une*."""
        if neutral:
            return
        facts, draft = self.clause.facts, self.clause.draft
        for place in range(verb + 1, min(verb + 8, len(draft.low))):
            word = draft.at(place)
            relative = word in facts.relatives - facts.prepositions and draft.at(place + 1) not in facts.prepositions
            if word in facts.subjects or relative or not word[:1].isalpha():
                return
            family = next((family for family in self._families(place, old) if word in family), None)
            if family is None or family[word].agrees(new):
                continue
            form = next((other for other, its in family.items() if its.agrees(new)), None)
            if form is None:
                draft.abandon()
            else:
                draft.replace(place, form)
                self._intensify(place, new)

    def _families(self, place: int, old: Form) -> list[Mapping[str, Form]]:
        """The families of words that may repeat the subject at that place."""
        facts, at = self.clause.facts, self.clause.draft.at
        following, before = at(place + 1), at(place - 1)
        families = [facts.emphatic]
        numbered = at(place + 2) in facts.indefinites
        if following not in facts.determiners or numbered:
            families.append(facts.floating)
        aside = {form for form, word in facts.disjunctive.items() if word == at(place)}
        if following in facts.adverbs and any(facts.subjects.get(form) == old for form in aside):
            families.append(
                {
                    word: facts.subjects[form]
                    for form, word in facts.disjunctive.items()
                    if form in facts.enclitics - facts.neutral
                }
            )
        articles = {*facts.elided.values(), *facts.articles.values()}
        reciprocal = before in articles and before in (at(place + 1), at(place + 2))
        for family in facts.alike:
            its = family.get(at(place))
            modifies = self.clause.inflections.agreeing(at(place)) and self.clause.inflections.noun(following)
            fits = reciprocal or (before not in facts.determiners and at(place) not in facts.determiners)
            if its is not None and its.agrees(old) and fits and not modifies:
                families.append(family)
        return families

    def _keep_owners(self, start: int, old: Form) -> None:
        """Give up where a possessive may be the subject's own, whose number changes."""
        for place in range(start, len(self.clause.draft.low)):
            word = self.clause.draft.at(place)
            if word in self.clause.facts.subjects or not word[:1].isalpha():
                return
            if word in self.clause.facts.owners.get(old.number, ()):
                self.clause.draft.abandon()

    def agree_object(self, verb: int, old: Form | None, new: Form) -> None:
        """Make a participle after the auxiliary, or the predicate of the object, agree with the object."""
        if self.clause.draft.at(verb) in self.clause.facts.auxiliaries:
            place = self.clause.participle_after(verb + 1)
            if place is not None and not self.clause.inflections.infinitive(self.clause.draft.at(place + 1)):
                self._inflect(place, new)
                self._agree_coordinated(place + 1, old, new)
                self._agree_object_predicate(
                    self.clause.inflections.participle(self.clause.draft.at(place)), place + 1, old, new
                )
            return
        verbs = self.clause.verbs(verb) | (
            {self.clause.draft.at(verb)} if self.clause.inflections.infinitive(self.clause.draft.at(verb)) else set()
        )
        self._agree_object_predicate(verbs, verb + 1, old, new)

    def _agree_object_predicate(self, verbs: frozenset[str], start: int, old: Form | None, new: Form) -> None:
        place = self.clause.skip_adverbs(start)
        if self.clause.draft.at(place) in self.clause.facts.comparisons:
            place = self.clause.skip_adverbs(place + 1)
        if verbs & self.clause.facts.object_predicates and (old is None or self.clause.has_form(place, old)):
            self._inflect_predicate(place, new)
            self._agree_coordinated(place + 1, old, new)

    def _agree_chain(self, verbs: frozenset[str], start: int, old: Form, new: Form, *, reflexive: bool) -> int:
        """Follow auxiliaries and infinitives to the predicate, and make it agree; returns where it ends."""
        place = self.clause.skip_adverbs(start)
        for _ in range(6):
            word = self.clause.draft.at(place)
            copular = self.clause.facts.copular | (self.clause.facts.reflexive_copular if reflexive else frozenset())
            if self._agree_aside(verbs, place, old, new):
                return place
            if self.clause.facts.copula in verbs or (verbs & copular and not self.clause.inflections.infinitive(word)):
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
        facts = self.clause.facts
        if self.clause.draft.at(place) in facts.conjunctions:
            place = self.clause.skip_adverbs(place + 1)
        place = self._with_article(self._after_aside(place, old), new)
        self._refuse_person(place, old, new)
        word = self.clause.draft.at(place)
        if not self.clause.may_agree(place):
            return place, frozenset()
        participle = self.clause.inflections.participle(word)
        if not (reflexive and participle and self._has_own_object(place)):
            self._inflect(place, new)
            self._intensify(place, new)
        governing = facts.copular | facts.depictive | facts.object_predicates
        if reflexive:
            governing |= facts.reflexive_copular
        if (
            (participle & governing or (participle and self._plain_participle(place + 1, old)))
            and not self.clause.inflections.infinitive(self.clause.draft.at(place + 1))
            and self.clause.draft.at(self.clause.skip_adverbs(place + 1)) not in facts.conjunctions | facts.comparisons
        ):
            follows = self.clause.skip_adverbs(place + 1)
            agrees = self.clause.may_agree(follows) and self.clause.has_form(follows, old)
            return place + 1, frozenset({facts.copula} if agrees else ()) or participle & facts.copular
        end = self._agree_coordinated(place + 1, old, new)
        governed_end, verbs = self._governed(self.clause.skip_adverbs(end))
        return (governed_end, verbs) if verbs else (end, frozenset())

    def _agree_coordinated(self, end: int, old: Form | None, new: Form) -> int:
        """Further adjectives and participles of the same predicate; returns the place after them."""
        facts = self.clause.facts
        while True:
            follows = self.clause.skip_adverbs(end)
            mark = self.clause.draft.at(follows)
            if mark not in facts.conjunctions | facts.comparisons | {","}:
                return end
            other = self.clause.skip_adverbs(follows + 1)
            if mark in facts.comparisons:
                other = self._with_article(other, new)
            word = self.clause.draft.at(other)
            agrees = self.clause.may_agree(other) and (old is None or self.clause.has_form(other, old))
            if not agrees or self.clause.inflections.finite(word) - self.clause.inflections.participle(word):
                return end
            self._inflect(other, new)
            end = other + 1

    def _agree_later(self, start: int, old: Form, new: Form) -> None:
        """A participle after a complement of the first: *construite en 1900 et détruite en 1944*."""
        facts, draft = self.clause.facts, self.clause.draft
        if not self.clause.inflections.participle(draft.at(start - 1)):
            return
        for place in range(start, min(start + 10, len(draft.low))):
            word = draft.at(place)
            if word in facts.subjects or word in facts.relatives - facts.prepositions or word == ",":
                return
            other = self.clause.skip_adverbs(place + 1)
            if word not in facts.conjunctions or not self.clause.inflections.participle(draft.at(other)):
                continue
            modified = any(self.clause.may_agree(at) and self.clause.has_form(at, old) for at in range(start, place))
            if self.clause.has_form(other, old) and not self.clause.has_form(other, new):
                if modified:
                    draft.abandon()
                else:
                    self._inflect(other, new)
            return

    def _agree_aside(self, verbs: frozenset[str], place: int, old: Form, new: Form) -> bool:
        """Predicates of verbs that need none: *avoir l'air perdu*, *rentrer fatigué*; whether there may be one."""
        facts, looks = self.clause.facts, self.clause.facts.looks
        if looks and self.clause.draft.low[place : place + len(looks)] == looks:
            self._agree_looks(place + len(looks), old, new)
            return True
        if not verbs & facts.depictive or verbs & facts.raising:
            return False
        if not self.clause.inflections.adverb(self.clause.draft.at(place)) and self.clause.has_form(place, old):
            self._inflect_predicate(place, new)
        return True

    def _agree_looks(self, start: int, old: Form, new: Form) -> None:
        """*Elle a l'air content* is right, and *il a l'air contente* is not."""
        place = self.clause.skip_adverbs(start)
        neutral = old._replace(gender=Gender.MASCULINE, number=Number.SINGULAR)
        if self.clause.has_form(place, old) and not self.clause.has_form(place, neutral):
            self._inflect_predicate(place, new)

    def _after_aside(self, place: int, old: Form) -> int:
        """The predicate after words between commas: *elle est, selon moi, très belle*."""
        draft = self.clause.draft
        if draft.at(place) != ",":
            return place
        closing = next((at for at in range(place + 1, place + 7) if draft.at(at) == ","), None)
        if closing is None:
            return place
        other = self.clause.skip_adverbs(closing + 1)
        return other if self.clause.may_agree(other) and self.clause.has_form(other, old) else place

    def _intensify(self, place: int, new: Form) -> None:
        facts, draft = self.clause.facts, self.clause.draft
        if draft.at(place - 1) in facts.intensifiers.values() and draft.at(place - 1) not in facts.floating:
            elides = facts.starts_with_vowel(draft.now(place))
            neutral = facts.intensifiers[new._replace(gender=Gender.MASCULINE)]
            draft.replace(place - 1, neutral if elides else facts.intensifiers[new])

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

    def _subordinate(self, verb: int) -> bool:
        """Whether the clause of a subject before this verb is part of another, whose verb may follow a comma."""
        facts = self.clause.facts
        while self.clause.draft.at(verb - 1) in facts.clitics:
            verb -= 1
        return self.clause.draft.at(verb - 2) in {
            *facts.eliding,
            *facts.eliding.values(),
            *facts.relatives,
            *facts.questions,
        }

    def _agree_next_verb(self, start: int, old: Form, new: Form, *, listed: bool) -> None:
        """A second verb of the same subject: *et est repartie*."""
        agreed = start
        for place in range(start, min(start + 12, len(self.clause.draft.low) - 1)):
            word = self.clause.draft.at(place)
            if (
                word in self.clause.facts.subjects
                or word in self.clause.facts.relatives
                or not (word[:1].isalpha() or word == ",")
            ):
                return
            if word not in self.clause.facts.conjunctions and word != ",":
                if place > agreed and self._surely_finite(place):
                    return
                continue
            verb = self.clause.after_clitics(self.clause.skip_adverbs(place + 1))
            known = self.clause.draft.at(verb)
            certain = self._surely_finite(verb)
            bare = verb == place + 1 and self.clause.conjugated(verb, old.number) == known
            if bare and not certain and old.number is not new.number:
                self.clause.draft.abandon()  # *et tombe* is a verb, or a noun
            if not self.clause.verbs(verb) or not certain or self.clause.conjugated(verb, old.number) != known:
                if word == "," and known in self.clause.facts.conjunctions | self.clause.facts.adverbs:
                    continue
                return
            if word == "," and not listed:
                return
            form = self.clause.conjugated(verb, new.number)
            if form is not None:
                self.clause.draft.replace(verb, form)
                elision.clitics(self.clause.draft, self.clause.facts, verb)
            self._agree_chain(self.clause.verbs(verb), verb + 1, old, new, reflexive=self._reflexive(verb))
            agreed = verb

    def _refuse_person(self, place: int, old: Form, new: Form) -> None:
        """Give up before a noun that has the subject's gender itself: *il est l'un des*, *elle est une employée*."""
        facts, draft = self.clause.facts, self.clause.draft
        named = place + 1
        if draft.at(place) not in facts.determiners or old.gender is new.gender:
            return
        counted = any(draft.at(named) in family.values() for family in facts.counts)
        person = self.clause.inflections.noun(draft.at(named)) and self.clause.inflections.agreeing(draft.at(named))
        if (counted or person) and self.clause.form(draft.at(named), new) != draft.at(named):
            draft.abandon()

    def _plain_participle(self, place: int, old: Form) -> bool:
        """Whether a participle stands there that agrees with the subject as the one before it: *retrouvée morte*."""
        return bool(self.clause.inflections.participle(self.clause.draft.at(place))) and self.clause.has_form(
            place, old
        )

    def _surely_finite(self, place: int) -> bool:
        word = self.clause.draft.at(place)
        other = self.clause.inflections.noun(word) or self.clause.inflections.agreeing(word)
        common = any(word in pair for pairs in self.clause.facts.finite.values() for pair in pairs)
        return bool(self.clause.verbs(place)) and (common or not other)

    def _with_article(self, place: int, new: Form) -> int:
        """The article of a superlative, a possessive or a word like *premier*; returns where what agrees stands."""
        facts, draft = self.clause.facts, self.clause.draft
        if any(draft.at(place) in family.values() for family in facts.counts) and not draft.at(place + 1).isalpha():
            draft.replace(place, next(family for family in facts.counts if draft.at(place) in family.values())[new])
            return place + 1
        if draft.at(place) not in facts.articles.values():
            return place
        follows = draft.at(place + 1)
        family = next((family for family in facts.possessives if follows in family.values()), None)
        if family is not None and not draft.at(place + 2).isalpha():
            draft.replace(place, facts.articles[new])
            draft.replace(place + 1, family[new])
            return place + 2
        alone = follows in facts.nominal and not self.clause.inflections.noun(draft.at(place + 2))
        adjective = self.clause.skip_adverbs(place + 2) if follows in facts.degrees else place + 1
        if (alone or follows in facts.degrees) and self.clause.may_agree(adjective):
            draft.replace(place, facts.articles[new])
            return adjective
        return place

    def _inflect(self, place: int, wanted: Form) -> None:
        form = self.clause.form(self.clause.draft.at(place), wanted)
        if form is not None:
            self.clause.draft.replace(place, form)
        elif self.clause.inflections.agreeing(self.clause.draft.at(place)):
            self.clause.draft.abandon()

    def _inflect_predicate(self, place: int, wanted: Form) -> None:
        if self.clause.may_agree(place):
            self._inflect(place, wanted)

    def _has_own_object(self, place: int) -> bool:
        """Whether a reflexive's participle has another direct object, or none that agrees."""
        words = self.clause.draft.low[place : place + 2]
        indirect = any(words[: len(known)] == known for known in self.clause.facts.indirect_reflexives)
        facts, following = self.clause.facts, self.clause.draft.at(place + 1)
        if self.clause.inflections.infinitive(following):
            return bool(self.clause.inflections.participle(self.clause.draft.at(place)) & facts.causative)
        return indirect or following in facts.determiners - facts.prepositions

    def _reflexive(self, verb: int) -> bool:
        return bool(self.clause.leaning(verb) & self.clause.facts.reflexives)

    def _skip_periphrasis(self, place: int) -> int:
        for words in self.clause.facts.periphrases:
            if self.clause.draft.low[place : place + len(words)] == words:
                return place + len(words)
        return place
