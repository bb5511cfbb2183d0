from __future__ import annotations

import gzip
import lzma
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from antecede.cli import main
from antecede.engines.native import NativeEngine
from antecede.smt.pipeline import WORK

LINES = 400
ENGLISH = ["The house", "A cat", "The small dog", "My friend"], ["sees", "likes"], ["the garden", "Paris", "a book"]
FRENCH = ["La maison", "Un chat", "Le petit chien", "Mon ami"], ["voit", "aime"], ["le jardin", "Paris", "un livre"]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    roll = random.Random(1)  # noqa: S311  # not for secrets
    picks = [[roll.randrange(len(part)) for part in ENGLISH] for _ in range(LINES)]
    for code, parts in (("en", ENGLISH), ("fr", FRENCH)):
        lines = [" ".join(part[at] for part, at in zip(parts, pick, strict=True)) + "." for pick in picks]
        lines[7] = "" if code == "en" else lines[7]
        (tmp_path / f"text.{code}").write_text("\n".join([*lines, ""]), encoding="utf-8")
    links = []
    for subject, _, thing in picks:
        length = len(ENGLISH[0][subject].split()) + 1 + len(ENGLISH[2][thing].split()) + 1
        links.append(" ".join(f"{at}-{at}" for at in range(length)))
    links[7] = ""
    (tmp_path / "text.align").write_text("\n".join([*links, ""]), encoding="utf-8")
    return tmp_path


def arguments(folder: Path, *more: str, suffix: str = "") -> list[str]:
    return [
        *("train", "--pair", "en-fr", "--no-tune", "--lm-order", "3", "--out", str(folder / "model")),
        *("--source", str(folder / f"text.en{suffix}"), "--target", str(folder / f"text.fr{suffix}")),
        *("--alignment", str(folder / "text.align"), *more),
    ]


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "model").iterdir()) if path.is_file()}


def test_a_model_says_what_it_is_made_of(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(corpus, "--licence", "free")) == 0
    assert f"{LINES - 1} of {LINES} sentence pairs" in capsys.readouterr().err
    told = tomllib.loads((corpus / "model" / "model.toml").read_text(encoding="utf-8"))
    assert told["model"]["pair"] == "en-fr"
    assert told["model"]["licence"] == "free"
    assert {entry["name"]: entry["lines"] for entry in told["data"]} == {"text.en": LINES, "text.fr": LINES}
    assert set(told["checksums"]) == {"phrases.bin", "lm.bin", "truecase.en", "truecase.fr"}
    assert told["weights"]["LM0"] == [0.5]
    assert set(outputs(corpus)) == {*told["checksums"], "model.toml"}


