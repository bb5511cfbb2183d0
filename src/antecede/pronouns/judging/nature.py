"""How well pronouns of natural gender go with what a text speaks of: people, things, several of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.coreference.mentions import find_mentions
from antecede.languages import Gender, Number, language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.analysis import AnalysedDocument
    from antecede.coreference.mentions import Mention
    from antecede.languages import Agreement

__all__ = ["Named", "goes_with", "named"]

_OPEN: Final = 0.4
"""What is not known of a person is one of two genders, and sometimes neither."""


class Named:
    """What the sentences of a document name, in the order of their heads."""

    def __init__(self, mentions: Sequence[Sequence[Mention]]) -> None:
        self._mentions = [_whole(sentence) for sentence in mentions]

    def before(self, sentence: int, token: float) -> list[Mention]:
        """What was named before a place, the nearest first."""
        earlier = [each for mentions in self._mentions[:sentence] for each in mentions]
        own = [each for each in self._mentions[sentence] if each.head < token]
        return list(reversed([*earlier, *own]))


def named(document: AnalysedDocument) -> Named | None:
    """That of a document; none where its language has no description of what may be named."""
    reference = language(document.language).reference
    return None if reference is None else Named(find_mentions(document, reference))


def goes_with(shown: Agreement, mention: Mention) -> float:
    """How well a pronoun takes up a mention, between 0 and 1."""
    plural = mention.number is Number.PLURAL
    if plural or shown.number is Number.PLURAL:
        return float(plural and shown.number is Number.PLURAL)
    if mention.human is False:
        return float(shown.gender is Gender.NEUTER)
    if shown.gender is Gender.NEUTER:
        return 0.0 if mention.human else _OPEN
    return _OPEN if mention.gender is None else float(shown.gender is mention.gender)


def _whole(mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions that are no pronouns, each coordination instead of its members."""
    nouns = [each for each in mentions if each.kind != "pronoun"]
    groups = [each for each in nouns if each.kind == "group"]
    return [
        each
        for each in nouns
        if each.kind == "group" or not any(group.start <= each.start and each.end <= group.end for group in groups)
    ]
