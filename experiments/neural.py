"""What pronoun systems add to a neural engine that translates sentence by sentence: `fix` and `rerank`, with its score.

The engine translates each set once, as lists; the first of each list is the engine alone. Then, each against it:
`fix` with gender edits and with all, `rerank` as printed and tuned for such lists, each without and with the engine's
own score in context (`--scorer`); and `prefix`, in which the engine finishes sentences after pronouns that were
overruled. By the reference: APT, BLEU, chrF; pronouns that are right only afterwards (improved) or only before
(degraded) with McNemar's p; and the share of the engine's lines that were changed.

    python experiments/neural.py --pair en-fr --engine neural --sets DATA/en-fr/tst2010 DATA/en-fr/ted.test --out work

A set is NAME.en, NAME.fr and maybe NAME.ids, each as such or packed (.xz); without ids it is one document. What is in
the folder already is not made again. `--alpha` is what the tuned pronoun model counts beside the engine's score: with
several values, each gets its row. `--only` names the rows that are wanted, by their beginnings.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import lzma
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from antecede.cli import main as antecede

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Set(NamedTuple):
    """A parallel text in files of the work folder."""

    name: str
    source: Path
    reference: Path
    ids: Path | None

    @classmethod
    def of(cls, prefix: Path, languages: Sequence[str], out: Path) -> Set:
        """The set of that prefix, unpacked."""
        files = [out / f"{prefix.name}.{end}" for end in (*languages, "ids")]
        for file in files:
            given = prefix.parent / file.name
            packed = given.with_name(given.name + ".xz")
            if given.exists() or packed.exists():
                file.write_bytes(given.read_bytes() if given.exists() else lzma.decompress(packed.read_bytes()))
        return cls(prefix.name, files[0], files[1], files[2] if files[2].exists() else None)

    @property
    def documents(self) -> list[str]:
        """The options that say which lines are a document."""
        return ["--one-document"] if self.ids is None else ["--ids", str(self.ids)]


def main() -> None:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", required=True)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--sets", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--n-best", type=int, default=10)
    parser.add_argument("--alpha", type=float, nargs="+", default=[1.0])
    parser.add_argument("--only", nargs="*", default=[""])
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for prefix in options.sets:
        given = Set.of(prefix, options.pair.split("-"), options.out)
        alone, lists = _translated(given, options)
        systems = dict(_systems(given, alone, lists, options))
        _print(given, alone, systems, options)


def _translated(given: Set, options: argparse.Namespace) -> tuple[Path, Path]:
    alone, lists = (options.out / f"{given.name}.{end}" for end in ("engine", "n-best"))
    if not lists.exists():
        # All sentences are translated one by one: which is whose document plays no part.
        how = f"--format lines --one-document --system baseline --n-best {options.n_best} --threads {options.threads}"
        which = ["--model", options.pair, "--engine", options.engine]
        files = [str(given.source), "--n-best-file", str(lists), "-o", str(alone)]
        _run(["translate", *how.split(), *which, *files])
    return alone, lists


def _systems(given: Set, alone: Path, lists: Path, options: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    scorer = ["--scorer", options.engine]
    fix = ["fix", "--pair", options.pair, "--source", str(given.source), "--output", str(alone), *given.documents]
    rerank = ["rerank", "--pair", options.pair, "--source", str(given.source), "--n-best", str(lists), *given.documents]
    commands = {f"fix --edit {edits}": [*fix, "--edit", edits] for edits in ("gender", "all")}
    commands |= {f"{name} --scorer": [*command, *scorer] for name, command in commands.items()}
    commands["rerank --mode paper"] = [*rerank, "--mode", "paper"]
    for alpha in options.alpha:
        command = [*rerank, "--alpha", str(alpha), "--beta", str(alpha)]
        commands |= {f"rerank --alpha {alpha:g}": command, f"rerank --alpha {alpha:g} --scorer": [*command, *scorer]}
    engine = ["--model", options.pair, "--engine", options.engine, "--system", "prefix", "--format", "lines"]
    commands["prefix"] = ["translate", str(given.source), *engine, *given.documents]
    for name, command in commands.items():
        if not name.startswith(tuple(options.only)):
            continue
        file = options.out / f"{given.name}.{name.replace(' --', '-').replace(' ', '-')}"
        if not file.exists():
            _run([*command, "-o", str(file)])
        yield name, file


def _print(given: Set, alone: Path, systems: dict[str, Path], options: argparse.Namespace) -> None:
    candidates = [alone, *systems.values()]
    scores = options.out / f"{given.name}.json"
    command = ["score", "--pair", options.pair, "--source", str(given.source), "--reference", str(given.reference)]
    _run([*command, *given.documents, "--candidate", *map(str, candidates), "--json", str(scores)])
    told = json.loads(scores.read_text(encoding="utf-8"))
    against = {each["b"]: each for each in told["comparisons"] if each["a"] == str(alone)}
    print(f"| {given.name} | APT | BLEU | chrF | improved | degraded | p | lines changed |")
    print("|---|---|---|---|---|---|---|---|")
    engine = alone.read_text(encoding="utf-8").splitlines()
    for name, system, file in zip(["engine alone", *systems], told["systems"], candidates, strict=True):
        row = [f"{system['apt']['score']:.3f}".lstrip("0"), f"{system['bleu']:.1f}", f"{system['chrf']:.1f}"]
        if (found := against.get(str(file))) is not None:
            lines = file.read_text(encoding="utf-8").splitlines()
            changed = sum(one != other for one, other in zip(engine, lines, strict=True)) / len(lines)
            row += [str(found["improved"]), str(found["degraded"]), f"{found['p_value']:.2f}", f"{changed:.1%}"]
        print(f"| {' | '.join([name, *row, *[''] * (7 - len(row))])} |")
    print(f"({told['systems'][0]['apt']['total']} pronouns)\n", flush=True)


def _run(command: list[str]) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        failed = antecede(["--quiet", *command])
    if failed:
        raise SystemExit(f"failed: antecede {' '.join(command)}")


if __name__ == "__main__":
    main()
