from __future__ import annotations

import gzip
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phrase_reference import Scored, score

from antecede.alignment import Alignments
from antecede.errors import BadFormat, BadOption, InputError, ResourceError
from antecede.smt.phrases import (
    PhraseOptions,
    PhraseTable,
    read_moses_tables,
    train_phrase_table,
    write_moses_tables,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from phrase_reference import Links, Phrase, Sentence

EXACT = PhraseOptions(best=0, counts=True, exact=True)


def train(
    folder: Path, corpus: Sequence[Sentence], options: PhraseOptions = EXACT, threads: int = 1
) -> dict[tuple[Phrase, Phrase], Scored]:
    for name, texts in (("source", [first for first, _, _ in corpus]), ("target", [second for _, second, _ in corpus])):
        (folder / name).write_text("".join(" ".join(text) + "\n" for text in texts), encoding="utf-8")
    links = Alignments.parse([" ".join(f"{i}-{j}" for i, j in sorted(sentence[2])) for sentence in corpus])
    train_phrase_table(folder / "source", folder / "target", links, folder / "table", options, threads=threads)
    return contents(folder / "table")


def contents(path: Path) -> dict[tuple[Phrase, Phrase], Scored]:
    found = {}
    for source, pairs in PhraseTable(path).native.entries():
        for target, links, scores, reordering, counts in pairs:
            probabilities = tuple(map(math.exp, scores))
            found[source, target] = Scored(
                (probabilities[0], probabilities[1], probabilities[2], probabilities[3]),
                tuple(map(math.exp, reordering)),
                frozenset(links),
                counts or (0, 0, 0),
            )
    return found


def sentence(source: str, target: str, links: str) -> Sentence:
    return (
        tuple(source.split()),
        tuple(target.split()),
        frozenset((int(link.split("-")[0]), int(link.split("-")[1])) for link in links.split()),
    )


# Koehn 2010, figure 5.6: the phrases of "michael geht davon aus, dass er im haus bleibt" are a well-known list.
KOEHN = sentence(
    "michael geht davon aus , dass er im haus bleibt",
    "michael assumes that he will stay in the house",
    "0-0 1-1 2-1 3-1 5-2 6-3 9-4 9-5 7-6 7-7 8-8",
)
KOEHN_PAIRS = """
michael = michael
michael geht davon aus = michael assumes
michael geht davon aus , = michael assumes
michael geht davon aus , dass = michael assumes that
michael geht davon aus , dass er = michael assumes that he
geht davon aus = assumes
geht davon aus , = assumes
geht davon aus , dass = assumes that
geht davon aus , dass er = assumes that he
dass = that
, dass = that
dass er = that he
, dass er = that he
dass er im haus bleibt = that he will stay in the house
, dass er im haus bleibt = that he will stay in the house
er = he
er im haus bleibt = he will stay in the house
im = in the
haus = house
im haus = in the house
bleibt = will stay
im haus bleibt = will stay in the house
"""


def test_the_phrases_of_a_textbook_sentence(tmp_path: Path) -> None:
    expected = {
        (tuple(source.split()), tuple(target.split()))
        for source, target in (line.split(" = ") for line in KOEHN_PAIRS.strip().splitlines())
    }
    assert set(train(tmp_path, [KOEHN])) == expected


@pytest.mark.parametrize(
    ("source", "target", "links", "phrase", "before", "after"),
    [
        ("a b c", "x y z", "0-0 1-1 2-2", "b", "monotone", "monotone"),
        ("a b", "x y", "0-1 1-0", "a", "swap", "discontinuous"),
        ("a b", "x y", "0-1 1-0", "b", "discontinuous", "swap"),
        ("a b c", "x y z", "0-2 1-0 2-1", "a", "discontinuous", "discontinuous"),
        ("a b c", "x y z", "0-0 2-2", "a", "monotone", "discontinuous"),
        ("a", "x", "0-0", "a", "monotone", "monotone"),
    ],
)
def test_orientations_of_a_word(
    tmp_path: Path, source: str, target: str, links: str, phrase: str, before: str, after: str
) -> None:
    names = ("monotone", "swap", "discontinuous")
    table = train(tmp_path, [sentence(source, target, links)])
    reordering = next(entry.reordering for (words, _), entry in table.items() if words == (phrase,))
    assert reordering == pytest.approx(
        [1.5 / 2.5 if name == side else 0.5 / 2.5 for side in (before, after) for name in names]
    )


def test_unaligned_words_extend_phrases_but_are_none_by_themselves(tmp_path: Path) -> None:
    table = train(tmp_path, [sentence("u a u", "v x", "1-1")])
    assert {(" ".join(source), " ".join(target)) for source, target in table} == {
        (source, target) for source in ("a", "u a", "a u", "u a u") for target in ("x", "v x")
    }


def test_scores_by_hand(tmp_path: Path) -> None:
    corpus = [sentence("a b", "x y", "0-0 1-1"), sentence("a", "y", "0-0"), sentence("a c", "x", "0-0")]
    table = train(tmp_path, corpus)
    # x comes from a in two sentences, and once more from "a c"; w(x|a) = 2/3, and c is unaligned once in one.
    assert table[("a",), ("x",)].scores == pytest.approx((2 / 3, 1.0, 2 / 3, 2 / 3))
    assert table[("a", "c"), ("x",)].scores == pytest.approx((1 / 3, 1.0, 1.0, 2 / 3))
    assert table[("a",), ("x",)].counts == (3, 3, 2)


words = st.sampled_from("abcd")


@st.composite
def sentences(draw: st.DrawFn) -> tuple[Phrase, Phrase, Links]:
    source, target = draw(st.lists(words, max_size=9)), draw(st.lists(words, max_size=9))
    every = [(i, j) for i in range(len(source)) for j in range(len(target))]
    links = draw(st.lists(st.sampled_from(every), max_size=12)) if every else []
    return tuple(source), tuple(target), frozenset(links)


@settings(max_examples=150)
@given(corpus=st.lists(sentences(), max_size=4), longest=st.sampled_from([1, 3, 7]), threads=st.sampled_from([1, 2]))
def test_the_slow_reference_agrees(
    tmp_path_factory: pytest.TempPathFactory, corpus: list[Sentence], longest: int, threads: int
) -> None:
    options = PhraseOptions(longest=longest, best=0, counts=True, exact=True)
    table = train(tmp_path_factory.mktemp("corpus"), corpus, options, threads)
    expected = score(corpus, longest)
    assert set(table) == set(expected)
    for pair, entry in expected.items():
        assert table[pair].counts == entry.counts
        assert table[pair].links == entry.links
        assert table[pair].scores == pytest.approx(entry.scores, rel=1e-5)
        assert table[pair].reordering == pytest.approx(entry.reordering, rel=1e-5)


def test_threads_do_not_change_the_file(tmp_path: Path) -> None:
    corpus = [KOEHN, sentence("a b c", "x y z", "0-2 1-0 2-1")] * 3000
    train(tmp_path, corpus, PhraseOptions())
    first = (tmp_path / "table").read_bytes()
    train(tmp_path, corpus, PhraseOptions(), threads=3)
    assert (tmp_path / "table").read_bytes() == first


def test_what_pruning_keeps(tmp_path: Path) -> None:
    corpus = [sentence("a b", "x y", "0-0 1-1")] * 2 + [sentence("a b", "x z", "0-0 1-1"), sentence("c", "w", "0-0")]
    kept = {" ".join(s) + " = " + " ".join(t) for s, t in train(tmp_path, corpus, PhraseOptions(least_count=2))}
    # c was seen once: it keeps its only translation, since it would become an unknown word.
    assert kept == {"a = x", "b = y", "a b = x y", "c = w"}
    best = {" ".join(s) + " = " + " ".join(t) for s, t in train(tmp_path, corpus, PhraseOptions(best=1))}
    assert best == {"a = x", "b = y", "a b = x y", "c = w"}
    # Once each in four sentences: -ln p is ln 4; twice of two and three: p is 1/2.
    significant = PhraseOptions(significance=math.log(4) + 0.01)
    assert {" ".join(s) for s, _ in train(tmp_path, corpus, significant)} == {"a", "b", "c"}


@pytest.mark.parametrize("smoothing", ["good-turing", "kneser-ney"])
def test_smoothing_lowers_what_was_seen_once(tmp_path: Path, smoothing: str) -> None:
    corpus = [sentence(f"a{n % 7} b{n % 5}", f"x{n % 3} y{n % 4}", "0-0 1-1") for n in range(200)]
    corpus += [sentence("a0", f"z{n}", "0-0") for n in range(20)]
    plain = train(tmp_path, corpus)
    options = PhraseOptions(smoothing=smoothing, best=0, exact=True)  # type: ignore[arg-type]
    smoothed = train(tmp_path, corpus, options)
    assert smoothed.keys() == plain.keys()
    assert smoothed[("a0",), ("z3",)].scores[2] < plain[("a0",), ("z3",)].scores[2]
    assert all(0 < probability <= 1 for entry in smoothed.values() for probability in entry.scores)


def test_rounded_scores_are_near(tmp_path: Path) -> None:
    corpus = [KOEHN, sentence("a b c", "x y z", "0-2 1-0 2-1"), sentence("a b", "x y", "0-0 1-1")]
    exact, rounded = train(tmp_path, corpus), train(tmp_path, corpus, PhraseOptions())
    for pair, entry in exact.items():
        assert rounded[pair].scores == pytest.approx(entry.scores, rel=0.05)
        assert rounded[pair].reordering == pytest.approx(entry.reordering, rel=0.03)


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_moses_tables_go_out_and_come_back(tmp_path: Path, suffix: str) -> None:
    corpus = [KOEHN, sentence("a | c", "x é z", "0-2 1-0 2-1"), sentence("a b", "x y", "0-0 1-1")]
    table = train(tmp_path, corpus)
    phrases, reordering = tmp_path / f"phrase-table{suffix}", tmp_path / f"reordering-table{suffix}"
    write_moses_tables(PhraseTable(tmp_path / "table"), phrases, reordering)
    read_moses_tables(phrases, reordering, tmp_path / "again")
    again = contents(tmp_path / "again")
    escaped = {(tuple(word.replace("|", "&#124;") for word in s), t): entry for (s, t), entry in table.items()}
    assert again.keys() == escaped.keys()
    for pair, entry in escaped.items():
        assert again[pair].links == entry.links
        assert again[pair].counts == entry.counts
        assert again[pair].scores == pytest.approx(entry.scores, rel=1e-5)
        assert again[pair].reordering == pytest.approx(entry.reordering, rel=1e-5)
    text = (gzip.decompress(phrases.read_bytes()) if suffix else phrases.read_bytes()).splitlines()
    sources = [line.split(b" ||| ")[0] + b" |||" for line in text]
    assert sources == sorted(sources)


def test_a_table_that_moses_wrote(tmp_path: Path) -> None:
    (tmp_path / "phrases").write_text(
        "la maison ||| the house ||| 0.5 0.25 0.8 0.1 ||| 0-0 1-1  ||| 4 5 2 ||| |||\n"
        "la ||| it ||| 0 1e-50 0.2 0.1 2.718 ||| 0-0\n"
        "la ||| the ||| 0.5 0.25 0.7 0.1\n"
    )
    (tmp_path / "reordering").write_text("la ||| the ||| 0.6 0.2 0.2 0.2 0.2 0.6 \n")
    read_moses_tables(tmp_path / "phrases", tmp_path / "reordering", tmp_path / "table")
    table = PhraseTable(tmp_path / "table")
    assert [pair.target for pair in table.find(["la"])] == [("the",), ("it",)]
    the, it = table.find(["la"])
    assert [math.exp(value) for value in the.reordering] == pytest.approx([0.6, 0.2, 0.2, 0.2, 0.2, 0.6])
    assert it.reordering == (0,) * 6
    assert it.scores[:2] == pytest.approx((-100, -100))
    assert table.find(["la", "maison"])[0].alignment == ((0, 0), (1, 1))
    assert table.find(["maison"]) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "1 to 20 words"),
        ("a", "1 to 20 words"),
        ("a ||| ||| 1 1 1 1", "1 to 20 words"),
        ("a " * 21 + "||| b ||| 1 1 1 1", "1 to 20 words, not 21"),
        ("a ||| b ||| 1 1 1", "4 scores, not 3"),
        ("a ||| b ||| 1 1 x 1", "'x' is not a probability"),
        ("a ||| b ||| 1 1 -1 1", "'-1' is not a probability"),
        ("a ||| b ||| 1 1 nan 1", "'nan' is not a probability"),
        ("a ||| b ||| 1 1 1e400 1", "'1e400' is not a probability"),
        ("a ||| b ||| 1 1 1 1 ||| 0-1", "'0-1' is not a link"),
        ("a ||| b ||| 1 1 1 1 ||| 99999999999-0", "'99999999999-0' is not a link"),
        ("a ||| b ||| 1 1 1 1 ||| 00", "'00' is not a link"),
        ("a ||| b ||| 1 1 1 1 ||| 0-0 ||| x", "'x' is not a count"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str, problem: str) -> None:
    (tmp_path / "phrases").write_text(f"a ||| b ||| 1 1 1 1\n{line}\na ||| c ||| 1 1 1 1\n")
    with pytest.raises(BadFormat, match=r"phrases, line 2: .*") as caught:
        read_moses_tables(tmp_path / "phrases", None, tmp_path / "table")
    assert problem in str(caught.value)
    assert not (tmp_path / "table").exists()


