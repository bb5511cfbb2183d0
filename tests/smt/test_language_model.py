from __future__ import annotations

import contextlib
import dataclasses
import gzip
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import SAMPLE, read_arpa

from antecede.errors import AntecedeError, InputError, ResourceError
from antecede.smt import LanguageModel, TextScore, estimate
from antecede.smt.language_model import build, rewrite_arpa

if TYPE_CHECKING:
    from collections.abc import Sequence

# SRILM's dialect: a line before the data, -99 for the sentence start, back-offs only where there are any, blanks as
# tabs, and an n-gram whose shorter form was pruned away ("chat dort" is missing though "le chat dort" is there).
SRILM = """
A comment.

\\data\\
ngram 1=5
ngram 2=2
ngram 3=1

\\1-grams:
-1.0 </s>
-99\t<s>\t-0.5
-0.5\tle\t-0.25
-0.75\tchat\t-0.125
-1.5\tdort

\\2-grams:
-0.25\t<s> le\t-0.375
-0.125\tle chat\t-0.0625

\\3-grams:
-0.03\tle chat dort

\\end\\
"""


@pytest.fixture
def arpa(tmp_path: Path) -> Path:
    (tmp_path / "text").write_text(SAMPLE)
    estimate([tmp_path / "text"], order=4).write_arpa(tmp_path / "arpa")
    return tmp_path / "arpa"


def test_srilms_dialect_is_read(tmp_path: Path) -> None:
    (tmp_path / "arpa").write_text(SRILM)
    model = LanguageModel(tmp_path / "arpa")
    assert model.order == 3
    assert model.probability("le", sentence_start=True) == pytest.approx(-0.25)
    assert model.probability("dort", "le chat") == pytest.approx(-0.03)
    assert model.probability("dort", "x chat") == pytest.approx(-0.125 - 1.5)
    # What stands in for the missing "chat dort" is what backing off gives; so after it, nothing is remembered of chat.
    assert model.probability("</s>", "le chat dort") == pytest.approx(-1.0)
    # Without <unk>, KenLM's -100.
    assert model.probability("x") == pytest.approx(-100)
    assert model.probability("x", "le") == pytest.approx(-100.25)


def test_spaces_windows_lines_and_gzip_are_read(tmp_path: Path) -> None:
    (tmp_path / "arpa").write_text(SRILM)
    (tmp_path / "windows").write_bytes(SRILM.replace("\n", "\r\n").replace("\t", "  ").encode())
    (tmp_path / "packed").write_bytes(gzip.compress(SRILM.encode()))
    rewrite_arpa(tmp_path / "arpa", tmp_path / "first")
    for dialect in ("windows", "packed", "first"):
        rewrite_arpa(tmp_path / dialect, tmp_path / "again")
        assert (tmp_path / "again").read_text() == (tmp_path / "first").read_text()


