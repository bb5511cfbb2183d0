# ruff: noqa: E501 - files and tables read better with their lines unbroken
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import BadOption
from antecede.text.formats import Existing, known_formats, parse, read, write

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.text.formats._container import Layout, Origin

LINES = "It rained.\r\n  They left. \r\n\r\nA second document.\r\n"
RUNNING = "\ufeffIt rained. They left\nthe house.\n\nA paragraph!\n"
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header srclang="en"/><!-- café -->
  <body>
    <tu tuid='1'><tuv xml:lang="EN-US"><seg>Click <bpt i="1">&lt;b&gt;</bpt>here<ept i="1">&lt;/b&gt;</ept> &amp; wait.</seg></tuv>
      <tuv xml:lang="fr"><seg>Cliquez ici et attendez.</seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>
      It is <hi>é</hi>.</seg></tuv></tu>
    <tu><tuv xml:lang="de"><seg>Nein.</seg></tuv></tu>
  </body>
</tmx>
"""
XLIFF_1 = """<?xml version='1.0'?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.html" source-language="en-GB" datatype="html"><body>
<trans-unit id="1"><source>Open the <g id="1">big</g> door.</source></trans-unit>
<trans-unit id="2"><source>It is <![CDATA[<red>]]>.</source><target state="new">Vieux.</target>
  <alt-trans><source>It.</source><target>Il.</target></alt-trans></trans-unit>
<trans-unit id="3" translate="no"><source>Antecede</source></trans-unit>
<trans-unit id="4"><source>They left.</source><target/></trans-unit>
</body></file>
</xliff>"""
XLIFF_2 = """<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">
 <file id="f1"><unit id="u1"><segment><source>It is <pc id="1">here</pc>.</source><target>Il est <pc id="1">ici</pc>.</target></segment>
  <ignorable><source> </source></ignorable><segment><source>They left.</source></segment></unit></file>
</xliff>
"""
SRT = """1
00:00:01,000 --> 00:00:02,000
{\\an8}<i>It rained,</i>
and they left. Then

2
00:00:02,100 --> 00:00:03,500
it stopped.

3
00:00:03,600 --> 00:00:05,000
- Did it?
- Yes, it did.
"""
VTT = """WEBVTT - a title

NOTE
Nothing here --is read.

STYLE
::cue { color: red }

first
00:01.000 --> 00:02.000 align:start
<v Ann>Salt &amp; pepper
are <b>good</b>

00:02.000 --> 00:03.000
for you. Really.
"""
WMT = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="c">
<doc origlang="en" id="d1"><src lang="en"><p><seg id="1">It rained.</seg>
<seg id="2"/></p></src>
<ref lang="fr" translator="A"><p><seg id="1">Il pleuvait.</seg><seg id="2">Oui.</seg></p></ref></doc>
<doc origlang="en" id="d2"><src lang="en"><p><seg id="1">They left.</seg></p></src></doc>
</collection></dataset>
"""
SGM = """<srcset setid="t" srclang="any">
<DOC docid="a" genre=news>
<hl><seg id=1> Fish & chips &lt;now&gt; </seg></hl>
<p><seg id=2>They left.
<seg id=3></seg></p>
</DOC>
<doc docid='b'><seg id="1">It <b>rained</b>.</seg></doc>
</srcset>
"""
IWSLT = """<?xml version="1.0" encoding="UTF-8"?>
<mteval><refset setid="t" trglang="en"><doc docid="7" genre="lectures"><title>A & B</title>
<seg id="1"> It rained. </seg><seg id="2"> They left. </seg></doc></refset></mteval>
"""

