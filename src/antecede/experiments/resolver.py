"""How often a resolver finds the antecedent of *it* and *they* in talks, as the coreference-model paper counts it.

Its authors read 202 of these pronouns: one resolver was right for 121 of them, the other for 93 (section 3.1). Here the
talks are ParCor's, `coref/parcor-ted.en.jsonl` of the data folder, and a first choice is right if its head lies in a
mention of the pronoun's own chain. Pronouns that refer to an event or to nothing are not counted, as they have no
antecedent of that kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from antecede.coreference.foreign.parcor import read
from antecede.coreference.reader import Reader
from antecede.coreference.resolvers import resolver
from antecede.errors import ResourceError
from antecede.evaluation.ratings.accuracy import interval
from antecede.pairs import pair
from antecede.report.table import NOTHING, Table
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.foreign.chains import ChainedDocument

    Place = tuple[int, int]

__all__ = ["FILE", "PUBLISHED", "Resolved", "measure", "resolver_json", "resolver_table", "right_antecedents"]

FILE: Final = ("coref", "parcor-ted.en.jsonl")
PUBLISHED: Final = {"paper: Stanford sieve": (121, 202), "paper: BART": (93, 202)}
_PAIR: Final = "en-fr"


@dataclass(frozen=True, slots=True)
class Resolved:
    """How many antecedents are right, of how many, for each pronoun."""

    name: str
    right: Mapping[str, int]
    total: Mapping[str, int]


def measure(data: Path, *, progress: bool = False) -> tuple[Resolved, ...]:
    """Our resolvers on the talks: what ships, and the sieve that paper modes read."""
    path = data.joinpath(*FILE)
    if not path.exists():
        raise ResourceError(f"{path}: no such file, so that the resolver is not measured")
    documents = list(read(path))
    described = pair(_PAIR)
    reader = Reader.of(described.source, described.resolved)
    # A token with a blank inside would be two.
    texts = [[[token.replace(" ", "_") for token in each] for each in document.sentences] for document in documents]
    ranked = list(reader.stream(texts, [document.id for document in documents], progress=progress))
    sieve = resolver(described.source, described.resolved, method="sieve")
    chained = [sieve.resolve(document.analysis) for document in ranked]
    return tuple(
        _measured(name, documents, said) for name, said in (("ours: sieve", chained), ("ours: ranker", ranked))
    )


def right_antecedents(document: ChainedDocument, resolved: ResolvedDocument) -> dict[Place, bool]:
    """For each annotated pronoun that stands for an entity, whether its first antecedent is of its chain."""
    chains: dict[str, set[Place]] = defaultdict(set)
    for mention in document.mentions:
        chains[mention.chain] |= {(mention.sentence, token) for token in range(mention.start, mention.end)}
    said = {(each.sentence, each.token): each for each in resolved.anaphors}
    found = {}
    for mention in document.mentions:
        place = mention.sentence, mention.start
        function = document.functions.get(place)
        alone = chains[mention.chain] == {place}
        if mention.end != mention.start + 1 or place not in said or function is not None or alone:
            continue
        first = said[place].antecedents[:1]
        found[place] = bool(first) and (first[0].sentence, first[0].head) in chains[mention.chain] - {place}
    return found


def resolver_table(measured: Sequence[Resolved]) -> Table:
    """Ours beside theirs."""
    rows = []
    for each in measured:
        parts = [(each.right[word], each.total[word]) for word in each.total]
        whole = sum(right for right, _ in parts), sum(total for _, total in parts)
        rows.append((each.name, _share(*whole), *(_share(*part) for part in parts)))
    rows += [(name, _share(*counts), NOTHING, NOTHING) for name, counts in PUBLISHED.items()]
    return Table(
        "Antecedents of it and they in talks (section 3.1)",
        ("resolver", "right", *(measured[0].total if measured else ())),
        tuple(rows),
        "In brackets the 95% interval. Ours: ParCor, pronouns that stand for an entity; theirs were read by hand.",
    )


def resolver_json(measured: Sequence[Resolved]) -> dict[str, Any]:
    """The same for programs."""
    ours = {each.name: {"right": dict(each.right), "total": dict(each.total)} for each in measured}
    theirs = {name: {"right": right, "total": total} for name, (right, total) in PUBLISHED.items()}
    return {**ours, **theirs}


def _measured(name: str, documents: Sequence[ChainedDocument], resolved: Sequence[ResolvedDocument]) -> Resolved:
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for document, said in zip(documents, resolved, strict=True):
        for (sentence, token), correct in right_antecedents(document, said).items():
            word = normalise(document.sentences[sentence][token])
            total[word] += 1
            right[word] += correct
    words = sorted(total)
    return Resolved(name, {word: right[word] for word in words}, {word: total[word] for word in words})


def _share(right: int, total: int) -> str:
    low, high = interval(right, total)
    return f"{right} of {total}, {right / total:.3f} ({low:.3f}–{high:.3f})" if total else NOTHING
