"""An evaluation written by hand: three documents, three systems, every case, and text that would like to be code."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pytest

from antecede.alignment.pronouns import Words
from antecede.evaluation.results import (
    AptScore,
    AutoPrf,
    Case,
    Comparison,
    Evaluation,
    Judged,
    Score,
    ScoredPronoun,
    SystemScore,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browsing import Browser

NAMES: Final = ("runs/base/out.fr", "runs/<b>ours/out.fr", 'runs/"><img src=x onerror=alert(1)>/out.fr')

# document, source, reference, candidates
SENTENCES: Final = [
    ("house", "The house is old .", "La maison est vieille .", "La maison est vieille .", "Maison .", "La maison ."),
    (
        "house",
        "It has a door .",
        "Elle a une porte .",
        "Il a une porte .",
        "Elle a une porte .",
        "Là elle a la porte .",
    ),
    ("house", "Today it rains .", "Il pleut .", "Il pleut .", "Ce jour il pleut .", "C' est la pluie ."),
    (
        "house",
        "They like it .",
        "Ils l' aiment .",
        "Ils aiment .",
        "Ils l' aiment bien .",
        "Elles l' aiment .",
    ),
    (
        "<script>alert(1)</script>",
        "He wrote <script>alert(1)</script> & left .",
        "Il écrivit <script>alert(1)</script> .",
        "Il écrit </script> .",
        "Il écrit .",
        "Il écrit .",
    ),
    (
        "<script>alert(1)</script>",
        'When "><img src=x onerror=alert(1)> came , it stayed .',
        "Quand \"><img onerror='alert(1)'> vint , il resta .",
        "Quand on vint , </script><script>alert(1)</script> resta .",
        "Quand on vint , il resta .",
        "On\u00a0vint\u2028! il resta .",
    ),
    (
        "<script>alert(1)</script>",
        "They said שלום 🙂 .",
        "Elles ont dit שלום 🙂 .",
        "Ils disent שלום 🙂 .",
        "שלום 🙂 disent elles .",
        "Ils ont dit שלום .",
    ),
    (
        "talk",
        "The reports are ready .",
        "Les rapports sont prêts .",
        "Rapports .",
        "Les rapports .",
        "Rapports prêts .",
    ),
    (
        "talk",
        "It seems they are good .",
        "Apparemment , ils sont bons .",
        "Il semble qu' ils sont bons .",
        "Apparemment , ils sont bons .",
        "Il semble qu' elles sont bonnes .",
    ),
    ("talk", "It is good .", "C' est bon .", "Il est bon .", "C' est bon .", "Est bon ."),
    ("talk", "And it was late .", "Et il était tard .", "Il était tard .", "Et il était tard .", "Elle était tard ."),
]


def words(position: int, text: str) -> Words:
    return Words((position,), text)


def pronoun(
    sentence: int, position: int, source: str, reference: Words | None, *judged: tuple[int, Words | None]
) -> ScoredPronoun:
    candidates = tuple(Judged(found, Case(case)) for case, found in judged)
    return ScoredPronoun(sentence, position, source, reference, candidates)


PRONOUNS: Final = (
    pronoun(1, 0, "It", words(0, "elle"), (3, words(0, "il")), (1, words(0, "elle")), (1, words(1, "elle"))),
    pronoun(2, 1, "it", words(0, "il"), (1, words(0, "il")), (1, words(2, "il")), (2, words(0, "c'"))),
    pronoun(3, 0, "They", words(0, "ils"), (1, words(0, "ils")), (1, words(0, "ils")), (3, words(0, "elles"))),
    pronoun(3, 2, "it", words(1, "l'"), (4, None), (1, words(1, "l'")), (1, words(1, "l'"))),
    pronoun(
        5,
        6,
        "it",
        words(5, "il"),
        (3, words(4, "</script><script>alert(1)</script>")),
        (1, words(4, "il")),
        (1, words(1, "il")),
    ),
    pronoun(6, 0, "They", words(0, "elles"), (3, words(0, "ils")), (1, words(3, "elles")), (3, words(0, "ils"))),
    pronoun(8, 0, "It", None, (5, words(0, "il")), (6, None), (5, words(0, "il"))),
    pronoun(8, 2, "they", words(2, "ils"), (1, words(3, "ils")), (1, words(2, "ils")), (3, words(3, "elles"))),
    pronoun(9, 0, "It", words(0, "c'"), (2, words(0, "il")), (1, words(0, "c'")), (4, None)),
    pronoun(10, 1, "it", words(1, "il"), (1, words(0, "il")), (1, words(1, "il")), (3, words(0, "elle"))),
)


def score(name: str, cases: tuple[int, int, int, int, int, int], *, bleu: float) -> SystemScore:
    total = sum(cases)
    apt = AptScore((cases[0] + cases[1] / 2) / total, cases, total)
    signature = f"apt|pair:en-fr|n:{total}|v:0.1.0"
    autoprf = AutoPrf(0.5, 0.25, 1 / 3, 5, 10, 20)
    return SystemScore(
        name,
        {
            "apt": Score(apt.score, "APT", signature=signature, details={"apt": apt}),
            "autof": Score(1 / 3, "AutoF", parts={"AutoP": 0.5, "AutoR": 0.25}, details={"autoprf": autoprf}),
            "bleu": Score(bleu, "BLEU", 2),
            "chrf": Score(50.0, "chrF", 2),
        },
    )


@pytest.fixture(scope="session")
def evaluation() -> Evaluation:
    documents, source, reference, *candidates = zip(*SENTENCES, strict=True)
    base, ours, other = NAMES
    return Evaluation(
        pair="en-fr",
        source=source,
        reference=reference,
        candidates=candidates,
        document_ids=documents,
        systems=(
            score(base, (4, 1, 3, 1, 1, 0), bleu=30.0),
            score(ours, (9, 0, 0, 0, 0, 1), bleu=31.0),
            score(other, (3, 1, 4, 1, 1, 0), bleu=29.0),
        ),
        comparisons=(
            Comparison(base, ours, 4, 0, 0.004, (("BLEU", 0.2),)),
            Comparison(base, other, 3, 4, 0.03),
            Comparison(ours, other, 0, 5, 0.00001),
        ),
        pronouns=PRONOUNS,
    )


@pytest.fixture(scope="session")
def alone(evaluation: Evaluation) -> Evaluation:
    """The first system without the others, with METEOR."""
    first = evaluation.systems[0]
    system = SystemScore(first.name, {**first.scores, "meteor": Score(0.4321, "METEOR")})
    return Evaluation(
        pair=evaluation.pair,
        source=evaluation.source,
        reference=evaluation.reference,
        candidates=evaluation.candidates[:1],
        document_ids=evaluation.document_ids,
        systems=(system,),
        comparisons=(),
        pronouns=tuple(
            ScoredPronoun(one.sentence, one.source_position, one.source, one.reference, one.candidates[:1])
            for one in evaluation.pronouns
        ),
    )


@dataclass(frozen=True, slots=True)
class Large:
    """Twenty thousand pronouns, and how many of them have case 3 in the third system."""

    evaluation: Evaluation
    different: int


@pytest.fixture(scope="session")
def large() -> Large:
    size = 20_000
    targets = ("il", "elle", "ce", "ils")
    turns = list(itertools.islice(itertools.product(targets, repeat=4), 256))
    picks = [turns[number * 7 % 256] for number in range(size)]

    def judged(found: str, wanted: str) -> Judged:
        return Judged(words(0, found), Case.IDENTICAL if found == wanted else Case.DIFFERENT)

    pronouns = tuple(
        ScoredPronoun(number, 0, "it", words(0, pick[0]), tuple(judged(found, pick[0]) for found in pick[1:]))
        for number, pick in enumerate(picks)
    )
    systems = []
    for system in range(3):
        cases = Counter(one.candidates[system].case for one in pronouns)
        found = (cases[Case.IDENTICAL], 0, cases[Case.DIFFERENT], 0, 0, 0)
        systems.append(score(f"system-{system}", found, bleu=30.0))
    texts = [
        [f"{pick[side]} marche vers la maison {number} ." for number, pick in enumerate(picks)] for side in range(4)
    ]
    evaluation = Evaluation(
        pair="en-fr",
        source=[f"it walks to house {number} ." for number in range(size)],
        reference=texts[0],
        candidates=texts[1:],
        document_ids=[f"document {number // 100}" for number in range(size)],
        systems=tuple(systems),
        comparisons=(),
        pronouns=pronouns,
    )
    return Large(evaluation, different=sum(pick[3] != pick[0] for pick in picks))


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from browsing import open_browser

    with open_browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened
