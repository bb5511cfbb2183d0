"""What each pronoun of a document should become, given the document's translation so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from antecede.errors import ResourceError
from antecede.pronouns.choice.features import Known, features_of
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.lexicon import agreeing_words
from antecede.pronouns.target.projection import project, project_head
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from antecede.coreference import Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair
    from antecede.pronouns.choice.model import ChoiceModel
    from antecede.pronouns.target.projection import Projected, WordMorphology

__all__ = ["Chooser", "SeenTranslations"]

_PRIOR: Final = "prior_"


@dataclass(frozen=True, slots=True)
class SeenTranslations:
    """What antecedents became in translated sentences; looked up once each."""

    sentences: Sequence[Hypothesis]
    words: WordMorphology | None
    """What knows the target's nouns, where pronouns agree with what their antecedents became."""
    _kept: dict[tuple[int, int, int], Projected | None] = field(default_factory=dict)
    _nouns: dict[tuple[int, int], Projected | None] = field(default_factory=dict)

    def projected(self, antecedent: Antecedent) -> Projected | None:
        """The target word that stands for an antecedent, if it is a noun or a pronoun."""
        if self.words is None:
            return None
        key = antecedent.sentence, antecedent.start, antecedent.head
        if key not in self._kept:
            seen = self.sentences[antecedent.sentence]
            self._kept[key] = project(antecedent, seen.tokens, seen.alignment, self.words)
        return self._kept[key]

    def noun(self, sentence: int, token: int) -> Projected | None:
        """The target noun that stands for a source word, if it is one."""
        if self.words is None:
            return None
        key = sentence, token
        if key not in self._nouns:
            seen = self.sentences[sentence]
            projected = project_head((token,), seen.tokens, seen.alignment, self.words)
            self._nouns[key] = None if projected is not None and projected.pronoun else projected
        return self._nouns[key]

    def lemmas(self, sentence: int, token: int) -> list[str]:
        """The dictionary forms of what a source word became; the words themselves where there is no lexicon."""
        seen = self.sentences[sentence]
        aligned = (normalise(seen.tokens[link.target]) for link in seen.alignment if link.source == token)
        return [word if self.words is None else self.words.lemma(word) for word in aligned]


@dataclass(frozen=True, slots=True)
class Chooser:
    """A choice model with what it needs to know of the target language."""

    model: ChoiceModel
    classes: TargetClasses
    words: WordMorphology | None
    """What knows the target's nouns, where pronouns agree with what their antecedents became."""
    priors: Mapping[str, float] = field(default_factory=dict)
    """How much more frequent classes are in the texts at hand than in those learnt from, as logarithms by name."""

    @classmethod
    def of(cls, model: ChoiceModel, pair: Pair, settings: Mapping[str, Any] | None = None) -> Chooser:
        """The chooser of a pair, with the settings that a model folder has: `prior_ils = 0.8`."""
        priors = {
            name.removeprefix(_PRIOR): value for name, value in (settings or {}).items() if name.startswith(_PRIOR)
        }
        classes = TargetClasses.of(pair)
        for name, value in priors.items():
            if name not in classes.names or isinstance(value, bool) or not isinstance(value, int | float):
                raise ResourceError(
                    f"model.toml: {_PRIOR}{name} = {value!r} is no logarithm for a class of {pair.name}"
                )
        return cls(model, classes, agreeing_words(pair), {name: float(value) for name, value in priors.items()})

    def distributions(
        self,
        document: ResolvedDocument,
        sentences: Sequence[Hypothesis],
        chosen: Mapping[tuple[int, int], npt.NDArray[np.float64]] | None = None,
    ) -> list[npt.NDArray[np.float64]]:
        """How likely each class is for each anaphor, in order.

        One choice is the next one's history: a pronoun whose antecedent is an earlier pronoun sees how likely each
        class was for that one, so that no alternative is dropped before its time. Where it is known what the earlier
        one became, `chosen` says so.
        """
        history = dict(chosen or {})
        known = Known(document, SeenTranslations(sentences, self.words), self.classes, history)
        factors = np.exp([self.priors.get(name, 0.0) for name in self.classes.names])
        distributions = []
        for anaphor in document.anaphors:
            probabilities = self.model.probabilities(features_of(anaphor, known)) * factors
            probabilities /= probabilities.sum()
            history.setdefault((anaphor.sentence, anaphor.token), probabilities)
            distributions.append(probabilities)
        return distributions
