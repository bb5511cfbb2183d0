"""Tokens as the parsers expect them, and text again from tokens.

English as UD English EWT and spaCy: *do n't*, *it 's*, *can not*, *$ 5*, *well - known* but *co-author*.
French splits clitics: *a -t -il*, *c' est*, *coupez -le*; *rendez-vous*, *celui-ci*, *là-bas* and *quelqu'un* are one
word. Spanish as spaCy: *del*, *dímelo* and *franco-alemán* are one word. No token holds white space, so *1 000* is two.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.text._patterns import token_pattern
from antecede.text.detokenisation import detokenise

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Token",
    "detokenise",
    "given_tokens",
    "given_words",
    "is_plainly_untokenised",
    "normalise",
    "parts",
    "tokenise",
    "words",
]

_GIVEN: Final = re.compile(r"[^ \t\r\n\f\v]+")
# In the middle of a line a full stop belongs to an abbreviation as often as not.
_ATTACHED: Final = re.compile(r"[^\W\d_]{2,}(?:[,;:!?](?=\s)|[.!?][\"»”’)]*$)")
_SEPARATE: Final = re.compile(r"(?<=\s)(?:[,;:!?](?=\s)|[.!?](?:\s*[\"»”’)])*$)")


class Token(NamedTuple):
    """A word as it stands in the document: `document.text[start:end] == text`."""

    text: str
    start: int
    end: int


def tokenise(text: str, language_code: str) -> list[Token]:
    """The tokens with their offsets: `text[start:end]` is the token, and only white space is in none.

    >>> [token.text for token in tokenise("Qu’a-t-il dit ?", "fr")]
    ['Qu’', 'a', '-t', '-il', 'dit', '?']
    """
    return [Token(match[0], *match.span()) for match in token_pattern(language_code).finditer(text)]


def words(text: str, language_code: str) -> list[str]:
    """The tokens' text alone, in half the time.

    >>> words("It can't be well-known: it's $5.", "en")
    ['It', 'ca', "n't", 'be', 'well', '-', 'known', ':', 'it', "'s", '$', '5', '.']
    """
    return token_pattern(language_code).findall(text)


def given_words(line: str) -> list[str]:
    """The tokens of a line that is already tokenised.

    Only ASCII white space separates them, as for every aligner: a no-break space is part of a token.
    """
    return _GIVEN.findall(line)


def is_plainly_untokenised(lines: Iterable[str]) -> bool:
    """Whether most marks stand at the ends of words, where tokenised text has blanks before them.

    >>> is_plainly_untokenised(["It is dirty."]), is_plainly_untokenised(["Mr. Li 's window is dirty .", "Books etc."])
    (True, False)
    """
    attached = separate = 0
    for line in lines:
        text = line.rstrip()
        attached += len(_ATTACHED.findall(text))
        separate += len(_SEPARATE.findall(text))
    return attached > separate


def given_tokens(line: str) -> list[Token]:
    """The same with their offsets."""
    return [Token(match[0], *match.span()) for match in _GIVEN.finditer(line)]


@lru_cache(maxsize=1 << 16)
def parts(word: str, language_code: str) -> tuple[str, ...]:
    """The words inside a token of another tokeniser, normalised and without the hyphens between them.

    >>> parts("A-t-il", "fr"), parts("c’est", "fr"), parts("dit-elle", "fr"), parts("rendez-vous", "fr")
    (('a', 't', 'il'), ("c'", 'est'), ('dit', 'elle'), ('rendez-vous',))
    """
    plain = normalise(word)
    stripped = (part.strip("-") for part in token_pattern(language_code).findall(plain.strip("-")))
    return tuple(part for part in stripped if part) or (plain,)


def normalise(word: str) -> str:
    """The word in lower case with the straight apostrophe: how lists of words spell it.

    >>> normalise("L’")
    "l'"
    """
    return word.lower().replace("’", "'")
