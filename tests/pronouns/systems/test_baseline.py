"""The engine alone as a pronoun model, and how systems are found by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pronoun_samples import analysed, mention, resolved

from antecede.alignment import Link
from antecede.alignment.pronouns import Found, PronounFinder
from antecede.errors import BadOption, ResourceError
from antecede.pairs import pair
from antecede.pronouns.systems import SYSTEMS, system

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("source", "target", "links", "position", "found"),
    [
        ("It sleeps", "Il dort", [(0, 0), (1, 1)], 0, Found((0,), "il")),
        ("does it sleep", "dort -elle", [(2, 0), (1, 1)], 1, Found((1,), "elle")),
        ("it sleeps", "qu' il dort", [(0, 0), (0, 1), (1, 2)], 0, Found((1,), "il")),
        ("I say it sleeps", "je dis qu' elle dort", [(0, 0), (1, 1), (3, 4)], 2, Found((3,), "elle")),
        ("it sleeps", "le chat dort", [(0, 1), (1, 2)], 0, Found((1,), "")),
        ("see it", "vois chat", [(0, 0), (1, 1)], 1, Found((1,), "")),
        ("it", "", [], 0, Found()),
    ],
)
def test_a_pronoun_is_found_where_the_scores_find_it(
    source: str, target: str, links: list[tuple[int, int]], position: int, found: Found
) -> None:
    finder = PronounFinder(pair("en-fr"))
    assert finder.find(source.split(), target.split(), [Link(*link) for link in links], position) == found


def test_the_baseline_says_what_became_of_each_pronoun(pronoun_model: Path) -> None:
    document = analysed("the mouse sleeps .", "it sleeps and they sleeps .", "")
    pronouns = resolved(document, (1, 0, [mention(document, 0, 1)]), (1, 3, []))
    translated = system("baseline", "best", pronoun_model).translate(pronouns)
    assert [" ".join(sentence.tokens) for sentence in translated.sentences] == [
        "la souris dort .",
        "il dort et ils dort .",
        "",
    ]
    assert [decision.choice for decision in translated.decisions] == ["il", "ils"]
    assert all(decision.choice == decision.baseline for decision in translated.decisions)
    assert translated.decisions[0].options[0].probability == 1.0


def test_unknown_systems_and_modes_are_refused(pronoun_model: Path) -> None:
    with pytest.raises(BadOption, match=r"the systems are .*baseline.*coreference"):
        system("guess", "best", pronoun_model)
    with pytest.raises(BadOption, match="the system 'baseline' has no mode 'perfect': its modes are best"):
        system("baseline", "perfect", pronoun_model)
    with pytest.raises(BadOption, match="the system 'combined' has no mode 'paper': its modes are best"):
        system("combined", "paper", pronoun_model)
    with pytest.raises(ResourceError, match="neither a model folder"):
        system("baseline", "best", pronoun_model / "nowhere")


def test_every_system_has_a_name_of_the_command_line() -> None:
    assert set(SYSTEMS.names()) == {
        "baseline",
        "coreference",
        "rerank",
        "post-edit",
        "linear-edit",
        "combined",
        "prefix",
    }
    assert all(SYSTEMS[name].modes for name in SYSTEMS.names())
