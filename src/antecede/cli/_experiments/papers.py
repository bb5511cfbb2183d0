"""`antecede experiment papers`: every table and figure of the five papers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, print_tables, several, warn, write_outputs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from antecede.cli._common import Commands
    from antecede.models import ModelFolder

_EXAMPLES: Final = """
  antecede experiment papers --data data --model models/en-fr models/es-en --out results --threads 2
  antecede experiment papers --data data --model models/en-fr --out results --only pronoun-lm post-editing
The folder holds what each experiment reads (its own help says what); a paper that lacks something is left out, with the
reason. A model that is not named is the installed one of the pair. Everything goes to results: papers.md, results.json,
index.html, and a folder a paper. A run that was stopped continues where it left off.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(experiments, "papers", "every table and figure of the five papers", _EXAMPLES, _run)
    command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described below")
    command.add_argument("--model", metavar="M", help="model folders or installed names, one a pair", **several())
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where everything goes")
    command.add_argument("--only", metavar="PAPER", help="these papers alone", **several())
    command.add_argument(
        "--annotated",
        type=Path,
        metavar="DIR",
        help="translations that people annotated, as `experiment apt` reads them",
    )
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.experiments.papers import PAPERS, gains_table, papers_json, run, sections
    from antecede.report.papers import papers_page, papers_text

    names = [paper.name for paper in PAPERS]
    if unknown := [name for name in options.only or () if name not in names]:
        raise BadOption(f"--only {unknown[0]}: the papers are {', '.join(names)}")
    outcomes = run(
        options.data,
        _models(options.model or (), {paper.pair for paper in PAPERS}),
        options.out,
        papers=options.only,
        annotated=options.annotated,
        threads=options.threads,
        progress=True,
        say=warn,
    )
    shown = sections(outcomes)
    outputs: dict[str | Path, str | bytes] = {
        options.out / "papers.md": papers_text(shown),
        options.out / "results.json": json.dumps(papers_json(outcomes), ensure_ascii=False, indent=1) + "\n",
        options.out / "index.html": papers_page(shown),
    }
    for outcome in outcomes:
        if outcome.part:
            images = outcome.part.images
            outputs |= {options.out / outcome.paper.name / name: data for name, data in images.items()}
    write_outputs(outputs)
    print_tables([table for section in shown[1:] for table in section.tables] + [gains_table(outcomes)])
    return 0


def _models(named: Sequence[str], pairs: set[str]) -> dict[str, ModelFolder]:
    """The models by pair: those that are named, and installed ones of the other pairs."""
    from antecede.errors import AntecedeError, BadOption
    from antecede.models import ModelFolder

    models: dict[str, ModelFolder] = {}
    for name in named:
        folder = ModelFolder.find(name)
        if folder.pair in models:
            raise BadOption(f"--model {name}: is the second of {folder.pair}; name one a pair")
        models[folder.pair] = folder
    for pair in sorted(pairs - models.keys()):
        try:
            models[pair] = ModelFolder.find(pair=pair)
        except AntecedeError:
            continue  # its papers say that they lack it
    return models
