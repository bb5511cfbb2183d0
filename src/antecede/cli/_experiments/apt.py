"""`antecede experiment apt`: the tables and figures of the APT paper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, print_tables, several, warn, write_outputs
from antecede.errors import ResourceError
from antecede.files import make_folder

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from antecede.cli._common import Commands
    from antecede.experiments.apt.figures import Experiment
    from antecede.report.table import Table

_DESCRIPTION: Final = """\
The tables and figures of the APT paper (Miculicich Werlen and Popescu-Belis 2017) for systems that people
annotated by gap-filling: cases with and without the alignment heuristic (Figure 2), cases against human
judgement (Table 5), correlation for each w2 and w6 (Table 4), and of every metric (Figure 1, Table 3).

The folder holds tokenised text, one sentence a line:
  source.en, reference.fr            the source and its reference translation
  systems/NAME.fr                    one translation for each system, three systems at least
  alignments/source-reference.align  word alignments with the source, as antecede align writes them
  alignments/NAME.align              the same for each system; without this folder the texts are aligned again
  annotations.csv                    system,sentence,source_position,choices: positions count from 0, choices
                                     are il, elle, ils, elles, ce, on, ça/cela, other, bad translation,
                                     separated by |; several rows for one pronoun are several annotators
  human.csv                          optional human scores, system,score; without it, the accuracy with OTHER
  ids                                optional: the document of each sentence
"""
_EXAMPLES: Final = """
  antecede experiment apt --data examples/discomt-style
  antecede experiment apt --data examples/discomt-style --without word-by-word --out results
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(experiments, "apt", "the tables and figures of the APT paper (2017)", _EXAMPLES, _run)
    command.description = _DESCRIPTION
    command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described above")
    command.add_argument(
        "--without", **several(default=[], metavar="NAME", help="outlier systems that Table 3 leaves out")
    )
    command.add_argument("--human-column", metavar="COLUMN", help="the column of human.csv that holds the score")
    command.add_argument("--no-meteor", action="store_true", help="leave METEOR out even if Java and its jar are there")
    command.add_argument("--json", metavar="OUT", help="write all figures as JSON (- for the output stream)")
    command.add_argument("--out", type=Path, metavar="DIR", help="write tables.md, results.json and the figures there")


def _run(options: argparse.Namespace) -> int:
    """Read, score, print, and write what was asked for."""
    from rich.console import Console

    from antecede.evaluation.metrics import meteor
    from antecede.experiments.apt.data import observe
    from antecede.experiments.apt.figures import run
    from antecede.experiments.apt.tables import as_json, tables

    with_meteor = not options.no_meteor and meteor.available()
    with Console(stderr=True).status("Reading and scoring"):
        observations = observe(options.data, human_column=options.human_column, with_meteor=with_meteor)
        experiment = run(observations, options.without)
    if not with_meteor and not options.no_meteor:
        warn("METEOR is left out: it needs Java and pip install 'antecede[meteor]'")
    shown = tables(experiment)
    text = json.dumps(as_json(experiment), ensure_ascii=False, indent=2) + "\n"
    outputs: dict[str | Path, str | bytes] = {}
    if options.out is not None:
        outputs |= _folder(options.out, experiment, shown, text)
    if options.json is not None:
        outputs[options.json] = text
    write_outputs(outputs)
    if options.json != "-":
        print_tables(shown)
    return 0


def _folder(folder: Path, experiment: Experiment, tables: Sequence[Table], text: str) -> dict[str | Path, str | bytes]:
    """What is to be written to the folder, which is made."""
    from antecede.experiments.apt.tables import figures

    files: dict[str | Path, str | bytes] = {
        folder / "tables.md": "\n".join(table.markdown() for table in tables),
        folder / "results.json": text,
    }
    try:
        files |= {folder / name: data for name, data in figures(experiment).items()}
    except ResourceError as error:
        warn(f"{error}; the tables are written without them")
    make_folder(folder)
    return files
