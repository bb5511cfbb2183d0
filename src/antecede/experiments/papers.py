"""All five papers in one go: every table and figure that the data allow, ours beside theirs.

A paper is an entry of `PAPERS`: a name, which is that of its folder, the pair whose model it needs, and a function from
what is given (`Given`) to what it shows (`Part`). What a paper needs and the data do not have leaves it out, with the
reason. Each experiment keeps what it has done in its own folder, so that a run that was stopped continues from there.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.errors import AntecedeError, InputError, ResourceError
from antecede.evaluation.significance import mcnemar
from antecede.files import make_folder
from antecede.pronouns.setting import Setting
from antecede.report.papers import Section
from antecede.report.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from antecede.evaluation.results import Evaluation
    from antecede.experiments.measuring import Subset
    from antecede.models import ModelFolder

__all__ = [
    "PAPERS",
    "Gain",
    "Given",
    "Outcome",
    "Paper",
    "Part",
    "Step",
    "gains_table",
    "papers_json",
    "run",
    "sections",
]


class Step(NamedTuple):
    """How many pronouns are right without a system and with it."""

    before: int
    after: int
    pronouns: int
    p: float | None = None
    """McNemar's; nothing where none is published."""

    @property
    def gain(self) -> float:
        """In points."""
        return 100 * (self.after - self.before) / self.pronouns if self.pronouns else 0.0

    def __str__(self) -> str:
        shares = [f"{count / max(self.pronouns, 1):.3f}" for count in (self.before, self.after)]
        significance = "" if self.p is None else f", p={self.p:.2g}"
        return f"{shares[0]} → {shares[1]} ({self.gain:+.1f} points of {self.pronouns:,}{significance})"


@dataclass(frozen=True, slots=True)
class Gain:
    """What a system gains in the paper, and here."""

    what: str
    theirs: Step
    ours: Step

    @property
    def same_sign(self) -> bool:
        """Whether both gain, both lose, or both do neither."""
        return (self.ours.gain > 0) == (self.theirs.gain > 0) and (self.ours.gain < 0) == (self.theirs.gain < 0)

    def sentence(self) -> str:
        """What is to be said where the signs differ; nothing where they do not."""
        if self.same_sign:
            return ""
        ours, theirs = (
            f"{'gains' if step.gain > 0 else 'loses' if step.gain < 0 else 'changes'} {abs(step.gain):.1f} points"
            for step in (self.ours, self.theirs)
        )
        surely = self.ours.p is not None and self.ours.p < 0.05
        chance = "which is more than chance" if surely else "which may be chance"
        p = "" if self.ours.p is None else f" (p={self.ours.p:.2g})"
        return f"The sign differs for {self.what}: it {theirs} in the paper and {ours} here, {chance}{p}."


@dataclass(frozen=True, slots=True)
class Part:
    """What a paper shows."""

    tables: tuple[Table, ...]
    figures: Mapping[str, Any]
    """The same for programs."""
    gains: tuple[Gain, ...] = ()
    images: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Given:
    """What a paper's experiment is run with."""

    data: Path
    out: Path
    """Its own folder."""
    setting: Setting
    all_out: Path
    """The folder of all papers: what other experiments translated is below it."""
    annotated: Path | None = None
    """A folder of translations that people annotated, as `antecede experiment apt` describes it."""
    progress: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its folder's name, what it is called, its pair, and how it is run."""

    name: str
    title: str
    pair: str
    run: Callable[[Given], Part]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a paper: what it shows, or why it is left out."""

    paper: Paper
    part: Part | None
    left_out: str = ""
    seconds: float = 0.0


def run(
    data: Path,
    models: Mapping[str, ModelFolder],
    out: Path,
    *,
    papers: Iterable[str] | None = None,
    annotated: Path | None = None,
    threads: int = 1,
    progress: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> list[Outcome]:
    """Every paper, one after the other; `models` are by pair."""
    wanted = [paper for paper in PAPERS if papers is None or paper.name in set(papers)]
    make_folder(out)
    outcomes = []
    for number, paper in enumerate(wanted, start=1):
        say(f"{number} of {len(wanted)}: {paper.title}")
        started = time.monotonic()
        try:
            if paper.pair not in models:
                raise ResourceError(f"there is no model of {paper.pair}; name one with --model")
            setting = Setting.of(models[paper.pair], threads=threads)
            given = Given(data, make_folder(out / paper.name), setting, out, annotated, progress)
            outcomes.append(Outcome(paper, paper.run(given), seconds=time.monotonic() - started))
        except AntecedeError as error:
            say(f"{paper.title} is left out: {error}")
            outcomes.append(Outcome(paper, None, str(error)))
    if not any(outcome.part for outcome in outcomes):
        raise InputError(f"{data}: nothing of any paper can be run with it; {outcomes[0].left_out}")
    return outcomes


def gains_table(outcomes: Sequence[Outcome]) -> Table:
    """What every system gains in its paper and here, in one table."""
    gains = [gain for outcome in outcomes if outcome.part for gain in outcome.part.gains]
    rows = tuple((gain.what, str(gain.theirs), str(gain.ours), "yes" if gain.same_sign else "no") for gain in gains)
    note = " ".join(sentence for gain in gains if (sentence := gain.sentence()))
    return Table("What each system gains", ("system", "paper", "here", "same sign"), rows, note)


def sections(outcomes: Sequence[Outcome]) -> list[Section]:
    """The page's and the text's sections: the summary, then a section a paper."""
    found = [Section("All papers", tables=(gains_table(outcomes),))]
    for outcome in outcomes:
        part = outcome.part
        if part is None:
            found.append(Section(outcome.paper.title, f"Left out: {outcome.left_out}"))
            continue
        images = [data for name, data in part.images.items() if name.endswith(".svg")]
        found.append(Section(outcome.paper.title, tables=part.tables, images=tuple(images)))
    return found


def papers_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The same for programs."""
    return {
        outcome.paper.name: {"title": outcome.paper.title, "left_out": outcome.left_out}
        if outcome.part is None
        else {
            "title": outcome.paper.title,
            "seconds": round(outcome.seconds, 1),
            "gains": [
                {
                    "what": gain.what,
                    "paper": gain.theirs._asdict(),
                    "here": gain.ours._asdict(),
                    "same_sign": gain.same_sign,
                    "sentence": gain.sentence(),
                }
                for gain in outcome.part.gains
            ],
            "figures": outcome.part.figures,
        }
        for outcome in outcomes
    }


