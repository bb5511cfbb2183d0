"""A file as its exact text and the stretches of it that contain sentences."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from antecede.errors import BadFormat
from antecede.languages import LANGUAGES, language
from antecede.text.document import Document
from antecede.text.formats._splice import Edit, apply, distribute, escape, one_line
from antecede.text.parallel import ParallelText, Span
from antecede.text.places import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path


class Escape(Enum):
    """How a stretch of a file spells its characters."""

    PLAIN = "plain"
    XML = "xml"
    CDATA = "cdata"


class Existing(StrEnum):
    """What happens to translations that a bilingual file already has; each overwrites more than the one before."""

    KEEP = "keep"
    """Whatever has words stays, and so does what is marked as finished, even if it is empty."""
    EMPTY = "empty"
    """All that is empty is filled, and what the file itself says is not translated yet is overwritten."""
    REPLACE = "replace"
    """All is overwritten."""

    def overwrites(self, other: Existing) -> bool:
        """Whether this goes at least as far as the other."""
        order = list(Existing)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the file that contains a sentence or a part of one."""

    start: int
    end: int
    text: str
    """What it says, decoded."""
    joint: str = ""
    """What the sentence has between this piece and the next: a space for a line break, nothing for a tag."""
    escape: Escape = Escape.PLAIN
    gap: int = 0
    """How many characters after it are deleted when it becomes empty, so that subtitles get no blank line."""
    wrap: tuple[str, str] = ("", "")
    """What must stand around it once it is no longer empty."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence and where it stands."""

    text: str
    pieces: tuple[Piece, ...]
    document: str = ""
    """The id of its document; a new document starts where it changes."""
    part: int = 0
    """Which part of the file it stands in: where this changes a new document starts, too, even one of the same id."""
    marks: tuple[Edit, ...] = ()
    """What else must change with it: marks that would call the new text finished."""
    place: Place = Place()
    """Where it stands; its paragraph need only differ from that of its neighbours, and is counted in the document."""


class Region(NamedTuple):
    """A stretch of a file: lines and characters count from 1, and the end is the first character after it."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class NotePlace:
    """Where notes on a translation go, for programs that show them: what is replaced, and what is put around them."""

    start: int
    end: int
    opening: str
    """What stands before each note, and `closing` after it."""
    closing: str
    before: str = ""
    """What stands before all the notes that go there, and `after` after them."""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a translation goes: what it replaces, and what is put around it."""

    start: int
    end: int
    before: str = ""
    after: str = ""
    language: str | None = None
    """The language that stands there already; `None`: room for any."""
    text: str = ""
    """The words that stand there already."""
    needs: Existing = Existing.KEEP
    """The setting that writing here requires."""
    marks: tuple[Edit, ...] = ()
    """As in `Segment`."""
    note: NotePlace | None = None
    """Where a note on the translation goes; nowhere if the format has no notes."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a bilingual file that is copied, with its tags, to make a translation."""

    start: int
    end: int
    segments: range
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """What a reader finds in a file."""

    segments: tuple[Segment, ...]
    blocks: tuple[Block, ...] = ()
    notes: tuple[Slot, ...] = ()
    """Where a bilingual file that does not name the other language gets its name."""
    running: bool = False
    """Whether the document is the text itself, with what stands between the sentences."""
    languages: tuple[str, str] = ("", "")
    """From which language to which a bilingual file goes as a whole, where it says so."""


def language_name(code: str) -> str:
    """How people call a language; its code in quotes if it is not described."""
    return language(code).name if code in LANGUAGES else f"'{code}'"


