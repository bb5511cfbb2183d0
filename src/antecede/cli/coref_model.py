"""`antecede coref-model`: what a coreference model says, for people and for Moses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_argparse

from antecede.cli._common import add_command, add_model_option

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands
    from antecede.pronouns.coreference_model.model import CoreferenceModel

_SHOW: Final = """
  antecede coref-model show --model models/es-en --class ella-fem-sg-person
  antecede coref-model show --model models/en-fr --table best --least 0.01
"""
_EXPORT: Final = """
  antecede coref-model export --model models/es-en \\
      --moses-ini moses/moses.ini --moses moses-coreference
  antecede coref-model export --model models/en-fr --moses-ini tuned/moses.ini --moses out --weight 0.8
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "coref-model",
        help="show a coreference model, or take it to Moses",
        description="Shows a coreference model, or takes it to Moses.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    ways = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    show = add_command(ways, "show", "print the model: class ||| translation ||| probability", _SHOW, _show)
    add_model_option(show, required=True)
    show.add_argument(
        "--table", default="paper", choices=("paper", "best"), help="as printed, or ours (default: %(default)s)"
    )
    show.add_argument("--class", dest="name", default="", metavar="C", help="only classes that start with this")
    show.add_argument("--least", type=float, default=0.0, metavar="P", help="leave out what is less likely")
    out = add_command(ways, "export", "write the model as a second table for Moses", _EXPORT, _export)
    add_model_option(out, required=True)
    out.add_argument("--moses-ini", type=Path, required=True, metavar="F", help="the moses.ini it is added to")
    out.add_argument(
        "--moses", type=Path, required=True, metavar="DIR", help="where the new moses.ini and the table go"
    )
    out.add_argument("--weight", type=float, metavar="W", help="of the table (default: the sum of the main table's)")


def _show(options: argparse.Namespace) -> int:
    model = _read(options.model)
    table = model.paper if options.table == "paper" else model.best
    for name, translation, share in table.triples():
        if name.startswith(options.name) and share >= options.least:
            sys.stdout.write(f"{name} ||| {translation or '-'} ||| {share:.6g}\n")
    return 0


def _export(options: argparse.Namespace) -> int:
    from antecede.pronouns.coreference_model.export import export_table

    place = export_table(_read(options.model).paper, options.moses_ini, options.moses, weight=options.weight)
    sys.stderr.write(f"{place}\n")
    return 0


def _read(name: str) -> CoreferenceModel:
    from antecede.models import ModelFolder
    from antecede.pronouns.coreference_model.model import CoreferenceModel

    return CoreferenceModel.read(ModelFolder.find(name).file("coreference"))
