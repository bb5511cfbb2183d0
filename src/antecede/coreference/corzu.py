"""CorZu's antecedent candidates as a resolver, so that the Spanish paper can be repeated with its own resolution.

A file has one JSON object a line: `doc`, `pronoun` as a list and each of `candidates` as `[score, list]`, where a list
is `[mention, sentence, first token, last token, part of speech, person, gender, number, role, animacy, head, verb,
class of the name, -, lemma]`. Sentences and tokens count from 1 in another tokenisation, so that pronouns are matched
by form and order, and mentions by lemma.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.coreference._types import Anaphor, Antecedent, Function, ResolvedDocument
from antecede.errors import BadFormat
from antecede.languages import Gender, Number
from antecede.smt.corpus import read_lines
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument, AnalysedSentence

__all__ = ["CorzuResolver", "read_candidates"]

# What the paper keeps: candidates with at least this share of the best score, and at least so many of them.
_LEAST_SHARE: Final = 0.01
_LEAST_KEPT: Final = 2
# How far sentences may have drifted.
_DRIFT: Final = 3
_GENDERS: Final = {"MASC": Gender.MASCULINE, "FEM": Gender.FEMININE, "NEUT": Gender.NEUTER}
_NUMBERS: Final = {"SG": Number.SINGULAR, "PL": Number.PLURAL}
_FIELDS: Final = 15


class _Mention(NamedTuple):
    sentence: int
    start: int
    end: int
    part: str
    gender: Gender | None
    number: Number | None
    human: bool
    lemma: str
    subject: bool


class _Row(NamedTuple):
    """A pronoun of the file with its candidates and their scores."""

    pronoun: _Mention
    candidates: tuple[tuple[float, _Mention], ...]


def read_candidates(path: Path) -> dict[str, list[_Row]]:
    """The rows of each document, in the file's order."""
    found: dict[str, list[_Row]] = defaultdict(list)
    for number, line in enumerate(read_lines(path), start=1):
        try:
            told = json.loads(line)
            candidates = tuple((float(score), _mention(fields)) for score, fields in told["candidates"])
            found[str(told["doc"])].append(_Row(_mention(told["pronoun"]), candidates))
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            raise BadFormat(path, "is no row of CorZu's candidates", line=number) from None
    return dict(found)


@dataclass(frozen=True, slots=True)
class CorzuResolver:
    """Resolves documents that CorZu resolved, by their ids; the pronouns it left out have no antecedent."""

    rows: Mapping[str, Sequence[_Row]]
    pronouns: Mapping[str, tuple[str, Number | None]]
    """The lemma and number that the file has for each form."""

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document's pronouns with CorZu's candidates, their scores normalised."""
        ours = [
            (number, token)
            for number, sentence in enumerate(document.sentences)
            for token, word in enumerate(sentence.words)
            if normalise(word.text) in self.pronouns
        ]
        forms = [self.pronouns[normalise(document.sentences[s].words[t].text)] for s, t in ours]
        rows = [row for row in self.rows.get(document.id, ()) if (row.pronoun.lemma, row.pronoun.number) in forms]
        matched = dict(_match([(s, form) for (s, _), form in zip(ours, forms, strict=True)], rows))
        anaphors = tuple(
            _anaphor(document, sentence, token, matched.get(number)) for number, (sentence, token) in enumerate(ours)
        )
        return ResolvedDocument(document, anaphors)


def _mention(fields: Sequence[Any]) -> _Mention:
    if len(fields) != _FIELDS:
        raise ValueError("a mention has another number of fields")
    human = fields[9] == "ANIM" or fields[12] == "person"
    return _Mention(
        int(fields[1]) - 1,
        int(fields[2]) - 1,
        int(fields[3]),
        str(fields[4]),
        _GENDERS.get(fields[6]),
        _NUMBERS.get(fields[7]),
        human,
        str(fields[14]).rpartition("_")[2],
        fields[8] == "suj",
    )


def _match(ours: Sequence[tuple[int, tuple[str, Number | None]]], rows: Sequence[_Row]) -> list[tuple[int, _Row]]:
    """Pronouns of ours with their rows: as many as fit in both orders, as close together as can be."""
    width = len(rows) + 1
    best = [[0.0] * width for _ in range(len(ours) + 1)]
    for i, (sentence, form) in enumerate(ours, start=1):
        for j, row in enumerate(rows, start=1):
            gain = max(best[i - 1][j], best[i][j - 1])
            drift = abs(row.pronoun.sentence - sentence)
            if (row.pronoun.lemma, row.pronoun.number) == form and drift <= _DRIFT:
                gain = max(gain, best[i - 1][j - 1] + 1.0 - 0.2 * drift)
            best[i][j] = gain
    found, i, j = [], len(ours), len(rows)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            found.append((i, rows[j]))
    return found[::-1]


def _anaphor(document: AnalysedDocument, sentence: int, token: int, row: _Row | None) -> Anaphor:
    text = document.sentences[sentence].words[token].text
    anaphor = Anaphor(sentence, token, text, "other", Function(), (), 1.0)
    if row is None:
        return anaphor
    if row.pronoun.subject:
        anaphor = replace(anaphor, position="subject")
    ranked = sorted(row.candidates, key=lambda candidate: -candidate[0])
    kept = [
        candidate
        for number, candidate in enumerate(ranked)
        if number < _LEAST_KEPT or candidate[0] >= _LEAST_SHARE * ranked[0][0]
    ]
    total = sum(score for score, _ in kept)
    if not total > 0:
        return anaphor
    shift = sentence - row.pronoun.sentence
    antecedents = tuple(_antecedent(document.sentences, mention, shift, score / total) for score, mention in kept)
    return replace(anaphor, antecedents=antecedents, none=0.0)


def _antecedent(sentences: Sequence[AnalysedSentence], mention: _Mention, shift: int, probability: float) -> Antecedent:
    """The mention among our tokens: the word with its lemma's beginning that is closest, or the place that was told."""
    number = min(max(mention.sentence + shift, 0), len(sentences) - 1)
    tokens = sentences[number].tokens
    stem = normalise(mention.lemma)[:4]
    places = [place for place, token in enumerate(tokens) if normalise(token).startswith(stem)] if stem else []
    last = max(len(tokens) - 1, 0)
    head = min(places, key=lambda place: abs(place - mention.start), default=min(max(mention.start, 0), last))
    return Antecedent(
        number,
        head,
        min(head + 1, len(tokens)),
        head,
        tokens[head] if tokens else "",
        mention.gender,
        mention.number,
        mention.human,
        probability,
    )
