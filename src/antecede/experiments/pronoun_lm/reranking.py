"""The re-ranking experiment: n-best lists made once, weights tuned on development sets, systems scored on others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.alignment import Alignments, align_corpus
from antecede.engines import Segment
from antecede.engines.nbest import format_n_best, read_n_best
from antecede.evaluation.corpus import Corpus, Translation
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.metrics import apt
from antecede.experiments.measuring import engine_inputs, pronoun_inputs
from antecede.files import write_text
from antecede.pronouns.pronoun_lm.candidates import translate_with_pronouns
from antecede.pronouns.systems.rerank import open_reranker
from antecede.text import detokenise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from antecede.engines import Hypothesis
    from antecede.evaluation.results import Evaluation
    from antecede.experiments.sets import ParallelSet
    from antecede.pronouns.pronoun_lm.reranking import Prepared, PronounModel, Reranked, Reranker
    from antecede.pronouns.setting import Mode, Setting
    from antecede.stages import Stages

    Say = Callable[[str], None]

__all__ = ["N_BEST", "RerankExperiment", "TextSet", "best_of", "changes"]

N_BEST: Final = 1000
# Alpha and beta over alpha of best mode; alpha of the published formula, whose beta stays as it is.
_BEST: Final = tuple(
    (alpha, alpha * share)
    for alpha, share in product((0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0), (0.0, 0.5, 1.0, 2.0))
    if alpha or not share
)
_PAPER: Final = tuple((alpha, 5.0) for alpha in (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0))


class TextSet(NamedTuple):
    """A set with its source in the engine's tokens."""

    files: ParallelSet
    source: list[list[str]]

    @classmethod
    def of(cls, files: ParallelSet, setting: Setting) -> TextSet:
        """The set as the engine of a model has it."""
        return cls(files, [setting.steps.source_tokens(line) for line in files.text.source])

    @property
    def name(self) -> str:
        """What it is called."""
        return self.files.name

    @property
    def reference(self) -> Sequence[str]:
        """The lines of the reference."""
        return self.files.text.targets[0]


class _Ready(NamedTuple):
    """A set with what does not depend on weights: its documents' candidates, and its reference."""

    texts: TextSet
    documents: list[list[Prepared]]
    reference: Translation