def test_an_arpa_file_comes_back_as_it_was(arpa: Path, tmp_path: Path) -> None:
    rewrite_arpa(arpa, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == arpa.read_bytes()


def test_a_model_says_what_its_arpa_file_says(arpa: Path, tmp_path: Path) -> None:
    build(arpa, tmp_path / "lm")
    model = LanguageModel(tmp_path / "lm")
    model.verify()
    ngrams = read_arpa(arpa)
    assert model.counts == [sum(len(gram) == n for gram in ngrams) for n in range(1, 5)]
    assert sorted(model.vocabulary()) == sorted(gram[0] for gram in ngrams if len(gram) == 1)
    for (*context, word), entry in ngrams.items():
        start = context[:1] == ["<s>"]
        found = model.probability(word, " ".join(context[start:]), sentence_start=start)
        assert found == pytest.approx(entry.log10, abs=1e-6)


def test_a_model_written_at_once_is_the_one_by_way_of_arpa(arpa: Path, tmp_path: Path) -> None:
    estimate([tmp_path / "text"], order=4).write(tmp_path / "direct")
    build(arpa, tmp_path / "built")
    lines = SAMPLE.splitlines()
    direct, built = LanguageModel(tmp_path / "direct"), LanguageModel(tmp_path / "built")
    assert [direct.score(line) for line in lines] == [built.score(line) for line in lines]


def sentences_of(seed: int, lines: int) -> list[str]:
    """Pieces of the sample, so that long n-grams are found, and other words in between."""
    rng = random.Random(seed)  # noqa: S311 - text, not secrets
    whole = SAMPLE.split()
    starts = range(len(whole) - 5)
    pieces = [*([word] for word in [*whole, "unseen", "<unk>"]), *(whole[at : at + 5] for at in starts)]
    return [" ".join(w for piece in rng.choices(pieces, k=rng.randrange(6)) for w in piece) for _ in range(lines)]


@pytest.mark.parametrize("order", [2, 3, 5])
@pytest.mark.parametrize("prune", [(), (0, 1)])
def test_scores_are_kenlms(tmp_path: Path, order: int, prune: Sequence[int]) -> None:
    kenlm = pytest.importorskip("kenlm")
    (tmp_path / "text").write_text(SAMPLE)
    estimate([tmp_path / "text"], order=order, prune=prune).write_arpa(tmp_path / "model.arpa")
    compare(kenlm.Model(str(tmp_path / "model.arpa")), LanguageModel(tmp_path / "model.arpa"))


def compare(peer: object, model: LanguageModel) -> None:
    for line in sentences_of(3, 200):
        expected = list(peer.full_scores(line))  # type: ignore[attr-defined]
        found = model.score(line).tokens
        assert [token.oov for token in found] == [oov for _, _, oov in expected]
        assert [token.order for token in found] == [length for _, length, _ in expected]
        assert [token.log10 for token in found] == pytest.approx([score for score, _, _ in expected], abs=1e-5)


def test_scores_of_srilms_dialect_are_kenlms(tmp_path: Path) -> None:
    kenlm = pytest.importorskip("kenlm")
    # KenLM wants tabs, and has no room in so small a table for what is missing.
    text = SRILM.replace("-1.0 </s>", "-1.0\t</s>").replace("A comment.\n", "").replace("ngram 2=2", "ngram 2=3")
    (tmp_path / "m.arpa").write_text(text.replace("\n\n\\3-grams", "\n-0.5\tchat dort\n\n\\3-grams"))
    peer, model = kenlm.Model(str(tmp_path / "m.arpa")), LanguageModel(tmp_path / "m.arpa")
    for line in ("le chat dort", "chat dort le chat", "dort dort", "le chien", ""):
        assert model.score(line).log10 == pytest.approx(peer.score(line), abs=1e-4)


def test_a_quantised_model_is_close_and_smaller(tmp_path: Path) -> None:
    rng = random.Random(1)  # noqa: S311 - text, not secrets
    words = [f"w{n}" for n in range(500)]
    lines = [" ".join(rng.choices(words, [1 / (n + 1) for n in range(500)], k=10)) for _ in range(3000)]
    (tmp_path / "text").write_text("\n".join(lines))
    made = estimate([tmp_path / "text"], order=3)
    made.write(tmp_path / "full")
    made.write(tmp_path / "small", quantise=True)
    assert (tmp_path / "small").stat().st_size < 0.65 * (tmp_path / "full").stat().st_size
    full, small = (LanguageModel(tmp_path / name) for name in ("full", "small"))
    pairs = [
        both for line in lines[:200] for both in zip(full.score(line).tokens, small.score(line).tokens, strict=True)
    ]
    # Where a word was found does not change; what it gets hardly does.
    assert [a.order for a, _ in pairs] == [b.order for _, b in pairs]
    assert max(abs(a.log10 - b.log10) for a, b in pairs) < 0.15
    assert sum(abs(a.log10 - b.log10) for a, b in pairs) / len(pairs) < 0.005


def test_a_text_is_the_sum_of_its_sentences(arpa: Path, tmp_path: Path) -> None:
    model = LanguageModel(arpa)
    lines = ["le chat dort .", "", "rien de rien", "la souris"]
    (tmp_path / "test").write_text("\n".join(lines) + "\n")
    total = model.score_text(tmp_path / "test")
    sentences = [model.score(line) for line in lines]
    assert dataclasses.astuple(total) == pytest.approx(dataclasses.astuple(TextScore.of(sentences)), abs=1e-4)
    assert (total.sentences, total.tokens, total.oov) == (4, 13, 3)
    assert total.perplexity == pytest.approx(10 ** (-total.log10 / 13))
    known = sum(t.log10 for s in sentences for t in s.tokens if not t.oov)
    assert total.perplexity_without_oov == pytest.approx(10 ** (-known / 10))
    assert [model.log10(line) for line in lines] == pytest.approx([sentence.log10 for sentence in sentences])
    assert model.score(["le", "chat"]) == model.score(" le\tchat\r\n")


BROKEN = [
    ("\\data\\", "\\dat\\", r"line 23: no \\data\\ line"),
    ("ngram 2=2", "ngram 3=2", "orders should ascend"),
    ("ngram 2=2", "ngram 2=many", "should be 'ngram N=COUNT'"),
    ("ngram 2=2", "ngram 2=99999999999999", "too small"),
    ("ngram 1=5", "ngram 1=6", r"line 15: there should be 6 n-grams of order 1, but there are 5"),
    ("ngram 1=5", "ngram 1=4", r"line 13: there should be only 4 n-grams of order 1"),
    ("\\2-grams:", "\\4-grams:", r"line 15: should be \\2-grams:"),
    ("-0.125\tle chat", "x\tle chat", r"line 17: 'x' is not a number"),
    ("-0.125\tle chat", "nan\tle chat", "is not a number"),
    ("-0.125\tle chat", "inf\tle chat", "not the logarithm of a probability"),
    ("-0.125\tle chat\t-0.0625", "-0.125\tle", r"line 17: should be a number, 2 words and perhaps another number"),
    ("-0.125\tle chat", "-0.125\tle chat chien chat", "should be a number, 2 words"),
    ("-0.125\tle chat", "-0.125\tle chien", r"line 17: the word 'chien' is not among the 1-grams"),
    ("-0.125\tle chat", "-0.125\t<s> le", r"line 17: the same n-gram appears twice"),
    ("-0.5\tle", "-0.5\tchat", "line 12: the word 'chat' appears twice"),
    ("\\end\\", "", r"the file ends before \\end\\"),
    ("-0.03\tle chat dort\n\n\\end\\\n", "", r"the file ends before \\end\\"),
]


@pytest.mark.parametrize(("old", "new", "message"), BROKEN)
def test_a_broken_arpa_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in SRILM
    (tmp_path / "arpa").write_text(SRILM.replace(old, new, 1).lstrip("\n"))
    with pytest.raises(InputError, match=r"arpa, line \d+: ") as caught:
        build(tmp_path / "arpa", tmp_path / "lm")
    assert caught.match(message)
    assert not (tmp_path / "lm").exists()


def test_a_packed_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(gzip.compress(SRILM.encode())[:-20])
    with pytest.raises(InputError, match="packed: cannot be unpacked"):
        LanguageModel(tmp_path / "packed")
    (tmp_path / "packed").write_bytes(gzip.compress(b"\\data\\\nngram x\n"))
    with pytest.raises(InputError, match="packed, line 2"):
        LanguageModel(tmp_path / "packed")


@given(data=st.binary(max_size=300), at=st.integers(0, len(SRILM)))
def test_any_arpa_file_is_read_or_refused(data: bytes, at: int) -> None:
    encoded = SRILM.encode()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "arpa").write_bytes(encoded[:at] + data + encoded[at + len(data) :])
        with contextlib.suppress(AntecedeError):
            assert len(LanguageModel(Path(folder, "arpa")).score("le chat dort sur le chat").tokens) == 7


