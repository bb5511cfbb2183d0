"""Pronouns with known functions and antecedents: readers of ParCor, GUM, EWT and the hand-labelled *it*."""

from __future__ import annotations

import json
import lzma
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from antecede.analysis.analyser import Settings
from antecede.analysis.store import analyse_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument

    Place = tuple[int, int]

FORMS = ("it", "they")
LABELS = {"nominal_ref": "anaphoric", "pleonastic_ref": "pleonastic", "event_ref": "event"}


@dataclass(frozen=True, slots=True)
class Item:
    """A pronoun with what annotators say of it; `rest` is a function that is not pleonastic."""

    place: Place
    form: str
    function: str
    chain: frozenset[Place] = frozenset()
    """The tokens of the other mentions of its chain."""
    nominal: frozenset[Place] = frozenset()
    """Those of them that are not pronouns or clauses."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A document, and its pronouns."""

    id: str
    sentences: Sequence[Sequence[str]]
    items: list[Item] = field(default_factory=list)


def analysed(golds: Sequence[Gold], folder: Path) -> list[AnalysedDocument]:
    """The documents with their analysis, kept in a folder so that it is made once."""
    # A token with a blank inside would be two.
    lines = [" ".join(token.replace(" ", "_") for token in tokens) for gold in golds for tokens in gold.sentences]
    ids = [gold.id for gold in golds for _ in gold.sentences]
    store = analyse_text(lines, folder, Settings("en"), ids=ids, tokenised=True)
    return list(store.documents())


def read_parcor(data: Path) -> list[Gold]:
    """ParCor's TED talks."""
    with (data / "coref" / "parcor-ted.en.jsonl").open(encoding="utf-8") as file:
        return [_talk(json.loads(line)) for line in file]


def _talk(talk: dict[str, Any]) -> Gold:
    tokens: Sequence[str] = talk["tokens"]
    bounds: list[tuple[int, int]] = talk["sentences"]
    places = places_of(bounds)
    chains: dict[str, list[dict[str, Any]]] = {}
    for mention in talk["mentions"]:
        chains.setdefault(mention.get("chain") or "", []).append(mention)
    gold = Gold(str(talk["doc"]), [tokens[start:end] for start, end in bounds])
    for mention in talk["mentions"]:
        spans: list[tuple[int, int]] = mention["spans"]
        start, end = spans[0]
        if len(spans) > 1 or end != start + 1 or tokens[start].lower() not in FORMS:
            continue
        others = [other for other in chains.get(mention.get("chain") or "", []) if other is not mention]
        if not mention.get("chain"):
            others = []
        nominal = [other for other in others if other.get("mention") not in {"pronoun", "clause"}]
        gold.items.append(
            Item(
                places[start],
                tokens[start].lower(),
                _parcor_function(mention),
                tokens_of(others, places),
                tokens_of(nominal, places),
            )
        )
    return gold


def _parcor_function(mention: dict[str, Any]) -> str:
    kind = mention.get("type")
    if kind == "pleonastic":
        return "pleonastic"
    if mention.get("antetype") == "event":
        return "event"
    return "anaphoric" if kind in {"anaphoric", "cataphoric", "antecedent"} else "rest"


def places_of(bounds: Sequence[tuple[int, int]]) -> dict[int, Place]:
    """The sentence and the place in it of each token of a document, whose sentences have these bounds."""
    return {token: (number, token - start) for number, (start, end) in enumerate(bounds) for token in range(start, end)}


def tokens_of(mentions: Iterable[dict[str, Any]], places: dict[int, Place]) -> frozenset[Place]:
    """The tokens of mentions, by sentence and place in it."""
    return frozenset(
        places[token]
        for mention in mentions
        for start, end in mention["spans"]
        for token in range(int(start), int(end))
        if token in places
    )


def read_treebank(path: Path) -> Iterator[tuple[str, list[list[list[str]]]]]:
    """The documents of a CoNLL-U file: for each its name and sentences of rows."""
    name = ""
    sentences: list[list[list[str]]] = []
    rows: list[list[str]] = []
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.startswith("# newdoc"):
                if sentences:
                    yield name, sentences
                name, sentences = line.split("=")[-1].strip(), []
            elif line[0].isdigit():
                row = line.rstrip("\n").split("\t")
                if row[0].isdigit():
                    rows.append(row)
            elif not line.strip() and rows:
                sentences.append(rows)
                rows = []
    yield name, sentences


