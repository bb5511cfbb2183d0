"""Rank the mentions that a pronoun may stand for: a log-linear distribution over them and "none"."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, Final

from antecede.coreference._types import Anaphor, Function, ResolvedDocument
from antecede.coreference.candidates import WINDOW, Known, candidates, counts_before, none_features, ranking_features
from antecede.coreference.chains import Chains
from antecede.coreference.function import function_by_model, function_by_rule
from antecede.coreference.loglinear import distribution
from antecede.coreference.mentions import Mention, as_antecedent, find_mentions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.analysis import AnalysedDocument
    from antecede.coreference.models import ResolverModel
    from antecede.languages import Reference


_USUAL: Final = 8
"""So many candidates are usual. Where a text has just begun there are fewer, which makes none of them no likelier."""


class Ranker:
    """Resolves a language's pronouns with a trained model."""

    def __init__(
        self,
        reference: Reference,
        pronouns: frozenset[str],
        model: ResolverModel,
        *,
        window: int = WINDOW,
        usual: int = _USUAL,
    ) -> None:
        self._reference = reference
        self._pronouns = pronouns
        self._model = model
        self._window = window
        self._usual = usual

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with its pronouns, their functions and antecedents."""
        mentions = find_mentions(document, self._reference)
        functions = functions_of(document, self._reference, self._model.function)
        chains = Chains(self._model.same_noun) if self._model.same_noun else None
        anaphors = []
        for sentence, pronouns in groupby(self.pronouns(document, mentions), key=lambda pronoun: pronoun.sentence):
            # Once a sentence: one without end would be counted through for each of its pronouns.
            known = Known(counts_before(mentions, sentence, self._window), functions)
            anaphors += [self._anaphor(document, mentions, known, pronoun, chains) for pronoun in pronouns]
        return ResolvedDocument(document, tuple(anaphors))

    def pronouns(self, document: AnalysedDocument, mentions: Sequence[Sequence[Mention]]) -> Iterator[Mention]:
        """The mentions that are to be resolved."""
        for sentence, in_sentence in zip(document.sentences, mentions, strict=True):
            for mention in in_sentence:
                if mention.form is not None and sentence.words[mention.head].text.lower() in self._pronouns:
                    yield mention

    def _anaphor(
        self,
        document: AnalysedDocument,
        mentions: Sequence[Sequence[Mention]],
        known: Known,
        pronoun: Mention,
        chains: Chains | None,
    ) -> Anaphor:
        sentences = document.sentences
        function = known.functions.get((pronoun.sentence, pronoun.head))
        if function is None:
            function = function_by_rule(sentences[pronoun.sentence], pronoun.head, self._reference)
        options = candidates(mentions, pronoun, self._window)
        features = ranking_features(sentences, pronoun, options, known, self._reference)
        features.append(none_features(pronoun, options, function))
        weights = self._model.ranking
        scores = [sum(weights.get(name, 0.0) for name in names) / self._model.temperature for names in features]
        scores[-1] += math.log(min(1.0, (len(options) + 1) / self._usual))
        *probabilities, none = distribution(scores)
        if chains is not None:
            probabilities = chains.together(pronoun, options, probabilities)
        ranked = sorted(zip(probabilities, options, strict=True), key=lambda pair: -pair[0])
        return Anaphor(
            sentence=pronoun.sentence,
            token=pronoun.head,
            text=sentences[pronoun.sentence].words[pronoun.head].text,
            position=pronoun.position,
            function=function,
            antecedents=tuple(
                as_antecedent(sentences[mention.sentence], mention, probability) for probability, mention in ranked
            ),
            none=none,
        )


def functions_of(
    document: AnalysedDocument, reference: Reference, weights: Mapping[str, Sequence[float]]
) -> dict[tuple[int, int], Function]:
    """The functions of all pronouns that may be empty, by sentence and token; by rule if there are no weights."""
    sentences = document.sentences
    places = [
        (index, token)
        for index, sentence in enumerate(sentences)
        for token, word in enumerate(sentence.words)
        if word.text.lower() in reference.expletives
    ]
    if not weights:
        return {place: function_by_rule(sentences[place[0]], place[1], reference) for place in places}
    return {place: function_by_model(sentences, place, reference, weights) for place in places}