@given(
    flips=st.lists(st.tuples(st.integers(0, 1 << 30), st.integers(1, 255)), min_size=1, max_size=6), cut=st.booleans()
)
def test_a_damaged_model_is_refused_or_gives_an_answer(flips: list[tuple[int, int]], cut: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "arpa").write_text(SRILM)
        path = Path(folder, "lm")
        build(Path(folder, "arpa"), path)
        data = bytearray(path.read_bytes())
        for place, bits in flips:
            data[place % len(data)] ^= bits
        path.write_bytes(data[: flips[0][0] % len(data)] if cut else data)
        with contextlib.suppress(AntecedeError):
            model = LanguageModel(path)
            assert len(model.score("le chat dort sur le chat").tokens) == 7
            model.verify()


def test_a_damaged_model_is_told_from_a_foreign_one(arpa: Path, tmp_path: Path) -> None:
    build(arpa, tmp_path / "lm")
    whole = (tmp_path / "lm").read_bytes()
    (tmp_path / "lm").write_bytes(whole[:-1])
    with pytest.raises(ResourceError, match="truncated"):
        LanguageModel(tmp_path / "lm")
    (tmp_path / "lm").write_bytes(whole.replace(b"language model\0\0\2", b"language model\0\0\7", 1))
    with pytest.raises(ResourceError, match="format version 7"):
        LanguageModel(tmp_path / "lm")
    (tmp_path / "lm").write_bytes(whole[:200] + bytes([whole[200] ^ 1]) + whole[201:])
    with pytest.raises(ResourceError, match="wrong checksum"):
        LanguageModel(tmp_path / "lm").verify()
    with pytest.raises(InputError, match="No such file"):
        LanguageModel(tmp_path / "none")
    with pytest.raises(InputError, match="Is a directory"):
        LanguageModel(tmp_path)


def test_nothing_is_left_where_a_model_cannot_be_written(arpa: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        build(arpa, tmp_path / "none" / "lm")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        build(arpa, tmp_path / "folder")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arpa", "folder", "text"]
