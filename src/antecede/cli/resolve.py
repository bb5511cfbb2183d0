"""`antecede resolve`: what each pronoun does, and what it stands for."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from antecede.cli._common import (
    add_command,
    add_document_options,
    add_resolver_option,
    add_threads_option,
    language_code,
)

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede resolve --language en report.txt --html report.html
  antecede resolve --language es --tokenized --ids news.ids news.tok.es --json news.json
  antecede resolve --language en --antecedents gold.conllu --json gold.json   # somebody else's coreference as ours
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    summary = "find what each pronoun does and what it stands for"
    command = add_command(commands, "resolve", summary, _EXAMPLES, _run)
    command.add_argument("input", metavar="IN", nargs="?", help="text, one sentence a line, subtitles, TMX, XLIFF, ...")
    command.add_argument(
        "--language", required=True, type=language_code, metavar="L", help="the text's language: en or es"
    )
    command.add_argument("--json", metavar="OUT", help="every pronoun for programs; - is the output stream")
    command.add_argument("--html", metavar="OUT", help="a page with links drawn in the text, which needs no network")
    command.add_argument(
        "--tokenized", action="store_true", help="tokens are separated by spaces, each line is a sentence"
    )
    add_document_options(command)
    add_resolver_option(command, "--method")
    add_threads_option(command)
    command.add_argument("--model", metavar="F", help="weights of your own training, in place of those that ship")
    command.add_argument(
        "--antecedents", metavar="F", help="antecedents that somebody else found; without IN, the text is this file's"
    )
    command.add_argument(
        "--format", metavar="NAME", help="the format of --antecedents: json, conll-2012, corefud, parcor or corzu"
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.report.resolution import PageWriter, TerminalWriter
    from antecede.tasks.resolve import JsonWriter, resolve_file

    with ExitStack() as open_files:
        writers: list[JsonWriter | PageWriter | TerminalWriter] = []
        if options.json:
            writers.append(open_files.enter_context(JsonWriter.to(options.json)))
        if options.html:
            writers.append(open_files.enter_context(PageWriter.to(options.html)))
        if not writers:
            writers.append(TerminalWriter(sys.stdout))
        if options.input is None and not options.antecedents:
            raise BadOption("IN is missing: the text whose pronouns are resolved")
        if options.input is not None and options.format and not (options.antecedents or options.tokenized):
            raise BadOption("--format is that of --antecedents, which is missing")
        for document in resolve_file(
            options.input,
            options.language,
            method=options.resolver,
            model=options.model,
            antecedents=options.antecedents,
            antecedents_format=options.format,
            ids=options.ids,
            one_document=options.one_document,
            tokenised=options.tokenized,
            processes=options.threads,
            progress=True,
        ):
            for writer in writers:
                writer.add(document)
    return 0