# Format, language, text, sentences, document ids.
FILES = [
    ("lines", "en", LINES, ["It rained.", "They left.", "A second document."], ["1", "2"]),
    ("running", "en", RUNNING, ["It rained.", "They left\nthe house.", "A paragraph!"], [""]),
    ("tmx", "en", TMX, ["Click here & wait.", "It is é."], [""]),
    ("tmx", "fr", TMX, ["Cliquez ici et attendez."], [""]),
    ("xliff", "en", XLIFF_1, ["Open the big door.", "It is <red>.", "They left."], ["a.html"]),
    ("xliff", "en", XLIFF_2, ["It is here.", "They left."], ["f1"]),
    ("xliff", "fr", XLIFF_2, ["Il est ici."], ["f1"]),
    ("srt", "en", SRT, ["It rained, and they left.", "Then it stopped.", "- Did it?", "- Yes, it did."], [""]),
    ("vtt", "en", VTT, ["Salt & pepper are good for you.", "Really."], [""]),
    ("wmt", "en", WMT, ["It rained.", "", "They left."], ["d1", "d2"]),
    ("wmt", "fr", WMT, ["Il pleuvait.", "Oui."], ["d1"]),
    ("sgm", "en", SGM, ["Fish & chips <now>", "They left.", "", "It rained."], ["a", "b"]),
    ("iwslt", "en", IWSLT, ["It rained.", "They left."], ["7"]),
]
NAMES = {"lines": "f.en", "running": "f.txt", "wmt": "f.xml", "iwslt": "f.xml", "xliff": "f.xlf"}
MONOLINGUAL = [("lines", LINES), ("running", RUNNING), ("srt", SRT), ("vtt", VTT), ("sgm", SGM), ("iwslt", IWSLT)]
BILINGUAL = [("tmx", TMX), ("xliff", XLIFF_1), ("xliff", XLIFF_2), ("wmt", WMT)]

# Sentences that every format can hold, and that the splitter takes for one.
WORDS = st.text(alphabet=st.sampled_from("abcxyzéñœ&<>'’]0"), min_size=1, max_size=8)
SENTENCES = st.lists(WORDS, min_size=1, max_size=9).map(lambda words: f"Un {' '.join(words)} fin.")
PLAIN_SENTENCES = st.lists(
    st.text(alphabet=st.sampled_from("abcxyzéñœ&"), min_size=1, max_size=8), min_size=1, max_size=9
).map(lambda words: f"Un {' '.join(words)} fin.")


@pytest.mark.parametrize(("name", "language", "text", "sentences", "ids"), FILES)
def test_a_file_is_read(name: str, language: str, text: str, sentences: list[str], ids: list[str]) -> None:
    container = parse(text, language, format=name)
    assert list(container.sentences) == sentences
    assert [document.id for document in container.documents] == ids
    assert [s.text for document in container.documents for s in document.sentences] == sentences
    for document in container.documents:
        assert all(document.text[s.start : s.end] == s.text for s in document.sentences)
        assert all(document.text[t.start : t.end] == t.text for s in document.sentences for t in s.tokens)


