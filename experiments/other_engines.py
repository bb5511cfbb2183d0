"""What `antecede fix` gains and loses on the output of other engines, with all edits and with gender alone.

By the reference: pronouns that APT counts as right only after fixing (improved), or only before it (degraded). By
labels, if a file of them is given: precision (wrong ones made right, of all labelled ones that were edited), recall
(wrong ones made right) and alarms (right ones made wrong, in 1,000), weighted to the whole; a line a pronoun, with the
columns set, engine, line, source_position (both from 0), engine_pronoun, label, right_forms and weight.

    python experiments/other_engines.py --pair en-fr --engines DATA/engines --set wmt08 wmt10 [--gold LABELS.tsv]

The folder holds PAIR/SET/source.SRC, reference.TGT, ids and ENGINE.TGT, each as such or packed (.xz).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.alignment import Alignments
from antecede.evaluation.lists import find_lists
from antecede.evaluation.metrics import apt
from antecede.pairs import pair as described
from antecede.pronouns.decision.permission import EDITS, Edits
from antecede.pronouns.post_editing.editors import editor, reader_of
from antecede.pronouns.post_editing.fixing import Output
from antecede.pronouns.target.classes import TargetClasses
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair
    from antecede.pronouns.post_editing.types import PostEditor

    Place = tuple[str, str, int, int]
    """Set, engine, line and token of a source pronoun."""

NOT_ENGINES: Final = frozenset({"source", "reference", "ids"})


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", required=True)
    parser.add_argument("--engines", type=Path, required=True)
    parser.add_argument("--set", nargs="+", required=True)
    parser.add_argument("--gold", type=Path, nargs="*", default=())
    options = parser.parse_args()
    pair = described(options.pair)
    editors = {edits: editor(pair, "best", edits=edits) for edits in EDITS}
    reader = reader_of(pair, "best").load()
    totals: dict[Edits, Counter[str]] = {edits: Counter() for edits in EDITS}
    changed: dict[Edits, dict[Place, str]] = {edits: {} for edits in EDITS}
    measured = set()
    for name in options.set:
        folder = options.engines / options.pair / name
        reference = _output(pair, folder, "reference")
        texts = [reference.source[span.lines] for span in reference.documents]
        documents = list(reader.stream(texts))
        for engine in _engines(folder):
            output = _output(pair, folder, engine)
            measured.add((name, engine))
            for edits, counts in totals.items():
                sentences = list(_edited(editors[edits], documents, output, changed[edits], (name, engine)))
                found = _against(pair, reference, output, sentences)
                counts.update(found)
                print(f"{name} {engine} --edit {edits}: {_told(found)}", flush=True)
    for edits, counts in totals.items():
        print(f"{options.pair} --edit {edits}: {_told(counts)}, {len(changed[edits])} edits")
        for gold in options.gold:
            print(f"  {gold.name}: {_labelled(gold, changed[edits], measured, TargetClasses.of(pair))}")


def _told(counts: Mapping[str, int]) -> str:
    return f"{counts['improved']} improved, {counts['degraded']} degraded of {counts['pronouns']}"


def _output(pair: Pair, folder: Path, name: str) -> Output:
    files = (_file(folder, each) for each in (f"source.{pair.source}", f"{name}.{pair.target}"))
    return Output.of(pair, ParallelText.read(*files, ids=_file(folder, "ids")))


def _file(folder: Path, name: str) -> Path:
    packed = folder / f"{name}.xz"
    return packed if packed.exists() else folder / name


def _engines(folder: Path) -> list[str]:
    # Names of engines may have dots: what follows is the language, and maybe .xz.
    names = {path.name.removesuffix(".xz").rpartition(".")[0] for path in folder.iterdir()}
    return sorted(names - NOT_ENGINES - {""})


def _edited(
    how: PostEditor,
    documents: Sequence[ResolvedDocument],
    output: Output,
    changed: dict[Place, str],
    where: tuple[str, str],
) -> Iterator[Hypothesis]:
    for span, document in zip(output.documents, documents, strict=True):
        edited = how.edit(document, output.sentences(span))
        for change in edited.changes:
            anaphor = document.anaphors[change.decision]
            changed[*where, span.start + anaphor.sentence, anaphor.token] = change.after
        yield from edited.sentences


def _against(pair: Pair, reference: Output, output: Output, sentences: Sequence[Hypothesis]) -> dict[str, int]:
    """How many pronouns are right only after editing, or only before it, as APT counts them."""

    def given(text: Output) -> apt.Side:
        return apt.Side([" ".join(token.text for token in line) for line in text.tokens], text.alignments)

    links = Alignments.of_links(sentence.alignment for sentence in sentences)
    after = apt.Side([" ".join(sentence.tokens) for sentence in sentences], links)
    settings = apt.Settings(pair=pair, lists=find_lists(pair, None))
    source = [" ".join(line) for line in output.source]
    judged = apt.judge(source, given(reference), [given(output), after], settings).pronouns
    right = Counter(tuple(each.case.right for each in pronoun.candidates) for pronoun in judged)
    return {"improved": right[False, True], "degraded": right[True, False], "pronouns": len(judged)}


def _labelled(gold: Path, changed: Mapping[Place, str], measured: set[tuple[str, str]], classes: TargetClasses) -> str:
    head, *lines = gold.read_text(encoding="utf-8").splitlines()
    sums, counts = defaultdict[str, float](float), Counter[str]()
    for line in lines:
        row = dict(zip(head.split("\t"), line.split("\t"), strict=True))
        where = row["set"], row["engine"]
        if where not in measured or row["label"] not in {"right", "wrong"}:
            continue
        now = changed.get((*where, int(row["line"]), int(row["source_position"])))
        kind = f"{row['label']}, {'kept' if now is None else 'edited'}"
        # Forms of one pronoun (*ce*, *c'*) are alike.
        if (
            row["label"] == "wrong"
            and now
            and classes.number(now) in map(classes.number, row["right_forms"].split("|"))
        ):
            kind = "mended"
        sums[kind] += float(row["weight"])
        counts[kind] += 1
    edited = sums["mended"] + sums["wrong, edited"] + sums["right, edited"]
    wrong = sums["mended"] + sums["wrong, edited"] + sums["wrong, kept"]
    right = sums["right, edited"] + sums["right, kept"]
    return (
        f"{counts['mended']} mended, {counts['right, edited']} broken of {counts.total()};"
        f" precision {sums['mended'] / (edited or 1):.3f}, recall {sums['mended'] / (wrong or 1):.3f},"
        f" alarms {1000 * sums['right, edited'] / (right or 1):.1f} in 1,000"
    )


if __name__ == "__main__":
    main()
