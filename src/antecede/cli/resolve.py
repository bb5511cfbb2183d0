"""`antecede resolve`: what each pronoun does, and what it stands for."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from antecede.cli._common import Commands
    from antecede.coreference import ResolvedDocument
    from antecede.text import Document

    Tokens = Sequence[Sequence[str]]

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
    command.add_argument("--language", required=True, metavar="L", help="the text's language: en or es")
    command.add_argument("--json", metavar="OUT", help="every pronoun for programs; - is the output stream")
    command.add_argument("--html", metavar="OUT", help="a page with links drawn in the text, which needs no network")
    command.add_argument(
        "--tokenized", action="store_true", help="tokens are separated by spaces, each line is a sentence"
    )
    command.add_argument("--ids", metavar="F", help="the document of each line (first tab-separated field)")
    command.add_argument("--method", choices=("ranker", "sieve"), default="ranker", help="default: %(default)s")
    command.add_argument("--model", metavar="F", help="weights of your own training, in place of those that ship")
    command.add_argument(
        "--antecedents", metavar="F", help="antecedents that somebody else found; without IN, the text is this file's"
    )
    command.add_argument(
        "--format", metavar="NAME", help="the format of --antecedents: json, conll-2012, corefud, parcor or corzu"
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.coreference.json_format import JsonWriter
    from antecede.report.resolution import PageWriter, TerminalWriter

    with ExitStack() as open_files:
        writers: list[JsonWriter | PageWriter | TerminalWriter] = []
        if options.json:
            writers.append(open_files.enter_context(JsonWriter.to(options.json)))
        if options.html:
            writers.append(open_files.enter_context(PageWriter.to(options.html)))
        if not writers:
            writers.append(TerminalWriter(sys.stdout))
        for document in _resolved(options):
            for writer in writers:
                writer.add(document)
    return 0


def _resolved(options: argparse.Namespace) -> Iterator[ResolvedDocument]:
    """The documents one by one, with a progress bar when it takes a while."""
    from antecede.coreference.reader import Reader

    documents, ids = _documents(options)
    reader = Reader.of(
        options.language,
        method=options.method,
        model=options.model,
        antecedents=options.antecedents,
        format=options.format,
    )
    return reader.stream(documents, ids, progress=True)


def _documents(options: argparse.Namespace) -> tuple[Sequence[Document | Tokens], Sequence[str]]:
    """The text in documents, and the ids of those that are only tokens."""
    from antecede.errors import BadOption
    from antecede.text import formats

    if options.input is None:
        return _given_documents(options)
    if options.tokenized:
        return _tokenised(options)
    if options.format and not options.antecedents:
        raise BadOption("--format is that of --antecedents, which is missing")
    documents = formats.read(options.input, options.language, ids=options.ids).documents
    return documents, [document.id for document in documents]


def _tokenised(options: argparse.Namespace) -> tuple[Sequence[Tokens], list[str]]:
    from antecede.text.parallel import ParallelText

    text = ParallelText.read(options.input, ids=options.ids, tokenised=True)
    documents = [list(text.tokens(text.source, options.language, document)) for document in text.documents]
    return documents, [document.id for document in text.documents]


def _given_documents(options: argparse.Namespace) -> tuple[list[Tokens], list[str]]:
    from antecede.coreference.foreign import guess_format, read
    from antecede.errors import BadOption

    if not options.antecedents:
        raise BadOption("IN is missing: the text whose pronouns are resolved")
    chosen = options.format or guess_format(options.antecedents)
    if chosen == "corzu":
        raise BadOption(f"{options.antecedents}: CorZu's files have no text, so IN is needed")
    documents = read(options.antecedents, options.language, format=chosen)
    return [document.sentences for document in documents], [document.id for document in documents]
