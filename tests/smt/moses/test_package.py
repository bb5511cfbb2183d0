"""A model from Moses's files and back to them, tuned and translated with in between."""

from __future__ import annotations

import gzip
import tomllib
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main
from antecede.engines.native import NativeEngine
from antecede.errors import AntecedeError, BadFormat, BadOption
from antecede.smt.language_model import estimate
from antecede.smt.moses.ini import read_ini
from antecede.smt.moses.package import export_moses, import_moses
from antecede.smt.pipeline import LmOptions, Training, train

if TYPE_CHECKING:
    from pathlib import Path

TABLE = """\
green house ||| maison verte ||| 0.5 0.25 0.5 0.125 ||| 0-1 1-0 ||| 2 2 1
house ||| logis ||| 0.5 0.25 0.25 0.25 ||| 0-0 ||| 1 4 1
house ||| maison ||| 0.5 0.5 0.75 0.5 ||| 0-0 ||| 4 4 3
the ||| la ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 4 4 2
the ||| le ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 4 4 2
"""
REORDERING = """\
green house ||| maison verte ||| 0.5 0.25 0.25 0.5 0.25 0.25
house ||| logis ||| 0.5 0.25 0.25 0.5 0.25 0.25
house ||| maison ||| 0.6 0.2 0.2 0.6 0.2 0.2
the ||| la ||| 0.8 0.1 0.1 0.8 0.1 0.1
the ||| le ||| 0.8 0.1 0.1 0.8 0.1 0.1
"""
INI = """\
[input-factors]
0
[mapping]
0 T 0
[distortion-limit]
4
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TranslationModel0 num-features=4 path=phrase-table input-factor=0 output-factor=0
LexicalReordering name=LexicalReordering0 num-features=6 type=wbe-msd-bidirectional-fe-allff path=reordering-table
Distortion
KENLM name=LM0 factor=0 path=lm.arpa order=2
[weight]
UnknownWordPenalty0= 1
WordPenalty0= -0.5
PhrasePenalty0= 0.25
TranslationModel0= 0.1 0.2 0.3 0.4
LexicalReordering0= 0.1 0.2 0.3 0.4 0.5 0.6
Distortion0= 0.35
LM0= 0.75
"""
TEXT = "la maison verte\nla maison\nle logis vert\nla maison est verte\n"


@pytest.fixture
def moses(tmp_path: Path) -> Path:
    """A `moses.ini` and what it names."""
    folder = tmp_path / "moses"
    folder.mkdir()
    (folder / "text").write_text(TEXT, encoding="utf-8")
    estimate([folder / "text"], order=2).write_arpa(folder / "lm.arpa")
    (folder / "phrase-table.gz").write_bytes(gzip.compress(TABLE.encode()))
    (folder / "reordering-table").write_text(REORDERING, encoding="utf-8")
    (folder / "moses.ini").write_text(INI, encoding="utf-8")
    return folder


def test_there_and_back(tmp_path: Path, moses: Path) -> None:
    model, out = tmp_path / "model", tmp_path / "out"
    assert import_moses(moses / "moses.ini", model, pair="en-fr").left_out == ()
    told = tomllib.loads((model / "model.toml").read_text(encoding="utf-8"))
    assert told["weights"]["LM0"] == [0.75]
    assert told["weights"]["LexicalReordering0"] == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    assert told["decoder"] == {"distortion_limit": 4, "table_limit": 20}
    (best,), *_ = NativeEngine.open(model).translate([["the", "green", "house"]])
    assert best.tokens == ("la", "maison", "verte")

    moved = export_moses(model, out, arpa=moses / "lm.arpa")
    assert moved.left_out == ()
    ini, given = read_ini(moved.place), read_ini(moses / "moses.ini")
    assert ini.weights == given.weights
    assert ini.settings["distortion-limit"] == ("4",)
    assert ini.settings["cube-pruning-pop-limit"] == ("400",)
    assert "stack" not in ini.settings
    for feature in (*ini.of_kind("PhraseDictionaryMemory"), *ini.of_kind("LexicalReordering"), *ini.of_kind("KENLM")):
        assert ini.file_of(feature).parent == out.resolve()
    assert ini.of_kind("KENLM")[0].arguments["order"] == "2"
    assert gzip.decompress((out / "lm.arpa.gz").read_bytes()) == (moses / "lm.arpa").read_bytes()
    assert values_of(gzip.decompress((out / "phrase-table.gz").read_bytes()).decode()) == values_of(TABLE)
    reordering = out / "reordering-table.wbe-msd-bidirectional-fe.gz"
    assert values_of(gzip.decompress(reordering.read_bytes()).decode()) == values_of(REORDERING)
    assert sorted(path.name for path in out.iterdir()) == sorted(
        ["moses.ini", "lm.arpa.gz", "phrase-table.gz", reordering.name]
    )