def _of_subsets(before: Subset, after: Subset) -> Step:
    """What a system gains on some of the pronouns."""
    counts = [sum(each.apt.cases[:2]) for each in (before, after)]
    return Step(counts[0], counts[1], sum(after.apt.cases), after.p_value)


def _of_evaluation(evaluation: Evaluation, before: str, after: str) -> Step:
    """What a system gains over another on all pronouns, by their names."""
    names = [system.name for system in evaluation.systems]
    a, b = names.index(before), names.index(after)
    right = Counter((each.candidates[a].case.right, each.candidates[b].case.right) for each in evaluation.pronouns)
    better, worse = right[False, True], right[True, False]
    both = right[True, True]
    return Step(both + worse, both + better, right.total(), mcnemar(better, worse))


def _pronoun_lm(given: Given) -> Part:
    from antecede.experiments.pronoun_lm.experiment import run as rerank
    from antecede.experiments.pronoun_lm.tables import report

    results = rerank(given.data, given.out, given.setting)
    baseline, *others = (system.name for system in results.pooled.systems)
    # Luong and Popescu-Belis 2016b, Table 2: C1 + C2 of 1,116.
    theirs = Step(473, 495, 1116, 0.0218)
    gains = tuple(Gain(name, theirs, _of_evaluation(results.pooled, baseline, name)) for name in others)
    told = report(results)
    return Part(tuple(told.tables), told.figures, gains, told.images)


# Luong and Popescu-Belis 2016a, Table 1: C1 + C2 of the 563 processed; the post-editor that they compare with.
_COREFERENCE: Final = Step(232, 253, 563, 0.046)
_EARLIER: Final = {"linear-edit": Step(232, 223, 563)}


def _coreference_model(given: Given) -> Part:
    from antecede.experiments import resolver
    from antecede.experiments.coreference_model import coreference_json, coreference_tables
    from antecede.experiments.coreference_model import run as translate

    results = translate(given.data, given.out, given.setting, progress=given.progress)
    baseline, *others = (results.paper.subset(index, results.processed) for index in range(len(results.paper.names)))
    gains = tuple(
        Gain(
            f"{each.name}, on the pronouns processed",
            _EARLIER.get(each.name, _COREFERENCE),
            _of_subsets(baseline, each),
        )
        for each in others
    )
    tables, figures = coreference_tables(results), coreference_json(results)
    if given.data.joinpath(*resolver.FILE).exists():
        measured = resolver.measure(given.data, progress=given.progress)
        tables = (*tables, resolver.resolver_table(measured))
        figures = {**figures, "resolvers": resolver.resolver_json(measured)}
    return Part(tables, figures, gains)


def _post_editing(given: Given) -> Part:
    from antecede.experiments.post_editing.experiment import run as edit
    from antecede.experiments.post_editing.tables import as_json, tables

    results = edit(given.data, given.out, given.setting, progress=given.progress)
    scored = results.older or results.evaluation
    # Guillou 2015, section 8: of the 210 that were judged 114 are right, 9 of them improved and 34 degraded.
    theirs = Step(114 - 9 + 34, 114, 210, mcnemar(9, 34))
    names = [editor.name for editor in results.editors]
    gains = [Gain(f"post-editing, {name}", theirs, _of_evaluation(scored, "input", name)) for name in names]
    return Part(tables(results), as_json(results), tuple(gains))


