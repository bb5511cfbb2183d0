"""Resolved documents as JSON: written by `antecede resolve`, read again as given antecedents.

`{"documents": [{"id", "sentences": [[tokens]], "pronouns": [{"sentence", "token", "text", "position", "function",
"antecedents", "none", "event", "paragraph"}]}]}`; sentences and tokens count from 0, `end` is exclusive, and what is
unknown is null. `event` is the likeliest clause that a pronoun takes up. A pronoun has the `kind` and the `speaker` of
its sentence where these are known. A document that is more than one paragraph of text has `places`, one for each
sentence.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from antecede.coreference._json_checks import Checked
from antecede.coreference._types import Anaphor, Antecedent, Clause, Function
from antecede.coreference.given import GivenDocument
from antecede.errors import BadFormat
from antecede.files import read_text, writable
from antecede.languages import Gender, Number
from antecede.text import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import TextIO

    from antecede.coreference._types import Position, ResolvedDocument
    from antecede.text.places import Kind

# Programs write JSON without line breaks.
LONGEST_LINE: Final = 256 << 20
_LARGEST_FILE: Final = 1 << 30
_POSITIONS: Final[dict[str, Position]] = {"subject": "subject", "object": "object", "other": "other"}
_KINDS: Final[dict[str, Kind]] = {"text": "text", "heading": "heading", "item": "item"}
_MOST_PARAGRAPHS: Final = 1 << 31
_START: Final = '{"documents": ['
_NEXT: Final = ",\n"
_END: Final = "\n]}\n"
# Probabilities that others rounded still count as summing to one.
_SUM_TOLERANCE: Final = 0.01


def to_json(documents: Iterable[ResolvedDocument]) -> Iterator[str]:
    """The JSON text in pieces, a document a line, so that no more than one document need be held."""
    yield _START
    separator = "\n"
    for document in documents:
        yield separator + json.dumps(document_part(document), ensure_ascii=False)
        separator = _NEXT
    yield _END


class JsonWriter:
    """Writes documents one by one to a file that is there only when all of them are."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        # What begins the file comes with the first document: nothing is printed of input that turns out to be bad.
        self._before = _START + "\n"

    @classmethod
    @contextmanager
    def to(cls, path: Path | str) -> Iterator[JsonWriter]:
        """A writer to the file of that name; `-` is the output stream."""
        with writable(path) as file:
            writer = cls(file)
            yield writer
            file.write((_START if writer._before != _NEXT else "") + _END)

    def add(self, document: ResolvedDocument) -> None:
        """The next document."""
        self._file.write(self._before + json.dumps(document_part(document), ensure_ascii=False))
        self._before = _NEXT


def document_part(document: ResolvedDocument) -> dict[str, Any]:
    """A document, its tokens and its pronouns."""
    sentences = document.analysis.sentences
    places = [sentence.place for sentence in sentences]
    return {
        "id": document.analysis.id,
        "sentences": [list(sentence.tokens) for sentence in sentences],
        **({"places": [_place_part(place) for place in places]} if set(places) - {Place()} else {}),
        "pronouns": [anaphor_part(one) | _standing_part(places[one.sentence]) for one in document.anaphors],
    }


def anaphor_part(anaphor: Anaphor) -> dict[str, Any]:
    """A pronoun, and what it may stand for."""
    return {
        "sentence": anaphor.sentence,
        "token": anaphor.token,
        "text": anaphor.text,
        "position": anaphor.position,
        "function": function_part(anaphor.function),
        "antecedents": antecedents_part(anaphor.antecedents),
        "none": anaphor.none,
        "event": anaphor.events[0]._asdict() if anaphor.events else None,
    }


def _standing_part(place: Place) -> dict[str, Any]:
    """Where a pronoun's sentence stands: its paragraph, and what else is known."""
    kind = {"kind": place.kind} if place.kind != "text" else {}
    speaker = {"speaker": place.speaker} if place.speaker else {}
    return {"paragraph": place.paragraph, **kind, **speaker}


def _place_part(place: Place) -> dict[str, Any]:
    """Where a sentence stands, the silence before it included."""
    return _standing_part(place) | ({"gap": place.gap} if place.gap else {})


def function_part(function: Function) -> dict[str, float]:
    """What a pronoun does, as three probabilities."""
    return {"anaphoric": function.anaphoric, "event": function.event, "pleonastic": function.pleonastic}


def antecedents_part(antecedents: Iterable[Antecedent]) -> list[dict[str, Any]]:
    """The mentions that a pronoun may stand for, as they come."""
    return [
        {
            "sentence": antecedent.sentence,
            "start": antecedent.start,
            "end": antecedent.end,
            "head": antecedent.head,
            "text": antecedent.text,
            "gender": antecedent.gender,
            "number": antecedent.number,
            "human": antecedent.human,
            "probability": antecedent.probability,
        }
        for antecedent in antecedents
    ]


