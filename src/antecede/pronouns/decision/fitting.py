"""Which pronouns of a translation agree with a noun: by what the noun became, or by what it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from antecede.languages import Gender, Number
from antecede.pronouns.target.groups import joined_agreement
from antecede.pronouns.target.heads import target_heads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.analysis import AnalysedDocument
    from antecede.coreference import Antecedent
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair, TargetClass
    from antecede.pronouns.target.heads import TargetHeads
    from antecede.pronouns.target.projection import Projected

__all__ = ["ByNature", "ByTranslation", "Fitting", "fitting"]


class Fitting(Protocol):
    """Something that knows how likely a noun wants each of some pronouns."""

    def shares(self, noun: Antecedent, now: TargetClass, group: Sequence[TargetClass]) -> Mapping[str, float]:
        """By the name of a class; what is missing to 1 is not known. `now` is what the translation has."""
        ...

    def became(self, noun: Antecedent) -> Projected | None:
        """The target word that the noun became, where that decides."""
        ...

    def nouns(self, sentence: int) -> Sequence[tuple[int, Gender, Number | None]]:
        """The nouns of a translated sentence with their gender, where that decides."""
        ...


@dataclass(frozen=True, slots=True)
class ByTranslation:
    """Pronouns agree with what their antecedent became: *la maison ... elle*."""

    heads: TargetHeads
    sentences: Sequence[Hypothesis]
    analysis: AnalysedDocument
    _kept: dict[tuple[int, int, int], Projected | None] = field(default_factory=dict)
    _nouns: dict[int, list[tuple[int, Gender, Number | None]]] = field(default_factory=dict)

    def became(self, noun: Antecedent) -> Projected | None:
        """As `Fitting`."""
        key = noun.sentence, noun.start, noun.head
        if key not in self._kept:
            self._kept[key] = self._found(noun)
        return self._kept[key]

    def _found(self, noun: Antecedent) -> Projected | None:
        sentence = self.sentences[noun.sentence]
        found = self.heads.find(noun, sentence)

        def gender(head: int) -> Gender | None:
            member = self.heads.find(replace(noun, start=head, end=head + 1, head=head, number=None), sentence)
            return None if member is None or member.pronoun else member.agreement.gender

        joined = None if found is None else joined_agreement(noun, self.analysis, gender)
        return found if found is None or joined is None else found._replace(agreement=joined)

    def shares(self, noun: Antecedent, now: TargetClass, group: Sequence[TargetClass]) -> Mapping[str, float]:
        """As `Fitting`; a noun of unknown number has that of the pronoun."""
        found = self.became(noun)
        if found is None or found.pronoun or found.agreement.gender is None:
            return {}
        number = found.agreement.number or now.number
        return {
            each.name: 1.0 for each in group if each.gender is found.agreement.gender and each.number in {number, None}
        }

    def nouns(self, sentence: int) -> Sequence[tuple[int, Gender, Number | None]]:
        """As `Fitting`."""
        if sentence < 0:
            return ()
        if sentence not in self._nouns:
            tokens = self.sentences[sentence].tokens
            known = ((place, self.heads.words.look_up(tokens, place)) for place in range(len(tokens)))
            self._nouns[sentence] = [
                (place, word[0].gender, word[0].number)
                for place, word in known
                if word is not None and not word[1] and word[0].gender is not None
            ]
        return self._nouns[sentence]


@dataclass(frozen=True, slots=True)
class ByNature:
    """Pronouns agree with what their antecedent is: a man, a woman, a thing, several."""

    def became(self, noun: Antecedent) -> Projected | None:
        """As `Fitting`: nothing has to be known of it."""
        del noun
        return None

    def shares(self, noun: Antecedent, now: TargetClass, group: Sequence[TargetClass]) -> Mapping[str, float]:
        """As `Fitting`."""
        if noun.number is Number.PLURAL:
            return {each.name: 1.0 for each in group if each.number is Number.PLURAL}
        if noun.human is None:
            return {}
        genders = {Gender.NEUTER} if not noun.human else {noun.gender} - {None, Gender.NEUTER}
        fitting = [each.name for each in group if each.gender is not None and each.number is not Number.PLURAL]
        if not genders:  # a person, man or woman
            wanted = [each.name for each in group if each.name in fitting and each.gender is not Gender.NEUTER]
            return dict.fromkeys(wanted, 1.0 / len(wanted)) if wanted and now.name not in wanted else {}
        return {each.name: 1.0 for each in group if each.name in fitting and each.gender in genders}

    def nouns(self, sentence: int) -> Sequence[tuple[int, Gender, Number | None]]:
        """As `Fitting`: grammatical gender says nothing here."""
        del sentence
        return ()


def fitting(pair: Pair, sentences: Sequence[Hypothesis], analysis: AnalysedDocument) -> Fitting:
    """How pronouns of a pair agree, in a translated document."""
    if not pair.agrees_with_translation:
        return ByNature()
    return ByTranslation(target_heads(pair.target), sentences, analysis)
