"""`antecede translate`: text in, translation out, whatever the format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.cli._common import add_command, write_outputs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from antecede.cli._common import Commands
    from antecede.engines import Hypothesis
    from antecede.text.formats import Container

SYSTEMS: Final = ("baseline",)

_EXAMPLES: Final = """
  antecede translate --model models/en-fr report.txt -o report.fr.txt
  antecede translate --model models/en-fr --ids talk.ids --n-best 1000 --n-best-file talk.nbest talk.en -o talk.fr
  antecede translate --model models/en-fr --tokenized --threads 2 --alignment-file out.align in.tok -o out.tok
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "translate", "translate a text", _EXAMPLES, _run)
    command.add_argument("input", metavar="IN", help="text, one sentence a line, subtitles, TMX, XLIFF, ...")
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="where to write; - for the output stream")
    command.add_argument("--model", type=Path, required=True, metavar="M", help="a model folder")
    command.add_argument(
        "--system", default="baseline", choices=SYSTEMS, help="what chooses the pronouns (default: %(default)s)"
    )
    command.add_argument("--ids", type=Path, metavar="F", help="the document of each line; one output line for each")
    command.add_argument(
        "--tokenized", action="store_true", help="blanks part the tokens, as in the model; one output line for each"
    )
    command.add_argument("--n-best", type=int, default=1, metavar="N", help="translations of each sentence")
    command.add_argument("--n-best-file", metavar="F", help="write them here, in Moses's format")
    command.add_argument("--distinct", action="store_true", help="no two translations with the same words")
    command.add_argument("--alignment-file", metavar="F", help="write word alignments here, as i-j links")
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s; 0: all)")
    command.add_argument(
        "--pop-limit", type=int, metavar="P", help="hypotheses for each stack: more is better and slower"
    )
    command.add_argument(
        "--json", metavar="OUT", help="write all that is known of each sentence; - for the output stream"
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.engines.native import ModelFolder, NativeEngine
    from antecede.engines.text import TextSteps
    from antecede.pairs import pair

    _check(options)
    folder = ModelFolder.read(options.model)
    described = pair(folder.pair)
    settings = {} if options.pop_limit is None else {"pop_limit": options.pop_limit}
    engine = NativeEngine.open(folder, threads=options.threads, **settings)
    steps = TextSteps.of(folder, described)
    sources, write = _read(options, described.source, described.target)
    tokens = [line.split() if options.tokenized else steps.source_tokens(line) for line in sources]
    lists = _translate(engine, tokens, n_best=options.n_best, distinct=options.distinct)
    best = [listed[0] for listed in lists]
    texts = [
        " ".join(hypothesis.tokens) if options.tokenized else steps.target_text(hypothesis.tokens)
        for hypothesis in best
    ]
    outputs: dict[str | Path, str | bytes] = {options.output: write(texts)}
    if options.n_best_file:
        from antecede.engines.nbest import format_n_best

        outputs[options.n_best_file] = format_n_best(lists)
    if options.alignment_file:
        lines = (" ".join(f"{link.source}-{link.target}" for link in hypothesis.alignment) for hypothesis in best)
        outputs[options.alignment_file] = "".join(line + "\n" for line in lines)
    if options.json:
        told = [_told(*sentence) for sentence in zip(sources, tokens, texts, lists, strict=True)]
        outputs[options.json] = json.dumps({"sentences": told}, ensure_ascii=False, indent=1) + "\n"
    write_outputs(outputs)
    return 0


def _check(options: argparse.Namespace) -> None:
    from antecede.errors import BadOption

    if options.n_best < 1:
        raise BadOption(f"--n-best {options.n_best}: at least 1 is needed")
    if options.n_best > 1 and not (options.n_best_file or options.json):
        raise BadOption("--n-best needs --n-best-file or --json, which say where the translations go")
    if options.threads < 0:
        raise BadOption(f"--threads {options.threads}: 0 (all) or more is needed")


def _read(
    options: argparse.Namespace, source: str, target: str
) -> tuple[Sequence[str], Callable[[Sequence[str]], str]]:
    """The sentences, and what makes the output of their translations."""
    from antecede.errors import LengthMismatch
    from antecede.files import read_lines
    from antecede.text import formats

    if options.ids or options.tokenized:
        lines = read_lines(options.input)
        if options.ids and len(ids := read_lines(options.ids)) != len(lines):
            raise LengthMismatch(options.input, len(lines), options.ids, len(ids))
        return lines, lambda texts: "".join(text + "\n" for text in texts)
    container: Container = formats.read(options.input, source)
    return container.sentences, lambda texts: container.with_sentences(texts, target).text


def _translate(engine: Any, tokens: list[list[str]], **how: Any) -> list[list[Hypothesis]]:  # noqa: ANN401 - passed on
    """Translate in parts, with a progress bar when it takes a while."""
    from rich.console import Console
    from rich.progress import track

    part = 200
    starts = range(0, len(tokens), part)
    shown = track(starts, "Translating", console=Console(stderr=True), transient=True, disable=len(starts) < 3)
    return [listed for start in shown for listed in engine.translate(tokens[start : start + part], **how)]


def _told(source: str, tokens: Sequence[str], text: str, listed: Sequence[Hypothesis]) -> dict[str, Any]:
    return {
        "source": source,
        "tokens": list(tokens),
        "translation": text,
        "hypotheses": [
            {
                "tokens": list(hypothesis.tokens),
                "score": hypothesis.score,
                "alignment": [list(link) for link in hypothesis.alignment],
                "segmentation": [list(phrase) for phrase in hypothesis.segmentation],
                "features": {name: list(values) for name, values in hypothesis.features.items()},
            }
            for hypothesis in listed
        ],
    }
