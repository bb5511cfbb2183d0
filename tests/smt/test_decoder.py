"""The decoder against an exhaustive search, and properties of what it gives."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from decoder_reference import Model, Pair, derivations, random_model
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antecede import _native

if TYPE_CHECKING:
    from pathlib import Path

UNLIMITED = {"pop_limit": 1 << 20, "table_limit": 0}
Given = tuple[int, int, list[str], dict[str, list[float]], list[tuple[int, int]], bool]
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def opened(phrases: Path, lm: Path, **extra: Any) -> _native.DecoderModels:  # noqa: ANN401 - passed on
    return _native.DecoderModels(_native.PhraseTable.open(phrases), lm, **extra)


def decoder_of(model: Model, folder: Path, **how: int) -> _native.Decoder:
    phrases, lm = model.write(folder)
    models = opened(phrases, lm)
    known = {name for name, _ in models.features}
    weights = {name: group for name, group in model.weights.items() if name in known}
    return _native.Decoder(models, weights, **{"distortion_limit": model.distortion_limit, **how})


def listed(found: _native.Translations) -> list[tuple[Any, ...]]:
    return [
        (tuple(found.tokens(n)), tuple(found.segmentation(n)), tuple(found.alignment(n))) for n in range(len(found))
    ]


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 5), reordering=st.booleans())
def test_unlimited_search_lists_exactly_the_derivations_there_are(
    tmp_path: Path, seed: int, words: int, reordering: bool
) -> None:
    model, source = random_model(seed, words=words, reordering=reordering)
    if not model.table:
        return
    expected = derivations(model, source)
    decoder = decoder_of(model, tmp_path, **UNLIMITED)
    [found] = decoder.translate([source], n_best=len(expected) + 10)
    assert len(found) == len(expected)
    assert found.scores == pytest.approx([d.score for d in expected], abs=1e-3)
    assert sorted(listed(found)) == sorted((d.tokens, d.segmentation, d.alignment) for d in expected)


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 5))
def test_feature_values_are_those_of_the_derivation(tmp_path: Path, seed: int, words: int) -> None:
    model, source = random_model(seed, words=words)
    if not model.table:
        return
    expected = {(d.tokens, d.segmentation): d for d in derivations(model, source)}
    phrases, lm = model.write(tmp_path)
    models = opened(phrases, lm)
    decoder = _native.Decoder(models, model.weights, **UNLIMITED, distortion_limit=model.distortion_limit)
    [found] = decoder.translate([source], n_best=50)
    weights = np.concatenate([model.weights[name] for name, _ in models.features])
    assert found.scores == pytest.approx(found.features @ weights, abs=1e-3)
    for n in range(len(found)):
        reference = expected[tuple(found.tokens(n)), tuple(found.segmentation(n))]
        values = np.concatenate([reference.features[name] for name, _ in models.features])
        assert found.features[n] == pytest.approx(values, abs=1e-3)


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 12), pops=st.integers(1, 50), stack=st.integers(0, 20))
def test_every_word_is_translated_once_however_narrow_the_search(
    tmp_path: Path, seed: int, words: int, pops: int, stack: int
) -> None:
    model, source = random_model(seed, words=words)
    if not model.table:
        return
    decoder = decoder_of(model, tmp_path, pop_limit=pops, stack_size=stack)
    [found] = decoder.translate([source], n_best=20)
    assert len(found) >= 1
    assert all(np.diff(found.scores) <= 0)
    for n in range(len(found)):
        spans = [range(first, last + 1) for first, last, _, _ in found.segmentation(n)]
        assert sorted(position for span in spans for position in span) == list(range(words))
        ends = [end for _, _, _, end in found.segmentation(n)]
        assert ends[-1] == len(found.tokens(n))
        assert all(0 <= i < words and 0 <= j < ends[-1] for i, j in found.alignment(n))


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 6))
def test_distinct_lists_are_distinct_and_lose_nothing(tmp_path: Path, seed: int, words: int) -> None:
    model, source = random_model(seed, words=words)
    if not model.table:
        return
    decoder = decoder_of(model, tmp_path, **UNLIMITED)
    [everything] = decoder.translate([source], n_best=100_000)
    [distinct] = decoder.translate([source], n_best=100_000, distinct=True)
    tokens = [tuple(distinct.tokens(n)) for n in range(len(distinct))]
    assert len(set(tokens)) == len(tokens)
    assert set(tokens) == {tuple(everything.tokens(n)) for n in range(len(everything))}
    assert distinct.scores[0] == pytest.approx(everything.scores[0])


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 8))
def test_the_search_graph_holds_the_best_translation(tmp_path: Path, seed: int, words: int) -> None:
    model, source = random_model(seed, words=words)
    if not model.table:
        return
    phrases, lm = model.write(tmp_path)
    models = opened(phrases, lm)
    decoder = _native.Decoder(models, model.weights, pop_limit=100, distortion_limit=model.distortion_limit)
    [found] = decoder.translate([source], graph=True)
    node_scores, arcs, values, target_words = found.graph()
    weights = np.concatenate([model.weights[name] for name, _ in models.features])
    best = np.full(len(node_scores), -math.inf)
    best[0] = 0
    for (start, end, first, last, target_first, target_end), score in zip(arcs, values @ weights, strict=True):
        assert start < end
        assert first <= last < words
        assert target_first <= target_end <= len(target_words)
        best[end] = max(best[end], best[start] + score)
    assert best == pytest.approx(node_scores, abs=1e-3)
    assert best[-1] == pytest.approx(found.scores[0], abs=1e-3)


def test_results_do_not_depend_on_threads_or_on_what_came_before(tmp_path: Path) -> None:
    model, _ = random_model(5, words=9)
    decoder = decoder_of(model, tmp_path, pop_limit=30)
    sentences = [[f"s{(n * k) % 7}" for k in range(n % 11)] for n in range(200)]
    alone = [listed(decoder.translate([sentence], n_best=10)[0]) for sentence in sentences]
    for threads in (1, 2, 5):
        together = decoder.translate(sentences, n_best=10, threads=threads)
        assert [listed(found) for found in together] == alone


def tiny(folder: Path, **how: Any) -> _native.Decoder:  # noqa: ANN401 - arguments of two native classes
    """A model that knows two words: s0, s1 become t0, t1."""
    model, _ = random_model(1)
    model.table = {
        ("s0",): [Pair(("t0",), (0.5, 0.5, 0.5, 0.5), (), ((0, 0),))],
        ("s1",): [Pair(("t1",), (0.5, 0.5, 0.5, 0.5), (), ((0, 0),))],
    }
    del model.weights["LexicalReordering0"]
    phrases, lm = model.write(folder)
    extra = {key: how.pop(key) for key in ("backoff", "option_features", "features") if key in how}
    weights = {**model.weights, **how.pop("weights", {})}
    return _native.Decoder(opened(phrases, lm, **extra), weights, distortion_limit=6, **how)


def test_an_empty_line_has_one_empty_translation(tmp_path: Path) -> None:
    [found] = tiny(tmp_path).translate([[]], n_best=5)
    assert len(found) == 1
    assert found.tokens(0) == []
    assert found.alignment(0) == []
    assert found.scores[0] == 0


def test_unknown_words_pass_through_and_cost_a_hundred_each(tmp_path: Path) -> None:
    decoder = tiny(tmp_path)
    [found] = decoder.translate([["naïve", "s0", "<s>", "ж", "</s>", "<unk>"]])
    assert sorted(found.tokens(0)) == sorted(["naïve", "t0", "<s>", "ж", "</s>", "<unk>"])
    assert found.features[0][-1] == -500


@pytest.mark.parametrize("word", ["s0", "nowhere"])
def test_a_sentence_of_a_thousand_words_is_translated(tmp_path: Path, word: str) -> None:
    [found] = tiny(tmp_path, pop_limit=20).translate([[word] * 1000], n_best=3)
    assert len(found.tokens(0)) == 1000


def test_a_sentence_of_more_words_than_can_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(_native.BadSettings, match=r"sentence 2: .*too long"):
        tiny(tmp_path).translate([["s0"], ["s0"] * 10_001])


def given_option(first: int, last: int, *target: str, exclusive: bool = False, **scores: list[float]) -> Given:
    alignment = [(0, 0)] if target else []
    return (first, last, list(target), scores, alignment, exclusive)


def test_an_exclusive_option_is_taken_and_its_scores_count(tmp_path: Path) -> None:
    decoder = tiny(tmp_path, option_features=[("Given0", 2)], weights={"Given0": [0.5, 1.0]})
    option = given_option(1, 2, "chosen", exclusive=True, Given0=[-2.0, -1.0], TranslationModel0=[-1.0, 0, 0, 0])
    [found] = decoder.translate([["s0", "s1", "s0", "s1"]], options=[[option]], n_best=50)
    assert all("chosen" in found.tokens(n) for n in range(len(found)))
    assert all((1, 2) in [part[:2] for part in found.segmentation(n)] for n in range(len(found)))
    assert found.features[0][-2:] == pytest.approx([-2.0, -1.0])


def test_an_option_competes_with_the_table(tmp_path: Path) -> None:
    decoder = tiny(tmp_path, option_features=[("Given0", 1)], weights={"Given0": [1.0]})

    def best(value: float) -> list[str]:
        [found] = decoder.translate([["s0"]], options=[[given_option(0, 0, "t5", Given0=[value])]])
        return found.tokens(0)

    assert best(100.0) == ["t5"]
    assert best(-100.0) == ["t0"]
    [both] = decoder.translate([["s0"]], options=[[given_option(0, 0, "t5", Given0=[0.0])]], n_best=9)
    assert {tuple(both.tokens(n)) for n in range(len(both))} == {("t0",), ("t5",)}


def test_an_option_may_drop_a_word(tmp_path: Path) -> None:
    [found] = tiny(tmp_path).translate([["s0", "s1"]], options=[[given_option(1, 1, exclusive=True)]])
    assert found.tokens(0) == ["t0"]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (given_option(1, 0, "t0"), "outside a sentence of 2"),
        (given_option(0, 2, "t0"), "outside a sentence of 2"),
        (given_option(0, 10**9, "t0"), "outside a sentence of 2"),
        (given_option(0, 0, "t0", LM0=[1.0]), "may not score LM0"),
        (given_option(0, 0, "t0", Nothing0=[1.0]), "no feature 'Nothing0'"),
        (given_option(0, 0, "t0", TranslationModel0=[1.0]), "needs 4 finite values"),
        (given_option(0, 0, "t0", TranslationModel0=[math.nan] * 4), "needs 4 finite values"),
        ((0, 0, ["t0"], {}, [(0, 1)], False), "points outside"),
        ((0, 0, ["t0"], {}, [(-1, 0)], False), "points outside"),
    ],
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, option: Given, message: str) -> None:
    with pytest.raises(_native.BadSettings, match=message):
        tiny(tmp_path).translate([["s0", "s1"]], options=[[option]])


def test_exclusive_options_may_not_overlap_but_may_share_a_span(tmp_path: Path) -> None:
    decoder = tiny(tmp_path)
    source = [["s0", "s1", "s0"]]
    with pytest.raises(_native.BadSettings, match="overlap"):
        decoder.translate(
            source, options=[[given_option(0, 1, "a", exclusive=True), given_option(1, 2, "b", exclusive=True)]]
        )
    two = [given_option(0, 1, "a", exclusive=True), given_option(0, 1, "b", exclusive=True), given_option(1, 2, "c")]
    [found] = decoder.translate(source, options=[two], n_best=99)
    assert {word for n in range(len(found)) for word in found.tokens(n)} == {"a", "b", "t0"}


def test_the_backoff_table_serves_only_single_words_the_table_does_not_know(tmp_path: Path) -> None:
    entries = {
        "fem-sg": [(["elle"], [math.log(0.7)], [(0, 0)]), (["t5"], [math.log(0.3)], [(0, 0)])],
        "s0": [(["never"], [0.0], [(0, 0)])],
        "fem-sg s0": [(["never"], [0.0], [(0, 0)])],
    }
    decoder = tiny(tmp_path, backoff=("TranslationModel1", 1, entries), weights={"TranslationModel1": [0.8]})
    [found] = decoder.translate([["fem-sg", "s0"]], n_best=99)
    assert {word for n in range(len(found)) for word in found.tokens(n)} == {"elle", "t5", "t0"}
    row = next(found.features[n] for n in range(len(found)) if "elle" in found.tokens(n))
    values = dict(zip(["D", "LM", "WP", "PP", *"abcd", "UWP", "B"], row.tolist(), strict=True))
    assert values["B"] == pytest.approx(math.log(0.7))
    assert values["UWP"] == 0
    assert values["WP"] == -2
    assert values["PP"] == 2
    assert [values[name] for name in "abcd"] == pytest.approx([math.log(0.5)] * 4)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"LM0": [math.nan]}, "LM0 is not a number"),
        ({"LM0": [math.inf]}, "LM0 is not a number"),
        ({"LM0": [1.0, 2.0]}, "LM0 has 2 weights, but needs 1"),
        ({"Nothing0": [1.0]}, "no feature 'Nothing0'"),
    ],
)
def test_weights_that_make_no_sense_are_refused(tmp_path: Path, weights: dict[str, list[float]], message: str) -> None:
    with pytest.raises(_native.BadSettings, match=message):
        tiny(tmp_path, weights=weights)


@pytest.mark.parametrize("how", [{"pop_limit": 0}, {"beam": -1.0}, {"beam": math.nan}, {"lookahead": math.nan}])
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, how: dict[str, Any]) -> None:
    with pytest.raises(_native.BadSettings):
        tiny(tmp_path, **how)


def test_a_feature_remembers_what_the_hypothesis_said_for_the_antecedent(tmp_path: Path) -> None:
    model, _ = random_model(1)
    half = (0.5, 0.5, 0.5, 0.5)
    model.table = {
        ("table",): [Pair(("table-f",), half, (), ((0, 0),)), Pair(("bureau-m",), (0.5, 0.5, 0.4, 0.5), (), ((0, 0),))],
        ("it",): [Pair(("il",), half, (), ((0, 0),)), Pair(("elle",), (0.5, 0.5, 0.45, 0.5), (), ((0, 0),))],
        ("is",): [Pair(("est",), half, (), ((0, 0),))],
    }
    model.weights = {"TranslationModel0": [0.2] * 4, "Agreement0": [1.0]}
    phrases, lm = model.write(tmp_path)
    words = opened(phrases, lm).target_words()
    classes = {"bureau-m": 1, "il": 1, "table-f": 2, "elle": 2}
    attributes = np.array([classes.get(word, 0) for word in words], dtype=np.uint16)
    table = np.array([[0, 0, 0], [0, 0, -5], [0, -5, 0]], dtype=np.float32)
    agreement = _native.AgreementFeature("Agreement0", attributes, table)
    decoder = _native.Decoder(opened(phrases, lm, features=[agreement]), model.weights, **UNLIMITED)
    source = ["table", "is", "it"]

    def translations(notes: list[dict[str, list[float]]] | None) -> _native.Translations:
        [found] = decoder.translate([source], notes=notes, n_best=1000)
        return found

    silent, told = translations(None), translations([{"Agreement0": [0, 2, 1.0]}])
    assert set(silent.tokens(0)) == {"table-f", "est", "il"}
    assert set(told.tokens(0)) == {"table-f", "est", "elle"}
    assert sorted(listed(silent)) == sorted(listed(told))
    for n in range(len(told)):
        agree = {"table-f", "elle"} <= set(told.tokens(n)) or {"bureau-m", "il"} <= set(told.tokens(n))
        assert told.features[n][-1] == (0 if agree else -5)
    assert silent.features[:, -1].tolist() == [0.0] * len(silent)
    with pytest.raises(_native.BadSettings, match="no feature function"):
        translations([{"LM0": [1.0]}])


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 4), data=st.data())
def test_a_choice_scores_what_each_noted_word_is_translated_by(
    tmp_path: Path, seed: int, words: int, data: st.DataObject
) -> None:
    model, source = random_model(seed, words=words, reordering=False)
    if not model.table:
        return
    phrases, lm = model.write(tmp_path)
    classes = {"t0": 1, "t1": 1, "t2": 2}  # the other words are no pronouns
    vocabulary = _native.PhraseTable.open(phrases).target_words()
    attributes = np.array([classes.get(word, 0) for word in vocabulary], dtype=np.uint16)
    score = st.sampled_from([0.0, -0.5, -1.0, -4.0])
    positions = st.sampled_from(range(words))
    told = data.draw(st.dictionaries(positions, st.lists(score, min_size=3, max_size=3), max_size=2))
    choice = _native.ChoiceFeature("Choice0", attributes, 3)
    decoder = _native.Decoder(
        opened(phrases, lm, features=[choice]),
        {**model.weights, "Choice0": [0.7]},
        **UNLIMITED,
        distortion_limit=model.distortion_limit,
    )
    expected = []
    for derivation in derivations(model, source):
        value = 0.0
        for position, scores in told.items():
            targets = sorted(j for i, j in derivation.alignment if i == position)
            value += scores[next((c for j in targets if (c := classes.get(derivation.tokens[j], 0))), 0)]
        expected.append((derivation.score + 0.7 * value, value))
    notes = [number for position, scores in told.items() for number in (position, *scores)]
    [found] = decoder.translate([source], notes=[{"Choice0": notes}], n_best=len(expected))
    expected.sort(reverse=True)
    assert found.scores == pytest.approx([total for total, _ in expected], abs=1e-3)
    assert sorted(found.features[:, -1]) == pytest.approx(sorted(value for _, value in expected))


def test_a_narrow_search_follows_a_choice_from_the_start(tmp_path: Path) -> None:
    model, _ = random_model(1)
    likely = {f"p{number}": (0.9,) * 4 for number in range(30)}  # more than the table limit
    pairs = {**likely, "elle": (1e-3,) * 4}
    model.table = {("it",): [Pair((word,), scores, (), ((0, 0),)) for word, scores in pairs.items()]}
    phrases, lm = model.write(tmp_path)
    vocabulary = _native.PhraseTable.open(phrases).target_words()
    choice = _native.ChoiceFeature("Choice0", np.array([word == "elle" for word in vocabulary], np.uint16), 2)
    weights = {"TranslationModel0": [0.2] * 4, "LM0": [0.1], "Choice0": [1.0]}
    decoder = _native.Decoder(opened(phrases, lm, features=[choice]), weights, pop_limit=1)
    [told] = decoder.translate([["it"]], notes=[{"Choice0": [0, -50.0, 0.0]}])
    assert told.tokens(0) == ["elle"]


@pytest.mark.parametrize("classes", [0, 70_000])
def test_a_choice_needs_a_sensible_number_of_classes(classes: int) -> None:
    with pytest.raises(ValueError, match="classes"):
        _native.ChoiceFeature("Choice0", np.zeros(3, np.uint16), classes)
