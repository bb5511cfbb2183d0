"""The combined system on a model of a few words, with a choice model learnt from a few translations."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import pytest
from french import SmallLexicon
from pronoun_samples import analysed, mention, noun, resolved

from antecede.alignment import Link
from antecede.engines import Hypothesis, Request
from antecede.engines.native import Extras, NativeEngine
from antecede.engines.text import TextSteps
from antecede.errors import ResourceError
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.choice.chooser import Chooser, SeenTranslations
from antecede.pronouns.choice.examples import Examples, examples_of
from antecede.pronouns.choice.features import Known, features_of
from antecede.pronouns.choice.fitting import Fitting, fit
from antecede.pronouns.choice.options import FEATURE, GIVEN, PronounOptions, choice_feature
from antecede.pronouns.systems.combined import CombinedModel
from antecede.pronouns.systems.second_decoding import SecondDecoding
from antecede.pronouns.target.classes import TargetClasses, class_in
from antecede.pronouns.target.projection import TargetWords
from antecede.pronouns.types import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument

CLASSES = TargetClasses.of(pair("en-fr"))
WORDS = TargetWords.of("fr", noun)


def _document(antecedent: str, probability: float = 0.9) -> ResolvedDocument:
    text = analysed(f"the {antecedent} sleeps .", "it sleeps .")
    return resolved(text, (1, 0, [mention(text, 0, 1, probability)]))


def _translated(*lines: str) -> list[Hypothesis]:
    return [
        Hypothesis(tuple(line.split()), alignment=tuple(Link(n, n) for n in range(len(line.split())))) for line in lines
    ]


def _length(tokens: Sequence[str]) -> float:
    """A language model that likes short sentences."""
    return -float(len(tokens))


@dataclass(frozen=True)
class _Clumsy:
    """An engine that says so much more, when it decodes again."""

    engine: NativeEngine
    more: str

    def translate(self, sentences: Sequence[Sequence[str]]) -> list[list[Hypothesis]]:
        return [list(listed) for listed in self.engine.translate(sentences)]

    def translate_requests(self, requests: Sequence[Request]) -> list[list[Hypothesis]]:
        return [
            [replace(listed[0], tokens=(*listed[0].tokens, *self.more.split()))]
            for listed in self.engine.translate_requests(requests)
        ]


@pytest.fixture
def chooser() -> Chooser:
    examples = [
        example
        for antecedent, reference in (
            ("cat", ["le chat dort .", "il dort ."]),
            ("mouse", ["la souris dort .", "elle dort ."]),
        )
        for _ in range(10)
        for example in examples_of(_document(antecedent), _translated(*reference), CLASSES, WORDS)
    ]
    return Chooser(fit(Examples.of(examples), CLASSES, Fitting(regularisation=0.1)), CLASSES, WORDS)


@pytest.fixture
def model(pronoun_model: Path, chooser: Chooser) -> CombinedModel:
    folder = ModelFolder.read(pronoun_model)
    table = folder.phrase_table()
    engine = NativeEngine.open(
        folder,
        weights={FEATURE: [2.0], GIVEN: [1.0]},
        extras=Extras(option_features={GIVEN: 1}, features=(choice_feature(table, CLASSES),)),
    )
    options = PronounOptions.of(table, CLASSES, [])
    rule = SecondDecoding(CLASSES, SmallLexicon(), _length)
    return CombinedModel(engine, TextSteps("en", "fr"), chooser, options, rule)


@pytest.mark.parametrize(("antecedent", "pronoun"), [("cat", "il"), ("mouse", "elle"), ("house", "elle")])
def test_a_pronoun_agrees_with_what_its_antecedent_became(model: CombinedModel, antecedent: str, pronoun: str) -> None:
    translated = model.translate(_document(antecedent))
    assert translated.sentences[1].tokens == (pronoun, "dort", ".")
    [decision] = translated.decisions
    assert (decision.choice, decision.baseline) == (pronoun, "il")
    assert decision.options[0].text == pronoun
    assert sum(option.probability for option in decision.options) <= 1 + 1e-9
    assert antecedent in decision.reason
    assert pronoun in decision.reason


def test_an_antecedent_in_the_same_sentence_is_seen_through_the_first_translation(model: CombinedModel) -> None:
    text = analysed("the mouse sleeps and it works .")
    translated = model.translate(resolved(text, (0, 4, [mention(text, 0, 1, 0.9)])))
    assert "elle" in translated.sentences[0].tokens


@pytest.mark.parametrize(
    ("antecedent", "more", "lexicon", "outcome", "said"),
    [
        ("mouse", "", True, Outcome.TAKEN, "elle dort ."),
        ("cat", "", True, Outcome.SAME, "il dort ."),
        # The rest is a little less fluent, and then too much so.
        ("mouse", "là .", True, Outcome.TAKEN, "elle dort . là ."),
        ("mouse", "là , oui .", True, Outcome.OWN, "elle dort ."),
        ("cat", "là , oui .", True, Outcome.OWN, "il dort ."),
        # Without a lexicon the engine's own sentence cannot be repaired.
        ("mouse", "là , oui .", False, Outcome.ONLY, "elle dort . là , oui ."),
    ],
)
def test_a_sentence_that_lost_too_much_for_its_pronoun_is_not_taken(
    model: CombinedModel, antecedent: str, more: str, lexicon: bool, outcome: Outcome, said: str
) -> None:
    clumsy = replace(model, engine=cast("NativeEngine", _Clumsy(model.engine, more)))
    if not lexicon:
        clumsy = replace(clumsy, rule=replace(model.rule, inflections=None))
    translated = clumsy.translate(_document(antecedent))
    assert translated.outcomes == (Outcome.ONCE, outcome)
    assert translated.sentences[1].tokens == tuple(said.split())
    [decision] = translated.decisions
    assert ("was not taken: the rest of it is less fluent." in decision.reason) == (outcome is Outcome.OWN)
    assert decision.choice == said.split(maxsplit=1)[0]


def test_a_document_without_pronouns_is_what_the_engine_says(model: CombinedModel) -> None:
    document = resolved(analysed("the cat sleeps .", "", "the house ."))
    translated = model.translate(document)
    assert [sentence.tokens for sentence in translated.sentences] == [
        ("le", "chat", "dort", "."),
        (),
        ("la", "maison", "."),
    ]
    assert translated.decisions == ()


def test_a_chain_carries_the_gender(chooser: Chooser) -> None:
    """The second pronoun's only antecedent is the first pronoun."""
    text = analysed("the mouse sleeps .", "it sleeps .", "it sleeps .")
    document = resolved(text, (1, 0, [mention(text, 0, 1, 0.9)]), (2, 0, [mention(text, 1, 0, 0.9)]))
    seen = _translated("la souris dort .", "elle dort .", "elle dort .")
    first, second = chooser.distributions(document, seen)
    known = Known(document, SeenTranslations(seen, WORDS), CLASSES, {(1, 0): first})
    assert any("<elle>" in name for name, _ in features_of(document.anaphors[1], known))
    assert second.sum() == pytest.approx(1)


