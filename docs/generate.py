"""Write docs/cli.md from the commands' own help, so that it cannot drift; `--check` only compares."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from antecede.cli import parser

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = Path(__file__).with_name("cli.md")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="exit with 1 if the page is out of date")
    check = options.parse_args().check
    page = command_page()
    if check:
        current = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
        if current != page:
            sys.stderr.write(f"{TARGET.name} is out of date: run make docs\n")
        return int(current != page)
    TARGET.write_text(page, encoding="utf-8")
    return 0


def command_page() -> str:
    """The reference page of the command line, in Markdown."""
    parts = ["# The command line\n", "This page is made from `--help` by `make docs`.\n"]
    for name, command in _commands("antecede", parser()):
        parts.append(f"## {name}\n\n```\n{command.format_help().rstrip()}\n```\n")
    return "\n".join(parts)


def _commands(name: str, command: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield name, command
    for action in command._actions:  # noqa: SLF001 - argparse offers no other way to list subcommands
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            for sub, found in action.choices.items():
                yield from _commands(f"{name} {sub}", found)


if __name__ == "__main__":
    # The page is the same wherever it is made: a terminal of 100 columns without colours.
    os.environ.update(COLUMNS="100", NO_COLOR="1")
    sys.exit(main())
