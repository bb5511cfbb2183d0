"""`antecede experiment`: the tables of the papers, from your own data."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

import rich_argparse

from antecede.cli import _experiments

if TYPE_CHECKING:
    from antecede.cli._common import Commands


def register(commands: Commands) -> None:
    """Add the command and its experiments: one file each in `_experiments`."""
    experiment = commands.add_parser(
        "experiment",
        help="print the tables of a paper from your own data",
        description="The tables of the papers, from your own data.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    experiments = experiment.add_subparsers(title="experiments", metavar="EXPERIMENT", required=True)
    for module in pkgutil.iter_modules(_experiments.__path__):
        importlib.import_module(f"{_experiments.__name__}.{module.name}").register(experiments)
