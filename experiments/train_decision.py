"""Learn when to overrule an engine, and measure it: what `src/antecede/pairs/data/PAIR.decision.json` is made with.

    python experiments/train_decision.py --pair en-fr --engines DATA/engines --gold DATA/gold/en-fr.train.tsv \
        --held DATA/gold/en-fr.dev.tsv [--resolver encoder] [--folds] [--write]

Learnt from: labels of `--gold`, pronouns of engines that were read one by one; what references confirm: the reference's
pronoun is the engine's, so that the engine's is right, or it agrees with a noun whose translation by the engine wants
another pronoun than the engine wrote; and references as an engine's output, where all is right. Places of `--held` are
left out of all of these; its labels choose the margin at most. `--folds` leaves out one set and one engine at a time,
and counts by the references. What was read and aligned is kept in `--work`.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter, defaultdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.alignment import Alignments
from antecede.coreference.resolvers import method_of
from antecede.files import write_text
from antecede.models import ModelFolder
from antecede.pairs import pair as described
from antecede.pronouns.decision.decider import Decider, second_opinions
from antecede.pronouns.decision.fitting import fitting
from antecede.pronouns.decision.model import DecisionModel, written_decision
from antecede.pronouns.decision.nouns import nouns_of
from antecede.pronouns.decision.training import Example, fit
from antecede.pronouns.post_editing.editors import careful_editor, reader_of
from antecede.pronouns.post_editing.fixing import Output
from antecede.pronouns.target.classes import class_in
from antecede.text.parallel import ParallelText
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.reader import Reader
    from antecede.coreference.resolvers import Method
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair, TargetClass
    from antecede.pronouns.decision.evidence import Question

REFERENCE: Final = "reference"
SETS: Final = ("wmt08", "wmt09", "wmt10", "wmt11")
STRENGTH: Final = 100.0
GOLD: Final = 20.0
"""How much more a pronoun that was read counts than one that a reference confirms."""
LEAST_CONFIRMED: Final = 0.15
NO_MODEL: Final = DecisionModel({}, {}, 0.0)


class Place(NamedTuple):
    """A pronoun of an engine's output."""

    set: str
    engine: str
    line: int
    token: int


class Asked(NamedTuple):
    """A question, what the reference has in its place, and how likely ours is right by it, with what weight."""

    question: Question
    reference: str
    confirmed: tuple[float, float, float] | None
    """P(theirs right), P(ours right), weight."""


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", required=True)
    parser.add_argument("--engines", type=Path, required=True)
    parser.add_argument("--gold", type=Path, nargs="*", default=())
    parser.add_argument("--held", type=Path, nargs="*", default=())
    parser.add_argument("--resolver")
    parser.add_argument("--margin", type=float, default=0.0)
    parser.add_argument("--least", type=float, default=0.35)
    parser.add_argument("--work", type=Path, default=Path("work/decision"))
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    pair = described(options.pair)
    method = method_of(pair.source, options.resolver, None, learning=False)
    asked = dict(everything(pair, options.engines, method, options.work))
    gold, held = labels(options.gold), labels(options.held)
    model = learnt(asked, gold, held, options.margin, options.least)
    for name, rows in (("gold, seen", gold), ("held", held)):
        if rows:
            print(f"{pair.name} {method}, {name}:")
            for margin in (-0.4, -0.2, 0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8):
                print(f"  margin {margin:+.1f}: {by_labels(asked, rows, model, margin)}")
    if gold:
        print("gold, each fifth of the documents left out:")
        across = [crossed(asked, gold, held, part, options.least) for part in range(5)]
        for margin in (-0.4, -0.2, 0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8):
            print(f"  margin {margin:+.1f}: {pooled(asked, across, margin)}")
    if options.folds:
        folds(asked, gold, held, options.margin, options.least)
    if options.write:
        target = Path(str(files("antecede.pairs") / "data")) / f"{pair.name}.decision.json"
        models: dict[str, DecisionModel] = {method: model}
        if target.exists():
            kept = json.loads(target.read_text(encoding="utf-8"))["models"]
            models = {name: DecisionModel.of(entries) for name, entries in kept.items()} | models
        write_text(target, written_decision(models, f"experiments/train_decision.py --pair {pair.name}"))


