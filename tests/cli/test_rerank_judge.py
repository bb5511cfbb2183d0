"""`antecede rerank`, `antecede judge`, the part plm of `train-pronouns`, and `experiment pronoun-lm`, as commands."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from json_schemas import valid
from pronoun_lm_samples import agreeing_text, french_finder, french_nouns
from pronoun_samples import analysed, mention, resolved, write_pronoun_model

from antecede.alignment import Link
from antecede.cli import main
from antecede.engines import Hypothesis
from antecede.experiments.pronoun_lm import variants as plm_variants
from antecede.models import ModelFolder
from antecede.pronouns.judging import opening as judge_system
from antecede.pronouns.pronoun_lm import training as plm_training
from antecede.pronouns.systems import rerank as rerank_system
from antecede.pronouns.target import lexicon as target_lexicon
from antecede.pronouns.target.projection import TargetWords

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.pronouns.judging.judge import Parts, VersionJudge


@pytest.fixture(autouse=True)
def _small_lexicon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No command fetches a lexicon here."""
    for module in (target_lexicon, rerank_system, plm_training, judge_system, plm_variants):
        monkeypatch.setattr(module, "noun_lexicon", lambda _code: french_nouns)
    yield
    # What was made of the few nouns is not left to the tests that follow.
    for made in vars(target_lexicon).values():
        if hasattr(made, "cache_clear"):
            made.cache_clear()


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model folder with a pronoun language model, trained by the command."""
    folder = write_pronoun_model(tmp_path / "model")
    lines = [(str(number), " ".join(line)) for number, text in enumerate(agreeing_text()) for line in text]
    (tmp_path / "t.fr").write_text("".join(f"{line}\n" for _, line in lines))
    (tmp_path / "t.ids").write_text("".join(f"{name}\n" for name, _ in lines))
    text = ["--source", str(tmp_path / "t.fr"), "--target", str(tmp_path / "t.fr"), "--ids", str(tmp_path / "t.ids")]
    assert main(["train-pronouns", "--model", str(folder), "--only", "plm", "--tokenized", *text]) == 0
    return folder


def test_training_adds_both_models_to_the_folder(model: Path) -> None:
    assert (model / "pronoun_lm.bin").stat().st_size > 0
    assert json.loads((model / "pronoun_mixture.json").read_text())["version"] == 1
    assert "pronoun_mixture" in (model / "model.toml").read_text()


NBEST = """\
0 ||| la maison . ||| LM0= -1 ||| -1 ||| 0-0 1-1 2-2
1 ||| il dort . ||| LM0= -1 ||| -1 ||| 0-0 1-1 2-2
1 ||| elle dort . ||| LM0= -1 ||| -1.2 ||| 0-0 1-1 2-2
"""


def rerank(folder: Path, model: Path, nbest: str, *more: str, source: str = "the house .\nit sleeps .\n") -> int:
    (folder / "s.en").write_text(source)
    (folder / "n").write_text(nbest)
    files = ["--source", str(folder / "s.en"), "--n-best", str(folder / "n"), "-o", str(folder / "out")]
    return main(["rerank", "--pair", "en-fr", "--model", str(model), *files, *more])


def test_lists_of_any_engine_are_reranked(tmp_path: Path, model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rerank(tmp_path, model, NBEST, "--tokenized") == 0
    assert (tmp_path / "out").read_text() == "la maison .\nelle dort .\n"
    assert "1 of 2 sentences changed" in capsys.readouterr().err
    assert rerank(tmp_path, model, NBEST, "--mode", "paper", "--alpha", "0") == 0
    assert (tmp_path / "out").read_text().lower() == "la maison.\nil dort.\n"


def test_documents_do_not_hear_of_each_other(tmp_path: Path, model: Path) -> None:
    (tmp_path / "ids").write_text("a\nb\n")
    assert rerank(tmp_path, model, NBEST, "--tokenized", "--ids", str(tmp_path / "ids")) == 0
    assert (tmp_path / "out").read_text() == "la maison .\nil dort .\n"


def test_a_blank_line_begins_a_new_document_unless_all_is_one(tmp_path: Path, model: Path) -> None:
    nbest = NBEST.replace("\n1 |||", "\n2 |||").replace("\n2", "\n1 |||  ||| LM0= 0 ||| 0 ||| \n2", 1)
    for more, out in (([], "la maison .\n\nil dort .\n"), (["--one-document"], "la maison .\n\nelle dort .\n")):
        assert rerank(tmp_path, model, nbest, "--tokenized", *more, source="the house .\n\nit sleeps .\n") == 0
        assert (tmp_path / "out").read_text() == out


@pytest.mark.eflomal
def test_lists_without_alignments_are_aligned(tmp_path: Path, model: Path) -> None:
    bare = "".join(line.rpartition(" |||")[0] + "\n" for line in NBEST.splitlines())
    assert rerank(tmp_path, model, bare, "--tokenized") == 0
    assert len((tmp_path / "out").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("nbest", "told"),
    [
        (NBEST.replace("0-0 1-1 2-2", "7-0"), "--tokenized"),
        (NBEST.partition("\n")[0] + "\n", "2 lines"),
        ("1 ||| a ||| LM0= -1 ||| -1\n", "no hypothesis for sentence 0"),
        ("nonsense\n", "n-best list"),
    ],
)
def test_bad_lists_are_named(
    tmp_path: Path, model: Path, nbest: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rerank(tmp_path, model, nbest) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_engines_own_lists_are_reranked(model: Path) -> None:
    from antecede.pronouns.systems import system

    document = analysed("the house .", "it sleeps .")
    told = resolved(document, (1, 0, [mention(document, 0, 1)]))
    found = system("rerank", "best", model).translate(told)
    assert [" ".join(sentence.tokens) for sentence in found.sentences] == ["la maison .", "elle dort ."]
    decision = found.decisions[0]
    assert (decision.choice, decision.baseline) == ("elle", "il")
    assert sum(option.probability for option in decision.options) == pytest.approx(1)


def test_judge_writes_scores_line_by_line(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = analysed("the house .", "it sleeps .")
    told = resolved(document, (1, 0, [mention(document, 0, 1)]))

    def parsed_elsewhere(
        judge: VersionJudge,
        _source: Sequence[str],
        versions: Sequence[Sequence[str]],
        lengths: Sequence[int],
        **_: object,
    ) -> Iterator[list[Parts]]:
        assert lengths == [2]
        links = tuple(Link(at, at) for at in range(3))
        aligned = [[Hypothesis(tuple(line.split()), alignment=links) for line in version] for version in versions]
        yield from judge.parts(told, aligned)

    monkeypatch.setattr(judge_system, "judge_documents", parsed_elsewhere)
    monkeypatch.setattr(judge_system, "gender_shown", lambda _code: lambda _form: None)
    words = french_finder()
    monkeypatch.setattr(
        judge_system, "target_words", lambda code: TargetWords.of(code, lambda t, p: words.lexicon(t[p]))
    )
    (tmp_path / "s").write_text("the house .\nit sleeps .\n")
    (tmp_path / "a").write_text("la maison .\nil dort .\n")
    (tmp_path / "b").write_text("la maison .\nelle dort .\n")
    files = ["--source", str(tmp_path / "s"), "--targets", str(tmp_path / "a"), str(tmp_path / "b")]
    assert main(["judge", "--pair", "en-fr", "--model", str(model), *files, "--parts", "--json", "-"]) == 0
    lines = valid("judge", json.loads(capsys.readouterr().out))["lines"]
    assert [line["best"] for line in lines] == [0, 1]
    assert lines[0]["scores"][0] == lines[0]["scores"][1]
    assert set(lines[1]["parts"][0]) == {"language_model", "choice", "agreement", "history"}
    assert (lines[1]["source"], lines[1]["targets"]) == ("it sleeps .", ["il dort .", "elle dort ."])
    assert [line["margin"] > 0 for line in lines] == [False, True]
    assert main(["judge", "--pair", "en-fr", "--model", str(model), *files]) == 0
    _, same, other, *_, summary = capsys.readouterr().out.splitlines()
    assert same.split()[-1] == "="
    assert other.split()[:1] + other.split()[-2:-1] == ["2", "2"]
    assert summary == "preferred: 1 a in 0, 2 b in 1; = where the lines score the same"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--targets", "a"], "at least two"),
        (["--targets", "a", "short"], "parallel"),
        (["--targets", "a", "none"], "no such file"),
        (["--targets", "a", "b", "--ids", "short"], "parallel"),
        (["--targets", "a", "b", "--pair", "es-en"], "for en-fr"),
    ],
)
def test_judge_refuses_what_it_cannot_compare(
    tmp_path: Path, model: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("s", "x\ny\n"), ("a", "x\ny\n"), ("b", "x\nz\n"), ("short", "x\n")):
        (tmp_path / name).write_text(text)
    given = [
        argument if argument.startswith("--") or "-" in argument else str(tmp_path / argument) for argument in arguments
    ]
    pair = [] if "--pair" in arguments else ["--pair", "en-fr"]
    out = tmp_path / "out.json"
    source = ["--model", str(model), "--source", str(tmp_path / "s"), "--json", str(out)]
    assert main(["judge", *pair, *source, *given]) == 2
    assert told in capsys.readouterr().err
    assert not out.exists()


def test_parts_are_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    targets = ["--source", str(tmp_path / "s"), "--targets", str(tmp_path / "a"), str(tmp_path / "b")]
    assert main(["judge", "--pair", "en-fr", *targets, "--parts"]) == 2
    assert "--parts is for --json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "file", "place"),
    [
        ("rerank", "pronoun_mixture.json", 20),
        ("judge", "pronoun_mixture.json", 20),
        ("judge", "lm.bin", 0),
        ("judge", "lm.bin", 10),
        ("judge", "lm.bin", 60),
    ],
)
def test_a_damaged_file_of_the_model_ends_a_command_with_one_line(
    tmp_path: Path, model: Path, capsys: pytest.CaptureFixture[str], command: str, file: str, place: int
) -> None:
    whole = (model / file).read_bytes()
    (model / file).write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
    capsys.readouterr()
    if command == "rerank":
        assert rerank(tmp_path, model, NBEST, "--tokenized") == 2
    else:
        (tmp_path / "s").write_text("it sleeps .\n")
        files = ["--source", str(tmp_path / "s"), "--targets", str(tmp_path / "s"), str(tmp_path / "s")]
        assert main(["judge", "--pair", "en-fr", "--model", str(model), *files, "--json", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"antecede: {model / file}: ")
    assert told.endswith("; train the model again, or copy it again from where it came\n")
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.eflomal
def test_the_experiment_writes_tables_beside_the_papers(tmp_path: Path, model: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for name in ("dev", "test"):
        (data / f"{name}.en").write_text("the house .\nit sleeps .\nthe cat .\nit sleeps .\n")
        (data / f"{name}.fr").write_text("la maison .\nelle dort .\nle chat .\nil dort .\n")
        (data / f"{name}.ids").write_text("a\na\nb\nb\n")
    out = tmp_path / "out"
    command = ["experiment", "pronoun-lm", "--data", str(data), "--model", str(model), "--out", str(out)]
    assert main([*command, "--dev", "dev", "--test", "test"]) == 0
    results = valid("experiment-pronoun-lm", json.loads((out / "results.json").read_text()))
    systems = results["table_2"]["test"]["systems"]
    assert [system["name"] for system in systems] == [
        "baseline",
        "re-ranked, paper mode",
        "re-ranked, paper mode with alpha tuned",
        "re-ranked, best mode",
    ]
    assert systems[3]["cases"][0] == 2
    assert results["tuned"]["best"]["best"]["right"] == 2
    tables = (out / "tables.md").read_text()
    assert "Table 1" in tables
    assert "paper, re-ranked" in tables
    assert "paper, UU-HARDMEIER | 362 | 80 | 573 | 101 | 442 | 0.396" in tables
    assert "N on" not in tables  # no text to train models on
    kept = (out / "work" / "test.nbest").stat().st_mtime_ns
    assert main([*command, "--dev", "dev", "--test", "test", "dev", "--text", str(tmp_path / "t.fr")]) == 0
    assert (out / "work" / "test.nbest").stat().st_mtime_ns == kept
    results = valid("experiment-pronoun-lm", json.loads((out / "results.json").read_text()))
    assert list(results["table_2"]) == ["test", "dev", "all sets"]
    assert sum(results["table_2"]["all sets"]["systems"][0]["cases"]) == 4
    assert [(row["n"], row["weighted"]) for row in results["sizes"]] == [
        (size, weighted) for size in range(3, 9) for weighted in (False, True)
    ]
    assert "N on dev" in (out / "tables.md").read_text()


@pytest.mark.eflomal
def test_the_experiment_takes_nothing_from_another_model_or_text(tmp_path: Path, model: Path) -> None:
    for name in ("dev", "test"):
        (tmp_path / f"{name}.en").write_text("the house .\nit sleeps .\n")
        (tmp_path / f"{name}.fr").write_text("la maison .\nelle dort .\n")

    def work() -> dict[str, bytes]:
        command = ["experiment", "pronoun-lm", "--data", str(tmp_path), "--model", str(model), "--dev", "dev"]
        assert main([*command, "--test", "test", "--out", str(tmp_path / "out")]) == 0
        names = ("dev.nbest", "test.nbest", "test.reference.align", "tune-paper.json", "tune-best.json")
        return {name: (tmp_path / "out" / "work" / name).read_bytes() for name in names}

    def renewed(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
        return {name for name in before if before[name] != after[name]}

    first = work()
    assert work() == first
    ModelFolder.read(model).updated(pronouns={"rerank_alpha": 0.5})
    settings = work()
    assert renewed(first, settings) == {"tune-paper.json", "tune-best.json"}
    toml = (model / "model.toml").read_text()
    (model / "model.toml").write_text(re.sub(r"LM0 = .*", "LM0 = [0.9]", toml))
    weights = work()
    assert renewed(settings, weights) == {"dev.nbest", "test.nbest", "tune-paper.json", "tune-best.json"}
    (tmp_path / "test.en").write_text("the cat .\nit sleeps .\n")
    (tmp_path / "test.fr").write_text("le chat .\nil dort .\n")
    assert renewed(weights, work()) >= {"test.nbest"}
    assert renewed(weights, work()) <= {"test.nbest", "test.reference.align"}
