"""The scripts that make the models that ship, on a model of a few words."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from antecede import Translator
from antecede.files import read_lines
from antecede.text.truecase import Truecaser

SCRIPTS = Path(__file__).parents[2] / "models"
PACKAGE = """
[project]
version = "1.2"
[project.entry-points."antecede.models"]
en-fr = "packed"
"""


def run(script: str, *arguments: str | Path) -> str:
    """What a script prints."""
    command = [sys.executable, str(SCRIPTS / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "package" / "packed").mkdir(parents=True)
    (tmp_path / "package" / "pyproject.toml").write_text(PACKAGE)
    (tmp_path / "package" / "packed" / "__init__.py").write_text("")
    (tmp_path / "package" / "packed" / "old.bin").write_text("of the last release")
    return tmp_path / "package"


def test_a_packed_model_translates_as_the_folder_does(model_folder: Path, package: Path) -> None:
    Truecaser({"the": 5, "Paris": 2, "zzz": 1}).write(model_folder / "truecase.en")
    run("pack.py", "--model", model_folder, "--package", package, "--licence", "free", "--settings", "prior_ils=0.6")
    packed = package / "packed"
    told = tomllib.loads((packed / "model.toml").read_text())
    assert told["pronouns"] == {"prior_ils": 0.6}
    assert (told["model"]["release"], told["model"]["licence"]) == ("1.2", "free")
    assert not (packed / "old.bin").exists()
    assert Truecaser.read(packed / told["files"]["truecaser_source"]).forms == {"the": 5, "Paris": 2}
    both = [Translator.load(folder, system="baseline", explain=False) for folder in (model_folder, packed)]
    assert both[0].translate("The cat sleeps.").text == both[1].translate("The cat sleeps.").text == "Le chat dort."


def test_whole_documents_and_lone_sentences_with_pronouns_are_chosen(model_folder: Path, tmp_path: Path) -> None:
    work = model_folder / ".training"
    work.mkdir()
    rows = [("one", "a"), ("two", "a"), ("three", "a"), ("four", "b"), ("five", "b"), ("it is", "c"), ("none", "d")]
    files = {"corpus.tok.source": [row[0] for row in rows], "corpus.ids": [row[1] for row in rows]}
    files |= {"corpus.tok.target": [f"t{n}" for n in range(7)], "corpus.align": ["0-0"] * 7}
    for name, lines in files.items():
        (work / name).write_text("".join(f"{line}\n" for line in lines))
    run("pronoun_texts.py", "--model", model_folder, "--lines", "2", "--out", tmp_path / "chosen")
    assert read_lines(tmp_path / "chosen" / "source") == ["one", "two", "three", "it is"]
    assert read_lines(tmp_path / "chosen" / "target") == ["t0", "t1", "t2", "t5"]
