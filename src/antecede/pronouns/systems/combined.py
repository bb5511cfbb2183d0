"""The combined system: a choice model inside the decoder, over the whole document, and agreement repaired after it.

Every sentence is translated once. Then the choice model says how likely each target pronoun is for each source pronoun,
given its antecedents' translations and all else that is known, and the sentences with pronouns are decoded again with
that as a feature, so that phrases and language model still have their say. Where this changes what an antecedent or an
earlier pronoun became, the sentences that depend on it are decoded once more. A sentence that has lost too much for its
pronouns is not taken: the engine's own has them put into it (`second_decoding`).
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
from antecede.pronouns.systems.second_decoding import Asked, SecondDecoding
from antecede.pronouns.target.classes import OTHER, TargetClasses, class_in
from antecede.pronouns.types import Decision, Outcome, ScoredOption, TranslatedDocument
from antecede.smt.language_model import LanguageModel
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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
_NOT_TAKEN: Final = "The sentence that was decoded again was not taken: {}."


@dataclass(frozen=True, slots=True)
class CombinedModel:
    """Translates documents with a choice model inside the decoder."""

    engine: NativeEngine
    steps: TextSteps
    chooser: Chooser
    options: PronounOptions
    rule: SecondDecoding
    """Which of the two translations of a sentence is taken."""
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
        outcomes, notes = self._settle(document, baseline, sentences, distributions)
        decisions = self._decisions(document, baseline, sentences, distributions, notes)
        return TranslatedDocument(document, tuple(sentences), decisions, tuple(outcomes))

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

    def _settle(
        self,
        document: ResolvedDocument,
        baseline: Sequence[Hypothesis],
        sentences: list[Hypothesis],
        distributions: Distributions,
    ) -> tuple[list[Outcome], Mapping[int, str]]:
        """Repair the sentences, and put the engine's own in place of those that are not taken.

        Returns what became of each sentence, and a note on those that were not taken.
        """
        asked: dict[int, list[Asked]] = {}
        for anaphor, probabilities in zip(document.anaphors, distributions, strict=True):
            asked.setdefault(anaphor.sentence, []).append(Asked(anaphor, probabilities))
        outcomes = [Outcome.ONCE] * len(sentences)
        notes: dict[int, str] = {}
        for at, pronouns in asked.items():
            alone, decoded = baseline[at], self._repaired(document, pronouns, sentences[at])
            outcomes[at] = Outcome.SAME
            if sentences[at].tokens != alone.tokens:
                own = self.rule.with_pronouns(document, pronouns, alone, decoded)
                outcomes[at] = Outcome.ONLY if own is None else Outcome.TAKEN
                if own is not None:
                    own = self._repaired(document, pronouns, own)
                    objection = self.rule.objection(decoded, own)
                    if objection:
                        outcomes[at], decoded, notes[at] = Outcome.OWN, own, _NOT_TAKEN.format(objection)
            sentences[at] = decoded
        return outcomes, notes

    def _repaired(self, document: ResolvedDocument, asked: Sequence[Asked], sentence: Hypothesis) -> Hypothesis:
        """Objects before their verbs, another pronoun for one that is much less likely, and all agreeing."""
        classes = self.chooser.classes
        for anaphor, probabilities in asked:
            current, position = class_in(document, anaphor, sentence, classes)
            if current == OTHER or position is None:
                continue
            scores = np.exp(classes.scores(probabilities))
            scores[OTHER] = 0.0
            wanted = int(scores.argmax())
            if scores[wanted] < self.least_odds * scores[current]:
                wanted = current
            whole = classes.whole(wanted, probabilities)
            wanted = classes.names.index(whole)
            moved = placed(sentence, position, whole, self.inflections, language_code=classes.pair.target)
            if moved is not None:
                sentence = moved
                position = class_in(document, anaphor, moved, classes)[1]
            edited = replaced(sentence, position, wanted, classes, self.inflections) if position is not None else None
            if edited is not None:
                sentence = edited
        return sentence

    def _decisions(
        self,
        document: ResolvedDocument,
        baseline: Sequence[Hypothesis],
        sentences: Sequence[Hypothesis],
        distributions: Distributions,
        notes: Mapping[int, str],
    ) -> tuple[Decision, ...]:
        classes = self.chooser.classes
        decisions = []
        for anaphor, probabilities in zip(document.anaphors, distributions, strict=True):
            at = anaphor.sentence
            before, after = (class_in(document, anaphor, side[at], classes) for side in (baseline, sentences))
            ranked = sorted(range(len(probabilities)), key=lambda class_index: -probabilities[class_index])
            seen = Seen(document, sentences, self.chooser.words)
            because = reason(anaphor, after[0], probabilities, classes, seen)
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
                    " ".join(filter(None, (because, notes.get(at)))),
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
    rule = SecondDecoding(classes, inflections, _fluency(LanguageModel(setting.folder.language_model())))
    return CombinedModel(engine, setting.steps, Chooser.of(model, setting.pair, settings), options, rule, inflections)


def _fluency(model: LanguageModel) -> Callable[[Sequence[str]], float]:
    """What a language model says of tokens that are in the engine's case."""
    return lambda tokens: model.log10(" ".join(token.replace(" ", "_") for token in tokens))


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
