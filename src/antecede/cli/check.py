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
    from collections.abc import Sequence

    from antecede.cli._common import Commands
    from antecede.tasks.check import Checked, Checker
    from antecede.tasks.sides import Sides

_EXAMPLES: Final = """
  antecede check --pair en-fr --source talk.en --candidate engine.fr
  antecede check --pair en-fr --source s.en --candidate o.fr --ids ids --format sarif -o pronouns.sarif --fail-on 1
  antecede check project.xlf --pair en-fr -o project.checked.xlf
  antecede check texts/*.xlf --fail-on 1
  antecede check --pair en-fr --source film.en.srt --candidate film.fr.srt --level likely --baseline accepted.json
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "check", "find the pronouns of a translation that are wrong", _EXAMPLES, _run)
    command.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="files that have both sides: XLIFF or TMX, of which text and sarif take several; else the two below",
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
        choices=("text", "json", "sarif", "html", "notes"),
        help="how findings are written; notes is FILE with a note on each translation that has one, and nothing else"
        " touched (default: notes, if OUT is named as FILE is, and else text)",
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
        help="where to write; - for the output stream, which is the default",
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.tasks.check import DEFAULT_PAIR, Baseline, Checker

    options.pair = options.pair or DEFAULT_PAIR
    _refuse_contradictions(options)
    known = Baseline(options.pair) if options.baseline is None else Baseline.read(options.baseline, options.pair)
    checker = Checker.load(
        options.pair,
        level=options.level,
        margin=options.margin,
        model=options.model,
        scorer=opened_scorer(options),
        resolver=options.resolver,
        engine_quality=options.engine_quality,
    )
    given = _sides(options, checker)
    if options.format is None and len(given) == 1 and given[0].takes_notes(options.out):
        options.format = "notes"
    threads, links = options.threads, options.alignment
    found = [checker.check_sides(each, alignment=links, progress=True, processes=threads) for each in given]
    reported = [(known.without(each), sides) for each, sides in zip(found, given, strict=True)]
    outputs: dict[str | Path, str | bytes] = {options.out: _written(options.format, reported)}
    if options.write_baseline is not None:
        every = [finding for each in found for finding in each.findings]
        outputs[options.write_baseline] = known.accepting(every).text
    write_outputs(outputs)
    wrong = sum(len(each.findings) for each, _ in reported)
    if options.out != "-":
        pronouns = sum(each.pronouns for each in found)
        sys.stderr.write(f"{wrong} of {pronouns} pronouns {'is' if wrong == 1 else 'are'} probably wrong\n")
    return int(options.fail_on is not None and wrong >= options.fail_on)


def _refuse_contradictions(options: argparse.Namespace) -> None:
    from antecede.errors import BadOption

    sides = (options.source, options.candidate)
    if any(sides) if options.files else not all(sides):
        raise BadOption("give files that have both sides, or --source and --candidate")
    if options.files and (options.ids is not None or options.tokenized):
        raise BadOption("--ids and --tokenized are for --source and --candidate, one sentence a line")
    if len(options.files) > 1 and (options.format not in {None, "text", "sarif"} or options.alignment is not None):
        raise BadOption("several files are checked without --alignment, and written as text or sarif; give one file")
    if options.fail_on is not None and options.fail_on < 1:
        raise BadOption("--fail-on: give a number of findings from 1 on")
    if options.margin is not None and not -1.0 <= options.margin <= 1.0:
        raise BadOption("a margin is a difference of probabilities, from -1 to 1")


def _sides(options: argparse.Namespace, checker: Checker) -> list[Sides]:
    from antecede.tasks.sides import Sides

    if options.files:
        how = {"format": options.input_format, "one_document": options.one_document}
        return [Sides.of_file(checker.pair, file, **how) for file in options.files]
    sides = Sides.of_files(
        checker.pair,
        options.source,
        options.candidate,
        format=options.input_format,
        ids=options.ids,
        one_document=options.one_document,
        tokenised=options.tokenized,
    )
    return [sides]


def _written(format_name: str | None, reported: Sequence[tuple[Checked, Sides]]) -> str:
    from antecede.report.checking import checking_json, checking_page, checking_text, finding_note
    from antecede.report.sarif import sarif

    found, sides = reported[0]
    if format_name == "notes":
        notes: dict[int, list[str]] = {}
        for each in found.findings:
            notes.setdefault(each.line, []).append(finding_note(each))
        return sides.with_notes(notes)
    if format_name == "json":
        return json.dumps(checking_json(found, sides), ensure_ascii=False, indent=1) + "\n"
    if format_name == "sarif":
        return json.dumps(sarif(reported), ensure_ascii=False, indent=1) + "\n"
    return checking_page(found, sides) if format_name == "html" else "".join(checking_text(*each) for each in reported)
