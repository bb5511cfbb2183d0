"""`antecede score`: how well any system translated the pronouns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.cli._common import add_command, add_document_options, pair_name, several, warn, write_outputs
from antecede.errors import BadOption
from antecede.files import make_folder

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from antecede.cli._common import Commands
    from antecede.files import Content
    from antecede.tasks.score import ScoredFiles

_EXAMPLES: Final = """
  antecede score --pair en-fr --source talk.en --reference talk.fr --candidate moses.fr ours.fr --html report.html
  antecede score --pair es-en --tokenized --source s.es --reference r.en --candidate a.en \\
      --source-reference-alignment s-r.align --source-candidate-alignment s-a.align --json -
  antecede score --pair en-fr --source s.en --reference r.fr --candidate a.fr b.fr --table latex > scores.tex
  antecede score --config config_1        # a configuration file of the published APT tool
"""


def register(commands: Commands) -> None:
    """Add the command and its options."""
    command = add_command(commands, "score", "score how well systems translated the pronouns", _EXAMPLES, _run)
    files = command.add_argument_group("files, one sentence a line")
    files.add_argument("--pair", type=pair_name, metavar="PAIR", help="language pair, such as en-fr")
    files.add_argument("--source", metavar="FILE", help="the text that was translated")
    files.add_argument("--reference", metavar="FILE", help="a translation made by people")
    files.add_argument("--candidate", metavar="FILE", help="the systems' translations", **several())
    add_document_options(files, metavar="FILE")
    files.add_argument("--tokenized", action="store_true", help="the files are tokenised: split on spaces only")
    files.add_argument("--config", metavar="FILE", help="score as a configuration file of the published tool says")
    metric = command.add_argument_group("the metric")
    metric.add_argument(
        "--mode",
        choices=("corrected", "published"),
        help="the published tool's faults corrected, or kept to reproduce its scores"
        " (default: corrected; with --config, published)",
    )
    metric.add_argument(
        "--anchor",
        choices=("source", "reference"),
        default="source",
        help="count source pronouns, or pronouns of the reference (default: source)",
    )
    metric.add_argument("--lists", metavar="2016|2017|FILE", help="pronoun lists by name, or a TOML file")
    metric.add_argument("--w2", metavar="X", type=float, help="weight of equivalent pronouns (default: 0.5)")
    metric.add_argument(
        "--w6", metavar="Y", type=float, default=0.0, help="weight of pronouns found on neither side (default: 0)"
    )
    metric.add_argument("--discard", metavar="CASES", help="cases that do not count, such as 5,6")
    metric.add_argument("--no-heuristic", action="store_true", help="use the alignments of pronouns as they are")
    metric.add_argument("--no-bootstrap", action="store_true", help="skip the paired bootstrap tests")
    metric.add_argument(
        "--metric", metavar="NAME", help="metrics that are computed only when asked for, such as meteor", **several()
    )
    metric.add_argument("--meteor", action="store_true", help="METEOR too, which needs Java and the meteor extra")
    metric.add_argument("--human", metavar="CSV", help="human scores (system,score), to correlate every metric with")
    aligning = command.add_argument_group("word alignment")
    aligning.add_argument("--source-reference-alignment", metavar="FILE", help="Pharaoh file (i-j) for the tokens")
    aligning.add_argument(
        "--source-candidate-alignment", metavar="FILE", help="Pharaoh files, one for each candidate", **several()
    )
    aligning.add_argument(
        "--align-method",
        choices=("fast", "eflomal"),
        default="fast",
        help="the aligner: fast gives the same every time, eflomal does not (default: fast)",
    )
    aligning.add_argument(
        "--symmetrise", metavar="M", default="grow-diag-final", help="as for antecede align (default: %(default)s)"
    )
    aligning.add_argument(
        "--align-with",
        metavar=("SRC", "TGT"),
        nargs=2,
        type=Path,
        help="a parallel text to align together with the files",
    )
    aligning.add_argument(
        "--priors", metavar="FILE", type=Path, help="priors for the aligner (default: those that ship)"
    )
    aligning.add_argument("--save-alignments", metavar="DIR", help="write the alignments that were used")
    output = command.add_argument_group("output")
    output.add_argument(
        "--table",
        choices=("latex", "markdown", "csv"),
        help="print the scores as a table for papers and programs, in place of those for a terminal",
    )
    output.add_argument("--json", metavar="OUT", help="all results for programs; - is the output stream")
    output.add_argument("--html", metavar="OUT", help="a page to look at, which needs no network")


def _run(options: argparse.Namespace) -> int:
    if options.config:
        return _run_config(options)
    missing = [f"--{name}" for name in ("pair", "source", "reference", "candidate") if not getattr(options, name)]
    if missing:
        raise BadOption(f"{', '.join(missing)}: needed, unless a --config file says what to score")

    if options.table and "-" in {options.json, options.html}:
        raise BadOption("--table goes to the output stream, and so cannot --json or --html: give them a file")

    from antecede.tasks import score as task

    settings = task.scoring(
        options.pair,
        lists=options.lists,
        mode=options.mode or "corrected",
        anchor=options.anchor,
        heuristic=not options.no_heuristic,
        w2=options.w2,
        w6=options.w6,
        discard=_cases(options.discard or ""),
    )
    scored = task.score_files(
        options.source,
        options.reference,
        *options.candidate,
        pair=options.pair,
        ids=options.ids,
        one_document=options.one_document,
        tokenised=options.tokenized,
        reference_alignment=options.source_reference_alignment,
        candidate_alignments=options.source_candidate_alignment or (),
        aligning=task.Aligning(
            method=options.align_method,
            symmetrise=options.symmetrise,
            priors=options.priors,
            align_with=options.align_with and tuple(options.align_with),
        ),
        settings=settings,
        bootstrap=not options.no_bootstrap,
        metrics=(*(options.metric or ()), *(task.METEOR if options.meteor else ())),
    )
    evaluation = scored.evaluation
    if not evaluation.pronouns:
        warn(f"{options.source}: no pronoun to score, so every score is 0; the list is --lists {settings.lists.name}")
    outputs = _outputs(options, scored)
    correlations = task.correlations(options.human, evaluation) if options.human else {}
    if options.table:
        from antecede.report.scores import FORMATS, correlation_table, score_table

        shown = [score_table(evaluation), *([correlation_table(correlations)] if correlations else [])]
        outputs["-"] = "\n".join(map(FORMATS[options.table], shown))
    write_outputs(outputs)
    if "-" not in outputs:
        _print(scored, correlations)
    return 0


def _print(scored: ScoredFiles, correlations: Mapping[str, Any]) -> None:
    from rich.console import Console

    from antecede.report.console import print_correlations, print_evaluation

    print_evaluation(scored.evaluation, Console())
    if correlations:
        print_correlations(correlations, Console())


def _outputs(options: argparse.Namespace, scored: ScoredFiles) -> dict[str | Path, Content]:
    """The files that were asked for."""
    from antecede.tasks.score import to_json

    outputs: dict[str | Path, Content] = {}
    if options.json:
        outputs[options.json] = to_json(scored.evaluation)
    if options.html:
        from antecede.report import render

        outputs[options.html] = render(scored.evaluation)
    if options.save_alignments:
        folder = make_folder(options.save_alignments)
        outputs[folder / "source-reference.align"] = scored.reference.format()
        for name, links in scored.candidates.items():
            outputs[folder / f"source-{Path(name).name}.align"] = links.format()
    return outputs


def _run_config(options: argparse.Namespace) -> int:
    from antecede.tasks.score import score_config

    result = score_config(options.config, mode=options.mode or "published", warn=warn)
    output = str(result.output)
    write_outputs({f"{output}.score": result.score_file, f"{output}.detail": result.detail_file})
    print(f"Score: {result.score:0.4f}")  # noqa: T201 - the result
    print(f"Details: {output}.score, {output}.detail")  # noqa: T201 - the result
    return 0


def _cases(text: str) -> list[int]:
    problem = f"--discard {text}: cases are numbers from 1 to 6, separated by commas"
    try:
        cases = [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise BadOption(problem) from None
    if not set(cases) <= set(range(1, 7)):
        raise BadOption(problem)
    return cases
