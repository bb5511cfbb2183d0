"""Post-editing as a system: the translation below it, fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from careful_samples import agreeing, editor
from pronoun_samples import analysed, mention, resolved

from antecede.coreference.reader import with_functions
from antecede.engines.text import TextSteps
from antecede.errors import BadOption, ResourceError
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.post_editing.editors import editor as editor_of
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems import system
from antecede.pronouns.systems.baseline import BaselineModel
from antecede.pronouns.systems.post_edit import PostEditingModel

if TYPE_CHECKING:
    from pathlib import Path


def test_the_baseline_is_fixed(pronoun_model: Path) -> None:
    folder = ModelFolder.read(pronoun_model)
    steps = TextSteps.of(folder, pair("en-fr"))
    below = BaselineModel(Setting(folder, pair("en-fr"), steps).engine(), steps)
    text = analysed("the mouse sleeps .", "it sleeps .")
    document = resolved(text, (1, 0, [mention(text, 0, 1, 0.95)]))
    assert below.translate(document).decisions[0].choice == "il"
    translated = PostEditingModel(below, editor(agreeing(20.0))).translate(document)
    assert " ".join(translated.sentences[1].tokens) == "elle dort ."
    [decision] = translated.decisions
    assert (decision.baseline, decision.choice) == ("il", "elle")


def test_a_folder_without_a_choice_model_says_how_to_make_one(pronoun_model: Path) -> None:
    with pytest.raises(ResourceError, match="train-pronouns"):
        system("post-edit", "best", pronoun_model)


def test_pairs_without_printed_rules_say_so() -> None:
    with pytest.raises(BadOption, match="es-en"):
        editor_of(pair("es-en"), "paper")


def test_functions_of_one_resolver_go_with_the_antecedents_of_another() -> None:
    text = analysed("the mouse sleeps .", "it sleeps .")
    chained = resolved(text, (1, 0, [mention(text, 0, 1)]))
    other = resolved(text, (1, 0, []))
    both = with_functions(chained, other)
    assert both.anaphors[0].antecedents == chained.anaphors[0].antecedents
    assert both.anaphors[0].function == other.anaphors[0].function
