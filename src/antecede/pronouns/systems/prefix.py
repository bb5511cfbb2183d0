"""Pronouns inside a neural decoder: the engine is made to write the right one, and finishes the sentence itself.

What follows a pronoun agrees with it then as far as the engine knows its language: participles, adjectives, the other
pronouns of the sentence. Which pronouns are overruled is the editor's decision, the same as that of `fix`; the sentence
that the editor repaired is what is taken where the engine's own end of it is no good.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from antecede.engines import Ability
from antecede.pronouns.post_editing.editors import reader_of
from antecede.pronouns.systems import System
from antecede.pronouns.systems.completion import MOST_LOST, CompletionRule, Forced
from antecede.pronouns.systems.passes import engine_segments
from antecede.pronouns.target.classes import OTHER, TargetClasses, class_in
from antecede.pronouns.types import TranslatedDocument
from antecede.text import detokenise, tokenise
from antecede.text.splicing import splice
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.engines import CompletingEngine, Hypothesis, Segment
    from antecede.engines.text import TextSteps
    from antecede.pronouns.post_editing.types import PostEdited, PostEditor
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.types import Decision, PronounSystem
    from antecede.scoring import Scorer

__all__ = ["SYSTEM", "PrefixModel", "open_system"]

_TAKEN: Final = "The engine finished the sentence after it."
_GIVEN_UP: Final = "The engine's own end of the sentence was not taken: another pronoun of it cannot be mended."


@dataclass(frozen=True, slots=True)
class _Standing:
    """A sentence as it stands, with the overruled pronouns that the engine has not gone on from yet."""

    line: int
    sentence: Hypothesis
    """Right as far as its own pronouns are decided; at first what the editor made of it."""
    waiting: tuple[int, ...]
    """From left to right."""
    completed: bool = False
    notes: tuple[tuple[int, str], ...] = ()
    """What is to be said of a pronoun: whether the engine's end was taken, and why not."""


class _Question(NamedTuple):
    """A sentence that the engine is asked to finish: from a pronoun on."""

    standing: _Standing
    forced: Forced
    prefix: str


@dataclass(frozen=True, slots=True)
class PrefixModel:
    """An engine that finishes sentences after pronouns which it got wrong."""

    below: PronounSystem
    engine: CompletingEngine
    scorer: Scorer
    """The engine again, asked how likely it finds what is written."""
    editor: PostEditor
    rule: CompletionRule
    steps: TextSteps

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The engine's translation; sentences with a pronoun that is overruled are finished anew, or repaired."""
        alone = self.below.translate(document).sentences
        edited = self.editor.edit(document, alone)
        standing = _overruled(document, edited)
        if not standing:
            return TranslatedDocument(document, edited.sentences, edited.decisions)
        segments = engine_segments(document, self.steps)
        # One call for all sentences of a round: the first overruled pronouns of each, then the second ones.
        while questions := self._questions(document, standing, edited):
            standing |= {each.line: each for each in self._answered(document, questions, segments, alone)}
        return self._translated(document, edited, standing)

    def _questions(
        self, document: ResolvedDocument, standing: dict[int, _Standing], edited: PostEdited
    ) -> list[_Question]:
        """What the engine is asked next, one question a sentence; sentences about which none is left are settled."""
        questions = []
        for line, each in standing.items():
            asked = self._question(document, each, edited)
            if isinstance(asked, _Question):
                questions.append(asked)
            else:
                standing[line] = asked
        return questions

    def _question(self, document: ResolvedDocument, standing: _Standing, edited: PostEdited) -> _Question | _Standing:
        """What the engine is asked of a sentence next; the sentence itself if nothing is left to ask."""
        while standing.waiting:
            index = standing.waiting[0]
            decision = edited.decisions[index]
            position = decision.target
            if standing.completed:
                wanted = self.rule.classes.number(decision.choice)
                now, position = class_in(document, decision.anaphor, standing.sentence, self.rule.classes)
                if self.rule.classes.same(now, wanted):
                    # The engine wrote it by itself, after an earlier one.
                    standing = _noted(standing, index, _TAKEN)
                    continue
                mended = self.rule.mended(standing.sentence, position, wanted) if position is not None else None
                if mended is None:
                    # The engine's end has no place for it; the editor's sentence has all of them.
                    notes = tuple((each, _GIVEN_UP) for each in (*(each for each, _ in standing.notes), index))
                    return _Standing(standing.line, edited.sentences[standing.line], (), notes=notes)
                position = mended.position
                changed = replace(standing.sentence, tokens=mended.tokens, alignment=mended.alignment)
                standing = replace(standing, sentence=changed)
            prefix = self._prefix(standing.sentence, position)
            if prefix and position is not None:
                return _Question(standing, Forced(index, position), prefix)
            standing = _noted(standing, index, "")
        return standing

    def _answered(
        self,
        document: ResolvedDocument,
        questions: Sequence[_Question],
        segments: Sequence[Segment],
        alone: Sequence[Hypothesis],
    ) -> list[_Standing]:
        """The sentences of a round after it, finished by the engine where that is any good."""
        lines = [question.standing.line for question in questions]
        lists = self.engine.complete([segments[line] for line in lines], [question.prefix for question in questions])
        completed = [listed[0] for listed in lists]
        objections = [
            self.rule.objection(
                document,
                question.forced,
                made,
                alone=alone[line],
                repaired=question.standing.sentence,
                later=question.standing.waiting[1:],
            )
            for question, made, line in zip(questions, completed, lines, strict=True)
        ]
        compared = [
            place
            for place, question in enumerate(questions)
            if not objections[place] and completed[place].tokens != question.standing.sentence.tokens
        ]
        versions = [(completed[place], questions[place].standing.sentence) for place in compared]
        scores = self.scorer.score(
            [segments[lines[place]] for place in compared], [list(map(self._text, pair)) for pair in versions]
        )
        for place, row, pair in zip(compared, scores, versions, strict=True):
            new, old = (score / (len(each.tokens) + 1) for score, each in zip(row, pair, strict=True))
            if new < old - MOST_LOST:
                objections[place] = "it is less likely than the repaired one"
        return [
            _after(question, made, objection)
            for question, made, objection in zip(questions, completed, objections, strict=True)
        ]

    def _text(self, sentence: Hypothesis) -> str:
        """What the engine wrote, with the words that were changed since; its tokens put together if it wrote none."""
        if not sentence.text:
            return detokenise(sentence.tokens, self.steps.target)
        return splice(sentence.text, tokenise(sentence.text, self.steps.target), sentence.tokens)

    def _prefix(self, sentence: Hypothesis, position: int | None) -> str:
        """The text up to the pronoun, which is its last word; nothing where the text does not have these tokens."""
        text = self._text(sentence)
        tokens = tokenise(text, self.steps.target)
        if position is None or tuple(token.text for token in tokens) != sentence.tokens:
            return ""
        return text[: tokens[position].end]

    def _translated(
        self, document: ResolvedDocument, edited: PostEdited, standing: dict[int, _Standing]
    ) -> TranslatedDocument:
        sentences = list(edited.sentences)
        notes: dict[int, str] = {}
        for each in standing.values():
            sentences[each.line] = each.sentence
            notes |= dict(each.notes)
        decisions = [
            self._decision(document, decision, sentences[decision.anaphor.sentence], notes.get(index, ""))
            if decision.anaphor.sentence in standing
            else decision
            for index, decision in enumerate(edited.decisions)
        ]
        return TranslatedDocument(document, tuple(sentences), tuple(decisions))

    def _decision(self, document: ResolvedDocument, decision: Decision, sentence: Hypothesis, note: str) -> Decision:
        """The decision with the place and the pronoun that there is now."""
        if note:
            decision = replace(decision, reason=f"{decision.reason} {note}")
        now, position = class_in(document, decision.anaphor, sentence, self.rule.classes)
        if now == OTHER or position is None:
            return replace(decision, choice="", target=None)
        choice = normalise(sentence.tokens[position]).removeprefix("-")
        if self.rule.classes.same(now, self.rule.classes.number(decision.choice)):
            return replace(decision, choice=choice, target=position)
        reason = f"{decision.reason} The engine wrote {choice} after another pronoun of the sentence."
        return replace(decision, choice=choice, target=position, reason=reason, decided_by="engine")


