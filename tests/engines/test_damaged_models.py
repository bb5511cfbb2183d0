"""A model with a damaged file gives an error that names the file, never another translation."""

from __future__ import annotations

import tempfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from decoder_reference import write_model_folder
from hypothesis import given, settings
from hypothesis import strategies as st

from antecede import Translator
from antecede.cli import main
from antecede.engines.native import NativeEngine
from antecede.errors import ResourceError
from antecede.models import ModelFolder
from antecede.smt.language_model import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = {"phrase_table": "phrases.bin", "language_model": "lm.bin", "truecaser_source": "truecase.en"}
TEXT = "The cat sleeps. The dog sleeps."
TRANSLATION = "Le chat dort. Le chien dort."


def translated(folder: Path) -> str:
    return Translator.load(folder, system="baseline", explain=False).translate(TEXT).text


def with_checksums(folder: Path) -> Path:
    """The folder with a [checksums] in its model.toml, as training writes it."""
    sums = "".join(f'"{name}" = "{sha256((folder / name).read_bytes()).hexdigest()}"\n' for name in FILES.values())
    toml = folder / "model.toml"
    toml.write_text(f"{toml.read_text()}[checksums]\n{sums}")
    return folder


@pytest.fixture(scope="module")
def plain() -> Iterator[Path]:
    """A model without checksums; whoever changes a file puts it back."""
    with tempfile.TemporaryDirectory() as folder:
        write_model_folder(Path(folder, "model"))
        yield Path(folder, "model")


@pytest.fixture(scope="module")
def checked() -> Iterator[Path]:
    """A model with checksums; whoever changes a file puts it back."""
    with tempfile.TemporaryDirectory() as folder:
        write_model_folder(Path(folder, "model"))
        yield with_checksums(Path(folder, "model"))


@st.composite
def damages(draw: st.DrawFn, whole: bytes) -> bytes | None:
    """Other bytes: with a few bits flipped, cut off, longer, none; or no file at all."""
    kind = draw(st.sampled_from(["flip", "flip", "flip", "truncate", "append", "empty", "remove"]))
    if kind == "flip":
        changed = bytearray(whole)
        for place in draw(st.sets(st.integers(0, len(whole) * 8 - 1), min_size=1, max_size=3)):
            changed[place // 8] ^= 1 << place % 8
        return bytes(changed)
    cut = whole[: draw(st.integers(0, len(whole) - 1))]
    return {"truncate": cut, "append": whole + b"\0", "empty": b"", "remove": None}[kind]


def put(file: Path, content: bytes | None) -> None:
    # A new file each time: a model that is still mapped keeps the bytes that it was opened with.
    file.unlink(missing_ok=True)
    if content is not None:
        file.write_bytes(content)


def damaged(folder: Path, file: Path, data: st.DataObject) -> str:
    """What a translation or an error says while the file is damaged."""
    whole = file.read_bytes()
    put(file, data.draw(damages(whole)))
    try:
        return translated(folder)
    except ResourceError as error:
        return str(error)
    finally:
        put(file, whole)


@settings(max_examples=60)
@given(data=st.data())
def test_any_damage_to_a_file_with_a_checksum_in_the_folder_is_told(checked: Path, data: st.DataObject) -> None:
    file = checked / "truecase.en"
    told = damaged(checked, file, data)
    assert told.startswith(f"{file}: ")
    assert told.endswith("; train the model again, or copy it again from where it came")
    assert "\n" not in told
    assert translated(checked) == TRANSLATION


@settings(max_examples=100)
@given(data=st.data(), name=st.sampled_from(["phrases.bin", "lm.bin"]))
def test_damage_to_the_engines_files_never_gives_another_translation(
    plain: Path, data: st.DataObject, name: str
) -> None:
    told = damaged(plain, plain / name, data)
    # Bytes between the parts of a file are nobody's: what was flipped there changes nothing.
    assert told == TRANSLATION or (told.startswith(f"{plain / name}: ") and told.endswith("from where it came"))
    assert "\n" not in told


@pytest.mark.parametrize("name", ["phrases.bin", "lm.bin"])
def test_one_changed_letter_inside_an_engines_file_is_told(model_folder: Path, name: str) -> None:
    file = model_folder / name
    put(file, file.read_bytes().replace(b"chien", b"chiem"))
    with pytest.raises(ResourceError, match=r"section \d+ is damaged \(wrong checksum\); train the model again"):
        NativeEngine.open(model_folder)


def test_a_whole_file_of_another_model_is_told_by_those_who_compare_all(model_folder: Path, tmp_path: Path) -> None:
    with_checksums(model_folder)
    ModelFolder.read(model_folder).verify()
    (tmp_path / "text").write_text("le chat dort .\nle chien dort .\n")
    estimate([tmp_path / "text"], order=2).write(model_folder / "lm.bin")
    with pytest.raises(ResourceError, match=r"lm\.bin: is damaged, or not the file that model\.toml describes"):
        ModelFolder.read(model_folder).verify()


def test_a_model_that_came_as_a_package_is_to_be_installed_again(model_folder: Path) -> None:
    toml = model_folder / "model.toml"
    toml.write_text(toml.read_text().replace("version = 1\n", 'version = 1\nrelease = "0.1.0"\n'))
    with_checksums(model_folder)
    put(model_folder / "phrases.bin", None)
    with pytest.raises(ResourceError) as refused:
        ModelFolder.read(model_folder).phrase_table()
    file = model_folder / "phrases.bin"
    assert str(refused.value) == (
        f"{file}: cannot be read: no such file or directory; install the package antecede-model-en-fr again"
    )


@pytest.mark.parametrize("system", ["baseline", "combined"])
@pytest.mark.parametrize("size", [None, 0, 30, 200])
def test_a_phrase_table_that_is_missing_empty_or_cut_ends_the_command_with_one_line(
    model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], system: str, size: int | None
) -> None:
    choice_model(model_folder)
    (tmp_path / "text").write_text(TEXT)
    file = model_folder / "phrases.bin"
    put(file, None if size is None else file.read_bytes()[:size])
    command = ["translate", "--model", str(model_folder), "--system", system, str(tmp_path / "text")]
    assert main(command) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"antecede: {file}: ")
    assert told.err.count("\n") == 1


def choice_model(folder: Path) -> None:
    """Add a choice model to the folder, so that the combined system can be opened; its model.toml has no checksums."""
    import numpy as np

    from antecede.pairs import pair
    from antecede.pronouns.choice.model import ChoiceModel, feature_number
    from antecede.pronouns.target.classes import TargetClasses

    names = TargetClasses.of(pair("en-fr")).names
    rows = np.zeros((1, len(names)))
    ChoiceModel.of_weights("en-fr", names, np.array([feature_number("it")], np.uint32), rows).write(folder / "choice")
    toml = folder / "model.toml"
    toml.write_text(toml.read_text().replace("[files]\n", '[files]\nchoice = "choice"\n'))


@pytest.mark.parametrize("table", ['checksums = "x"', "[checksums]\n'lm.bin' = 5"])
def test_checksums_that_are_none_are_told(model_folder: Path, table: str) -> None:
    toml = model_folder / "model.toml"
    toml.write_text(f"{table}\n{toml.read_text()}")
    with pytest.raises(ResourceError, match=r"\[checksums\] is not a table of checksums"):
        ModelFolder.read(model_folder)
