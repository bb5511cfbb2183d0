"""`antecede align`: which words translate each other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede align --pair en-fr --source talk.en --target talk.fr -o talk.align
  antecede align --tokenized --source s.tok --target t.tok --method fast -o - | head
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "align", "find which words translate each other", _EXAMPLES, _run)
    command.description = "Writes the word alignment of two parallel files as i-j links (Pharaoh), one line a sentence."
    command.add_argument("--source", type=Path, required=True, metavar="S", help="source text, one sentence a line")
    command.add_argument("--target", type=Path, required=True, metavar="T", help="its translation, line by line")
    command.add_argument("--pair", metavar="PAIR", help="language pair, such as en-fr: how to tokenise, which priors")
    command.add_argument(
        "--tokenized", action="store_true", help="the texts are tokenised: tokens are separated by spaces"
    )
    command.add_argument(
        "--method", default="eflomal", metavar="eflomal|fast", help="the aligner (default: %(default)s)"
    )
    command.add_argument(
        "--symmetrise",
        default="grow-diag-final-and",
        metavar="M",
        help="forward, reverse, intersection, union, grow-diag, grow-diag-final, grow-diag-final-and (default)",
    )
    command.add_argument("--priors", type=Path, metavar="F", help="use these priors, not those that ship for the pair")
    command.add_argument("--no-priors", action="store_true", help="use no priors")
    command.add_argument(
        "--align-with",
        type=Path,
        nargs=2,
        metavar=("SRC", "TGT"),
        help="align together with this parallel text, whose own alignment is dropped",
    )
    command.add_argument("--no-cache", action="store_true", help="neither read nor write the cache")
    command.add_argument("--save-priors", type=Path, metavar="F", help="write priors for later runs (.xz: compressed)")
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="where to write; - for the output stream")


def _run(options: argparse.Namespace) -> int:
    from antecede.alignment.compute import SHIPPED, align_corpus, priors_of
    from antecede.alignment.priors import write_priors
    from antecede.errors import BadOption

    if options.priors is not None and options.no_priors:
        raise BadOption("--priors and --no-priors contradict each other; give one of them")
    source, target = _read_parallel(options.source, options.target, options=options)
    result = align_corpus(
        source,
        target,
        pair=options.pair,
        method=options.method,
        symmetrise=options.symmetrise,
        priors=None if options.no_priors else options.priors or SHIPPED,
        align_with=_read_parallel(*options.align_with, options=options) if options.align_with else None,
        cache=not options.no_cache,
        progress=True,
    )
    if options.save_priors is not None:
        write_priors(options.save_priors, priors_of(source, target, result))
    result.alignments.write(options.output)
    sys.stderr.write(f"{result.signature}\n")
    return 0


def _read_parallel(
    source: Path, target: Path, *, options: argparse.Namespace
) -> tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]:
    from antecede.errors import BadOption
    from antecede.pairs import pair
    from antecede.text.parallel import ParallelText

    if options.pair is None and not options.tokenized:
        raise BadOption("--pair is needed to tokenise the texts; or give tokenised ones with --tokenized")
    text = ParallelText.read(source, target, tokenised=options.tokenized)
    languages = (pair(options.pair).source, pair(options.pair).target) if options.pair is not None else ("", "")
    return list(text.tokens(text.source, languages[0])), list(text.tokens(text.targets[0], languages[1]))