def values_of(table: str) -> dict[tuple[str, ...], list[float]]:
    """Phrases and their scores, to the digits that both sides write."""
    lines = (line.split(" ||| ") for line in table.splitlines())
    return {
        (source, target): [round(float(score), 5) for score in scores.split()] for source, target, scores, *_ in lines
    }


def grams_of(arpa: str) -> list[str]:
    return sorted(line.split("\t")[1] for line in arpa.splitlines() if "\t" in line)


@pytest.mark.parametrize("quantise", [False, True])
def test_the_language_model_is_spelled_from_its_file(tmp_path: Path, quantise: bool) -> None:
    for name, line in (("en", "the green house\n"), ("fr", "la maison verte\n"), ("align", "0-0 1-2 2-1\n")):
        (tmp_path / name).write_text(line * 4, encoding="utf-8")
    model, out = tmp_path / "model", tmp_path / "out"
    what = Training(
        pair="en-fr",
        source=[tmp_path / "en"],
        target=[tmp_path / "fr"],
        alignment=[tmp_path / "align"],
        tokenised=True,
        lm=LmOptions(order=2, quantise=quantise),
        tune=False,
        threads=1,
        out=model,
    )
    train(what)
    export_moses(model, out)
    text = gzip.decompress((out / "lm.arpa.gz").read_bytes()).decode()
    assert "\\2-grams:" in text
    assert "maison verte" in text
    expected = tmp_path / "expected.arpa"
    estimate([tmp_path / "fr"], order=2).write_arpa(expected)
    assert grams_of(text) == grams_of(expected.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("PhraseDictionaryMemory", "PhraseDictionaryCompact", "line 11: PhraseDictionaryCompact is a binary table"),
        ("num-features=4 path", "num-features=7 path", "TranslationModel0 has 4 weights but num-features=7"),
        ("input-factor=0", "input-factor=1", "line 11: input-factor=1: tables of words alone"),
        ("type=wbe-msd-bid", "type=wbe-mslr-bid", "line 12: reordering of type 'wbe-mslr-bidirectional-fe-allff'"),
        ("KENLM name=LM0", "Other name=LM0", "names no language model (KENLM, SRILM, IRSTLM)"),
        ("\nDistortion\n", "\nDistortion\nKENLM path=x order=2\n", "line 15: a second language model"),
        ("path=phrase-table", "path=nothing", "nothing: no such file"),
        ("path=lm.arpa", "path=phrase-table.gz", "phrase-table.gz"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line_and_no_model(
    tmp_path: Path, moses: Path, before: str, after: str, problem: str
) -> None:
    (moses / "moses.ini").write_text(INI.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(AntecedeError) as caught:
        import_moses(moses / "moses.ini", tmp_path / "model", pair="en-fr")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "model" / "model.toml").exists()


def test_a_binary_of_kenlm_is_told_from_text(tmp_path: Path, moses: Path) -> None:
    (moses / "lm.arpa").write_bytes(b"mmap lm http://kheafield.com/code format version 5\n\0\0")
    with pytest.raises(BadFormat, match="is KenLM's binary form; name the ARPA file"):
        import_moses(moses / "moses.ini", tmp_path / "model", pair="en-fr")


def test_a_table_with_a_phrase_penalty_inside(tmp_path: Path, moses: Path) -> None:
    lines = [line.split(" ||| ") for line in TABLE.splitlines()]
    old = "".join(" ||| ".join([a, b, f"{scores} 2.718", *rest]) + "\n" for a, b, scores, *rest in lines)
    (moses / "phrase-table.gz").write_bytes(gzip.compress(old.encode()))
    ini = INI.replace("PhrasePenalty\n", "").replace("PhrasePenalty0= 0.25\n", "")
    ini = ini.replace("num-features=4", "num-features=5").replace("0.1 0.2 0.3 0.4\nLex", "0.1 0.2 0.3 0.4 -0.5\nLex")
    (moses / "moses.ini").write_text(ini, encoding="utf-8")
    import_moses(moses / "moses.ini", tmp_path / "model", pair="en-fr")
    weights = tomllib.loads((tmp_path / "model" / "model.toml").read_text(encoding="utf-8"))["weights"]
    assert weights["TranslationModel0"] == [0.1, 0.2, 0.3, 0.4]
    assert weights["PhrasePenalty0"] == [-0.5]


def test_a_second_table_is_left_out_and_said_so(tmp_path: Path, moses: Path) -> None:
    second = "\nDistortion\nPhraseDictionaryMemory name=Second num-features=1 path=x input-factor=0 output-factor=0\n"
    (moses / "moses.ini").write_text(INI.replace("\nDistortion\n", second), encoding="utf-8")
    assert import_moses(moses / "moses.ini", tmp_path / "model", pair="en-fr").left_out == ("Second",)


def test_moses_cannot_read_paths_with_blanks(tmp_path: Path, moses: Path) -> None:
    import_moses(moses / "moses.ini", tmp_path / "model", pair="en-fr")
    with pytest.raises(BadOption, match="path contains spaces"):
        export_moses(tmp_path / "model", tmp_path / "a b", arpa=moses / "lm.arpa")


def test_the_commands(tmp_path: Path, moses: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, out = tmp_path / "model", tmp_path / "out"
    (tmp_path / "dev.en").write_text("the house\nthe green house\nthe cat\n", encoding="utf-8")
    (tmp_path / "dev.fr").write_text("le logis\nle logis verte\nle cat\n", encoding="utf-8")
    assert main(["smt", "import", "--moses-ini", str(moses / "moses.ini"), "--out", str(model)]) == 0
    before = (model / "model.toml").read_text(encoding="utf-8")
    tune = ["tune", "--model", str(model), "--dev-source", str(tmp_path / "dev.en"), "--metric", "chrf", "--tokenized"]
    assert main([*tune, "--dev-target", str(tmp_path / "dev.fr"), "--n-best", "20", "--iterations", "9"]) == 0
    after = (model / "model.toml").read_text(encoding="utf-8")
    assert before.partition("[weights]")[0] == after.partition("[weights]")[0]
    assert before.partition("[decoder]")[2] == after.partition("[decoder]")[2]
    assert not (model / ".tuning").exists()
    (best,), *_ = NativeEngine.open(model).translate([["the", "house"]])
    assert best.tokens == ("le", "logis")
    assert main(["smt", "export", "--model", str(model), "--moses", str(out), "--arpa", str(moses / "lm.arpa")]) == 0
    told = capsys.readouterr().err
    assert "no --pair given: the model is assumed to be for en-fr" in told
    assert "tuning, iteration 1: chrf" in told
    assert main(["smt", "export", "--model", str(model), "--moses", str(out)]) == 0
    capsys.readouterr()
    assert main([*tune, "--dev-target", str(tmp_path / "dev.en"), "--method", "pro"]) == 2
