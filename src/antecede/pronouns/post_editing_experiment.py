"""The experiment of post-editing: what each editor changes in an engine's output, and what the changes are worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from antecede.evaluation.results import Comparison, Evaluation, SystemScore
    from antecede.pairs import Pair, PostEditingRules
    from antecede.pronouns.fixing import Fixed, Output, Resolve
    from antecede.pronouns.post_editing import PostEditor

__all__ = ["ChangeRow", "EditorResult", "PostEditingResults", "changes_by_type", "run", "scored"]


class ChangeRow(NamedTuple):
    """Changes of one kind: how many we made, and how many the paper published."""

    anaphoric: bool
    source: str
    before: str
    after: str
    ours: int
    published: int


@dataclass(frozen=True, slots=True)
class EditorResult:
    """What one editor did to the output."""

    name: str
    fixed: Fixed
    changes: tuple[ChangeRow, ...]

    @property
    def share(self) -> float:
        """The share of the pronouns that it changed."""
        return self.fixed.changes / self.fixed.pronouns if self.fixed.pronouns else 0.0


@dataclass(frozen=True, slots=True)
class PostEditingResults:
    """All figures: the output as it was and as each editor left it."""

    editors: tuple[EditorResult, ...]
    evaluation: Evaluation
    """With the pair's own lists; the first system is the output as it was."""
    older: Evaluation | None = None
    """The same with the lists of 2016, which the earlier papers counted with."""

    def against_input(self, system: str) -> Comparison:
        """An editor's output compared with the output as it was."""
        first = self.evaluation.systems[0].name
        return next(each for each in self.evaluation.comparisons if (each.a, each.b) == (first, system))

    def system(self, name: str) -> SystemScore:
        """The figures of one system."""
        return next(each for each in self.evaluation.systems if each.name == name)


def run(output: Output, editors: Mapping[str, tuple[Resolve, PostEditor]], pair: Pair) -> tuple[EditorResult, ...]:
    """Every editor on the same output; each with what resolves the source for it."""
    from antecede.pronouns.fixing import fix

    results = []
    for name, (resolve, editor) in editors.items():
        fixed = fix(output, resolve, editor)
        results.append(EditorResult(name, fixed, changes_by_type([fixed], pair.post_editing)))
    return tuple(results)


def changes_by_type(fixed: Iterable[Fixed], rules: PostEditingRules | None) -> tuple[ChangeRow, ...]:
    """The paper's Table 2: changes by the rule, the source pronoun, and the pronoun before and after.

    Forms of one pronoun are counted together. Rows come in the order of the paper, then those it does not have.
    """
    together = rules.together if rules is not None else {}
    published: Counter[tuple[bool, str, str, str]] = Counter()
    for row in rules.published if rules is not None else ():
        published[row.anaphoric, row.source, row.before, row.after] += row.changes
    ours: Counter[tuple[bool, str, str, str]] = Counter()
    for one in fixed:
        for document in one.documents:
            for change in document.edited.changes:
                source = normalise(document.edited.decisions[change.decision].anaphor.text)
                before, after = (together.get(word, word) for word in (change.before, change.after))
                ours[change.anaphoric, source, before, after] += 1
    others = sorted((key for key in ours if key not in published), key=lambda key: (key[0], *key[1:]))
    keys = [*published, *others]
    return tuple(ChangeRow(*key, ours[key], published[key]) for key in keys)


def scored(
    pair: Pair, source: Path, reference: Path, candidates: Sequence[Path], ids: Path | None, lists: str
) -> Evaluation:
    """The files as `antecede score` scores them."""
    from antecede.evaluation import apt
    from antecede.evaluation.corpus import read_corpus
    from antecede.evaluation.evaluate import evaluate

    corpus = read_corpus(pair, source, reference, list(candidates), ids=ids)
    return evaluate(corpus, apt.Settings(pair=pair, lists=pair.lists[lists]))
