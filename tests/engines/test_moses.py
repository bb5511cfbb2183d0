"""Moses over a pipe, with a program in its place that behaves like it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from antecede.engines.moses import MosesEngine
from antecede.errors import EngineError

if TYPE_CHECKING:
    from pathlib import Path

# Turns each sentence round and writes n-best lists to its output; its words may ask it to misbehave.
FAKE = """#!{python}
import sys, time
size = int(sys.argv[sys.argv.index("-n-best-list") + 2])
print("starting", file=sys.stderr, flush=True)
for number, line in enumerate(sys.stdin):
    words = line.split()
    if "crash" in words:
        print("Exception: out of luck", file=sys.stderr)
        sys.exit(1)
    if "sleep" in words:
        time.sleep(60)
    if "babble" in words:
        print("hello", flush=True)
    for rank in range(size):
        said = " ".join(reversed(words))
        print(number, "|||", said + " ", "||| LM0= -1 |||", -rank, "||| 0-0", flush=True)
"""


@pytest.fixture
def moses(tmp_path: Path) -> Path:
    path = tmp_path / "moses"
    path.write_text(FAKE.replace("{python}", sys.executable))
    path.chmod(0o755)
    return path


def test_lists_come_back_in_order_call_after_call(moses: Path) -> None:
    with MosesEngine(moses, "moses.ini", timeout=30) as engine:
        for _ in range(3):
            lists = engine.translate([["a", "b"], [], ["c", "|"]], n_best=2)
            assert [[h.tokens for h in listed] for listed in lists] == [[("b", "a")] * 2, [()], [("|", "c")] * 2]
        assert engine.translate([["a"]])[0][0].features == {"LM0": (-1.0,)}
        assert len(engine.translate([["a"]], n_best=7)[0]) == 7


def test_a_long_batch_does_not_lock_up(moses: Path) -> None:
    sentences = [[f"w{n}"] * 30 for n in range(3000)]
    with MosesEngine(moses, "moses.ini", timeout=60) as engine:
        assert len(engine.translate(sentences, n_best=5)) == 3000


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("crash", "ended before .* its last line: Exception: out of luck"),
        ("sleep", "wrote nothing for 1 seconds; its last line: starting"),
        ("babble", "not an n-best list"),
    ],
)
def test_what_goes_wrong_is_told_in_one_line(moses: Path, word: str, problem: str) -> None:
    with MosesEngine(moses, "moses.ini", timeout=1 if word == "sleep" else 30) as engine:
        engine.translate([["warm", "up"]])
        with pytest.raises(EngineError, match=problem) as caught:
            engine.translate([[word]])
        assert "\n" not in str(caught.value)
        assert engine.translate([["again"]])[0][0].tokens == ("again",)


def test_a_binary_that_is_not_there_is_told(tmp_path: Path) -> None:
    with MosesEngine(tmp_path / "nowhere", "moses.ini") as engine, pytest.raises(EngineError, match="no such file"):
        engine.translate([["a"]])
