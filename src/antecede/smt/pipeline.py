"""Train a model from parallel text, in stages that resume: clean, truecase, align, phrases, language model, tune."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from antecede.alignment import Alignments
from antecede.errors import BadOption, InputError, LengthMismatch
from antecede.files import write_all
from antecede.files.packed import checksum, read_lines
from antecede.models import VERSION, write_model_toml
from antecede.pairs import pair
from antecede.progress import showing
from antecede.smt import preparation
from antecede.smt.clean import Cleaning
from antecede.smt.phrases import PhraseOptions, train_phrase_table
from antecede.stages import Stages, alone
from antecede.text.truecase import Truecaser
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from antecede.stages import Figures


WORK: Final = ".training"
# eflomal keeps a corpus in memory several times; half a million sentences take some three gigabytes.
SHARD: Final = 500_000
# Moses's own, for models that are not tuned.
DEFAULT_WEIGHTS: Final[Mapping[str, list[float]]] = {
    "UnknownWordPenalty0": [1.0],
    "WordPenalty0": [-1.0],
    "PhrasePenalty0": [0.2],
    "TranslationModel0": [0.2, 0.2, 0.2, 0.2],
    "LexicalReordering0": [0.3, 0.3, 0.3, 0.3, 0.3, 0.3],
    "Distortion0": [0.3],
    "LM0": [0.5],
}


@dataclass(frozen=True, slots=True)
class LmOptions:
    """How the language model is made; the defaults leave nothing out and round nothing."""

    order: int = 5
    cutoffs: tuple[int, ...] = ()
    """Leave out n-grams of length i that occur at most `cutoffs[i - 1]` times; the last is for all longer ones."""
    prune: float = 0.0
    """Then leave out those whose loss raises the perplexity by less than this share."""
    quantise: bool = False
    """Keep probabilities of 8 bits: a third of the size."""

    def __post_init__(self) -> None:
        if self.order < 1 or min(self.cutoffs, default=0) < 0 or not self.prune >= 0:
            raise BadOption("--lm-order is a positive number, and --lm-cutoffs and --lm-prune are 0 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """What to train: files and options, as the command line gives them."""

    pair: str
    source: Sequence[Path]
    target: Sequence[Path]
    out: Path
    ids: Sequence[Path] = ()
    dev_source: Sequence[Path] = ()
    dev_target: Sequence[Path] = ()
    alignment: Sequence[Path] = ()
    tokenised: bool = False
    truecase: bool = True
    lm_text: Sequence[Path] = ()
    lm: LmOptions = field(default_factory=LmOptions)
    tune: bool = True
    seed: int = 1
    threads: int = 0
    align_method: str = "eflomal"
    licence: str = "unknown"
    cleaning: Cleaning = field(default_factory=Cleaning)
    phrases: PhraseOptions = field(default_factory=PhraseOptions)

    def __post_init__(self) -> None:
        pair(self.pair)
        for name, files in (("--target", self.target), ("--ids", self.ids), ("--alignment", self.alignment)):
            if (files or name == "--target") and len(files) != len(self.source):
                raise BadOption(f"--source has {len(self.source)} files but {name} has {len(files)}: give one for each")
        if len(self.dev_source) != len(self.dev_target):
            raise BadOption("--dev-source and --dev-target go together: give one file for each")
        if self.threads < 0:
            raise BadOption("--threads is a positive number")


class Report:
    """What a run did."""

    def __init__(self, out: Path, stages: Sequence[str], figures: Mapping[str, Figures]) -> None:
        self.out = out
        self.ran = stages
        """The stages that ran, since they were not finished before."""
        self.figures = figures


def train(what: Training, *, progress: bool = False) -> Report:
    """Train a model folder; a run that was killed continues where it left off."""
    with alone(what.out / WORK):
        return _Run(what, progress=progress).all()


def run_until(what: Training, stage: str) -> None:
    """Run the stages up to the one named: for benchmarks, which measure one at a time."""
    with alone(what.out / WORK):
        run = _Run(what, progress=False)
        for name, work in run.steps.items():
            work()
            if name == stage:
                return


class _Run:
    def __init__(self, what: Training, *, progress: bool) -> None:
        self.what = what
        self.out = what.out
        self.work = what.out / WORK
        self.pair = pair(what.pair)
        self.threads = what.threads or len(os.sched_getaffinity(0))
        self.progress = progress
        self.stages = Stages(self.work)
        self.figures: dict[str, Figures] = {}
        sides = {"source": what.source, "target": what.target, "ids": what.ids, "alignment": what.alignment}
        sides |= {"dev_source": what.dev_source, "dev_target": what.dev_target, "lm_text": what.lm_text}
        self.inputs = {name: [checksum(path) for path in paths] for name, paths in sides.items()}
        suffix = "cased" if what.truecase else "tok"
        self.tokens = [self.work / f"corpus.tok.{side}" for side in ("source", "target")]
        self.corpus = [self.work / f"corpus.{suffix}.{side}" for side in ("source", "target")]
        self.links = self.work / "corpus.align"
        self.truecasers = [self.out / f"truecase.{code}" for code in (self.pair.source, self.pair.target)]
        self.table = self.out / "phrases.bin"
        self.lm = self.out / "lm.bin"

    @property
    def steps(self) -> dict[str, Callable[[], None]]:
        steps = {"prepare": self.prepare, "truecase": self.truecase, "align": self.align, "phrases": self.phrases}
        if not self.what.truecase:
            del steps["truecase"]
        return {**steps, "lm": self.language_model}

    def all(self) -> Report:
        for work in self.steps.values():
            work()
        # Nothing of an older model is left beside the new files under the old name.
        weights: Mapping[str, list[float]] = DEFAULT_WEIGHTS
        self.write_toml(weights)
        if self.what.tune and self.what.dev_source:
            weights = self.tune()
            self.write_toml(weights)
        return Report(self.out, self.stages.ran, self.figures)

    def stage(self, name: str, inputs: Mapping[str, Any], outputs: Sequence[Path], work: Callable[[], Figures]) -> None:
        self.figures[name] = self.stages.run(name, inputs, outputs, work)

    def known(self, stage: str) -> dict[str, str]:
        checksums: dict[str, str] = self.figures[stage]["checksums"]
        return checksums

    def prepare(self) -> None:
        what = self.what
        kept = self.work / "corpus.kept"
        inputs = {name: self.inputs[name] for name in ("source", "target")}
        inputs |= {"pair": what.pair, "tokenised": what.tokenised, "cleaning": asdict(what.cleaning)}  # type: ignore[dict-item]

        def work() -> Figures:
            with showing("tokenising and cleaning", enabled=self.progress) as show:
                lines = sum(1 for path in what.source for _ in read_lines(path))
                how = preparation.Tokenisation((self.pair.source, self.pair.target), what.tokenised, what.cleaning)
                result = preparation.prepare(
                    [what.source, what.target], self.tokens, kept, how, threads=self.threads, lines=lines, show=show
                )
            return {"lines": result.read, "kept": result.kept, "dropped": result.dropped}

        self.stage("prepare", inputs, [*self.tokens, kept], work)
        if what.ids:
            ids = self.work / "corpus.ids"
            self.stage(
                "ids", {"ids": self.inputs["ids"], "kept": self.known("prepare")}, [ids], lambda: self.keep_ids(ids)
            )

    def keep_ids(self, output: Path) -> Figures:
        lines = [line for path in self.what.ids for line in read_lines(path)]
        self.check_lines(self.what.ids, len(lines))
        indices = map(int, read_lines(self.work / "corpus.kept"))
        write_all({output: "".join(f"{lines[index]}\n" for index in indices)})
        return {}

    def check_lines(self, files: Sequence[Path], lines: int) -> None:
        expected = self.figures["prepare"]["lines"]
        if lines != expected:
            raise LengthMismatch(files[0], lines, self.what.source[0], expected)

    def truecase(self) -> None:
        def work() -> Figures:
            with showing("truecasing", enabled=self.progress) as show:
                steps = list(zip(self.tokens, self.truecasers, self.corpus, strict=True))
                lines = self.figures["prepare"]["kept"]
                preparation.truecase_files(steps, threads=self.threads, lines=lines, show=show)
            return {}

        self.stage("truecase", self.known("prepare"), [*self.truecasers, *self.corpus], work)

    def align(self) -> None:
        what = self.what
        if what.alignment:
            self.stage(
                "align", {"given": self.inputs["alignment"], **self.known("prepare")}, [self.links], self.keep_links
            )
            return
        # Aligners compare words in lower case, so the tokens are enough, and truecasing does not matter.
        kept = self.figures["prepare"]["kept"]
        shards = -(-kept // SHARD)
        inputs = {**self.known("prepare"), "method": what.align_method, "pair": what.pair}
        outputs = [self.work / f"shard{shard}.align" for shard in range(shards)] if shards > 1 else [self.links]
        for shard, output in enumerate(outputs):
            part = range(kept * shard // shards, kept * (shard + 1) // shards)
            name = f"align{shard + 1}" if shards > 1 else "align"
            part_inputs = {**inputs, "part": [part.start, part.stop]}
            self.stage(name, part_inputs, [output], partial(self.compute_links, part, output))
        if shards > 1:
            parts = {output.name: self.known(f"align{shard + 1}") for shard, output in enumerate(outputs)}

            def join() -> Figures:
                write_all({self.links: b"".join(output.read_bytes() for output in outputs)})
                return {"signature": self.figures["align1"]["signature"]}

            self.stage("align", parts, [self.links], join)

    def compute_links(self, part: range, output: Path) -> Figures:
        from antecede.alignment import align_corpus

        sides = [[line.split() for line in islice(read_lines(path), part.start, part.stop)] for path in self.tokens]
        result = align_corpus(
            sides[0], sides[1], pair=self.what.pair, method=self.what.align_method, progress=self.progress
        )
        result.alignments.write(output)
        return {"signature": result.signature}

    def keep_links(self) -> Figures:
        lines = [line for path in self.what.alignment for line in read_lines(path)]
        self.check_lines(self.what.alignment, len(lines))
        indices = map(int, read_lines(self.work / "corpus.kept"))
        kept = Alignments.parse(lines[index] for index in indices)
        kept.write(self.links)
        return {"signature": f"given:{kept.checksum}"}

    def phrases(self) -> None:
        inputs = {"options": asdict(self.what.phrases), **self.known("truecase" if self.what.truecase else "prepare")}
        inputs |= self.known("align")

        def work() -> Figures:
            lengths = [[len(line.split()) for line in read_lines(path)] for path in self.corpus]
            links = Alignments.read(self.links, source_lengths=lengths[0], target_lengths=lengths[1])
            with showing("extracting and scoring phrases", enabled=self.progress) as show:
                counts = train_phrase_table(
                    self.corpus[0],
                    self.corpus[1],
                    links,
                    self.table,
                    self.what.phrases,
                    threads=self.threads,
                    progress=show,
                )
            return counts._asdict()

        self.stage("phrases", inputs, [self.table], work)

    def language_model(self) -> None:
        what = self.what
        texts = [self.corpus[1]]
        if what.lm_text:
            extra = self.work / "lm.text"
            inputs = {"lm_text": self.inputs["lm_text"], "tokenised": what.tokenised, "pair": what.pair}
            inputs["truecaser"] = self.known("truecase")[self.truecasers[1].name] if what.truecase else ""

            def tokenise() -> Figures:
                truecaser = Truecaser.read(self.truecasers[1]) if what.truecase else None
                how = preparation.Tokenisation((self.pair.target,), what.tokenised, what.cleaning)
                with showing("tokenising the language model's text", enabled=self.progress) as show:
                    lines = preparation.tokenise_text(
                        what.lm_text, extra, how, truecaser, threads=self.threads, show=show
                    )
                return {"lines": lines}

            self.stage("lm_text", inputs, [extra], tokenise)
            texts.append(extra)
        inputs = {"options": asdict(what.lm), **self.known("truecase" if what.truecase else "prepare")}
        inputs |= self.known("lm_text") if what.lm_text else {}

        def work() -> Figures:
            from antecede.smt.language_model import estimate

            with showing("estimating the language model", enabled=self.progress) as show:
                estimated = estimate(
                    texts,
                    order=what.lm.order,
                    prune=what.lm.cutoffs,
                    skip_symbols=True,
                    folder=self.work,
                    threads=self.threads,
                    progress=lambda _stage, share: show(share),
                )
                model = estimated.pruned(what.lm.prune, texts) if what.lm.prune > 0 else estimated
                model.write(self.lm, quantise=what.lm.quantise)
            return {"ngrams": model.counts}

        self.stage("lm", inputs, [self.lm], work)

    def tune(self) -> Mapping[str, list[float]]:
        from antecede.smt.tuning import Settings
        from antecede.smt.tuning_stage import tune_model

        what = self.what
        inputs = {name: self.inputs[name] for name in ("dev_source", "dev_target")}
        inputs |= {"seed": what.seed, "tokenised": what.tokenised, **self.known("phrases"), **self.known("lm")}  # type: ignore[dict-item]

        def work() -> Figures:
            settings = Settings(seed=what.seed)
            tuned = tune_model(
                self.out,
                what.dev_source,
                what.dev_target,
                settings,
                folder=self.work / "tuning",
                tokenised=what.tokenised,
                threads=self.threads,
                progress=self.progress,
            )
            scores = {"dev": tuned.score, "metric": settings.metric, "iterations": len(tuned.iterations)}
            return {"weights": tuned.weights, "scores": scores}

        self.stage("tune", inputs, [], work)
        weights: Mapping[str, list[float]] = self.figures["tune"]["weights"]
        return weights

    def write_toml(self, weights: Mapping[str, list[float]]) -> None:
        what = self.what
        files = {"phrase_table": self.table, "language_model": self.lm}
        stages = {"phrase_table": "phrases", "language_model": "lm"}
        if what.truecase:
            files |= {"truecaser_source": self.truecasers[0], "truecaser_target": self.truecasers[1]}
            stages |= dict.fromkeys(("truecaser_source", "truecaser_target"), "truecase")
        data = [
            {"role": role, "name": path.name, "lines": sum(1 for _ in read_lines(path)), "sha256": digest}
            for role in ("source", "target", "lm_text", "dev_source", "dev_target")
            for path, digest in zip(getattr(what, role), self.inputs[role], strict=True)
        ]
        prepared, phrases = self.figures["prepare"], self.figures["phrases"]
        tables: dict[str, Any] = {
            "model": {
                "pair": what.pair,
                "version": VERSION,
                "antecede": __version__,
                "licence": what.licence,
                "tokenised": what.tokenised,
            },
            "files": {name: path.name for name, path in files.items()},
            "checksums": {path.name: self.known(stages[name])[path.name] for name, path in files.items()},
            "weights": {name: list(values) for name, values in weights.items()},
            "training": {
                "sentences": prepared["lines"],
                "kept": prepared["kept"],
                "alignment": self.figures["align"]["signature"],
                "phrase_pairs": phrases["pairs"],
                "source_phrases": phrases["source_phrases"],
                "lm_order": what.lm.order,
                "ngrams": sum(self.figures["lm"]["ngrams"]),
                "seed": what.seed,
            },
        }
        if "tune" in self.figures:
            tables["scores"] = self.figures["tune"]["scores"]
        tables["data"] = data
        try:
            write_model_toml(self.out, tables)
        except OSError as error:
            raise InputError(f"{self.out}: cannot be written: {error}") from None
