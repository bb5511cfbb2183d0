"""The figures of the paper on the pronoun language model (Luong and Popescu-Belis 2016), ours and theirs."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from antecede.languages import Gender, Number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.pronouns.pronoun_lm.model import PronounLanguageModel

    Averages = Mapping[str, Mapping[str, tuple[float | None, ...]]]

__all__ = [
    "MOST",
    "OWN",
    "PRONOUNS",
    "PUBLISHED_BLEU",
    "PUBLISHED_COMPARISON",
    "PUBLISHED_NGRAMS",
    "PUBLISHED_TABLE_1",
    "PUBLISHED_TABLE_2",
    "PUBLISHED_TABLE_3",
    "TAGS",
    "averages",
    "differences",
    "together",
    "trend",
]

MOST: Final = 4
"""How many nouns and pronouns are counted before a pronoun."""
TAGS: Final = tuple(
    f"{gender}-{number}"
    for number, gender in product((Number.SINGULAR, Number.PLURAL), (Gender.MASCULINE, Gender.FEMININE))
)
"""The four combinations of gender and number, in the paper's order of columns."""

_TABLE_1: Final = {
    "masc-sg": """
        il -1.166 -1.048 -0.962 -0.891 / elle -1.875 -1.941 -1.942 -1.943 / ils -1.353 -1.445 -1.588 -1.768
        elles -1.898 -2.081 -2.390 -2.957 / ce -1.070 -1.056 -1.039 -1.037 / c' -1.165 -1.100 -1.066 -1.058
        on -1.376 -1.318 -1.264 -1.272 / ça -1.628 -1.552 -1.464 -1.462 / le -2.069 -1.970 -1.820 -1.682
        la -2.681 -2.749 -2.743 -2.730 / lui -2.658 -2.538 -2.311 -2.025 / l' -2.147 -2.045 -1.908 -1.753""",
    "fem-sg": """
        il -1.161 -1.233 -1.328 -1.440 / elle -1.839 -1.465 -1.168 -0.980 / ils -1.347 -1.421 -1.538 -1.700
        elles -1.887 -2.083 -2.174 -2.552 / ce -1.084 -1.074 -1.065 -1.050 / c' -1.167 -1.119 -1.054 -1.036
        on -1.409 -1.398 -1.370 -1.431 / ça -1.677 -1.694 -1.662 -1.746 / le -2.052 -2.175 -2.238 -2.234
        la -2.615 -2.402 -2.391 -2.274 / lui -2.602 -2.614 -2.550 -2.480 / l' -2.141 -2.098 -2.104 -1.944""",
    "masc-pl": """
        il -1.162 -1.196 -1.227 -1.244 / elle -1.871 -2.046 -2.319 -2.744 / ils -1.309 -1.135 -1.000 -0.883
        elles -1.920 -2.020 -2.033 -2.197 / ce -1.072 -1.041 -1.036 -1.044 / c' -1.183 -1.190 -1.189 -1.291
        on -1.411 -1.460 -1.492 -1.383 / ça -1.665 -1.657 -1.568 -1.567 / le -2.038 -1.893 -1.750 -1.752
        la -2.604 -2.626 -2.805 -2.937 / lui -2.663 -2.689 -2.863 -3.296 / l' -2.110 -2.083 -2.060 -2.135""",
    "fem-pl": """
        il -1.160 -1.204 -1.365 -1.441 / elle -1.914 -2.101 -2.169 NA / ils -1.319 -1.350 -1.550 -1.599
        elles -1.759 -1.340 -1.059 -0.817 / ce -1.078 -1.076 -1.139 -1.441 / c' -1.169 -1.228 -1.240 -1.379
        on -1.395 -1.401 -1.473 -1.277 / ça -1.668 -1.742 -1.916 -2.290 / le -2.095 -2.172 -2.190 NA
        la -2.759 -2.763 NA NA / lui -2.683 -2.810 NA NA / l' -2.210 -2.344 -2.160 NA""",
}


def _parsed(text: str) -> dict[str, tuple[float | None, ...]]:
    rows = (row.split() for row in text.replace("\n", "/").split("/"))
    return {row[0]: tuple(None if cell == "NA" else float(cell) for cell in row[1:]) for row in rows if row}


