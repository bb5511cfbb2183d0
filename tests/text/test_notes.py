"""Bilingual files show both sides, and take notes on their translations with all else untouched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import BadFormat
from antecede.text import formats
from antecede.text.parallel import Span

NOTE_12 = '<note from="antecede" annotates="target">'
NOTE_2 = '<note category="antecede" appliesTo="target">'
XLIFF_12 = """<xliff version="1.2">
<file original="a" source-language="en" target-language="fr"><body>
 <trans-unit id="1"><source>The house is old.</source><target>La maison est vieille.</target></trans-unit>
 <trans-unit id="2"><source>It is R&amp;D.</source><target state="final">Il est R&amp;D.</target>{note}<note>own</note>
  <alt-trans><target>Elle</target></alt-trans></trans-unit>
</body></file>
<file original="b" source-language="en" target-language="fr"><body>
 <trans-unit id="3"><source>It sleeps.</source></trans-unit>
</body></file></xliff>
"""
XLIFF_2 = """<xliff version="2.0" srcLang="en" trgLang="fr"><file id="a">
<unit id="1">{first}<originalData><data id="d">x</data></originalData>
 <segment><source>The house is old.</source><target>La maison est vieille.</target></segment>
 <ignorable><source> </source></ignorable>
 <segment><source>It is red.</source><target>Il est rouge.</target></segment></unit>
<unit id="2"><notes>{second}<note id="n">own</note></notes>
 <segment><source>It sleeps.</source><target>Il dort.</target></segment></unit>
</file></xliff>
"""
TMX = """<tmx version="1.4"><header segtype="sentence"/><body>
<tu><tuv xml:lang="en"><seg>The house is old.</seg></tuv><tuv xml:lang="fr"><seg>La maison est vieille.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>It is red.</seg></tuv><tuv xml:lang="fr-CA">{note}
 <prop type="x">y</prop><seg>Il est rouge.</seg></tuv></tu>
</body></tmx>
"""


def read(text: str) -> formats.Container:
    return formats.parse(text, "en", path="a.xml")


def test_both_sides_come_by_document_and_what_is_not_translated_is_empty() -> None:
    sides = read(XLIFF_12.format(note="")).sides("fr")
    assert sides.source == ("The house is old.", "It is R&D.", "It sleeps.")
    assert sides.targets == (["La maison est vieille.", "Il est R&D.", ""],)
    assert sides.documents == (Span("a", 0, 2), Span("b", 2, 3))


def test_all_may_be_one_document() -> None:
    file = formats.parse(XLIFF_12.format(note=""), "en", path="a.xlf", one_document=True)
    assert [span[1:3] for span in file.sides("fr").documents] == [(0, 3)]


@pytest.mark.parametrize(
    ("text", "target", "message"),
    [
        ("It sleeps.\n", "fr", "has no translation into 'fr'"),
        (
            XLIFF_12.format(note="").replace("Il est R&amp;D.", "").replace("La maison est vieille.", ""),
            "fr",
            "has no tr",
        ),
        (XLIFF_12.format(note=""), "de", "has its translations in 'fr', and no room for 'de'"),
    ],
)
def test_a_file_without_translations_is_refused(text: str, target: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        formats.parse(text, "en", path="a.txt").sides(target)


@pytest.mark.parametrize(
    ("text", "notes", "filled"),
    [
        (XLIFF_12, {1: ["elle & <il>"]}, {"note": f"{NOTE_12}elle &amp; &lt;il&gt;</note>"}),
        (XLIFF_12, {1: ["a\nb", "c"]}, {"note": f"{NOTE_12}a b</note>{NOTE_12}c</note>"}),
        (TMX, {1: ["one", "two"]}, {"note": "<note>one</note><note>two</note>"}),
        # The segments of a unit share its notes.
        (
            XLIFF_2,
            {0: ["a"], 1: ["b"], 2: ["c"]},
            {
                "first": f"<notes>{NOTE_2}a</note>{NOTE_2}b</note></notes>",
                "second": f"{NOTE_2}c</note>",
            },
        ),
    ],
)
def test_notes_go_in_once_and_all_else_stays_to_the_byte(
    text: str, notes: dict[int, list[str]], filled: dict[str, str]
) -> None:
    empty = dict.fromkeys(("note", "first", "second"), "")
    noted = read(text.format(**empty)).with_notes(notes, "fr")
    assert noted.text == text.format(**(empty | filled))
    assert noted.with_notes(notes, "fr").text == noted.text
    assert noted.sides("fr") == read(text.format(**empty)).sides("fr")


def test_an_empty_element_for_notes_is_opened() -> None:
    text = XLIFF_2.format(first="<notes/>", second="")
    noted = read(text).with_notes({0: ["a"]}, "fr").text
    assert noted == XLIFF_2.format(first=f"<notes>{NOTE_2}a</note></notes>", second="")


def test_no_notes_change_nothing() -> None:
    text = TMX.format(note="")
    assert read(text).with_notes({1: []}, "fr").text == text


def test_a_format_without_notes_says_so() -> None:
    with pytest.raises(BadFormat, match="has no place for notes"):
        formats.parse("It sleeps.\n", "en", path="a.en").with_notes({0: ["a"]}, "fr")


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_any_note_leaves_a_file_that_can_be_read_with_the_same_sides(note: str) -> None:
    for text in (XLIFF_12.format(note=""), XLIFF_2.format(first="", second=""), TMX.format(note="")):
        noted = read(text).with_notes({1: [note]}, "fr")
        assert read(noted.text).sides("fr") == read(text).sides("fr")
