"""Post-editing that can be trusted: a pronoun is replaced where it is probably wrong and another probably right.

A `Decider` says how likely that is. What was mended speaks for the other pronouns that stand for the same noun, so that
the document is looked at a second time. A sentence that cannot be repaired whole is left as it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.pronouns.agreement.repair import repair
from antecede.pronouns.decision.explaining import verdict_reason
from antecede.pronouns.post_editing.types import Change, PostEdited, shown
from antecede.pronouns.target.classes import OTHER, class_in
from antecede.pronouns.types import Decision, ScoredOption

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.languages import Inflections
    from antecede.pronouns.agreement.repair import Repair
    from antecede.pronouns.decision.decider import Decider, Verdict
    from antecede.pronouns.decision.evidence import Question
    from antecede.pronouns.decision.in_context import InContext

__all__ = ["TrustedEditor"]

_ROUNDS: Final = 2
_LEAST_ASKED: Final = 0.1
"""A scorer is asked about pronouns that are at least so likely to be better."""


class _Edit(NamedTuple):
    """A pronoun that was replaced."""

    verdict: Verdict
    repaired: Repair
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TrustedEditor:
    """Edits where theirs is probably wrong and ours probably right."""

    decider: Decider
    inflections: Inflections | None
    margin: float
    """How much likelier ours must be."""
    context: InContext | None = None
    """What a scorer says of a repaired sentence."""

    def edit(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> PostEdited:
        """As `PostEditor`."""
        edited, made = list(sentences), dict[int, _Edit]()
        verdicts: dict[int, Verdict] = {}
        for _ in range(_ROUNDS):
            known = len(made)
            waiting = {each.question.anaphor: each for each in self._verdicts(document, edited)}
            verdicts |= {index: each for index, each in waiting.items() if index not in made}
            for index, verdict in waiting.items():
                if index not in made and verdict.gain > self.margin:
                    made |= self._mended_together(document, edited, _chain(document, verdict, waiting, made))
            if len(made) == known:
                break
        decisions = [
            self._decision(document, anaphor, edited, verdicts.get(index), made.get(index))
            for index, anaphor in enumerate(document.anaphors)
        ]
        changes = [
            Change(
                index, document.anaphors[index].function.anaphoric >= 0.5, each.before, each.after, each.repaired.edits
            )
            for index, each in sorted(made.items())
        ]
        return PostEdited(tuple(edited), tuple(decisions), tuple(changes))

    def _mended_together(
        self, document: ResolvedDocument, edited: list[Hypothesis], verdicts: Sequence[Verdict]
    ) -> dict[int, _Edit]:
        """Replace pronouns of one noun in one sentence; all of them, or none."""
        trial, made = list(edited), dict[int, _Edit]()
        for verdict in verdicts:
            done = self._mended(document, trial, verdict)
            if done is None:
                return {}
            made[verdict.question.anaphor] = done
        edited[:] = trial
        return made

    def _mended(self, document: ResolvedDocument, edited: list[Hypothesis], verdict: Verdict) -> _Edit | None:
        """Replace the pronoun in its sentence, and all that agrees with it, if that can be done."""
        anaphor = document.anaphors[verdict.question.anaphor]
        sentence = edited[anaphor.sentence]
        # Another edit of the sentence may have moved it.
        now, position = class_in(document, anaphor, sentence, self.decider.chooser.classes)
        repaired = None
        if position is not None and self.decider.chooser.classes.described(now) is verdict.question.now:
            repaired = self.repaired(sentence, verdict.question, position)
        if repaired is None:
            return None
        before = shown(sentence, position)
        edited[anaphor.sentence] = replace(sentence, tokens=repaired.tokens, alignment=repaired.alignment)
        return _Edit(verdict, repaired, before, shown(edited[anaphor.sentence], repaired.position))

    def repaired(self, sentence: Hypothesis, question: Question, position: int | None = None) -> Repair | None:
        """The sentence with the other pronoun, where it can be repaired whole; the position is where theirs is now."""
        other, classes = question.other, self.decider.chooser.classes
        done = repair(
            sentence.tokens,
            question.position if position is None else position,
            other.name,
            self.inflections,
            language_code=classes.pair.target,
            gender=other.gender,
            alignment=sentence.alignment,
        )
        # The verb may want another form than was asked for.
        return (
            done
            if done is not None and classes.described(classes.number(done.tokens[done.position])) is other
            else None
        )

    def _verdicts(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> Iterator[Verdict]:
        verdicts = self.decider.decide(document, sentences)
        if self.context is None:
            yield from verdicts
            return
        asked = []
        for verdict in verdicts:
            line = document.anaphors[verdict.question.anaphor].sentence
            done = self.repaired(sentences[line], verdict.question) if verdict.ours >= _LEAST_ASKED else None
            asked.append(None if done is None else (line, (sentences[line].tokens, done.tokens)))
        sources = [sentence.tokens for sentence in document.analysis.sentences]
        written = [sentence.tokens for sentence in sentences]
        said = iter(self.context.evidence(sources, written, [each for each in asked if each is not None]))
        for verdict, question in zip(verdicts, asked, strict=True):
            yield verdict if question is None else _told(verdict, next(said)[1])

    def _decision(
        self,
        document: ResolvedDocument,
        anaphor: Anaphor,
        edited: Sequence[Hypothesis],
        verdict: Verdict | None,
        made: _Edit | None,
    ) -> Decision:
        classes = self.decider.chooser.classes
        sentence = edited[anaphor.sentence]
        written, position = class_in(document, anaphor, sentence, classes)
        after = shown(sentence, position) if written != OTHER else ""
        target = position if after else None
        if verdict is None:
            text = f"‘{anaphor.text}’ became {after or 'no pronoun'}, which is not decided here."
            return Decision(anaphor, (), after, after, text, target)
        options = [
            ScoredOption(verdict.question.other.name, verdict.ours),
            ScoredOption(verdict.question.now.name, verdict.theirs),
        ]
        withheld = verdict.question.other.name if made is None and verdict.gain > self.margin else ""
        return Decision(
            anaphor,
            tuple(sorted(options, key=lambda option: -option.probability)),
            after if made is None else made.after,
            after if made is None else made.before,
            verdict_reason(anaphor, verdict, changed=made is not None, withheld=bool(withheld)),
            target,
            "engine" if made is None else "decision model",
            withheld=withheld,
            theirs=verdict.theirs,
            ours=verdict.ours,
        )


def _chain(
    document: ResolvedDocument, verdict: Verdict, waiting: Mapping[int, Verdict], made: Mapping[int, _Edit]
) -> list[Verdict]:
    """The verdict, and those of the sentence that say the same of other pronouns of its noun, if less surely."""

    def about(each: Verdict) -> tuple[object, ...]:
        noun = each.question.noun
        place = (noun.antecedent.sentence, noun.antecedent.head) if noun is not None else None
        return document.anaphors[each.question.anaphor].sentence, place, each.question.now, each.question.other

    others = (each for index, each in waiting.items() if each is not verdict and index not in made and each.gain > 0.0)
    return [verdict, *(each for each in others if verdict.question.noun is not None and about(each) == about(verdict))]


def _told(verdict: Verdict, evidence: float) -> Verdict:
    """The verdict when a scorer has compared the sentences."""
    return verdict._replace(theirs=_moved(verdict.theirs, -evidence), ours=_moved(verdict.ours, evidence))


def _moved(probability: float, evidence: float) -> float:
    odds = probability / max(1.0 - probability, 1e-9) * math.exp(evidence)
    return odds / (1.0 + odds)
