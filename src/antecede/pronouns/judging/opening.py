"""A judge of given translations, opened from a model folder."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.analysis import has_lexicon
from antecede.coreference.reader import Reader
from antecede.languages import language
from antecede.pronouns.choice.chooser import Chooser
from antecede.pronouns.choice.model import ChoiceModel
from antecede.pronouns.judging.judge import RECENCY, Parts, VersionJudge, Weights
from antecede.pronouns.judging.versions import align_versions
from antecede.pronouns.pronoun_lm.mixture import read_mixture
from antecede.pronouns.target.classes import class_in
from antecede.pronouns.target.lexicon import gender_shown, noun_lexicon, target_words
from antecede.pronouns.target.nominals import NominalFinder
from antecede.scoring import preceding
from antecede.smt.language_model import LanguageModel
from antecede.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.resolvers import Method
    from antecede.engines import Hypothesis
    from antecede.languages import GrammaticalCase, Number
    from antecede.pairs import Pair
    from antecede.pronouns.setting import Setting
    from antecede.scoring import ContextScore

__all__ = ["ChoiceChances", "context_scores", "judge_documents", "open_judge", "reader_of"]

_LEAST: Final = 1e-4


@dataclass(frozen=True, slots=True)
class ChoiceChances:
    """The choice model's probability of the pronouns that a translation has.

    Its opinion on gender alone counts little: it knows that the masculine is more frequent, which is true, and says
    nothing about this pronoun. What the antecedents say about gender is judged apart.
    """

    chooser: Chooser
    gender: float = 0.2
    """What its opinion counts on which of the forms that differ in gender alone it is."""

    def of(self, document: ResolvedDocument, version: Sequence[Hypothesis]) -> Mapping[tuple[int, int], float]:
        """As `Chances`."""
        classes = self.chooser.classes
        taken = {
            (anaphor.sentence, anaphor.token): class_in(document, anaphor, version[anaphor.sentence], classes)[0]
            for anaphor in document.anaphors
        }
        sure = np.eye(len(classes.names))
        distributions = self.chooser.distributions(
            document, version, {key: sure[class_index] for key, class_index in taken.items()}
        )
        return {
            key: self._chance(classes.scores(probabilities, _LEAST), class_index)
            for (key, class_index), probabilities in zip(taken.items(), distributions, strict=True)
        }

    def _chance(self, scores: Sequence[float], class_index: int) -> float:
        pair = self.chooser.classes.pair
        alike = [other for other in range(len(scores)) if _kind(pair, other) == _kind(pair, class_index)]
        together = math.log(sum(math.exp(scores[other]) for other in alike))
        return together + self.gender * (scores[class_index] - together)


def _kind(pair: Pair, class_index: int) -> tuple[Number | None, GrammaticalCase | None, bool] | int:
    """What classes have in common that differ in gender alone: number, case, and whether they are subjects."""
    described = pair.choices[class_index - 1] if class_index else None
    rules = language(pair.target).agreement
    if described is None or described.gender is None or rules is None:
        return class_index
    return described.number, described.case, any(form in rules.subjects for form in described.forms)


def open_judge(
    setting: Setting, *, weights: Weights | None = None, context: ContextScore | None = None
) -> VersionJudge:
    """The judge of a model folder: its language model, as many of its pronoun models as there are, and a scorer."""
    pair, target = setting.pair, language(setting.pair.target)
    settings = setting.folder.pronouns
    known = target_words(pair.target)
    chances = None
    if setting.folder.has("choice"):
        chances = ChoiceChances(Chooser.of(ChoiceModel.read(setting.folder.file("choice")), pair))
    recency = RECENCY
    if setting.folder.has("pronoun_mixture"):
        recency = read_mixture(setting.folder.file("pronoun_mixture")).weights[1:]
    if weights is None:
        weights = Weights(
            **{name: float(settings[f"judge_{name}"]) for name in Parts._fields if f"judge_{name}" in settings}
        )
    gendered = target.noun_clues is not None and has_lexicon(target.code)
    return VersionJudge(
        pair,
        known,
        NominalFinder.of(pair.target, noun_lexicon(pair.target)) if gendered else None,
        fluency(setting),
        chances,
        gender_shown(pair.target) if gendered else None,
        recency,
        weights,
        context,
    )


def reader_of(pair: Pair, method: Method | None = None) -> Reader:
    """What reads the source for a judge: it resolves objects, too, of which a pair decides nothing."""
    reference = language(pair.source).reference
    known = frozenset() if reference is None else reference.resolved
    return Reader.of(pair.source, pair.resolved | known, method=method)


def judge_documents(
    judge: VersionJudge,
    source: Sequence[str],
    versions: Sequence[Sequence[str]],
    lengths: Sequence[int],
    *,
    reader: Reader | None = None,
) -> Iterator[list[Parts]]:
    """For each line the parts of each version's score; `lengths` are those of the documents, in lines.

    A `reader` that is open already spares loading the parser.
    """
    pair = judge.pair
    tokens = [words(line, pair.source) for line in source]
    targets = [[words(line, pair.target) for line in version] for version in versions]
    aligned = align_versions(pair, tokens, targets)
    starts = [0, *accumulate(lengths[:-1])]
    documents = (tokens[start : start + length] for start, length in zip(starts, lengths, strict=True))
    reader = reader or reader_of(pair)
    for start, document in zip(starts, reader.stream(documents), strict=True):
        lines = slice(start, start + len(document.analysis.sentences))
        judged = judge.parts(document, [version[lines] for version in aligned])
        if judge.context is not None:
            scores = context_scores(judge.context, source[lines], [version[lines] for version in versions])
            judged = [
                [parts._replace(context=score) for parts, score in zip(*both, strict=True)]
                for both in zip(judged, scores, strict=True)
            ]
        yield from judged


def context_scores(
    context: ContextScore, source: Sequence[str], versions: Sequence[Sequence[str]]
) -> list[list[float]]:
    """For each line of a document what a scorer says for each version, after that version's own lines before.

    Where neither the line nor its context differs between versions there is nothing to compare, and nothing is asked.
    """
    scores = [[0.0] * len(versions) for _ in source]
    differ = [len({version[line] for version in versions}) > 1 for line in range(len(source))]
    asked = [line for line in range(len(source)) if any(differ[max(0, line - context.context) : line + 1])]
    for which, version in enumerate(versions):
        segments = list(preceding(source, version, context.context))
        found = context.of([segments[line] for line in asked], [[version[line]] for line in asked])
        for line, (score,) in zip(asked, found, strict=True):
            scores[line][which] = score
    return scores


def fluency(setting: Setting) -> Callable[[Sequence[str]], float]:
    """The logarithm of a target sentence's probability, by the engine's own language model."""
    model = LanguageModel(setting.folder.language_model())
    truecaser = setting.folder.truecaser("target")

    def of(tokens: Sequence[str]) -> float:
        cased = list(tokens) if truecaser is None else truecaser.apply(tokens)
        return model.log10(" ".join(token.replace(" ", "_") for token in cased)) * math.log(10)

    return of
