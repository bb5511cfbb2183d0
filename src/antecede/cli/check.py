"""`antecede check`: find the pronouns of a translation that are probably wrong."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import (
    add_command,
    add_document_options,
    add_model_option,
    add_resolver_option,
    add_scorer_options,
    add_threads_option,
    opened_scorer,
    pair_name,
    write_outputs,
)

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands
    from antecede.tasks.check import Checked, Checker, Output
    from antecede.text.formats import Container

_EXAMPLES: Final = """
  antecede check --pair en-fr --source talk.en --candidate engine.fr
  antecede check --pair en-fr --source s.en --candidate o.fr --ids ids --format sarif -o pronouns.sarif --fail-on 1
  antecede check project.xlf --pair en-fr -o project.checked.xlf
  antecede check --pair en-fr --source s.en --candidate o.fr --level likely --baseline accepted.json
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "check", "find the pronouns of a translation that are wrong", _EXAMPLES, _run)
    command.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="a file that has both sides: XLIFF or TMX; else the two below",
    )
    command.add_argument("--pair", type=pair_name, metavar="PAIR", help="language pair (default: en-fr)")
    command.add_argument("--source", type=Path, metavar="S", help="source text, one sentence a line, or subtitles")
    command.add_argument(
        "--candidate", "--output", type=Path, metavar="O", help="its translation, line by line, that is to be checked"
    )
    command.add_argument("--input-format", metavar="NAME", help="the format of FILE, S and O (default: by their names)")
    add_document_options(command)
    command.add_argument(
        "--alignment", type=Path, metavar="A", help="i-j links (Pharaoh); without it texts are aligned"
    )
    command.add_argument("--tokenized", action="store_true", help="tokens are separated by spaces")
    command.add_argument(
        "--format",
        choices=("text", "json", "sarif", "html"),
        default="text",
        help="how findings are written (default: %(default)s)",
    )
    command.add_argument(
        "--level",
        choices=("sure", "likely", "all"),
        default="sure",
        help="what is reported: what fix would change, what is probably wrong, or all that is doubtful (default:"
        " %(default)s)",
    )
    command.add_argument("--margin", type=float, metavar="P", help="the margin of the level sure; see antecede fix")
    command.add_argument(
        "--engine-quality",
        choices=("human", "neural", "phrase-based"),
        default="neural",
        help="who wrote the translation: people err least (default: %(default)s)",
    )
    command.add_argument("--fail-on", type=int, metavar="N", help="exit with 1 if there are N findings or more")
    command.add_argument("--baseline", type=Path, metavar="B", help="findings that were accepted and are not reported")
    command.add_argument(
        "--write-baseline", type=Path, metavar="B", help="accept all findings: write them to this file"
    )
    add_model_option(command)
    add_resolver_option(command)
    add_scorer_options(command)
    add_threads_option(command)
    command.add_argument(
        "-o",
        dest="out",
        default="-",
        metavar="OUT",
        help="where to write; - for the output stream, which is the default. A name that ends as FILE does (.xlf, .tmx)"
        " gets FILE with notes on what was found, translations left alone",
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.pairs import DEFAULT_PAIR
    from antecede.tasks.check import Baseline, Checker

    options.pair = options.pair or DEFAULT_PAIR
    if (options.file is None) is (options.source is None or options.candidate is None):
        raise BadOption("give one file that has both sides, or --source and --candidate")
    accepted = None if options.baseline is None else Baseline.read(options.baseline, options.pair)
    checker = Checker.load(
        options.pair,
        level=options.level,
        margin=options.margin,
        model=options.model,
        scorer=opened_scorer(options),
        resolver=options.resolver,
        engine_quality=options.engine_quality,
    )
    output, container = _read(options, checker)
    found = checker.check_output(output, progress=True, processes=options.threads)
    if accepted is not None:
        found = accepted.without(found)
    outputs: dict[str | Path, str | bytes] = {options.out: _written(options, found, container)}
    if options.write_baseline is not None:
        outputs[options.write_baseline] = json.dumps(Baseline.of(found.findings, options.pair), indent=1) + "\n"
    write_outputs(outputs)
    if options.out != "-":
        sys.stderr.write(f"{len(found.findings)} of {found.pronouns} pronouns are probably wrong\n")
    return int(options.fail_on is not None and len(found.findings) >= options.fail_on)


def _read(options: argparse.Namespace, checker: Checker) -> tuple[Output, Container | None]:
    from antecede.tasks.check import Output, read_sides
    from antecede.text import formats

    pair = checker.pair
    if options.file is not None:
        container = formats.read(
            options.file, pair.source, format=options.input_format, one_document=options.one_document
        )
        text = container.sides(pair.target)
    else:
        container = None
        text = read_sides(
            pair,
            options.source,
            options.candidate,
            format=options.input_format,
            ids=options.ids,
            one_document=options.one_document,
            tokenised=options.tokenized,
        )
    output = Output.of(pair, text, alignment=options.alignment, needed=checker.reader.needed, progress=True)
    return output, container


def _written(options: argparse.Namespace, found: Checked, container: Container | None) -> str:
    from antecede.pairs import pair
    from antecede.report.checking import checking_json, checking_page, checking_text, finding_note
    from antecede.report.sarif import sarif

    if container is not None and Path(options.out).suffix == options.file.suffix:
        notes: dict[int, list[str]] = {}
        for each in found.findings:
            notes.setdefault(each.line, []).append(finding_note(each))
        return container.with_notes(notes, pair(options.pair).target).text
    file = str(options.file or options.candidate)
    if options.format == "json":
        return json.dumps(checking_json(found, options.pair), ensure_ascii=False, indent=1) + "\n"
    if options.format == "sarif":
        return json.dumps(sarif(found, file), ensure_ascii=False, indent=1) + "\n"
    return checking_page(found, file) if options.format == "html" else checking_text(found, file)
