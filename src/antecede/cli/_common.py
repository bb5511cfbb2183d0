"""What several commands share."""

from __future__ import annotations

import argparse
import logging
from typing import TYPE_CHECKING, Any

import rich_argparse

from antecede.files import write_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from antecede.files import Content

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way


def add_command(
    commands: Commands, name: str, summary: str, examples: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """A subcommand with its examples below its options."""
    command = commands.add_parser(
        name,
        help=summary,
        description=summary[:1].upper() + summary[1:] + ".",
        epilog="examples:\n" + examples.strip("\n"),
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    command.set_defaults(run=run)
    # Without a default of its own, so that `antecede --quiet COMMAND` is as good as `antecede COMMAND --quiet`.
    add_loudness(command, default=argparse.SUPPRESS)
    return command


def add_loudness(command: argparse.ArgumentParser, *, default: Any) -> None:  # noqa: ANN401 - a level, or argparse's mark
    """The options that say how much is told on the error stream."""
    how = command.add_mutually_exclusive_group()
    for flags, level, meaning in (
        (("-q", "--quiet"), logging.ERROR, "no progress and no warnings"),
        (("-v", "--verbose"), logging.INFO, "say what is done, too"),
    ):
        how.add_argument(*flags, dest="loudness", action="store_const", const=level, default=default, help=meaning)


def write_outputs(texts: Mapping[str | Path, Content]) -> None:
    """Write every file whole, then what goes to the output stream (`-`)."""
    write_all(texts)


def warn(message: str) -> None:
    """One line on the error stream, unless the user wants quiet."""
    logging.getLogger("antecede").warning("%s", message)


def several(**options: Any) -> dict[str, Any]:  # noqa: ANN401 - passed on to argparse
    """Options for an argument that takes several values and may be repeated."""
    return {"nargs": "+", "action": "extend", **options}
