"""One regular expression a language: each match is a token.

Every repetition that is followed by something that may fail is bounded, so that the time is linear in the text
whatever the text is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from antecede.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from antecede.languages import Language

APOSTROPHE: Final = "['’]"
# Letters, digits and the marks that stand inside a word: combining accents, soft hyphen, zero-width characters.
_IN_WORD: Final = r"[\w\u0300-\u036f\u00ad\u200b-\u200d\u2060]"
_LETTER: Final = r"[^\W\d_]"
_END: Final = rf"(?!{_IN_WORD})"
_START: Final = rf"(?<!{_IN_WORD})"
_CAPITAL: Final = "[A-ZÀ-ÖØ-Þ]"

_ADDRESSES: Final = (
    r"(?:(?:https?|ftp)://|www\.)[^\s<>\"«»“”]*[^\s<>\"«»“”.,;:!?'’)\]}…]",
    r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}",
    r"[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}\.(?:com|org|net|edu|gov|eu|fr|es|uk|html?|pdf|docx?|xlsx?|txt)(?!\w)",
    rf"(?<!\S)[@#]{_LETTER}{_IN_WORD}*",
)
_SMILEYS: Final = (r"(?<!\S)(?:[:;=]['’]?-?[)(\]\[DPpOo/\\|*]|<3|\^\^)(?!\S)",)
_ENTITY: Final = r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"
_PICTURE: Final = "[\u2600-\u27bf\U0001f000-\U0001faff]"
_PICTURES: Final = (
    "[\U0001f1e6-\U0001f1ff]{2}",
    f"{_PICTURE}[\ufe0f\U0001f3fb-\U0001f3ff\u20e3]*(?:\u200d{_PICTURE}[\ufe0f\U0001f3fb-\U0001f3ff]*)*",
)
_MARKS: Final = (
    r"\.{2,}|[!?]{2,}|-{2,}|={2,}|\*{2,}|~{2,}|\+{2,}|#{2,}",
    r"''|``|°[CF](?!\w)",
    r"\S[\u0300-\u036f\ufe0f\u20e3]*",
)


@cache
def token_pattern(code: str) -> re.Pattern[str]:
    """The tokens of a language; no groups, so that `findall` gives their text."""
    described = language(code)
    return re.compile(
        "|".join(
            (
                _lone_word(described),
                *_ADDRESSES,
                *_SMILEYS,
                _ENTITY,
                *_whole_words(described),
                *_abbreviations(described),
                *_numbers(described),
                *_leaning_words(described),
                *_words(described),
                *_PICTURES,
                *_MARKS,
            )
        )
    )


def alternatives(words: Iterable[str]) -> str:
    """Any of the words, the longest first, with either apostrophe."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace("'", APOSTROPHE) for word in ordered)


def _lone_word(described: Language) -> str:
    """Letters between white space, as most words are: nothing else could begin there, so it is tried first."""
    contracted = rf"(?!(?i:{alternatives(described.contractions)}){_END})" if described.contractions else ""
    return rf"(?<!\S){contracted}{_LETTER}+(?![^\s,])"


def _whole_words(described: Language) -> tuple[str, ...]:
    if not described.whole_words:
        return ()
    return (rf"{_START}(?i:{alternatives(described.whole_words)}){_END}(?!-{_LETTER})",)


def _abbreviations(described: Language) -> tuple[str, ...]:
    return (
        rf"{_START}(?:{alternatives(described.abbreviations | described.final_abbreviations)}){_END}",
        *(
            rf"{_START}(?:{alternatives(words)})(?=\s?\d)"
            for words in (described.number_abbreviations,)
            if described.number_abbreviations
        ),
        rf"{_START}(?:{_LETTER}\.){{2,12}}{_END}",
        rf"{_START}{_CAPITAL}\.(?:-{_CAPITAL}\.){{1,3}}",
        rf"{_START}(?:{_LETTER}\.){{1,12}}{_LETTER}{_END}",
        rf"{_START}(?![{described.not_initials}]\.){_CAPITAL}\.(?=\s{{1,4}}{_CAPITAL})"
        if described.not_initials
        else rf"{_START}{_CAPITAL}\.(?=\s{{1,4}}{_CAPITAL})",
    )


def _numbers(described: Language) -> tuple[str, ...]:
    hours = alternatives(described.hour_marks)
    return (
        *((rf"\d{{1,2}}(?:[.:]\d\d)?(?=(?:{hours}){_END})",) if hours else ()),
        rf"{_START}\d+(?:[.,:/'’-]\d+)+{_IN_WORD}*",
        rf"{_START}\d+\.[ºª]",
        r"(?<![^\s(])[.,]\d+",
        rf"(?<!\S){APOSTROPHE}\d\ds?{_END}",
    )


def _leaning_words(described: Language) -> tuple[str, ...]:
    """Clitics, and the words they attach to."""
    patterns = []
    if described.elisions:
        patterns.append(rf"{_START}(?i:{alternatives(described.elisions)})")
    if described.hyphen_clitics:
        # After a letter; or after a space, where the text was tokenised before.
        clitic = _hyphen_clitic(described)
        patterns.append(rf"(?<=\w)(?i:{clitic})|(?<=\w\s){clitic}")
    if described.contractions:
        pairs = (f"{first}(?={second}{_END})" for first, second in described.contractions.values())
        patterns.append(rf"{_START}(?i:{'|'.join(pairs)})")
    if described.enclitics:
        lettered = alternatives(word for word in described.enclitics if not word.startswith("'"))
        patterns.append(rf"(?i:{_IN_WORD}+?(?=(?:{lettered}){_END}))")
        patterns.append(rf"(?i:{alternatives(described.enclitics)}){_END}")
    return tuple(patterns)


def _words(described: Language) -> tuple[str, ...]:
    plain = rf"{_IN_WORD}+"
    enclitic = rf"(?!(?i:{alternatives(described.enclitics)}){_END})" if described.enclitics else ""
    spelled = rf"{plain}(?:{enclitic}{APOSTROPHE}{plain})*"
    if described.splits_hyphens:
        prefixes = alternatives(described.hyphen_prefixes)
        return (rf"{_START}(?:(?i:{prefixes})-)+{spelled}", spelled)
    clitic = rf"(?!(?i:{_hyphen_clitic(described)}))" if described.hyphen_clitics else ""
    return (rf"{plain}(?:{clitic}[-'’]{plain})*",)


def _hyphen_clitic(described: Language) -> str:
    """One clitic of a chain that reaches the end of the word, so that *Signy-le-Petit* is one."""
    plain = alternatives(word for word in described.hyphen_clitics if not word.endswith("'"))
    leaning = alternatives(word for word in described.hyphen_clitics if word.endswith("'"))
    chain = rf"(?=(?:{plain}){{0,3}}(?:{leaning}|(?!-?{_IN_WORD})))"
    return rf"(?:(?:{leaning})(?=\s?{_IN_WORD})|(?:{plain}){chain})"
