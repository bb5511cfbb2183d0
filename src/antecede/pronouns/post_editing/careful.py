"""Careful post-editing: a pronoun is replaced where more is to be gained than lost, and what agrees with it too.

A choice model says how likely each target pronoun is, given all antecedents and what became of them in the output,
the pronoun's function and position and the words around it. What the output has now speaks for itself. The gain of a
replacement is what a score would be expected to give for it beyond what it gives now: a pronoun that may stand for
the right one counts half. A scorer, if there is one, adds what it says of the repaired sentence after those before it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from antecede.pronouns.agreement.repair import repair
from antecede.pronouns.decision.careful import CarefulSettings
from antecede.pronouns.decision.explaining import Seen, reason
from antecede.pronouns.decision.permission import AnyEdit, permitted
from antecede.pronouns.decision.worth import worth
from antecede.pronouns.post_editing.types import Change, PostEdited, shown
from antecede.pronouns.target.classes import OTHER, class_in
from antecede.pronouns.types import Decision, ScoredOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.languages import Inflections
    from antecede.pairs import Pair
    from antecede.pronouns.agreement.repair import Repair
    from antecede.pronouns.choice.chooser import Chooser
    from antecede.pronouns.decision.in_context import Asked, InContext
    from antecede.pronouns.decision.permission import Permission
    from antecede.pronouns.types import DecidedBy

    Probabilities = npt.NDArray[np.float64]

__all__ = ["CarefulEditor"]

_MOST_TRIED = 4
_LEAST_TRIED = 0.02
"""What is less likely is not scored: no evidence of context makes up for it."""


class _Version(NamedTuple):
    """A replacement that can be made: the class that is written then, and the repaired sentence."""

    class_index: int
    repaired: Repair


class _Offer(NamedTuple):
    """A replacement that can be made: its gain, the class it gives, and the repaired sentence."""

    gain: float
    class_index: int
    repaired: Repair


@dataclass(frozen=True, slots=True)
class CarefulEditor:
    """Post-editing where the expected gain is positive."""

    pair: Pair
    chooser: Chooser
    inflections: Inflections | None
    settings: CarefulSettings = field(default_factory=CarefulSettings)
    permission: Permission = field(default_factory=AnyEdit)
    """Which of the edits are made."""
    context: InContext | None = None
    """What a scorer says of a repaired sentence."""

    def edit(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> PostEdited:
        """As `PostEditor`."""
        return self.edit_with(document, sentences, self.chooser.distributions(document, sentences))

    def edit_with(
        self,
        document: ResolvedDocument,
        sentences: Sequence[Hypothesis],
        distributions: Sequence[Probabilities],
    ) -> PostEdited:
        """As `edit`, where it is known how likely the model calls each class for each pronoun."""
        classes = self.chooser.classes
        edited = list(sentences)
        decisions, changes = [], []
        sources = [sentence.tokens for sentence in document.analysis.sentences]
        written = [sentence.tokens for sentence in sentences]
        if self.context is not None:
            # All at once, and remembered: one by one, as sentences change, only what follows a change is asked again.
            self.context.evidence(sources, written, self._asked(document, sentences, distributions))
        for index, (anaphor, model) in enumerate(zip(document.anaphors, distributions, strict=True)):
            sentence = edited[anaphor.sentence]
            now, position = class_in(document, anaphor, sentence, classes)
            likely = self.believed(model, now)
            before = shown(sentence, position) if now != OTHER else ""
            offer = None
            if position is not None and now != OTHER:
                versions = self._versions(sentence, position, now, likely)
                if self.context is not None and versions:
                    asked = _compared(anaphor.sentence, sentence, versions)
                    ((_, *said),) = self.context.evidence(sources, written, [asked])
                    likely = _in_context(likely, versions, said)
                offer = self._offer(now, versions, likely)
            choice, after, target = now, before, position
            if offer is not None:
                edited[anaphor.sentence] = replace(
                    sentence, tokens=offer.repaired.tokens, alignment=offer.repaired.alignment
                )
                choice, target = offer.class_index, offer.repaired.position
                after = shown(edited[anaphor.sentence], target)
            explanation = reason(anaphor, choice, likely, classes, Seen(document, edited, self.chooser.words))
            decided_by: DecidedBy = "choice model" if offer is not None else "engine"
            place = target if after else None
            theirs = float(likely[now]) if before else None
            ours = float(likely[choice]) if offer is not None else self._best_other(now, likely)
            decision = Decision(
                anaphor,
                self._options(likely),
                after,
                before,
                explanation,
                place,
                decided_by,
                theirs=theirs,
                ours=ours,
            )
            if offer is not None:
                decision = permitted(self.permission, decision, document, position)
                if decision.withheld:
                    edited[anaphor.sentence] = sentence
                else:
                    written[anaphor.sentence] = edited[anaphor.sentence].tokens
                    anaphoric = anaphor.function.anaphoric >= 0.5
                    changes.append(Change(index, anaphoric, before, after, offer.repaired.edits))
            decisions.append(decision)
        # A later repair of the same sentence may have moved what stood there.
        moved = {document.anaphors[change.decision].sentence for change in changes}
        placed = (
            replace(each, target=class_in(document, each.anaphor, edited[each.anaphor.sentence], classes)[1])
            if each.choice and each.anaphor.sentence in moved
            else each
            for each in decisions
        )
        return PostEdited(tuple(edited), tuple(placed), tuple(changes))

    def believed(self, model: Probabilities, now: int) -> Probabilities:
        """How likely each class is, when the output says one of them."""
        weighed = model.copy()
        name = self.chooser.classes.names[now]
        weighed[now] *= math.exp(self.settings.trust_in.get(name, self.settings.trust))
        return np.asarray(weighed / weighed.sum(), np.float64)

    def _versions(self, sentence: Hypothesis, position: int, now: int, likely: Probabilities) -> list[_Version]:
        """The replacements that may be worth it, and can be made."""
        gains = self._gains(now, likely)
        ranked = [
            int(candidate) for candidate in np.argsort(-gains) if self.chooser.classes.same_case(now, int(candidate))
        ]
        tried = [
            candidate
            for candidate in ranked[:_MOST_TRIED]
            if gains[candidate] > self.settings.margin
            or (self.context is not None and likely[candidate] >= _LEAST_TRIED)
        ]
        versions = []
        for candidate in tried:
            described = self.chooser.classes.described(candidate)
            if described is None or candidate == now:
                continue
            repaired = repair(
                sentence.tokens,
                position,
                described.name,
                self.inflections,
                language_code=self.pair.target,
                gender=described.gender,
                alignment=sentence.alignment,
            )
            if repaired is not None:
                # The verb may want another form than was asked for.
                made = self.chooser.classes.number(repaired.tokens[repaired.position])
                if made != now:
                    versions.append(_Version(made, repaired))
        return versions

    def _offer(self, now: int, versions: Sequence[_Version], likely: Probabilities) -> _Offer | None:
        """The best replacement that is worth it."""
        gains = self._gains(now, likely)
        offers = (_Offer(float(gains[made]), made, repaired) for made, repaired in versions)
        worthy = [offer for offer in offers if offer.gain > self.settings.margin]
        return max(worthy, key=lambda offer: offer.gain, default=None)

    def _gains(self, now: int, likely: Probabilities) -> Probabilities:
        value = worth(self.pair, self.chooser.classes) @ likely
        return np.asarray(value - value[now], np.float64)

    def _asked(
        self,
        document: ResolvedDocument,
        sentences: Sequence[Hypothesis],
        distributions: Sequence[Probabilities],
    ) -> list[Asked]:
        """What will be compared, as long as no sentence is changed."""
        asked = []
        for anaphor, model in zip(document.anaphors, distributions, strict=True):
            sentence = sentences[anaphor.sentence]
            now, position = class_in(document, anaphor, sentence, self.chooser.classes)
            if position is not None and now != OTHER:
                versions = self._versions(sentence, position, now, self.believed(model, now))
                if versions:
                    asked.append(_compared(anaphor.sentence, sentence, versions))
        return asked

    def _best_other(self, now: int, likely: Probabilities) -> float | None:
        """How likely the likeliest pronoun is that the translation does not have."""
        return max((float(each) for index, each in enumerate(likely) if index not in {now, OTHER}), default=None)

    def _options(self, likely: Probabilities) -> tuple[ScoredOption, ...]:
        ranked = [int(index) for index in np.argsort(-likely)[:6] if likely[index] >= 0.01]
        return tuple(ScoredOption(self.chooser.classes.names[index], float(likely[index])) for index in ranked)


def _in_context(likely: Probabilities, versions: Sequence[_Version], said: Sequence[float]) -> Probabilities:
    """How likely each class is, when a scorer compared the sentences that have it."""
    weighed = likely.copy()
    for made in {version.class_index for version in versions}:
        weighed[made] *= math.exp(max(each for each, of in zip(said, versions, strict=True) if of.class_index == made))
    return np.asarray(weighed / weighed.sum(), np.float64)


def _compared(line: int, sentence: Hypothesis, versions: Sequence[_Version]) -> Asked:
    return line, (sentence.tokens, *(version.repaired.tokens for version in versions))
