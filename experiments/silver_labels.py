"""Label the pronouns of free text with a language model: what follows says which candidate is meant.

    python experiments/silver_labels.py --gold read.train.jsonl.xz        # how often labels are right, by margin
    python experiments/silver_labels.py stories.train.en.xz=stories.train.ids.xz --output silver.jsonl

Candidates are today's mentions that agree, the nearest of each noun. A pronoun that rather stands for an event or for
nothing is left out, and so is one whose best candidate is not `--margin` better than the second: natural logarithms of
the scorer. A line of output has the form of the pronouns that were read: `sentences` up to the pronoun's, `token`,
`pronoun`, `antecedent` (sentence, start, end, text), beside `doc` and `kind`; and `margin`, and as `likely` the
probability of the label when the ranker is asked, too, to be filtered by. Lines are written as they are found, and a
run that is repeated goes on after the last one.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from antecede.coreference.candidates import agreement, candidates
from antecede.coreference.language_model import MeaningScorer, Question, combine
from antecede.coreference.mentions import find_mentions, text_of
from antecede.coreference.reader import Reader
from antecede.coreference.resolvers import reference_of
from antecede.files import packed
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.coreference.mentions import Mention

PRONOUNS = frozenset({"it", "they", "them"})
BEFORE = 4
"""Sentences before the pronoun's that are searched, and written."""
MOST = 6
"""Candidates that are scored, the nearest."""
MARGIN = 3.0
"""How much better the best candidate has to be: see `--gold`."""
ANAPHORIC = 0.6
"""How likely a pronoun has to refer to a thing."""
BESIDE = 0.3
"""What a score counts beside the ranker: see `--gold`."""
SHORTEST = 3
"""Tokens that follow the pronoun, at least: less says nothing."""
TOGETHER = 40
"""Sentences that are read at once: the documents are as long as novels."""


WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0)
EVERY = 50


class Result(NamedTuple):
    """A pronoun whose antecedent is known."""

    margin: float
    right: bool
    """By the score alone."""
    together: list[bool]
    """By ranker and score, at each weight."""


class Asked(NamedTuple):
    """A pronoun and its candidates, the nearest first."""

    anaphor: Anaphor
    options: tuple[Mention, ...]

    @property
    def question(self) -> Question:
        """What the scorer is asked."""
        places = tuple((option.sentence, option.start, option.end) for option in self.options)
        return Question((self.anaphor.sentence, self.anaphor.token), places)


def asked(read: ResolvedDocument, first: int = 0) -> list[Asked]:
    """The pronouns of a text that have two candidates or more, from a sentence on."""
    mentions = find_mentions(read.analysis, reference_of(read.analysis.language))
    found = []
    for anaphor in read.anaphors:
        words = read.analysis.sentences[anaphor.sentence].words
        here = anaphor.sentence, anaphor.token
        if anaphor.sentence < first or len(words) - anaphor.token - 1 < SHORTEST:
            continue
        pronoun = next((each for each in mentions[here[0]] if (each.head, each.kind) == (here[1], "pronoun")), None)
        if pronoun is None or anaphor.function.anaphoric < ANAPHORIC:
            continue
        options = _options(pronoun, candidates(mentions, pronoun, BEFORE))
        if len(options) > 1:
            found.append(Asked(anaphor, options))
    return found