def everything(pair: Pair, engines: Path, method: Method, work: Path) -> Iterator[tuple[Place, Asked]]:
    """Every question that the outputs of all engines and the references raise."""
    editor = careful_editor(pair, ModelFolder.find(None, pair=pair.name))
    decider = Decider(editor.chooser, NO_MODEL, second_opinions(pair.source, pair.resolved, method))
    reader = reader_of(pair, "best", method=method).load()
    for name in SETS:
        outputs = {
            engine: output_of(pair, engines / pair.name / name, engine, work, reader)
            for engine in engines_of(engines / pair.name / name)
        }
        reference = outputs[REFERENCE]
        texts = [reference.source[span.lines] for span in reference.documents]
        for span, document in zip(reference.documents, reader.stream(texts, only_needed=True), strict=True):
            right = reference.sentences(span)
            for engine, output in outputs.items():
                sentences = output.sentences(span)
                for question in decider.questions(document, sentences):
                    anaphor = document.anaphors[question.anaphor]
                    place = Place(name, engine, span.start + anaphor.sentence, anaphor.token)
                    written, _ = class_in(document, anaphor, right[anaphor.sentence], editor.chooser.classes)
                    known = (
                        (1.0, 0.0, 1.0)
                        if engine == REFERENCE
                        else confirmed(
                            pair, document, question, sentences, right, editor.chooser.classes.described(written)
                        )
                    )
                    yield place, Asked(question, editor.chooser.classes.names[written], known)
        print(f"{name}: read", flush=True)


def confirmed(
    pair: Pair,
    document: ResolvedDocument,
    question: Question,
    sentences: Sequence[Hypothesis],
    reference: Sequence[Hypothesis],
    written: TargetClass | None,
) -> tuple[float, float, float] | None:
    """What the reference tells: the noun that its pronoun agrees with, and what it wants in the engine's words."""
    group = next(each for each in pair.exchanges if question.now.name in each)
    if written is None or written.name not in group:
        return None
    if written.name == question.now.name:
        return 1.0, 0.0, 1.0
    choices = [each for each in pair.choices if each.name in group]
    nouns = nouns_of(document.anaphors, document.analysis)[question.anaphor]
    theirs, right = (fitting(pair, each, document.analysis) for each in (sentences, reference))
    masses: defaultdict[str, float] = defaultdict(float)
    for noun, chance in nouns.likely.values():
        if right.shares(noun, written, choices).get(written.name, 0.0) > 0.4:
            for name, share in theirs.shares(noun, question.now, choices).items():
                masses[name] += chance * share
    total = sum(masses.values())
    if total < LEAST_CONFIRMED:
        return None
    return masses[question.now.name] / total, masses[question.other.name] / total, min(1.0, total)


def learnt(
    asked: Mapping[Place, Asked],
    gold: Mapping[Place, Mapping[str, str]],
    held: Mapping[Place, Mapping[str, str]],
    margin: float,
    least: float,
    left: Iterable[Place] = (),
) -> DecisionModel:
    """The model of all examples but those at held places, and those that are left out."""
    outside = {(place.set, place.line, place.token) for place in (*held, *left)}
    theirs, ours = [], []
    mean = sum(float(row["weight"]) for row in gold.values()) / max(len(gold), 1)
    for place, each in asked.items():
        if place in gold and (place.set, place.line, place.token) not in outside:
            row = gold[place]
            known = told(row, each.question)
            if known is not None:
                weight = GOLD * float(row["weight"]) / mean
                theirs.append(Example(each.question.features, known[0], weight))
                ours.append(Example(each.question.features, known[1], weight))
        elif each.confirmed is not None and (place.set, place.line, place.token) not in outside:
            right, other, weight = each.confirmed
            theirs.append(Example(each.question.features, right, weight))
            ours.append(Example(each.question.features, other, weight))
    return DecisionModel(fit(theirs, STRENGTH), fit(ours, STRENGTH), margin, least)


def told(row: Mapping[str, str], question: Question) -> tuple[float, float] | None:
    """Whether theirs is right and ours is, by a label; None where the label says neither."""
    if normalise(row["engine_pronoun"]).strip("- ") not in question.now.forms:
        return None
    if row["label"] == "right":
        return 1.0, 0.0
    if row["label"] == "wrong":
        return 0.0, float(bool(question.other.forms & {normalise(form) for form in row["right_forms"].split("|")}))
    return None


def by_labels(
    asked: Mapping[Place, Asked], rows: Mapping[Place, Mapping[str, str]], model: DecisionModel, margin: float
) -> str:
    """Precision, recall, alarms."""
    return pooled(asked, [(rows, rows, model)], margin)


