"""Importing is cheap: what is heavy is loaded by what uses it, and what is optional is named where it is missing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from antecede.analysis.pipelines import load_pipeline
from antecede.cli import main
from antecede.errors import MissingExtra
from antecede.evaluation.ratings.correlation import correlate
from antecede.experiments.apt import tables as apt_tables
from antecede.experiments.pronoun_lm import tables as pronoun_lm_tables
from antecede.extras import needing

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).parents[1]
EXTRAS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

# What would be drawn: the package is missed before anything is looked at.
NOTHING: Final[Any] = None


def loaded(code: str, folder: Path) -> set[str]:
    """The modules that are loaded after running this code in a fresh interpreter."""
    lines = f"import sys\n{code}\nsys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", lines], check=True, cwd=folder, capture_output=True, text=True)
    return set(done.stderr.split())


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    modules = loaded("import antecede", tmp_path)
    assert "antecede.version" in modules
    assert not modules & {"antecede._native", "numpy", "spacy", "scipy", "sacrebleu", "rich", "jinja2", "typing"}


def test_public_names_load_neither_parser_nor_trainers(tmp_path: Path) -> None:
    modules = loaded("from antecede import context, fix, judge, resolve, score, translate", tmp_path)
    assert "antecede.tasks.translate" in modules
    assert not modules & {"spacy", "thinc", "scipy", "sacrebleu", "jinja2", "matplotlib", "systran_align"}


def test_scoring_loads_no_parser(tmp_path: Path) -> None:
    for name, text in {
        "s": "It is old .",
        "r": "Elle est vieille .",
        "c": "Il est vieux .",
        "a": "0-0 1-1 2-2",
    }.items():
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    command = "score --pair en-fr --tokenized --source s --reference r --candidate c --no-bootstrap --json out.json"
    command += " --source-reference-alignment a --source-candidate-alignment a"
    modules = loaded(f"from antecede.cli import main\nassert main({command.split()!r}) == 0", tmp_path)
    assert (tmp_path / "out.json").is_file()
    assert "antecede.evaluation.evaluate" in modules
    assert not modules & {"spacy", "thinc", "scipy", "antecede.engines.native", "antecede.smt.pipeline"}


def test_a_missing_parser_is_one_line_with_the_extra_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    (tmp_path / "text").write_text("The house is old. It is big.\n", encoding="utf-8")
    assert main(["resolve", "--language", "en", str(tmp_path / "text")]) == 2
    assert capsys.readouterr().err == (
        "antecede: the parser spaCy is not installed: run pip install 'antecede[parser]'\n"
    )


@pytest.mark.parametrize(
    ("module", "extra", "use"),
    [
        ("spacy", "parser", lambda: load_pipeline("en")),
        ("scipy", "statistics", lambda: correlate({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 3, "c": 2})),
        ("matplotlib", "plots", lambda: apt_tables.figures(NOTHING)),
        ("matplotlib", "plots", lambda: pronoun_lm_tables.figure(NOTHING)),
    ],
)
def test_a_missing_package_is_told_with_an_extra_that_there_is(
    module: str, extra: str, use: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf"run pip install 'antecede\[{extra}\]'$"):
        use()
    assert any(need.startswith(module) for need in EXTRAS[extra])


def test_other_errors_of_an_import_are_shown_as_they_are() -> None:
    with pytest.raises(ZeroDivisionError), needing("something", "parser"):
        raise ZeroDivisionError
