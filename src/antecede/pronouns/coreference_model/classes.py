"""What the coreference model calls an antecedent: classes of gender, number and humanness, with what else is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.languages import Agreement, Gender, Number
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.coreference import Anaphor, Antecedent
    from antecede.pairs import Pair
    from antecede.pronouns.target.projection import Projected

    # What an antecedent became in the translation, if that is known.
    Project = Callable[[Antecedent], Projected | None]

__all__ = ["Classified", "best_antecedent", "mixture_classes", "paper_class", "paper_classes"]

# What the Spanish paper keeps: antecedents with at least this share of the best score, and at least so many of them.
_LEAST_SHARE: Final = 0.01
_LEAST_KEPT: Final = 2
_UNKNOWN: Final = "any"
_LONG: Final = {
    Gender.MASCULINE: "masculine",
    Gender.FEMININE: "feminine",
    Gender.NEUTER: "neuter",
    Number.SINGULAR: "singular",
    Number.PLURAL: "plural",
}


class Classified(NamedTuple):
    """A class that a pronoun's antecedent may have, the wider class it belongs to, and how likely it is."""

    name: str
    wider: str
    probability: float


def best_antecedent(anaphor: Anaphor) -> Antecedent | None:
    """The likeliest antecedent of a pronoun that more likely has one than not."""
    return anaphor.antecedents[0] if anaphor.antecedents and anaphor.none < 0.5 else None


def paper_class(anaphor: Anaphor, antecedent: Antecedent, pair: Pair, project: Project) -> str | None:
    """The papers' class of a pronoun with that antecedent; None where it counts as unresolved.

    English to French names what the antecedent became: `feminine-singular`. Spanish to English names the pronoun and
    the antecedent itself: `su-fem-sg-person`.
    """
    if pair.agrees_with_translation:
        projected = project(antecedent)
        if projected is None:
            return None
        gender, number = projected.agreement.gender, projected.agreement.number or antecedent.number
        return None if gender is None or number is None else f"{_LONG[gender]}-{_LONG[number]}"
    human = "person" if antecedent.human else "other"
    agreement = f"{antecedent.gender or _UNKNOWN}-{antecedent.number or _UNKNOWN}"
    return f"{normalise(anaphor.text)}-{agreement}-{human}"


def paper_classes(anaphor: Anaphor, pair: Pair, project: Project) -> tuple[tuple[str, float], ...]:
    """The papers' classes of a training pronoun, with their scores.

    English to French has the best antecedent, with its probability as confidence; Spanish to English has all that
    count, normalised.
    """
    if pair.agrees_with_translation:
        best = best_antecedent(anaphor)
        name = None if best is None else paper_class(anaphor, best, pair, project)
        return () if best is None or name is None else ((name, best.probability),)
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
