"""Files of unknown origin: read or refused with one of our errors, never anything else."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antecede.engines.native import NativeEngine
from antecede.engines.nbest import read_n_best
from antecede.errors import AntecedeError
from antecede.smt.language_model import LanguageModel, estimate
from antecede.smt.moses.ini import read_ini
from antecede.smt.phrases import PhraseTable, read_moses_tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

PHRASES = (
    b"the house ||| la maison ||| 0.5 0.4 0.3 0.2 ||| 0-0 1-1 ||| 2 3 1\nthe ||| la ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\n"
)
REORDERING = b"the house ||| la maison ||| 0.2 0.3 0.5 0.1 0.1 0.8\nthe ||| la ||| 0.2 0.3 0.5 0.1 0.1 0.8\n"
LISTS = b"0 ||| la maison ||| LM0= -1.5 TM0= 1 2 ||| -3.5 ||| 0-0 1-1\n0 ||| maison ||| LM0= -2 TM0= 1 2 ||| -4\n"
INI = b"[feature]\nKENLM name=LM0 factor=0 path=lm order=2\nDistortion\n[weight]\nLM0= 0.5\n[distortion-limit]\n6\n"


@contextmanager
def read_or_refused() -> Iterator[None]:
    """Lets through one of our errors, if it is one line."""
    try:
        yield
    except AntecedeError as error:
        if "\n" in str(error):
            raise


def mutated(whole: bytes) -> st.SearchStrategy[bytes]:
    """The bytes with some replaced, inserted or cut off."""

    def change(edits: list[tuple[int, bytes, int]]) -> bytes:
        text = whole
        for at, new, dropped in edits:
            place = at % (len(text) + 1)
            text = text[:place] + new + text[place + dropped :]
        return text

    pieces = st.sampled_from([b"", b" ", b"|||", b"\n", b"\t", b"-", b"nan", b"1e999", b"\xff", b"\0", b"9" * 30, b"="])
    return st.lists(st.tuples(st.integers(0, 10**4), pieces, st.integers(0, 40)), max_size=4).map(change)


@quick
@given(phrases=mutated(PHRASES), reordering=st.none() | mutated(REORDERING))
def test_phrase_tables(tmp_path: Path, phrases: bytes, reordering: bytes | None) -> None:
    (tmp_path / "phrases").write_bytes(phrases)
    (tmp_path / "reordering").write_bytes(reordering or b"")
    with read_or_refused():
        read_moses_tables(tmp_path / "phrases", tmp_path / "reordering" if reordering else None, tmp_path / "table")
        table = PhraseTable(tmp_path / "table")
        table.verify()
        assert all(pair.target for pair in table.find(["the", "house"]))


@quick
@given(text=mutated(LISTS))
def test_n_best_lists(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "lists").write_bytes(text)
    with read_or_refused():
        read_n_best(tmp_path / "lists")


@quick
@given(text=mutated(INI))
def test_inis(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "moses.ini").write_bytes(text)
    with read_or_refused():
        read_ini(tmp_path / "moses.ini")


@quick
@given(data=st.data(), quantise=st.booleans())
def test_language_models_with_words(tmp_path: Path, data: st.DataObject, quantise: bool) -> None:
    (tmp_path / "text").write_text("le chat dort\nle chien dort\nle chat mange\n")
    estimate([tmp_path / "text"], order=3).write(tmp_path / "lm", quantise=quantise)
    whole = bytearray((tmp_path / "lm").read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    (tmp_path / "lm").write_bytes(whole)
    with read_or_refused():
        model = LanguageModel(tmp_path / "lm")
        model.log10("le chat dort bien")
        model.write_arpa(tmp_path / "arpa")


@pytest.mark.parametrize("order", [1, 8])
def test_a_language_model_of_any_order_will_do(model_folder: Path, order: int) -> None:
    (model_folder / "text").write_text("le chat dort .\nle chien dort .\n")
    estimate([model_folder / "text"], order=order).write(model_folder / "lm.bin")
    [[best]] = NativeEngine.open(model_folder).translate([["the", "cat", "sleeps", "."]])
    assert set(best.tokens) == {"le", "chat", "dort", "."}


def test_a_source_of_only_unknown_words_passes_through(model_folder: Path) -> None:
    sentence = [f"nowhere{number}" for number in range(300)]
    [[best]] = NativeEngine.open(model_folder).translate([sentence])
    assert list(best.tokens) == sentence
