from __future__ import annotations

import itertools
import math
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import reference_lm
from hypothesis import given
from hypothesis import strategies as st
from samples import SAMPLE, read_arpa

from antecede.errors import BadOption, InputError
from antecede.smt import LanguageModel, estimate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reference_lm import Entry, Words

SMALLEST = 1  # bytes to sort in: everything goes to disk


def estimated(text: str, **options: object) -> dict[Words, Entry]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "text").write_text(text, encoding="utf-8")
        estimate([Path(folder, "text")], **options).write_arpa(Path(folder, "arpa"))  # type: ignore[arg-type]
        return read_arpa(Path(folder, "arpa"))


def assert_close(found: Mapping[Words, Entry], expected: Mapping[Words, Entry], within: float = 2e-5) -> None:
    assert found.keys() == expected.keys()
    for gram, entry in expected.items():
        assert found[gram] == pytest.approx(entry, abs=within), gram


def many_lines(words: int, lines: int, seed: int = 1) -> str:
    rng = random.Random(seed)  # noqa: S311 - text, not secrets
    # As in language, few words are frequent and many are not.
    vocabulary = [f"w{n}" for n in range(words)]
    weights = [1 / (n + 1) for n in range(words)]
    return "".join(" ".join(rng.choices(vocabulary, weights, k=rng.randrange(12))) + "\n" for _ in range(lines))


def test_a_model_worked_out_by_hand() -> None:
    # Bigrams: <s> a twice; a b, b </s>, a </s> once. Words before: one before a, one before b, two before </s>.
    # Nothing has a count of 3, so the discounts are 0.5, 1 and 1.5 for both lengths.
    # Words: 4 in all; the discounts take (0.5 + 0.5 + 1) / 4 = 0.5, shared by <unk>, </s>, a and b: 0.125 each.
    #   p(a) = p(b) = (1 - 0.5) / 4 + 0.125 = 0.25, p(</s>) = (2 - 1) / 4 + 0.125 = 0.375
    # After <s>: 2 in all, the weight of the words is 1 / 2:    p(a|<s>) = (2 - 1) / 2 + 0.5 * 0.25 = 0.625
    # After a: 2 in all, the weight is (0.5 + 0.5) / 2 = 0.5:   p(b|a) = 0.5 / 2 + 0.5 * 0.25 = 0.375
    #                                                           p(</s>|a) = 0.5 / 2 + 0.5 * 0.375 = 0.4375
    # After b: 1 in all, the weight is 0.5 / 1:                 p(</s>|b) = 0.5 / 1 + 0.5 * 0.375 = 0.6875
    expected = {
        ("<unk>",): (0.125, 1),
        ("<s>",): (1, 0.5),
        ("</s>",): (0.375, 1),
        ("a",): (0.25, 0.5),
        ("b",): (0.25, 0.5),
        ("<s>", "a"): (0.625, 1),
        ("a", "b"): (0.375, 1),
        ("a", "</s>"): (0.4375, 1),
        ("b", "</s>"): (0.6875, 1),
    }
    found = estimated("a b\na\n", order=2)
    assert found.keys() == expected.keys()
    for gram, (probability, backoff) in expected.items():
        assert found[gram] == pytest.approx((math.log10(probability), math.log10(backoff)), abs=1e-6)


@pytest.mark.parametrize("memory", [SMALLEST, 1 << 26])
@pytest.mark.parametrize(
    ("text", "order", "prune"),
    [
        ("a\n", 1, ()),
        ("a\n", 3, ()),
        ("\n", 3, ()),
        ("\n\n\na b\n\n", 4, ()),
        ("a b a b a b a b\n" * 50, 5, ()),
        ("a\nb\nc\n", 4, ()),  # no trigrams but those with both ends
        ("a b c d e f g h i", 8, ()),
        (SAMPLE, 5, ()),
        (SAMPLE, 3, (0, 1)),
        (SAMPLE, 4, (0, 0, 1, 2)),
        (SAMPLE, 3, (1, 1, 1)),
        (SAMPLE, 2, (100,)),
        (many_lines(40, 2000), 5, ()),  # a pronoun language model
        (many_lines(40, 2000), 4, (0, 0, 2, 9)),
        (many_lines(2000, 1000), 3, ()),
        (many_lines(2000, 1000), 1, (1,)),
    ],
)
def test_an_estimate_is_what_the_definition_says(text: str, order: int, prune: Sequence[int], memory: int) -> None:
    sentences = [line.split() for line in text.removesuffix("\n").split("\n")]
    expected = reference_lm.estimate(sentences, order, prune)
    assert_close(estimated(text, order=order, prune=prune, memory=memory), expected)


CORPORA = st.lists(st.lists(st.sampled_from("abcdef"), max_size=8), min_size=1, max_size=25)


@given(corpus=CORPORA, order=st.integers(1, 5), prune=st.lists(st.integers(0, 2), max_size=5))
def test_any_estimate_is_what_the_definition_says(corpus: list[list[str]], order: int, prune: list[int]) -> None:
    thresholds = sorted(prune)[:order]
    text = "".join(" ".join(sentence) + "\n" for sentence in corpus)
    found = estimated(text, order=order, prune=thresholds)
    assert_close(found, reference_lm.estimate(corpus, order, thresholds))


