"""How often the right pronoun is preferred, or written, where the antecedent alone differs.

100 pairs of English texts that differ only in their antecedent, each with the right French and with a wrong one that
has the other text's pronoun (`contrast.tsv`, own sentences). What knows no antecedents is right in half of them, as
each pronoun is right once and wrong once. Every third pair is held out of tuning. `contrast_new.tsv` has 30 more pairs,
all held, that were written before there was code for neural engines.

    python experiments/contrast.py --model en-fr [--data FILE] [--system combined] [--scorer neural] [--json OUT]
    python experiments/contrast.py --model en-fr --engine neural --system baseline post-edit prefix

With `--scorer` the judge is shown without and with it, the scorer alone by how it is asked, and the weight that is
learnt for it on the part that is not held. With `--engine` systems translate with that engine; items whose antecedent
it does not translate as expected are skipped, and counted.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from antecede.pronouns.judging.judge import Parts, VersionJudge
from antecede.pronouns.judging.opening import context_scores, judge_documents, open_judge, reader_of
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems import system
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.pronouns.target.nominals import NominalFinder
from antecede.scoring import ContextScore
from antecede.tasks.engine import opened
from antecede.tasks.scorer import open_scorer
from antecede.text.tokens import words

if TYPE_CHECKING:
    from antecede.coreference.reader import Reader
    from antecede.engines import Engine
    from antecede.scoring import Scorer

DATA: Final = Path(__file__).with_name("contrast.tsv")
_STEPS: Final = 20_000
_RATE: Final = 0.05
_PENALTY: Final = 0.01


class Item(NamedTuple):
    """A text, its right and its wrong translation, line by line."""

    part: str
    role: str
    noun: str
    right: str
    wrong: str
    source: tuple[str, ...]
    right_text: tuple[str, ...]
    wrong_text: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Where the antecedent is: in the sentence, in the one before, or further back."""
        return ("within", "before", "further")[min(len(self.source) - 1, 2)]


