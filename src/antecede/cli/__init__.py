"""The `antecede` command; one file a subcommand, imported only when it runs or shows its help.

Exit codes: 0 success; 2 an error in the input or options, reported in one line; 130 interrupted. Others are bugs.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import pkgutil
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_verbosity
from antecede.cli._parser import CommandParser
from antecede.errors import AntecedeError
from antecede.files import flush_output
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["main", "parser"]

_EXIT_CODES: Final = "exit codes: 0 success, 2 an error in the input or options, reported in one line, 130 interrupted"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; 0 on success, 2 with one line on the error stream for an error in the input or options."""
    try:
        try:
            options = parser().parse_args(arguments)
            with _messages(options.verbosity):
                status: int = options.run(options)
        except SystemExit:
            flush_output()
            raise
        flush_output()
    except AntecedeError as error:
        sys.stderr.write(f"antecede: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("antecede: interrupted\n")
        return 130
    except BrokenPipeError:
        # The reader of our output closed the pipe (`| head`): not an error, and no second message at exit.
        sys.stdout = None
        return 0
    except OSError as error:
        # A system error (a full or read-only disk): for the user to resolve, not a bug of ours.
        named = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        sys.stderr.write(f"antecede: {named}{(error.strerror or str(error) or 'unknown error').lower()}\n")
        with suppress(AntecedeError, OSError):
            # If the output stream itself failed, it is reported only once.
            flush_output()
        return 2
    return status


def parser() -> argparse.ArgumentParser:
    """The whole command line; documentation and shell completion are made from it."""
    top = CommandParser(
        prog="antecede",
        description="Gets pronouns right in machine translation, and measures how well any system did.",
        epilog=_EXIT_CODES,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="print the versions of antecede and of its models")
    top.add_argument(
        "--print-completion",
        action=_PrintCompletion,
        choices=("bash", "zsh", "tcsh"),
        help="print a completion script for your shell",
    )
    add_verbosity(top, default=logging.WARNING)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            command = importlib.import_module(f"{__name__}.{module.name}")
            command.register(commands)
    return top


@contextmanager
def _messages(level: int) -> Iterator[None]:
    """Warnings, and with --verbose more, as lines on the error stream; users of the library configure logging."""
    logger = logging.getLogger("antecede")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("antecede: %(message)s"))
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(level)
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)


class _Version(argparse.Action):
    """Our version and those of the installed models, which are looked for only when it is asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002 - argparse's signature
        values: str | Sequence[object] | None,  # noqa: ARG002 - as above
        option_string: str | None = None,  # noqa: ARG002 - as above
    ) -> None:
        from antecede.models import installed_versions

        lines = [f"antecede {__version__}", *(f"model {pair} {version}" for pair, version in installed_versions())]
        print(*lines, sep="\n")  # noqa: T201 - the result
        parser.exit()


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