def read_ewt(data: Path, part: str) -> list[Gold]:
    """EWT's sentences with *it*, which is pleonastic where it is labelled `expl`."""
    golds = []
    for name, sentences in read_treebank(data / "ud" / f"en_ewt-{part}.conllu.xz"):
        gold = Gold(name, [])
        kept = [rows for rows in sentences if any(row[1].lower() == "it" for row in rows)]
        for number, rows in enumerate(kept):
            gold.sentences.append([row[1] for row in rows])  # type: ignore[attr-defined]
            for token, row in enumerate(rows):
                if row[1].lower() == "it" and row[3] == "PRON":
                    gold.items.append(
                        Item((number, token), "it", "pleonastic" if row[7].startswith("expl") else "rest")
                    )
        if kept:
            golds.append(gold)
    return golds


def read_manual(data: Path) -> list[Gold]:
    """The 400 hand-labelled *it*, each with its own sentence only."""
    golds = []
    lines = (data / "it-function" / "manual.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for number, line in enumerate(lines):
        fields = line.split("\t")
        sentences: list[list[str]] = [[]]
        for token in fields[1].strip().strip('"').split():
            sentences[-1].append(token)
            if token in {".", "?", "!"}:
                sentences.append([])
        sentence = next(tokens for tokens in sentences if any(token.startswith("__") for token in tokens))
        place = next(place for place, token in enumerate(sentence) if token.startswith("__"))
        words = [token.strip("_") if token.startswith("__") else token for token in sentence]
        golds.append(Gold(str(number), [words], [Item((0, place), "it", LABELS[fields[8].strip()])]))
    return golds


def read_gum(data: Path, part: str) -> list[Gold]:
    """GUM's documents; an *it* whose chain starts from a verb is an event, one without a chain is `rest`."""
    return [_gum(name, rows) for name, rows in read_treebank(data / "ud" / f"en_gum-{part}.conllu.xz")]


def _gum(name: str, sentences: list[list[list[str]]]) -> Gold:
    mentions = list(_entities(sentences))
    chains: dict[str, list[tuple[int, int, int]]] = {}
    for chain, span in mentions:
        chains.setdefault(chain, []).append(span)
    single = {(span[0], span[1]): chain for chain, span in mentions if span[2] == span[1] + 1}
    gold = Gold(name, [[row[1] for row in rows] for rows in sentences])
    for number, rows in enumerate(sentences):
        for token, row in enumerate(rows):
            if row[1].lower() not in FORMS or row[3] != "PRON":
                continue
            place = (number, token)
            others = [span for span in chains.get(single.get(place, ""), []) if span[:2] != place]
            heads = [_head(sentences[span[0]], span) for span in others]
            named = [kind for kind in heads if kind != "PRON"]
            nominal = [span for span, kind in zip(others, heads, strict=True) if kind not in {"PRON", "VERB", "AUX"}]
            function = "anaphoric" if others else "rest"
            if row[7].startswith("expl"):
                function = "pleonastic"
            elif others and named and named[0] in {"VERB", "AUX", "ADJ"}:
                function = "event"
            gold.items.append(Item(place, row[1].lower(), function, _spanned(others), _spanned(nominal)))
    return gold


def _spanned(spans: Sequence[tuple[int, int, int]]) -> frozenset[Place]:
    return frozenset((number, token) for number, start, end in spans for token in range(start, end))


def _head(rows: list[list[str]], span: tuple[int, int, int]) -> str:
    """The part of speech of a span's head: the token whose governor lies outside."""
    for row in rows[span[1] : span[2]]:
        if not span[1] < int(row[6]) <= span[2]:
            return row[3]
    return ""


def _entities(sentences: list[list[list[str]]]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """The chains and spans that the last column brackets; spans in several pieces are left out."""
    for number, rows in enumerate(sentences):
        opened: dict[str, list[int]] = {}
        for token, row in enumerate(rows):
            bracketed = re.search(r"(?:^|\|)Entity=([^|]*)", row[9])
            for part in re.findall(r"\([^()]*\)?|[^()]+\)", bracketed[1]) if bracketed else ():
                chain = part.strip("()").split("-")[0]
                if part.startswith("("):
                    opened.setdefault(chain, []).append(token)
                if part.endswith(")") and opened.get(chain):
                    yield chain, (number, opened[chain].pop(), token + 1)
