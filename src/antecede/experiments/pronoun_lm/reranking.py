"""The re-ranking experiment: n-best lists made once, weights tuned on development sets, systems scored on a test."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.alignment import Alignments, align_corpus
from antecede.engines.nbest import format_n_best, read_n_best
from antecede.evaluation.corpus import Corpus, Translation
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.metrics import apt
from antecede.experiments.measuring import engine_inputs, pronoun_inputs
from antecede.files import write_text
from antecede.pronouns.pronoun_lm.candidates import translate_with_pronouns
from antecede.pronouns.systems.rerank import open_reranker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from antecede.engines import Hypothesis
    from antecede.evaluation.results import Evaluation
    from antecede.experiments.sets import ParallelSet
    from antecede.pronouns.pronoun_lm.reranking import Prepared, Reranked, Reranker
    from antecede.pronouns.setting import Setting
    from antecede.stages import Stages

    Say = Callable[[str], None]

__all__ = ["RerankExperiment", "TextSet", "changes"]

N_BEST: Final = 1000
_ALPHAS: Final = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0)
_BETAS: Final = (0.0, 0.5, 1.0, 2.0)


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


@dataclass(frozen=True, slots=True)
class RerankExperiment:
    """Everything that one run of the experiment shares.

    Lists, alignments and weights are kept in `work`, and made again for another model or another text.
    """

    setting: Setting
    work: Path
    stages: Stages
    say: Say = lambda _: None

    def prepared(self, texts: TextSet, reranker: Reranker) -> list[list[Prepared]]:
        """The documents' candidates: made by the engine, or kept from the last run."""
        path = self.work / f"{texts.name}.nbest"

        def work() -> dict[str, Any]:
            self.say(f"translating {texts.name}")
            engine = self.setting.engine()
            made: list[list[Hypothesis]] = []
            for start in range(0, len(texts.source), 100):
                part = texts.source[start : start + 100]
                lists = translate_with_pronouns(engine, part, self.setting.pair, N_BEST)
                for source, listed in zip(part, lists, strict=True):
                    made.append([each.hypothesis for each in reranker.shortener.shorten(source, listed)])
            write_text(path, format_n_best(made))
            return {}

        inputs = {"text": texts.files.text.key, "n_best": N_BEST, **engine_inputs(self.setting)}
        self.stages.run(f"translate-{texts.name}", inputs, [path], work)
        kept = read_n_best(path)
        spans = (document.lines for document in texts.files.text.documents)
        return [reranker.prepare(texts.source[span], kept[span]) for span in spans]

    def tune(self, sets: Sequence[TextSet]) -> dict[str, Any]:
        """Weights of the tuned mode that get most pronouns of the sets right; the smallest of the best."""
        inputs = {
            "sets": {each.name: each.files.text.key for each in sets},
            "tried": [_ALPHAS, _BETAS],
            "n_best": N_BEST,
            **engine_inputs(self.setting),
            **pronoun_inputs(self.setting),
        }
        tuned: dict[str, Any] = self.stages.run("tune", inputs, [], lambda: {"tuned": self._tuned(sets)})["tuned"]
        return tuned

    def _tuned(self, sets: Sequence[TextSet]) -> dict[str, Any]:
        reranker = open_reranker(replace(self.setting, mode="best"))
        data = [(each, self.prepared(each, reranker), self.reference(each)) for each in sets]
        tried = []
        for alpha, beta in product(_ALPHAS, _BETAS):
            if beta and not alpha:
                continue
            trial = open_reranker(replace(self.setting, mode="best"), alpha=alpha, beta=alpha * beta)
            right = total = 0
            for each, documents, reference in data:
                chosen = [reranked for document in documents for reranked in trial.choose(document)]
                cases = self._cases(each, reference, chosen)
                right += sum(count for case, count in cases.items() if case <= 2)
                total += sum(cases.values())
            tried.append({"alpha": alpha, "beta": alpha * beta, "right": right, "pronouns": total})
            self.say(f"alpha {alpha:g}, beta {alpha * beta:g}: {right} of {total}")
        best = max(tried, key=lambda entry: (entry["right"], -entry["alpha"]))
        return {"best": best, "tried": tried}

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

    def score(self, texts: TextSet, rerankers: dict[str, Reranker | None]) -> Evaluation:
        """All systems on a set, with the lists of 2016; a system without re-ranker is the engine alone."""
        some = next(each for each in rerankers.values() if each is not None)
        documents = self.prepared(texts, some)
        candidates = []
        for name, reranker in rerankers.items():
            if reranker is None:
                reranker = replace(some, pronoun_score=_Nothing(), beam=1)  # noqa: PLW2901 - the engine's own choice
            chosen = [reranked for document in documents for reranked in reranker.choose(document)]
            candidates.append(self._translation(name, chosen))
        corpus = Corpus(
            [" ".join(line) for line in texts.source],
            self.reference(texts),
            tuple(candidates),
            texts.files.text.document_ids,
            "antecede",
        )
        return evaluate(corpus, self._scoring)


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


class _Nothing:
    """No opinion on pronouns."""

    def score(self, pronoun: str, history: Sequence[str], *, same_number: bool) -> float:  # noqa: ARG002 - a protocol's
        return 0.0