def read(path: Path = DATA) -> list[Item]:
    """Two items for each pair."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    items = []
    for row in rows[1:]:
        told = dict(zip(rows[0], row, strict=True))
        for this, other in (("a", "b"), ("b", "a")):
            items.append(
                Item(
                    told["part"],
                    told["role"],
                    told[f"noun_{this}"],
                    told[f"pronoun_{this}"],
                    told[f"pronoun_{other}"],
                    _lines(told[f"source_{this}"], told["source_rest"]),
                    _lines(told[f"target_{this}"], told[f"target_rest_{this}"]),
                    _lines(told[f"target_{this}"], told[f"target_rest_{other}"]),
                )
            )
    return items


def _lines(first: str, rest: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in f"{first} {rest}".split(" / "))


def judged(judge: VersionJudge, items: list[Item], reader: Reader) -> list[tuple[Parts, Parts]]:
    """What the right and the wrong version score, part by part; parts of all lines added up."""
    sides = [[line for text in side for line in text] for side in _sides(items)]
    lengths = [len(item.source) for item in items]
    lines = list(judge_documents(judge, sides[0], sides[1:], lengths, reader=reader))
    found, start = [], 0
    for length in lengths:
        right, wrong = (
            Parts(
                *(sum(values) for values in zip(*(line[which] for line in lines[start : start + length]), strict=True))
            )
            for which in (0, 1)
        )
        found.append((right, wrong))
        start += length
    return found


def _sides(items: list[Item]) -> list[list[tuple[str, ...]]]:
    return [[item.source for item in items], [item.right_text for item in items], [item.wrong_text for item in items]]


def asked(scorer: Scorer, items: list[Item], context: int, *, own: bool) -> list[float]:
    """How much more a scorer says for the right version than for the wrong one."""
    score = ContextScore(scorer, context, own)
    sides = _sides(items)
    right, wrong = (
        [
            sum(row[0] for row in context_scores(score, source, [text, other]))
            for source, text, other in zip(sides[0], sides[side], sides[3 - side], strict=True)
        ]
        for side in (1, 2)
    )
    return [one - other for one, other in zip(right, wrong, strict=True)]


def learnt_weight(ours: list[float], theirs: list[float]) -> float:
    """What one margin counts beside the other, by logistic regression on both."""
    margins = np.array([ours, theirs]).T
    weights = np.ones(2)
    for _ in range(_STEPS):
        wrong = 1 / (1 + np.exp(margins @ weights))
        weights += _RATE * ((margins * wrong[:, None]).mean(axis=0) - _PENALTY * weights)
    return float(weights[1] / weights[0])


def translated(
    setting: Setting, name: str, items: list[Item], reader: Reader, engine: Engine | None = None
) -> list[bool | None]:
    """Whether the right pronoun was written; none where the antecedent is not translated as expected."""
    model = system(name, "best", setting.folder, engine=engine)
    texts = [[words(line, setting.pair.source) for line in item.source] for item in items]
    results: list[bool | None] = []
    finder = NominalFinder.of(setting.pair.target, noun_lexicon(setting.pair.target))
    for item, document in zip(items, reader.stream(texts), strict=True):
        lines = [each.tokens for each in model.translate(document).sentences]
        found = [nominal for line in lines for nominal in finder.find(line)]
        places = [place for place, nominal in enumerate(found) if nominal.word == item.noun]
        if not places:
            results.append(None)
            continue
        pronouns = [nominal.word for nominal in found[places[0] + 1 :] if nominal.pronoun]
        results.append(item.right in pronouns and item.wrong not in pronouns)
    return results


def main() -> None:
    """Print the shares."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--model", required=True)
    options.add_argument("--data", type=Path, default=DATA, help="the pairs")
    options.add_argument("--system", nargs="*", default=[], help="also translate with these systems")
    options.add_argument("--engine", help="with this engine")
    options.add_argument("--scorer", help="also judge with this scorer")
    options.add_argument("--resolver", help="what finds antecedents: encoder (the default), ranker …")
    options.add_argument("--json", type=Path)
    given = options.parse_args()
    setting = Setting.of(given.model)
    items = read(given.data)
    context = open_scorer(given.scorer, setting.pair.name) if given.scorer else None
    reader = reader_of(setting.pair, given.resolver)
    verdicts = _judge_verdicts(open_judge(setting, context=context), items, reader)
    if context is not None:
        for sentences, own in ((0, True), (1, True), (1, False), (2, True), (2, False), (3, False)):
            margins = asked(context.scorer, items, sentences, own=own)
            name = f"scorer alone, {sentences} sentences before, own score {'kept' if own else 'subtracted'}"
            verdicts[name] = [margin > 0 for margin in margins]
    engine = opened(given.engine, setting.pair.name)
    for name in given.system:
        verdicts[f"translate, {given.engine or 'embedded'}, {name}"] = translated(setting, name, items, reader, engine)
    figures = {name: _figures(items, results) for name, results in verdicts.items()}
    for name, groups in figures.items():
        skipped = verdicts[name].count(None)
        print(
            f"{name}: "
            + ", ".join(f"{group} {share:.1%} of {count}" for group, (share, count) in groups.items())
            + (f"; {skipped} skipped" if skipped else "")
        )
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _judge_verdicts(judge: VersionJudge, items: list[Item], reader: Reader) -> dict[str, list[bool | None]]:
    parts = judged(judge, items, reader)
    without = replace(judge.weights, context=0.0)
    verdicts: dict[str, list[bool | None]] = {}
    weighings = {"judge": without} | ({"judge with scorer": judge.weights} if judge.context else {})
    for name, weights in weighings.items():
        verdicts[name] = [weights.score(right) > weights.score(wrong) for right, wrong in parts]
    for name in Parts._fields if judge.context else Parts._fields[:-1]:
        verdicts[f"judge, {name.replace('_', ' ')} alone"] = [
            None if getattr(right, name) == getattr(wrong, name) else getattr(right, name) > getattr(wrong, name)
            for right, wrong in parts
        ]
    free = [both for item, both in zip(items, parts, strict=True) if item.part != "held"]
    if judge.context is not None and free:
        ours = [without.score(right) - without.score(wrong) for right, wrong in free]
        theirs = [right.context - wrong.context for right, wrong in free]
        print(f"weight of the scorer learnt on {len(free)} items: {learnt_weight(ours, theirs):.2f}")
    return verdicts


def _figures(items: list[Item], results: list[bool | None]) -> dict[str, tuple[float, int]]:
    groups: dict[str, list[bool]] = defaultdict(list)
    for item, result in zip(items, results, strict=True):
        if result is not None:
            across = [] if item.kind == "within" else [f"across, {item.part}"]
            for group in ("all", item.part, item.kind, *across, f"{item.right}/{item.wrong}"):
                groups[group].append(result)
    return {group: (sum(found) / len(found), len(found)) for group, found in groups.items()}


if __name__ == "__main__":
    main()
