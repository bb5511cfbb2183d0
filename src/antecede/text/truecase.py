"""The case that words have inside sentences, learnt from text: a first *The* becomes *the*, *Paris* stays *Paris*."""

from __future__ import annotations

import lzma
from collections import Counter
from typing import TYPE_CHECKING, Final, Self

from antecede.errors import ResourceError
from antecede.files import write_all
from antecede.files.packed import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

_HEADER: Final = "# antecede truecaser 1: form, times seen inside sentences"
_PACKED: Final = ".xz"
# A small compressed file may decompress to any size.
_MOST_FORMS: Final = 10_000_000
_ENDS: Final = frozenset([".", "!", "?", "...", "…"])
# After these one cannot tell whether a sentence starts, so nothing is learnt there.
_MAYBE: Final = frozenset([":", ";", "-", "–", "—", "•"])


class Truecaser:
    """The most frequent form of each word, whatever its case."""

    __slots__ = ("_best", "forms")

    def __init__(self, forms: Mapping[str, int]) -> None:
        """Take how often each form was seen inside sentences."""
        self.forms: Mapping[str, int] = dict(forms)
        self._best: dict[str, str] = {}
        # The first of equally frequent forms in the order of their letters: capitals, so that a name stays one.
        for form in sorted(self.forms, key=lambda form: (-self.forms[form], form)):
            self._best.setdefault(form.lower(), form)

    @classmethod
    def learn(cls, sentences: Iterable[Sequence[str]]) -> Self:
        """Count the words that do not start a sentence.

        >>> Truecaser.learn([["The", "cat", "saw", "the", "NATO"]]).apply(["The", "nato", "cat"])
        ['the', 'NATO', 'cat']
        """
        counts: Counter[str] = Counter()
        for sentence in sentences:
            counts.update(word for word, start in zip(sentence, _starts(sentence), strict=True) if start is False)
        return cls({form: count for form, count in counts.items() if form.lower() != form.upper()})

    def apply(self, sentence: Sequence[str]) -> list[str]:
        """The sentence with the case of each first word, and of each form never seen, as it is inside sentences.

        A word that was never seen in any case keeps its own.
        """
        return [
            word if start is not True and word in self.forms else self._best.get(word.lower(), word)
            for word, start in zip(sentence, _starts(sentence), strict=True)
        ]

    def write(self, path: Path | str) -> None:
        """Write the forms as text, the most frequent first; compressed if the name ends in `.xz`."""
        ranked = sorted(self.forms.items(), key=lambda entry: (-entry[1], entry[0]))
        text = "\n".join([_HEADER, *(f"{form}\t{count}" for form, count in ranked), ""])
        write_all({path: lzma.compress(text.encode(), preset=9) if str(path).endswith(_PACKED) else text})

    @classmethod
    def read(cls, path: Path | str) -> Self:
        """Read what `write` wrote."""
        lines = read_lines(path)
        if next(lines, None) != _HEADER:
            raise ResourceError(f"{path}: is not a truecaser of this version; train the model again")
        forms: dict[str, int] = {}
        for line_number, line in enumerate(lines, start=2):
            form, tab, count = line.partition("\t")
            if not (form and tab and count.isdecimal()) or line_number > _MOST_FORMS:
                raise ResourceError(f"{path}, line {line_number}: is damaged; train the model again")
            forms[form] = int(count)
        return cls(forms)


def capitalise(sentence: Sequence[str]) -> list[str]:
    """The sentence with capitals where sentences start: what truecasing took from the output.

    >>> capitalise(["«", "l'", "été", "est", "là", ".", "il", "pleut", "."])
    ['«', "L'", 'été', 'est', 'là', '.', 'Il', 'pleut', '.']
    """
    return [
        word[:1].upper() + word[1:] if start is True else word
        for word, start in zip(sentence, _starts(sentence), strict=True)
    ]


def _starts(sentence: Sequence[str]) -> Iterator[bool | None]:
    """Whether each word starts a sentence; None where one cannot tell, or where it is no word."""
    state: bool | None = True
    for word in sentence:
        if word in _ENDS:
            yield None
            state = True
        elif word in _MAYBE:
            yield None
            state = None
        elif any(character.isalnum() for character in word):
            yield state
            state = False
        else:
            # Quotes and brackets: the word after them may be the first.
            yield None
