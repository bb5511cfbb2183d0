"""Say which of several given translations is preferred, line by line, from Python."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from antecede.errors import BadOption
from antecede.models import ModelFolder
from antecede.pairs import DEFAULT_PAIR
from antecede.pronouns.judging import opening
from antecede.pronouns.setting import Setting
from antecede.tasks._input import parallel_text
from antecede.tasks.scorer import ContextScore, open_scorer
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference.reader import Reader
    from antecede.coreference.resolvers import Method
    from antecede.pronouns.judging.judge import Parts, VersionJudge
    from antecede.tasks._input import Documents, Text

__all__ = ["Judge", "Judged", "JudgedLine", "judge"]


class JudgedLine(NamedTuple):
    """What each translation of a line scores: natural logarithms, the higher the better."""

    scores: tuple[float, ...]
    parts: tuple[Parts, ...]
    """What the scores are made of, before weights."""
    source: str = ""
    targets: tuple[str, ...] = ()
    """The line, and its translations."""

    @property
    def best(self) -> int:
        """Which translation is preferred, counted from 0; the first of those that score alike."""
        return max(range(len(self.scores)), key=self.scores.__getitem__)

    @property
    def margin(self) -> float:
        """How much more the preferred translation scores than the next one that says something else; 0 if none does."""
        first = self.targets[self.best] if self.targets else None
        others = [
            score
            for which, score in enumerate(self.scores)
            if which != self.best and (first is None or self.targets[which] != first)
        ]
        return self.scores[self.best] - max(others) if others else 0.0


@dataclass(frozen=True, slots=True)
class Judged:
    """What several translations of one source score, line by line."""

    pair: str
    lines: tuple[JudgedLine, ...]

    @property
    def best(self) -> tuple[int, ...]:
        """Which translation is preferred in each line, counted from 0."""
        return tuple(line.best for line in self.lines)


@dataclass(frozen=True, slots=True)
class Judge:
    """Compares given translations. Threads may share one."""

    versions: VersionJudge
    reader: Reader
    """What analyses the source and resolves its pronouns; its parser is loaded with the first text."""

    @classmethod
    def load(
        cls,
        pair: str,
        *,
        model: ModelFolder | Path | str | None = None,
        scorer: ContextScore | str | None = None,
        resolver: Method | None = None,
    ) -> Self:
        """A judge for a language pair.

        Args:
            pair: The language pair.
            model: A model folder, its path or an installed model's name; the pair's installed one by default.
            scorer: An engine whose score of a line after the lines before it counts, too: `neural`, or another name of
                `antecede.tasks.scorer.open_scorer`, or what that opened.
            resolver: What finds antecedents: `encoder`, `ranker`, `sieve`; the best that is installed by default.
        """
        folder = model if isinstance(model, ModelFolder) else ModelFolder.find(model, pair=pair)
        context = None if scorer is None else open_scorer(scorer, folder.pair)
        opened = opening.open_judge(Setting.of(folder), context=context)
        return cls(opened, opening.reader_of(opened.pair, resolver))

    def __call__(self, source: Text, *targets: Text, documents: Documents | None = None) -> Judged:
        """What each of the targets scores, line by line; the lines of a document are each other's context.

        Args:
            source: What was translated: a list of lines, or one text with a sentence a line.
            targets: Two or more translations of it, line by line.
            documents: The document of each line, or how many lines each document has; without it a blank line of the
                source ends a document.
        """
        named = [("source", source), *((f"target {number}", each) for number, each in enumerate(targets, start=1))]
        return self._judged(parallel_text(named, documents))

    def judge_files(
        self, source: Path | str, *targets: Path | str, ids: Path | str | None = None, one_document: bool = False
    ) -> Judged:
        """As a call, for files with one sentence a line; `ids` has the document of each line in its first field.

        Without it a blank line of the source begins a new document, unless all is `one_document`.
        """
        return self._judged(ParallelText.read_documents(source, *targets, ids=ids, one_document=one_document))

    def _judged(self, text: ParallelText) -> Judged:
        if len(text.targets) < 2:
            raise BadOption(f"{len(text.targets)} targets are given, but at least two translations are compared")
        lengths = [document.end - document.start for document in text.documents]
        judged = opening.judge_documents(self.versions, text.source, text.targets, lengths, reader=self.reader)
        weights, lines = self.versions.weights, []
        for source, targets, parts in zip(text.source, zip(*text.targets, strict=True), judged, strict=True):
            # Of versions that say the same none is preferred, whatever they said before.
            same = [parts[targets.index(target)] for target in targets]
            lines.append(JudgedLine(tuple(map(weights.score, same)), tuple(same), source, targets))
        return Judged(self.versions.pair.name, tuple(lines))


def judge(
    source: Text,
    *targets: Text,
    pair: str = DEFAULT_PAIR,
    documents: Documents | None = None,
    model: ModelFolder | Path | str | None = None,
    scorer: ContextScore | str | None = None,
    resolver: Method | None = None,
) -> Judged:
    """What each of several translations scores: a `Judge` for one text, kept for the next one.

    Examples:
        >>> right, wrong = ["La maison est vieille.", "Elle est belle."], ["La maison est vieille.", "Il est beau."]
        >>> judge(["The house is old.", "It is beautiful."], wrong, right).best
        (0, 1)
    """
    folder = model if isinstance(model, ModelFolder) else ModelFolder.find(model, pair=pair)
    return _opened(pair, folder.path, scorer, resolver)(source, *targets, documents=documents)


@lru_cache(maxsize=1)
def _opened(pair: str, model: Path, scorer: ContextScore | str | None, resolver: Method | None) -> Judge:
    return Judge.load(pair, model=model, scorer=scorer, resolver=resolver)
