"""Where sentences stand in running text and in lines."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.analysis import bare_analysis
from antecede.text import Document, Place, split_sentences
from antecede.text.formats import Container, parse
from antecede.text.places import text_places

SRT = """1
00:00:01,000 --> 00:00:02,000
It rained. They left.

2
00:00:02,500 --> 00:00:03,000
Then it

3
00:00:03,700 --> 00:00:05,000
stopped. Really.

4
00:00:12,000 --> 00:00:13,000
- Did it?
- OLD MAN 2: Yes.

5
00:00:12,900 --> 00:00:14,000
It did.
- No: it
did not.
ANN: Stop!
"""
VTT = """WEBVTT

00:01.000 --> 00:02.000
<v.loud Ann &amp; Bob>Salt is
<b>good</b>.

00:02.250 --> 00:03.000
It is. <v Eve>Is it?</v>

00:03.000 --> 00:04.000
<v Eve>It was.</v>
Silence.
"""
WMT = """<dataset><doc id="a"><src lang="en"><hl><seg id="1">Rain</seg></hl><p><seg id="2">It rained.</seg>
<seg id="3">It stopped.</seg></p><p><seg id="4">They left.</seg></p></src></doc>
<doc id="b"><src lang="en"><seg id="1">It rained.</seg><seg id="2">It stopped.</seg></src></doc></dataset>"""
SGM = """<doc docid="a"><hl><seg id=1>Rain</seg></hl><p><seg id=2>It rained.</seg><seg id=3>It stopped.
<p><seg id=4>They left.</seg></doc><doc docid="b"><seg>It rained.</seg><seg>It stopped.</seg></doc>"""
XLIFF_1 = """<xliff version="1.2"><file original="a" source-language="en"><body>
<trans-unit id="1" restype="x-h2"><source>Rain</source></trans-unit>
<trans-unit id="2"><source>It rained.</source></trans-unit>
<group id="g"><trans-unit id="3"><source>It stopped.</source></trans-unit>
<trans-unit id="4" restype="listitem"><source>They left.</source></trans-unit></group>
</body></file></xliff>"""
XLIFF_2 = """<xliff version="2.0" srcLang="en"><file id="a"><unit id="1" type="html:h1">
<segment><source>Rain</source></segment></unit>
<unit id="2"><segment><source>It rained.</source></segment><segment><source>It stopped.</source></segment></unit>
<unit id="3"><segment><source>They left.</source></segment></unit></file></xliff>"""
TMX = """<tmx version="1.4"><header srclang="en"{header}/><body>
<tu{unit}><tuv xml:lang="en"><seg>It rained.</seg></tuv></tu><tu><tuv xml:lang="en"><seg>It stopped.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>They left.</seg></tuv></tu></body></tmx>"""
LINES = "It rained.\nIt stopped.\n\n- They left.\n"
RUNNING = "\ufeff# Rain?\n\nIt rained. It stopped.\r\n\r\n* They\nleft.\n* We stayed.\n"
TEXT = Place()
# Format, text, the places of each document's sentences.
FILES = [
    ("running", RUNNING, [[Place(0, "heading"), Place(1), Place(1), Place(2, "item"), Place(3, "item")]]),
    ("lines", LINES, [[TEXT, TEXT], [TEXT]]),
    ("tmx", TMX.format(header="", unit=""), [[TEXT, TEXT, TEXT]]),
    ("tmx", TMX.format(header=' segtype="sentence"', unit=' segtype="block"'), [[Place(0), Place(1), Place(1)]]),
    ("tmx", TMX.format(header=' segtype="paragraph"', unit=""), [[Place(0), Place(1), Place(2)]]),
    ("xliff", XLIFF_1, [[Place(0, "heading"), Place(1)], [Place(0), Place(1, "item")]]),
    ("xliff", XLIFF_2, [[Place(0, "heading"), Place(1), Place(1), Place(2)]]),
    ("wmt", WMT, [[Place(0, "heading"), Place(1), Place(1), Place(2)], [TEXT, TEXT]]),
    ("sgm", SGM, [[Place(0, "heading"), Place(1), Place(1), Place(2)], [TEXT, TEXT]]),
    (
        "srt",
        SRT,
        [
            [
                Place(0),  # It rained: nothing was said before it
                Place(0),  # They left.
                Place(0, gap=0.5),  # Then it stopped.
                Place(0),  # Really, in the cue in which another sentence ends
                Place(1, gap=7.0),  # - Did it?
                Place(2, speaker="OLD MAN 2"),  # - OLD MAN 2: Yes.
                Place(2, speaker="OLD MAN 2"),  # It did, while the cue before is still shown
                Place(3),  # - No: it did not.
                Place(4, speaker="ANN"),  # ANN: Stop!
            ]
        ],
    ),
    (
        "vtt",
        VTT,
        [
            [
                Place(0, speaker="Ann & Bob"),
                Place(0, speaker="Ann & Bob", gap=0.25),
                Place(1, speaker="Eve"),
                Place(1, speaker="Eve"),
                Place(2),
            ]
        ],
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("One. Two.", [(0, "text"), (0, "text")]),
        ("One.\n\nTwo.", [(0, "text"), (1, "text")]),
        ("One.\r\n \r\n\r\nTwo. Three.\r\n", [(0, "text"), (1, "text"), (1, "text")]),
        ("\n\n\nOne.\n\n\n\nTwo.\n\n", [(0, "text"), (1, "text")]),
        # Headings: a line without a final mark that something follows, or what Markdown marks.
        ("A title\n\nOne.", [(0, "heading"), (1, "text")]),
        ("\ufeffA title\r\n\r\nOne.", [(0, "heading"), (1, "text")]),
        ("One.\n\nNo title", [(0, "text"), (1, "text")]),
        ("She said:\n\nOne.", [(0, "text"), (1, "text")]),
        ("No title\nin two lines\n\nOne.", [(0, "text"), (1, "text")]),
        (f"{'A very long line ' * 10}\n\nOne.", [(0, "text"), (1, "text")]),
        ("***\n\nOne.", [(0, "text"), (1, "text")]),
        ("* * *\n\nOne.", [(0, "text"), (1, "text")]),
        ("## Who is it?\nOne.", [(0, "heading"), (1, "text")]),
        ("# It is late.", [(0, "heading")]),
        ("#hash is no title.", [(0, "text")]),
        # Without a final mark a title and what follows are one sentence, which is no heading.
        ("# Title\nOne.", [(0, "text")]),
        # Items: each is a paragraph, with all its sentences and lines.
        ("- One. It.\n- Two.", [(0, "item"), (0, "item"), (1, "item")]),
        ("* One.\n  It.\n* Two.", [(0, "item"), (0, "item"), (1, "item")]),
        ("1. One.\n2. Two.\n10) Three.", [(0, "item"), (1, "item"), (2, "item")]),
        ("Three things:\n\n- one\n\n- two\n\nDone.", [(0, "text"), (1, "item"), (2, "item"), (3, "text")]),
        ("One.\n\n   - Two.\n   - Three.", [(0, "text"), (1, "item"), (2, "item")]),
        ("As follows.\n- One.", [(0, "text"), (1, "item")]),
        ("- one\n- two", [(0, "item")]),
        # Lines break before numbers and dashes, too.
        ("He turned\n12. It was late.", [(0, "text"), (0, "text")]),
        ("-5 degrees. It was cold.", [(0, "text"), (0, "text")]),
        ("1200. It was built.", [(0, "text"), (0, "text")]),
    ],
)  # fmt: skip
def test_running_text_has_paragraphs_headings_and_items(text: str, expected: list[tuple[int, str]]) -> None:
    document = Document.from_text(text, "en")
    assert [(sentence.place.paragraph, sentence.place.kind) for sentence in document.sentences] == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["One.", "Two.", "- Three."], [0, 0, 0]),
        (["", "One.", "", " ", "Two.", "", "Three."], [0, 0, 0, 0, 1, 1, 2]),
    ],
)
def test_blank_lines_alone_separate_paragraphs_of_lines(lines: list[str], expected: list[int]) -> None:
    for document in (Document.from_lines(lines, "en"), Document.from_tokens(lines, "en")):
        assert [sentence.place for sentence in document.sentences] == [Place(paragraph) for paragraph in expected]
    for analysed in (bare_analysis(document, "en"), bare_analysis([line.split() for line in lines], "en")):
        assert [sentence.place.paragraph for sentence in analysed.sentences] == expected


@given(st.text(alphabet=st.sampled_from("aA.\n\r #-*1 \ufeff")))
def test_paragraphs_are_counted_without_gaps(text: str) -> None:
    counted = [sentence.place.paragraph for sentence in Document.from_text(text, "en").sentences]
    assert counted == sorted(counted)
    assert sorted(set(counted)) == list(range(len(set(counted))))


@pytest.mark.parametrize(("name", "text", "expected"), FILES)
def test_every_format_fills_what_it_knows(name: str, text: str, expected: list[list[Place]]) -> None:
    documents = parse(text, "en", format=name).documents
    assert [[sentence.place for sentence in document.sentences] for document in documents] == expected


def test_documents_that_are_made_one_are_its_paragraphs() -> None:
    (document,) = parse(LINES, "en", format="lines", one_document=True).documents
    assert [sentence.place.paragraph for sentence in document.sentences] == [0, 0, 1]
    (document,) = parse(XLIFF_1, "en", format="xliff", one_document=True).documents
    assert [sentence.place.paragraph for sentence in document.sentences] == [0, 1, 2, 3]


def test_blank_lines_separate_paragraphs_of_a_document_that_ids_name() -> None:
    container = parse(LINES, "en", format="lines", ids=("a", "b", "b", "b"))
    found = [[sentence.place.paragraph for sentence in document.sentences] for document in container.documents]
    assert found == [[0], [0, 0, 1]]


def elsewhere(container: Container, places: list[Place]) -> Container:
    """The same file as read by somebody who thinks that its sentences stand at other places."""
    there = zip(container.layout.segments, places, strict=True)
    layout = replace(container.layout, segments=tuple(replace(one, place=place) for one, place in there))
    return replace(container, format=replace(container.format, read=lambda _text, _origin: layout))


@pytest.mark.parametrize(("name", "text", "expected"), FILES)
@given(data=st.data())
def test_what_is_written_does_not_depend_on_places(
    name: str, text: str, expected: list[list[Place]], data: st.DataObject
) -> None:
    container = parse(text, "en", format=name)
    assert container.with_sentences(container.sentences).text == text
    count = sum(map(len, expected))
    place = st.builds(Place, st.integers(0, 3), st.sampled_from(["text", "heading", "item"]), st.text(max_size=2))
    moved = elsewhere(container, data.draw(st.lists(place, min_size=count, max_size=count)))
    texts = [f"Une {data.draw(st.sampled_from(['phrase', 'autre & autre', 'a']))}." for _ in range(count)]
    for language in ("en", "fr"):
        assert moved.with_sentences(texts, language).text == container.with_sentences(texts, language).text


@pytest.mark.parametrize("text", [f"{' ' * 200_000}x", f"{'* ' * 100_000}x", "-" * 200_000, "A b\n\n" * 20_000])
def test_places_of_hostile_text_cost_little_time(text: str) -> None:
    spans = split_sentences(text, "en")
    start = time.process_time()
    assert len(text_places(text, spans)) == len(spans)
    assert time.process_time() - start < 5


@given(st.text(alphabet=st.sampled_from("aA.\n\r #-*1 ")))
def test_headings_and_items_are_split_into_sentences_as_all_text_is(text: str) -> None:
    spans = [(sentence.start, sentence.end) for sentence in Document.from_text(text, "en").sentences]
    assert spans == split_sentences(text, "en")
