"""The system prefix: what an engine makes of the rest of a sentence, when that is taken, and how often it is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import neural_models
import pytest
from careful_samples import CLASSES, agreeing, editor
from french import SmallLexicon
from pronoun_samples import analysed, mention, resolved

from antecede.alignment import Link
from antecede.engines import Ability, Hypothesis, open_engine
from antecede.engines.text import TextSteps
from antecede.errors import BadOption
from antecede.pronouns.systems import system
from antecede.pronouns.systems.baseline import BaselineModel
from antecede.pronouns.systems.completion import CompletionRule
from antecede.pronouns.systems.prefix import PrefixModel
from antecede.text import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Segment

STEPS = TextSteps("en", "fr")
RULE = CompletionRule(CLASSES, SmallLexicon())


def written(line: str) -> Hypothesis:
    """Tokens that are linked one by one, and their text."""
    tokens = tuple(line.split())
    links = tuple(Link(place, place) for place in range(len(tokens)))
    return Hypothesis(tokens, alignment=links, text=detokenise(tokens, "fr"))


@dataclass
class Said:
    """An engine that says what it was told to, and keeps what it was asked."""

    alone: Mapping[str, str]
    ends: Mapping[str, str]
    """What it makes of a prefix."""
    scores: Mapping[str, float] = field(default_factory=dict)
    asked: list[list[str]] = field(default_factory=list)
    key: str = "said"
    abilities: frozenset[Ability] = frozenset([Ability.PREFIX, Ability.SCORES, Ability.TEXT])

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        del n_best, distinct
        return [[written(self.alone[" ".join(tokens)])] for tokens in sentences]

    def translate_segments(
        self, segments: Sequence[Segment], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        return self.translate([segment.tokens or () for segment in segments], n_best=n_best, distinct=distinct)

    def complete(
        self, segments: Sequence[Segment], prefixes: Sequence[str], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        del n_best, distinct
        assert len(segments) == len(prefixes)
        self.asked.append(list(prefixes))
        return [[written(self.ends[prefix])] for prefix in prefixes]

    def score(
        self, segments: Sequence[Segment], targets: Sequence[Sequence[str]], *, context: int = 0
    ) -> list[list[float]]:
        assert (len(segments), context) == (len(targets), 0)
        return [[self.scores.get(target, -5.0) for target in row] for row in targets]

    def close(self) -> None:
        """Nothing runs."""


def model(engine: Said) -> PrefixModel:
    return PrefixModel(BaselineModel(engine, STEPS), engine, engine, editor(agreeing(20.0)), RULE, STEPS)


def one(alone: str = "il est grand .") -> tuple[ResolvedDocument, dict[str, str]]:
    """A house, and one pronoun for it."""
    text = analysed("the house sleeps .", "it is big .")
    document = resolved(text, (1, 0, [mention(text, 0, 1, 0.95)]))
    return document, {"the house sleeps .": "la maison dort .", "it is big .": alone}


@pytest.mark.parametrize(
    ("end", "taken"),
    [
        ("elle est grande .", "The engine finished"),
        ("elle est très grande .", "The engine finished"),
        ("elle est belle .", "The engine finished"),
        ("elle .", "another length"),
        ("elle est grande , car elle a été faite par un homme .", "another length"),
        ("elle est grande grande .", "repeats itself"),
        ("elle est fort elle est fort .", "repeats itself"),
        ("elle est grand .", "do not agree"),
        ("il est grand .", "does not begin"),
        ("elles sont grandes .", "does not begin"),
    ],
)
def test_the_engines_end_is_taken_or_refused(end: str, taken: str) -> None:
    document, alone = one()
    engine = Said(alone, {"elle": end})
    translated = model(engine).translate(document)
    [decision] = translated.decisions
    assert taken in decision.reason
    wanted = end if "finished" in taken else "elle est grande ."
    assert " ".join(translated.sentences[1].tokens) == wanted
    assert (decision.baseline, decision.choice, decision.target) == ("il", "elle", 0)
    assert decision.decided_by == "choice model"
    assert engine.asked == [["elle"]]


@pytest.mark.parametrize(("score", "wanted"), [(-5.4, "elle est belle ."), (-5.6, "elle est grande .")])
def test_an_end_that_the_engine_finds_unlikely_is_refused(score: float, wanted: str) -> None:
    # Both have four tokens and an end: a tenth for each of five is .5.
    document, alone = one()
    engine = Said(alone, {"elle": "elle est belle ."}, {"elle est belle.": score, "elle est grande.": -5.0})
    assert " ".join(model(engine).translate(document).sentences[1].tokens) == wanted


def two(second: str = "house") -> tuple[ResolvedDocument, dict[str, str]]:
    """Two pronouns in a sentence: for a house, and for the same house or a cat."""
    text = analysed("the house sleeps and the cat sleeps .", "it sleeps and it works .")
    heads = [1, 1 if second == "house" else 5]
    pronouns = [(1, token, [mention(text, 0, head, 0.95)]) for token, head in zip((0, 3), heads, strict=True)]
    alone = {
        "the house sleeps and the cat sleeps .": "la maison dort et le chat dort .",
        "it sleeps and it works .": "il dort et il marche .",
    }
    return resolved(text, *pronouns), alone


def test_what_the_engine_sets_right_by_itself_is_not_asked_again() -> None:
    document, alone = two()
    engine = Said(alone, {"elle": "elle dort et elle marche ."})
    translated = model(engine).translate(document)
    assert engine.asked == [["elle"]]
    assert [(each.baseline, each.choice, each.target) for each in translated.decisions] == [
        ("il", "elle", 0),
        ("il", "elle", 3),
    ]


def test_pronouns_are_forced_from_left_to_right() -> None:
    document, alone = two()
    ends = {"elle": "elle parle et il marche .", "elle parle et elle": "elle parle et elle dort ."}
    engine = Said(alone, ends)
    translated = model(engine).translate(document)
    assert engine.asked == [["elle"], ["elle parle et elle"]]
    assert " ".join(translated.sentences[1].tokens) == "elle parle et elle dort ."
    assert [each.target for each in translated.decisions] == [0, 3]


def test_a_refused_second_end_leaves_the_first_one_repaired() -> None:
    document, alone = two()
    ends = {"elle": "elle parle et il marche .", "elle parle et elle": "elle parle ."}
    translated = model(Said(alone, ends)).translate(document)
    assert " ".join(translated.sentences[1].tokens) == "elle parle et elle marche ."


def test_an_end_without_the_second_pronoun_is_refused() -> None:
    document, alone = two()
    ends = {"elle": "elle dort et marche bien .", "elle dort et elle": "elle dort et elle marche ."}
    engine = Said(alone, ends)
    translated = model(engine).translate(document)
    assert " ".join(translated.sentences[1].tokens) == "elle dort et elle marche ."
    assert "no pronoun for ‘it’" in translated.decisions[0].reason


def test_the_pronoun_of_something_else_is_kept() -> None:
    document, alone = two("cat")
    translated = model(Said(alone, {"elle": "elle dort et elle marche ."})).translate(document)
    assert " ".join(translated.sentences[1].tokens) == "elle dort et il marche ."
    assert "another pronoun for ‘it’" in translated.decisions[0].reason
    assert [each.choice for each in translated.decisions] == ["elle", "il"]


def test_the_sentences_of_a_round_are_asked_together() -> None:
    text = analysed("the house sleeps .", "it is big .", "it sleeps and it works .", "the cat sleeps .")
    house = [mention(text, 0, 1, 0.95)]
    document = resolved(text, (1, 0, house), (2, 0, house), (2, 3, house))
    alone = {
        "the house sleeps .": "la maison dort .",
        "it is big .": "il est grand .",
        "it sleeps and it works .": "il dort et il marche .",
        "the cat sleeps .": "le chat dort .",
    }

    @dataclass
    class Later(Said):
        """What a prefix becomes depends on the sentence."""

        def complete(
            self, segments: Sequence[Segment], prefixes: Sequence[str], *, n_best: int = 1, distinct: bool = False
        ) -> list[list[Hypothesis]]:
            del n_best, distinct
            self.asked.append(list(prefixes))
            ends = {"it is big.": "elle est belle .", "it sleeps and it works.": "elle dort et il marche ."}
            return [
                [written(ends[segment.text] if prefix == "elle" else "elle dort et elle parle .")]
                for segment, prefix in zip(segments, prefixes, strict=True)
            ]

    engine = Later(alone, {})
    translated = model(engine).translate(document)
    assert engine.asked == [["elle", "elle"], ["elle dort et elle"]]
    assert [" ".join(each.tokens) for each in translated.sentences] == [
        "la maison dort .",
        "elle est belle .",
        "elle dort et elle parle .",
        "le chat dort .",
    ]


def test_nothing_is_asked_where_nothing_is_overruled() -> None:
    document, alone = one("elle est grande .")
    engine = Said(alone, {})
    assert model(engine).translate(document).sentences[1].text == "elle est grande."
    assert engine.asked == []


def test_elision_before_the_pronoun_is_that_of_the_repaired_sentence() -> None:
    text = analysed("the house sleeps .", "I see that it is big .")
    document = resolved(text, (1, 3, [mention(text, 0, 1, 0.95)]))
    alone = {"the house sleeps .": "la maison dort .", "I see that it is big .": "je vois qu' il est grand ."}
    engine = Said(alone, {"je vois qu'elle": "je vois qu' elle est grande ."})
    assert model(engine).translate(document).sentences[1].text == "je vois qu'elle est grande."
    assert engine.asked == [["je vois qu'elle"]]


@pytest.mark.neural
@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("I see the house .", "It is old .", "Elle est vieille ."),
        ("I see the house .", "It is green .", "Elle est verte ."),
        ("I see the house .", "It is beautiful .", "Elle est belle ."),
    ],
)
def test_a_neural_engine_finishes_the_sentence(tmp_path: Path, first: str, second: str, wanted: str) -> None:
    engine = open_engine(f"ctranslate2:{neural_models.converted(tmp_path / 'tiny')}", pair="en-fr")
    text = analysed(first, second)
    document = resolved(text, (1, 0, [mention(text, 0, 3, 0.95)]))
    below = BaselineModel(engine, STEPS)
    chosen = editor(agreeing(20.0))
    made = PrefixModel(below, engine, engine, chosen, RULE, STEPS).translate(document)  # type: ignore[arg-type]
    assert " ".join(made.sentences[1].tokens) == wanted
    [decision] = made.decisions
    [alone] = below.translate(document).decisions
    assert alone.choice == "il"
    assert (decision.baseline, decision.choice, decision.target) == ("il", "elle", 0)
    assert "The engine finished" in decision.reason
    assert made.sentences[1].tokens == tuple(words(made.sentences[1].text, "fr"))


def test_an_engine_that_takes_no_prefix_is_refused(pronoun_model: Path) -> None:
    with pytest.raises(BadOption, match="'prefix' needs an engine with"):
        system("prefix", "best", pronoun_model)
