"""Table 1 of the paper on the pronoun language model: what a cell is, and what the published figures say themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.experiments.pronoun_lm.published import (
    OWN,
    PRONOUNS,
    PUBLISHED_NGRAMS,
    PUBLISHED_TABLE_1,
    PUBLISHED_TABLE_2,
    PUBLISHED_TABLE_3,
    TAGS,
    averages,
    differences,
    together,
    trend,
)
from antecede.pronouns.pronoun_lm.model import PronounLanguageModel

if TYPE_CHECKING:
    from pathlib import Path

ARPA = """\
\\data\\
ngram 1=7
ngram 2=5
ngram 3=5

\\1-grams:
-9 <unk>
-9 <s> 0
-1 </s>
-1 masc-sg 0
-1 fem-sg 0
-1 il
-1 elle

\\2-grams:
-1.2 masc-sg il
-1.1 fem-sg il
-1.5 fem-sg elle
-0.5 masc-sg masc-sg 0
-0.5 masc-sg fem-sg 0

\\3-grams:
-0.6 masc-sg masc-sg il
-0.9 masc-sg fem-sg il
-0.8 masc-sg fem-sg elle
-0.3 <s> masc-sg il
-0.4 masc-sg masc-sg fem-sg

\\end\\
"""


@pytest.fixture
def means(tmp_path: Path) -> dict[str, dict[str, tuple[float | None, ...]]]:
    (tmp_path / "m.arpa").write_text(ARPA)
    return averages(PronounLanguageModel.open(tmp_path / "m.arpa"))


@pytest.mark.parametrize(
    ("tag", "pronoun", "cells"),
    [
        # Once masc-sg: "masc-sg il" -1.2, "masc-sg fem-sg il" -0.9, "<s> masc-sg il" -0.3: -2.4 / 3. Twice: -0.6.
        ("masc-sg", "il", (-0.8, -0.6, None, None)),
        # Once fem-sg: "fem-sg il" -1.1 and "masc-sg fem-sg il" -0.9: -2.0 / 2.
        ("fem-sg", "il", (-1.0, None, None, None)),
        # "fem-sg elle" -1.5 and "masc-sg fem-sg elle" -0.8: -2.3 / 2.
        ("fem-sg", "elle", (-1.15, None, None, None)),
        ("masc-sg", "elle", (-0.8, None, None, None)),
        ("masc-pl", "il", (None, None, None, None)),
    ],
)
def test_a_cell_is_the_mean_over_all_ngrams_that_have_the_tag_so_often(
    means: dict[str, dict[str, tuple[float | None, ...]]], tag: str, pronoun: str, cells: tuple[float | None, ...]
) -> None:
    assert means[tag][pronoun] == pytest.approx(cells, abs=1e-4)


def test_differences_are_ours_minus_theirs_where_both_are_known(
    means: dict[str, dict[str, tuple[float | None, ...]]],
) -> None:
    # The paper has -1.166 and -1.048 for il after one and two masculine singulars.
    assert differences(means, "masc-sg", "il") == pytest.approx((0.366, 0.448, None, None), abs=1e-4)


def test_the_published_pronouns_share_about_half_of_the_probability_after_four_tags() -> None:
    # Worked out from the printed logarithms, column 4 of each block.
    assert [round(together(PUBLISHED_TABLE_1, tag), 3) for tag in TAGS] == [0.475, 0.426, 0.433, 0.35]


def test_four_equal_tags_are_one_ngram_so_that_figure_1_and_table_1_agree() -> None:
    figure = {(context, word): value for context, word, value in PUBLISHED_NGRAMS}
    assert round(figure["masc-sg masc-sg masc-sg masc-sg", "il"], 3) == PUBLISHED_TABLE_1["masc-sg"]["il"][3]


def test_each_pronoun_rises_after_its_own_gender_and_number_in_the_paper() -> None:
    assert [trend(PUBLISHED_TABLE_1[tag][pronoun]) for pronoun, tag in OWN.items()] == ["↑"] * 4
    assert all(len(PUBLISHED_TABLE_1[tag][pronoun]) == 4 for tag in TAGS for pronoun in PRONOUNS)


def test_the_published_counts_add_up() -> None:
    assert {sum(cases) for cases in PUBLISHED_TABLE_2.values()} == {1116}
    assert [sum(column) for column in zip(*PUBLISHED_TABLE_3.values(), strict=True)] == [57, 35]
