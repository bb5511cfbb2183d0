"""`antecede experiment pronoun-lm`: the tables and the figure of the paper on the pronoun language model."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.cli._common import add_command, add_model_option, print_tables, several, warn, write_outputs

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede experiment pronoun-lm --data data --model models/en-fr --out results
  antecede experiment pronoun-lm --data data --model models/en-fr --out results --dev ted.dev ted.test --test tst2010
The folder holds NAME.en, NAME.fr and maybe NAME.ids of the sets that --dev and --test name, as such or in a folder
en-fr. What was translated is kept in results/work: a run that was stopped goes on from there.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(
        experiments, "pronoun-lm", "the pronoun language model and re-ranking (2016)", _EXAMPLES, _run
    )
    command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described below")
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where tables, figure and JSON go")
    add_model_option(command)
    command.add_argument("--dev", default=None, metavar="NAME", help="sets to tune on (ted.dev ted.test)", **several())
    command.add_argument("--test", default="tst2010", metavar="NAME", help="the set to report (default: %(default)s)")
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.experiments.pronoun_lm.published import averages
    from antecede.experiments.pronoun_lm.reranking import RerankExperiment, changes
    from antecede.experiments.pronoun_lm.tables import reranking_tables, table_1
    from antecede.experiments.sets import TextSet
    from antecede.files import make_folder
    from antecede.models import ModelFolder
    from antecede.pronouns.pronoun_lm.model import PronounLanguageModel
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.rerank import open_reranker

    setting = Setting.of(ModelFolder.find(options.model, pair="en-fr"), threads=options.threads)
    work = make_folder(options.out / "work")
    found = averages(PronounLanguageModel.open(setting.folder.file("pronoun_lm")))
    experiment = RerankExperiment(setting, work, warn)
    sets = [TextSet.read(options.data, name, setting) for name in options.dev or ("ted.dev", "ted.test")]
    tuned = _kept(work / "tuned.json", lambda: experiment.tune(sets))
    best = tuned["best"]
    rerankers = {
        "baseline": None,
        "re-ranked, paper mode": open_reranker(replace(setting, mode="paper")),
        "re-ranked, best mode": open_reranker(setting, alpha=best["alpha"], beta=best["beta"]),
    }
    evaluation = experiment.score(TextSet.read(options.data, options.test, setting), rerankers)
    changed = {name: changes(evaluation, 0, number) for number, name in enumerate(rerankers) if number}
    tables = [table_1(found), *reranking_tables(evaluation, changed)]
    told = {
        "table_1": found,
        "tuned": tuned,
        "test": options.test,
        "systems": [
            {
                "name": s.name,
                "cases": s.apt.cases,
                "accuracy": s.apt.score,
                "bleu": s.value("bleu"),
                "signature": s.signature,
            }
            for s in evaluation.systems
        ],
        "comparisons": [
            {"a": c.a, "b": c.b, "improved": c.improved, "degraded": c.degraded, "p": c.p_value}
            for c in evaluation.comparisons
        ],
        "table_3": changed,
    }
    settings = f"Tuned on {', '.join(each.name for each in sets)}: alpha {best['alpha']:g}, beta {best['beta']:g}.\n"
    write_outputs(
        {
            options.out / "tables.md": "\n".join([settings, *(table.markdown() for table in tables)]),
            options.out / "results.json": json.dumps(told, ensure_ascii=False, indent=1) + "\n",
            **_figure(options.out, found),
        }
    )
    print_tables(tables)
    return 0


def _figure(folder: Path, found: Any) -> dict[str | Path, bytes]:  # noqa: ANN401 - passed on
    from antecede.errors import ResourceError
    from antecede.experiments.pronoun_lm.tables import figure

    try:
        return {folder / name: data for name, data in figure(found).items()}
    except ResourceError as error:
        warn(f"{error}; the tables are written without it")
        return {}


def _kept(path: Path, make: Any) -> Any:  # noqa: ANN401 - JSON
    from antecede.files import read_text, write_text

    if path.exists():
        return json.loads(read_text(path))
    told = make()
    write_text(path, json.dumps(told, indent=1) + "\n")
    return told