def test_a_prior_makes_a_class_likelier(chooser: Chooser) -> None:
    document, seen = _document("cat"), _translated("le chat dort .", "il dort .")
    il, elle = (CLASSES.names.index(name) for name in ("il", "elle"))
    [before] = chooser.distributions(document, seen)
    [after] = replace(chooser, priors={"elle": math.log(3)}).distributions(document, seen)
    assert after.sum() == pytest.approx(1)
    assert after[elle] / after[il] == pytest.approx(3 * before[elle] / before[il])


@pytest.mark.parametrize("settings", [{"prior_elles": "much"}, {"prior_they": 0.5}, {"prior_il": True}])
def test_priors_are_logarithms_of_known_classes(chooser: Chooser, settings: dict[str, object]) -> None:
    with pytest.raises(ResourceError, match="prior_"):
        Chooser.of(chooser.model, CLASSES.pair, settings)


@pytest.mark.parametrize(
    ("target", "links", "name"),
    [
        ("elle dort .", [(0, 0), (1, 1), (2, 2)], "elle"),
        ("dort -elle ?", [(0, 1), (1, 0), (2, 2)], "elle"),
        ("la souris dort .", [(0, 1), (1, 2)], ""),
        ("", [], ""),
    ],
)
def test_class_of_what_a_pronoun_became(target: str, links: Sequence[tuple[int, int]], name: str) -> None:
    document = _document("cat")
    sentence = Hypothesis(tuple(target.split()), alignment=tuple(Link(*link) for link in links))
    assert CLASSES.names[class_in(document, document.anaphors[0], sentence, CLASSES)[0]] == name
