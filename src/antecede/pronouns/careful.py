"""Careful post-editing: a pronoun is replaced where more is to be gained than lost, and what agrees with it too.

A choice model says how likely each target pronoun is, given all antecedents and what became of them in the output,
the pronoun's function and position and the words around it. What the output has now speaks for itself. The gain of a
replacement is what a score would be expected to give for it beyond what it gives now: a pronoun that may stand for
the right one counts half.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from antecede.pronouns._types import Decision, ScoredOption
from antecede.pronouns.agreement import repair
from antecede.pronouns.choice import OTHER
from antecede.pronouns.chooser import class_in
from antecede.pronouns.explaining import reason
from antecede.pronouns.post_editing import Change, PostEdited
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.languages import Inflections
    from antecede.pairs import Pair
    from antecede.pronouns._types import TranslatedSentence
    from antecede.pronouns.agreement import Repair
    from antecede.pronouns.choice import TargetClasses
    from antecede.pronouns.chooser import Chooser

    Probabilities = npt.NDArray[np.float64]

__all__ = ["CarefulEditor", "CarefulSettings", "worth"]

_MOST_TRIED = 4


@dataclass(frozen=True, slots=True)
class CarefulSettings:
    """What was tuned on development data."""

    trust: float = 1.5
    """How much more likely what the output has is than the model alone says, as a logarithm."""
    margin: float = 0.05
    """The least gain that is worth a change."""
    trust_in: Mapping[str, float] = field(default_factory=dict)
    """The same for classes that engines write more, or less, reliably than others, by name."""

    @classmethod
    def of(cls, told: Mapping[str, object]) -> CarefulSettings:
        """Those that a model folder keeps, and the defaults of the others."""
        numbers = {
            name.removeprefix("post_edit_"): float(value)
            for name, value in told.items()
            if name.startswith("post_edit_") and isinstance(value, int | float) and math.isfinite(value)
        }
        default = cls()
        return cls(
            numbers.get("trust", default.trust),
            numbers.get("margin", default.margin),
            {name.removeprefix("trust_"): value for name, value in numbers.items() if name.startswith("trust_")},
        )

    @property
    def told(self) -> dict[str, float]:
        """What a model folder keeps of them."""
        classes = {f"post_edit_trust_{name}": value for name, value in self.trust_in.items()}
        return {"post_edit_trust": self.trust, "post_edit_margin": self.margin} | classes


class _Offer(NamedTuple):
    """A replacement that can be made: its gain, the class it gives, and the repaired sentence."""

    gain: float
    number: int
    repaired: Repair


@dataclass(frozen=True, slots=True)
class CarefulEditor:
    """Post-editing where the expected gain is positive."""

    pair: Pair
    chooser: Chooser
    inflections: Inflections | None
    settings: CarefulSettings = field(default_factory=CarefulSettings)

    def edit(self, document: ResolvedDocument, sentences: Sequence[TranslatedSentence]) -> PostEdited:
        """As `PostEditor`."""
        return self.edit_with(document, sentences, self.chooser.distributions(document, sentences))

    def edit_with(
        self,
        document: ResolvedDocument,
        sentences: Sequence[TranslatedSentence],
        distributions: Sequence[Probabilities],
    ) -> PostEdited:
        """As `edit`, where it is known how likely the model calls each class for each pronoun."""
        classes = self.chooser.classes
        edited = list(sentences)
        decisions, changes = [], []
        for number, (anaphor, model) in enumerate(zip(document.anaphors, distributions, strict=True)):
            sentence = edited[anaphor.sentence]
            now, position = class_in(document, anaphor, sentence, classes)
            likely = self.believed(model, now)
            before = _shown(sentence, position) if now != OTHER else ""
            offer = self._offer(sentence, position, now, likely) if position is not None and now != OTHER else None
            choice, after = now, before
            if offer is not None:
                edited[anaphor.sentence] = replace(
                    sentence, tokens=offer.repaired.tokens, alignment=offer.repaired.alignment
                )
                choice, after = offer.number, _shown(edited[anaphor.sentence], offer.repaired.position)
                anaphoric = anaphor.function.anaphoric >= 0.5
                changes.append(Change(number, anaphoric, before, after, offer.repaired.edits))
            decisions.append(self._decision(anaphor, likely, choice, (before, after), edited))
        return PostEdited(tuple(edited), tuple(decisions), tuple(changes))

    def believed(self, model: Probabilities, now: int) -> Probabilities:
        """How likely each class is, when the output says one of them."""
        weighed = model.copy()
        name = self.chooser.classes.names[now]
        weighed[now] *= math.exp(self.settings.trust_in.get(name, self.settings.trust))
        return np.asarray(weighed / weighed.sum(), np.float64)

    def _offer(self, sentence: TranslatedSentence, position: int, now: int, likely: Probabilities) -> _Offer | None:
        """The best replacement that is worth it and can be made."""
        value = worth(self.pair, self.chooser.classes) @ likely
        gains = value - value[now]
        tried = [int(number) for number in np.argsort(-gains)[:_MOST_TRIED] if gains[number] > self.settings.margin]
        best: _Offer | None = None
        for number in tried:
            described = self.chooser.classes.described(number)
            if described is None or number == now:
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
            if repaired is None:
                continue
            # The verb may want another form than was asked for.
            made = self.chooser.classes.number(repaired.tokens[repaired.position])
            gain = float(gains[made])
            if made != now and gain > self.settings.margin and (best is None or gain > best.gain):
                best = _Offer(gain, made, repaired)
        return best

    def _decision(
        self,
        anaphor: Anaphor,
        likely: Probabilities,
        choice: int,
        shown: tuple[str, str],
        sentences: Sequence[TranslatedSentence],
    ) -> Decision:
        classes = self.chooser.classes
        ranked = [int(number) for number in np.argsort(-likely)[:6] if likely[number] >= 0.01]
        options = tuple(ScoredOption(classes.names[number], float(likely[number])) for number in ranked)
        before, after = shown
        told = reason(anaphor, choice, likely, classes, sentences, self.chooser.words)
        return Decision(anaphor, options, after, before, told)


def worth(pair: Pair, classes: TargetClasses) -> npt.NDArray[np.float64]:
    """What each class is worth, by row, where another, by column, is right: 1, the share of an equivalent, or 0."""
    lists = pair.lists[pair.default_lists]
    size = len(classes.names)
    table = np.zeros((size, size))
    forms = [frozenset[str]() if (each := classes.described(n)) is None else each.forms for n in range(size)]
    for row in range(1, size):
        for column in range(1, size):
            same = row == column or any(forms[row] & group and forms[column] & group for group in lists.identical)
            near = any(forms[row] & group and forms[column] & group for group in lists.equivalent)
            table[row, column] = 1.0 if same else lists.equivalent_weight if near else 0.0
    return table


def _shown(sentence: TranslatedSentence, position: int | None) -> str:
    return normalise(sentence.tokens[position]).removeprefix("-") if position is not None else ""
