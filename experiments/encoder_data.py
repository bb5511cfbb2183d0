"""Pronouns to learn from, for the encoder: gold of `coref/free`, pronouns read one by one, news, and functions alone.

Every reader gives `Labelled` documents: sentences with their places, and pronouns with what is known of them. What is
not known is left out of the choice: where only the nearest noun phrase was read, the pronouns in between may well
stand for the same, and are no candidates.
"""

from __future__ import annotations

import csv
import json
import lzma
import random
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from resolver_data import places_of, tokens_of

from antecede.analysis.analyser import Settings
from antecede.analysis.store import analyse_text
from antecede.text import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument

    Where = tuple[int, int]

FORMS: Final = frozenset(
    "it they them its their itself themselves this that these those he she him her his hers himself herself".split()
)
FUNCTIONS: Final = ("anaphoric", "event", "pleonastic")
_LABELS: Final = {"nominal": "anaphoric", "pleonastic": "pleonastic", "event": "event", "referential": "rest"}


@dataclass(frozen=True, slots=True)
class Label:
    """A pronoun, and what is known of it."""

    place: Where
    function: str
    """One of `FUNCTIONS`, `rest` (not pleonastic), or empty: not known."""
    chain: frozenset[Where] | None = None
    """The tokens of its other mentions, if antecedents are known; empty if it has none."""
    only_nouns: bool = False
    """Whether other pronouns may belong to the chain without being in it here."""
    clause: frozenset[Where] = frozenset()
    """The tokens of the clause that it takes up."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A document, its pronouns, and what they count in learning."""

    id: str
    kind: str
    sentences: Sequence[Sequence[str]]
    labels: Sequence[Label]
    places: Sequence[Place] = field(default=())
    weight: float = 1.0


def analysed(documents: Sequence[Labelled], folder: Path) -> list[AnalysedDocument]:
    """The documents with their analysis, kept in a folder so that it is made once, and with their places."""
    lines = [" ".join(_token(token) for token in tokens) for each in documents for tokens in each.sentences]
    ids = [f"{number}" for number, each in enumerate(documents) for _ in each.sentences]
    store = analyse_text(lines, folder, Settings("en"), ids=ids, tokenised=True)
    return [_placed(analysis, each.places) for each, analysis in zip(documents, store.documents(), strict=True)]


def _token(token: str) -> str:
    # A token with a blank inside would be two.
    return "_".join(token.split()) or "_"


def _placed(analysis: AnalysedDocument, places: Sequence[Place]) -> AnalysedDocument:
    if not places:
        return analysis
    return replace(
        analysis,
        sentences=tuple(
            replace(sentence, place=place) for sentence, place in zip(analysis.sentences, places, strict=True)
        ),
    )


def read_free(data: Path, name: str, part: str, *, weight: float = 1.0) -> list[Labelled]:
    """A corpus of `coref/free` with chains: gum, litbank, vispro, craft, gap."""
    return [_document(row, name, weight) for row in _rows(data / "coref" / "free", f"{name}.{part}.jsonl")]