def read(path: Path | str) -> tuple[GivenDocument, ...]:
    """The documents of such a file, from any program; `head`, `text` and what is null may be left out."""
    text = read_text(path, largest=_LARGEST_FILE, longest_line=LONGEST_LINE)
    try:
        content = json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise BadFormat(path, f"is not JSON: {error.msg.lower()}", line=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise BadFormat(path, f"is not JSON that can be read: {error}") from None
    top = Checked(path, "", content)
    documents = [_document(entry) for entry in top.entries("documents")]
    return tuple(documents)


def _document(entry: Checked) -> GivenDocument:
    sentences = entry.token_lists("sentences")
    anaphors = [_anaphor(pronoun, sentences) for pronoun in entry.entries("pronouns")]
    anaphors.sort(key=lambda anaphor: (anaphor.sentence, anaphor.token))
    for one, other in pairwise(anaphors):
        if (one.sentence, one.token) == (other.sentence, other.token):
            raise entry.problem(f"sentence {one.sentence}, token {one.token} is listed twice among the pronouns")
    return GivenDocument(
        entry.text("id", default=""), sentences, tuple(anaphors), entry.path, places=_places(entry, len(sentences))
    )


def _places(entry: Checked, sentences: int) -> tuple[Place, ...]:
    """Where the sentences stand, if that is said: files of other programs and of older versions do not."""
    places = tuple(_place(one) for one in entry.entries("places"))
    if places and len(places) != sentences:
        raise entry.problem(f"'places' has {len(places)} items for {sentences} sentences; each sentence needs one")
    return places


def _place(entry: Checked) -> Place:
    kind = _KINDS.get(entry.text("kind", default="text"))
    if kind is None:
        raise entry.problem(f"'kind' is none of {', '.join(_KINDS)}")
    paragraph = entry.integer("paragraph", below=_MOST_PARAGRAPHS)
    return Place(paragraph, kind, entry.text("speaker", default=""), entry.seconds("gap"))


def _anaphor(entry: Checked, sentences: tuple[tuple[str, ...], ...]) -> Anaphor:
    sentence = entry.integer("sentence", below=len(sentences))
    token = entry.integer("token", below=len(sentences[sentence]))
    text = entry.text("text", default=sentences[sentence][token])
    if text != sentences[sentence][token]:
        raise entry.problem(f"'text' is '{text}', but token {token} is '{sentences[sentence][token]}'")
    antecedents = [_antecedent(one, sentences) for one in entry.entries("antecedents")]
    antecedents.sort(key=lambda antecedent: -antecedent.probability)
    known = sum(antecedent.probability for antecedent in antecedents)
    none = entry.probability("none", default=max(1 - known, 0.0))
    total = known + none
    if abs(total - 1) > _SUM_TOLERANCE:
        raise entry.problem(f"the probabilities of the antecedents and 'none' sum to {total:.4g}; they must sum to 1")
    position = _POSITIONS.get(entry.text("position", default="other"))
    if position is None:
        raise entry.problem(f"'position' is none of {', '.join(_POSITIONS)}")
    return Anaphor(
        sentence, token, text, position, _function(entry), tuple(antecedents), none, _events(entry, sentences)
    )


def _events(entry: Checked, sentences: tuple[tuple[str, ...], ...]) -> tuple[Clause, ...]:
    event = entry.entry("event")
    if event is None:
        return ()
    sentence = event.integer("sentence", below=len(sentences))
    head = event.integer("head", below=len(sentences[sentence]))
    text = event.text("text", default=sentences[sentence][head])
    return (Clause(sentence, head, text, event.probability("probability")),)


def _function(entry: Checked) -> Function:
    function = entry.entry("function")
    if function is None:
        return Function()
    result = Function(*(function.probability(name, default=0.0) for name in ("anaphoric", "event", "pleonastic")))
    total = result.anaphoric + result.event + result.pleonastic
    if abs(total - 1) > _SUM_TOLERANCE:
        raise function.problem(f"the probabilities sum to {total:.4g}; they must sum to 1")
    return result


def _antecedent(entry: Checked, sentences: tuple[tuple[str, ...], ...]) -> Antecedent:
    sentence = entry.integer("sentence", below=len(sentences))
    tokens = sentences[sentence]
    start = entry.integer("start", below=len(tokens))
    end = entry.integer("end", below=len(tokens) + 1)
    if end <= start:
        raise entry.problem(f"'end' is {end}, which is not after 'start', {start}; it is exclusive")
    head = entry.integer("head", below=end, default=end - 1)
    if head < start:
        raise entry.problem(f"'head' is {head}, which is before 'start', {start}")
    return Antecedent(
        sentence,
        start,
        end,
        head,
        entry.text("text", default=" ".join(tokens[start:end])),
        entry.choice("gender", Gender),
        entry.choice("number", Number),
        entry.truth("human"),
        entry.probability("probability"),
    )


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")
