"""What a translation says of antecedents: the translator's pronoun agrees with the antecedent's translation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.languages import Agreement, Gender, Number
from antecede.text import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.coreference.mentions import Mention

# How likely a target pronoun of some gender is if the antecedent's translation has this one. Rough figures: only
# their ratios matter, and learning is not sensitive to them. A pronoun without gender is weak evidence about nouns.
_AGREES: Final = 0.7
_DISAGREES: Final = 0.05
_UNKNOWN: Final = 0.3
_OTHER_NUMBER: Final = 0.3
_NEUTER_FOR_A_NOUN: Final = 0.2
# If there is no antecedent, or it is a clause: mostly neuter, or the masculine of the impersonal.
_FOR_NONE: Final = {Gender.NEUTER: 0.5, Gender.MASCULINE: 0.4, Gender.FEMININE: 0.03}
_PLURAL_FOR_NONE: Final = 0.15
# A translator who repeats the noun names the antecedent.
_ANOTHER_NOUN: Final = 0.02


@dataclass(frozen=True, slots=True)
class Translation:
    """A sentence's translation: its tokens, and for each source token the places of those that it became."""

    tokens: Sequence[str]
    links: Mapping[int, Sequence[int]]

    def words(self, token: int) -> list[str]:
        """What a source token became, lower-case."""
        return [normalise(self.tokens[place]).lower().removeprefix("-") for place in self.links.get(token, ())]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the target language."""

    pronouns: Mapping[str, Agreement]
    """Gender and number of its pronouns; those of objects are listed in `objects` too."""
    objects: frozenset[str]
    """Pronouns that look like determiners: they count only where the source pronoun is no subject."""
    nouns: Mapping[str, Gender]
    impersonal: str = ""
    """A regular expression of what follows a masculine pronoun that refers to nothing."""

    def functions(self, translation: Translation, token: int) -> tuple[str, ...]:
        """What a pronoun may do by its translation: one with a gender is not pleonastic, a neuter is not a thing."""
        for place in translation.links.get(token, ()):
            word = normalise(translation.tokens[place]).lower().removeprefix("-")
            seen = self.pronouns.get(word)
            if seen is None or word in self.objects or seen.gender is None:
                continue
            if seen.gender is Gender.FEMININE:
                return ("anaphoric",)
            if seen.gender is Gender.NEUTER:
                # An elided one opens clefts and judgements too, and says nothing.
                return ("event",) if len(word) > 3 else ()
            following = " ".join(normalise(each).lower() for each in translation.tokens[place + 1 : place + 9]) + " "
            return ("pleonastic",) if re.match(self.impersonal, following) else ("anaphoric",)
        return ()

    def likelihoods(
        self, pronoun: Mention, mentions: Sequence[Mention], translations: Sequence[Translation]
    ) -> list[float] | None:
        """How likely the pronoun's translation is for each candidate, then for none; None if it is no evidence."""
        words = translations[pronoun.sentence].words(pronoun.head)
        for word in words:
            if word in self.pronouns and (pronoun.position != "subject" or word not in self.objects):
                return self._by_agreement(self.pronouns[word], mentions, translations)
        nouns = {word for word in words if word in self.nouns}
        return self._by_noun(nouns, mentions, translations) if nouns else None

    def _by_agreement(
        self, seen: Agreement, mentions: Sequence[Mention], translations: Sequence[Translation]
    ) -> list[float] | None:
        if seen.gender is None:
            return None
        none = _PLURAL_FOR_NONE if seen.number is Number.PLURAL else _FOR_NONE[seen.gender]
        if seen.gender is Gender.NEUTER:
            return [_NEUTER_FOR_A_NOUN] * len(mentions) + [none]
        chances = []
        for mention in mentions:
            became = self._agreement(mention, translations[mention.sentence])
            chance = _UNKNOWN
            if became.gender is not None and became.gender is not Gender.NEUTER:
                chance = _AGREES if became.gender is seen.gender else _DISAGREES
            if became.number is not None and became.number is not seen.number:
                chance *= _OTHER_NUMBER
            chances.append(chance)
        return [*chances, none]

    def _by_noun(
        self, nouns: set[str], mentions: Sequence[Mention], translations: Sequence[Translation]
    ) -> list[float] | None:
        chances = [
            1.0 if nouns & set(translations[mention.sentence].words(mention.head)) else _ANOTHER_NOUN
            for mention in mentions
        ]
        return [*chances, _ANOTHER_NOUN] if 1.0 in chances else None

    def _agreement(self, mention: Mention, translation: Translation) -> Agreement:
        """Gender and number of what a mention became: a pronoun's own, or a noun's gender."""
        for word in translation.words(mention.head):
            if mention.form is not None and word in self.pronouns:
                return self.pronouns[word]
            if mention.form is None and word in self.nouns:
                return Agreement(self.nouns[word], None)
        return Agreement()
