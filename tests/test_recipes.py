"""The recipes run as their pages print them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from translation_server import KEY, serving

from antecede import Fixer
from antecede.cli import parser
from antecede.errors import AntecedeError

PAGES = Path(__file__).parents[1] / "docs" / "recipes"
SOURCE = ["The house is old.", "It is beautiful."]
TARGET = ["La maison est vieille.", "Il est beau."]
RIGHT = ["La maison est vieille.", "Elle est belle."]
PO = "".join(f'msgid "{source}"\nmsgstr "{target}"\n\n' for source, target in zip(SOURCE, TARGET, strict=True))
XLIFF = """<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.1" xmlns="urn:oasis:names:tc:xliff:document:1.1">
<file original="a.txt" source-language="en" target-language="fr" datatype="plaintext"><body>
<trans-unit id="1"><source>The house is old.</source><target>La maison est vieille.</target></trans-unit>
<trans-unit id="2"><source>It is beautiful.</source><target>Il est beau.</target></trans-unit>
</body></file></xliff>
"""
SUBTITLES = """1
00:00:01,000 --> 00:00:03,000
The house is old.

2
00:00:03,000 --> 00:00:05,000
It has a red door.
"""

pytestmark = pytest.mark.eflomal


@pytest.fixture(autouse=True, scope="module")
def _models(resources: Path) -> None:  # noqa: ARG001 - sets where pipelines are found
    try:
        Fixer.load("en-fr")
    except AntecedeError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


def code(name: str, language: str = "python") -> str:
    """The code of that language on a page."""
    [block] = re.findall(rf"^```{language}\n(.*?)^```$", (PAGES / f"{name}.md").read_text(), re.MULTILINE | re.DOTALL)
    return str(block)


def names(name: str) -> dict[str, Any]:
    """What a page's code defines."""
    defined: dict[str, Any] = {}
    exec(compile(code(name), f"{name}.md", "exec"), defined)  # noqa: S102 - our own page
    return defined


def test_every_page_is_listed_and_tested() -> None:
    pages = {page.stem for page in PAGES.glob("*.md")} - {"index"}
    assert pages == set(re.findall(r"\]\(([a-z-]+)\.md\)", (PAGES / "index.md").read_text()))
    own = Path(__file__).read_text()
    assert pages == {page for page in pages if f'("{page}"' in own}


def test_units_are_checked_as_in_weblate() -> None:
    po = pytest.importorskip("translate.storage.po")
    is_wrong = names("weblate")["is_wrong"]
    units = po.pofile.parsestring(PO.encode()).units
    assert is_wrong(units)
    assert not is_wrong(units[:1])
    units[1].target = RIGHT[1]
    assert not is_wrong(units)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_commit_with_a_wrong_pronoun_is_stopped(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    repository = tmp_path / "repository"
    repository.mkdir()
    (repository / "check_pronouns.py").write_text(code("pre-commit"))
    (repository / ".pre-commit-config.yaml").write_text(code("pre-commit", "yaml"))
    (repository / "a.en.txt").write_text("".join(f"{line}\n" for line in SOURCE))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PRE_COMMIT_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "utf-8"}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=repository, env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
        )

    run("git", "init", "-q")
    for lines, status in ((TARGET, 1), (RIGHT, 0)):
        (repository / "a.fr.txt").write_text("".join(f"{line}\n" for line in lines))
        run("git", "add", ".")
        done = run(sys.executable, "-m", "pre_commit", "run")
        assert done.returncode == status, done.stdout + done.stderr
        assert ("a.fr.txt:2: Il -> Elle." in done.stdout) == bool(status)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_commit_with_a_wrong_pronoun_in_a_bilingual_file_is_stopped(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    hooks, repository = tmp_path / "hooks", tmp_path / "repository"
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(tmp_path / "home"),
        "PYTHONIOENCODING": "utf-8",
    }

    def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
        )

    author = ("-c", "user.name=a", "-c", "user.email=a@b.example")
    for folder in (hooks, repository):
        folder.mkdir()
        run(folder, "git", "init", "-q")
    shutil.copy(PAGES.parents[1] / ".pre-commit-hooks.yaml", hooks)
    run(hooks, "git", "add", ".")
    assert run(hooks, "git", *author, "commit", "-qm", "a").returncode == 0
    head = run(hooks, "git", "rev-parse", "HEAD").stdout.strip()
    config = code("code-scanning", "yaml").replace("https://git.example.org/antecede", str(hooks))
    (repository / ".pre-commit-config.yaml").write_text(config.replace("v0.1.0", head))
    (repository / "pronouns.json").write_text('{"version": 1, "pair": "en-fr", "fingerprints": []}')
    for target, status in ((TARGET[1], 1), (RIGHT[1], 0)):
        (repository / "a.xlf").write_text(XLIFF.replace(TARGET[1], target))
        run(repository, "git", "add", ".")
        done = run(repository, sys.executable, "-m", "pre_commit", "run")
        assert done.returncode == status, done.stdout + done.stderr
        assert ("a.xlf:5:" in done.stdout) == bool(status), done.stdout


