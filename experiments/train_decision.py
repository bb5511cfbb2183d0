"""Learn when to overrule an engine, and measure it: what `src/antecede/pairs/data/PAIR.decision.json` is made with.

    python experiments/train_decision.py --pair en-fr --engines DATA/engines --gold DATA/gold/en-fr.train.tsv \
        --held DATA/gold/en-fr.dev.tsv --people DATA/en-fr/more/{docs,games,guides,learning,novels,stories}.train \
        [--resolver encoder] [--margin 0.3] [--folds] [--write]

Learnt from: labels of `--gold`, pronouns of engines that were read one by one; what pronouns of the source were read to
stand for (`decision_data.py`); where neither says anything, what the reference confirms: its pronoun is the engine's,
so that the engine's is right, or it agrees with a noun whose translation by the engine wants another pronoun than the
engine wrote; references as an engine's output, where all is right, and so other texts of people, with some pronouns
corrupted. Places of `--held` are left out of all of these; its labels choose the margin at most. `--folds` leaves out
one set and one engine at a time, and counts by the references. What was aligned is kept in `--work`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from decision_data import (
    CORRUPTED,
    HUMAN,
    REFERENCE,
    SETS,
    Answer,
    Asked,
    Asker,
    Place,
    asked_of,
    labels,
    people,
    read_antecedents,
    told,
)

from antecede.coreference.resolvers import method_of
from antecede.files import write_text
from antecede.pairs import pair as described
from antecede.pronouns.decision.model import DecisionModel, written_decision
from antecede.pronouns.decision.training import Example, fit

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    Rows = Mapping[Place, Mapping[str, str]]
    Questions = Mapping[Place, Asked]

STRENGTH: Final = 100.0
LABELLED: Final = 5.0
READ: Final = 2.0
CONFIRMED: Final = 0.3
"""How much an answer counts that was read for that engine, read for the source, confirmed by a reference."""
PEOPLE: Final = {REFERENCE: 1.0, HUMAN: 2.0, CORRUPTED: 0.5}
"""How much what people wrote counts, by whose output it is."""
PARTS: Final = 5
MARGINS: Final = (-0.2, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


class Part(NamedTuple):
    """Some documents with their labels, and a model that saw nothing of them."""

    inside: Collection[Place]
    rows: Rows
    model: DecisionModel


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", required=True)
    parser.add_argument("--engines", type=Path, required=True)
    parser.add_argument("--gold", type=Path, nargs="*", default=())
    parser.add_argument("--held", type=Path, nargs="*", default=())
    parser.add_argument("--antecedents", type=Path, default=Path(__file__).with_name("decision_antecedents.tsv"))
    parser.add_argument("--people", type=Path, nargs="*", default=())
    parser.add_argument("--resolver")
    parser.add_argument("--margin", type=float, default=0.3)
    parser.add_argument("--least", type=float, default=0.35)
    parser.add_argument("--work", type=Path, default=Path("work/decision"))
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    pair = described(options.pair)
    method = method_of(pair.source, options.resolver, None, learning=False)
    read = read_antecedents(options.antecedents, pair.name)
    asker = Asker.of(pair, method)
    asked = dict(asked_of(asker, options.engines, options.work, read))
    for text in options.people:
        asked |= people(asker, text)
    gold, held = labels(options.gold), labels(options.held)
    hidden = {place.source for place in held}

    def learn(left: Collection[Place] = ()) -> DecisionModel:
        outside = hidden | {place.source for place in left}
        return learnt(asked, gold, outside, options.margin, options.least)

    model = learn()
    show(f"{pair.name} {method}, held", asked, [Part((), held, model)])
    folded = [
        Part(inside, {place: row for place, row in gold.items() if place in inside}, learn(inside))
        for part in range(PARTS)
        if (inside := {place for place, each in asked.items() if _part(place, each) == part})
    ]
    show("each fifth of the documents left out, gold", asked, folded)
    if options.folds:
        folds(asked, gold, hidden, options.margin, options.least)
    if options.write:
        write(pair.name, method, model)


def write(pair: str, method: str, model: DecisionModel) -> None:
    """Put a model into the file of its pair, beside those of other methods."""
    target = Path(str(files("antecede.pairs"))) / "data" / f"{pair}.decision.json"
    kept = json.loads(target.read_text(encoding="utf-8"))["models"] if target.exists() else {}
    models = {name: DecisionModel.of(entries) for name, entries in kept.items()} | {method: model}
    target.parent.mkdir(exist_ok=True)
    write_text(target, written_decision(models, f"experiments/train_decision.py --pair {pair}"))


def _part(place: Place, asked: Asked) -> int:
    return (asked.document + sum(map(ord, place.set))) % PARTS


def learnt(
    asked: Questions, gold: Rows, outside: Collection[tuple[str, int, int]], margin: float, least: float
) -> DecisionModel:
    """The model of all that can be edited, but for places outside."""
    theirs, ours = [], []
    mean = sum(float(row["weight"]) for row in gold.values()) / max(len(gold), 1)
    for place, each in asked.items():
        if place.source in outside or not each.repairable:
            continue
        answer = answered(place, each, gold.get(place), mean)
        if answer is not None:
            theirs.append(Example(each.question.features, answer.theirs, answer.weight))
            ours.append(Example(each.question.features, answer.ours, answer.weight))
    return DecisionModel(fit(theirs, STRENGTH), fit(ours, STRENGTH), margin, least)


def answered(place: Place, asked: Asked, row: Mapping[str, str] | None, mean: float) -> Answer | None:
    """The best answer that there is to a question."""
    if place.engine in PEOPLE:
        right = asked.confirmed if place.engine == REFERENCE else asked.read
        return None if right is None else right._replace(weight=PEOPLE[place.engine])
    if row is not None:
        known = told(row, asked.question)
        return None if known is None else Answer(*known, LABELLED * float(row["weight"]) / mean)
    if asked.read is not None:
        return asked.read._replace(weight=READ)
    return None if asked.confirmed is None else asked.confirmed._replace(weight=CONFIRMED * asked.confirmed.weight)


def edited(asked: Asked, model: DecisionModel, margin: float) -> bool:
    """Whether the engine is overruled."""
    theirs, ours = model.probabilities(asked.question.features)
    return asked.repairable and asked.question.fits >= model.least and ours - theirs > margin


def show(title: str, asked: Questions, parts: Sequence[Part]) -> None:
    """Precision, recall, and alarms in 1,000 right ones, weighted, by the margin."""
    print(f"{title}:")
    for margin in MARGINS:
        sums: defaultdict[str, float] = defaultdict(float)
        for place, row, model in ((place, row, part.model) for part in parts for place, row in part.rows.items()):
            if row["label"] not in {"right", "wrong"}:
                continue
            weight = float(row["weight"])
            sums[row["label"]] += weight
            each = asked.get(place)
            if each is not None and edited(each, model, margin):
                known = told(row, each.question)
                sums["edits"] += weight
                sums["mended"] += weight * (known is not None and known[1] > 0.5)
                sums["broken"] += weight * (row["label"] == "right")
        if sums["wrong"] and sums["right"]:
            precision = sums["mended"] / sums["edits"] if sums["edits"] else 1.0
            recall, alarms = sums["mended"] / sums["wrong"], 1000 * sums["broken"] / sums["right"]
            told_of = f"precision {precision:.3f}, recall {recall:.3f}, alarms {alarms:.1f}"
            print(f"  margin {margin:+.1f}: {told_of}{_of_people(asked, parts, margin)}", flush=True)


def _of_people(asked: Questions, parts: Sequence[Part], margin: float) -> str:
    """How much of what people wrote is edited, and of what was corrupted mended."""
    counts: Counter[tuple[str, bool]] = Counter()
    for part in parts:
        for place in part.inside:
            if place.engine in {HUMAN, CORRUPTED}:
                each = asked[place]
                right = place.engine == HUMAN or each.question.other.name == each.reference
                counts[place.engine, right and edited(each, part.model, margin)] += 1
    return "".join(
        f", {engine} {counts[engine, True]} of {counts[engine, True] + counts[engine, False]}"
        for engine in (HUMAN, CORRUPTED)
        if counts[engine, False]
    )


def folds(asked: Questions, gold: Rows, hidden: Collection[tuple[str, int, int]], margin: float, least: float) -> None:
    """By the references, each engine and set decided by what was learnt without both."""
    totals: Counter[str] = Counter()
    for name in SETS:
        for engine in sorted({place.engine for place in asked} - PEOPLE.keys()):
            known = {place: each for place, each in asked.items() if place.set != name and place.engine != engine}
            model = learnt(known, gold, hidden, margin, least)
            counts: Counter[str] = Counter()
            for place, each in asked.items():
                if place.set == name and place.engine == engine:
                    overruled = edited(each, model, margin)
                    counts["pronouns"] += 1
                    counts["edited"] += overruled
                    counts["improved"] += overruled and each.reference == each.question.other.name
                    counts["degraded"] += overruled and each.reference == each.question.now.name
            print(f"{name} {engine}: {dict(counts)}", flush=True)
            totals += counts
    print(f"all: {dict(totals)}")


if __name__ == "__main__":
    main()
