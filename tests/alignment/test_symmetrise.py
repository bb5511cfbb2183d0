from __future__ import annotations

from pathlib import Path

import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from antecede.alignment import METHODS, Alignments, symmetrise
from antecede.errors import BadOption


def text(pairs: set[tuple[int, int]]) -> str:
    return " ".join(f"{source}-{target}" for source, target in sorted(pairs))


def pairs(alignments: Alignments, sentence: int = 0) -> set[tuple[int, int]]:
    return {(link.source, link.target) for link in alignments[sentence]}


def directions() -> st.SearchStrategy[tuple[dict[int, int], dict[int, int]]]:
    """What aligners give: a source word for some target words, and a target word for some source words."""
    position = st.integers(0, 6)
    return st.tuples(st.dictionaries(position, position), st.dictionaries(position, position))


# Worked out by hand on paper, following symal.cpp: points are visited target word by target word; a neighbour in the
# union is taken when its source word or its target word has no link yet.
@pytest.mark.parametrize(
    ("forward", "reverse", "method", "expected"),
    [
        ("0-0 1-1", "0-0 1-2", "forward", "0-0 1-1"),
        ("0-0 1-1", "0-0 1-2", "reverse", "0-0 1-2"),
        ("0-0 1-1", "0-0 1-2", "intersection", "0-0"),
        ("0-0 1-1", "0-0 1-2", "union", "0-0 1-1 1-2"),
        # From 0-0, the diagonal neighbour 1-1 is taken; from 1-1 its neighbour 1-2, whose target word is free.
        ("0-0 1-1", "0-0 1-2", "grow-diag", "0-0 1-1 1-2"),
        # Nothing touches 0-0: only the final step reaches 2-2 (both words free) and 4-2 (target taken, source free).
        ("0-0 2-2", "0-0 4-2", "grow-diag", "0-0"),
        ("0-0 2-2", "0-0 4-2", "grow-diag-final", "0-0 2-2 4-2"),
        ("0-0 2-2", "0-0 4-2", "grow-diag-final-and", "0-0 2-2"),
        # Final looks at the forward direction first: 2-2 leaves no room for 2-5 when both words must be free.
        ("2-2", "2-5", "grow-diag-final-and", "2-2"),
        ("2-5", "2-2", "grow-diag-final-and", "2-5"),
        ("2-5", "2-2", "grow-diag-final", "2-2 2-5"),
        # A seed between two rivals, 0-1 and 1-0: symal tries the previous target word first, so 1-0 comes in,
        # then the previous source word; each has a free word of its own.
        ("1-1 1-0", "1-1 0-1", "grow-diag", "0-1 1-0 1-1"),
        # 0-0 is diagonal to the seed 1-1, after 1-0 and 0-1 made both of its words covered: it stays out.
        ("1-1 1-0", "1-1 0-0 0-1", "grow-diag", "0-1 1-0 1-1"),
        # Growing against the order of the walk: 2-2 adds 1-1 behind it, which adds 0-0 in a later pass.
        ("2-2 1-1", "2-2 0-0", "grow-diag", "0-0 1-1 2-2"),
        ("", "", "grow-diag-final-and", ""),
        ("", "3-0", "grow-diag-final-and", "3-0"),
    ],
)
def test_symmetrisation_of_small_alignments(forward: str, reverse: str, method: str, expected: str) -> None:
    result = symmetrise(Alignments.parse([forward]), Alignments.parse([reverse]), method)
    assert result == Alignments.parse([expected])


def test_a_transcription_of_symal_gives_the_same() -> None:
    """Random alignments, and what a transcription of symal.cpp made of them: forward, reverse, then three methods."""
    lines = (Path(__file__).parent / "data" / "symal.tsv").read_text().splitlines()
    forward, reverse, *expected = (
        Alignments.parse(column) for column in zip(*(line.split("\t") for line in lines), strict=True)
    )
    for method, result in zip(("grow-diag", "grow-diag-final", "grow-diag-final-and"), expected, strict=True):
        assert symmetrise(forward, reverse, method) == result


@given(directions(), st.sampled_from(METHODS))
def test_native_and_slow_symmetrisation_agree(sides: tuple[dict[int, int], dict[int, int]], method: str) -> None:
    forward = {(source, target) for target, source in sides[0].items()}
    reverse = set(sides[1].items())
    result = symmetrise(Alignments.parse([text(forward)]), Alignments.parse([text(reverse)]), method)
    assert pairs(result) == reference.symmetrise(forward, reverse, method)


@given(
    st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6))), st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)))
)
def test_symmetrised_links_lie_between_intersection_and_union(
    forward: set[tuple[int, int]], reverse: set[tuple[int, int]]
) -> None:
    there, back = Alignments.parse([text(forward)]), Alignments.parse([text(reverse)])
    results = [
        pairs(symmetrise(there, back, method))
        for method in ("intersection", "grow-diag", "grow-diag-final-and", "grow-diag-final", "union")
    ]
    assert results[0] == forward & reverse
    assert results[-1] == forward | reverse
    assert results[0] <= results[1] <= results[2] <= results[4]
    assert results[1] <= results[3] <= results[4]


def test_sentences_are_symmetrised_one_by_one() -> None:
    result = symmetrise(Alignments.parse(["0-0", "", "1-1"]), Alignments.parse(["0-0", "5-5", "1-1"]))
    assert result == Alignments.parse(["0-0", "5-5", "1-1"])


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="grow-diag-final-and"):
        symmetrise(Alignments.parse([""]), Alignments.parse([""]), "gdfa")


def test_directions_of_different_sizes_are_refused() -> None:
    with pytest.raises(BadOption, match="has 1 sentences but the reverse one has 2"):
        symmetrise(Alignments.parse([""]), Alignments.parse(["", ""]))