PUBLISHED_TABLE_1: Final[Mapping[str, Mapping[str, tuple[float | None, ...]]]] = {
    tag: _parsed(text) for tag, text in _TABLE_1.items()
}
"""Mean log10 by tag, pronoun, and the number of words before it that have the tag, 1 to 4."""
PRONOUNS: Final = tuple(PUBLISHED_TABLE_1["masc-sg"])
PUBLISHED_TABLE_2: Final = {
    "baseline": (395, 78, 551, 92),
    "re-ranked": (416, 79, 560, 61),
    "BASELINE of DiscoMT 2015": (400, 66, 522, 128),
    "UU-TIEDEMANN": (388, 69, 491, 168),
    "IDIAP": (392, 70, 516, 138),
    "UU-HARDMEIER": (362, 80, 573, 101),
    "AUTO-POSTEDIT": (297, 102, 620, 97),
    "ITS2": (9, 10, 1056, 41),
}
"""C1 to C4 on the 1,116 pronouns of DiscoMT 2015: the paper's systems, and those submitted to the shared task."""
PUBLISHED_BLEU: Final = {"baseline": "37.80", "re-ranked": "37.96"}
PUBLISHED_COMPARISON: Final = (57, 35, "0.0218")
"""Improved, degraded and McNemar's p of the re-ranked system against the baseline."""
PUBLISHED_TABLE_3: Final = {
    "il": (14, 9),
    "elle": (16, 8),
    "ils": (8, 6),
    "elles": (3, 1),
    "ce": (1, 1),
    "c'": (6, 1),
    "on": (2, 2),
    "ça": (6, 6),
    "le": (1, 0),
    "la": (0, 0),
    "lui": (0, 0),
    "l'": (0, 0),
    "y": (0, 1),
}
"""Improved and degraded by what the re-ranked system wrote."""


OWN: Final = {"il": "masc-sg", "elle": "fem-sg", "ils": "masc-pl", "elles": "fem-pl"}
"""The pronouns that show gender and number both, with what they agree with."""
PUBLISHED_NGRAMS: Final = (
    ("masc-sg masc-pl", "elle", -2.324736),
    ("fem-sg fem-pl fem-sg", "elle", -1.543632),
    ("masc-sg masc-sg masc-sg masc-sg", "il", -0.890777),
    ("masc-sg masc-pl masc-pl masc-pl", "ils", -1.001423),
    ("masc-pl masc-pl masc-pl", "masc-sg", -1.459787),
    ("masc-sg masc-pl", "masc-sg", -1.398654),
    ("fem-sg fem-sg fem-sg masc-sg", "elle", -1.0185),
    ("fem-sg fem-sg fem-sg masc-sg", "il", -1.1871),
)
"""Figure 1's n-grams, then Figure 4's, whose fourth noun is the masculine one: context, word, log10."""


def averages(model: PronounLanguageModel) -> dict[str, dict[str, tuple[float | None, ...]]]:
    """The paper's Table 1 of a model: means over its n-grams that end in the pronoun and have the tag n times."""
    observed: dict[tuple[str, str, int], list[float]] = {}
    for pronoun in PRONOUNS:
        for length in range(1, model.size + 1):
            for context in product(TAGS, repeat=length):
                values = [model.n_gram(pronoun, context)]
                if length < model.size:
                    values.append(model.n_gram(pronoun, context, start=True))
                for tag in set(context):
                    key = tag, pronoun, context.count(tag)
                    observed.setdefault(key, []).extend(value for value in values if value is not None)
    return {
        tag: {
            pronoun: tuple(_mean(observed.get((tag, pronoun, times))) for times in range(1, MOST + 1))
            for pronoun in PRONOUNS
        }
        for tag in TAGS
    }


def differences(ours: Averages, tag: str, pronoun: str) -> tuple[float | None, ...]:
    """How far a row of Table 1 is above the published one; None where either has no such n-gram."""
    return tuple(
        None if one is None or other is None else one - other
        for one, other in zip(ours[tag][pronoun], PUBLISHED_TABLE_1[tag][pronoun], strict=True)
    )


def together(means: Averages, tag: str) -> float:
    """The probability that the pronouns of Table 1 have together after four words of the tag."""
    last = (means[tag][pronoun][MOST - 1] for pronoun in PRONOUNS)
    return sum(10**value for value in last if value is not None)


def trend(values: tuple[float | None, ...]) -> str:
    """An arrow where the values only rise, or only fall.

    >>> trend((-2.0, -1.5, -1.0, -0.5)), trend((-1.0, -1.5, -1.2, -0.5))
    ('↑', '–')
    """
    known = [value for value in values if value is not None]
    steps = list(pairwise(known))
    if len(known) == len(values) and all(one < other for one, other in steps):
        return "↑"
    return "↓" if len(known) == len(values) and all(one > other for one, other in steps) else "–"


def _mean(values: list[float] | None) -> float | None:
    return sum(values) / len(values) if values else None
