"""Bad files end in one clear line with the file's name, quickly, and never in a traceback of something else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import InputError
from antecede.text.formats import known_formats, parse, read

if TYPE_CHECKING:
    from pathlib import Path

BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<tmx><body><tu><tuv xml:lang="en"><seg>&b;</seg></tuv></tu></body></tmx>"""
OUTSIDE = b"""<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<tmx><body><tu><tuv xml:lang="en"><seg>&x;</seg></tuv></tu></body></tmx>"""
DEEP = b"<tmx>" + b"<a>" * 100_000


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("bomb.tmx", BOMB, r"bomb.tmx, line 2: declares entities"),
        ("outside.tmx", OUTSIDE, r"outside.tmx, line 1: declares entities"),
        ("bomb.sgm", b"<!DOCTYPE a [<!ENTITY b 'c'>]><seg>&b;</seg>", r"bomb.sgm: declares entities"),
        (
            "named.tmx",
            b'<!DOCTYPE tmx SYSTEM "t.dtd">\n<tmx>&nbsp;</tmx>',
            r"named.tmx, line 2: uses the entity &nbsp;",
        ),
        ("bare.tmx", b"<tmx>\n&nbsp;</tmx>", r"bare.tmx, line 2: is not well-formed XML: undefined entity"),
        ("deep.tmx", DEEP, r"deep.tmx, line 1: has elements nested more than 200 deep"),
        ("open.tmx", b"<tmx>\n<body>", r"open.tmx, line 2: is not well-formed XML"),
        (
            "crossed.xlf",
            b"<xliff>\n<a><b></a></b></xliff>",
            r"crossed.xlf, line 2: is not well-formed XML: mismatched tag",
        ),
        (
            "other.tmx",
            b'<tmx><tu><tuv xml:lang="de"><seg>a</seg></tuv></tu></tmx>',
            r"this file is in 'de'; nothing in English",
        ),
        (
            "other.xlf",
            b'<xliff srcLang="de" trgLang="fr"><file id="1"/></xliff>',
            r"this file goes from 'de' to French; nothing in English",
        ),
        (
            "latin.tmx",
            "<?xml version='1.0' encoding='ISO-8859-1'?><tmx>é</tmx>".encode(),
            r"says that it is in ISO-8859-1",
        ),
        ("latin.txt", "Un été.\nÀ".encode("latin-1"), r"latin.txt, line 1: byte 0xe9 is not UTF-8"),
        ("wide.tmx", "<tmx/>".encode("utf-16"), r"wide.tmx, line 1: .*convert the file to UTF-8"),
        ("nul.en", b"a\nb\0c\n", r"nul.en, line 2: has a NUL byte"),
        ("unknown.xml", b"<html><p>a</p></html>", r"unknown.xml: is XML of an unknown kind, <html>; the formats are"),
        ("empty.srt", b"", r"empty.srt: is empty"),
        ("mark.txt", b"\xef\xbb\xbf", r"mark.txt: is empty"),
        ("no.srt", b"a\n", r"no.srt: has no cue"),
        ("no.vtt", b"a\n", r"no.vtt, line 1: does not begin with WEBVTT"),
        ("no.sgm", b"a\n", r"no.sgm: has no <seg>"),
        ("line.en", b"a\n" + b"a" * 3_000_000, r"line.en, line 2: is longer than"),
        ("line.txt", b"a" * 100_000_000, r"line.txt, line 1: is longer than"),
        ("line.tmx", b"<tmx>" + b" " * 100_000_000, r"line.tmx, line 1: is longer than"),
    ],
)
def test_a_bad_file_is_a_clear_error(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    start = time.process_time()
    with pytest.raises(InputError, match=message) as caught:
        read(path, "en")
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)
    assert time.process_time() - start < 5


def test_a_missing_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "missing.tmx", "en")


def test_ids_of_another_length_are_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "t.en").write_text("a\nb\n")
    (tmp_path / "t.ids").write_text("1\n")
    with pytest.raises(InputError, match=r"t.en, line 2: has 2 lines, but there are 1 document ids"):
        read(tmp_path / "t.en", "en", ids=tmp_path / "t.ids")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sgm", "<seg>" + "<" * 900_000),
        ("sgm", "<seg><a" + "a" * 900_000),
        ("sgm", "<seg>" * 50_000),
        ("sgm", "<seg>" + " " * 900_000 + "a"),
        ("srt", "1\n00:00:01,000 --> 00:00:02,000\na\n" * 20_000),
        ("srt", "00:00:01,000 --> 00:00:02,000\n" + "<i>a</i>\n" * 50_000),
        ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n" + "<" * 900_000),
        ("tmx", "<tmx><tu><tuv xml:lang='en'><seg>" + "<hi>a</hi> " * 50_000 + "</seg></tuv></tu></tmx>"),
        ("lines", "\n" * 900_000),
        ("running", ". " * 100_000),
    ],
)
def test_odd_files_cost_little_time(name: str, text: str) -> None:
    start = time.process_time()
    container = parse(text, "en", format=name)
    container.with_sentences([f"{sentence} New." for sentence in container.sentences])
    assert time.process_time() - start < 15


@given(
    st.text(alphabet=st.sampled_from("<>/&;=\"'!-[] \nasegdoctup:,.0123->\\{}é\ufeff")),
    st.sampled_from(known_formats()),
)
def test_anything_is_read_or_refused(text: str, name: str) -> None:
    try:
        container = parse(text, "en", format=name)
    except InputError:
        return
    assert container.with_sentences(container.sentences).text == text
