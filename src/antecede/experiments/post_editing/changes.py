"""The experiment of post-editing: what each editor changes in an engine's output, and what the changes are worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from antecede.experiments.post_editing.threshold import ThresholdStudy
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.evaluation.results import Comparison, Evaluation, SystemScore
    from antecede.experiments.sets import ParallelSet
    from antecede.pairs import Pair, PostEditingRules
    from antecede.pronouns.post_editing.types import PostEdited

    # A document's translation edited.
    Edit = Callable[[ResolvedDocument, Sequence[Hypothesis]], PostEdited]

__all__ = [
    "ChangeRow",
    "Counts",
    "EditorResult",
    "PostEditingResults",
    "changes_by_type",
    "counts",
    "edited",
    "met_by_rule",
    "scored",
]


class ChangeRow(NamedTuple):
    """Changes of one kind: how many we made, and how many the paper published."""

    anaphoric: bool
    source: str
    before: str
    after: str
    ours: int
    published: int


class Counts(NamedTuple):
    """What section 7 of the paper counts: pronouns of the source, and what became of them."""

    they: int
    it: int
    it_subjects: int
    changed: int
    changed_they: int
    changed_it: int
    """Changes of the anaphoric rule; those of the other rule are the rest."""
    changed_non_anaphoric: int
    reached_non_anaphoric: int
    """Subjects that the non-anaphoric rule was asked for."""
    no_pronoun: int
    """Subjects for which the output has no pronoun, so that nothing could be changed."""


@dataclass(frozen=True, slots=True)
class EditorResult:
    """What one editor did to the output."""

    name: str
    documents: tuple[PostEdited, ...]
    changes: tuple[ChangeRow, ...]

    @property
    def pronouns(self) -> int:
        """How many pronouns the source has."""
        return sum(len(document.decisions) for document in self.documents)

    @property
    def changed(self) -> int:
        """How many of them it changed."""
        return sum(len(document.changes) for document in self.documents)

    @property
    def sentences(self) -> tuple[Hypothesis, ...]:
        """The translation as it left it."""
        return tuple(sentence for document in self.documents for sentence in document.sentences)


@dataclass(frozen=True, slots=True)
class PostEditingResults:
    """All figures: the output as it was and as each editor left it."""

    editors: tuple[EditorResult, ...]
    evaluation: Evaluation
    """With the pair's own lists; the first system is the output as it was."""
    older: Evaluation | None = None
    """The same with the lists of 2016, which the earlier papers counted with."""
    test: str = ""
    """The set that was translated."""
    tuned: Mapping[str, Any] = field(default_factory=dict)
    """The best settings of careful editing, and what each that was tried gives; nothing if there is no such editor."""
    study: ThresholdStudy = field(default_factory=ThresholdStudy)
    """The threshold of the printed rules."""
    linear: Mapping[str, Any] = field(default_factory=dict)
    """The weight of the linear editor, and what each that was tried gives."""
    data: Mapping[str, int] = field(default_factory=dict)
    """Sentences of the training text, as far as the model says, of the tuning sets and of the test set."""

    def against_input(self, system: str) -> Comparison:
        """An editor's output compared with the output as it was."""
        first = self.evaluation.systems[0].name
        return next(each for each in self.evaluation.comparisons if (each.a, each.b) == (first, system))

    def system(self, name: str) -> SystemScore:
        """The figures of one system."""
        return next(each for each in self.evaluation.systems if each.name == name)


def edited(
    name: str,
    edit: Edit,
    documents: Sequence[ResolvedDocument],
    sentences: Sequence[Hypothesis],
    rules: PostEditingRules | None,
) -> EditorResult:
    """An editor on all documents of a set."""
    done, start = [], 0
    for document in documents:
        end = start + len(document.analysis.sentences)
        done.append(edit(document, sentences[start:end]))
        start = end
    return EditorResult(name, tuple(done), changes_by_type(done, rules))


def changes_by_type(documents: Iterable[PostEdited], rules: PostEditingRules | None) -> tuple[ChangeRow, ...]:
    """The paper's Table 2: changes by the rule, the source pronoun, and the pronoun before and after.

    Forms of one pronoun are counted together. Rows come in the order of the paper, then those it does not have.
    """
    together = rules.together if rules is not None else {}
    published: Counter[tuple[bool, str, str, str]] = Counter()
    for row in rules.published if rules is not None else ():
        published[row.anaphoric, row.source, row.before, row.after] += row.changes
    ours: Counter[tuple[bool, str, str, str]] = Counter()
    for document in documents:
        for change in document.changes:
            source = normalise(document.decisions[change.decision].anaphor.text)
            before, after = (together.get(word, word) for word in (change.before, change.after))
            ours[change.anaphoric, source, before, after] += 1
    others = sorted(key for key in ours if key not in published)
    return tuple(ChangeRow(*key, ours[key], published[key]) for key in (*published, *others))


def counts(editor: EditorResult) -> Counts:
    """The counts of section 7 for the printed rules."""
    decisions = [each for document in editor.documents for each in document.decisions]
    asked = [each for each in decisions if each.rule is not None]
    sources = Counter(normalise(each.anaphor.text) for each in decisions)
    changes: Counter[tuple[str | None, str]] = Counter()
    for document in editor.documents:
        for change in document.changes:
            decision = document.decisions[change.decision]
            changes[decision.rule, normalise(decision.anaphor.text)] += 1
    return Counts(
        they=sources["they"],
        it=sources["it"],
        it_subjects=sum(normalise(each.anaphor.text) == "it" for each in asked),
        changed=changes.total(),
        changed_they=changes["anaphoric", "they"],
        changed_it=changes["anaphoric", "it"],
        changed_non_anaphoric=sum(count for (rule, _), count in changes.items() if rule == "non-anaphoric"),
        reached_non_anaphoric=sum(each.rule == "non-anaphoric" for each in asked),
        no_pronoun=sum(not each.baseline for each in asked),
    )


def met_by_rule(editor: EditorResult, rules: PostEditingRules | None) -> tuple[tuple[str, int, int], ...]:
    """What the output had where the non-anaphoric rule was asked, the most frequent first: pronoun, times, changed."""
    together = rules.together if rules is not None else {}
    met: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    for document in editor.documents:
        for decision in document.decisions:
            if decision.rule == "non-anaphoric":
                before = together.get(decision.baseline, decision.baseline)
                met[before] += 1
                changed[before] += decision.choice != decision.baseline
    return tuple((before, count, changed[before]) for before, count in met.most_common())


def scored(pair: Pair, test: ParallelSet, files: Mapping[str, Path], lists: str) -> Evaluation:
    """The files as `antecede score` scores them, each under its own name."""
    from antecede.evaluation.corpus import EFLOMAL, read_corpus
    from antecede.evaluation.evaluate import evaluate
    from antecede.evaluation.metrics import apt

    corpus = read_corpus(
        pair, test.source_file, test.target_file, list(files.values()), ids=test.ids_file, aligning=EFLOMAL
    )
    named = tuple(replace(each, name=name) for each, name in zip(corpus.candidates, files, strict=True))
    return evaluate(replace(corpus, candidates=named), apt.Settings(pair=pair, lists=pair.lists[lists]))
