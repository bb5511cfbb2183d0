"""Another pronoun in a sentence that is translated, where the decoder did not write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.engines import Hypothesis
from antecede.languages import language
from antecede.pronouns.agreement.repair import repair
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from antecede.languages import Gender, Inflections
    from antecede.pronouns.target.classes import TargetClasses

__all__ = ["replaced"]


def replaced(
    sentence: Hypothesis,
    position: int,
    wanted: int,
    classes: TargetClasses,
    inflections: Inflections | None,
    gender: Gender | None = None,
) -> Hypothesis | None:
    """The sentence with a word of the class `wanted` at that place, and all that agrees with it; none if that fails.

    Words that nothing agrees with are simply replaced; of others the target language's rules know what changes. Where a
    word of the class stands there already, what agrees with it is set right.
    """
    word = normalise(sentence.tokens[position]).removeprefix("-")
    old, new = classes.described(classes.number(word)), classes.described(wanted)
    if old is None or new is None:
        return None
    rules = language(classes.pair.target).agreement
    neuter = new.gender is None and (rules is None or word not in rules.copula_only)
    if old is new and (new.alone or neuter):
        return None
    if old.alone and new.alone:
        given = new.name.capitalize() if sentence.tokens[position][:1].isupper() else new.name
        tokens = (*sentence.tokens[:position], given, *sentence.tokens[position + 1 :])
        return Hypothesis(tokens, alignment=sentence.alignment, score=sentence.score, text=sentence.text)
    if inflections is None:
        return None
    done = repair(
        sentence.tokens,
        position,
        word if old is new else new.name,
        inflections,
        language_code=classes.pair.target,
        gender=new.gender or gender,
        alignment=sentence.alignment,
    )
    if done is None:
        return None
    return Hypothesis(done.tokens, alignment=done.alignment, score=sentence.score, text=sentence.text)
