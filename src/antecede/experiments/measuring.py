"""Measure pronoun systems on documents: translate with each of them, score, and look at what they processed."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from antecede.alignment.pronouns import occurrences
from antecede.evaluation.corpus import EFLOMAL, read_corpus
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.lists import find_lists
from antecede.evaluation.metrics import apt, autof
from antecede.evaluation.significance import mcnemar
from antecede.experiments.sets import ENGINE_FILES, ParallelSet
from antecede.files import write_text
from antecede.files.packed import checksum
from antecede.pronouns.systems.passes import engine_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.evaluation.corpus import Corpus
    from antecede.evaluation.results import AptScore, AutoPrf, Evaluation, ScoredPronoun
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.passes import Memory
    from antecede.pronouns.types import Decision, PronounSystem
    from antecede.stages import Stages

__all__ = [
    "Measured",
    "Subset",
    "confusion",
    "engine_inputs",
    "processed_pronouns",
    "pronoun_inputs",
    "sentence_outcomes",
    "translated",
    "was_processed",
]


def engine_inputs(setting: Setting) -> dict[str, Any]:
    """What decides the engine's translations of a text: a change of it makes them again."""
    folder = setting.folder
    return {
        "model": {name: checksum(folder.path / file) for name, file in folder.files.items() if name in ENGINE_FILES},
        "weights": dict(folder.weights),
        "decoder": {**folder.settings, **setting.decoder},
    }


def pronoun_inputs(setting: Setting) -> dict[str, Any]:
    """What decides a system's pronouns besides the engine: a change of it makes its translations again."""
    folder = setting.folder
    files = {name: checksum(folder.path / file) for name, file in folder.files.items() if name not in ENGINE_FILES}
    return {"pronouns": files, "settings": dict(folder.pronouns)}


def was_processed(decision: Decision) -> bool:
    """Whether a system had options of its own for a pronoun; otherwise it is the engine's."""
    return not (len(decision.options) == 1 and decision.options[0].probability == 1.0)


def translated(
    name: str,
    open_model: Callable[[], PronounSystem],
    documents: Iterable[ResolvedDocument],
    setting: Setting,
    stages: Stages,
    out: Path,
    inputs: Mapping[str, Any],
    *,
    remember: Memory | None = None,
) -> Path:
    """The file with a system's translation; made once, with the places of the pronouns processed beside it.

    So is how often what became of its sentences, of a system that may translate them twice.

    The sentences are put into `remember`, if what is translated is the engine alone.
    """
    text, places = out / f"{name}.{setting.pair.target}", out / f"{name}.processed.json"
    counts = out / f"{name}.outcomes.json"

    def work() -> dict[str, Any]:
        model = open_model()
        lines: list[str] = []
        processed: list[tuple[int, int]] = []
        outcomes: Counter[str] = Counter()
        for document in documents:
            translation = model.translate(document)
            processed += [
                (len(lines) + decision.anaphor.sentence, decision.anaphor.token)
                for decision in translation.decisions
                if was_processed(decision)
            ]
            outcomes.update(map(str, translation.outcomes))
            if remember is not None:
                remember.update(
                    zip(map(tuple, engine_tokens(document, setting.steps)), translation.sentences, strict=True)
                )
            lines += [setting.steps.written(sentence) for sentence in translation.sentences]
        write_text(places, json.dumps(processed))
        write_text(counts, json.dumps(outcomes))
        write_text(text, "".join(line + "\n" for line in lines))
        return {"processed": len(processed)}

    stages.run(f"translate-{name}", {**inputs, **engine_inputs(setting)}, [text, places, counts], work)
    return text


def processed_pronouns(out: Path, name: str) -> frozenset[tuple[int, int]]:
    """Where a system's processed pronouns are: line and token."""
    return frozenset((line, token) for line, token in json.loads((out / f"{name}.processed.json").read_text()))


def sentence_outcomes(out: Path, name: str) -> Mapping[str, int]:
    """How many of a system's sentences had each `Outcome`; nothing of a system that translates them once."""
    counts: dict[str, int] = json.loads((out / f"{name}.outcomes.json").read_text())
    return counts


@dataclass(frozen=True, slots=True)
class Subset:
    """A system's cases on some of the pronouns, against the first system's."""

    name: str
    apt: AptScore
    improved: int
    degraded: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Measured:
    """Systems scored on one set; the first is the baseline."""

    names: tuple[str, ...]
    evaluation: Evaluation
    settings: apt.Settings
    corpus: Corpus

    @classmethod
    def of(cls, test: ParallelSet, files: Mapping[str, Path], lists: str | None = None) -> Measured:
        """Align and score the files, as `antecede score` does."""
        settings = apt.Settings(pair=test.pair, lists=find_lists(test.pair, lists))
        corpus = read_corpus(test.pair, test.source_file, test.target_file, list(files.values()), aligning=EFLOMAL)
        return cls(tuple(files), evaluate(corpus, settings), settings, corpus)

    def with_lists(self, lists: str) -> Measured:
        """The same texts and alignments, scored with other lists of pronouns."""
        settings = replace(self.settings, lists=find_lists(self.settings.pair, lists))
        return replace(self, evaluation=evaluate(self.corpus, settings), settings=settings)

    def autoprf(self, system: int, places: frozenset[tuple[int, int]]) -> AutoPrf:
        """AutoP, AutoR and AutoF of a system over the pronouns at these places, each counted by itself."""
        sides = self.corpus.reference.side, self.corpus.candidates[system].side
        sums = np.zeros(3)
        for at in occurrences(self.corpus.source, self.settings.lists.source_pronouns):
            if (at.sentence, at.position) in places:
                sums += autof.counts(*sides, at)
        return autof.aggregate(sums)

    def subset(self, system: int, places: frozenset[tuple[int, int]] | None = None) -> Subset:
        """A system's cases on the pronouns at these places, or on all."""
        kept = [p for p in self.evaluation.pronouns if places is None or (p.sentence, p.source_position) in places]
        right = Counter((p.candidates[0].case.right, p.candidates[system].case.right) for p in kept)
        improved, degraded = right[False, True], right[True, False]
        score = apt.aggregate((pronoun.candidates[system].case for pronoun in kept), self.settings)
        return Subset(self.names[system], score, improved, degraded, mcnemar(improved, degraded))


def confusion(
    pronouns: Iterable[ScoredPronoun], system: int, source: str, labels: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """How often each of the labels in the reference (rows) became which of them (columns), for one source pronoun."""
    counts: Counter[tuple[str, str]] = Counter()
    for pronoun in pronouns:
        words = pronoun.candidates[system].words
        if pronoun.source == source and pronoun.reference is not None and words is not None:
            counts[pronoun.reference.text, words.text] += 1
    return tuple(tuple(counts[row, column] for column in labels) for row in labels)