def test_a_second_run_does_only_what_changed(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def ran(*more: str) -> str:
        assert main(arguments(corpus, *more)) == 0
        return capsys.readouterr().err.rpartition("ran: ")[2].strip()

    assert ran() == "prepare, truecase, align, phrases, lm"
    assert ran() == "nothing, all stages were finished"
    assert ran("--least-count", "2") == "phrases"
    assert ran("--least-count", "2", "--lm-order", "2") == "lm"
    (corpus / "model" / "lm.bin").write_bytes(b"damaged")
    assert ran("--least-count", "2", "--lm-order", "2") == "lm"
    links = (corpus / "text.align").read_text()
    (corpus / "text.align").write_text(links.replace("0-0 ", "", 1))
    assert ran("--least-count", "2", "--lm-order", "2") == "align, phrases"


def test_a_copy_of_a_trained_model_is_made_small_without_aligning_anew(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(corpus)) == 0
    large = outputs(corpus)
    shutil.copytree(corpus / "model", corpus / "copy")  # keeps the files' times
    shutil.rmtree(corpus / "model")
    (corpus / "copy").rename(corpus / "model")
    capsys.readouterr()
    smaller = ["--phrase-length", "2", "--lm-cutoffs", "0", "0", "1", "--lm-prune", "0.1", "--lm-quantise"]
    assert main(arguments(corpus, *smaller)) == 0
    assert capsys.readouterr().err.rpartition("ran: ")[2].strip() == "phrases, lm"
    before, after = (tomllib.loads(files["model.toml"].decode()) for files in (large, outputs(corpus)))
    assert after["training"]["phrase_pairs"] < before["training"]["phrase_pairs"]
    assert after["training"]["ngrams"] < before["training"]["ngrams"]
    [[best]] = NativeEngine.open(corpus / "model").translate([["the", "house", "sees", "Paris", "."]])
    assert best.tokens[-1] == "."


@pytest.mark.parametrize(("suffix", "pack"), [(".xz", lzma.compress), (".gz", gzip.compress)])
def test_packed_text_gives_the_same_model(corpus: Path, suffix: str, pack: object) -> None:
    assert main(arguments(corpus)) == 0
    plain = outputs(corpus)
    for code in ("en", "fr"):
        (corpus / f"text.{code}{suffix}").write_bytes(pack((corpus / f"text.{code}").read_bytes()))  # type: ignore[operator]
    assert main(arguments(corpus, suffix=suffix)) == 0
    packed = outputs(corpus)
    assert {name: plain[name] for name in plain if name != "model.toml"} == {
        name: packed[name] for name in packed if name != "model.toml"
    }


def test_a_killed_run_goes_on_and_ends_the_same(corpus: Path) -> None:
    assert main(arguments(corpus)) == 0
    whole = outputs(corpus)
    (corpus / "model").rename(corpus / "first")
    roll = random.Random(5)  # noqa: S311  # as above
    command = [sys.executable, "-m", "antecede", *arguments(corpus)]
    stages = ["prepare", "truecase", "align", "phrases", "lm"]
    for stage in stages:
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as run:
            record = corpus / "model" / WORK / f"{stage}.json"
            while not record.exists() and run.poll() is None:
                time.sleep(0.002)
            time.sleep(roll.random() * 0.01)
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
    assert main(arguments(corpus)) == 0
    assert outputs(corpus) == whole
    assert not [path for path in (corpus / "model").rglob("*") if path.name.endswith(".part")]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--pair", "xx-yy"), "unknown language pair 'xx-yy'"),
        (("--dev-source", "nowhere"), "--dev-source and --dev-target go together"),
        (("--phrase-length", "9"), "phrases have 1 to 7 words"),
        (("--smoothing", "magic"), "unknown smoothing 'magic'"),
        (("--ids", "nowhere"), "nowhere: no such file"),
        (("--longest", "1"), "no sentence pair is left"),
    ],
)
def test_faults_are_told_in_one_line(
    corpus: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], message: str
) -> None:
    assert main(arguments(corpus, *more)) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert not (corpus / "model" / "model.toml").exists()


def test_texts_that_are_not_parallel(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (corpus / "text.fr").open("a", encoding="utf-8") as file:
        file.write("En trop.\n")
    assert main(arguments(corpus)) == 2
    assert f"has {LINES} lines but" in capsys.readouterr().err


def test_ids_of_lines_that_stay_are_kept(corpus: Path) -> None:
    (corpus / "ids").write_text("".join(f"doc{number}\n" for number in range(LINES)))
    assert main(arguments(corpus, "--ids", str(corpus / "ids"))) == 0
    kept = (corpus / "model" / WORK / "corpus.ids").read_text().split()
    assert kept == [f"doc{number}" for number in range(LINES) if number != 7]


def test_more_text_for_the_language_model(corpus: Path) -> None:
    assert main(arguments(corpus)) == 0
    before = outputs(corpus)
    (corpus / "more").write_text("Le Zèbre voit le jardin.\n", encoding="utf-8")
    assert main(arguments(corpus, "--lm-text", str(corpus / "more"))) == 0
    after = outputs(corpus)
    assert after["lm.bin"] != before["lm.bin"]
    assert after["phrases.bin"] == before["phrases.bin"]


def test_a_killed_run_leaves_no_process(corpus: Path) -> None:
    """Enough lines that processes are started, which a killed parent cannot end."""
    for code in ("en", "fr"):
        path = corpus / f"text.{code}"
        path.write_text(path.read_text(encoding="utf-8") * 500, encoding="utf-8")
    command = [sys.executable, "-m", "antecede", *arguments(corpus, "--threads", "2")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as run:
        while len(_group(run.pid)) < 3 and run.poll() is None:
            time.sleep(0.01)
        os.kill(run.pid, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while _group(run.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _group(run.pid)


def _group(leader: int) -> list[int]:
    """The living processes of a group, as Linux shows them."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        if int(fields[2]) == leader and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found
