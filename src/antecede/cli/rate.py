"""`antecede rate`: people judge the pronouns of several systems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_argparse

from antecede.cli._common import add_command, add_document_options, pair_name, print_tables, several, write_outputs
from antecede.errors import BadOption

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_PREPARE: Final = """
  antecede rate prepare --source talk.en --reference talk.fr --candidate a.fr b.fr c.fr --ids talk.ids --out rated
  antecede rate prepare --pair en-fr --source talk.en --reference talk.fr --candidate base.fr ours.fr \\
      --processed trace.json --sample 300 --overlap 40 --out rated
Hand out what is in DIR/forms; keep DIR/key.json, which says which system wrote which line.
"""
_SCORE: Final = """
  antecede rate score rated answers-A.csv answers-B.csv --disagreements open.csv
  antecede rate score rated answers-A.csv answers-B.csv --adjudicated settled.csv --json -
"""
_EXPORT: Final = """
  antecede rate export rated --to pearmut -o campaign.json && pearmut add campaign.json
  antecede rate export rated --to pearmut --name pronouns-2026 -o -
"""
KEY: Final = "key.json"


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "rate",
        help="let people judge the pronouns of several systems",
        description="Prepares forms on which people judge the pronouns of several systems, and scores their answers.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    ways = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_prepare(ways)
    score = add_command(ways, "score", "agreement of the raters, and accuracy of the systems", _SCORE, _score)
    add_answers(score)
    score.add_argument("--lists", metavar="2016|2017|FILE", help="lists for C1+C2 and APT (default: as prepared)")
    score.add_argument("--disagreements", type=Path, metavar="CSV", help="write what to deliberate on; a new file")
    score.add_argument("--json", metavar="OUT", help="all results for programs; - is the output stream")
    export = add_command(ways, "export", "write prepared blocks as tasks of another platform", _EXPORT, _export)
    export.add_argument("folder", type=Path, metavar="DIR", help="what `antecede rate prepare` wrote")
    export.add_argument("--to", choices=("pearmut",), required=True, help="the platform, pip install pearmut")
    export.add_argument("--name", metavar="NAME", help="what the campaign is called (default: the folder's name)")
    export.add_argument("-o", dest="out", default="-", metavar="OUT", help="where to write (default: output stream)")


def add_answers(command: argparse.ArgumentParser) -> None:
    """The arguments that name a preparation and the answers to it."""
    command.add_argument("folder", type=Path, metavar="DIR", help="what `antecede rate prepare` wrote")
    command.add_argument("answers", type=Path, nargs="+", metavar="ANSWERS", help="forms that were filled in, CSV")
    command.add_argument("--adjudicated", type=Path, metavar="CSV", help="what the raters settled after deliberation")


def _register_prepare(ways: Commands) -> None:
    prepare = add_command(ways, "prepare", "write forms for raters, systems in random order", _PREPARE, _prepare)
    files = prepare.add_argument_group("files, one sentence a line")
    files.add_argument(
        "--pair",
        type=pair_name,
        metavar="PAIR",
        help="language pair (default: what the names end in, such as .en and .fr)",
    )
    files.add_argument("--source", required=True, metavar="FILE", help="the text that was translated")
    files.add_argument("--reference", required=True, metavar="FILE", help="a translation made by people")
    files.add_argument("--candidate", required=True, metavar="FILE", help="the systems' translations", **several())
    add_document_options(files, metavar="FILE")
    files.add_argument("--tokenized", action="store_true", help="the files are tokenised: split on spaces only")
    files.add_argument("--source-reference-alignment", metavar="FILE", help="Pharaoh file (i-j) for the tokens")
    files.add_argument(
        "--source-candidate-alignment", metavar="FILE", help="Pharaoh files, one for each candidate", **several()
    )
    files.add_argument(
        "--align-method",
        choices=("fast", "eflomal"),
        default="fast",
        help="the aligner: fast gives the same every time, eflomal does not (default: fast)",
    )
    what = prepare.add_argument_group("what is rated")
    what.add_argument("--form", choices=("blocks", "gap-filling"), default="blocks", help="default: blocks")
    what.add_argument("--lists", metavar="2016|2017|FILE", help="pronoun lists by name, or a TOML file")
    what.add_argument(
        "--processed", metavar="JSON", help="rate only pronouns that a system had options for: translate's --trace"
    )
    what.add_argument("--sample", type=int, metavar="N", help="draw N blocks (default: all)")
    what.add_argument("--overlap", type=int, metavar="M", help="blocks that the other raters get, too (default: all)")
    what.add_argument(
        "--rater", metavar="NAME", help="the raters; the first gets all blocks (default: A B)", **several()
    )
    what.add_argument("--seed", type=int, default=1, metavar="S", help="for all draws (default: %(default)s)")
    prepare.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder for forms and key")


def _prepare(options: argparse.Namespace) -> int:
    from antecede.evaluation.ratings.blocks import form_csv, prepare, read_processed, written_key
    from antecede.files import make_folder
    from antecede.report.rating import rating_page
    from antecede.tasks import score as task

    if options.seed < 0:
        raise BadOption(f"--seed {options.seed}: a seed is not negative")
    if (options.out / KEY).exists():
        # Forms that were handed out are worth nothing without their key.
        raise BadOption(f"{options.out}: has the key of other forms already; choose another folder")
    pair = options.pair or _pair_of(options.source, options.reference)
    settings = task.scoring(pair, lists=options.lists)
    evaluation = task.score_files(
        options.source,
        options.reference,
        *options.candidate,
        pair=pair,
        ids=options.ids,
        one_document=options.one_document,
        tokenised=options.tokenized,
        reference_alignment=options.source_reference_alignment,
        candidate_alignments=options.source_candidate_alignment or (),
        aligning=task.Aligning(method=options.align_method),
        settings=settings,
    ).evaluation
    prepared = prepare(
        evaluation,
        lists=options.lists or settings.pair.default_lists,
        kind=options.form,
        processed=None if options.processed is None else read_processed(options.processed, evaluation),
        sample=options.sample,
        overlap=options.overlap,
        raters=options.rater or ("A", "B"),
        seed=options.seed,
    )
    forms = make_folder(options.out / "forms")
    outputs: dict[str | Path, str | bytes] = {options.out / KEY: written_key(prepared)}
    for rater in prepared.raters:
        name = "".join(letter if letter.isalnum() else "-" for letter in rater)
        outputs[forms / f"{name}.csv"] = form_csv(prepared.form(rater), rater)
        outputs[forms / f"{name}.html"] = rating_page(prepared, rater)
    if len(outputs) != 1 + 2 * len(prepared.raters):
        raise BadOption("two raters' names differ in signs alone; their forms would have one name")
    write_outputs(outputs)
    for rater in prepared.raters:
        given = prepared.form(rater)
        pronouns = sum(len(block.pronouns) for block in given)
        instances = sum(len(block.instances) for block in given)
        print(f"{rater}: {len(given)} blocks, {pronouns} pronouns, {instances} instances")  # noqa: T201 - the result
    return 0


def _export(options: argparse.Namespace) -> int:
    from antecede.evaluation.ratings.blocks import read_key
    from antecede.evaluation.ratings.pearmut import campaign

    prepared = read_key(options.folder / KEY)
    written = campaign(prepared, options.name or options.folder.resolve().name)
    write_outputs({options.out: json.dumps(written, ensure_ascii=False, indent=1) + "\n"})
    return 0


def _pair_of(source: str, reference: str) -> str:
    from antecede.pairs import DEFAULT_PAIR, known_pairs

    def endings(name: str) -> set[str]:
        return {ending.removeprefix(".") for ending in Path(name).suffixes}

    for name in known_pairs():
        first, _, second = name.partition("-")
        if first in endings(source) and second in endings(reference):
            return name
    return DEFAULT_PAIR


def _score(options: argparse.Namespace) -> int:
    from antecede.evaluation.ratings.accuracy import rating_json, score_ratings
    from antecede.evaluation.ratings.answers import disagreements_csv, read_adjudicated, read_answers
    from antecede.evaluation.ratings.blocks import read_key
    from antecede.report.rating import rating_tables
    from antecede.tasks.score import scoring

    if options.disagreements is not None and options.disagreements.exists():
        raise BadOption(f"{options.disagreements}: exists already, and may hold what was settled; choose another name")
    prepared = read_key(options.folder / KEY)
    answers = read_answers(options.answers, prepared)
    settled = read_adjudicated(options.adjudicated, prepared, answers) if options.adjudicated else {}
    settings = scoring(prepared.pair, lists=options.lists or prepared.lists)
    scores = score_ratings(prepared, answers, settled, settings)
    outputs: dict[str | Path, str] = {}
    if options.disagreements is not None:
        outputs[options.disagreements] = disagreements_csv(prepared, answers, scores.disputed, settled)
    if options.json is not None:
        outputs[options.json] = json.dumps(rating_json(scores), ensure_ascii=False, indent=1) + "\n"
    write_outputs(outputs)
    if options.json != "-":
        print_tables(rating_tables(scores))
    return 0
