"""The `antecede` command; one file a subcommand, imported only when it runs or shows its help."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from typing import TYPE_CHECKING

import rich_argparse

from antecede import __version__
from antecede.errors import AntecedeError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "parser"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; 0 when it worked, 2 with one line on the error stream when the user can mend it."""
    try:
        options = parser().parse_args(arguments)
        status: int = options.run(options)
    except AntecedeError as error:
        sys.stderr.write(f"antecede: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("antecede: interrupted\n")
        return 130
    except BrokenPipeError:
        # The reader of our output went away (`| head`): not an error, and not worth a second complaint at exit.
        sys.stdout = None
        return 0
    return status


def parser() -> argparse.ArgumentParser:
    """The whole command line; documentation and shell completion are made from it."""
    top = argparse.ArgumentParser(
        prog="antecede",
        description="Gets pronouns right in machine translation, and measures how well any system did.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"antecede {__version__}")
    top.add_argument(
        "--print-completion",
        action=_PrintCompletion,
        choices=("bash", "zsh", "tcsh"),
        help="print a completion script for your shell",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            command = importlib.import_module(f"{__name__}.{module.name}")
            command.register(commands)
    return top


class _PrintCompletion(argparse.Action):
    """As shtab's own action, but shtab is imported only when it is asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002 - argparse's signature
        values: str | Sequence[object] | None,
        option_string: str | None = None,  # noqa: ARG002 - as above
    ) -> None:
        import shtab

        print(shtab.complete(parser, shell=str(values)))  # noqa: T201 - the result
        parser.exit()
