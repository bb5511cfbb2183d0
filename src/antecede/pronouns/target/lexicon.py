"""What a lexicon says of target words, in the forms that the pronoun models ask for."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from antecede.analysis import has_lexicon, lexicon
from antecede.languages import Agreement, Gender, Number, language
from antecede.pronouns.target.nominals import NominalFinder
from antecede.pronouns.target.projection import TargetWords
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.pairs import Pair
    from antecede.pronouns.target.nominals import Nominal, NounLexicon

__all__ = ["agreeing_words", "gender_shown", "noun_lexicon", "target_words"]

Value = TypeVar("Value")
_CACHED: Final = 1 << 16
_SENTENCES: Final = 1 << 12


@cache
def noun_lexicon(code: str) -> NounLexicon:
    """The nouns of a language with their gender and number; raises `ResourceError` where there is no lexicon."""
    forms = lexicon(code)

    @lru_cache(_CACHED)
    def noun(word: str) -> Agreement | None:
        """What all readings of the word agree on; None if it is no noun."""
        readings = forms.nouns(word)
        if not readings:
            return None
        return Agreement(
            _common({reading.gender for reading in readings}),
            _common({reading.number for reading in readings}),
            _common({reading.case for reading in readings}),
        )

    return noun


def _common(values: set[Value]) -> Value | None:
    return values.pop() if len(values) == 1 else None


@cache
def gender_shown(code: str) -> Callable[[str], Gender | None]:
    """The gender that the form of an adjective or participle shows, if it shows one.

    >>> [gender_shown("fr")(form) for form in ("venue", "venus", "rouge", "demain")]  # doctest: +SKIP
    [<Gender.FEMININE: 'fem'>, <Gender.MASCULINE: 'masc'>, None, None]
    """
    forms = lexicon(code)

    @lru_cache(_CACHED)
    def shown(form: str) -> Gender | None:
        if not forms.agreeing(form):
            return None
        fits = [gender for gender in Gender if any(forms.inflect(form, gender, number) == form for number in Number)]
        return fits[0] if len(fits) == 1 else None

    return shown


@cache
def lemmas(code: str) -> Callable[[str], str]:
    """The verb of which a form is one, or the adjective as a dictionary lists it; other words as they are.

    >>> [lemmas("fr")(form) for form in ("sont", "venue", "belles", "demain")]  # doctest: +SKIP
    ['être', 'venir', 'beau', 'demain']
    """
    forms = lexicon(code)

    @lru_cache(_CACHED)
    def lemma(form: str) -> str:
        verbs = forms.finite(form) or forms.participle(form)
        return min(verbs) if verbs else forms.inflect(form, Gender.MASCULINE, Number.SINGULAR) or form

    return lemma


def agreeing_words(pair: Pair) -> TargetWords | None:
    """The target words that a pair's pronouns agree with; none where they agree with the antecedent itself."""
    return target_words(pair.target) if pair.agrees_with_translation else None


@cache
def target_words(code: str) -> TargetWords:
    """The nouns and pronouns that antecedents become; a language without a lexicon has its pronouns only."""
    # Only where none is known: one that is damaged, or cannot be fetched, is for the user to fix.
    if not has_lexicon(code):
        return TargetWords.of(code, lambda _tokens, _position: None)
    nouns = noun_lexicon(code)
    clues = language(code).noun_clues
    finder = NominalFinder.of(code, nouns) if clues is not None else None

    @lru_cache(_SENTENCES)
    def nominals(tokens: tuple[str, ...]) -> dict[int, Nominal]:
        return {} if finder is None else {each.position: each for each in finder.find(tokens)}

    def noun(tokens: Sequence[str], position: int) -> Agreement | None:
        """What the sentence makes of it, the determiner included; else what the lexicon says of the word alone."""
        known = nominals(tuple(tokens)).get(position)
        if known is not None:
            return known.agreement
        word = normalise(tokens[position])
        return None if clues is not None and clues.is_closed(word) else nouns(word)

    return TargetWords.of(code, noun, lemmas(code))
