"""Chains of mentions, as corpora annotate them, and the antecedents that they give to pronouns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from antecede.coreference._types import Anaphor, Antecedent, Function
from antecede.coreference.given import GivenDocument
from antecede.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path


class Mention(NamedTuple):
    """The tokens from `start` up to `end` of a sentence, and the chain that they belong to."""

    sentence: int
    start: int
    end: int
    chain: str
    nominal: bool | None = None
    """Whether it names something, where the corpus tells; a pronoun does not, and neither does a clause."""


@dataclass(frozen=True, slots=True)
class ChainedDocument:
    """A document with its chains, on the corpus's own tokens."""

    id: str
    sentences: tuple[tuple[str, ...], ...]
    mentions: tuple[Mention, ...]
    functions: Mapping[tuple[int, int], Function] = field(default_factory=dict)
    """What pronouns do, by sentence and token, where the corpus tells."""


def given(document: ChainedDocument, code: str, path: Path | str) -> GivenDocument:
    """The document's pronouns, each with the nearest mention of its chain that names something.

    A mention before the pronoun goes before one after it; where a chain has pronouns alone, the nearest of them is
    the antecedent. A pronoun in no chain that the corpus calls pleonastic or an event has none.
    """
    chains: dict[str, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        chains[mention.chain].append(mention)
    reference = language(code).reference
    wanted = reference.resolved if reference else frozenset[str]()
    pronouns = frozenset(reference.pronouns if reference else ())
    anaphors: dict[tuple[int, int], Anaphor] = {}
    for mention in document.mentions:
        place = mention.sentence, mention.start
        text = document.sentences[mention.sentence][mention.start]
        if mention.end == mention.start + 1 and text.lower() in wanted:
            antecedent = _antecedent(mention, chains[mention.chain], document.sentences, pronouns)
            if antecedent is not None or place not in anaphors:
                function = document.functions.get(place, Function())
                found = () if antecedent is None else (antecedent,)
                anaphors[place] = Anaphor(*place, text, "other", function, found, 0.0 if found else 1.0)
    for place, function in document.functions.items():
        text = document.sentences[place[0]][place[1]]
        if place not in anaphors and text.lower() in wanted:
            anaphors[place] = Anaphor(*place, text, "other", function, (), 1.0)
    ordered = tuple(anaphors[place] for place in sorted(anaphors))
    return GivenDocument(document.id, document.sentences, ordered, path, described=False)


def _antecedent(
    pronoun: Mention, chain: Iterable[Mention], sentences: Sequence[Sequence[str]], pronouns: frozenset[str]
) -> Antecedent | None:
    at = pronoun.sentence, pronoun.start

    def preference(mention: Mention) -> tuple[bool, bool, int, int, int]:
        words = sentences[mention.sentence][mention.start : mention.end]
        nominal = mention.nominal is not False and not (len(words) == 1 and words[0].lower() in pronouns)
        after = (mention.sentence, mention.start) > at
        far = abs(mention.sentence - at[0])
        return (not nominal, after, far, abs(mention.start - at[1]) if not far else -mention.start, -mention.end)

    # A mention that holds the pronoun itself (the dog and its bone) is not what it stands for.
    others = [one for one in chain if one.sentence != at[0] or not one.start <= at[1] < one.end]
    # A clause is no nominal antecedent.
    best = min((one for one in others if one.nominal is not False or _is_pronoun(one)), key=preference, default=None)
    if best is None:
        return None
    words = sentences[best.sentence][best.start : best.end]
    return Antecedent(
        best.sentence, best.start, best.end, best.end - 1, " ".join(words), None, None, None, probability=1.0
    )


def _is_pronoun(mention: Mention) -> bool:
    return mention.end == mention.start + 1
