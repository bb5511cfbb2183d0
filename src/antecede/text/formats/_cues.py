"""Sentences that run through the cues of subtitles."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.text.formats._container import Escape, Layout, Piece, Segment
from antecede.text.formats._splice import unescape
from antecede.text.places import Place
from antecede.text.segmentation import split_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A longer silence than this ends a sentence that no mark has ended.
_PAUSE: Final = 4.0
_TIME: Final = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMING: Final = re.compile(rf"^[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}[^\n]*\n?", re.MULTILINE)
_BLANK: Final = re.compile(r"^[ \t\r]*(?:\n|\Z)", re.MULTILINE)
_NUMBER: Final = re.compile(r"\d+\s*\Z")  # of the next cue, where no blank line comes before it
_SPEAKER: Final = re.compile(r"[-–—]\s*\S")
# One to three words in capitals and a colon, after a dash or without.
_NAME: Final = re.compile(
    r"(?:[-–—]\s{0,9})?([A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ0-9.'’-]{0,20}(?: [A-ZÀ-ÖØ-Þ0-9.'’-]{1,20}){0,2}):(?:\s|\Z)"
)
_VOICE: Final = re.compile(r"<(?:v(?:\.[^\s<>]*)?\s+([^<>]*)|/v\s*)>")
_REFERENCE: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,4});")


class Cue(NamedTuple):
    """When a cue is shown, and where its lines stand."""

    begins: float
    ends: float
    start: int
    end: int


def cues(text: str) -> Iterator[Cue]:
    """The cues of an SRT or VTT file: a line of times, then text until a blank line."""
    timings = list(_TIMING.finditer(text))
    limits = (*(timing.start() for timing in timings[1:]), len(text))
    for timing, limit in zip(timings, limits, strict=False):
        blank = _BLANK.search(text, timing.end(), limit)
        end = blank.start() if blank else limit
        if end == limit < len(text):
            end = timing.end() + len(_NUMBER.sub("", text[timing.end() : end]))
        numbers = [int(field or 0) for field in timing.groups()]
        yield Cue(_seconds(*numbers[:4]), _seconds(*numbers[4:]), timing.end(), end)


def layout(text: str, shown: Iterable[Cue], markup: re.Pattern[str], escape: Escape, language: str) -> Layout:
    """The sentences, split where marks, long pauses and new speakers say so, each with its place in every cue.

    A long pause and a new speaker begin a paragraph. Who speaks is what `<v Name>` or a name in capitals and a colon
    say, until the paragraph ends.
    """
    flow = _Flow()
    last_end: float | None = None
    for cue in shown:
        if cue.begins - (last_end or 0.0) > _PAUSE:
            flow.end_paragraph()
        flow.next_cue(0.0 if last_end is None else max(0.0, cue.begins - last_end))
        last_end = cue.ends
        for start, end in _lines(text, cue):
            if _SPEAKER.match(text, start, end):
                flow.end_paragraph()
            flow.end_line()
            flow.next_run(cue.end)
            if name := _NAME.match(markup.sub("", text[start:end])):
                flow.next_speaker(name[1])
            done = start
            for tag in markup.finditer(text, start, end):
                flow.add(text, done, tag.start(), escape)
                flow.next_run(cue.end)
                if voice := _VOICE.fullmatch(tag[0]):
                    flow.next_speaker(unescape(voice[1].strip())) if voice[1] else flow.end_speaker()
                done = tag.end()
            flow.add(text, done, end, escape)
    spans = split_sentences(flow.text, language)
    places = flow.places(spans)
    return Layout(
        tuple(
            replace(flow.segment(text, start, end, escape), place=place)
            for (start, end), place in zip(spans, places, strict=True)
        )
    )


def _lines(text: str, cue: Cue) -> Iterator[tuple[int, int]]:
    start = cue.start
    while start < cue.end:
        feed = text.find("\n", start, cue.end)
        end = cue.end if feed < 0 else feed
        line = text[start:end].rstrip()
        yield start + len(line) - len(line.lstrip()), start + len(line)
        start = end + 1


def _gap(text: str, start: int, cue_end: int) -> int:
    """The white space before more of the same cue; none at its end, which must stay."""
    end = start
    while end < cue_end and text[end].isspace():
        end += 1
    return end - start if end < cue_end else 0


def _seconds(hours: int, minutes: int, seconds: int, thousandths: int) -> float:
    return hours * 3600 + minutes * 60 + seconds + thousandths / 1000


class _Flow:
    """The words of all cues as one text, and where each of its characters stands in the file."""

    def __init__(self) -> None:
        self._characters: list[str] = []
        self._spans: list[tuple[int, int]] = []
        self._runs: list[int] = []
        self._cue_ends: list[int] = []
        # Where paragraphs and cues begin, with their speaker and the silence before them.
        self._turns: list[tuple[int, str]] = [(0, "")]
        self._cues: list[tuple[int, float]] = [(0, 0.0)]
        self._ended = False

    @property
    def text(self) -> str:
        return "".join(self._characters)

    def next_run(self, cue_end: int) -> None:
        """Start a run: markup or a line break separates what follows from what came before."""
        self._cue_ends.append(cue_end)

    def next_cue(self, silence: float) -> None:
        self._cues.append((len(self._characters), silence))

    def next_speaker(self, name: str) -> None:
        """What follows is said by somebody; if by somebody else than before, it is a paragraph."""
        self._ended = False
        if name != self._turns[-1][1]:
            self._turns.append((len(self._characters), name))

    def end_speaker(self) -> None:
        """What follows is said by nobody who is named, unless the same speaker goes on."""
        self._ended = True

    def end_line(self) -> None:
        if self._characters and not self._characters[-1].isspace():
            self._between(" ")

    def end_paragraph(self) -> None:
        self._between("\n\n")
        self._turns.append((len(self._characters), ""))
        self._ended = False

    def add(self, raw: str, start: int, end: int, escape: Escape) -> None:
        if self._ended and raw[start:end].strip():
            self.next_speaker("")
        while start < end:
            reference = _REFERENCE.match(raw, start, end) if escape is Escape.XML else None
            spelled = raw[start : reference.end()] if reference else raw[start]
            said = unescape(spelled) if reference else spelled
            if len(said) > 1:
                spelled = said = raw[start]
            self._characters.append(said)
            self._spans.append((start, start + len(spelled)))
            self._runs.append(len(self._cue_ends) - 1)
            start += len(spelled)

    def places(self, spans: Iterable[tuple[int, int]]) -> Iterator[Place]:
        """Where the sentences stand; a silence counts for the first that starts in the cue after it."""
        done = 0
        for start, end in spans:
            turn = bisect_right(self._turns, start, key=itemgetter(0)) - 1
            begins, silence = self._cues[bisect_right(self._cues, start, key=itemgetter(0)) - 1]
            yield Place(turn, "text", self._turns[turn][1], round(silence, 3) if begins >= done else 0.0)
            done = end

    def segment(self, raw: str, start: int, end: int, escape: Escape) -> Segment:
        """The sentence of that stretch of the flow, in pieces that have no markup or line break inside."""
        pieces: list[Piece] = []
        while start < end:
            stop = start
            while stop < end and self._runs[stop] == self._runs[start]:
                stop += 1
            said = "".join(self._characters[start:stop])
            if said.isspace():
                pieces[-1] = replace(pieces[-1], joint=" ")
            else:
                first, last = self._spans[start][0], self._spans[stop - 1][1]
                gap = _gap(raw, last, self._cue_ends[self._runs[start]])
                pieces.append(Piece(first, last, said, escape=escape, gap=gap))
            start = stop
        return Segment("".join(piece.text + piece.joint for piece in pieces), tuple(pieces))

    def _between(self, separator: str) -> None:
        self._characters.extend(separator)
        self._spans.extend((0, 0) for _ in separator)
        self._runs.extend(-1 for _ in separator)
