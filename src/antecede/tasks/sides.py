"""A source and its translation from files, with places in them: one bilingual file, or one file a side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self, TypeVar

from antecede.errors import BadOption, LengthMismatch
from antecede.languages import LANGUAGES, language
from antecede.text import formats
from antecede.text.formats import Container, Region
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.pairs import Pair

__all__ = ["Sides", "refuse_other_language"]

_Sides = TypeVar("_Sides", bound="Sides")
_SAMPLE: Final = 500
_ENOUGH: Final = 20
_PLAINLY: Final = 1.6
"""So many times more words of another language than of the one that was named are plain: related ones share some."""
_WORDS: Final = 200
_LEAST_SHARE: Final = 0.02
"""Of so many words, a smaller share of a language's most frequent ones is plainly no text in it."""


@dataclass(frozen=True, slots=True)
class Sides:
    """A source and its translation, line by line."""

    pair: Pair
    text: ParallelText
    path: Path
    """The file that has the translation."""
    container: Container | None = None
    """What that file is, where it is not one sentence a line."""

    @classmethod
    def of_file(
        cls,
        pair: Pair,
        path: Path,
        *,
        format: str | None = None,  # noqa: A002 - what users say
        one_document: bool = False,
    ) -> Self:
        """Those of a bilingual file; raises `InputError` where it has no translations in the pair's languages."""
        container = formats.read(path, pair.source, format=format, one_document=one_document)
        return _checked(cls(pair, container.sides(pair.target), path, container), path)

    @classmethod
    def of_files(
        cls,
        pair: Pair,
        source: Path,
        target: Path,
        *,
        format: str | None = None,  # noqa: A002 - as above
        ids: Path | None = None,
        one_document: bool = False,
        tokenised: bool = False,
    ) -> Self:
        """Two files that translate each other: one sentence a line, or subtitles with the same sentences."""
        if format is None and not any(_in_format(path) for path in (source, target)):
            text = ParallelText.read_documents(source, target, ids=ids, one_document=one_document, tokenised=tokenised)
            return _checked(cls(pair, text, target), source)
        if ids is not None or tokenised:
            raise BadOption("--ids and --tokenized are for text with one sentence a line")
        read, container = (
            formats.read(path, code, format=format, one_document=one_document)
            for path, code in ((source, pair.source), (target, pair.target))
        )
        if len(read.sentences) != len(container.sentences):
            raise LengthMismatch(source, len(read.sentences), target, len(container.sentences))
        text = ParallelText(read.sentences, (list(container.sentences),), read.spans)
        return _checked(cls(pair, text, target, container), source)

    def region(self, line: int, start: int, end: int) -> Region:
        """Where a part of a line of the translation stands in its file; all three count from 0."""
        if self.container is None:
            return Region(line + 1, start + 1, line + 1, end + 1)
        return self.container.region(line, start, end, self.pair.target)

    def takes_notes(self, out: str) -> bool:
        """Whether a file of that name is one like this, with room for notes: by how the name ends."""
        return (
            self.container is not None
            and bool(self.container.layout.blocks)
            and out.lower().endswith(self.container.format.suffixes)
        )

    def with_notes(self, notes: Mapping[int, Sequence[str]]) -> str:
        """The bilingual file with notes on lines of its translation, and all else untouched."""
        if self.container is None:
            raise BadOption(f"{self.path}: has no place for notes: XLIFF and TMX files have")
        return self.container.with_notes(notes, self.pair.target).text


def _checked(sides: _Sides, source: Path) -> _Sides:
    refuse_other_language(sides.text.source, sides.pair.source, source, "a source")
    refuse_other_language(sides.text.targets[0], sides.pair.target, sides.path, "a translation")
    return sides


def _in_format(path: Path) -> bool:
    """Whether the name is that of a format other than text."""
    plain = {*formats.lines.FORMAT.suffixes, *formats.running.FORMAT.suffixes}
    known = {suffix for name in formats.FORMATS.names() for suffix in formats.FORMATS[name].suffixes}
    return path.suffix.lower() in known - plain


def refuse_other_language(lines: Sequence[str], code: str, origin: Path, side: str) -> None:
    """Raise `BadOption` where the words with which sentences begin are not that language's, but plainly another's."""
    words = Counter(
        word for line in lines[:_SAMPLE] for word in line.lower().replace("’", "'").replace("'", "' ").split()
    )
    shares = {name: sum(words[word.lower()] for word in language(name).sentence_starters) for name in LANGUAGES.names()}
    likeliest = max(shares, key=lambda name: shares[name])
    own = shares.get(code, 0)
    wanted = f"give {side} in {language(code).name}, or another --pair"
    if shares[likeliest] >= _ENOUGH and own * _PLAINLY < shares[likeliest]:
        raise BadOption(f"{origin}: seems to be {language(likeliest).name}, not {language(code).name}; {wanted}")
    if language(code).sentence_starters and words.total() >= _WORDS and own < _LEAST_SHARE * words.total():
        raise BadOption(f"{origin}: does not seem to be {language(code).name}; {wanted}")