Part = tuple["Mapping[Place, Mapping[str, str]]", "Mapping[Place, Mapping[str, str]]", DecisionModel]


def crossed(
    asked: Mapping[Place, Asked],
    gold: Mapping[Place, Mapping[str, str]],
    held: Mapping[Place, Mapping[str, str]],
    part: int,
    least: float,
) -> Part:
    """A fifth of the labels, and the model that was learnt without the lines around them."""

    def inside(place: Place) -> bool:
        return (place.line // 60 + SETS.index(place.set)) % 5 == part

    rows = {place: row for place, row in gold.items() if inside(place)}
    left = [place for place in asked if inside(place)]
    return rows, rows, learnt(asked, gold, held, 0.0, least, left)


def pooled(asked: Mapping[Place, Asked], parts: Sequence[Part], margin: float) -> str:
    """Precision, recall and alarms in 1,000 right ones, weighted."""
    sums: defaultdict[str, float] = defaultdict(float)
    for rows, _, model in parts:
        for place, row in rows.items():
            if row["label"] not in {"right", "wrong"}:
                continue
            weight = float(row["weight"])
            sums[row["label"]] += weight
            each = asked.get(place)
            if each is None or each.question.fits < model.least:
                continue
            theirs, ours = model.probabilities(each.question.features)
            if ours - theirs > margin:
                known = told(row, each.question)
                sums["edits"] += weight
                sums["mended"] += weight * (known is not None and known[1] > 0.5)
                sums["broken"] += weight * (row["label"] == "right")
    precision = sums["mended"] / sums["edits"] if sums["edits"] else 1.0
    return (
        f"precision {precision:.3f}, recall {sums['mended'] / sums['wrong']:.3f},"
        f" alarms {1000 * sums['broken'] / sums['right']:.1f}"
    )


def folds(
    asked: Mapping[Place, Asked],
    gold: Mapping[Place, Mapping[str, str]],
    held: Mapping[Place, Mapping[str, str]],
    margin: float,
    least: float,
) -> None:
    """By the references, each engine and set decided by what was learnt without both."""
    totals: Counter[str] = Counter()
    for name in SETS:
        for engine in sorted({place.engine for place in asked} - {REFERENCE}):
            known = {place: each for place, each in asked.items() if place.set != name and place.engine != engine}
            model = learnt(known, gold, held, margin, least)
            counts: Counter[str] = Counter()
            for place, each in asked.items():
                if place.set == name and place.engine == engine:
                    theirs, ours = model.probabilities(each.question.features)
                    edited = each.question.fits >= least and ours - theirs > margin
                    counts["pronouns"] += 1
                    counts["edited"] += edited
                    counts["improved"] += edited and each.reference == each.question.other.name
                    counts["degraded"] += edited and each.reference == each.question.now.name
            print(f"{name} {engine}: {dict(counts)}", flush=True)
            totals += counts
    print(f"all: {dict(totals)}")


def labels(paths: Iterable[Path]) -> dict[Place, dict[str, str]]:
    """The rows of files of labels, by place."""
    rows = {}
    for path in paths:
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                rows[Place(row["set"], row["engine"], int(row["line"]), int(row["source_position"]))] = row
    return rows


def engines_of(folder: Path) -> list[str]:
    """The engines of a set, the reference among them."""
    names = {path.name.removesuffix(".xz").rpartition(".")[0] for path in folder.iterdir()}
    return sorted(names - {"source", "ids", ""})


def output_of(pair: Pair, folder: Path, engine: str, work: Path, reader: Reader) -> Output:
    """What an engine wrote, with its alignment, which is kept."""
    text = ParallelText.read(
        folder / f"source.{pair.source}.xz", folder / f"{engine}.{pair.target}.xz", ids=folder / "ids.xz"
    )
    kept = work / f"{pair.name}.{folder.name}.{engine}.align"
    if kept.exists():
        return Output.of(pair, text, alignment=kept)
    output = Output.of(pair, text, needed=reader.needed)
    links = Alignments.of_links(tuple(each) for each in output.alignments)
    work.mkdir(parents=True, exist_ok=True)
    write_text(kept, "".join(" ".join(f"{link.source}-{link.target}" for link in line) + "\n" for line in links))
    return output


if __name__ == "__main__":
    main()
