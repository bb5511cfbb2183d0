"""CorZu's antecedent candidates as JSON lines: a pronoun a line, each candidate with its score.

Sentences and tokens count from 1 in CorZu's own tokenisation, whose text is not in the file: pronouns are matched by
form and order, candidates by the form of their head near the place that is given.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.coreference._types import Anaphor, Antecedent, Function, ResolvedDocument
from antecede.coreference.describing import Describer
from antecede.coreference.given import MisfitAntecedents
from antecede.errors import BadFormat
from antecede.files import read_text
from antecede.languages import Gender, Number, language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument
    from antecede.coreference._types import Resolver

_FIELDS: Final = 15
_LARGEST_PLACE: Final = 1_000_000
# As in the paper: candidates with a hundredth of the best score, and at least two.
_WORTH_KEEPING: Final = 0.01
_AT_LEAST: Final = 2
# What it costs to leave a pronoun unmatched, where a step between sentences costs one: drift is seldom larger.
_UNMATCHED: Final = 3.0
_TOKEN_STEP: Final = 0.05
_MOST_TOKEN_STEPS: Final = 20
_GENDERS: Final = {"MASC": Gender.MASCULINE, "FEM": Gender.FEMININE, "NEUT": Gender.NEUTER}
_NUMBERS: Final = {"SG": Number.SINGULAR, "PL": Number.PLURAL}


class Markable(NamedTuple):
    """A pronoun or a candidate, in CorZu's counting made to start at 0."""

    sentence: int
    start: int
    end: int
    gender: Gender | None
    number: Number | None
    human: bool
    lemma: str


class Row(NamedTuple):
    """A pronoun and its candidates with their scores, the best first."""

    pronoun: Markable
    candidates: tuple[tuple[float, Markable], ...]


class CorZuResolver:
    """Resolves the pronouns that CorZu resolved as it did, and all others as another resolver does."""

    def __init__(self, rows: Mapping[str, Sequence[Row]], base: Resolver, path: Path | str = "<corzu>") -> None:
        self._rows = rows
        self._base = base
        self._path = path

    @classmethod
    def read(cls, path: Path | str, base: Resolver) -> CorZuResolver:
        """The candidates in a file."""
        return cls(read_rows(path), base, path)

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with CorZu's antecedents; a document that the file does not have is an error."""
        if document.id not in self._rows:
            raise MisfitAntecedents(self._path, document.id, "is not in the file; CorZu's rows name documents by id")
        base = self._base.resolve(document)
        found = {(anaphor.sentence, anaphor.token): anaphor for anaphor in base.anaphors}
        describer = Describer(document)
        for (sentence, token), row in _matched(document, self._rows[document.id]):
            antecedents, none = _antecedents(document, row, sentence - row.pronoun.sentence, describer)
            text = document.sentences[sentence].words[token].text
            position = describer.position(sentence, token)
            found[sentence, token] = Anaphor(sentence, token, text, position, Function(), antecedents, none)
        return ResolvedDocument(document, tuple(found[place] for place in sorted(found)))


