from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede import cli
from antecede.alignment import Alignments, eflomal
from antecede.alignment.priors import read_priors

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "the cat\nthe dog\na cat\na dog\n" * 5
TARGET = "le chat\nle chien\nun chat\nun chien\n" * 5


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s").write_text(SOURCE)
    (tmp_path / "t").write_text(TARGET)
    return tmp_path


def align(*options: str) -> int:
    return cli.main(["align", "--source", "s", "--target", "t", *options])


@pytest.fixture
def diagonal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An eflomal that links what stands at the same place."""

    def links(
        _self: object, source: list[list[str]], target: list[list[str]], **_options: object
    ) -> tuple[Alignments, Alignments]:
        lines = [" ".join(f"{n}-{n}" for n in range(min(map(len, both)))) for both in zip(source, target, strict=True)]
        return Alignments.parse(lines), Alignments.parse(lines)

    monkeypatch.setattr(eflomal.Eflomal, "align", links)


@pytest.mark.usefixtures("diagonal")
def test_links_go_to_the_file_and_the_signature_to_the_error_stream(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert align("--tokenized", "-o", "out") == 0
    assert (folder / "out").read_text() == "0-0 1-1\n" * 20
    printed = capsys.readouterr()
    assert not printed.out
    assert "+gdfa:" in printed.err


@pytest.mark.usefixtures("diagonal")
def test_a_hyphen_writes_to_the_output_stream(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert align("--tokenized", "--symmetrise", "union", "-o", "-") == 0
    assert capsys.readouterr().out == "0-0 1-1\n" * 20
    assert not (folder / "-").exists()


@pytest.mark.usefixtures("diagonal")
def test_the_text_to_align_with_does_not_show(folder: Path) -> None:
    (folder / "s2").write_text("one two three\n")
    (folder / "t2").write_text("un deux trois\n")
    assert align("--tokenized", "--align-with", "s2", "t2", "-o", "out") == 0
    assert Alignments.read(folder / "out") == Alignments.parse(["0-0 1-1"] * 20)


@pytest.mark.usefixtures("diagonal")
def test_priors_of_the_run_can_be_saved_and_used(folder: Path) -> None:
    assert align("--tokenized", "--save-priors", "p.xz", "-o", "out") == 0
    assert read_priors(folder / "p.xz").lexical["cat", "chat"] == 10
    assert align("--tokenized", "--priors", "p.xz", "-o", "out") == 0


@pytest.mark.usefixtures("diagonal")
def test_a_pair_tokenises_and_brings_its_priors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("antecede.text.tokens")
    (folder / "s").write_text("It isn't.\n")
    (folder / "t").write_text("Ce n'est pas.\n")
    assert align("--pair", "en-fr", "-o", "-") == 0
    printed = capsys.readouterr()
    assert printed.out == "0-0 1-1 2-2 3-3\n"
    assert "+priors:" in printed.err


@pytest.mark.usefixtures("diagonal")
@pytest.mark.parametrize(
    ("options", "files", "message"),
    [
        (["--tokenized"], {"s": b"a\n"}, "s has 1 lines but t has 20"),
        (["--tokenized"], {"s": b""}, "s, line 1: the file is empty"),
        (["--tokenized"], {"t": b"\xe9t\xe9\n" * 20}, "t, line 1: byte 0xe9 is not UTF-8"),
        (["--tokenized", "--source", "nothing"], {}, "nothing: no such file"),
        ([], {}, "--pair is needed to tokenise"),
        (["--tokenized", "--pair", "xx-yy"], {}, "unknown language pair 'xx-yy'"),
        (["--tokenized", "--method", "giza"], {}, "unknown aligner 'giza': the aligners are eflomal, fast"),
        (["--tokenized", "--symmetrise", "most"], {}, "unknown symmetrisation 'most'"),
        (["--tokenized", "--priors", "p"], {"p": b"nonsense\n"}, "p, line 1: is not a line of priors"),
        (["--tokenized", "--priors", "p", "--no-priors"], {}, "contradict each other"),
        (["--tokenized", "--align-with", "s", "p"], {"p": b"a\n"}, "s has 20 lines but p has 1"),
        (["--tokenized", "-o", "no/such/folder"], {}, "no/such/folder: cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_leaves_no_file(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], files: dict[str, bytes], message: str
) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    assert align("-o", "out", *options) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert printed.err.startswith("antecede: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert not (folder / "out").exists()


@pytest.mark.eflomal
def test_eflomal_aligns_through_the_command(folder: Path) -> None:
    assert align("--tokenized", "-o", "first") == 0
    assert align("--tokenized", "-o", "second") == 0
    assert (folder / "first").read_bytes() == (folder / "second").read_bytes()
    assert len(Alignments.read(folder / "first")) == 20


@pytest.mark.fast
def test_fast_align_aligns_through_the_command(folder: Path) -> None:
    assert align("--tokenized", "--method", "fast", "-o", "out") == 0
    assert len(Alignments.read(folder / "out")) == 20


def test_the_help_has_two_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["align", "--help"])
    assert capsys.readouterr().out.count("antecede align --") == 2
