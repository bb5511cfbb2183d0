"""The combined system: a choice model inside the decoder, over the whole document, and agreement repaired after it.

Every sentence is translated once. Then the choice model says how likely each target pronoun is for each source pronoun,
given its antecedents' translations and all else that is known, and the sentences with pronouns are decoded again with
that as a feature, so that phrases and language model still have their say. Where this changes what an antecedent or an
earlier pronoun became, the sentences that depend on it are decoded once more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.analysis import has_lexicon, lexicon
from antecede.engines import Ability, Option, Request
from antecede.engines.native import Extras
from antecede.pronouns.agreement.clitics import placed
from antecede.pronouns.agreement.replacement import replaced
from antecede.pronouns.choice.chooser import Chooser
from antecede.pronouns.choice.model import ChoiceModel
from antecede.pronouns.choice.options import FEATURE, GIVEN, PronounOptions, _monotone, choice_feature
from antecede.pronouns.decision.explaining import Seen, reason
from antecede.pronouns.systems import System
from antecede.pronouns.systems.passes import engine_tokens
from antecede.pronouns.target.classes import OTHER, TargetClasses, class_in
from antecede.pronouns.types import Decision, ScoredOption, TranslatedDocument
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.engines.native import NativeEngine
    from antecede.engines.text import TextSteps
    from antecede.languages import Inflections
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.types import PronounSystem

    Distributions = list[npt.NDArray[np.float64]]

__all__ = ["SYSTEM", "CombinedModel", "open_system"]

_WEIGHT: Final = 7.0


_LEAST: Final = 0.02


_LEAST_ODDS: Final = 3.0


_OTHER: Final = 0.1


_ROUNDS: Final = 2


@dataclass(frozen=True, slots=True)
class CombinedModel:
    """Translates documents with a choice model inside the decoder."""

    engine: NativeEngine
    steps: TextSteps
    chooser: Chooser
    options: PronounOptions
    inflections: Inflections | None = None
    """The lexicon for replacing a pronoun where the decoder did not write the likeliest."""
    least_odds: float = _LEAST_ODDS
    """How much likelier another pronoun must be for that."""
    other: float = _OTHER
    """What the probability of no pronoun at all is worth."""
    rounds: int = _ROUNDS

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The document's translation, with a decision for each pronoun."""
        tokens = engine_tokens(document, self.steps)
        baseline = tuple(listed[0] for listed in self.engine.translate(tokens))
        sentences = list(baseline)
        asked: dict[int, Request] = {}
        distributions: Distributions = []
        for _ in range(self.rounds):
            chosen = self._chosen(document, sentences) if asked else {}
            distributions = self.chooser.distributions(document, sentences, chosen)
            requests = self._requests(document, tokens, distributions)
            changed = [at for at, request in requests.items() if _differs(request, asked.get(at))]
            if not changed:
                break
            asked.update(requests)
            translated = self.engine.translate_requests([requests[at] for at in changed])
            for at, listed in zip(changed, translated, strict=True):
                sentences[at] = listed[0]
        self._repair(document, sentences, distributions)
        return TranslatedDocument(
            document, tuple(sentences), self._decisions(document, baseline, sentences, distributions)
        )

    def _requests(
        self, document: ResolvedDocument, tokens: Sequence[Sequence[str]], distributions: Distributions
    ) -> dict[int, Request]:
        notes: dict[int, list[float]] = {}
        options: dict[int, list[Option]] = {}
        for anaphor, probabilities in zip(document.anaphors, distributions, strict=True):
            at = anaphor.sentence
            scores = self.chooser.classes.scores(probabilities)
            scores[OTHER] += math.log(self.other)
            notes.setdefault(at, []).extend([anaphor.token, *scores])
            likely = [class_index for class_index, share in enumerate(probabilities) if class_index and share >= _LEAST]
            source = normalise(tokens[at][anaphor.token])
            options.setdefault(at, []).extend(self.options.options(anaphor.token, source, likely))
        return {at: Request(tuple(tokens[at]), tuple(options[at]), {FEATURE: notes[at]}) for at in notes}

    def _chosen(
        self, document: ResolvedDocument, sentences: Sequence[Hypothesis]
    ) -> dict[tuple[int, int], npt.NDArray[np.float64]]:
        """What the pronouns became, as distributions that leave no doubt."""
        classes = self.chooser.classes
        sure = np.eye(len(classes.names))
        return {
            (anaphor.sentence, anaphor.token): sure[
                class_in(document, anaphor, sentences[anaphor.sentence], classes)[0]
            ]
            for anaphor in document.anaphors
        }

    def _repair(self, document: ResolvedDocument, sentences: list[Hypothesis], distributions: Distributions) -> None:
        """Put objects before their verbs, replace pronouns that are much less likely than another; make all agree."""
        classes = self.chooser.classes
        for anaphor, probabilities in zip(document.anaphors, distributions, strict=True):
            at = anaphor.sentence
            current, position = class_in(document, anaphor, sentences[at], classes)
            if current == OTHER or position is None:
                continue
            scores = np.exp(classes.scores(probabilities))
            scores[OTHER] = 0.0
            wanted = int(scores.argmax())
            if scores[wanted] < self.least_odds * scores[current]:
                wanted = current
            whole = classes.whole(wanted, probabilities)
            wanted = classes.names.index(whole)
            moved = placed(sentences[at], position, whole, self.inflections, language_code=classes.pair.target)
            if moved is not None:
                sentences[at] = moved
                position = class_in(document, anaphor, moved, classes)[1]
            edited = (
                replaced(sentences[at], position, wanted, classes, self.inflections) if position is not None else None
            )
            if edited is not None:
                sentences[at] = edited

    def _decisions(
        self,
        document: ResolvedDocument,
        baseline: Sequence[Hypothesis],
        sentences: Sequence[Hypothesis],
        distributions: Distributions,
    ) -> tuple[Decision, ...]:
        classes = self.chooser.classes
        decisions = []
        for anaphor, probabilities in zip(document.anaphors, distributions, strict=True):
            at = anaphor.sentence
            before, after = (class_in(document, anaphor, side[at], classes) for side in (baseline, sentences))
            ranked = sorted(range(len(probabilities)), key=lambda class_index: -probabilities[class_index])
            shown = [class_index for class_index in ranked[:6] if probabilities[class_index] >= 0.01]
            decisions.append(
                Decision(
                    anaphor,
                    tuple(
                        ScoredOption(classes.names[class_index], float(probabilities[class_index]))
                        for class_index in shown
                    ),
                    _word(after, sentences[at]),
                    _word(before, baseline[at]),
                    reason(anaphor, after[0], probabilities, classes, Seen(document, sentences, self.chooser.words)),
                    after[1] if after[0] != OTHER else None,
                    "choice model",
                )
            )
        return tuple(decisions)


