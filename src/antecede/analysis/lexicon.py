"""Inflected words of a language: what a form may be, and the other forms of its lemma."""

from __future__ import annotations

import re
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.analysis._table import Table, write_table
from antecede.errors import ResourceError
from antecede.files import read_text
from antecede.languages import Agreement, Gender, Inflections, Number
from antecede.languages import language as described
from antecede.resources import default_resource, home, locate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GENDERS: Final = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
_NUMBERS: Final = {"s": Number.SINGULAR, "p": Number.PLURAL}
_LETTERS: Final = {value: letter for letter, value in (_GENDERS | _NUMBERS).items()}
# The Lefff's classes that we read, and our letter for each.
_CLASSES: Final = {"nc": "n", "np": "p", "adj": "a", "v": "v", "auxAvoir": "v", "auxEtre": "v", "adv": "r"}
_FINITE: Final = re.compile(r"([PFIJTSC]+)([123]+)([sp])")
# Tenses of the Lefff, the more frequent first: present, imperfect, future, conditional, past, subjunctives.
_TENSES: Final = "PIFCJST"
# Compiled tables of another version are rebuilt, and so are those made before their source was checked.
_VERSION: Final = 2


class _Reading(NamedTuple):
    """One thing that a form may be."""

    kind: str
    tag: str
    lemma: str


def has_lexicon(language: str) -> bool:
    """Whether a language has a lexicon: its own, or one that can be fetched."""
    return described(language).lexicon is not None or default_resource("lexicon", language) is not None


@cache
def lexicon(language: str) -> Inflections:
    """The language's own lexicon, or the one that is known for it; raises `ResourceError` where there is none.

    The latter is fetched and compiled if this is its first use; later uses take milliseconds.
    """
    if (own := described(language).lexicon) is not None:
        return own()
    wanted = default_resource("lexicon", language)
    if wanted is None:
        raise ResourceError(f"no lexicon is known for '{language}'")
    path = home() / f"{wanted.name}-{wanted.version}.table"
    key = f"{wanted.sha256}-{_VERSION}"
    try:
        return Lexicon(Table(path, key))
    except ResourceError:
        # Missing or damaged: it is rebuilt from a source file that is complete.
        write_table(path, key, _compiled(next(locate(wanted).glob("*.mlex"))))
        return Lexicon(Table(path, key))


class Lexicon(Inflections):
    """Nouns, adjectives, participles and verbs by form; forms are lower-case with the straight apostrophe."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def nouns(self, form: str) -> tuple[Agreement, ...]:
        """Gender and number of each noun that the form may be; what a form does not tell is None."""
        return tuple(dict.fromkeys(_agreement(reading.tag) for reading in self._readings(form, "n")))

    def names(self, form: str) -> tuple[Agreement, ...]:
        """Gender and number of each proper name that the form may be."""
        return tuple(dict.fromkeys(_agreement(reading.tag) for reading in self._readings(form, "p")))

    def agreeing(self, form: str) -> bool:
        """Whether it may be an adjective or a past participle."""
        return bool(self._agreeing(form))

    def adverb(self, form: str) -> bool:
        """Whether it may be an adverb."""
        return bool(self._readings(form, "r"))

    def infinitive(self, form: str) -> bool:
        """Whether it may be an infinitive."""
        return any(reading.tag == "W" for reading in self._readings(form, "v"))

    def participle(self, form: str) -> frozenset[str]:
        """The verbs (infinitives) of which it is a past participle."""
        return frozenset(reading.lemma for reading in self._readings(form, "v") if reading.tag.startswith("K"))

    def finite(self, form: str) -> frozenset[str]:
        """The verbs (infinitives) of which it is a finite form, of any person."""
        return frozenset(
            reading.lemma for reading in self._readings(form, "v") if _FINITE.fullmatch(reading.tag) is not None
        )

    def inflect(self, form: str, gender: Gender, number: Number) -> str | None:
        """The adjective or past participle in that gender and number; none where the lexicon does not say."""
        readings = self._agreeing(form)
        if any(_fits(reading.tag, gender, number) for reading in readings):
            return form
        for reading in readings:
            forms = [
                other
                for tag, other in self._paradigm(reading.kind, reading.lemma)
                if tag.startswith("K") == reading.tag.startswith("K")
                and _fits(tag, gender, number)
                and not other.endswith("'")  # *grand'* stands in compounds only
            ]
            if forms:
                # The lemma where it fits: *beau*, not the *bel* that stands before vowels. Otherwise the most alike:
                # *petite* for *petit*, not *p'tite*.
                return reading.lemma if reading.lemma in forms else max(forms, key=lambda other: _alike(form, other))
        return None

    def conjugate(self, form: str, number: Number) -> str | None:
        """The form of the third person in that number, in the same tense; none where the lexicon does not say."""
        tenses = []
        for reading in self._readings(form, "v"):
            if tense := _FINITE.fullmatch(reading.tag):
                tenses += [(_TENSES.index(letter), letter, reading.lemma) for letter in tense[1]]
        for _, letter, lemma in sorted(tenses):
            for tag, other in self._paradigm("v", lemma):
                parts = _FINITE.fullmatch(tag)
                if parts and letter in parts[1] and "3" in parts[2] and parts[3] == _LETTERS[number]:
                    return other
        return None

    def _agreeing(self, form: str) -> list[_Reading]:
        """Adjectives first, then participles that are adjectives, then others."""
        verbs = [reading for reading in self._readings(form, "v") if reading.tag.startswith("K")]
        return sorted(self._readings(form, "a"), key=lambda reading: reading.tag.startswith("K")) + verbs

    def _readings(self, form: str, kind: str) -> list[_Reading]:
        # The Lefff has *oeuvre*, texts have *œuvre*.
        fields = self._table.get(form) or self._table.get(form.replace("œ", "oe"))
        return [
            _Reading(*reading)
            for reading in zip(fields[::3], fields[1::3], fields[2::3], strict=True)
            if reading[0] == kind
        ]

    def _paradigm(self, kind: str, lemma: str) -> Iterator[tuple[str, str]]:
        fields = self._table.get(f"={kind}={lemma}")
        return zip(fields[::2], fields[1::2], strict=True)


def _compiled(path: Path) -> dict[str, list[str]]:
    """The readings of each form, and the forms of each lemma, from the Lefff's lines: form, class, lemma, tag."""
    rows: dict[str, list[str]] = {}
    for line in read_text(path).split("\n"):
        fields = line.split("\t")
        if len(fields) != 4 or fields[1] not in _CLASSES:
            continue
        kind, lemma, tag = _CLASSES[fields[1]], fields[2], fields[3]
        form = fields[0].lower()
        rows.setdefault(form, []).extend((kind, tag, lemma))
        if kind in {"a", "v"}:
            rows.setdefault(f"={kind}={lemma}", []).extend((tag, form))
    return rows


@cache
def _alike(form: str, other: str) -> int:
    """How many letters two forms have in common from the start."""
    return sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], zip(form, other, strict=False)))


def _agreement(tag: str) -> Agreement:
    letters = tag.removeprefix("K")
    gender = next((_GENDERS[letter] for letter in letters if letter in _GENDERS), None)
    return Agreement(gender, next((_NUMBERS[letter] for letter in letters if letter in _NUMBERS), None))


def _fits(tag: str, gender: Gender, number: Number) -> bool:
    own = _agreement(tag)
    return own.gender in {None, gender} and own.number in {None, number}