def test_a_malformed_reordering_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "phrases").write_text("a ||| b ||| 1 1 1 1\n")
    (tmp_path / "reordering").write_text("a ||| b ||| 0.2 0.2 0.6\n")
    with pytest.raises(BadFormat, match=r"reordering, line 1: .*6 values, not 3"):
        read_moses_tables(tmp_path / "phrases", tmp_path / "reordering", tmp_path / "table")


def test_damaged_packing_is_named(tmp_path: Path) -> None:
    packed = gzip.compress(b"a ||| b ||| 1 1 1 1\n" * 100)
    (tmp_path / "phrases.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(BadFormat, match="damaged gzip"):
        read_moses_tables(tmp_path / "phrases.gz", None, tmp_path / "table")


def test_faults_of_the_user(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="1 to 7 words"):
        PhraseOptions(longest=8)
    with pytest.raises(ResourceError, match="nothing"):
        PhraseTable(tmp_path / "nothing")
    (tmp_path / "text").write_text("a b\n")
    with pytest.raises(InputError, match="link past the end"):
        train_phrase_table(tmp_path / "text", tmp_path / "text", Alignments.parse(["0-2"]), tmp_path / "table")
    with pytest.raises(InputError, match="numbers of sentences"):
        train_phrase_table(tmp_path / "text", tmp_path / "text", Alignments.parse(["", ""]), tmp_path / "table")
    assert {path.name for path in tmp_path.iterdir()} == {"text"}