def open_system(setting: Setting) -> PronounSystem:
    """The combined system of a model folder."""
    classes = TargetClasses.of(setting.pair)
    model = ChoiceModel.read(setting.folder.file("choice"))
    phrases = setting.folder.phrase_table()
    settings = setting.folder.pronouns
    engine = setting.native_engine(
        weights={FEATURE: [setting.measure * float(settings.get("choice_weight", _WEIGHT))], GIVEN: [1.0]},
        extras=Extras(option_features={GIVEN: 1}, features=(choice_feature(phrases, classes),)),
    )
    reordering = engine.weights.get("LexicalReordering0", [])
    options = PronounOptions.of(phrases, classes, _monotone(reordering))
    agrees = setting.pair.agrees_with_translation and has_lexicon(setting.pair.target)
    inflections = lexicon(setting.pair.target) if agrees else None
    return CombinedModel(engine, setting.steps, Chooser.of(model, setting.pair, settings), options, inflections)


SYSTEM: Final = System(open_system, ("best",), frozenset([Ability.OPTIONS]), frozenset(["native"]))


def _differs(request: Request, before: Request | None) -> bool:
    """Whether a sentence has to be decoded again: what is said of its pronouns has changed by more than a little."""
    if before is None or len(request.options) != len(before.options):
        return True
    pairs = zip(request.notes[FEATURE], before.notes[FEATURE], strict=True)
    return any(abs(new - old) > 0.05 for new, old in pairs)


def _word(translation: tuple[int, int | None], sentence: Hypothesis) -> str:
    class_index, position = translation
    return normalise(sentence.tokens[position]).removeprefix("-") if class_index and position is not None else ""