def _options(pronoun: Mention, mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    nearest: dict[tuple[str, str], Mention] = {}
    for mention in mentions:
        singular = pronoun.lemma == "it"
        if mention.kind == "pronoun" or agreement(pronoun, mention) == "no" or (singular and mention.human):
            continue
        nearest.setdefault((mention.lemma, mention.kind if mention.kind == "group" else ""), mention)
    return tuple(nearest.values())[:MOST]


def pieces(text: ParallelText) -> Iterator[tuple[str, int, list[list[str]]]]:
    """Each document's name, the sentences that are there for context alone, and the sentences, some at a time."""
    for span in text.documents:
        lines = list(text.tokens(text.source, "en", span))
        for start in range(0, len(lines), TOGETHER):
            first = max(0, start - BEFORE)
            yield f"{span.id}#{start}", start - first, [list(line) for line in lines[first : start + TOGETHER]]


def labels(scorer: MeaningScorer, read: ResolvedDocument, first: int, margin: float) -> Iterator[dict[str, Any]]:
    """What is written of a text."""
    questions = asked(read, first)
    rows = scorer.all_scores(read.analysis, [each.question for each in questions])
    for wanted, scores in zip(questions, rows, strict=True):
        anaphor, options = wanted
        best, second = sorted(scores, reverse=True)[:2]
        if best - second < margin:
            continue
        chosen = options[scores.index(best)]
        start = max(0, anaphor.sentence - BEFORE)
        sentences = read.analysis.sentences[start : anaphor.sentence + 1]
        yield {
            "sentences": [list(sentence.tokens) for sentence in sentences],
            "token": anaphor.token,
            "pronoun": anaphor.text,
            "function": "anaphoric",
            "antecedent": {
                "sentence": chosen.sentence - start,
                "start": chosen.start,
                "end": chosen.end,
                "text": text_of(read.analysis.sentences[chosen.sentence], chosen),
            },
            "margin": round(best - second, 2),
            "likely": round(_likely(wanted, scores), 3),
        }


def label(options: argparse.Namespace) -> None:
    """Write labels until there are enough."""
    scorer, reader = MeaningScorer.load("en", fast=True), Reader.of("en", PRONOUNS)
    done, written = _state(options.output)
    began, seen, start = time.process_time(), 0, written
    with options.output.open("a", encoding="utf-8") as output:
        for each in options.texts:
            source, _, ids = each.partition("=")
            kind = Path(source).name.partition(".")[0]
            for name, first, tokens in pieces(ParallelText.read(source, ids=ids or None)):
                doc = f"{kind}/{name}"
                if doc in done:
                    continue
                read = reader.read(tokens)
                seen += len(asked(read, first))
                found = list(labels(scorer, read, first, options.margin))
                written += len(found)
                # A line without a label says that a piece is done.
                for line in [*({"doc": doc, "kind": kind, **row} for row in found), {"doc": doc, "done": True}]:
                    output.write(json.dumps(line, ensure_ascii=False) + "\n")
                output.flush()
                if written >= options.most:
                    break
            spent = time.process_time() - began
            print(
                f"{source}: {seen} pronouns asked, {written - start} labelled,"
                f" {seen / spent:.2f} a second of processor time",
                flush=True,
            )
            if written >= options.most:
                return


def _state(path: Path) -> tuple[set[str], int]:
    """What a run before has done; what it wrote of a piece that it did not end is cut off."""
    if not path.is_file():
        return set(), 0
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    last = max((number for number, line in enumerate(lines, start=1) if '"done": true' in line), default=0)
    path.write_text("".join(lines[:last]), encoding="utf-8")
    done = {json.loads(line)["doc"] for line in lines[:last] if '"done": true' in line}
    return done, last - len(done)


def check(options: argparse.Namespace) -> None:
    """How often labels are right where the antecedent is known, by margin; beside the ranker, and both together."""
    scorer, reader = MeaningScorer.load("en", fast=not options.precise), Reader.of("en", PRONOUNS)
    rows = [json.loads(line) for line in packed.read_lines(options.gold)]
    results: list[Result] = []
    for row in rows[: options.most]:
        read = reader.read(row["sentences"])
        wanted = next(
            (one for one in asked(read, len(row["sentences"]) - 1) if one.anaphor.token == row["token"]), None
        )
        if wanted is None or len(read.analysis.sentences) != len(row["sentences"]):
            continue
        scores = scorer.all_scores(read.analysis, [wanted.question])[0]
        best, second = sorted(scores, reverse=True)[:2]
        prior = _prior(wanted)
        right = [_right(option, row["antecedent"]) for option in wanted.options]
        together = [combine(prior, scores, weight) for weight in WEIGHTS]
        results.append(
            Result(best - second, right[scores.index(best)], [right[each.index(max(each))] for each in together])
        )
        # Now and then, since all of them take an hour.
        if len(results) % EVERY == 0:
            _report(results)
    _report(results)


def _report(results: Sequence[Result]) -> None:
    for margin in (0.0, 1.0, 2.0, 3.0, 4.0, 6.0):
        kept = [result for result in results if result.margin >= margin]
        ranked = [
            f"{weight}: {_share([each.together[index] for each in kept])}" for index, weight in enumerate(WEIGHTS)
        ]
        print(
            f"margin {margin:.0f}: {_share([each.right for each in kept])} of {len(kept)} right;"
            f" ranker with the score at weight {', '.join(ranked)}",
            flush=True,
        )


def _likely(wanted: Asked, scores: Sequence[float]) -> float:
    """The probability of the best score's candidate, among the candidates, by ranker and score together."""
    together = combine(_prior(wanted), scores, BESIDE)
    return together[scores.index(max(scores))] / sum(together)


def _prior(wanted: Asked) -> list[float]:
    likely = {(each.sentence, each.head): each.probability for each in wanted.anaphor.antecedents}
    return [likely.get((option.sentence, option.head), 0.0) + 1e-4 for option in wanted.options]


def _right(option: Mention, antecedent: dict[str, Any] | None) -> bool:
    return (
        antecedent is not None
        and option.sentence == antecedent["sentence"]
        and antecedent["start"] <= option.head < antecedent["end"]
    )


def _share(rights: Sequence[bool]) -> str:
    return f"{sum(rights) / max(len(rights), 1):.3f}"


def main() -> None:
    """Label, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="*", help="files of sentences, each with = and its file of documents")
    parser.add_argument("--output", type=Path, help="where labels are written, a line of JSON each")
    parser.add_argument("--gold", type=Path, help="read pronouns, to check labels on")
    parser.add_argument("--margin", type=float, default=MARGIN, help="of the best to the second (default: %(default)s)")
    parser.add_argument("--most", type=int, default=10_000, help="labels to write, or pronouns to check")
    parser.add_argument("--precise", action="store_true", help="check with numbers of 32 bits: slower")
    options = parser.parse_args()
    if options.gold:
        check(options)
    elif options.output and options.texts:
        label(options)
    else:
        parser.error("needs texts and --output, or --gold")


if __name__ == "__main__":
    main()
