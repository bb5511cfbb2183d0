"""`antecede smt`: export models to Moses and import them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_argparse

from antecede.cli._common import add_command, add_model_option, pair_name, warn

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXPORT: Final = """
  antecede smt export --model models/en-fr --moses moses/en-fr && moses -f moses/en-fr/moses.ini < in.en > out.fr
  antecede smt export --model models/es-en --moses moses/es-en --arpa lm.en.arpa.gz
"""
_IMPORT: Final = """
  antecede smt import --moses-ini work/model/moses.ini --out models/mine --pair en-fr
  antecede smt import --moses-ini mert/moses.ini --out models/tuned --pair es-en
"""
_PAIR: Final = "en-fr"


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "smt",
        help="export a model to Moses, or import one from Moses",
        description="Exports a model to Moses, or imports one from Moses.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    ways = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    out = add_command(ways, "export", "write a folder on which Moses decodes", _EXPORT, _export)
    add_model_option(out, required=True)
    out.add_argument("--moses", type=Path, required=True, metavar="DIR", help="where moses.ini and its files go")
    out.add_argument("--arpa", type=Path, metavar="F", help="a language model as text, in place of the model's own")
    back = add_command(ways, "import", "make a model of a moses.ini and what it names", _IMPORT, _import)
    back.add_argument("--moses-ini", type=Path, required=True, metavar="F", help="with text tables and an ARPA file")
    back.add_argument("--out", type=Path, required=True, metavar="M", help="the model's folder")
    back.add_argument("--pair", type=pair_name, metavar="PAIR", help=f"language pair (default: {_PAIR})")


def _export(options: argparse.Namespace) -> int:
    from antecede.progress import showing
    from antecede.smt.moses.package import export_moses

    with showing("writing tables", enabled=True) as show:
        moved = export_moses(options.model, options.moses, arpa=options.arpa, progress=show)
    for name in moved.left_out:
        warn(f"{name} is not supported by Moses and was left out")
    sys.stderr.write(f"{moved.place}\n")
    return 0


def _import(options: argparse.Namespace) -> int:
    from antecede.progress import showing
    from antecede.smt.moses.package import import_moses

    if options.pair is None:
        warn(f"no --pair given: the model is assumed to be for {_PAIR}")
    with showing("reading tables", enabled=True) as show:
        moved = import_moses(options.moses_ini, options.out, pair=options.pair or _PAIR, progress=show)
    for name in moved.left_out:
        warn(f"{options.moses_ini}: {name} was left out: it is not supported")
    sys.stderr.write(f"{moved.place}\n")
    return 0
