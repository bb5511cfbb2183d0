"""Install the wheels where there is no compiler, use every task, and say what it costs; part of `make wheels`.

    python release/check_wheels.py --python python3.11 --uv uv --others FOLDER dist

The first install has nothing but `antecede`: scores are computed with given alignments, and what is missing is named.
Then come the extras and the models, and every task runs from the command line and from Python.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = ("The house is old.", "It is beautiful.", "The letters are long.", "They were lost yesterday.")
RIGHT: Final = (
    "La maison est vieille.",
    "Elle est belle.",
    "Les lettres sont longues.",
    "Elles ont été perdues hier.",
)
WRONG: Final = ("La maison est vieille.", "Il est beau.", "Les lettres sont longues.", "Ils ont été perdus hier.")
LINKS: Final = ("0-0 1-1 2-2 3-3", "0-0 1-1 2-2", "0-0 1-1 2-2 3-3", "0-0 1-1 1-2 2-3 3-4")
PAIR: Final = ("--pair", "en-fr", "--source", "source")
GIVEN: Final = (
    *("score", *PAIR, "--reference", "right", "--candidate", "wrong", "right"),
    *("--tokenized", "--source-reference-alignment", "links", "--source-candidate-alignment", "links", "links"),
    *("--json", "scores.json"),
)
COMMANDS: Final = {
    "score": ("score", *PAIR, "--reference", "right", "--candidate", "wrong", "right", "--json", "scores.json"),
    "judge": ("judge", *PAIR, "--targets", "wrong", "right", "--json", "judged.json"),
    "resolve": ("resolve", "--language", "en", "source", "--json", "resolved.json"),
    "fix": ("fix", *PAIR, "--output", "wrong", "-o", "fixed"),
    "translate": ("translate", "source", "--to", "fr", "--engine", "embedded", "-o", "translated"),
}
CALLS: Final = {
    "score": "assert antecede.score(source, right, wrong, right).systems[1].value('apt') == 1",
    "judge": "assert antecede.judge(source, wrong, right).best[1] == 1",
    "resolve": "assert antecede.resolve(source).anaphors[0].antecedents[0].text == 'The house'",
    "fix": "assert 'Elle est belle.' in antecede.fix(source, wrong).lines",
    "translate": "assert 'elle' in antecede.translate('\\n'.join(source), to='fr').text.lower()",
}


class Environment(NamedTuple):
    """An environment whose programs see no others: no compiler, no CMake."""

    folder: Path
    work: Path

    def run(self, program: str, *arguments: str) -> tuple[subprocess.CompletedProcess[str], float]:
        """What a program of the environment did, and the seconds of processor time that it took."""
        variables = {name: value for name, value in os.environ.items() if name not in {"CC", "CXX", "PYTHONPATH"}}
        variables |= {"PATH": str(self.folder / "bin"), "ANTECEDE_CACHE": str(self.work / "cache")}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=self.work,
            env=variables,
            check=False,
            text=True,
            capture_output=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # A busy machine makes them wait, and matters less so.
        return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def must(self, program: str, *arguments: str) -> float:
        done, seconds = self.run(program, *arguments)
        if done.returncode:
            sys.exit(f"{program} {' '.join(arguments)} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
        return seconds

    def refuses(self, told: str, program: str, *arguments: str) -> None:
        """Stop unless the program exits with 2 and one line that tells this."""
        done, _ = self.run(program, *arguments)
        if done.returncode != 2 or told not in done.stderr or len(done.stderr.splitlines()) != 1:
            sys.exit(f"{program} {' '.join(arguments)}: {done.returncode}, not 2 with '{told}':\n{done.stderr}")
        print(f"  {done.stderr.strip()}")

    @property
    def megabytes(self) -> float:
        """What the installed packages take, without pip itself."""
        packages = next((self.folder / "lib").glob("python*")) / "site-packages"
        files = (path for path in packages.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return (
            sum(path.stat().st_size for path in files if not path.relative_to(packages).parts[0].startswith("pip"))
            / 1e6
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--python", required=True, help="the interpreter to install for")
    options.add_argument("--uv", default="uv", help="makes the environment, with pip in it")
    options.add_argument("--others", type=Path, required=True, help="a folder with a wheel of eflomal")
    options.add_argument("dist", type=Path, help="the folder of wheels")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="antecede-wheels-") as name:
        environment = Environment(Path(name, "environment"), Path(name))
        subprocess.run(
            [given.uv, "venv", "--quiet", "--seed", "--python", given.python, environment.folder], check=True
        )
        print(environment.run("python", "--version")[0].stdout.strip())
        for file, lines in {"source": SOURCE, "right": RIGHT, "wrong": WRONG, "links": LINKS}.items():
            Path(name, file).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        check(environment, given.dist.resolve(), given.others.resolve())


def check(environment: Environment, dist: Path, others: Path) -> None:
    install = ("install", "--disable-pip-version-check", "--only-binary", ":all:", "--find-links", str(dist))
    seconds = environment.must("pip", *install, "antecede")
    print(f"antecede: {environment.megabytes:.0f} MB, installed in {seconds:.0f} s")
    print(f"  antecede score with given alignments: {environment.must('antecede', *GIVEN):.2f} s")
    environment.refuses("pip install 'antecede[eflomal]'", "antecede", *COMMANDS["score"])
    environment.refuses("pip install 'antecede[parser]'", "antecede", *COMMANDS["resolve"])
    environment.refuses("pip install antecede-model-en-fr", "antecede", *COMMANDS["judge"])
    environment.refuses("pip install antecede-model-en-fr", "antecede", *COMMANDS["translate"])
    seconds = environment.must("pip", *install, "--find-links", str(others), "antecede[parser,eflomal]")
    print(f"antecede[parser,eflomal]: {environment.megabytes:.0f} MB, installed in {seconds:.0f} s more")
    seconds = environment.must("pip", *install, "--no-index", "antecede-model-en-fr", "antecede-model-es-en")
    print(f"with both models: {environment.megabytes:.0f} MB, installed in {seconds:.0f} s more")
    environment.must("antecede", "resources", "fetch", "en", "es", "lefff")
    texts = f"source, right, wrong = {SOURCE!r}, {RIGHT!r}, {WRONG!r}"
    for task, command in COMMANDS.items():
        by_command = environment.must("antecede", *command)
        by_call = environment.must("python", "-W", "error", "-c", f"import antecede; {texts}; {CALLS[task]}")
        print(f"  {task}: {by_command:.2f} s as a command, {by_call:.2f} s from Python")
    written = json.loads((environment.work / "scores.json").read_text(encoding="utf-8"))
    fixed = (environment.work / "fixed").read_text(encoding="utf-8")
    translated = (environment.work / "translated").read_text(encoding="utf-8")
    if len(written["systems"]) != 2 or "Elle est belle." not in fixed or "lle" not in translated:
        sys.exit(f"the results are not what they should be:\n{written}\n{fixed}\n{translated}")


if __name__ == "__main__":
    main()
