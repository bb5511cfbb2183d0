"""Analysed sentences as a few bytes a word, and back at a million words a second.

A line of header (magic, version, checksum of the rest), then zlib: a line of JSON with the distinct words, relations
and places, and arrays of indices into these lists. Version 1, which is still read, has no places.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from antecede.analysis._types import AnalysedSentence, Chunk, Word
from antecede.errors import BadFormat
from antecede.languages import Gender, Number
from antecede.text import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.text.places import Kind

_MAGIC: Final = b"antecede analysis 2"
_WITHOUT_PLACES: Final = b"antecede analysis 1"
# Far above a shard of ours, far below what would hurt.
_LARGEST: Final = 1 << 29
# sentence lengths, chunks a sentence, words, relations, steps to the head, chunks, places of the sentences.
_ARRAYS: Final = ("lengths", "chunk_counts", "words", "relations", "steps", "chunks", "places")
_KINDS: Final[dict[str, Kind]] = {"text": "text", "heading": "heading", "item": "item"}


def encode(sentences: Sequence[AnalysedSentence]) -> bytes:
    """The sentences as bytes."""
    words: dict[tuple[Any, ...], int] = {}
    relations: dict[tuple[str, str], int] = {}
    places: dict[Place, int] = {}
    columns: dict[str, list[int]] = {name: [] for name in _ARRAYS}
    for sentence in sentences:
        columns["lengths"].append(len(sentence.words))
        columns["chunk_counts"].append(len(sentence.chunks))
        columns["places"].append(places.setdefault(sentence.place, len(places)))
        for place, word in enumerate(sentence.words):
            columns["words"].append(words.setdefault(word[:6], len(words)))
            columns["relations"].append(relations.setdefault((word.relation, word.entity), len(relations)))
            columns["steps"].append(word.head - place)
        for chunk in sentence.chunks:
            columns["chunks"] += chunk
    arrays = {name: np.array(column, dtype="<i4") for name, column in columns.items()}
    tables = {
        "words": list(words),
        "relations": list(relations),
        "places": list(places),
        "sizes": [len(arrays[name]) for name in _ARRAYS],
    }
    # ASCII keeps lone surrogates, which a hostile text may hold.
    head = json.dumps(tables, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    body = zlib.compress(b"\n".join((head, b"".join(arrays[name].tobytes() for name in _ARRAYS))), level=6)
    return b"%s %s\n%s" % (_MAGIC, hashlib.sha256(body).hexdigest().encode(), body)


def is_whole(data: bytes) -> bool:
    """Whether the bytes are what `encode` gave, by their checksum."""
    header, _, body = data.partition(b"\n")
    magic, _, digest = header.rpartition(b" ")
    return magic in {_MAGIC, _WITHOUT_PLACES} and digest == hashlib.sha256(body).hexdigest().encode()


def decode(path: Path, data: bytes) -> Iterator[AnalysedSentence]:
    """The sentences one by one; `path` is for the message if they are damaged."""
    if not is_whole(data):
        raise BadFormat(path, "not an analysis of this version, or damaged: delete it and analyse again")
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(data.partition(b"\n")[2], _LARGEST)
        head, _, rest = plain.partition(b"\n")
        tables = json.loads(head)
        words = [_word(entry) for entry in tables["words"]]
        relations = [(str(relation), str(entity)) for relation, entity in tables["relations"]]
        numbers = np.frombuffer(rest, dtype="<i4")
        ends = np.cumsum(tables["sizes"]).tolist()
        # Arrays that were cut short do not fit together, which is checked.
        parts = [numbers[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        if data.startswith(_WITHOUT_PLACES):
            tables["places"] = [Place()]
            parts.append(np.zeros(len(parts[0]), dtype="<i4"))
        places = [_place(entry) for entry in tables["places"]]
        _check(parts, len(words), len(relations), len(places))
    except (ValueError, TypeError, KeyError, zlib.error, RecursionError):
        raise BadFormat(path, "not an analysis: delete it and analyse again") from None
    return _sentences(parts, words, relations, places)


def _word(entry: Sequence[Any]) -> tuple[Any, ...]:
    text, lemma, pos, gender, number, person = entry
    return (
        str(text),
        str(lemma),
        str(pos),
        None if gender is None else Gender(gender),
        None if number is None else Number(number),
        None if person is None else int(person),
    )


def _place(entry: Sequence[Any]) -> Place:
    paragraph, kind, speaker, gap = entry
    return Place(int(paragraph), _KINDS[kind], str(speaker), float(gap))


def _check(parts: Sequence[np.ndarray[Any, Any]], words: int, relations: int, places: int) -> None:
    lengths, chunk_counts, word_ids, relation_ids, steps, chunks, place_ids = parts
    if (
        len(lengths) != len(chunk_counts)
        or len(lengths) != len(place_ids)
        or (lengths < 0).any()
        or (chunk_counts < 0).any()
        or int(lengths.sum(dtype=np.int64)) != len(word_ids)
        or len(word_ids) != len(relation_ids)
        or len(word_ids) != len(steps)
        or 3 * int(chunk_counts.sum(dtype=np.int64)) != len(chunks)
        or ((word_ids < 0) | (word_ids >= words)).any()
        or ((relation_ids < 0) | (relation_ids >= relations)).any()
        or ((place_ids < 0) | (place_ids >= places)).any()
    ):
        raise ValueError
    # Heads and chunks stay in their sentence.
    starts = np.cumsum(lengths) - lengths
    own = np.repeat(np.arange(len(lengths)), lengths)
    heads = np.arange(len(steps)) - starts[own] + steps
    spans = chunks.reshape(-1, 3)
    limits = np.repeat(lengths, chunk_counts)
    if (
        ((heads < 0) | (heads >= lengths[own])).any()
        or ((spans[:, 0] < 0) | (spans[:, 0] > spans[:, 2]) | (spans[:, 2] >= spans[:, 1])).any()
        or (spans[:, 1] > limits).any()
    ):
        raise ValueError


def _sentences(
    parts: Sequence[np.ndarray[Any, Any]],
    words: list[tuple[Any, ...]],
    relations: list[tuple[str, str]],
    places: list[Place],
) -> Iterator[AnalysedSentence]:
    lengths, chunk_counts, word_ids, relation_ids, steps, chunks, place_ids = (part.tolist() for part in parts)
    rows = zip(word_ids, relation_ids, steps, strict=True)
    spans = zip(chunks[::3], chunks[1::3], chunks[2::3], strict=True)
    for length, count, at in zip(lengths, chunk_counts, place_ids, strict=True):
        yield AnalysedSentence(
            tuple(
                Word._make((*words[word], place + step, *relations[relation]))
                for place, (word, relation, step) in enumerate(islice(rows, length))
            ),
            tuple(map(Chunk._make, islice(spans, count))),
            places[at],
        )
