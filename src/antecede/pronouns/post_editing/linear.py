"""The post-editor that Luong and Popescu-Belis (2016) compare their coreference model with: a change of gender alone.

What the resolver says of the antecedent's gender and what the decoder says of the pronoun are added up with one weight,
and the sum decides between a pronoun and the one of the opposite gender (*il*, *elle*; *ils*, *elles*). Their paper
describes no more of it than that; the rules that went with it are not in it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from antecede.languages import Form, Gender
from antecede.pronouns.post_editing.paper import chain_of, has_number
from antecede.pronouns.post_editing.types import Change, PostEdited
from antecede.pronouns.types import Decision, ScoredOption
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pronouns.post_editing.paper import PaperEditor
    from antecede.pronouns.pronoun_lm.candidates import Candidate

__all__ = ["WEIGHT", "LinearEditor", "pronoun_shares"]

WEIGHT: Final = 0.25
"""What the antecedent's gender weighs beside the decoder, out of one: the best on ted.dev with the model that ships."""
_GENDERS: Final = (Gender.MASCULINE, Gender.FEMININE)


@dataclass(frozen=True, slots=True)
class LinearEditor:
    """Changes a pronoun to the opposite gender where antecedent and decoder together prefer it."""

    printed: PaperEditor
    """Whose way to find pronouns and the gender of nouns it shares."""
    weight: float = WEIGHT

    def edit(
        self, document: ResolvedDocument, sentences: Sequence[Hypothesis], shares: Sequence[Mapping[str, float]]
    ) -> PostEdited:
        """The translation with genders changed; `shares` say how far the decoder likes each form of each pronoun."""
        edited = list(sentences)
        decisions, changes = [], []
        for index, (anaphor, share) in enumerate(zip(document.anaphors, shares, strict=True)):
            sentence = edited[anaphor.sentence]
            position = self.printed.pronoun_at(sentence, anaphor)
            before = self.printed.pronoun(sentence.tokens[position]) if position is not None else ""
            forms = self._forms(before)
            genders = self._genders(document, anaphor, sentences) if forms else {}
            if position is None or not forms or not genders:
                reason = "It is no pronoun with a gender." if before and not forms else "No antecedent has a gender."
                options = (ScoredOption(before, 1.0),)
                decisions.append(
                    Decision(anaphor, options, before, before, reason, position if before else None, "engine")
                )
                continue
            scores = {
                form: self.weight * genders.get(gender, 0.0) + (1 - self.weight) * share.get(form, 0.0)
                for gender, form in forms.items()
            }
            # What stands there stays if nothing is better.
            after = max(scores, key=lambda form: (scores[form], form == before))
            if after != before:
                made, edits = self.printed.replaced(sentence.tokens, position, after)
                edited[anaphor.sentence] = replace(sentence, tokens=made)
                changes.append(Change(index, True, before, after, edits))
            total = sum(scores.values())
            listed = [ScoredOption(form, score / total if total else 0.0) for form, score in scores.items()]
            listed.sort(key=lambda option: (option.text != after, -option.probability))
            reason = f"Antecedent and decoder together prefer {after}."
            decisions.append(
                Decision(
                    anaphor,
                    tuple(listed),
                    after,
                    before,
                    reason,
                    position,
                    "rule" if after != before else "engine",
                )
            )
        return PostEdited(tuple(edited), tuple(decisions), tuple(changes))

    def _forms(self, pronoun: str) -> dict[Gender, str]:
        """The pronoun and its opposite, by gender; nothing for one that has no opposite."""
        predicted = self.printed.rules.predicted
        number = next((form.number for form, text in predicted.items() if text == pronoun), None)
        return {} if number is None else {gender: predicted[Form(gender, number)] for gender in _GENDERS}

    def _genders(
        self, document: ResolvedDocument, anaphor: Anaphor, sentences: Sequence[Hypothesis]
    ) -> Mapping[Gender, float]:
        """What the resolver's link is worth, for the gender that the nearest noun of the chain got in the output."""
        number = self.printed.rules.own_number.get(normalise(anaphor.text))
        for antecedent in chain_of(document, anaphor):
            if has_number(document, antecedent, number):
                noun = self.printed.form(document, antecedent, sentences[antecedent.sentence])
                if noun is not None:
                    return {noun[0].gender: anaphor.antecedents[0].probability}
        return {}


def pronoun_shares(candidates: Sequence[Candidate], scale: float) -> dict[int, dict[str, float]]:
    """For each source pronoun of a sentence, what the decoder gives each of its translations; they sum to one.

    Args:
        candidates: The best hypothesis for each tuple of translations.
        scale: What scores are divided by before they become probabilities.
    """
    best = max(candidate.hypothesis.score for candidate in candidates)
    weights = [math.exp((candidate.hypothesis.score - best) / scale) for candidate in candidates]
    shares: dict[int, dict[str, float]] = {}
    for candidate, weight in zip(candidates, weights, strict=True):
        for place in candidate.places:
            of_place = shares.setdefault(place.source, {})
            of_place[place.pronoun] = of_place.get(place.pronoun, 0.0) + weight / sum(weights)
    return shares
