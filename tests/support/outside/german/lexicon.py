"""A lexicon that is a table: nouns with gender, number and case, and the third persons of verbs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from antecede.languages import Agreement, Gender, GrammaticalCase, Inflections, Number

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Words(Inflections):
    """What `words.tsv` says; of all else nothing is known."""

    nouns_by_form: Mapping[str, tuple[Agreement, ...]]
    verbs: Mapping[str, tuple[str, str, str]]
    """Infinitive, singular and plural, by each of the finite forms."""

    @classmethod
    def read(cls) -> Words:
        """The table beside this file: noun, form, gender, number, case; or verb, infinitive, singular, plural."""
        nouns: dict[str, tuple[Agreement, ...]] = {}
        verbs: dict[str, tuple[str, str, str]] = {}
        for line in files(__package__).joinpath("words.tsv").read_text(encoding="utf-8").splitlines():
            kind, *fields = line.split("\t")
            if kind == "noun":
                form, gender, number, *case = fields
                told = Agreement(Gender(gender), Number(number), GrammaticalCase(case[0]) if case else None)
                nouns[form] = (*nouns.get(form, ()), told)
            else:
                infinitive, singular, plural = fields
                verbs |= dict.fromkeys((singular, plural), (infinitive, singular, plural))
        return cls(nouns, verbs)

    def nouns(self, form: str) -> tuple[Agreement, ...]:
        return self.nouns_by_form.get(form, ())

    def finite(self, form: str) -> frozenset[str]:
        return frozenset({self.verbs[form][0]}) if form in self.verbs else frozenset()

    def conjugate(self, form: str, number: Number) -> str | None:
        return self.verbs[form][1 + (number is Number.PLURAL)] if form in self.verbs else None
