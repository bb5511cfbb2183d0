"""What several commands share."""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import rich_argparse

from antecede.files import write_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from antecede.files import Content
    from antecede.report.table import Table
    from antecede.scoring import ContextScore

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
    add_verbosity(command, default=argparse.SUPPRESS)
    return command


def add_verbosity(command: argparse.ArgumentParser, *, default: Any) -> None:  # noqa: ANN401 - a level, or argparse's mark
    """The options for how much is printed on the error stream."""
    how = command.add_mutually_exclusive_group()
    for flags, level, meaning in (
        (("-q", "--quiet"), logging.ERROR, "no progress and no warnings"),
        (("-v", "--verbose"), logging.INFO, "report each step, too"),
    ):
        how.add_argument(*flags, dest="verbosity", action="store_const", const=level, default=default, help=meaning)


def write_outputs(texts: Mapping[str | Path, Content]) -> None:
    """Write every file whole, then what goes to the output stream (`-`)."""
    write_all(texts)


def warn(message: str) -> None:
    """One line on the error stream, unless the user asked for quiet."""
    logging.getLogger("antecede").warning("%s", message)


def language_code(text: str) -> str:
    """What options for a language take: `fr`, `FR`, `fr-FR`."""
    from antecede.languages import primary

    return primary(text)


def pair_name(text: str) -> str:
    """What options for a language pair take: `en-fr`, `EN-FR`."""
    from antecede import pairs

    return pairs.pair_name(text)


def several(**options: Any) -> dict[str, Any]:  # noqa: ANN401 - passed on to argparse
    """Options for an argument that takes several values and may be repeated."""
    return {"nargs": "+", "action": "extend", **options}


RESOLVERS: Final = ("encoder", "lm", "ranker", "sieve", "confirmed")


class Names:
    """The names that a registry knows, for `choices` of an option: looked up when they are shown.

    Entry points take tens of milliseconds to read, which `antecede --help` need not wait for. Any name is taken here:
    the registry itself says what is wrong with one that it does not know.
    """

    def __init__(self, package: str, registry: str) -> None:
        self._where = package, registry

    def __iter__(self) -> Iterator[str]:
        package, registry = self._where
        names: Sequence[str] = getattr(importlib.import_module(package), registry).names()
        return iter(names)

    def __contains__(self, name: object) -> bool:
        return True


def add_model_option(command: argparse._ActionsContainer, *, required: bool = False) -> None:
    """The option that names a model folder, for `ModelFolder.find`."""
    meaning = "a model folder, or an installed model's name" + ("" if required else " (default: the pair's)")
    command.add_argument("--model", required=required, metavar="M", help=meaning)


def add_resolver_option(command: argparse._ActionsContainer, *names: str) -> None:
    """The option for what finds antecedents."""
    command.add_argument(
        "--resolver",
        *names,
        # Those of `antecede.coreference.resolvers`, which takes long to import.
        choices=RESOLVERS,
        metavar="R",
        help="what finds antecedents: %(choices)s (default: encoder, if it is installed, else ranker)",
    )


def add_threads_option(command: argparse._ActionsContainer) -> None:
    """The option that says in how many processes documents are read."""
    command.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="K",
        help="processes that read documents, each with a parser of its own (default: %(default)s)",
    )


def add_scorer_options(command: argparse._ActionsContainer) -> None:
    """The options for a score that knows the context; `opened_scorer` reads them."""
    command.add_argument(
        "--scorer",
        metavar="ENGINE",
        help="an engine whose score of a sentence after those before it counts, too: neural, ctranslate2:FOLDER,"
        " opus-mt:CHECKPOINT (default: none)",
    )
    command.add_argument(
        "--scorer-context", type=int, metavar="N", help="sentences before that the scorer is given (default: 2)"
    )
    command.add_argument(
        "--scorer-own",
        choices=("keep", "subtract"),
        help="whether the sentence's own score counts, or only what the context adds to it (default: subtract)",
    )


def opened_scorer(options: argparse.Namespace) -> ContextScore | None:
    """The scorer that the options name, for their pair."""
    from antecede.errors import BadOption
    from antecede.tasks.scorer import CONTEXT, open_scorer

    if options.scorer is None:
        for name in ("scorer_context", "scorer_own"):
            if getattr(options, name) is not None:
                raise BadOption(f"--{name.replace('_', '-')} says how --scorer is asked; name the engine with --scorer")
        return None
    if getattr(options, "mode", "best") == "paper":
        raise BadOption("--scorer is for the mode `best`: what is printed asks no scorer")
    context = CONTEXT if options.scorer_context is None else options.scorer_context
    return open_scorer(options.scorer, options.pair, context=context, own=options.scorer_own == "keep")


def add_document_options(command: argparse._ActionsContainer, *, metavar: str = "F", more: str = "") -> None:
    """The options that say which lines are a document; without them blank lines do."""
    how = command.add_mutually_exclusive_group()
    meaning = f"the document of each line (first tab-separated field){more}; without it a blank line begins a new one"
    how.add_argument("--ids", type=Path, metavar=metavar, help=meaning)
    how.add_argument(
        "--one-document",
        action="store_true",
        help="all is one document: neither blank lines nor markup begin a new one",
    )


def add_experiment_options(command: argparse.ArgumentParser) -> None:
    """The options that most experiments share: data, model, where the results go, threads."""
    command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described below")
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where tables, texts and JSON go")
    add_model_option(command, required=True)
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def show_results(
    out: Path,
    tables: Sequence[Table],
    figures: dict[str, Any],
    *,
    preface: Sequence[str] = (),
    images: Mapping[str, bytes] | None = None,
) -> int:
    """Write an experiment's tables, figures and images to its folder, and print the tables."""
    write_outputs(
        {
            out / "tables.md": "\n".join([*preface, *(table.markdown() for table in tables)]),
            out / "results.json": json.dumps(figures, ensure_ascii=False, indent=1) + "\n",
            **{out / name: data for name, data in (images or {}).items()},
        }
    )
    print_tables(tables)
    return 0


def print_tables(tables: Iterable[Table]) -> None:
    """Tables on the output stream; a pipe has no width of its own, so that they take what they need."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 200)
    for table in tables:
        console.print(table.rich(), "", sep="\n")
