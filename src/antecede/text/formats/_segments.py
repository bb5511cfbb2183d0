"""The text of one XML element, separated from the markup inside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.text.formats._container import Escape, Piece, Segment, Slot
from antecede.text.formats._runs import Run, segment
from antecede.text.formats._xml import Start, Text

if TYPE_CHECKING:
    from antecede.text.formats._xml import Event

# Elements of TMX and XLIFF whose content is foreign markup, not text.
_CODES: Final = frozenset(["bpt", "ept", "ph", "it", "ut", "sub"])


class Reading:
    """Collects one element's runs of text; feed it every event from after its start until `finished`."""

    def __init__(self, opening: Start) -> None:
        self._wrap = (">", f"</{opening.prefix}{opening.name}>")
        self.start = self.end = opening.end
        self.closes_itself = opening.closes
        self.finished = False
        self._runs: list[Run] = []
        self._open: list[str] = []

    def feed(self, event: Event) -> None:
        if isinstance(event, Text):
            if not any(name in _CODES for name in self._open):
                self._add(event)
        elif isinstance(event, Start):
            self._open.append(event.name)
        elif self._open:
            self._open.pop()
        else:
            self.end = event.start
            self.finished = True

    def segment(self, raw: str, document: str = "") -> Segment:
        """The sentence; where there is none, its place is the end of the element."""
        empty = Piece(self.end, self.end, "", escape=Escape.XML)
        if self.closes_itself:
            empty = Piece(self.end - 2, self.end, "", escape=Escape.XML, wrap=self._wrap)
        return segment(raw, self._runs, document=document, empty=empty)

    def slot(self, language: str | None = None) -> Slot:
        """Where a translation takes the place of the content; an empty tag is opened for it."""
        if self.closes_itself:
            return Slot(self.end - 2, self.end, *self._wrap, language)
        return Slot(self.start, self.end, language=language)

    def holds(self, raw: str, source: Segment) -> bool:
        """Whether this is a translation of the source: words, or whatever else there is where the source has none."""
        return bool(self.segment(raw).text or (not source.text and raw[self.start : self.end].strip()))

    def _add(self, event: Text) -> None:
        if self._runs and self._runs[-1].end == event.start and self._runs[-1].escape is event.escape:
            self._runs[-1] = Run(self._runs[-1].start, event.end, event.escape)
        else:
            self._runs.append(Run(*event))
