"""Which of two translations is taken: the one that was decoded again, or the engine's own with its pronouns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from french import SmallLexicon
from pronoun_samples import analysed, resolved

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.pairs import pair
from antecede.pronouns.systems.second_decoding import LARGEST_FALL, Asked, SecondDecoding
from antecede.pronouns.target.classes import TargetClasses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import ResolvedDocument

FRENCH = TargetClasses.of(pair("en-fr"))
ENGLISH = TargetClasses.of(pair("es-en"))


def _written(line: str) -> Hypothesis:
    tokens = tuple(line.split())
    return Hypothesis(tokens, alignment=tuple(Link(at, at) for at in range(len(tokens))))


def _document(line: str, language: str, *places: int) -> ResolvedDocument:
    return resolved(analysed(line, language=language), *((0, place, []) for place in places))


def _asked(document: ResolvedDocument, classes: TargetClasses, likely: str = "") -> list[Asked]:
    probabilities = np.full(len(classes.names), 0.01)
    probabilities[classes.names.index(likely)] = 1.0
    return [Asked(anaphor, probabilities) for anaphor in document.anaphors]


def _rule(fluency: dict[str, float] | None = None) -> SecondDecoding:
    return SecondDecoding(FRENCH, SmallLexicon(), lambda tokens: (fluency or {}).get(" ".join(tokens), -5.0))


@pytest.mark.parametrize(
    ("source", "places", "alone", "decoded", "own"),
    [
        ("it is gone .", [0], "il est parti .", "elle va partir .", "elle est partie ."),
        ("it is gone .", [0], "il est parti .", "il va partir .", "il est parti ."),
        ("they are gone .", [0], "ils sont partis .", "elles vont partir .", "elles sont parties ."),
        # The engine's own sentence has nothing to put the pronoun in place of.
        ("it is gone .", [0], "parti est parti .", "elle va partir .", None),
        # What the decoder has dropped is not dropped from the engine's own.
        ("it is gone .", [0], "il est parti .", "parti est parti .", None),
        # *La* is no subject: a repair does not move words.
        ("I see it .", [2], "je vois elle .", "je vois l' .", None),
        # Elided, it may be what stands there.
        ("I it see .", [1], "je la vois .", "je l' aime .", "je la vois ."),
        ("I it see .", [1], "je le vois .", "je l' aime .", "je le vois ."),
        ("it says it sleeps .", [0, 2], "il dit il dort .", "elle dit elle va .", "elle dit elle dort ."),
    ],
)
def test_the_engines_own_sentence_takes_the_pronouns_and_what_agrees_with_them(
    source: str, places: Sequence[int], alone: str, decoded: str, own: str | None
) -> None:
    document = _document(source, "en", *places)
    made = _rule().with_pronouns(document, _asked(document, FRENCH, "la"), _written(alone), _written(decoded))
    assert (made.tokens if made is not None else None) == (tuple(own.split()) if own is not None else None)


def test_an_english_sentence_takes_them_without_a_lexicon() -> None:
    document = _document("vio su casa .", "es", 1)
    rule = SecondDecoding(ENGLISH, None, lambda _: 0.0)
    made = rule.with_pronouns(
        document, _asked(document, ENGLISH), _written("saw his house ."), _written("seen its houses .")
    )
    assert made is not None
    assert made.tokens == ("saw", "its", "house", ".")


@pytest.mark.parametrize(
    ("decoded", "own", "fluency", "objection"),
    [
        ("elle va .", "elle part .", {"elle va .": -5.0 - LARGEST_FALL + 0.1}, ""),
        ("elle va .", "elle part .", {"elle va .": -5.0 - LARGEST_FALL - 0.1}, "less fluent"),
        ("elle va .", "elle part .", {"elle part .": -90.0}, ""),
        ("elle part .", "elle part .", {}, ""),
        ("elle est parti .", "elle est partie .", {}, "do not agree"),
        ("elle est parti .", "et elle est parti .", {}, ""),
        ("elle est partie .", "elle est parti .", {}, ""),
        ("elle est parti et elle est vu .", "elle est parti et elle est vue .", {}, "do not agree"),
    ],
)
def test_a_sentence_is_refused_where_it_lost_fluency_or_agreement_for_its_pronoun(
    decoded: str, own: str, fluency: dict[str, float], objection: str
) -> None:
    found = _rule(fluency).objection(_written(decoded), _written(own))
    assert objection in found
    assert bool(found) == bool(objection)
