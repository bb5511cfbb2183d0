"""`antecede fix`: correct the pronouns in the output of any engine."""

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
    from antecede.tasks.fix import Fixed

_EXAMPLES: Final = """
  antecede fix --pair en-fr --source talk.en --output engine.fr -o fixed.fr --log changes.json --html changes.html
  antecede fix --pair en-fr --source s.tok --output o.tok --tokenized --alignment o.align --ids ids -o fixed.tok
  antecede fix --pair en-fr --source talk.en --output engine.fr --scorer neural -o fixed.fr
  antecede fix --pair en-fr --source talk.en --output moses.fr --edit all | diff moses.fr -
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "fix", "correct the pronouns in the output of any engine", _EXAMPLES, _run)
    command.add_argument("--pair", required=True, type=pair_name, metavar="PAIR", help="language pair, such as en-fr")
    command.add_argument("--source", type=Path, required=True, metavar="S", help="source text, one sentence a line")
    # --output as for an engine's output, which is our input; --candidate is what `score` calls the same file.
    command.add_argument(
        "--output",
        "--candidate",
        type=Path,
        required=True,
        metavar="O",
        help="the engine's output that is to be fixed, line by line",
    )
    add_document_options(command)
    command.add_argument(
        "--alignment", type=Path, metavar="A", help="the engine's i-j links (Pharaoh); without it the texts are aligned"
    )
    command.add_argument(
        "--tokenized", action="store_true", help="tokens are separated by spaces; otherwise our tokeniser is used"
    )
    command.add_argument(
        "--mode",
        choices=("paper", "best"),
        default="best",
        help="the printed rules, or edits where they gain, with agreement (default: %(default)s)",
    )
    command.add_argument(
        "--edit",
        choices=("gender", "all", "none"),
        help="which edits are made: only pronouns that do not agree with their noun (il for elle), where that is sure;"
        " all, which lose more than they gain on the output of neural engines; or none, so that the log says what is"
        " thought of each (default: gender; of phrase-based engines, and with --mode paper, all)",
    )
    command.add_argument(
        "--engine-quality",
        choices=("human", "neural", "phrase-based"),
        default="neural",
        help="who wrote the output: people err least, phrase-based engines most (default: %(default)s)",
    )
    command.add_argument(
        "--margin",
        type=float,
        metavar="P",
        help="how much likelier another pronoun must be than the one that stands there, from -1 to 1 (default: the"
        " model's own)",
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
    command.add_argument(
        "--log",
        metavar="LOG",
        help="write every pronoun, changed or not, how likely it and the best other one are right, and why, as JSON; -"
        " for the output stream",
    )
    command.add_argument(
        "--html",
        metavar="PAGE",
        help="write source, output and fixed output side by side, as a page in which each edit can be accepted or"
        " refused and the result saved; - for the output stream",
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.tasks.fix import Fixer, Output, log_of

    if [options.out, options.log, options.html].count("-") > 1:
        raise BadOption("output, log and page cannot share the output stream; give all but one of them a file")
    # What is missing is reported before texts are aligned.
    scorer = opened_scorer(options)
    fixer = Fixer.load(
        options.pair,
        mode=options.mode,
        model=options.model,
        edit=options.edit,
        scorer=scorer,
        resolver=options.resolver,
        margin=options.margin,
        engine_quality=options.engine_quality,
    )
    output = Output.read(
        fixer.pair,
        options.source,
        options.output,
        ids=options.ids,
        one_document=options.one_document,
        alignment=options.alignment,
        tokenised=options.tokenized,
        needed=fixer.reader.needed,
        progress=True,
    )
    fixed = fixer.fix_output(output, progress=True, processes=options.threads)
    outputs: dict[str | Path, str | bytes] = {options.out: fixed.text}
    if options.log:
        outputs[options.log] = json.dumps(log_of(fixed), ensure_ascii=False, indent=1) + "\n"
    if options.html:
        from antecede.report.fixing import fixing_page

        outputs[options.html] = fixing_page(fixed, options.pair, str(options.output))
    write_outputs(outputs)
    sys.stderr.write(_summary(fixed))
    return 0


def _summary(fixed: Fixed) -> str:
    share = fixed.changes / fixed.pronouns if fixed.pronouns else 0.0
    withheld = f"; {fixed.withheld} more with --edit all" if fixed.withheld else ""
    return f"{fixed.changes} of {fixed.pronouns} pronouns changed ({share:.1%}){withheld}\n"
