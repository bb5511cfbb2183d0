"""`antecede align`: which words translate each other."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, pair_name, print_tables, write_outputs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede align --pair en-fr --source talk.en --target talk.fr -o talk.align
  antecede align --tokenized --source s.tok --target t.tok --method fast -o - | head
"""
_CHECK: Final = """
  antecede align check --pair en-fr --source talk.en --target talk.fr --sample 100 -o check.csv --html check.html
  antecede align check --marked check.csv        # once a reader has filled in before_right and after_right
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "align", "find which words translate each other", _EXAMPLES, _run)
    command.description = "Writes the word alignment of two parallel files as i-j links (Pharaoh), one line a sentence."
    _add_texts(command)
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
    command.add_argument("-o", "--output", metavar="OUT", help="where to write (needed); - for the output stream")
    ways = command.add_subparsers(title="commands", metavar="COMMAND")
    check = add_command(ways, "check", "read how pronouns are aligned, and count what is right", _CHECK, _check)
    _add_texts(check)
    check.add_argument("--alignment", type=Path, metavar="F", help="a Pharaoh file (i-j) for tokenised texts")
    check.add_argument("--lists", metavar="2016|2017|FILE", help="pronoun lists by name, or a TOML file")
    check.add_argument("--sample", type=int, default=100, metavar="N", help="sentences to draw (default: %(default)s)")
    check.add_argument("--seed", type=int, default=1, metavar="S", help="for the draw (default: %(default)s)")
    check.add_argument("-o", "--output", metavar="CSV", help="write the form as a table; - for the output stream")
    check.add_argument("--html", metavar="OUT", help="write the form as a page that saves its marks")
    check.add_argument("--marked", type=Path, metavar="CSV", help="count the marks of a form that was filled in")
    check.add_argument("--json", metavar="OUT", help="the counts for programs; - for the output stream")


def _add_texts(command: argparse.ArgumentParser) -> None:
    command.add_argument("--source", type=Path, metavar="S", help="source text, one sentence a line (needed)")
    command.add_argument("--target", type=Path, metavar="T", help="its translation, line by line (needed)")
    command.add_argument(
        "--pair", type=pair_name, metavar="PAIR", help="language pair, such as en-fr: how to tokenise, which priors"
    )
    command.add_argument(
        "--tokenized", action="store_true", help="the texts are tokenised: tokens are separated by spaces"
    )
    command.add_argument(
        "--method", default="eflomal", metavar="eflomal|fast", help="the aligner (default: %(default)s)"
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.alignment.compute import SHIPPED, align_corpus, priors_of
    from antecede.alignment.priors import write_priors
    from antecede.errors import BadOption

    _check_given(options, "source", "target", "output")
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


def _check(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption

    if options.marked is not None:
        return _count_marks(options)
    _check_given(options, "source", "target")
    if options.output is None and options.html is None:
        raise BadOption("--output or --html: needed, to say where the form goes; or --marked, to count one")

    from antecede.alignment import Alignments
    from antecede.alignment.checking import draw, form_csv
    from antecede.alignment.compute import align_corpus
    from antecede.alignment.pronouns import Side
    from antecede.evaluation.lists import find_lists
    from antecede.pairs import DEFAULT_PAIR, pair
    from antecede.report.rating import check_page

    options.pair = options.pair or DEFAULT_PAIR
    described = pair(options.pair)
    lists = find_lists(described, options.lists)
    source, target = _read_parallel(options.source, options.target, options=options)
    if options.alignment is not None:
        if not options.tokenized:
            raise BadOption("--alignment counts tokens, so that the texts must be tokenised: add --tokenized")
        lengths = {"source_lengths": [*map(len, source)], "target_lengths": [*map(len, target)]}
        alignments = Alignments.given(options.alignment, **lengths)
    else:
        # As scores align.
        alignments = align_corpus(
            source, target, pair=options.pair, method=options.method, symmetrise="grow-diag-final", progress=True
        ).alignments
    side = Side([" ".join(tokens) for tokens in target], alignments)
    drawn = draw(
        [" ".join(tokens) for tokens in source], side, described, lists, sample=options.sample, seed=options.seed
    )
    outputs: dict[str | Path, str] = {}
    if options.output is not None:
        outputs[options.output] = form_csv(drawn)
    if options.html is not None:
        outputs[options.html] = check_page(drawn, options.pair)
    _check_new(path for path in (options.output, options.html) if path not in {None, "-"})
    write_outputs(outputs)
    sentences, changed = len({each.sentence for each in drawn}), sum(each.changed for each in drawn)
    sys.stderr.write(f"{len(drawn)} pronouns of {sentences} sentences; the repair changed {changed}\n")
    return 0


def _count_marks(options: argparse.Namespace) -> int:
    from antecede.alignment.checking import counts, read_marks
    from antecede.report.rating import check_tables

    marks, unmarked = read_marks(options.marked)
    counted = counts(marks)
    if options.json is not None:
        write_outputs({options.json: json.dumps({**asdict(counted), "unmarked": unmarked}, indent=1) + "\n"})
    if options.json != "-":
        print_tables(check_tables(counted, unmarked))
    return 0


def _check_given(options: argparse.Namespace, *names: str) -> None:
    from antecede.errors import BadOption

    missing = [f"--{name}" for name in names if getattr(options, name) is None]
    if missing:
        raise BadOption(f"{', '.join(missing)}: needed")


def _check_new(paths: Iterable[str]) -> None:
    """Refuse to write over a form, which may be filled in."""
    from antecede.errors import BadOption

    for path in paths:
        if Path(path).exists():
            raise BadOption(f"{path}: exists already, and may be filled in; choose another name")


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