@dataclass(frozen=True, slots=True)
class Origin:
    """A reader's input besides the text: file name for messages, language to read, documents."""

    path: Path | str
    language: str
    ids: tuple[str, ...] | None = None
    one_document: bool = False
    """Whether all sentences are one document, whatever boundaries there are."""
    target: str = ""
    """The language to translate into, where that is what the file is read for."""

    def nothing(self) -> str:
        """What a bilingual file without the language lacks, for messages."""
        wanted = language_name(self.target or self.language)
        return f"nothing to translate into {wanted}" if self.target else f"nothing in {wanted}"


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its names, and how to find the sentences."""

    names: tuple[str, ...]
    suffixes: tuple[str, ...]
    read: Callable[[str, Origin], Layout]
    xml_roots: frozenset[str] = frozenset()
    """The root elements that identify the format, where the file name does not."""
    shows: Callable[[str], bool] | None = None
    """Whether a text is certainly of this format, whatever its name; called for text that is not XML."""


@dataclass(frozen=True)
class Container:
    """A file that was read: the exact text, and the sentences in it."""

    text: str
    format: Format
    origin: Origin

    @cached_property
    def layout(self) -> Layout:
        """The sentences with their places, found when they are first asked for: what is only written is not parsed."""
        return self.format.read(self.text, self.origin)

    @property
    def language(self) -> str:
        return self.origin.language

    @property
    def sentences(self) -> tuple[str, ...]:
        """The text of every sentence, document after document."""
        return tuple(segment.text for segment in self.layout.segments)

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The documents, tokenised."""
        return tuple(self._documents())

    def kept(self, language: str, existing: Existing = Existing.KEEP) -> dict[int, str]:
        """The translations into the language that `with_sentences` leaves as they are, by index of the sentence."""
        if language == self.language:
            return {}
        chosen = [(block, self._slot(block, language)) for block in self.layout.blocks]
        return {
            index: slot.text
            for block, slot in chosen
            if not existing.overwrites(slot.needs)
            for index in block.segments
        }

    def sides(self, language: str) -> ParallelText:
        """What was read beside its translations into the language, which a bilingual file has; empty where it has none.

        Raises `BadFormat` if the file has no translation at all, or goes in another direction.
        """
        source, other = self.layout.languages
        if source != self.language and other == self.language:
            problem = f"goes from '{source}' to '{other}', not from '{self.language}' to '{language}'"
            raise BadFormat(self.origin.path, problem)
        targets = [""] * len(self.layout.segments)
        for block in self.layout.blocks:
            for index in block.segments:
                targets[index] = self._slot(block, language).text
        if not any(targets):
            problem = f"has no translation into '{language}'; give a file that has, or the two sides in a file each"
            raise BadFormat(self.origin.path, problem)
        return ParallelText(self.sentences, (targets,), self.spans)

    def region(self, index: int, start: int, end: int, language: str) -> Region:
        """Where a part of a sentence's translation stands in the file, or, in a file that has no other side, of itself.

        Of a sentence with markup or escaped characters inside it is all of the sentence.
        """
        slot = self._slot_of(index, language)
        if slot is None:
            segment = self.layout.segments[index]
            first, last, text = segment.pieces[0].start, segment.pieces[-1].end, segment.text
        else:
            first, last, text = slot.start, slot.end, slot.text
        at = self.text.find(text, first, last) if text else -1
        if at >= 0:
            first, last = at + start, at + end
        return Region(*self._line_and_column(first), *self._line_and_column(last))

    def _line_and_column(self, place: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, place)
        return line, place - self._line_starts[line - 1] + 1

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(at + 1 for at, character in enumerate(self.text) if character == "\n")]

    @property
    def spans(self) -> tuple[Span, ...]:
        """Which of the sentences each document has."""
        segments = self.layout.segments
        if self.layout.running or self.origin.one_document:
            return (Span(segments[0].document if segments else "", 0, len(segments)),)
        found, start = [], 0
        for (_, name), group in groupby(segments, key=lambda segment: (segment.part, segment.document)):
            end = start + sum(1 for _ in group)
            found.append(Span(name, start, end))
            start = end
        return tuple(found)

    def with_notes(self, notes: Mapping[int, Sequence[str]], language: str) -> Container:
        """The file with notes on the translations of sentences, by index, and all else untouched.

        A note that stands there already is not written again. Raises `BadFormat` if the format has no notes.
        """
        placed: dict[NotePlace, list[str]] = {}
        for index, texts in sorted(notes.items()):
            slot = self._slot_of(index, language)
            if slot is None or slot.note is None:
                raise BadFormat(self.origin.path, "has no place for notes: XLIFF and TMX files have")
            made = [slot.note.opening + escape(one_line(text), Escape.XML.value) + slot.note.closing for text in texts]
            placed.setdefault(slot.note, []).extend(each for each in made if not self._stands(slot.note, each))
        edits = [
            Edit(place.start, place.end, place.before + "".join(made) + place.after)
            for place, made in placed.items()
            if made
        ]
        return replace(self, text=apply(self.text, edits))

    def _stands(self, place: NotePlace, made: str) -> bool:
        """Whether a note is among those that were put at its place before."""
        after = place.start
        while self.text.startswith(place.opening, after) and not self.text.startswith(made, after):
            after = self.text.index(place.closing, after) + len(place.closing)
        return self.text.startswith(made, after)

    def _slot_of(self, index: int, language: str) -> Slot | None:
        at = bisect_right(self.layout.blocks, index, key=lambda block: block.segments.start) - 1
        if at < 0 or index not in self.layout.blocks[at].segments:
            return None
        return self._slot(self.layout.blocks[at], language)

    def with_sentences(
        self, texts: Sequence[str], language: str | None = None, *, existing: Existing = Existing.KEEP
    ) -> Container:
        """The file with other sentences in the same places: one for each of `sentences`, in their order.

        With another `language` the texts are translations: a bilingual file (TMX, XLIFF, WMT) gets them on that
        language's side, which is made where it is missing, and keeps what was read; any other file has its sentences
        replaced. Markup inside a sentence is kept, between the words that stand at the same share of its length.
        `existing` says what happens to translations that TMX and XLIFF files already have; one that is overwritten is
        no longer marked as finished.
        """
        segments = self.layout.segments
        if len(texts) != len(segments):
            raise ValueError(f"{len(texts)} texts for {len(segments)} sentences")
        other_side = language is not None and language != self.language and bool(self.layout.blocks)
        if other_side:
            edits = [
                edit
                for block in self.layout.blocks
                for edit in self._translation(block, texts, self._slot(block, str(language)), str(language), existing)
            ]
            edits += [
                Edit(note.start, note.end, note.before.replace("{language}", str(language)))
                for note in self.layout.notes
            ]
        else:
            edits = [
                edit for segment, text in zip(segments, texts, strict=True) for edit in self._replacement(segment, text)
            ]
        text = apply(self.text, edits)
        return Container(text, self.format, replace(self.origin, language=language or self.language))

    def _documents(self) -> Iterator[Document]:
        if self.layout.running:
            spans = [(piece.start, piece.end) for segment in self.layout.segments for piece in segment.pieces]
            yield Document.from_spans(self.text, self.language, spans, places=_counted(self.layout.segments))
        else:
            for span in self.spans:
                yield self._document(span.id, self.layout.segments[span.lines])

    def _document(self, name: str, segments: tuple[Segment, ...]) -> Document:
        texts = [segment.text for segment in segments]
        return Document.from_lines(texts, self.language, id=name, places=_counted(segments))

    def _replacement(self, segment: Segment, text: str) -> Iterator[Edit]:
        if text == segment.text:
            return
        yield from segment.marks
        shares = distribute(text, [(piece.text, piece.joint) for piece in segment.pieces])
        for piece, share in zip(segment.pieces, shares, strict=True):
            if share:
                before, after = piece.wrap
                if share != piece.text:
                    yield Edit(piece.start, piece.end, before + escape(share, piece.escape.value) + after)
            elif piece.text:
                yield Edit(piece.start, piece.end + piece.gap, "")

    def _slot(self, block: Block, language: str) -> Slot:
        """Where a translation into the language goes."""
        for wanted in (language, None):
            for slot in block.slots:
                if slot.language == wanted:
                    return slot
        there = ", ".join(sorted({f"'{slot.language}'" for slot in block.slots}))
        raise BadFormat(self.origin.path, f"has its translations in {there}, and no room for '{language}'")

    def _translation(
        self, block: Block, texts: Sequence[str], slot: Slot, language: str, existing: Existing
    ) -> Iterator[Edit]:
        if not existing.overwrites(slot.needs):
            return
        edits = [
            Edit(edit.start - block.start, edit.end - block.start, edit.text)
            for index in block.segments
            for edit in self._replacement(self.layout.segments[index], texts[index])
        ]
        copy = apply(self.text[block.start : block.end], edits)
        made = slot.before.replace("{language}", language) + copy + slot.after
        # An unchanged translation keeps its review marks.
        if made != self.text[slot.start : slot.end]:
            yield from slot.marks
            yield Edit(slot.start, slot.end, made)


def _counted(segments: Sequence[Segment]) -> list[Place]:
    """The places of a document's sentences; where several are made one, each begins a paragraph."""
    places: list[Place] = []
    around, paragraph = None, -1
    for segment in segments:
        here = (segment.part, segment.document, segment.place.paragraph)
        if here != around:
            around, paragraph = here, paragraph + 1
        places.append(segment.place._replace(paragraph=paragraph))
    return places
