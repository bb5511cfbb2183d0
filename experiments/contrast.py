"""How often the right pronoun is preferred, or written, where the antecedent alone differs.

100 pairs of English texts that differ only in their antecedent, each with the right French and with a wrong one that
has the other text's pronoun (`contrast.tsv`, own sentences). What knows no antecedents is right in half of them, as
each pronoun is right once and wrong once. Every third pair is held out of tuning.

    python experiments/contrast.py --model models/en-fr [--system combined] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Final, NamedTuple

from antecede.pronouns.judging.judge import Parts, VersionJudge
from antecede.pronouns.judging.opening import judge_documents, open_judge
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems import system
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.pronouns.target.nominals import NominalFinder
from antecede.text.tokens import words

DATA: Final = Path(__file__).with_name("contrast.tsv")


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


def judged(judge: VersionJudge, items: list[Item]) -> list[tuple[Parts, Parts]]:
    """What the right and the wrong version score, part by part; parts of all lines added up."""
    sides = [[line for text in side for line in text] for side in _sides(items)]
    lengths = [len(item.source) for item in items]
    lines = list(judge_documents(judge, sides[0], sides[1:], lengths))
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


def translated(setting: Setting, name: str, items: list[Item]) -> list[bool | None]:
    """Whether the right pronoun was written; none where the antecedent is not translated as expected."""
    from antecede.coreference.reader import Reader

    model = system(name, "best", setting.folder)
    reader = Reader.of(setting.pair.source, setting.pair.resolved)
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
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--model", type=Path, required=True)
    options.add_argument("--system", nargs="*", default=[], help="also translate with these systems")
    options.add_argument("--json", type=Path)
    given = options.parse_args()
    setting = Setting.of(given.model)
    items = read()
    judge = open_judge(setting)
    parts = judged(judge, items)
    verdicts: dict[str, list[bool | None]] = {
        "judge": [judge.weights.score(right) > judge.weights.score(wrong) for right, wrong in parts]
    }
    for name in Parts._fields:
        verdicts[f"judge, {name.replace('_', ' ')} alone"] = [
            None if getattr(right, name) == getattr(wrong, name) else getattr(right, name) > getattr(wrong, name)
            for right, wrong in parts
        ]
    for name in given.system:
        verdicts[f"translate, {name}"] = translated(setting, name, items)
    figures = {name: _figures(items, results) for name, results in verdicts.items()}
    for name, groups in figures.items():
        print(f"{name}: " + ", ".join(f"{group} {share:.1%} of {count}" for group, (share, count) in groups.items()))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _figures(items: list[Item], results: list[bool | None]) -> dict[str, tuple[float, int]]:
    groups: dict[str, list[bool]] = defaultdict(list)
    for item, result in zip(items, results, strict=True):
        if result is not None:
            for group in ("all", item.part, item.kind, f"{item.right}/{item.wrong}"):
                groups[group].append(result)
    return {group: (sum(found) / len(found), len(found)) for group, found in groups.items()}


if __name__ == "__main__":
    main()