def test_findings_are_uploaded_even_where_the_check_fails() -> None:
    yaml = pytest.importorskip("yaml")
    steps = yaml.safe_load(code("code-scanning", "yml"))["jobs"]["pronouns"]["steps"]
    [check] = [step["run"].split() for step in steps if "antecede check" in step.get("run", "")]
    options = parser().parse_args(check[1:])
    assert (options.format, options.fail_on) == ("sarif", 1)
    assert steps[-1]["uses"].startswith("github/codeql-action/upload-sarif@")
    assert steps[-1]["with"]["sarif_file"] == options.out
    assert steps[-1]["if"] == "always()"


def test_an_xliff_file_is_fixed_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("translate.storage.xliff")
    file = tmp_path / "a.xlf"
    file.write_text(XLIFF)
    monkeypatch.setattr(sys, "argv", ["step", str(file)])
    names("okapi")
    written = file.read_text()
    assert "<target>La maison est vieille.</target>" in written
    assert "Elle est belle." in written
    assert "Il est beau." not in written


def test_subtitles_are_translated() -> None:
    film = names("subtitle-edit")["translated"](SUBTITLES)
    assert "00:00:03,000 --> 00:00:05,000\nElle " in film


def test_a_pandas_frame_gets_a_column() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"source": SOURCE * 2, "target": TARGET + RIGHT, "document": [1, 1, 2, 2]})
    found = names("pandas")["with_fixed"](frame)
    assert list(found["fixed"]) == RIGHT * 2
    assert list(found["changed"]) == [False, True, False, False]
    # Each row alone: nothing is known of the house.
    apart = names("pandas")["with_fixed"](frame.assign(document=range(4)))
    assert list(apart["fixed"]) == TARGET + RIGHT


def test_a_polars_frame_gets_a_column() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"source": SOURCE, "target": TARGET, "document": [1, 1]})
    assert names("polars")["with_fixed"](frame)["fixed"].to_list() == RIGHT


def test_a_dataset_is_mapped() -> None:
    rows = {"source": [SOURCE], "target": [TARGET]}
    fix_row = names("datasets")["fix_row"]
    assert fix_row({key: value[0] for key, value in rows.items()}) == {"fixed": RIGHT, "edits": 2}
    datasets = pytest.importorskip("datasets", reason="datasets, which brings pyarrow, is not installed")
    assert datasets.Dataset.from_dict(rows).map(fix_row)[0]["fixed"] == RIGHT


@pytest.mark.parametrize(
    ("address", "gender"), [("deepl:{},1", ""), ("openai:{},small,1", "in French, feminine singular: elle.")]
)
def test_an_engine_is_told_what_pronouns_stand_for(address: str, gender: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPL_AUTH_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving() as (url, script):
        found = names("context")["translated"](SOURCE, address.format(url))
    assert found == [line.upper() for line in SOURCE]
    first, second = (body for _, _, body in script.asked)
    assert "refers to" not in str(first)
    sent = second["context"] if "context" in second else second["messages"][0]["content"]
    assert "The house is old. “It” refers to “The house”." in sent
    assert gender in sent


def test_a_blank_pipeline_gets_a_pipe() -> None:
    assert names("spacy")["nlp"]("The house is old. It has a red door.")._.pronouns == (("It", "The house"),)