def _spanish(given: Given) -> Part:
    from antecede.experiments.spanish import run as translate
    from antecede.experiments.spanish import spanish_json, spanish_tables

    results = translate(given.data, given.out, given.setting, progress=given.progress)
    measured = results.measured
    places = results.processed.get("corzu-best", results.processed.get("ours-best"))
    baseline, *others = (measured.subset(index, places) for index in range(len(measured.names)))
    # Luong et al. 2017, Table 1: C1 of 2,286; no p-value is published.
    theirs = Step(1055, 1096, 2286)
    gains = [Gain(f"Spanish, {each.name}", theirs, _of_subsets(baseline, each)) for each in others]
    return Part(spanish_tables(results), spanish_json(results), tuple(gains))


def _apt(given: Given) -> Part:
    """The metric: on translations that people annotated, and on what the other papers' systems wrote here."""
    tables: list[Table] = []
    figures: dict[str, Any] = {}
    images: Mapping[str, bytes] = {}
    annotated = given.annotated or given.data / "discomt-style"
    if annotated.is_dir():
        from antecede.evaluation.metrics import meteor
        from antecede.experiments.apt import tables as apt_tables
        from antecede.experiments.apt.data import observe
        from antecede.experiments.apt.figures import run as correlate_all

        experiment = correlate_all(observe(annotated, with_meteor=meteor.available()))
        tables += apt_tables.tables(experiment)
        figures["annotated"] = apt_tables.as_json(experiment)
        images = _drawn(lambda: apt_tables.figures(experiment))
    shown, numbers = _on_our_systems(given)
    tables += shown
    if not tables:
        raise ResourceError("nothing is annotated, and no other paper's systems have translated anything")
    return Part(tuple(tables), {**figures, **numbers}, images=images)


def _on_our_systems(given: Given) -> tuple[list[Table], dict[str, Any]]:
    """Cases with and without the repair of alignments, and AutoP, AutoR and AutoF, of what post-editing wrote."""
    from antecede.evaluation.corpus import EFLOMAL, read_corpus
    from antecede.evaluation.evaluate import evaluate
    from antecede.evaluation.settings import Settings
    from antecede.experiments.post_editing.experiment import TEST
    from antecede.experiments.sets import ParallelSet

    described = given.setting.pair
    files = sorted((given.all_out / "post-editing").glob(f"*.{described.target}"))
    if not files:
        return [], {}
    test = ParallelSet.read(given.data, TEST, described)
    corpus = read_corpus(described, test.source_file, test.target_file, files, aligning=EFLOMAL)
    names = [file.stem for file in files]
    corpus = replace(
        corpus,
        candidates=tuple(replace(each, name=name) for each, name in zip(corpus.candidates, names, strict=True)),
    )
    lists = described.lists[described.default_lists]
    basic, repaired = (
        evaluate(corpus, Settings(pair=described, lists=lists, heuristic=heuristic)) for heuristic in (False, True)
    )
    cases = tuple(
        (f"C{number + 1}", *(str(sum(s.apt.cases[number] for s in each.systems)) for each in (basic, repaired)))
        for number in range(6)
    )
    headings = [heading for heading in repaired.systems[0].figures if heading.startswith("Auto")]
    rows = tuple(
        (system.name, *(f"{system.figures[heading].value:.3f}" for heading in headings), f"{system.apt.score:.4f}")
        for system in repaired.systems
    )
    note = f"{len(repaired.pronouns)} pronouns of {TEST}; AutoP, AutoR and AutoF are counted at each pronoun by itself"
    if any(heading.endswith("text") for heading in headings):
        note += ", those named text over one list for each text, as section 3.2 has it"
    tables = [
        Table("Figure 2 on our systems: cases with and without the repair", ("case", "basic", "repaired"), cases),
        Table("AutoP, AutoR and AutoF of our systems", ("system", *headings, "APT"), rows, note + "."),
    ]
    numbers = {
        "cases": {
            name: {system.name: list(system.apt.cases) for system in each.systems}
            for name, each in (("basic", basic), ("repaired", repaired))
        },
        "autoprf": {s.name: {heading: s.figures[heading].value for heading in headings} for s in repaired.systems},
    }
    return tables, numbers


def _drawn(draw: Callable[[], Mapping[str, bytes]]) -> Mapping[str, bytes]:
    """Figures, or none where there is nothing to draw them with."""
    try:
        return draw()
    except ResourceError:
        return {}


PAPERS: Final = (
    Paper("coreference-model", "Coreference model, English to French (2016)", "en-fr", _coreference_model),
    Paper("pronoun-lm", "Pronoun language model and re-ranking (2016)", "en-fr", _pronoun_lm),
    Paper("post-editing", "Post-editing (2015)", "en-fr", _post_editing),
    Paper("spanish", "Coreference model, Spanish to English (2017)", "es-en", _spanish),
    # The last, since it measures what the others translated.
    Paper("apt", "Accuracy of pronoun translation (2017)", "en-fr", _apt),
)
"""In the order in which they are run."""