def _rows(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    packed = folder / f"{name}.xz"
    with (
        lzma.open(packed, "rt", encoding="utf-8") if packed.exists() else (folder / name).open(encoding="utf-8") as file
    ):
        for line in file:
            yield json.loads(line)


def _document(row: dict[str, Any], name: str, weight: float) -> Labelled:
    tokens: Sequence[str] = row["tokens"]
    bounds: list[tuple[int, int]] = row["sentences"]
    places = places_of(bounds)
    chains: dict[str, list[dict[str, Any]]] = {}
    for mention in row["mentions"]:
        if mention.get("chain") not in {None, "", "empty"}:
            chains.setdefault(mention["chain"], []).append(mention)
    labels = [
        label for mention in row["mentions"] if (label := _label(mention, tokens, places, chains, name)) is not None
    ]
    firsts = set(row.get("paragraphs", ()))
    speakers = row.get("speakers", ())
    paragraph = -1
    structure = []
    for number in range(len(bounds)):
        paragraph += number in firsts or number == 0
        structure.append(Place(paragraph, speaker=speakers[number] if speakers else ""))
    return Labelled(row["doc"], name, [tokens[start:end] for start, end in bounds], labels, structure, weight)


def _label(
    mention: dict[str, Any],
    tokens: Sequence[str],
    places: dict[int, Where],
    chains: dict[str, list[dict[str, Any]]],
    name: str,
) -> Label | None:
    spans = mention["spans"]
    start, end = spans[0]
    if mention.get("mention") != "pronoun" or len(spans) > 1 or end != start + 1 or tokens[start].lower() not in FORMS:
        return None
    others = [other for other in chains.get(mention.get("chain") or "", []) if other is not mention]
    kind = mention.get("type")
    if kind == "pleonastic":
        # VisPro calls the picture itself so, too: nothing that stands in the text.
        return Label(places[start], "" if name == "vispro" else "pleonastic", frozenset())
    if kind not in {"anaphoric", "cataphoric"} or not others:
        return None
    clauses = [other for other in others if other.get("mention") == "clause"]
    if mention.get("antetype") == "event":
        return Label(places[start], "event", frozenset(), clause=tokens_of(clauses, places))
    nominal = [other for other in others if other.get("mention") != "clause"]
    # GAP names two candidates, not all mentions of a person.
    return Label(places[start], "anaphoric", tokens_of(nominal, places), only_nouns=name == "gap")


def read_read(data: Path, part: str, *, weight: float = 1.0) -> list[Labelled]:
    """Pronouns that were read one by one, with the nearest noun phrase."""
    documents = []
    for row in _rows(data / "coref" / "free", f"read.{part}.jsonl"):
        sentences = row["sentences"]
        span = row.get("antecedent")
        tokens = (
            frozenset((span["sentence"], token) for token in range(span["start"], span["end"])) if span else frozenset()
        )
        place = (len(sentences) - 1, row["token"])
        if row["function"] == "anaphoric":
            label = Label(place, "anaphoric", tokens, only_nouns=True) if tokens else Label(place, "anaphoric")
        elif row["function"] in FUNCTIONS:
            label = Label(
                place, row["function"], frozenset(), clause=tokens if row["function"] == "event" else frozenset()
            )
        else:
            continue
        sure = 1.0 if row.get("sure", True) else 0.5
        told = row.get("paragraphs") or [""] * len(sentences)
        changes = [number > 0 and told[number] != told[number - 1] for number in range(len(sentences))]
        structure = [Place(sum(changes[: number + 1])) for number in range(len(sentences))]
        documents.append(Labelled(row["id"], f"read-{row['kind']}", sentences, [label], structure, weight * sure))
    return documents


def read_news(data: Path, *, weight: float = 1.0, before: int = 4) -> list[Labelled]:
    """News whose pronouns were read to judge engines: the antecedent's words are known, and how far back they stand."""
    from antecede.text.tokens import words

    documents: dict[tuple[str, int, int], Labelled] = {}
    sources: dict[str, list[str]] = {}
    with (data / "gold" / "en-fr.train.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if not row["antecedent"] or not row["distance"].isdigit():
                continue
            name = row["set"]
            if name not in sources:
                with lzma.open(data / "engines" / "en-fr" / name / "source.en.xz", "rt", encoding="utf-8") as text:
                    sources[name] = text.read().splitlines()
            line, token = int(row["line"]), int(row["source_position"])
            first = max(0, line - max(before, int(row["distance"])))
            sentences = [words(each, "en") for each in sources[name][first : line + 1]]
            number = len(sentences) - 1 - int(row["distance"])
            found = _find(sentences[number], words(row["antecedent"], "en")) if number >= 0 else None
            if found is None or token >= len(sentences[-1]) or sentences[-1][token].lower() not in FORMS:
                continue
            if number == len(sentences) - 1 and found <= token < found + len(words(row["antecedent"], "en")):
                continue
            chain = frozenset((number, found + step) for step in range(len(words(row["antecedent"], "en"))))
            label = Label((len(sentences) - 1, token), "anaphoric", chain, only_nouns=True)
            documents[name, line, token] = Labelled(f"{name}-{line}-{token}", "news", sentences, [label], (), weight)
    return list(documents.values())


def shortened(documents: Sequence[Labelled], share: float, seed: int = 1) -> list[Labelled]:
    """Some of the documents as texts of two sentences, where these hold what is known of the pronoun."""
    rng = random.Random(seed)  # noqa: S311 - a choice of texts
    found = []
    for document in documents:
        first = len(document.sentences) - 2
        places = [
            place
            for label in document.labels
            for place in (label.place, *sorted(label.chain or ()), *sorted(label.clause))
        ]
        if first > 0 and rng.random() < share and all(sentence >= first for sentence, _ in places):
            found.append(
                replace(
                    document,
                    sentences=document.sentences[first:],
                    labels=[_moved(label, -first) for label in document.labels],
                    places=(),
                )
            )
    return found


def after_another(documents: Sequence[Labelled], share: float, seed: int = 1) -> list[Labelled]:
    """Some of the documents as a paragraph of their own after one or two paragraphs of others: new topics."""
    rng = random.Random(seed)  # noqa: S311 - a choice of texts
    found = []
    for document in documents:
        if rng.random() >= share:
            continue
        others = rng.sample(documents, rng.choice((1, 2)))
        before = [list(other.sentences[-rng.choice((1, 2, 3)) :]) for other in others]
        lines = [*chain.from_iterable(before), *document.sentences]
        places = [Place(number) for number, each in enumerate(before) for _ in each]
        own = document.places or [Place()] * len(document.sentences)
        places += [each._replace(paragraph=each.paragraph + len(before)) for each in own]
        moved = [_moved(label, len(lines) - len(document.sentences)) for label in document.labels]
        found.append(replace(document, sentences=lines, labels=moved, places=places))
    return found


def _moved(label: Label, by: int) -> Label:
    return replace(
        label,
        place=(label.place[0] + by, label.place[1]),
        chain=None if label.chain is None else frozenset((sentence + by, token) for sentence, token in label.chain),
        clause=frozenset((sentence + by, token) for sentence, token in label.clause),
    )


def _find(tokens: Sequence[str], wanted: Sequence[str]) -> int | None:
    lower, phrase = [token.lower() for token in tokens], [token.lower() for token in wanted]
    return next((at for at in range(len(lower)) if lower[at : at + len(phrase)] == phrase), None)


def read_functions(data: Path, *, weight: float = 1.0) -> list[Labelled]:
    """*it* whose function alone is known: EWT, and 400 of Europarl."""
    documents = []
    with (data / "it-function" / "ewt.tsv").open(encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)):
            sentences = [*(part.split() for part in row["previous"].split("|||")), row["sentence"].split()]
            sentences = [sentence for sentence in sentences if sentence]
            place = (len(sentences) - 1, int(row["position"]))
            if sentences[-1][place[1]].lower() == "it":
                label = Label(place, _LABELS[row["label"]])
                documents.append(Labelled(f"ewt-{number}", "ewt", sentences, [label], (), weight))
    return documents
