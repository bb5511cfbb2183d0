"""Wheels of unknown origin are checked, unpacked where they belong, or refused in one line."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import wheels
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antecede.errors import ResourceError
from antecede.resources import damage, fetch, folder_of, is_ready, locate

if TYPE_CHECKING:
    from zipfile import ZipInfo


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of resources."""
    monkeypatch.setenv("ANTECEDE_RESOURCES", str(tmp_path / "home"))
    return tmp_path / "home"


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_only_the_named_part_of_a_wheel_is_unpacked(home: Path, tmp_path: Path) -> None:
    known = wheels.toy(wheels.wheel(), tmp_path / "stick")
    assert not is_ready(known)
    assert damage(known) == "not fetched"
    found = fetch(known, source=tmp_path / "stick")
    assert found == folder_of(known) == home / "toy-words-1.0"
    assert (found / "words.txt").read_text() == "maison\n"
    assert files_in(found) == [".checksum", "more/verbs.txt", "words.txt"]
    assert is_ready(known)
    assert damage(known) is None


def test_a_second_use_wants_no_wheel(home: Path, tmp_path: Path) -> None:
    known = wheels.toy(wheels.wheel(), home)
    first = locate(known)
    (home / known.wheel).unlink()
    assert locate(known) == fetch(known, source=tmp_path / "nowhere") == first


def test_a_new_checksum_replaces_what_was_there(home: Path) -> None:
    locate(wheels.toy(wheels.wheel(), home))
    other = wheels.toy(wheels.wheel({"toy/data/nouns.txt": "chat\n"}), home)
    assert not is_ready(other)
    assert files_in(locate(other)) == [".checksum", "nouns.txt"]


@pytest.mark.parametrize(
    ("content", "sha256", "message"),
    [
        (wheels.wheel({"toy/data/../../../evil.txt": "x"}), None, "does not contain the files of toy-words"),
        (
            wheels.wheel({"toy/data/words.txt": "x", "toy/data/..": "x"}),
            None,
            "does not contain the files of toy-words",
        ),
        (wheels.wheel({"/toy/data/evil.txt": "x"}), None, "does not contain the files of toy-words"),
        (wheels.wheel({"toy/datas/words.txt": "x"}), None, "does not contain the files of toy-words"),
        (wheels.wheel({}), None, "does not contain the files of toy-words"),
        (wheels.declaring(0xFFFFFFF0), None, "unpacks to more than 1073741824 bytes"),
        (wheels.declaring(10), None, "cannot be unpacked"),
        (wheels.wheel()[:-30], None, "cannot be unpacked"),
        (b"", None, "cannot be unpacked"),
        (b"<html>Not found</html>", None, "cannot be unpacked"),
        (wheels.wheel(), "0" * 64, "its checksum differs"),
    ],
)
def test_a_hostile_wheel_is_refused_and_leaves_nothing(
    home: Path, tmp_path: Path, content: bytes, sha256: str | None, message: str
) -> None:
    known = wheels.toy(content, tmp_path / "stick", sha256=sha256)
    with pytest.raises(ResourceError, match=message) as refused:
        fetch(known, source=tmp_path / "stick")
    assert "\n" not in str(refused.value)
    assert files_in(home) == [".lock"]
    assert not (tmp_path / "evil.txt").exists()


@pytest.mark.parametrize("name", ["/etc/evil.txt", "../evil.txt", "toy/evil.txt"])
def test_files_outside_the_named_part_are_left_alone(home: Path, name: str) -> None:
    known = wheels.toy(wheels.wheel({"toy/data/words.txt": "x", name: "y"}), home)
    assert files_in(locate(known)) == [".checksum", "words.txt"]


def test_a_symbolic_link_comes_out_as_a_plain_file(home: Path) -> None:
    members: dict[str | ZipInfo, str] = {wheels.link("toy/data/words.txt"): "/etc/hostname"}
    found = locate(wheels.toy(wheels.wheel(members), home)) / "words.txt"
    assert not found.is_symlink()
    assert found.read_text() == "/etc/hostname"


