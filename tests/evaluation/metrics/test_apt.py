"""Cases, weights, anchors and the repair of alignments, on small hand-made examples."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.alignment import Alignments
from antecede.alignment.pronouns import Words
from antecede.errors import BadOption
from antecede.evaluation.metrics import apt
from antecede.evaluation.metrics.apt import Settings, Side
from antecede.evaluation.results import AptScore, Case
from antecede.pairs import pair

EN_FR = pair("en-fr")


def settings(lists: str = "2017", **options: Any) -> Settings:  # noqa: ANN401 - the fields of Settings
    return Settings(pair=EN_FR, lists=EN_FR.lists[lists], **options)


def side(line: str, links: str) -> Side:
    return Side([line], Alignments.parse([links]))


def found(text: str | None) -> Words | None:
    return None if text is None else Words((0,), text)


@pytest.mark.parametrize(
    ("reference", "candidate", "case"),
    [
        ("elle", "elle", Case.IDENTICAL),
        ("c'", "ce", Case.IDENTICAL),  # Table 2 of the APT paper
        ("ça", "cela", Case.IDENTICAL),
        ("ç'", "cela", Case.IDENTICAL),
        ("ce", "il", Case.EQUIVALENT),
        ("c'", "il", Case.EQUIVALENT),  # c' is ce
        ("cela", "c'", Case.EQUIVALENT),  # as ça and ce
        ("il", "ça", Case.DIFFERENT),  # each goes with ce, but they do not go with each other
        ("elle", "il", Case.DIFFERENT),
        ("elle", "problème", Case.DIFFERENT),
        ("problème", "problème", Case.IDENTICAL),
        ("grand problème", "un problème", Case.IDENTICAL),  # one word in common is enough
        ("elle", None, Case.CANDIDATE_MISSING),
        (None, "elle", Case.REFERENCE_MISSING),
        (None, None, Case.BOTH_MISSING),
    ],
)
def test_case_of_a_pronoun(reference: str | None, candidate: str | None, case: Case) -> None:
    assert apt.classify(found(reference), found(candidate), EN_FR.lists["2017"]) is case


@pytest.mark.parametrize(
    ("reference", "candidate", "case"),
    [
        ("ce", "ce", Case.IDENTICAL),
        ("ce", "c'", Case.EQUIVALENT),
        ("ça", "ca", Case.EQUIVALENT),
        ("ça", "cela", Case.DIFFERENT),
        ("ce", "il", Case.DIFFERENT),
        ("elle", None, Case.CANDIDATE_MISSING),
        (None, "elle", Case.DIFFERENT),  # there is no case 5 or 6
        (None, None, Case.CANDIDATE_MISSING),
    ],
)
def test_case_of_a_pronoun_as_the_2016_papers_count(reference: str | None, candidate: str | None, case: Case) -> None:
    assert apt.classify(found(reference), found(candidate), EN_FR.lists["2016"]) is case


@pytest.mark.parametrize(
    ("options", "expected", "total"),
    [
        # 4 identical, 2 equivalent, 3 different, 1 missing in the candidate, 2 in the reference, 1 in both: 13.
        ({}, (4 + 0.5 * 2) / 13, 13),
        ({"w2": 1.0}, (4 + 2) / 13, 13),
        ({"w2": 0.0, "w6": 1.0}, (4 + 1) / 13, 13),
        ({"discard": frozenset({Case.REFERENCE_MISSING, Case.BOTH_MISSING})}, (4 + 0.5 * 2) / 10, 10),
    ],
)
def test_score_is_the_weighted_share_of_the_cases_that_count(
    options: dict[str, Any], expected: float, total: int
) -> None:
    cases = [Case(n) for n in (1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 6)]
    score = apt.aggregate(cases, settings(**options))
    assert score.score == pytest.approx(expected)
    assert score.cases == (4, 2, 3, 1, 2, 1)
    assert score.total == total


def test_no_pronoun_at_all_scores_nothing_rather_than_nan() -> None:
    assert apt.aggregate([], settings()) == AptScore(0.0, (0, 0, 0, 0, 0, 0), 0)


def test_the_2016_lists_count_similar_pronouns_in_full() -> None:
    assert (
        apt.aggregate([Case.IDENTICAL, Case.EQUIVALENT, Case.DIFFERENT, Case.DIFFERENT], settings("2016")).score == 0.5
    )


@pytest.mark.parametrize("options", [{"w2": 1.5}, {"w6": -0.1}, {"discard": frozenset(Case)}])
def test_settings_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        settings(**options)


@pytest.mark.parametrize(
    ("target", "links", "text", "positions"),
    [
        # Table 1 of the APT paper: "it" (6) is not aligned; "that" (5) and "purifies" (7) mark the range
        # "sain qu' il purifie l'", whose likely translations are "il" and "l'"; "il" is its centre.
        (
            "Le système est si sain qu' il purifie l' eau .",
            "0-0 1-1 2-2 3-3 4-4 5-5 7-7 8-8 9-9 10-10",
            "il",
            (6,),
        ),
        # Aligned to a verb: the same neighbours lead to the pronoun.
        ("Le système est si sain qu' il purifie l' eau .", "0-0 1-1 2-2 4-4 5-5 6-7 7-7 9-9", "il", (6,)),
        # Aligned to several words, one of them a pronoun: that one.
        ("Le système est si sain qu' il purifie l' eau .", "5-5 6-5 6-6 7-7", "il", (6,)),
        # Aligned to one pronoun: nothing to mend, whatever stands nearby.
        ("Le système est si sain qu' il purifie l' eau .", "5-5 6-8 7-7", "l'", (8,)),
        # A compound made by somebody else's tokeniser.
        ("Le système est-il si sain qu' un purifie l' eau .", "5-1 7-3", "il", (2,)),
        # Neither neighbour is aligned: the aligned word stays.
        ("Le système est si sain qu' il purifie l' eau .", "6-7", "purifie", (7,)),
        # No likely translation in the range: the aligned words stay.
        ("Le système est si sain que nous purifions de eau .", "5-5 6-6 7-7", "nous", (6,)),
        # The start of the sentence bounds the range.
        ("Il purifie .", "7-1", "il", (0,)),
    ],
)
def test_alignment_of_a_pronoun_is_repaired(target: str, links: str, text: str, positions: tuple[int, ...]) -> None:
    source = ["The system is so healthy that it purifies the water ."]
    judged = apt.judge(source, side(target, links), [side(target, links)], settings()).pronouns
    assert judged[0].reference == Words(positions, text)
    assert judged[0].candidates[0].case is Case.IDENTICAL


def test_repair_does_not_take_the_translation_of_another_pronoun() -> None:
    source = ["it works when they try it ."]  # it 0, they 3, it 5
    target = side("il marche quand ils essaient .", "0-0 1-1 2-2 3-3 4-4")
    pronouns = apt.judge(source, target, [target], settings()).pronouns
    # The last "it" has the marker "essaient" (4), so the range 3 to 5, where "ils" already translates "they".
    assert [p.reference and p.reference.text for p in pronouns] == ["il", "ils", None]


def test_without_the_heuristic_alignments_are_taken_as_they_are() -> None:
    source = ["The system is so healthy that it purifies the water ."]
    target = side("Le système est si sain qu' il purifie l' eau .", "5-5 6-5 6-7 7-7")
    pronoun = apt.judge(source, target, [target], settings(heuristic=False)).pronouns[0]
    assert pronoun.reference == Words((5, 7), "qu' purifie")


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_both_apostrophes_count(apostrophe: str) -> None:
    source, straight = ["It is late ."], side("C' est tard .", "0-0 1-1 2-2 3-3")
    other = side(f"c{apostrophe} est tard .", "0-0 1-1 2-2 3-3")
    assert apt.score(source, straight, other, settings()).cases == (1, 0, 0, 0, 0, 0)


def test_anchored_at_the_reference() -> None:
    es_en = pair("es-en")
    options = Settings(pair=es_en, lists=es_en.lists["2017"], anchor="reference")
    source = ["Ana dijo que su madre vino", "Llueve"]
    reference = Side(
        ["Ana said that her mother came because she could", "It rains"],
        # "that" 2 ← que; "her" 3 ← su; "she" 7 has no source; "it" 0 ← llueve.
        Alignments.parse(["0-0 1-1 2-2 3-3 4-4 5-5", "0-0 0-1"]),
    )
    candidate = Side(
        ["Ana said his mother came", "It rains"],
        Alignments.parse(["0-0 1-1 3-2 4-3 5-4", "0-0 0-1"]),
    )
    judgement = apt.judge(source, reference, [candidate], options)
    # "that": que is not aligned, case 4. "her": his, case 3. "It": aligned to "It rains", one is equal, case 1.
    assert [(p.source, p.source_position, p.candidates[0].case) for p in judgement.pronouns] == [
        ("que", 2, Case.CANDIDATE_MISSING),
        ("su", 3, Case.DIFFERENT),
        ("llueve", 0, Case.IDENTICAL),
    ]
    assert judgement.not_source == 1
    assert apt.score(source, reference, candidate, options).score == pytest.approx(1 / 3)


words = st.sampled_from("it they It the cat il elle ils ce c' ça a-t-il on chat , .".split())


@st.composite
def sides(draw: st.DrawFn, source: list[str]) -> Side:
    lines, links = [], []
    for line in source:
        tokens = draw(st.lists(words, min_size=1, max_size=8))
        pairs = st.tuples(st.integers(0, len(line.split()) - 1), st.integers(0, len(tokens) - 1))
        links.append(" ".join(f"{i}-{j}" for i, j in draw(st.sets(pairs, max_size=12))))
        lines.append(" ".join(tokens))
    return Side(lines, Alignments.parse(links))


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], Side, list[Side]]:
    source = [
        " ".join(line) for line in draw(st.lists(st.lists(words, min_size=1, max_size=8), min_size=1, max_size=4))
    ]
    return source, draw(sides(source)), [draw(sides(source)) for _ in range(3)]


options = st.builds(
    settings,
    mode=st.sampled_from(["corrected", "published"]),
    heuristic=st.booleans(),
    w2=st.sampled_from([0.0, 0.5, 1.0]),
)


@given(corpora(), options)
def test_every_source_pronoun_falls_in_exactly_one_case(
    corpus: tuple[list[str], Side, list[Side]], chosen: Settings
) -> None:
    source, reference, candidates = corpus
    pronouns = sum(word.lower() in {"it", "they"} for line in source for word in line.split())
    for candidate in candidates:
        assert sum(apt.score(source, reference, candidate, chosen).cases) == pronouns


@given(corpora(), options)
def test_the_reference_itself_is_right_wherever_it_is_found(
    corpus: tuple[list[str], Side, list[Side]], chosen: Settings
) -> None:
    source, reference, _ = corpus
    cases = apt.score(source, reference, reference, chosen).cases
    assert cases[1:5] == (0, 0, 0, 0)


@given(corpora(), options, st.permutations(range(3)))
def test_the_order_of_systems_changes_no_score(
    corpus: tuple[list[str], Side, list[Side]], chosen: Settings, order: list[int]
) -> None:
    source, reference, candidates = corpus
    straight = apt.judge(source, reference, candidates, chosen).pronouns
    permuted = apt.judge(source, reference, [candidates[i] for i in order], chosen).pronouns
    for one, other in zip(straight, permuted, strict=True):
        assert tuple(one.candidates[i] for i in order) == other.candidates