def _overruled(document: ResolvedDocument, edited: PostEdited) -> dict[int, _Standing]:
    """The sentences that the editor changed, each with its overruled pronouns from left to right."""
    places: dict[int, list[tuple[int, int]]] = {}
    for change in edited.changes:
        decision = edited.decisions[change.decision]
        if decision.target is not None:
            line = document.anaphors[change.decision].sentence
            places.setdefault(line, []).append((decision.target, change.decision))
    return {
        line: _Standing(line, edited.sentences[line], tuple(index for _, index in sorted(found)))
        for line, found in sorted(places.items())
    }


def _noted(standing: _Standing, index: int, note: str) -> _Standing:
    """The sentence after the turn of a pronoun."""
    return replace(standing, waiting=standing.waiting[1:], notes=(*standing.notes, (index, note)))


def _after(question: _Question, completed: Hypothesis, objection: str) -> _Standing:
    """The sentence as it stands after the engine's answer."""
    index = question.forced.anaphor
    if objection:
        return _noted(question.standing, index, f"The engine's own end of the sentence was not taken: {objection}.")
    return _noted(replace(question.standing, sentence=completed, completed=True), index, _TAKEN)


def open_system(setting: Setting) -> PronounSystem:
    """The system on an engine that takes prefixes, with the edits that `fix` makes in its output."""
    from antecede.pronouns.decision.permission import default_edits
    from antecede.pronouns.post_editing.editors import editor, inflections_of
    from antecede.pronouns.systems.baseline import BaselineModel

    engine = setting.engine()
    edits = default_edits(setting.mode, ours=setting.ours)
    chosen = editor(setting.pair, setting.mode, setting.folder, edits=edits)
    rule = CompletionRule(TargetClasses.of(setting.pair), inflections_of(setting.pair))
    below = BaselineModel(engine, setting.steps)
    return PrefixModel(below, cast("CompletingEngine", engine), cast("Scorer", engine), chosen, rule, setting.steps)


SYSTEM: Final = System(open_system, ("best",), frozenset([Ability.PREFIX, Ability.SCORES]), reader=reader_of)