@given(corpus=CORPORA, order=st.integers(1, 4), prune=st.sampled_from([(), (0, 1), (1,)]), quantise=st.booleans())
def test_probabilities_after_any_context_sum_to_one(
    corpus: list[list[str]], order: int, prune: Sequence[int], quantise: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "text")
        path.write_text("".join(" ".join(sentence) + "\n" for sentence in corpus))
        estimate([path], order=order, prune=prune[:order]).write(Path(folder, "lm"), quantise=quantise)
        model = LanguageModel(Path(folder, "lm"))
    words = set(model.vocabulary()) - {"<s>"}
    # So few different values fit the codes of a quantised model, so that it is exact, too.
    for context in itertools.chain(corpus[:4], [[], ["unseen"], ["a", "unseen", "b"]]):
        for start in (True, False):
            total = sum(10 ** model.probability(word, " ".join(context), sentence_start=start) for word in words)
            assert total == pytest.approx(1, abs=1e-4)


@given(corpus=CORPORA, order=st.integers(1, 4), seed=st.integers(0, 99))
def test_the_order_of_sentences_changes_nothing(corpus: list[list[str]], order: int, seed: int) -> None:
    lines = [" ".join(sentence) for sentence in corpus]
    moved = random.Random(seed).sample(lines, len(lines))  # noqa: S311 - shuffling
    # The word that comes last is another for lmplz, and its discounts with it; so the last sentence stays.
    first, second = (
        estimated("".join(f"{line}\n" for line in [*text, "last"]), order=order) for text in (lines, moved)
    )
    assert_close(first, second, within=1e-6)


def test_several_files_are_one_text(tmp_path: Path) -> None:
    lines = SAMPLE.splitlines(keepends=True)
    (tmp_path / "a").write_text("".join(lines[:4]))
    (tmp_path / "b").write_text("".join(lines[4:]))
    (tmp_path / "whole").write_text(SAMPLE)
    estimate([tmp_path / "a", tmp_path / "b"], order=3).write_arpa(tmp_path / "two.arpa")
    estimate([tmp_path / "whole"], order=3).write_arpa(tmp_path / "one.arpa")
    assert (tmp_path / "one.arpa").read_bytes() == (tmp_path / "two.arpa").read_bytes()


def test_blanks_are_what_lmplz_takes_for_blanks() -> None:
    # A byte order mark and Windows line ends are no words; a no-break space is part of one.
    found = estimated("\ufeffa\tb\r\n  a b  \r\na\u00a0b", order=1)
    assert found.keys() == {("<unk>",), ("<s>",), ("</s>",), ("a",), ("b",), ("a\u00a0b",)}


def test_symbols_in_the_text_are_an_error_or_skipped(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a b\na <s> b </s>\n")
    with pytest.raises(InputError, match=r"text, line 2: <s> is not allowed"):
        estimate([tmp_path / "text"], order=2)
    assert estimated("a b\na <s> b </s>\n", order=2, skip_symbols=True) == estimated("a b\na b\n", order=2)


def test_stages_are_told(tmp_path: Path) -> None:
    (tmp_path / "text").write_text(SAMPLE)
    told: list[tuple[str, float]] = []
    estimate([tmp_path / "text"], order=3, progress=lambda stage, done: told.append((stage, done)))
    assert [stage for stage, _ in told if stage != "counting"][:2] == ["sorting", "normalising"]
    assert all(0 <= done <= 1 for _, done in told)


def test_an_error_in_the_callback_stops_the_estimation(tmp_path: Path) -> None:
    (tmp_path / "text").write_text(SAMPLE)

    def stop(_stage: str, _done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        estimate([tmp_path / "text"], order=3, progress=stop)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a b\n\xff\n", "line 2: is not UTF-8"),
        (b"a\0b\n", "line 1: is not UTF-8"),
        (b"ok\n\xed\xa0\x80\n", "line 2: is not UTF-8"),  # a surrogate
    ],
)
def test_what_is_not_text_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "text").write_bytes(content)
    with pytest.raises(InputError, match=message):
        estimate([tmp_path / "text"], order=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": 0}, "from 1 to 8"),
        ({"order": 9}, "from 1 to 8"),
        ({"order": 2, "prune": [0, 1, 2]}, "more thresholds"),
        ({"order": 2, "prune": [1, 0]}, "may not decrease"),
        ({"order": 2, "prune": [-1]}, "negative"),
    ],
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, options: dict[str, object], message: str) -> None:
    (tmp_path / "text").write_text("a\n")
    with pytest.raises(BadOption, match=message):
        estimate([tmp_path / "text"], **options)  # type: ignore[arg-type]


def test_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    with pytest.raises(BadOption, match="no text"):
        estimate([tmp_path / "text"], order=2)
    with pytest.raises(InputError, match="none: cannot be read"):
        estimate([tmp_path / "none"], order=2)
    (tmp_path / "text").write_text("a\n" * 5000)
    with pytest.raises(InputError, match="cannot be used for temporary files"):
        estimate([tmp_path / "text"], order=2, memory=SMALLEST, folder=tmp_path / "none")


@pytest.mark.skipif(shutil.which("lmplz") is None, reason="wants KenLM's lmplz on the path")
@pytest.mark.parametrize(("order", "prune"), [(1, ()), (2, ()), (3, (0, 0, 1)), (5, ()), (5, (0, 1, 1, 2)), (6, (1,))])
@pytest.mark.parametrize("text", [SAMPLE, many_lines(40, 500), many_lines(3000, 3000)])
def test_an_estimate_is_lmplzs(tmp_path: Path, text: str, order: int, prune: Sequence[int]) -> None:
    (tmp_path / "text").write_text(text)
    command = ["lmplz", "-o", str(order), "--discount_fallback", "-S", "200M", "-T", f"{tmp_path}/"]
    command += ["--vocab_estimate", "10000", "--text", f"{tmp_path}/text", "--arpa", f"{tmp_path}/arpa"]
    if prune:
        command += ["--prune", *map(str, prune)]
    subprocess.run(command, check=True, capture_output=True)
    assert_close(estimated(text, order=order, prune=prune), read_arpa(tmp_path / "arpa"))
