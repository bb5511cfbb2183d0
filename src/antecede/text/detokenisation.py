"""Text from tokens: the spaces a typist would have put."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.languages import language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.languages import Language

_CLOSING: Final = frozenset(
    [",", ".", ";", ":", "?", "!", "%", ")", "]", "}", "…", "”", "»", "›", "°", "°C", "°F", "''", "‰", "²", "³"]
)
_OPENING: Final = frozenset(["(", "[", "{", "¿", "¡", "“", "‘", "«", "‹", "#", "``", "„"])
_CURRENCIES: Final = frozenset("$£€¥")
_NO_BREAK: Final = "\u00a0"
_NARROW_NO_BREAK: Final = "\u202f"


def detokenise(words: Sequence[str], language_code: str, *, no_break: bool = False) -> str:
    r"""The text of the words, spaced as the language is typed: `detokenise(words(text)) == text` on usual text.

    French gets a plain space before `; : ? ! » %` and after `«`, as most French corpora have it; with `no_break`,
    the printer's spaces: narrow (U+202F) before `; ? !`, full (U+00A0) before `: » %` and after `«`.
    Straight quotes are paired in order. What typing leaves open is lost: *can not* becomes *cannot*.

    >>> detokenise(["«", "Coupez", "-le", "»", ",", "dit", "-elle", "!"], "fr")
    '« Coupez-le », dit-elle !'
    >>> detokenise(["They", "do", "n't", "like", "the", "well", "-", "known", '"', "it", '"', "."], "en")
    'They don\'t like the well-known "it".'
    """
    rules = _rules(language_code)
    no_break_before, no_break_after = (rules.no_break_before, rules.no_break_after) if no_break else ({}, {})
    open_quotes: set[str] = set()
    pieces: list[str] = []
    previous = ""
    leans = True  # whether no space follows the word before; true at the start
    for position, word in enumerate(words):
        plain = word.lower().replace("’", "'") if "'" in word or "’" in word else word.lower()
        following = words[position + 1] if position + 1 < len(words) else ""
        attaches, leans_next = rules.sides(plain, previous, following)
        if plain in _QUOTES:
            attaches = _closes(plain, previous, following, open_quotes)
            leans_next = not attaches
        elif plain == "-" and rules.splits_hyphens:
            attaches = leans_next = rules.hyphenates(words, position)
        if not (attaches or leans):
            pieces.append(no_break_before.get(plain) or no_break_after.get(previous) or " ")
        pieces.append(word)
        previous, leans = plain, leans_next
    return "".join(pieces)


_QUOTES: Final = frozenset(['"', "'"])


def _closes(quote: str, previous: str, following: str, open_quotes: set[str]) -> bool:
    """Whether a straight quote closes; keeps track of what is open."""
    if quote in open_quotes:
        open_quotes.discard(quote)
        return True
    if quote == "'" and previous.endswith("s") and following:
        return True  # the cats' tails
    if not following:
        return True  # nothing is left that it could open
    open_quotes.add(quote)
    return False


class _Rules(NamedTuple):
    """What the loop asks of a language, looked up once."""

    attached: frozenset[str]
    leaning: frozenset[str]
    both: frozenset[str]
    contractions: frozenset[tuple[str, str]]
    splits_hyphens: bool
    after_dash: frozenset[str]
    no_break_before: dict[str, str]
    no_break_after: dict[str, str]

    def sides(self, word: str, previous: str, following: str) -> tuple[bool, bool]:
        """Whether no space comes before the word, and none after."""
        if word in self.both:
            return True, True
        attaches = word in self.attached or (previous, word) in self.contractions
        leans = word in self.leaning or (word[-1:] in _CURRENCIES and following[:1].isdigit())
        return attaches, leans

    def hyphenates(self, words: Sequence[str], position: int) -> bool:
        """Whether a hyphen that stands alone joins its neighbours, or is a dash."""
        if not 0 < position < len(words) - 1:
            return False
        before, after = words[position - 1], words[position + 1].lower()
        if not (before[-1:].isalnum() and after[:1].isalnum()):
            return False
        chained = "-" in (*words[max(position - 2, 0) : position - 1], *words[position + 2 : position + 3])
        return chained or after not in self.after_dash


@cache
def _rules(code: str) -> _Rules:
    described: Language = language(code)
    clitics = described.enclitics | described.hyphen_clitics
    leaning = described.elisions | {word for word in described.hyphen_clitics if word.endswith("'")}
    before = dict.fromkeys(described.space_before, _NO_BREAK)
    before |= dict.fromkeys(described.narrow_space_before, _NARROW_NO_BREAK)
    runs = frozenset(mark * count for mark in ".!?" for count in range(2, 7)) | {"?!", "!?"}
    return _Rules(
        attached=(_CLOSING | runs | clitics) - described.space_before,
        leaning=(_OPENING | leaning) - described.space_after,
        both=described.tight_dashes | {"/"},
        contractions=frozenset(described.contractions.values()),
        splits_hyphens=described.splits_hyphens,
        after_dash=described.after_dash,
        no_break_before=before,
        no_break_after=dict.fromkeys(described.space_after, _NO_BREAK),
    )