@given(st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_a_garbled_wheel_is_unpacked_or_refused(data: st.DataObject) -> None:
    content = bytearray(wheels.wheel())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch, suppress(ResourceError):
        patch.setenv("ANTECEDE_RESOURCES", folder)
        assert damage(wheels.toy(bytes(content), Path(folder))) == "not fetched"
        assert locate(wheels.toy(bytes(content), Path(folder))).is_relative_to(folder)


@pytest.mark.parametrize("name", ["words.txt", "more/verbs.txt"])
def test_one_changed_byte_is_noticed(home: Path, name: str) -> None:
    known = wheels.toy(wheels.wheel(), home)
    file = locate(known) / name
    file.write_bytes(bytes([file.read_bytes()[0] ^ 1]) + file.read_bytes()[1:])
    assert damage(known) == f"{file}: is damaged, added or missing"
    with pytest.raises(ResourceError) as refused:
        locate(known)
    assert str(refused.value) == f"{file}: is damaged, added or missing; run: antecede resources fetch toy"


@given(st.data())
@settings(max_examples=40)
def test_damage_of_any_kind_is_refused_until_the_resource_is_fetched_again(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTECEDE_RESOURCES", folder)
        known = wheels.toy(wheels.wheel(), Path(folder))
        file = data.draw(st.sampled_from([path for path in locate(known).rglob("*.txt") if path.is_file()]))
        whole = file.read_bytes()
        match data.draw(st.sampled_from(["flip", "truncate", "remove"])):
            case "flip":
                place, bit = data.draw(st.integers(0, len(whole) - 1)), data.draw(st.integers(0, 7))
                file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            case "truncate":
                file.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
            case _:
                file.unlink()
        with pytest.raises(ResourceError, match="antecede resources fetch toy") as refused:
            locate(known)
        assert str(refused.value).startswith(f"{file}: ")
        assert "\n" not in str(refused.value)
        assert (fetch(known) / file.relative_to(folder_of(known))).read_bytes() == whole
        assert locate(known) == folder_of(known)


def test_a_folder_of_before_files_were_listed_is_checked_as_a_whole(home: Path) -> None:
    known = wheels.toy(wheels.wheel(), home)
    stamp = locate(known) / ".checksum"
    stamp.write_text(stamp.read_text().splitlines()[0] + "\n")
    assert locate(known) == home / "toy-words-1.0"
    (home / "toy-words-1.0" / "words.txt").write_text("maisons\n")
    with pytest.raises(ResourceError, match=r"toy-words-1\.0: is damaged, added or missing; run: antecede resources"):
        locate(known)


@pytest.mark.parametrize("stamp", ["", "\xff", "00"])
def test_a_folder_without_its_right_stamp_is_not_used(home: Path, stamp: str) -> None:
    known = wheels.toy(wheels.wheel(), home)
    (locate(known) / ".checksum").write_text(stamp)
    assert not is_ready(known)
    assert damage(known) == "not fetched"
    assert damage(wheels.toy(wheels.wheel(), home)) == "not fetched"
    locate(known)
    assert damage(known) is None


@pytest.mark.parametrize("place", ["added", "removed"])
def test_added_and_removed_files_are_noticed(home: Path, place: str) -> None:
    known = wheels.toy(wheels.wheel(), home)
    folder = locate(known)
    if place == "added":
        (folder / "new.txt").touch()
    else:
        (folder / "words.txt").unlink()
    assert "damaged" in str(damage(known))


def fake_python(folder: Path, script: str) -> str:
    """An interpreter that does what the script says, whatever it is asked."""
    folder.mkdir(exist_ok=True)
    file = folder / "python"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return str(file)


@pytest.mark.skipif(os.name != "posix", reason="wants a shell")
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'WARNING: slow'; echo 'ERROR: No matching distribution' >&2; exit 1", "No matching distribution"),
        ("echo Traceback; exit 3", "no wheel arrived"),
        ("exit 0", "no wheel arrived"),
        ("head -c 3000000 /dev/zero | tr '\\0' '\\n'; exit 1", "no wheel arrived"),
    ],
)
@pytest.mark.usefixtures("home")
def test_a_failing_pip_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, reason: str
) -> None:
    known = wheels.toy(wheels.wheel(), tmp_path / "elsewhere")
    monkeypatch.setattr(sys, "executable", fake_python(tmp_path / "bin", script))
    with pytest.raises(ResourceError) as failed:
        locate(known)
    assert str(failed.value) == (
        f"toy-words==1.0 could not be fetched ({reason}): check the network and pip's settings, or put {known.wheel}"
        " into a folder and run: antecede resources fetch toy --from FOLDER"
    )


@pytest.mark.skipif(os.name != "posix", reason="wants a shell")
def test_pip_brings_the_wheel_and_a_line_says_what_comes_how_large_it_is_and_where_it_goes(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    known = replace(wheels.toy(wheels.wheel(), tmp_path / "elsewhere"), size=13_100_000)
    # -m pip download NAME --dest FOLDER ...
    script = f'[ "$3 $4 $5" = "download toy-words==1.0 --dest" ] && cp "{tmp_path}/elsewhere/{known.wheel}" "$6"'
    monkeypatch.setattr(sys, "executable", fake_python(tmp_path / "bin", script))
    assert files_in(locate(known)) == [".checksum", "more/verbs.txt", "words.txt"]
    assert caplog.messages == [f"toy-words: fetching 13 MB from pip's index into {home} (two words)"]
    locate(known)
    assert len(caplog.messages) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ANTECEDE_RESOURCES", str(tmp_path / "file" / "below"))
    with pytest.raises(ResourceError, match="cannot be written: not a directory; set ANTECEDE_RESOURCES"):
        locate(wheels.toy(wheels.wheel(), tmp_path / "stick"))
