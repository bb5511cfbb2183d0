"""`antecede resources` lists, fetches and checks, with two resources of a few bytes."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
import wheels
from json_schemas import valid

from antecede.cli import main
from antecede.resources import PREPARERS, manifest, resource

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.resources import Resource


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Resource]:
    """Two resources whose wheels lie on a stick, and an empty folder to fetch them to."""
    entries = [wheels.toy(wheels.wheel(), tmp_path / "stick", name=name) for name in ("toy-words", "other-words")]
    table = {entry.name: entry for entry in entries}
    monkeypatch.setattr("antecede.resources.manifest", lambda: table)
    monkeypatch.setattr("antecede.resources._manifest.manifest", lambda: table)
    monkeypatch.setenv("ANTECEDE_RESOURCES", str(tmp_path / "home"))
    monkeypatch.setattr("antecede.models.installed_models", dict)
    return table


@pytest.mark.parametrize(
    ("names", "fetched"),
    [([], ["toy-words", "other-words"]), (["toy"], ["toy-words"]), (["other-words"], ["other-words"])],
)
@pytest.mark.usefixtures("known")
def test_resources_are_fetched_from_a_folder_by_either_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], names: list[str], fetched: list[str]
) -> None:
    assert main(["resources", "fetch", *names, "--from", str(tmp_path / "stick")]) == 0
    assert capsys.readouterr().out == "".join(
        f"{name} 1.0: fetched to {tmp_path}/home/{name}-1.0\n" for name in fetched
    )
    assert main(["resources", "fetch", fetched[0]]) == 0
    assert "already in" in capsys.readouterr().out


@pytest.mark.usefixtures("known")
def test_the_list_says_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["resources", "fetch", "toy", "--from", str(tmp_path / "stick")])
    capsys.readouterr()
    assert main(["resources", "list", "--json", "-"]) == 0
    listed = valid("resources-list", json.loads(capsys.readouterr().out))
    assert [(entry["name"], entry["short"], entry["licence"], entry["fetched"]) for entry in listed] == [
        ("toy-words", "toy", "MIT", True),
        ("other-words", "other", "MIT", False),
    ]
    assert main(["resources", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "toy-words 1.0 (toy; MIT): fetched"
    assert lines[3] == "other-words 1.0 (other; MIT): not fetched, 0 MB"
    assert lines[-1] == f"kept in {tmp_path / 'home'}"


@pytest.mark.usefixtures("known")
def test_verify_tells_damage_and_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["resources", "fetch", "toy", "--from", str(tmp_path / "stick")])
    capsys.readouterr()
    assert main(["resources", "verify"]) == 0
    assert capsys.readouterr().out == "toy-words 1.0: intact\n"
    assert main(["resources", "verify", "toy", "other"]) == 2
    assert capsys.readouterr().out == "toy-words 1.0: intact\nother-words 1.0: not fetched\n"
    (tmp_path / "home/toy-words-1.0/words.txt").write_text("maisom\n")
    assert main(["resources", "verify"]) == 2
    assert "damaged" in capsys.readouterr().out


@pytest.mark.usefixtures("known")
def test_verify_compares_installed_models_with_all_their_checksums(
    model_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antecede.models.installed_models", lambda: {"aa-zz": model_folder})
    file = model_folder / "lm.bin"
    toml = model_folder / "model.toml"
    toml.write_text(f'{toml.read_text()}[checksums]\n"lm.bin" = "{sha256(file.read_bytes()).hexdigest()}"\n')
    assert main(["resources", "verify"]) == 0
    assert capsys.readouterr().out == "model aa-zz: intact\n"
    file.write_bytes(file.read_bytes() + b"\0")
    assert main(["resources", "verify", "aa-zz", "toy"]) == 2
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "toy-words 1.0: not fetched"
    assert told[1].startswith(f"model aa-zz: {file}: is damaged, or not the file that model.toml describes")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fetch", "nobody"], "unknown resource 'nobody': the resources are toy (toy-words), other (other-words)"),
        (["verify", "nobody"], "unknown resource 'nobody'"),
        (["fetch", "toy", "--from", "nowhere"], "nowhere has no toy_words-1.0-py3-none-any.whl: put the wheel"),
    ],
)
@pytest.mark.usefixtures("known")
def test_mistakes_are_told_in_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["resources", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"antecede: {message}")
    assert error.count("\n") == 1


def test_every_resource_has_a_checksum_a_licence_and_a_short_name_of_its_own() -> None:
    entries = manifest().values()
    assert {resource(entry.short) for entry in entries} == {resource(entry.name) for entry in entries} == set(entries)
    assert len(set(manifest()) | {entry.short for entry in entries}) == 2 * len(entries)
    for entry in entries:
        assert len(bytes.fromhex(entry.checksum)) == 32
        assert entry.licence
        if entry.preparer:
            assert entry.preparer in PREPARERS
        if entry.wheel:
            assert entry.wheel.startswith(f"{(entry.package or entry.name).replace('-', '_')}-{entry.version}-")
        else:
            assert entry.preparer
            assert all(len(bytes.fromhex(file.sha256)) == 32 for file in entry.files)
