"""What the coreference model calls an antecedent: classes of gender, number and humanness, with what else is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.languages import Agreement, Gender, Number, language
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from antecede.coreference import Anaphor, Antecedent
    from antecede.pairs import Pair
    from antecede.pronouns.target.projection import Projected

    # What an antecedent became in the translation, if that is known.
    Project = Callable[[Antecedent], Projected | None]

__all__ = ["Classified", "mixture_classes", "paper_class", "paper_classes", "sure_link"]

# What the Spanish paper keeps: antecedents with at least this share of the best score, and at least so many of them.
_LEAST_SHARE: Final = 0.01
_LEAST_KEPT: Final = 2
_UNKNOWN: Final = "any"
_LONG: Final = {
    Gender.MASCULINE: "masculine",
    Gender.FEMININE: "feminine",
    Number.SINGULAR: "singular",
    Number.PLURAL: "plural",
}
# *ce, ça, cela* have no gender: a pronoun whose antecedent became one of them is unresolved.
_CLASSED: Final = frozenset({Gender.MASCULINE, Gender.FEMININE})


class Classified(NamedTuple):
    """A class that a pronoun's antecedent may have, the wider class it belongs to, and how likely it is."""

    name: str
    wider: str
    probability: float


def sure_link(anaphor: Anaphor, pair: Pair, least: Mapping[str, float] | None = None) -> Antecedent | None:
    """The antecedent that the papers' systems take for a pronoun: the likeliest, if it is likely enough.

    How likely is said by `least`, by source pronoun, or by the pair, which also says how likely the pronoun must stand
    for something at all. Where a pronoun agrees with what its antecedent
    became, the antecedent itself has the pronoun's own number, as with the authors' resolver.
    """
    pronoun = normalise(anaphor.text)
    wanted = (pair.sure_links if least is None else least).get(pronoun, 0.0)
    if not anaphor.antecedents or anaphor.antecedents[0].probability < wanted:
        return None
    if anaphor.function.anaphoric < pair.sure_functions.get(pronoun, 0.0):
        return None
    best = anaphor.antecedents[0]
    if pair.agrees_with_translation:
        number = language(pair.source).pronouns[pronoun].number
        return best if best.number is number else None
    return best


def paper_class(anaphor: Anaphor, antecedent: Antecedent, pair: Pair, project: Project) -> str | None:
    """The papers' class of a pronoun with that antecedent; None where it counts as unresolved.

    English to French names what the antecedent became: `feminine-singular`, one of four classes. Spanish to English
    names the pronoun and the antecedent itself: `su-fem-sg-person`.
    """
    if pair.agrees_with_translation:
        projected = project(antecedent)
        if projected is None:
            return None
        gender, number = projected.agreement.gender, projected.agreement.number or antecedent.number
        if gender not in _CLASSED or number is None or not _may_become(anaphor, number, pair):
            return None
        return f"{_LONG[gender]}-{_LONG[number]}"
    if antecedent.gender is None or antecedent.number is None:
        return None
    human = "person" if antecedent.human else "other"
    return f"{normalise(anaphor.text)}-{antecedent.gender}-{antecedent.number}-{human}"


def _may_become(anaphor: Anaphor, number: Number, pair: Pair) -> bool:
    """Whether a pronoun may take that number: *they* stays plural in both papers, *it* – *vacances* does not.

    An English plural that became a singular is mostly one that the engine or the alignment got wrong.
    """
    own = pair.post_editing.own_number if pair.post_editing is not None else {}
    return own.get(normalise(anaphor.text), number) is number


def paper_classes(
    anaphor: Anaphor, pair: Pair, project: Project, least: Mapping[str, float] | None = None
) -> tuple[tuple[str, float], ...]:
    """The papers' classes of a training pronoun, with their scores.

    English to French has one link with the confidence 1; Spanish to English has all antecedents that count, their
    scores normalised.
    """
    if pair.agrees_with_translation:
        link = sure_link(anaphor, pair, least)
        name = None if link is None else paper_class(anaphor, link, pair, project)
        return () if name is None else ((name, 1.0),)
    kept = _kept(anaphor.antecedents)
    total = sum(antecedent.probability for antecedent in kept)
    named = ((paper_class(anaphor, antecedent, pair, project), antecedent.probability) for antecedent in kept)
    return tuple((name, score / total) for name, score in named if name is not None and total > 0)


def mixture_classes(anaphor: Anaphor, pair: Pair, project: Project) -> tuple[Classified, ...]:
    """All classes that the antecedents may have, and those of having none; their probabilities sum to one.

    A class names the pronoun, its position, and the antecedent's gender, number and humanness, or why there is none.
    """
    wider = f"{normalise(anaphor.text)}-{anaphor.position}"
    shares: dict[str, float] = {}
    for antecedent in anaphor.antecedents:
        name = f"{wider}-{_described(antecedent, pair, project)}"
        shares[name] = shares.get(name, 0.0) + antecedent.probability
    function = anaphor.function
    empty = function.event + function.pleonastic
    for why, share in (("event", function.event), ("pleonastic", function.pleonastic)):
        if anaphor.none > 0 and share > 0:
            shares[f"{wider}-{why}"] = anaphor.none * share / empty
    if anaphor.none > 0 and empty <= 0:
        shares[f"{wider}-unknown"] = anaphor.none
    total = sum(shares.values())
    return tuple(Classified(name, wider, share / total) for name, share in shares.items() if share > 0)


def _described(antecedent: Antecedent, pair: Pair, project: Project) -> str:
    agreement = Agreement(antecedent.gender, antecedent.number)
    if pair.agrees_with_translation:
        projected = project(antecedent)
        # The source's gender says nothing of the translation's; its number mostly does.
        became = projected.agreement if projected is not None else Agreement()
        agreement = Agreement(became.gender, became.number or antecedent.number)
    human = _UNKNOWN if antecedent.human is None else "person" if antecedent.human else "other"
    return f"{agreement.gender or _UNKNOWN}-{agreement.number or _UNKNOWN}-{human}"


def _kept(antecedents: Sequence[Antecedent]) -> list[Antecedent]:
    ranked = sorted(antecedents, key=lambda antecedent: -antecedent.probability)
    return [
        antecedent
        for rank, antecedent in enumerate(ranked)
        if rank < _LEAST_KEPT or antecedent.probability >= _LEAST_SHARE * ranked[0].probability
    ]
