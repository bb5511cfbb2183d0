"""A model folder: found by path or name, each file read once, and written so that all else stays."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from antecede.errors import AntecedeError, BadOption, ResourceError
from antecede.models import ModelFolder
from antecede.text.truecase import Truecaser

SHIPPED = Path(__file__).parents[2] / "models/en-fr/antecede_model_en_fr/model.toml"


@pytest.fixture
def installed(model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of models that are installed, with one of them."""
    (model_folder.parent / "models").mkdir()
    monkeypatch.setenv("ANTECEDE_MODELS", str(model_folder.parent / "models"))
    model_folder.rename(model_folder.parent / "models" / "aa-bb")
    return model_folder.parent / "models"


def test_a_path_and_an_installed_name_mean_the_same_model(installed: Path) -> None:
    by_path = ModelFolder.find(installed / "aa-bb")
    assert by_path == ModelFolder.find("aa-bb") == ModelFolder.find(str(installed / "aa-bb"), pair="en-fr")
    assert by_path.kind == "native"


def test_an_installed_name_is_found_beside_a_folder_of_that_name_that_is_no_model(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (installed.parent / "aa-bb").mkdir()
    monkeypatch.chdir(installed.parent)
    assert ModelFolder.find("aa-bb").path == installed / "aa-bb"


@pytest.mark.parametrize(
    ("name", "pair", "problem"),
    [
        ("qq-qq", None, r"qq-qq: is neither a model folder nor .* installed are .*aa-bb"),
        (None, "qq-qq", r"qq-qq: is neither .* installed are .*aa-bb"),
        ("aa-bb", "es-en", "is a model for en-fr, not for es-en"),
        (None, None, r"no model is named; installed are .*aa-bb"),
    ],
)
@pytest.mark.usefixtures("installed")
def test_a_model_that_is_not_there_is_told_with_those_that_are(
    name: str | None, pair: str | None, problem: str
) -> None:
    with pytest.raises(AntecedeError, match=problem):
        ModelFolder.find(name, pair=pair)


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"has no model\.toml"):
        ModelFolder.find(tmp_path)


def test_a_file_that_is_not_named_is_told_with_what_makes_it(model_folder: Path) -> None:
    folder = ModelFolder.read(model_folder)
    assert not folder.has("choice")
    with pytest.raises(ResourceError, match=r"has no choice model; `antecede train-pronouns --model .*` makes one"):
        folder.file("choice")
    with pytest.raises(ResourceError, match=r"has no truecaser_target; `antecede train` makes one"):
        folder.file("truecaser_target")


def test_a_truecaser_is_read_once(model_folder: Path) -> None:
    folder = ModelFolder.read(model_folder)
    first = folder.truecaser("source")
    assert isinstance(first, Truecaser)
    folder.file("truecaser_source").unlink()
    assert folder.truecaser("source") is first
    assert folder.truecaser("target") is None


def test_a_phrase_table_is_opened_once(model_folder: Path) -> None:
    folder = ModelFolder.read(model_folder)
    assert folder.phrase_table() is folder.phrase_table()


def test_the_shipped_description_changes_where_it_is_told_and_nowhere_else(tmp_path: Path) -> None:
    before = "# ours\n" + SHIPPED.read_text(encoding="utf-8")
    (tmp_path / "model.toml").write_text(before, encoding="utf-8")
    (tmp_path / "new.bin").write_bytes(b"new")
    weights = {"LM0": [0.5], "Distortion0": [0.25]}
    folder = ModelFolder.read(tmp_path).updated(
        files={"choice": "new.bin"}, weights=weights, pronouns={"prior_ils": 0.7, "choice_weight": 7}
    )
    after = (tmp_path / "model.toml").read_text(encoding="utf-8")
    kept = [line for line in before.splitlines() if line in after.splitlines()]
    changed = [line for line in before.splitlines() if line not in kept]
    assert [line.split(" = ")[0] for line in changed] == ["choice", "Distortion0", "LM0", "prior_ils"]
    assert [line for line in after.splitlines() if line in kept] == kept
    said = tomllib.loads(after)
    assert said["checksums"] == {**tomllib.loads(before)["checksums"], "new.bin": sha256(b"new").hexdigest()}
    assert folder.file("choice") == tmp_path / "new.bin"
    assert folder.weights["LM0"] == [0.5]
    assert folder.pronouns == {**tomllib.loads(before)["pronouns"], "prior_ils": 0.7, "choice_weight": 7}


def test_a_file_that_is_made_again_has_its_new_checksum_and_others_keep_theirs(model_folder: Path) -> None:
    folder = ModelFolder.read(model_folder)
    for name in ("coreference", "choice"):
        (model_folder / name).write_text("old")
        folder.updated(files={name: name})
    for name in ("coreference", "choice"):
        (model_folder / name).write_text("new")
    again = folder.updated(files={"choice": "choice"})
    assert again.file("choice") == model_folder / "choice"
    with pytest.raises(ResourceError, match="coreference: is damaged"):
        again.file("coreference")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("pronouns = 5\n", r"\[pronouns\] is not a table"),
        ("engine = 5\n", r"\[engine\] is not a table"),
        ("[engine]\nkind = 5\n", r"\[engine\] kind = 5 is not text"),
        ("[files]\nchoice = 5\n", r"\[files\] is not a table of file names"),
    ],
)
def test_what_a_description_says_is_checked(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "model.toml").write_text(text + '[model]\npair = "en-fr"\n')
    with pytest.raises(ResourceError, match=problem):
        ModelFolder.read(tmp_path)


def test_another_pair_is_refused(model_folder: Path) -> None:
    with pytest.raises(BadOption, match="not for es-en"):
        ModelFolder.find(model_folder, pair="es-en")
