"""`antecede rerank`: n-best lists of any engine, re-ranked with the pronoun language model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import (
    add_command,
    add_document_options,
    add_model_option,
    add_scorer_options,
    opened_scorer,
    pair_name,
    warn,
    write_outputs,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from antecede.cli._common import Commands
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair

_EXAMPLES: Final = """
  antecede rerank --pair en-fr --source talk.en --n-best talk.nbest --ids talk.ids -o talk.fr
  antecede rerank --pair en-fr --tokenized --mode paper --source talk.tok --n-best moses.nbest -o talk.fr.tok
The lists are in Moses's format. Alignments in them count the tokens of the source as the engine had it: give that
text with --tokenized. Lists without alignments are aligned here.
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "rerank", "re-rank an engine's n-best lists by their pronouns", _EXAMPLES, _run)
    command.add_argument("--pair", required=True, type=pair_name, metavar="PAIR", help="language pair, such as en-fr")
    command.add_argument("--source", type=Path, required=True, metavar="S", help="source text, one sentence a line")
    command.add_argument("--n-best", type=Path, required=True, metavar="F", help="the engine's lists")
    command.add_argument("-o", "--output", required=True, metavar="OUT", help="where to write; - for the output stream")
    add_document_options(command)
    add_model_option(command)
    add_scorer_options(command)
    command.add_argument("--mode", default="best", choices=("paper", "best"), help="as printed, or tuned (default)")
    command.add_argument(
        "--alpha", type=float, metavar="A", help="what the model counts, relative to LM0 (paper 5, best 1)"
    )
    command.add_argument("--beta", type=float, metavar="B", help="paper: the factor of pronouns of the same number")
    command.add_argument("--tokenized", action="store_true", help="the source is tokenised; so is the output, then")


def _run(options: argparse.Namespace) -> int:
    from antecede.engines.nbest import stream_n_best
    from antecede.errors import LengthMismatch
    from antecede.models import ModelFolder
    from antecede.pairs import pair
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.rerank import open_reranker
    from antecede.text.parallel import ParallelText
    from antecede.text.tokens import normalise

    described = pair(options.pair)
    setting = Setting.of(ModelFolder.find(options.model, pair=options.pair), options.mode)
    reranker = open_reranker(setting, alpha=options.alpha, beta=options.beta, context=opened_scorer(options))
    text = ParallelText.read_documents(
        options.source, ids=options.ids, one_document=options.one_document, tokenised=options.tokenized
    )
    sources = list(text.tokens(text.source, described.source))
    lists: list[list[Hypothesis]] = []
    has = [any(normalise(token) in described.resolved for token in source) for source in sources]
    # Only what competes is read and kept: a file of lists is a thousand times as large as its text.
    for listed in stream_n_best(options.n_best, words_only=True, whole=lambda index: index < len(has) and has[index]):
        if len(lists) < len(sources):
            _check(options.n_best, len(lists), sources[len(lists)], listed)
            listed = _competing(described, sources[len(lists)], listed)  # noqa: PLW2901 - the shorter list
        lists.append(listed)
    if len(lists) != len(sources):
        raise LengthMismatch(options.source, len(sources), options.n_best, len(lists))
    lists = _aligned(described, sources, lists)
    texts, changed = [], 0
    for document in text.documents:
        for reranked in reranker.rerank(sources[document.lines], lists[document.lines]):
            tokens = reranked.best.hypothesis.tokens
            changed += reranked.chosen != 0
            texts.append(" ".join(tokens) if options.tokenized else setting.steps.target_text(tokens))
    write_outputs({options.output: "".join(f"{text}\n" for text in texts)})
    warn(f"{changed} of {len(texts)} sentences changed")
    return 0


def _check(path: Path, index: int, source: Sequence[str], listed: Sequence[Hypothesis]) -> None:
    from antecede.errors import BadFormat

    if not listed:
        raise BadFormat(path, f"has no hypothesis for sentence {index}")
    # Links are sorted: the last has the highest source.
    if any(hypothesis.alignment[-1].source >= len(source) for hypothesis in listed if hypothesis.alignment):
        raise BadFormat(
            path,
            f"aligns words of sentence {index} past its {len(source)} tokens;"
            " give the source as the engine had it, with --tokenized",
        )


def _competing(pair: Pair, source: Sequence[str], listed: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The hypotheses that differ in their pronouns; where none is aligned, in those they have anywhere."""
    from antecede.pronouns.pronoun_lm.candidates import Shortener, fingerprint

    if any(hypothesis.alignment for hypothesis in listed):
        return [each.hypothesis for each in Shortener(pair).shorten(source, listed)]
    known = pair.lists[pair.default_lists].target_pronouns
    short: dict[tuple[str, ...], Hypothesis] = {}
    for hypothesis in listed:
        short.setdefault(fingerprint(hypothesis.tokens, known), hypothesis)
    return list(short.values())


def _aligned(pair: Pair, sources: Sequence[Sequence[str]], kept: list[list[Hypothesis]]) -> list[list[Hypothesis]]:
    """The lists, with alignments made for those that have none."""
    from dataclasses import replace

    from antecede.alignment import align_corpus

    missing = [
        (index, place)
        for index, listed in enumerate(kept)
        if not any(hypothesis.alignment for hypothesis in listed)
        for place in range(len(listed))
    ]
    if missing:
        targets = [kept[index][place].tokens for index, place in missing]
        made = align_corpus([sources[index] for index, _ in missing], targets, pair=pair.name).alignments
        for (index, place), links in zip(missing, made, strict=True):
            kept[index][place] = replace(kept[index][place], alignment=links)
    return kept