@pytest.mark.parametrize(("name", "language", "text", "sentences", "ids"), FILES)
@pytest.mark.parametrize(("line_end", "mark"), [("\n", ""), ("\r\n", ""), ("\n", "\ufeff")])
def test_an_unchanged_file_is_written_byte_for_byte(
    tmp_path: Path, name: str, language: str, text: str, sentences: list[str], ids: list[str], line_end: str, mark: str
) -> None:
    data = (mark + text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\n", line_end)).encode()
    path = tmp_path / NAMES.get(name, f"f.{name}")
    path.write_bytes(data)
    container = read(path, language)
    assert [" ".join(s.split()) for s in container.sentences] == [" ".join(s.split()) for s in sentences]
    assert len(container.documents) == len(ids)
    for copy in (container, container.with_sentences(container.sentences)):
        write(copy, tmp_path / "copy")
        assert (tmp_path / "copy").read_bytes() == data


@pytest.mark.parametrize(("name", "text"), MONOLINGUAL + BILINGUAL)
@given(data=st.data())
def test_new_sentences_are_read_again(name: str, text: str, data: st.DataObject) -> None:
    container = parse(text, "en", format=name)
    one = PLAIN_SENTENCES if name == "srt" else SENTENCES
    texts = [data.draw(one) for _ in container.sentences]
    changed = container.with_sentences(texts)
    assert list(changed.sentences) == texts
    assert [d.id for d in changed.documents] == [d.id for d in container.documents]


@pytest.mark.parametrize(("name", "text"), BILINGUAL)
@given(data=st.data())
def test_translations_go_to_the_other_side(name: str, text: str, data: st.DataObject) -> None:
    container = parse(text, "en", format=name)
    texts = [data.draw(SENTENCES) for _ in container.sentences]
    translated = container.with_sentences(texts, "fr", existing=Existing.REPLACE)
    assert translated.language == "fr"
    assert list(translated.sentences) == texts
    assert parse(translated.text, "en", format=name).sentences == container.sentences
    again = parse(translated.text, "en", format=name).with_sentences(texts, "fr", existing=Existing.REPLACE)
    assert again.text == translated.text


@pytest.mark.parametrize(("name", "text"), MONOLINGUAL)
def test_a_translation_replaces_where_there_is_one_side(name: str, text: str) -> None:
    container = parse(text, "en", format=name)
    texts = [f"Ceci est {number}." for number, _ in enumerate(container.sentences)]
    translated = container.with_sentences(texts, "fr")
    assert translated.language == "fr"
    assert list(translated.sentences) == texts


@pytest.mark.parametrize(
    ("name", "text", "texts", "language", "expected"),
    [
        ("tmx", TMX, ["Tapez là et <là>.", "x"], None, 'Tapez <bpt i="1">&lt;b&gt;</bpt>là<ept i="1">&lt;/b&gt;</ept> et &lt;là&gt;.</seg>'),
        ("tmx", TMX, ["a", "Es ist so."], "de", '<hi>é</hi>.</seg></tuv><tuv xml:lang="de"><seg>\n      Es <hi>ist</hi> so.</seg></tuv>'),
        ("xliff", XLIFF_1, ["Ouvre la grande porte.", "b", "c"], "fr", '</source><target>Ouvre la <g id="1">grande</g> porte.</target></trans-unit>'),
        ("xliff", XLIFF_1, ["a", "b", "c"], "fr", 'datatype="html" target-language="fr">'),
        ("xliff", XLIFF_1, ["a", "b", "c"], "fr", "<target>c</target>"),
        ("xliff", XLIFF_1, ["a", "Il est ]]> !", "c"], "fr", '<target state="needs-review-translation">Il est <![CDATA[]]]]><![CDATA[>]]> !</target>'),
        ("srt", SRT, ["Il a plu et ils sont partis.", "Fini.", "- Oui ?", "- Oui."], None, "{\\an8}<i>Il a plu et</i>\nils sont partis. \n\n2\n"),
        ("vtt", VTT, ["Le sel & le poivre te font du bien.", "Oui."], None, "<v Ann>Le sel &amp; le poivre\nte <b>font</b>\n\n"),
        ("wmt", WMT, ["Il a plu.", "Si.", "Ils."], "fr", '<hyp system="antecede" lang="fr"><p><seg id="1">Il a plu.</seg>\n<seg id="2">Si.</seg></p></hyp>'),
        ("sgm", SGM, ["a & b", "b", "c", "Il a plu."], None, "<seg id=3>c</seg>"),
    ],
)  # fmt: skip
def test_markup_stays(name: str, text: str, texts: list[str], language: str | None, expected: str) -> None:
    changed = parse(text, "en", format=name).with_sentences(texts, language, existing=Existing.REPLACE)
    assert expected in changed.text


@given(st.text(alphabet=st.sampled_from("aé<>&.:-\n\r 0{}/[]")))
def test_whatever_is_read_as_lines_is_written_unchanged(text: str) -> None:
    if text:
        container = parse(text, "en", format="lines")
        assert container.with_sentences(container.sentences).text == text


@given(st.text(alphabet=st.sampled_from("aA.é \n!"), min_size=1))
def test_whatever_is_running_text_is_written_unchanged(text: str) -> None:
    container = parse(text, "en", format="running")
    assert container.with_sentences(container.sentences).text == text


def test_ids_part_the_documents_and_count_blank_lines(tmp_path: Path) -> None:
    (tmp_path / "t.en").write_text("It rained.\n\nThey left.\n")
    (tmp_path / "t.ids").write_text("a\tx\na\ty\nb\tx\n")
    container = read(tmp_path / "t.en", "en", ids=tmp_path / "t.ids")
    assert [(d.id, len(d.sentences)) for d in container.documents] == [("a", 2), ("b", 1)]
    assert container.with_sentences(["a", "b", "c"]).text == "a\nb\nc\n"


def test_subtitles_with_few_words_get_no_blank_line_inside_a_cue() -> None:
    container = parse(SRT, "en", format="srt")
    changed = container.with_sentences(["Oui.", "Non.", "- Si.", "- Non."])
    assert list(changed.sentences) == ["Oui.", "Non.", "- Si.", "- Non."]


def test_a_pause_and_a_speaker_end_a_sentence() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nit rained\n\n2\n00:00:09,000 --> 00:00:10,000\nthey left\n- oh\n"
    assert parse(text, "en", format="srt").sentences == ("it rained", "they left", "- oh")


def test_cues_without_blank_lines_between_them_are_told_apart() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nIt rained.\n2\n00:00:02,000 --> 00:00:03,000\nThey left.\n"
    assert parse(text, "en", format="srt").sentences == ("It rained.", "They left.")


def test_vtt_spells_more_characters_than_xml() -> None:
    text = "WEBVTT\n\n00:00.000 --> 00:01.000\nIt&nbsp;is &lt;here&gt;.\n"
    container = parse(text, "en")
    assert container.sentences == ("It\u00a0is <here>.",)
    assert container.with_sentences(["Ici <là>."]).text.endswith("\nIci &lt;là&gt;.\n")


def test_line_breaks_in_a_new_sentence_become_spaces() -> None:
    assert parse("It.\n", "en", format="lines").with_sentences(["a \n\n b\u2028c\0"]).text == "a b c\n"


def test_what_is_only_written_is_not_parsed_again() -> None:
    container = parse("It.\n", "en", format="lines")
    seen: list[str] = []

    def counted(text: str, origin: Origin) -> Layout:
        seen.append(text)
        return container.format.read(text, origin)

    changed = replace(container, format=replace(container.format, read=counted)).with_sentences(["Il."])
    assert (changed.text, seen) == ("Il.\n", ["It.\n"])
    assert (changed.sentences, seen) == (("Il.",), ["It.\n", "Il.\n"])


def test_the_number_of_sentences_must_be_right() -> None:
    with pytest.raises(ValueError, match="1 texts for 3 sentences"):
        parse(LINES, "en", format="lines").with_sentences(["a"])


def test_an_unknown_format_is_named_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="unknown format 'docx': the formats are lines, running, "):
        parse("a", "en", format="docx")
    assert {"lines", "running", "tmx", "xliff", "srt", "vtt", "wmt", "sgm", "iwslt"} <= set(known_formats())


@pytest.mark.parametrize(
    ("text", "name"), [(TMX, "tmx"), (XLIFF_2, "xliff"), (WMT, "wmt"), (IWSLT, "sgm"), (VTT, "vtt"), (SRT, "srt")]
)
def test_the_content_tells_the_format(text: str, name: str) -> None:
    assert parse(text, "en", path="somefile").format.names[0] == name
    if text.startswith("<"):
        assert (
            parse(f"<!-- <a> -->{text[text.index('?>') + 2 :] if '?>' in text else text}", "en").format.names[0] == name
        )
