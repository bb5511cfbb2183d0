"""`antecede train`: a translation model from parallel text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, pair_name, several

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede train --pair en-fr --source europarl.en.xz --target europarl.fr.xz --out models/en-fr \\
      --dev-source dev.en --dev-target dev.fr
  antecede train --pair es-en --tokenized --source a.es b.es --target a.en b.en --no-tune --out models/es-en
To resume a run that was killed, give the same command again: it continues with the first unfinished stage.
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "train", "train a translation model from parallel text", _EXAMPLES, _run)
    files = several(type=Path)
    command.add_argument("--pair", required=True, type=pair_name, metavar="PAIR", help="language pair, such as en-fr")
    command.add_argument(
        "--source", required=True, metavar="S", help="source text, a sentence a line (.xz, .gz)", **files
    )
    command.add_argument("--target", required=True, metavar="T", help="its translation, line by line", **files)
    command.add_argument("--out", type=Path, required=True, metavar="MODEL", help="the model's folder")
    command.add_argument("--ids", default=[], metavar="F", help="the document of each line, kept too", **files)
    command.add_argument("--dev-source", default=[], metavar="S", help="development set, to tune on", **files)
    command.add_argument("--dev-target", default=[], metavar="T", help="its translation", **files)
    command.add_argument("--alignment", default=[], metavar="F", help="word alignments, as i-j links", **files)
    command.add_argument(
        "--tokenized", action="store_true", help="the texts are tokenised: tokens are separated by spaces"
    )
    command.add_argument("--no-truecase", action="store_true", help="leave the case of words as it is")
    command.add_argument("--lm-text", default=[], metavar="F", help="more target text for the language model", **files)
    command.add_argument("--no-tune", action="store_true", help="keep Moses's default weights")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="for tuning (default: %(default)s)")
    command.add_argument("--threads", type=int, default=0, metavar="K", help="threads (default: all processors)")
    command.add_argument(
        "--align-method", default="eflomal", metavar="eflomal|fast", help="the aligner (default: %(default)s)"
    )
    phrases = command.add_argument_group("phrases")
    phrases.add_argument("--phrase-length", type=int, default=7, metavar="N", help="most words (default: %(default)s)")
    phrases.add_argument(
        "--smoothing", default="none", metavar="S", help="none, good-turing or kneser-ney (default: %(default)s)"
    )
    phrases.add_argument("--least-count", type=int, default=1, metavar="N", help="leave out pairs seen less often")
    phrases.add_argument(
        "--significance", type=float, metavar="P", help="leave out pairs whose Fisher test gives a lower -ln p"
    )
    phrases.add_argument(
        "--best", type=int, default=100, metavar="N", help="translations of each phrase (default: %(default)s; 0: all)"
    )
    phrases.add_argument("--exact", action="store_true", help="do not round scores: a larger table")
    phrases.add_argument("--counts", action="store_true", help="keep counts, which Moses's format shows")
    lm = command.add_argument_group("language model")
    lm.add_argument("--lm-order", type=int, default=5, metavar="N", help="longest n-grams (default: %(default)s)")
    lm.add_argument(
        "--lm-cutoffs",
        type=int,
        default=[],
        metavar="C",
        help="leave out n-grams that occur at most C times: a number for each length, the last for all longer ones",
        **several(),
    )
    lm.add_argument(
        "--lm-prune",
        type=float,
        default=0.0,
        metavar="P",
        help="leave out n-grams whose loss raises the perplexity by less than this share (1e-7 or so; default: none)",
    )
    lm.add_argument("--lm-quantise", action="store_true", help="probabilities of 8 bits: a third of the size")
    cleaning = command.add_argument_group("cleaning")
    cleaning.add_argument("--longest", type=int, default=80, metavar="N", help="most words (default: %(default)s)")
    cleaning.add_argument("--ratio", type=float, default=9.0, metavar="R", help="of the lengths (default: %(default)s)")
    command.add_argument("--licence", default="unknown", metavar="L", help="of the training text, noted in model.toml")


def _run(options: argparse.Namespace) -> int:
    from antecede.smt.clean import Cleaning
    from antecede.smt.phrases import PhraseOptions
    from antecede.smt.pipeline import LmOptions, Training, train

    what = Training(
        pair=options.pair,
        source=options.source,
        target=options.target,
        out=options.out,
        ids=options.ids,
        dev_source=options.dev_source,
        dev_target=options.dev_target,
        alignment=options.alignment,
        tokenised=options.tokenized,
        truecase=not options.no_truecase,
        lm_text=options.lm_text,
        lm=LmOptions(
            order=options.lm_order,
            cutoffs=tuple(options.lm_cutoffs),
            prune=options.lm_prune,
            quantise=options.lm_quantise,
        ),
        tune=not options.no_tune,
        seed=options.seed,
        threads=options.threads,
        align_method=options.align_method,
        licence=options.licence,
        cleaning=Cleaning(longest=options.longest, ratio=options.ratio),
        phrases=PhraseOptions(
            longest=options.phrase_length,
            smoothing=options.smoothing,
            least_count=options.least_count,
            significance=options.significance,
            best=options.best,
            counts=options.counts,
            exact=options.exact,
        ),
    )
    report = train(what, progress=True)
    prepared, phrases = report.figures["prepare"], report.figures["phrases"]
    ran = ", ".join(report.ran) or "nothing, all stages were finished"
    sys.stderr.write(
        f"{report.out}: {prepared['kept']} of {prepared['lines']} sentence pairs, {phrases['pairs']} phrase pairs"
        f" of {phrases['source_phrases']} phrases; ran: {ran}\n"
    )
    return 0
