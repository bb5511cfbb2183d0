"""Translate twice: a document as it is, then its sentences with pronouns again, knowing what antecedents became."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from antecede.alignment.pronouns import PronounFinder
from antecede.engines import MOST_CONTEXT, Segment
from antecede.pairs import pair
from antecede.pronouns.target.projection import project
from antecede.text import detokenise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.coreference import Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis, Request
    from antecede.engines.native import NativeEngine
    from antecede.engines.text import TextSteps
    from antecede.pairs import Pair
    from antecede.pronouns.target.projection import Projected, WordMorphology

    # The engine's own translation of tokens.
    Memory = dict[tuple[str, ...], Hypothesis]
    # What an antecedent became.
    Project = Callable[[Antecedent], Projected | None]
    # Tokens and anaphors (by index) of a sentence, to what the engine is asked for the second time; None: nothing.
    Asking = Callable[[Sequence[str], Sequence[int], Project], Request | None]


__all__ = ["Choice", "TwoPasses", "choices", "engine_segments", "engine_tokens", "two_passes"]


class Choice(NamedTuple):
    """What a pronoun became: the target pronoun, empty if there is none, and where it stands."""

    pronoun: str = ""
    target: int | None = None


@dataclass(frozen=True, slots=True)
class TwoPasses:
    """The translation that the engine made alone, and the one that was made with the pronouns in mind."""

    first: tuple[Hypothesis, ...]
    second: tuple[Hypothesis, ...]


def two_passes(
    document: ResolvedDocument,
    engine: NativeEngine,
    steps: TextSteps,
    pair: Pair,
    words: WordMorphology | None,
    ask: Asking,
    memory: Memory | None = None,
) -> TwoPasses:
    """Both translations; in the second, sentences are translated in order, and antecedents are what they became there.

    An antecedent in the pronoun's own sentence, or after it, is what it became the first time. What `memory` holds of
    the first translation is not made again, and what it does not hold is put there: for those who try many weights.
    """
    tokens = engine_tokens(document, steps)
    memory = {} if memory is None else memory
    fresh = list(dict.fromkeys(key for each in tokens if (key := tuple(each)) not in memory))
    memory.update(zip(fresh, (listed[0] for listed in engine.translate(fresh)), strict=True))
    first = tuple(memory[tuple(each)] for each in tokens)
    sentences = list(first)

    def projection(antecedent: Antecedent) -> Projected | None:
        there = sentences[antecedent.sentence]
        return project(antecedent, there.tokens, there.alignment, words) if words is not None else None

    anaphors: dict[int, list[int]] = {}
    for index, anaphor in enumerate(document.anaphors):
        anaphors.setdefault(anaphor.sentence, []).append(index)
    batch: list[tuple[int, Request]] = []
    for sentence in sorted(anaphors):
        request = ask(tokens[sentence], anaphors[sentence], projection)
        if request is not None:
            batch.append((sentence, request))
        # A later pronoun may ask for this sentence's translation; where it cannot, one call is enough for all.
        if pair.agrees_with_translation:
            _translate(batch, engine, sentences)
            batch = []
    _translate(batch, engine, sentences)
    return TwoPasses(first, tuple(sentences))


def _translate(batch: Sequence[tuple[int, Request]], engine: NativeEngine, sentences: list[Hypothesis]) -> None:
    translated = engine.translate_requests([request for _, request in batch]) if batch else []
    for (sentence, _), listed in zip(batch, translated, strict=True):
        sentences[sentence] = listed[0]


def engine_tokens(document: ResolvedDocument, steps: TextSteps) -> list[list[str]]:
    """What the engine is given for each sentence: the analysed tokens in its case, so that positions stay."""
    return [steps.cased(sentence.tokens) for sentence in document.analysis.sentences]


def engine_segments(document: ResolvedDocument, steps: TextSteps) -> list[Segment]:
    """The same for engines that take text, too, with some sentences before each for those that take context."""
    sentences = document.analysis.sentences
    texts = [detokenise(sentence.tokens, steps.source) for sentence in sentences]
    return [
        Segment(text, tuple(steps.cased(sentence.tokens)), tuple(texts[max(0, at - MOST_CONTEXT) : at]))
        for at, (text, sentence) in enumerate(zip(texts, sentences, strict=True))
    ]


def choices(document: ResolvedDocument, sentences: Sequence[Hypothesis], steps: TextSteps) -> list[Choice]:
    """The target pronoun that each anaphor became, and where it stands."""
    finder = PronounFinder(pair(f"{steps.source}-{steps.target}"))
    translations = (
        finder.find(
            document.analysis.sentences[anaphor.sentence].tokens,
            sentences[anaphor.sentence].tokens,
            sentences[anaphor.sentence].alignment,
            anaphor.token,
        )
        for anaphor in document.anaphors
    )
    return [Choice(each.pronoun, each.positions[0]) if each.pronoun else Choice() for each in translations]
