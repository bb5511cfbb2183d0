"""Engines are opened by the kind that a model folder names, or by an address."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from antecede.engines import ENGINES, Ability, constrained, open_engine
from antecede.engines.files import FileEngine
from antecede.engines.moses import MosesEngine
from antecede.engines.native import NativeEngine
from antecede.errors import AntecedeError, BadOption, LengthMismatch
from antecede.models import ModelFolder

if TYPE_CHECKING:
    from pathlib import Path

# Gives each sentence back, word for word, as often as it is asked.
ECHO = """#!{python}
import sys
size = int(sys.argv[sys.argv.index("-n-best-list") + 2])
for number, line in enumerate(sys.stdin):
    links = " ".join(f"{place}-{place}" for place in range(len(line.split())))
    for rank in range(size):
        print(number, "|||", line.strip(), "||| LM0= -1 |||", -rank, "|||", links, flush=True)
"""


@pytest.fixture
def moses(tmp_path: Path) -> Path:
    """A folder with a program in Moses's place, and its moses.ini."""
    folder = tmp_path / "moses"
    folder.mkdir()
    (folder / "moses").write_text(ECHO.replace("{python}", sys.executable))
    (folder / "moses").chmod(0o755)
    (folder / "moses.ini").write_text("[feature]\n")
    return folder


def test_a_folder_without_a_kind_is_our_own(model_folder: Path) -> None:
    engine = open_engine(ModelFolder.read(model_folder), pop_limit=20)
    assert isinstance(engine, NativeEngine)
    assert engine.abilities == ENGINES["native"].abilities == {Ability.N_BEST, Ability.OPTIONS}
    assert isinstance(open_engine(f"native:{model_folder}"), NativeEngine)
    assert constrained(engine) is engine


def test_a_folder_says_of_which_kind_its_engine_is(moses: Path) -> None:
    (moses / "model.toml").write_text(
        '[model]\npair = "en-fr"\n[engine]\nkind = "moses"\nini = "moses.ini"\ncommand = "./moses"\n'
    )
    engine = open_engine(ModelFolder.read(moses))
    assert isinstance(engine, MosesEngine)
    assert [listed[0].tokens for listed in engine.translate([["a", "b"]])] == [("a", "b")]
    with pytest.raises(BadOption, match="translations given for parts"):
        constrained(engine)


def test_an_address_opens_moses(moses: Path) -> None:
    engine = open_engine(f"moses:{moses / 'moses.ini'},{moses / 'moses'}")
    assert [len(listed) for listed in engine.translate([["a"]], n_best=3)] == [3]
    engine.close()


def test_files_are_asked_for_in_order_and_to_their_end(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("un\ndeux mots\ntrois\n")
    (tmp_path / "links").write_text("0-0\n0-0 1-1\n0-0\n")
    engine = open_engine(f"files:{tmp_path / 'out'},{tmp_path / 'links'}")
    assert isinstance(engine, FileEngine)
    assert [listed[0].tokens for listed in engine.translate([["one"], ["two", "words"]])] == [("un",), ("deux", "mots")]
    with pytest.raises(LengthMismatch):
        engine.close()
    assert engine.translate([["three"]])[0][0].tokens == ("trois",)
    engine.close()
    with pytest.raises(LengthMismatch):
        engine.translate([["four"]])


def test_lists_of_a_file_can_be_had_without_repetitions(tmp_path: Path) -> None:
    lines = ("0 ||| a ||| LM0= 0 ||| -1", "0 ||| a ||| LM0= 0 ||| -2", "0 ||| b ||| LM0= 0 ||| -3")
    (tmp_path / "lists").write_text("".join(f"{line}\n" for line in lines))
    for distinct, expected in ((False, ["a", "a"]), (True, ["a", "b"])):
        [listed] = open_engine(f"files:n_best={tmp_path / 'lists'}").translate([["x"]], n_best=2, distinct=distinct)
        assert [hypothesis.tokens[0] for hypothesis in listed] == expected


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("moses", "not an engine: engines are named kind:where"),
        ("oracle:x", "unknown kind of engine 'oracle': the kinds are .*moses.*native"),
        ("moses:", "is incomplete"),
        ("moses:nowhere.ini", "nowhere.ini: no such file"),
        ("moses:command=moses", "needs its moses.ini"),
        ("files:alignment=x", "has an output or n-best lists"),
        ("native:qq-qq", "neither a model folder"),
    ],
)
def test_addresses_that_name_no_engine_are_told(address: str, problem: str) -> None:
    with pytest.raises(AntecedeError, match=problem):
        open_engine(address)


def test_settings_and_options_that_a_kind_does_not_have_are_told(moses: Path) -> None:
    with pytest.raises(BadOption, match="'moses' has no setting pop_limit"):
        open_engine(f"moses:{moses / 'moses.ini'}", pop_limit=5)
    (moses / "model.toml").write_text('[model]\npair = "en-fr"\n[engine]\nkind = "moses"\ncolour = "red"\n')
    with pytest.raises(AntecedeError, match=r"\[engine\] colour is not an option of a moses engine"):
        open_engine(ModelFolder.read(moses))
