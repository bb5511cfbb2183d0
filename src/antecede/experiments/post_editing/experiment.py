"""Post-editing measured: the engine's output as it was, after the printed rules, and after other editors."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from antecede.alignment import Link, align_corpus
from antecede.engines import Hypothesis
from antecede.experiments.measuring import engine_inputs, pronoun_inputs
from antecede.experiments.post_editing.changes import PostEditingResults, edited, scored
from antecede.experiments.post_editing.threshold import study
from antecede.experiments.sets import ParallelSet
from antecede.files import make_folder, read_text, write_all, write_text
from antecede.pronouns.decision.careful import CarefulSettings
from antecede.pronouns.decision.worth import worth
from antecede.pronouns.post_editing.editors import careful_editor, paper_editor, reader_of
from antecede.pronouns.post_editing.linear import LinearEditor
from antecede.pronouns.post_editing.tuning import MARGINS, STEPS, TRUSTS, Development, tune
from antecede.pronouns.systems import lacking
from antecede.pronouns.systems.linear_edit import open_lists
from antecede.pronouns.target.classes import TargetClasses, class_in
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.reader import Reader
    from antecede.experiments.post_editing.changes import EditorResult
    from antecede.experiments.post_editing.threshold import ThresholdStudy
    from antecede.models import ModelFolder
    from antecede.pronouns.post_editing.types import PostEdited
    from antecede.pronouns.setting import Setting

    # For each pronoun of a document, how far the decoder likes each of its forms.
    Shares = list[dict[str, float]]

__all__ = ["DEV", "TEST", "WEIGHTS", "run"]

DEV: Final = ("ted.dev",)
TEST: Final = "tst2010"
WEIGHTS: Final = tuple(step / 20 for step in range(21))
"""Weights of the antecedent beside the decoder that are tried for the linear editor."""


def run(
    data: Path,
    out: Path,
    setting: Setting,
    *,
    dev: Sequence[str] = DEV,
    test: str = TEST,
    progress: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> PostEditingResults:
    """Tune on the development sets, edit the test set, score; what is done is not done again.

    A model without a choice model has no careful editing measured. The linear editor is measured where the sets to
    tune it on are there, and the engine has lists.
    """
    pair = setting.pair
    with alone(make_folder(out / "work")):
        chains = reader_of(pair, "paper")
        experiment = _Experiment(setting, out / "work", Stages(out / "work"), reader_of(pair, "best"), chains)
        texts = ParallelSet.read(data, test, pair)
        output = experiment.baseline(texts)
        documents = texts.resolved(experiment.reader, progress=progress)
        thresholds = study(data, chains, experiment.stages, progress=progress)
        chained = experiment.chained(documents)
        editors = [edited("paper", _printed(setting, thresholds), chained, output, pair.post_editing)]
        tuned: dict[str, Any] = {}
        linear: dict[str, Any] = {}
        names = [name for name in dev if _there(data, name, setting)]
        sets = [ParallelSet.read(data, name, pair) for name in names]
        if sets and not lacking("linear-edit", setting):
            linear = experiment.tune_linear(sets)
            shares = experiment.shares(texts, chained)
            editors.append(experiment.edit_linear(chained, output, shares, linear["best"]["weight"]))
        if not setting.folder.has("choice"):
            say(f"{setting.folder.path}: has no choice model, so that only the printed rules are measured")
        else:
            tuned = experiment.tune([ParallelSet.read(data, name, pair) for name in dev])
            careful = replace(careful_editor(pair, setting.folder), settings=CarefulSettings.of(tuned["best"]))
            editors.append(edited("careful", careful.edit, documents, output, pair.post_editing))
    sentences = {"input": output} | {each.name: each.sentences for each in editors}
    files = {name: out / f"{name}.{pair.target}" for name in sentences}
    for name, listed in sentences.items():
        write_all({files[name]: "".join(setting.steps.target_text(each.tokens) + "\n" for each in listed)})
    return PostEditingResults(
        tuple(editors),
        scored(pair, texts, files, pair.default_lists),
        scored(pair, texts, files, "2016") if "2016" in pair.lists else None,
        test,
        tuned,
        thresholds,
        linear,
        {
            "training": _training_lines(setting.folder),
            "tuning": sum(len(each.text.source) for each in sets),
            "test": len(texts.text.source),
        },
    )


def _printed(setting: Setting, thresholds: ThresholdStudy) -> Callable[..., PostEdited]:
    """The printed rules, with a threshold for each talk that the talk itself had no part in."""
    editor = paper_editor(setting.pair, thresholds.threshold)

    def edit(document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> PostEdited:
        return replace(editor, threshold=thresholds.without(document.analysis.id)).edit(document, sentences)

    return edit


def _there(data: Path, name: str, setting: Setting) -> bool:
    file = f"{name}.{setting.pair.source}"
    return any((folder / file).exists() for folder in (data, data / setting.pair.name))


def _training_lines(folder: ModelFolder) -> int:
    """How many sentence pairs the engine was trained on, as far as its model.toml says."""
    path = folder.path / "model.toml"
    listed = tomllib.loads(read_text(path)).get("data", []) if path.exists() else []
    return sum(int(each.get("lines", 0)) for each in listed if each.get("role") == "source")


@dataclass(frozen=True, slots=True)
class _Experiment:
    """What is kept in `work`, and made again for another model or another text."""

    setting: Setting
    work: Path
    stages: Stages
    reader: Reader
    chains: Reader
    """What resolves the source for the printed rules and for the linear editor."""

    def chained(self, documents: Iterable[ResolvedDocument]) -> list[ResolvedDocument]:
        """Documents with the antecedents that the printed rules know."""
        return [self.chains.resolver.resolve(document.analysis) for document in documents]

    @property
    def _chains_key(self) -> str:
        return self.chains.key_with(self.reader.pipeline)

    def baseline(self, texts: ParallelSet) -> tuple[Hypothesis, ...]:
        """The engine's own translation."""
        kept, setting = self.work / f"{texts.name}.baseline.json", self.setting

        def work() -> dict[str, Any]:
            sentences = [setting.steps.cased(tokens) for tokens in _source(texts)]
            lists = setting.engine().translate(sentences)
            entries = [{"tokens": listed[0].tokens, "alignment": listed[0].alignment} for listed in lists]
            write_text(kept, json.dumps(entries, ensure_ascii=False) + "\n")
            return {}

        inputs = {"text": texts.text.key, **engine_inputs(setting)}
        self.stages.run(f"translate-{texts.name}", inputs, [kept], work)
        return tuple(
            Hypothesis(tuple(each["tokens"]), alignment=tuple(Link(*link) for link in each["alignment"]))
            for each in json.loads(read_text(kept, longest_line=1 << 30))
        )

    def shares(self, texts: ParallelSet, documents: Sequence[ResolvedDocument]) -> list[Shares]:
        """For each pronoun of each document, what the engine's lists give each of its forms."""
        kept = self.work / f"{texts.name}.shares.json"

        def work() -> dict[str, Any]:
            lists = open_lists(self.setting)
            write_text(kept, json.dumps([lists.of(document)[1] for document in documents], ensure_ascii=False) + "\n")
            return {}

        inputs = {"text": texts.text.key, "reader": self._chains_key, **engine_inputs(self.setting)}
        self.stages.run(f"shares-{texts.name}", inputs, [kept], work)
        found: list[Shares] = json.loads(read_text(kept, longest_line=1 << 30))
        return found

    def edit_linear(
        self,
        documents: Sequence[ResolvedDocument],
        output: Sequence[Hypothesis],
        shares: Sequence[Shares],
        weight: float,
    ) -> EditorResult:
        """The linear editor with that weight on a set."""
        editor, following = LinearEditor(paper_editor(self.setting.pair), weight), iter(shares)
        return edited(
            "linear",
            lambda document, sentences: editor.edit(document, sentences, next(following)),
            documents,
            output,
            self.setting.pair.post_editing,
        )

    def tune_linear(self, sets: Sequence[ParallelSet]) -> dict[str, Any]:
        """The weight of the linear editor that is best on the sets, the least of equals, and what each gives."""
        inputs = {
            "sets": {each.name: each.text.key for each in sets},
            "tried": WEIGHTS,
            "reader": self._chains_key,
            **engine_inputs(self.setting),
        }
        found: dict[str, Any] = self.stages.run("tune-linear", inputs, [], lambda: self._tuned_linear(sets))
        return found

    def _tuned_linear(self, sets: Sequence[ParallelSet]) -> dict[str, Any]:
        pair = self.setting.pair
        classes = TargetClasses.of(pair)
        table = worth(pair, classes)
        read = []
        for each in sets:
            documents = self.chained(each.resolved(self.reader))
            read.append((each, documents, self.baseline(each), _reference(each), self.shares(each, documents)))
        tried = []
        for weight in WEIGHTS:
            gained, changed, pronouns = 0.0, 0, 0
            for texts, documents, output, reference, shares in read:
                result = self.edit_linear(documents, output, shares, weight)
                changed += result.changed
                pronouns += result.pronouns
                for document, made, span in zip(documents, result.documents, texts.text.documents, strict=True):
                    right = reference[span.lines]
                    for anaphor in document.anaphors:
                        place = anaphor.sentence
                        both = (
                            class_in(document, anaphor, side[place], classes)[0] for side in (made.sentences, right)
                        )
                        gained += float(table[tuple(both)])
            tried.append({"weight": weight, "score": gained / max(pronouns, 1), "changed": changed / max(pronouns, 1)})
        best = max(tried, key=lambda each: (each["score"], -each["weight"]))
        return {"sets": [each.name for each in sets], "best": best, "tried": tried}

    def tune(self, sets: Sequence[ParallelSet]) -> dict[str, Any]:
        """The settings of careful editing that are best on the sets, and what each that was tried gives."""
        inputs = {
            "sets": {each.name: each.text.key for each in sets},
            "tried": [TRUSTS, MARGINS, STEPS],
            "reader": self.reader.key,
            **engine_inputs(self.setting),
            **pronoun_inputs(self.setting),
        }
        tuned: dict[str, Any] = self.stages.run("tune", inputs, [], lambda: {"tuned": self._tuned(sets)})["tuned"]
        return tuned

    def _tuned(self, sets: Sequence[ParallelSet]) -> dict[str, Any]:
        data = []
        for each in sets:
            output, reference = self.baseline(each), _reference(each)
            for document, span in zip(each.resolved(self.reader), each.text.documents, strict=True):
                data.append(Development(document, output[span.lines], reference[span.lines]))
        editor = careful_editor(self.setting.pair, self.setting.folder)
        tried = [one.settings.entries | {"score": one.score, "changed": one.changed} for one in tune(editor, data)]
        return {"sets": [each.name for each in sets], "best": tried[0], "tried": tried}


def _source(texts: ParallelSet) -> list[list[str]]:
    return list(texts.text.tokens(texts.text.source, texts.pair.source))


def _reference(texts: ParallelSet) -> tuple[Hypothesis, ...]:
    """The reference with its word alignment."""
    tokens = list(texts.text.tokens(texts.text.targets[0], texts.pair.target))
    links = align_corpus(_source(texts), tokens, pair=texts.pair.name).alignments
    return tuple(Hypothesis(tuple(line), alignment=tuple(links[index])) for index, line in enumerate(tokens))
