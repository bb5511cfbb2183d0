"""`antecede experiment post-editing`: the table of changes and the scores of post-editing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.cli._common import add_command, add_model_option, print_tables, several, warn, write_outputs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from antecede.cli._common import Commands
    from antecede.coreference.reader import Reader
    from antecede.experiments.post_editing.changes import EditorResult
    from antecede.experiments.sets import EvaluationSet
    from antecede.pronouns.post_editing.careful import CarefulEditor
    from antecede.pronouns.setting import Setting

_EXAMPLES: Final = """
  antecede experiment post-editing --data data --model models/en-fr --out results
  antecede experiment post-editing --data data --model models/en-fr --out results --dev ted.dev ted.test --test tst2010
The folder holds NAME.en, NAME.fr and maybe NAME.ids of the sets that --dev and --test name, as such or in a folder
en-fr. What was translated is kept in results/work: a run that was stopped goes on from there.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(experiments, "post-editing", "post-editing, as printed and with care (2015)", _EXAMPLES, _run)
    command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described below")
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where tables, texts and JSON go")
    add_model_option(command, required=True)
    command.add_argument("--dev", default=None, metavar="NAME", help="sets to tune on (ted.dev ted.test)", **several())
    command.add_argument("--test", default="tst2010", metavar="NAME", help="the set to report (default: %(default)s)")
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.experiments.post_editing.changes import PostEditingResults, edited, scored
    from antecede.experiments.post_editing.tables import as_json, tables
    from antecede.experiments.sets import EvaluationSet
    from antecede.files import make_folder
    from antecede.pronouns.post_editing.editors import careful_editor, paper_editor, reader_of
    from antecede.pronouns.setting import Setting

    setting = Setting.of(options.model, threads=options.threads)
    pair = setting.pair
    work = make_folder(options.out / "work")
    test = EvaluationSet.read(options.data, options.test, pair)
    output = test.baseline(setting, work)
    reader = reader_of(pair, "best")
    documents = test.resolved(reader, progress=True)
    printed = reader_of(pair, "paper").resolver
    chained = [printed.resolve(document.analysis) for document in documents]
    editors: list[EditorResult] = [edited("paper", paper_editor(pair), chained, output, pair.post_editing)]
    tuned: dict[str, Any] = {}
    if not setting.folder.has("choice"):
        warn(f"{setting.folder.path}: has no choice model, so that only the printed rules are measured")
    else:
        sets = [EvaluationSet.read(options.data, name, pair) for name in options.dev or ("ted.dev", "ted.test")]
        careful, tuned = _tuned(careful_editor(pair, setting.folder), setting, sets, reader, work)
        editors.append(edited("careful", careful, documents, output, pair.post_editing))
    texts = {"input": output} | {each.name: each.sentences for each in editors}
    files = {name: options.out / f"{name}.{pair.target}" for name in texts}
    for name, sentences in texts.items():
        write_outputs({files[name]: "".join(setting.steps.target_text(each.tokens) + "\n" for each in sentences)})
    results = PostEditingResults(
        tuple(editors),
        scored(pair, test, files, pair.default_lists),
        scored(pair, test, files, "2016") if "2016" in pair.lists else None,
    )
    shown = tables(results)
    told = as_json(results) | {"test": options.test, "tuned": tuned}
    write_outputs(
        {
            options.out / "tables.md": "\n".join(table.markdown() for table in shown),
            options.out / "results.json": json.dumps(told, ensure_ascii=False, indent=1) + "\n",
        }
    )
    print_tables(shown)
    return 0


def _tuned(
    editor: CarefulEditor, setting: Setting, sets: Sequence[EvaluationSet], reader: Reader, work: Path
) -> tuple[CarefulEditor, dict[str, Any]]:
    """The editor with the settings that are best on the development sets, which are kept for the next run."""
    from antecede.files import read_text, write_text
    from antecede.pronouns.decision.careful import CarefulSettings
    from antecede.pronouns.post_editing.tuning import Development, tune

    kept = work / "tuned.json"
    if not kept.exists():
        data = []
        for each in sets:
            output, reference = each.baseline(setting, work), each.references(setting.pair)
            for document, (_, start, end) in zip(each.resolved(reader), each.documents, strict=True):
                data.append(Development(document, output[start:end], reference[start:end]))
        tried = [one.settings.told | {"score": one.score, "changed": one.changed} for one in tune(editor, data)]
        told = {"sets": [each.name for each in sets], "best": tried[0], "tried": tried}
        write_text(kept, json.dumps(told, indent=1) + "\n")
    told = json.loads(read_text(kept))
    return replace(editor, settings=CarefulSettings.of(told["best"])), told