@dataclass(frozen=True, slots=True)
class RerankExperiment:
    """Everything that one run of the experiment shares.

    Lists, alignments and weights are kept in `work`, and made again for another model or another text.
    """

    setting: Setting
    work: Path
    stages: Stages
    say: Say = lambda _: None

    def lists(self, texts: TextSet) -> list[list[Hypothesis]]:
        """For each sentence the hypotheses that compete: made by the engine, or kept from the last run."""
        path = self.work / f"{texts.name}.nbest"

        def work() -> dict[str, Any]:
            self.say(f"translating {texts.name}")
            segments = [Segment(detokenise(each, self.setting.pair.source), tuple(each)) for each in texts.source]
            made = translate_with_pronouns(self.setting.engine(), segments, self.setting.pair, N_BEST)
            write_text(path, format_n_best(made))
            return {}

        inputs = {"text": texts.files.text.key, "n_best": N_BEST, **engine_inputs(self.setting)}
        self.stages.run(f"translate-{texts.name}", inputs, [path], work)
        return read_n_best(path)

    def prepared(self, texts: TextSet, reranker: Reranker) -> list[list[Prepared]]:
        """The documents' candidates, as the re-ranker reads them."""
        kept = self.lists(texts)
        spans = (document.lines for document in texts.files.text.documents)
        return [reranker.prepare(texts.source[span], kept[span]) for span in spans]

    def tune(self, sets: Sequence[TextSet], mode: Mode) -> dict[str, Any]:
        """The weights that get most pronouns of the sets right, the smallest of the best; and all that were tried."""
        tried = _PAPER if mode == "paper" else _BEST
        inputs = {**self.inputs(sets), "tried": tried, **pronoun_inputs(self.setting)}
        return self.stages.run(f"tune-{mode}", inputs, [], lambda: self._tuned(sets, mode))

    def inputs(self, sets: Sequence[TextSet]) -> dict[str, Any]:
        """What decides figures on sets, besides the pronoun models."""
        return {
            "sets": {each.name: each.files.text.key for each in sets},
            "n_best": N_BEST,
            **engine_inputs(self.setting),
        }

    def _tuned(self, sets: Sequence[TextSet], mode: Mode) -> dict[str, Any]:
        tried = self.try_weights(self.ready(sets, mode), mode)
        best = best_of(tried)
        self.say(f"{mode} mode: alpha {best['alpha']:g}, beta {best['beta']:g}: {best['right']} of {best['pronouns']}")
        return {"best": best, "tried": tried}

    def ready(self, sets: Sequence[TextSet], mode: Mode) -> list[_Ready]:
        """Sets on which many weights are to be tried."""
        reranker = open_reranker(replace(self.setting, mode=mode))
        return [_Ready(each, self.prepared(each, reranker), self.reference(each)) for each in sets]

    def try_weights(
        self, sets: Sequence[_Ready], mode: Mode, model: PronounModel | None = None
    ) -> list[dict[str, float]]:
        """Alpha and beta, with what each gets right and what it leaves untranslated; with another model, if given."""
        tried: list[dict[str, float]] = []
        for alpha, beta in _PAPER if mode == "paper" else _BEST:
            trial = open_reranker(replace(self.setting, mode=mode), alpha=alpha, beta=beta, model=model)
            cases = Counter[int]()
            for texts, documents, reference in sets:
                cases += self._cases(texts, reference, self._chosen(documents, trial))
            right, total = cases[1] + cases[2], cases.total()
            tried.append({"alpha": alpha, "beta": beta, "right": right, "untranslated": cases[4], "pronouns": total})
        return tried

    def reference(self, texts: TextSet) -> Translation:
        """The reference, aligned with the source; the alignment is kept."""
        from antecede.text.tokens import words

        tokens = [words(line, self.setting.pair.target) for line in texts.reference]
        path = self.work / f"{texts.name}.reference.align"

        def work() -> dict[str, Any]:
            aligned = align_corpus(texts.source, tokens, pair=self.setting.pair.name, symmetrise="grow-diag-final")
            aligned.alignments.write(path)
            return {"signature": aligned.signature}

        # The truecaser is the engine's, and the aligner's words are in lower case: the text alone decides.
        self.stages.run(f"align-{texts.name}", {"text": texts.files.text.key}, [path], work)
        return Translation("reference", texts.reference, [" ".join(line) for line in tokens], Alignments.read(path))

    @staticmethod
    def _chosen(documents: Iterable[Sequence[Prepared]], reranker: Reranker) -> list[Reranked]:
        return [reranked for document in documents for reranked in reranker.choose(document)]

    def _cases(self, texts: TextSet, reference: Translation, chosen: Sequence[Reranked]) -> Counter[int]:
        side = self._translation("", chosen).side
        source = [" ".join(line) for line in texts.source]
        judged = apt.judge(source, reference.side, [side], self._scoring)
        return Counter(int(pronoun.candidates[0].case) for pronoun in judged.pronouns)

    @property
    def _scoring(self) -> apt.Settings:
        return apt.Settings(pair=self.setting.pair, lists=self.setting.pair.lists["2016"])

    def _translation(self, name: str, chosen: Sequence[Reranked]) -> Translation:
        hypotheses = [each.best.hypothesis for each in chosen]
        links = Alignments.of_links(each.alignment for each in hypotheses)
        return Translation(
            name,
            [self.setting.steps.target_text(each.tokens) for each in hypotheses],
            [" ".join(each.tokens) for each in hypotheses],
            links,
            "engine",
        )

    def translations(self, texts: TextSet, rerankers: Mapping[str, Reranker | None]) -> list[Translation]:
        """What each system chooses for a set; a system without re-ranker is the engine alone."""
        candidates = []
        some = next(each for each in rerankers.values() if each is not None)
        for name, reranker in rerankers.items():
            how = reranker or replace(some, pronoun_score=_Nothing(), beam=1)
            candidates.append(self._translation(name, self._chosen(self.prepared(texts, how), how)))
        return candidates

    def score(self, sets: Sequence[TextSet], candidates: Sequence[Sequence[Translation]]) -> Evaluation:
        """The systems on sets taken together, with the lists of 2016."""
        corpus = Corpus(
            [" ".join(line) for texts in sets for line in texts.source],
            _joined([self.reference(texts) for texts in sets]),
            tuple(_joined(parts) for parts in zip(*candidates, strict=True)),
            [f"{texts.name} {name}" for texts in sets for name in texts.files.text.document_ids or ()],
            "antecede",
        )
        return evaluate(corpus, self._scoring)


def best_of(tried: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The weights that get most right; the smallest of several."""
    return dict(max(tried, key=lambda entry: (entry["right"], -entry["alpha"])))


def changes(evaluation: Evaluation, first: int, second: int) -> dict[str, tuple[int, int]]:
    """For each word that the second system wrote: how often it is right where the first is wrong, and the reverse."""
    improved, degraded = Counter[str](), Counter[str]()
    for pronoun in evaluation.pronouns:
        one, other = pronoun.candidates[first], pronoun.candidates[second]
        text = other.words.text if other.words is not None else ""
        if other.case.right and not one.case.right:
            improved[text] += 1
        elif one.case.right and not other.case.right:
            degraded[text] += 1
    return {text: (improved[text], degraded[text]) for text in sorted(improved | degraded)}


def _joined(parts: Sequence[Translation]) -> Translation:
    """The translations of several sets as one."""
    return replace(
        parts[0],
        text=[line for part in parts for line in part.text],
        lines=[line for part in parts for line in part.lines],
        alignments=Alignments.of_links(chain.from_iterable(part.alignments for part in parts)),
    )


class _Nothing:
    """No opinion on pronouns."""

    def score(self, pronoun: str, history: Sequence[str], *, same_number: bool) -> float:  # noqa: ARG002 - a protocol's
        return 0.0