def read_rows(path: Path | str) -> dict[str, list[Row]]:
    """Each document's rows, in the order of the text."""
    found: dict[str, list[Row]] = defaultdict(list)
    for number, line in enumerate(read_text(path).removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            content = json.loads(line)
            candidates = [(float(score), _markable(one)) for score, one in content["candidates"]]
            row = Row(_markable(content["pronoun"]), _kept(candidates))
            found[str(content["doc"])].append(row)
        except (ValueError, KeyError, TypeError, IndexError, RecursionError, OverflowError):
            problem = "is not a row of CorZu's candidates: doc, pronoun and candidates are needed"
            raise BadFormat(path, problem, line=number) from None
    for rows in found.values():
        rows.sort(key=lambda row: (row.pronoun.sentence, row.pronoun.start))
    return dict(found)


def _markable(fields: Sequence[Any]) -> Markable:
    if not isinstance(fields, list) or len(fields) != _FIELDS:
        raise ValueError(fields)
    sentence, start, end = (int(place) - 1 for place in fields[1:4])
    if not (0 <= sentence < _LARGEST_PLACE and 0 <= start <= end < _LARGEST_PLACE):
        raise ValueError(fields)
    human = fields[9] == "ANIM" or fields[12] == "person"
    gender, number = _GENDERS.get(str(fields[6])), _NUMBERS.get(str(fields[7]))
    return Markable(sentence, start, end + 1, gender, number, human, str(fields[14]).lower())


def _kept(candidates: list[tuple[float, Markable]]) -> tuple[tuple[float, Markable], ...]:
    ordered = sorted((one for one in candidates if one[0] > 0), key=lambda one: -one[0])
    return tuple(
        one for rank, one in enumerate(ordered) if rank < _AT_LEAST or one[0] >= _WORTH_KEEPING * ordered[0][0]
    )


def _matched(document: AnalysedDocument, rows: Sequence[Row]) -> list[tuple[tuple[int, int], Row]]:
    """Our pronouns and CorZu's in the same order, with as little drift as possible: an edit distance."""
    reference = language(document.language).reference
    ours: list[tuple[int, int, frozenset[str]]] = []
    for number, sentence in enumerate(document.sentences):
        for token, word in enumerate(sentence.words):
            lower = word.text.lower()
            if reference is not None and lower in reference.resolved and lower in reference.pronouns:
                # CorZu names a pronoun by its form or by the first form of its paradigm.
                ours.append((number, token, frozenset({lower, reference.pronouns[lower].group})))
    names = frozenset().union(*(names for *_, names in ours))
    theirs = [row for row in rows if _group(row) in names]
    costs = [[(column * _UNMATCHED) for column in range(len(theirs) + 1)]]
    for place in ours:
        above = costs[-1]
        line = [above[0] + _UNMATCHED]
        for column, row in enumerate(theirs):
            diagonal = above[column] + _cost(place, row)
            line.append(min(diagonal, above[column + 1] + _UNMATCHED, line[column] + _UNMATCHED))
        costs.append(line)
    found: list[tuple[tuple[int, int], Row]] = []
    at, column = len(ours), len(theirs)
    while at and column:
        place, row = ours[at - 1], theirs[column - 1]
        if costs[at][column] == costs[at - 1][column - 1] + _cost(place, row):
            found.append((place[:2], row))
            at, column = at - 1, column - 1
        elif costs[at][column] == costs[at - 1][column] + _UNMATCHED:
            at -= 1
        else:
            column -= 1
    return found


def _group(row: Row) -> str:
    """The pronoun without the article that CorZu joins to it."""
    return row.pronoun.lemma.rpartition("_")[2]


def _cost(place: tuple[int, int, frozenset[str]], row: Row) -> float:
    if _group(row) not in place[2]:
        return 2 * _UNMATCHED + 1  # dearer than leaving both
    far = abs(place[0] - row.pronoun.sentence)
    return far + _TOKEN_STEP * min(abs(place[1] - row.pronoun.start), _MOST_TOKEN_STEPS)


def _antecedents(
    document: AnalysedDocument, row: Row, drift: int, describer: Describer
) -> tuple[tuple[Antecedent, ...], float]:
    total = sum(score for score, _ in row.candidates)
    if not total:
        return (), 1.0
    found: dict[tuple[int, int], Antecedent] = {}
    none = 0.0
    for score, candidate in row.candidates:
        sentence = candidate.sentence + drift
        if not 0 <= sentence < len(document.sentences) or not document.sentences[sentence].words:
            none += score / total
            continue
        words = document.sentences[sentence].words
        head = _head([word.text.lower() for word in words], [word.lemma.lower() for word in words], candidate)
        width = candidate.end - candidate.start
        start, end = describer.span(sentence, head) if width > 1 else (head, head + 1)
        text = " ".join(word.text for word in words[start:end])
        probability = score / total
        if (sentence, head) in found:
            probability += found[sentence, head].probability
        found[sentence, head] = Antecedent(
            sentence, start, end, head, text, candidate.gender, candidate.number, candidate.human, probability
        )
    return tuple(sorted(found.values(), key=lambda one: -one.probability)), none


def _head(forms: Sequence[str], lemmas: Sequence[str], candidate: Markable) -> int:
    """The token nearest to the given place that has the head's form; the place itself where none has it."""
    wanted = candidate.lemma.partition("_")[0]
    places = [token for token in range(len(forms)) if wanted in {forms[token], lemmas[token]}]
    if not places:
        return min(candidate.start, len(forms) - 1)
    return min(places, key=lambda token: (abs(token - candidate.start), token))
