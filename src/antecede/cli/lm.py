"""`antecede lm`: estimate and prune language models, turn ARPA files into models, score text."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_argparse

from antecede.cli._common import add_command, several, warn, write_outputs
from antecede.errors import BadOption, InputError

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands
    from antecede.smt.language_model import Estimate, LanguageModel, SentenceScore, TextScore, WritableModel

_ESTIMATE: Final = """
  antecede lm estimate --order 5 --text europarl.fr ted.fr --arpa fr.arpa
  antecede lm estimate --order 3 --text huge.fr --prune 0 0 1 --memory 2G --binary fr.lm --quantise
"""
_BUILD: Final = """
  antecede lm build --arpa fr.arpa -o fr.lm
  antecede lm build --arpa srilm.arpa.gz -o small.lm --quantise
"""
_PRUNE: Final = """
  antecede lm prune --model fr.lm --threshold 1e-7 --text europarl.fr --binary small.lm --quantise
  antecede lm prune --model fr.arpa.gz --threshold 1e-8 --text europarl.fr --arpa smaller.arpa
"""
_SCORE: Final = """
  antecede lm score --model fr.lm --text test.fr
  antecede lm score --model fr.arpa --text test.fr --tokens --json - | jq .lines[0]
"""
# Where each stage of estimation starts in the bar, by how long the ones before it take.
_STAGES: Final = {"counting": 0.0, "sorting": 0.12, "adjusting": 0.35, "normalising": 0.42, "interpolating": 0.9}
_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "lm",
        help="estimate, prune and query language models",
        description="Estimates and prunes n-gram language models, turns ARPA files into models, and scores text.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    parts = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_estimate(parts)
    _register_build(parts)
    _register_prune(parts)
    _register_score(parts)


def _register_estimate(parts: Commands) -> None:
    command = add_command(
        parts, "estimate", "estimate a language model with modified Kneser-Ney smoothing", _ESTIMATE, _estimate
    )
    command.add_argument("--order", type=int, default=5, metavar="N", help="length of n-grams, 1 to 8 (default: 5)")
    command.add_argument(
        "--text",
        type=Path,
        required=True,
        metavar="F",
        help="one sentence a line, tokens separated by spaces",
        **several(),
    )
    command.add_argument("--arpa", metavar="OUT", help="write the model as an ARPA file; - for the output stream")
    command.add_argument("--binary", type=Path, metavar="OUT", help="write the model as a binary file (memory-mapped)")
    command.add_argument("--quantise", action="store_true", help="8-bit probabilities in the binary file")
    command.add_argument(
        "--prune",
        type=int,
        default=[],
        metavar="C",
        help="leave out n-grams that occur at most C times: a number for each length, the last for all longer ones",
        **several(),
    )
    command.add_argument(
        "--memory", metavar="SIZE", help="memory for sorting, such as 500M or 4G; the rest goes to disk"
    )
    command.add_argument("--temporary", type=Path, metavar="DIR", help="folder for what does not fit in memory")
    command.add_argument("--threads", type=int, metavar="K", help="threads to sort with (default: all processors)")
    command.add_argument("--skip-symbols", action="store_true", help="read <s>, </s> and <unk> in the text as spaces")


def _register_build(parts: Commands) -> None:
    command = add_command(parts, "build", "turn an ARPA file into a binary file (memory-mapped)", _BUILD, _build)
    command.add_argument("--arpa", type=Path, required=True, metavar="F", help="an ARPA file, plain or gzipped")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help="where to write the model")
    command.add_argument("--quantise", action="store_true", help="8-bit probabilities: a third of the size, not exact")


def _register_prune(parts: Commands) -> None:
    command = add_command(parts, "prune", "leave out the n-grams that change a model least", _PRUNE, _prune)
    command.add_argument("--model", type=Path, required=True, metavar="M", help="a model, or an ARPA file")
    command.add_argument(
        "--threshold",
        type=float,
        required=True,
        metavar="P",
        help="leave out an n-gram if that raises the perplexity by less than this share (1e-7 or so)",
    )
    command.add_argument(
        "--text",
        type=Path,
        default=[],
        metavar="F",
        help="text to count contexts in, best the training text (default: use the model's own estimates)",
        **several(),
    )
    command.add_argument("--arpa", metavar="OUT", help="write the model as an ARPA file; - for the output stream")
    command.add_argument("--binary", type=Path, metavar="OUT", help="write the model as a binary file (memory-mapped)")
    command.add_argument("--quantise", action="store_true", help="8-bit probabilities in the binary file")


def _register_score(parts: Commands) -> None:
    command = add_command(parts, "score", "score text with a language model", _SCORE, _score)
    command.add_argument("--model", type=Path, required=True, metavar="M", help="a model, or an ARPA file")
    command.add_argument("--text", type=Path, required=True, metavar="F", help="one sentence a line")
    command.add_argument("--json", metavar="OUT", help="write the scores as JSON; - for the output stream")
    command.add_argument("--tokens", action="store_true", help="score each token too")


def _estimate(options: argparse.Namespace) -> int:
    from antecede.progress import showing
    from antecede.smt.language_model import estimate

    _check_outputs(options)
    if options.threads is not None and options.threads < 1:
        raise BadOption("--threads must be at least 1")
    with showing(f"estimating a model of order {options.order}", enabled=True) as show:
        model = estimate(
            options.text,
            order=options.order,
            prune=options.prune,
            skip_symbols=options.skip_symbols,
            memory=None if options.memory is None else _size(options.memory),
            folder=options.temporary,
            threads=options.threads,
            progress=lambda stage, done: show(_share(stage, done)),
        )
    with showing("writing the model", enabled=True):
        _write(model, options, options.temporary)
    _summarise(model)
    return 0


def _check_outputs(options: argparse.Namespace) -> None:
    """Refuse outputs that cannot be written: before an hour of work, not after."""
    if options.arpa is None and options.binary is None:
        raise BadOption("nothing to write: give --arpa, --binary or both")
    if options.quantise and options.binary is None:
        raise BadOption("--quantise applies to the binary file: give --binary, too")
    for path in (options.arpa, options.binary):
        if path not in {None, "-"} and not Path(path).absolute().parent.is_dir():
            raise InputError(f"{path}: cannot be written: there is no such folder")


def _share(stage: str, done: float) -> float:
    start = _STAGES[stage]
    return start + done * (min((later for later in _STAGES.values() if later > start), default=1.0) - start)


def _write(model: WritableModel, options: argparse.Namespace, temporary: Path | None = None) -> None:
    if options.binary is not None:
        model.write(options.binary, quantise=options.quantise)
    if options.arpa == "-":
        with tempfile.TemporaryDirectory(dir=temporary) as folder:
            model.write_arpa(Path(folder, "arpa"))
            with Path(folder, "arpa").open(encoding="utf-8") as file:
                shutil.copyfileobj(file, sys.stdout)
    elif options.arpa is not None:
        model.write_arpa(options.arpa)


def _summarise(model: Estimate) -> None:
    sys.stderr.write(f"{model.sentences} sentences, {model.tokens} tokens\n")
    for order, (count, discounts) in enumerate(zip(model.counts, model.discounts, strict=True), 1):
        note = " (fallback: too little text of too few kinds)" if discounts.fallback else ""
        sys.stderr.write(
            f"{order}-grams: {count}, discounts {discounts.one:.4f} {discounts.two:.4f} {discounts.more:.4f}{note}\n"
        )


def _build(options: argparse.Namespace) -> int:
    from antecede.progress import showing
    from antecede.smt.language_model import build

    with showing(f"reading {options.arpa}", enabled=True):
        build(options.arpa, options.output, quantise=options.quantise)
    return 0


def _prune(options: argparse.Namespace) -> int:
    from antecede.progress import showing
    from antecede.smt.language_model import prune

    _check_outputs(options)
    with showing(f"pruning {options.model}", enabled=True):
        model = prune(options.model, options.threshold, options.text)
    with showing("writing the model", enabled=True):
        _write(model, options)
    sys.stderr.write("".join(f"{order}-grams: {count}\n" for order, count in enumerate(model.counts, 1)))
    return 0


def _score(options: argparse.Namespace) -> int:
    from antecede.smt.language_model import LanguageModel, TextScore

    model = LanguageModel(options.model)
    lines = _score_lines(model, options.text) if options.tokens else None
    total = model.score_text(options.text) if lines is None else TextScore.of(lines)
    if options.json is not None:
        write_outputs({options.json: json.dumps(_as_json(total, lines), ensure_ascii=False, indent=1) + "\n"})
    if options.json != "-":
        if lines is not None:
            for line in lines:
                sys.stdout.write(" ".join(f"{token.token}={token.order} {token.log10:.6f}" for token in line.tokens))
                sys.stdout.write(f"  total {line.log10:.6f} OOV {line.oov}\n")
        sys.stdout.write(_as_text(total))
    if total.sentences == 0:
        warn(f"{options.text} is empty")
    return 0


def _score_lines(model: LanguageModel, path: Path) -> list[SentenceScore]:
    from antecede.files import read_text

    text = read_text(path).removeprefix("\ufeff")
    return [model.score(line) for line in text.removesuffix("\n").split("\n")] if text else []


def _as_text(total: TextScore) -> str:
    return (
        f"log10 probability: {total.log10:.4f}\n"
        f"perplexity with OOV: {total.perplexity:.4f}\n"
        f"perplexity without OOV: {total.perplexity_without_oov:.4f}\n"
        f"OOV: {total.oov}\n"
        f"tokens: {total.tokens} ({total.sentences} sentence ends among them)\n"
    )


def _as_json(total: TextScore, lines: list[SentenceScore] | None) -> dict[str, object]:
    report: dict[str, object] = {
        "sentences": total.sentences,
        "tokens": total.tokens,
        "oov": total.oov,
        "log10": total.log10,
        "perplexity": _finite(total.perplexity),
        "perplexity_without_oov": _finite(total.perplexity_without_oov),
    }
    if lines is not None:
        report["lines"] = [
            {"log10": line.log10, "oov": line.oov, "tokens": [token._asdict() for token in line.tokens]}
            for line in lines
        ]
    return report


def _finite(number: float) -> float | None:
    # JSON knows neither NaN nor infinity.
    return number if number == number and abs(number) != float("inf") else None  # noqa: PLR0124  # NaN is not itself


def _size(text: str) -> int:
    """Bytes from `500M`, `4G` and the like."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if match is None or float(match[1]) <= 0:
        raise BadOption(f"'{text}' is not a size; write it like 500M or 4G")
    return int(float(match[1]) * _UNITS[match[2].upper()])
