"""Post-editing measured: the engine's output as it was, after the printed rules, and after careful edits."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from antecede.alignment import Link, align_corpus
from antecede.engines import Hypothesis
from antecede.experiments.measuring import engine_inputs, pronoun_inputs
from antecede.experiments.post_editing.changes import PostEditingResults, edited, scored
from antecede.experiments.sets import ParallelSet
from antecede.files import make_folder, read_text, write_all, write_text
from antecede.pronouns.decision.careful import CarefulSettings
from antecede.pronouns.post_editing.editors import careful_editor, paper_editor, reader_of
from antecede.pronouns.post_editing.tuning import MARGINS, STEPS, TRUSTS, Development, tune
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from antecede.coreference.reader import Reader
    from antecede.pronouns.setting import Setting

__all__ = ["DEV", "TEST", "run"]

DEV: Final = ("ted.dev", "ted.test")
TEST: Final = "tst2010"


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

    A model without a choice model has only the printed rules measured.
    """
    pair = setting.pair
    with alone(make_folder(out / "work")):
        experiment = _Experiment(setting, out / "work", Stages(out / "work"), reader_of(pair, "best"))
        texts = ParallelSet.read(data, test, pair)
        output = experiment.baseline(texts)
        documents = texts.resolved(experiment.reader, progress=progress)
        printed = reader_of(pair, "paper").resolver
        chained = [printed.resolve(document.analysis) for document in documents]
        editors = [edited("paper", paper_editor(pair), chained, output, pair.post_editing)]
        tuned: dict[str, Any] = {}
        if not setting.folder.has("choice"):
            say(f"{setting.folder.path}: has no choice model, so that only the printed rules are measured")
        else:
            tuned = experiment.tune([ParallelSet.read(data, name, pair) for name in dev])
            careful = replace(careful_editor(pair, setting.folder), settings=CarefulSettings.of(tuned["best"]))
            editors.append(edited("careful", careful, documents, output, pair.post_editing))
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
    )


@dataclass(frozen=True, slots=True)
class _Experiment:
    """What is kept in `work`, and made again for another model or another text."""

    setting: Setting
    work: Path
    stages: Stages
    reader: Reader

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
