"""Files that users name: written whole, and never anything of theirs destroyed.

Devices, pipes and links are made in the test's own folder; nothing outside it is ever named as an output.
"""

from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main
from antecede.errors import InputError
from antecede.files import make_folder, partial, writable, write_all, write_text, writing
from antecede.smt.language_model import build, estimate
from antecede.smt.phrases import read_moses_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[Path, str], None]

NOBODY = 65534


def with_partial(path: Path, text: str) -> None:
    with partial(path) as temporary:
        temporary.write_text(text)


def with_writable(path: Path, text: str) -> None:
    with writable(path) as file:
        file.write(text)


# Every way of writing keeps the same promises.
WRITERS = [write_text, with_partial, with_writable]
every_writer = pytest.mark.parametrize("write", WRITERS)


def device(path: Path, minor: int) -> Path:
    """A node of our own that behaves as the memory device of that number: 3 swallows all, 7 is always full."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        os.close(os.open(path, os.O_WRONLY))
    except OSError as error:
        pytest.skip(f"device nodes cannot be made or opened here: {error}")
    return path


@contextmanager
def read_by_another(pipe: Path) -> Iterator[list[bytes]]:
    """What comes through the pipe, complete when the context ends."""
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()), daemon=True)
    reader.start()
    yield received
    reader.join(timeout=60)


@contextmanager
def unprivileged(folder: Path) -> Iterator[None]:
    """As a user without special rights, in a folder that is open to all."""
    folder.chmod(0o777)
    before = Path.cwd()
    os.chdir(folder)
    if os.geteuid() == 0:
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)
            os.setegid(0)
            os.chdir(before)
    else:
        try:
            yield
        finally:
            os.chdir(before)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@every_writer
def test_a_file_keeps_its_mode(write: Write, tmp_path: Path) -> None:
    for mode in (0o600, 0o640, 0o664, 0o755):
        path = tmp_path / f"{mode:o}"
        path.write_text("old")
        path.chmod(mode)
        write(path, "new")
        assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", mode)


@every_writer
def test_a_new_file_gets_the_usual_mode(write: Write, tmp_path: Path) -> None:
    write(tmp_path / "out", "new")
    (tmp_path / "usual").write_text("")
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "usual").stat().st_mode


@every_writer
@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    os.chown(path, NOBODY, NOBODY)
    path.chmod(0o640)
    write(path, "new")
    found = path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (NOBODY, NOBODY, 0o640)


@every_writer
@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files of two owners")
def test_a_group_that_cannot_be_kept_does_not_open_the_file_to_another(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    os.chown(path, NOBODY, 0)
    path.chmod(0o2664)
    with unprivileged(tmp_path):
        write(Path("out"), "new")
    found = path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (NOBODY, NOBODY, 0o644)


@every_writer
def test_what_replaces_a_private_file_is_private_from_the_start(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o600)
    seen = []
    put = writing._move_into_place

    def look(temporary: Path, where: writing._Destination) -> None:
        chain = [temporary, *(up for up in temporary.parents if up != tmp_path and up.is_relative_to(tmp_path))]
        seen.append(any(step.stat().st_mode & 0o077 == 0 for step in chain))
        put(temporary, where)

    monkeypatch.setattr(writing, "_move_into_place", look)
    write(path, "new")
    assert seen == [True]


@every_writer
@pytest.mark.parametrize("links", [["b"], ["b", "c"], ["sub/b"], ["../{here}/b"]])
def test_a_link_leads_to_what_is_written(write: Write, links: list[str], tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    start = path = tmp_path / "a"
    for link in links:
        target = link.format(here=tmp_path.name)
        path.symlink_to(target)
        path = path.parent / target
    for text in ("made", "replaced"):  # a link that leads nowhere yet, and one to a file
        write(start, text)
        assert start.is_symlink()
        assert not path.is_symlink()
        assert path.read_text() == text


@every_writer
def test_links_in_a_loop_are_one_line(write: Write, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(InputError, match=r"a: cannot be written: its symbolic links form a loop$"):
        write(tmp_path / "a", "text")
    assert names(tmp_path) == ["a", "b"]


@every_writer
def test_a_pipe_is_written_to(write: Write, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with read_by_another(pipe) as received:
            write(tmp_path / name, "texte é\n" * 50_000)
        assert received == ["texte é\n".encode() * 50_000]
        assert pipe.is_fifo()


@every_writer
def test_a_device_is_written_to(write: Write, tmp_path: Path) -> None:
    node = device(tmp_path / "node", 3)
    before = node.stat()
    write(node, "text")
    assert (node.stat().st_ino, node.is_char_device()) == (before.st_ino, True)
    assert names(tmp_path) == ["node"]


@every_writer
def test_a_full_device_is_one_line_and_stays_a_device(write: Write, tmp_path: Path) -> None:
    node = device(tmp_path / "node", 7)
    with pytest.raises(InputError, match=r"node: cannot be written: no space left on device$"):
        write(node, "text")
    assert node.is_char_device()
    assert names(tmp_path) == ["node"]


@every_writer
@pytest.mark.parametrize("kind", ["socket", "disk", "folder"])
def test_what_cannot_be_written_is_refused(
    write: Write, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the names of sockets are short
    path = Path(kind)
    if kind == "folder":
        path.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(kind)
    else:
        try:
            # A number that no driver has.
            os.mknod(path, stat.S_IFBLK | 0o600, os.makedev(4095, 0))
        except OSError as error:
            pytest.skip(f"device nodes cannot be made here: {error}")
    before = path.stat()
    with pytest.raises(InputError, match=f"^{kind}: cannot be written: it is a {kind}; name a file"):
        write(path, "text")
    assert path.stat() == before
    assert names(tmp_path) == [kind]


@every_writer
def test_a_name_that_ends_in_a_slash_is_a_folder(write: Write, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="new/: cannot be written: it is a folder"):
        write_text(f"{tmp_path}/new/", "text")
    with pytest.raises(InputError, match=r"cannot be written: there is no such folder$"):
        write(tmp_path / "new" / "out", "text")
    assert names(tmp_path) == []


@every_writer
def test_a_name_may_be_as_long_as_the_system_takes(write: Write, tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127)
    write(path, "text")
    assert path.read_text() == "text"
    assert names(tmp_path) == [path.name]


@every_writer
def test_a_file_that_is_protected_from_writing_is_not_replaced(write: Write, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    (tmp_path / "out").chmod(0o444)
    with unprivileged(tmp_path), pytest.raises(InputError, match=r"^out: cannot be written: permission denied$"):
        write(Path("out"), "text")
    assert (tmp_path / "out").read_text() == "mine"
    assert names(tmp_path) == ["out"]


@every_writer
@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("there", [False, True])
def test_a_refusal_of_the_system_is_one_line(
    write: Write, number: int, there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    if there:
        path.write_text("mine")

    def refuse(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    # As a read-only file system: nothing can be made, and nothing removed, be it there or not.
    for name in ("open", "mkdir", "unlink"):
        monkeypatch.setattr(os, name, refuse)
    with pytest.raises(InputError, match=f"out: cannot be written: {os.strerror(number).lower()}$"):
        write(path, "text")
    monkeypatch.undo()
    assert names(tmp_path) == (["out"] if there else [])


@pytest.mark.parametrize("write", [with_partial, with_writable])
def test_a_disk_that_fills_up_leaves_the_old_file(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.write_text("mine")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="out: cannot be written: no space left on device"):
        write(path, "new")
    assert path.read_text() == "mine"
    assert names(tmp_path) == ["out"]


def test_a_fault_in_what_is_read_is_not_said_of_what_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing: no such file or directory$"), partial(tmp_path / "out") as part:
        part.write_text((tmp_path / "missing").read_text())
    assert names(tmp_path) == []


def test_several_files_are_written_or_none(tmp_path: Path) -> None:
    node = device(tmp_path / "full", 7)
    (tmp_path / "first").write_text("old")
    (tmp_path / "last").write_text("old")
    with pytest.raises(InputError, match="full: cannot be written"):
        write_all({tmp_path / "first": "new", node: "new", tmp_path / "last": ["n", "ew"]})
    assert [(tmp_path / name).read_text() for name in ("first", "last")] == ["old", "old"]
    assert names(tmp_path) == ["first", "full", "last"]
    assert node.is_char_device()


def test_files_pipes_and_the_output_stream_are_written_together(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    with read_by_another(tmp_path / "pipe") as received:
        write_all({"-": "vers la sortie é\n", tmp_path / "pipe": "to the pipe", tmp_path / "file": b"bytes"})
    assert received == [b"to the pipe"]
    assert (tmp_path / "file").read_bytes() == b"bytes"
    assert capsysbinary.readouterr().out == "vers la sortie é\n".encode()


def test_a_reader_that_has_seen_enough_costs_no_file(tmp_path: Path) -> None:
    code = "from antecede.files import write_all; write_all({'-': 'x' * 10**6, 'file': 'whole'})"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.communicate()
    assert (tmp_path / "file").read_text() == "whole"


@pytest.mark.parametrize("link", ["/proc/self/fd/1", "/dev/fd/1"])
@pytest.mark.parametrize("through", ["write_text(name, 'b')", "with partial(name) as part: part.write_text('b')"])
def test_the_output_stream_under_another_name_is_added_to(link: str, through: str, tmp_path: Path) -> None:
    if not Path(link).exists():
        pytest.skip(f"there is no {link} here")
    # What /dev/stdout is, in a folder of our own.
    stdout, out = tmp_path / "stdout", tmp_path / "out"
    stdout.symlink_to(link)
    code = "import sys; from antecede.files import partial, write_text; name = sys.argv[1]; print('a', end='')\n"
    code += f"{through}\nprint('c')"
    with out.open("wb") as file:
        subprocess.run([sys.executable, "-c", code, stdout], stdout=file, check=True)
    assert out.read_text() == "abc\n"
    assert os.readlink(stdout) == link  # noqa: PTH115 - a Path would tidy it


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    assert make_folder(tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError, match="file: cannot be made: file exists"):
        make_folder(tmp_path / "file")
    with pytest.raises(InputError, match="b: cannot be made: not a directory"):
        make_folder(tmp_path / "file" / "b")


ARPA = "\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<s>\t0\n-1\t</s>\n-1\ta\n\n\\end\\\n"
TABLE = "a ||| b ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 1 1 1\n"


def estimated_as_text(path: Path) -> None:
    path.with_name("text").write_text("a b\n")
    estimate([path.with_name("text")], order=2).write_arpa(path)


def estimated(path: Path) -> None:
    path.with_name("text").write_text("a b\n")
    estimate([path.with_name("text")], order=2).write(path)


def built(path: Path) -> None:
    path.with_name("text").write_text(ARPA)
    build(path.with_name("text"), path)


def phrases(path: Path) -> None:
    path.with_name("text").write_text(TABLE)
    read_moses_tables(path.with_name("text"), None, path)


@pytest.mark.parametrize("make", [estimated_as_text, estimated, built, phrases])
def test_what_the_core_writes_is_written_in_the_same_way(make: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o600)
    (tmp_path / "link").symlink_to("file")
    make(tmp_path / "link")
    assert names(tmp_path) == ["file", "link", "text"]
    assert (tmp_path / "link").is_symlink()
    written = (tmp_path / "file").read_bytes()
    assert len(written) > 40
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with read_by_another(pipe) as received:
        make(pipe)
    assert received == [written]
    node = device(tmp_path / "node", 7)
    with pytest.raises(InputError, match=r"node: cannot be written: no space left on device$"):
        make(node)


def score(folder: Path, *options: str) -> int:
    (folder / "s").write_text("it rained .\n")
    (folder / "r").write_text("il a plu .\n")
    (folder / "a").write_text("0-0 1-2\n")
    arguments = ["score", "--pair", "en-fr", "--no-bootstrap", "--tokenized", "--source", str(folder / "s")]
    arguments += ["--reference", str(folder / "r"), "--candidate", str(folder / "r")]
    arguments += ["--source-reference-alignment", str(folder / "a"), "--source-candidate-alignment", str(folder / "a")]
    return main([*arguments, *options])


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_command_leaves_a_device_and_says_in_one_line_that_it_is_full(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    node = device(tmp_path / "node", 7)
    assert score(tmp_path, option, str(node)) == 2
    assert capsys.readouterr().err == f"antecede: {node}: cannot be written: no space left on device\n"
    assert node.is_char_device()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_output_stream_is_one_line(unbuffered: str, tmp_path: Path) -> None:
    command, environment = [sys.executable, "-m", "antecede", "--version"], {"PYTHONUNBUFFERED": unbuffered}
    with device(tmp_path / "node", 7).open("wb", buffering=0) as full:
        found = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, env=os.environ | environment, check=False, text=True
        )
    (line,) = found.stderr.splitlines()
    told, _, why = line.rpartition(": ")
    assert (found.returncode, why) == (2, "no space left on device")
    assert told == ("antecede" if unbuffered else "antecede: the output stream: cannot be written")


@pytest.fixture
def mounts() -> None:
    """Skips where this process may not mount file systems in a name space of its own."""
    try:
        subprocess.run(["unshare", "--mount", "true"], check=True, capture_output=True)  # noqa: S607 - wherever it is
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"file systems cannot be mounted here: {error}")


@pytest.mark.usefixtures("mounts")
@pytest.mark.parametrize(
    ("how", "reason"), [("ro", "read-only file system"), ("size=8k", "no space left on device")], ids=["ro", "full"]
)
@pytest.mark.parametrize("output", ["page", "kept"])
def test_a_file_system_that_refuses_is_one_line(how: str, reason: str, output: str, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    text = tmp_path / "text"
    text.write_text("a b c d e f\n" * 500 + " ".join(f"w{number}" for number in range(2000)) + "\n")
    script = (
        f'mount -t tmpfs -o size=8k tmpfs "$1" && echo mine > "$1/kept" && mount -o "remount,{how}" "$1" || exit 77;'
        '"$2" -m antecede -q lm estimate --text "$3" --order 2 --arpa "$1/$4"; status=$?;'
        'ls -A "$1"; cat "$1/kept"; exit $status'
    )
    command = ["unshare", "--mount", "sh", "-c", script, "sh", str(disk), sys.executable, str(text), output]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode == 77:
        pytest.skip(f"file systems cannot be mounted here: {found.stderr}")
    assert (found.returncode, found.stdout) == (2, "kept\nmine\n")
    (line,) = found.stderr.splitlines()
    told, _, why = line.rpartition(": ")
    assert (told, why.lower()) == (f"antecede: {disk / output}: cannot be written", reason)
