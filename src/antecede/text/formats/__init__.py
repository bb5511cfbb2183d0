"""Files that contain sentences: read any of them, change the sentences, and write it with all else untouched.

A format is a module of this folder that defines a FORMAT, or an entry point of the group `antecede.text.formats`.

>>> known_formats()
('lines', 'running', 'sgm', 'iwslt', 'srt', 'tmx', 'vtt', 'wmt', 'xliff')
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from antecede import files
from antecede.errors import BadFormat, BadOption, UnreadableFile
from antecede.registry import Registry
from antecede.text.formats import lines, running
from antecede.text.formats._container import Container, Existing, Format, Origin, Region
from antecede.text.parallel import are_undivided, read_ids, warn_undivided

__all__ = ["FORMATS", "Container", "Existing", "Format", "Region", "known_formats", "parse", "read", "write"]


def _unknown(name: str, known: tuple[str, ...]) -> BadOption:
    return BadOption(f"unknown format '{name}': the formats are {', '.join(known)}")


FORMATS: Final = Registry(__name__, "FORMAT", Format, _unknown)
# Programs write XML without line breaks; people do not write text that way.
_LONGEST_XML_LINE: Final = 64 << 20
_LARGEST_FILE: Final = 1 << 30
_PIPED: Final = f"{files.STANDARD_INPUT}.txt"
_LOOKS_LIKE_XML: Final = re.compile(r"\ufeff?\s{0,1000}<[?!A-Za-z]")
_ROOT: Final = re.compile(r"<(?:[A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)")


def read(
    path: Path | str,
    language: str,
    *,
    format: str | None = None,  # noqa: A002 - what users say
    ids: Path | str | None = None,
    one_document: bool = False,
    target: str = "",
    warn: bool = False,
) -> Container:
    """The file's sentences in the language, and all that is needed to write it again.

    The format is what the content shows (XML by its root, subtitles by their first lines), else what the name says:
    `.txt` and `.md` are running text, any other name is one sentence a line. `ids` has the document of each line in
    its first tab-separated field, and makes the file one sentence a line. `-` is standard input: running text, unless
    the content shows something else. `target` is the language of translations, where it is read for them. With
    `one_document` all sentences are one, whatever boundaries there are. With `warn` a warning says so if many lines
    have no boundary; running text and subtitles are one document by nature.
    """
    if str(path) == "-":
        text = files.read_standard_input(largest=_LARGEST_FILE, longest_line=_LONGEST_XML_LINE)
        path = _PIPED
    else:
        text = files.read_text(path, largest=_LARGEST_FILE, longest_line=_LONGEST_XML_LINE)
    names = tuple(read_ids(ids)) if ids is not None else None
    container = parse(text, language, format=format, path=path, ids=names, one_document=one_document, target=target)
    if warn and container.format is lines.FORMAT and ids is None and not one_document:
        sentences = container.sentences
        if len({segment.document for segment in container.layout.segments}) == 1 and are_undivided(sentences, [0]):
            warn_undivided(path, len(sentences))
    return container


def parse(
    text: str,
    language: str,
    *,
    format: str | None = None,  # noqa: A002 - as above
    path: Path | str = "<text>",
    ids: tuple[str, ...] | None = None,
    one_document: bool = False,
    target: str = "",
) -> Container:
    """As `read`, for text in memory; `path` is its name in messages."""
    if not text.removeprefix("\ufeff"):
        raise UnreadableFile(path, "is empty")
    chosen = _by_name(format) if format else lines.FORMAT if ids is not None else _guess(text, path)
    if ids is not None and chosen is not lines.FORMAT:
        raise BadOption(f"{path}: document ids are for one sentence a line, but the format is {chosen.names[0]}")
    if not chosen.xml_roots:
        files.refuse_endless_lines(path, text, "\n")
    origin = Origin(path, language, ids, one_document, target)
    container = Container(text, chosen, origin)
    # Asked for at once, so that a malformed file is refused where it is read.
    _ = container.layout
    return container


def write(container: Container, path: Path | str) -> None:
    """Write the file completely or not at all; an unchanged container gives the same bytes."""
    files.write_text(path, container.text)


def known_formats() -> tuple[str, ...]:
    """The names that `format` takes."""
    return tuple(name for known in _formats() for name in known.names)


def _formats() -> tuple[Format, ...]:
    return tuple(FORMATS[name] for name in FORMATS.names())


def _by_name(name: str) -> Format:
    for known in _formats():
        if name in known.names:
            return known
    raise _unknown(name, known_formats())


def _guess(text: str, path: Path | str) -> Format:
    suffix = Path(path).suffix.lower()
    for known in _formats():
        if suffix in known.suffixes and known is not running.FORMAT:
            return known
    if suffix == ".xml" or _LOOKS_LIKE_XML.match(text):
        name = _root(text)
        for known in _formats():
            if name.lower() in known.xml_roots:
                return known
        if suffix == ".xml":
            problem = f"is XML of an unknown kind, <{name}>; the formats are {', '.join(known_formats())}"
            raise BadFormat(path, problem)
    for known in _formats():
        if known.shows is not None and known.shows(text):
            return known
    return running.FORMAT if suffix in running.FORMAT.suffixes else lines.FORMAT


def _root(text: str) -> str:
    """The first element's name, without its prefix; comments before it are skipped."""
    start = 0
    while (comment := text.find("<!--", start, start + 1000)) >= 0:
        match = _ROOT.search(text, start, comment)
        if match:
            return match[1]
        start = text.find("-->", comment)
        if start < 0:
            return ""
    match = _ROOT.search(text, start, start + 10_000)
    return match[1] if match else ""
