"""The coreference systems on a model of a few words, and the commands about them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pronoun_samples import analysed, mention, noun, resolved

from antecede.cli import main
from antecede.engines.text import TextSteps
from antecede.errors import AntecedeError
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.coreference_model.agreement import agreement_scores
from antecede.pronouns.coreference_model.backoff import main_table_weight
from antecede.pronouns.coreference_model.export import export_table
from antecede.pronouns.coreference_model.model import CoreferenceModel, Table
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems.coreference import Tuned, keep_weights, open_with
from antecede.pronouns.systems.coreference_decoder import DecoderModel
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.projection import TargetWords
from antecede.smt.moses.ini import read_ini

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

WORDS = TargetWords.of("fr", noun)
PAPER = Table(
    {"masculine-singular": {"il": 0.7, "elle": 0.1}, "feminine-singular": {"elle": 0.8, "il": 0.1, "qu' elle": 0.02}}
)
BEST = Table(
    {
        "it-subject": {"il": 0.5, "elle": 0.3, "ce": 0.2},
        "it-subject-masc-sg-other": {"il": 0.9, "elle": 0.05, "ce": 0.05},
        "it-subject-fem-sg-other": {"il": 0.05, "elle": 0.9, "ce": 0.05},
        "it-subject-unknown": {"cela": 0.9, "il": 0.05, "elle": 0.05},
    }
)
MODEL = CoreferenceModel(PAPER, BEST)


@pytest.fixture
def setting(pronoun_model: Path) -> Setting:
    folder = ModelFolder.read(pronoun_model)
    described = pair("en-fr")
    return Setting(folder, described, TextSteps.of(folder, described), "paper")


def _mode(setting: Setting, mode: Literal["paper", "best"]) -> Setting:
    return Setting(setting.folder, setting.pair, setting.steps, mode)


@pytest.mark.parametrize("mode", ["paper", "best"])
def test_pronouns_agree_with_what_their_antecedent_became(setting: Setting, mode: Literal["paper", "best"]) -> None:
    model = open_with(_mode(setting, mode), MODEL, WORDS, Tuned(2.0))
    # Across sentences, and inside one.
    document = analysed("the house sleeps .", "it sleeps .", "the house sleeps and it sleeps .", "the cat sleeps .")
    houses = mention(document, 0, 1), mention(document, 2, 1)
    found = model.translate(resolved(document, (1, 0, [houses[0]]), (2, 4, [houses[1]])))
    assert [" ".join(sentence.tokens) for sentence in found.sentences] == [
        "la maison dort .",
        "elle dort .",
        "la maison dort et elle dort .",
        "le chat dort .",
    ]
    assert [(decision.baseline, decision.choice) for decision in found.decisions] == [("il", "elle")] * 2
    assert found.decisions[0].options[0].text == "elle"
    assert "house" in found.decisions[0].reason


def test_a_pronoun_agrees_with_a_pronoun_that_was_changed(setting: Setting) -> None:
    document = analysed("the house sleeps .", "it sleeps .", "it sleeps .")
    chain = resolved(document, (1, 0, [mention(document, 0, 1)]), (2, 0, [mention(document, 1, 0)]))
    for mode in ("paper", "best"):
        found = open_with(_mode(setting, mode), MODEL, WORDS, Tuned(2.0)).translate(chain)
        assert [decision.choice for decision in found.decisions] == ["elle", "elle"]


def test_unresolved_pronouns_go_through_the_main_table(setting: Setting) -> None:
    document = analysed("the house sleeps .", "it sleeps .")
    far = resolved(document, (1, 0, [mention(document, 0, 1, 0.05)]))
    found = open_with(setting, MODEL, WORDS).translate(far)
    assert found.decisions[0].choice == "il"
    assert found.decisions[0].options == ((found.decisions[0].options[0].text, 1.0),)


def test_several_antecedents_speak_together(setting: Setting) -> None:
    document = analysed("the house and the cat sleeps .", "it sleeps .")
    candidates = [mention(document, 0, 1, 0.55), mention(document, 0, 4, 0.45)]
    found = open_with(_mode(setting, "best"), MODEL, WORDS, Tuned(1.0, 0.0)).translate(
        resolved(document, (1, 0, candidates))
    )
    shares = {option.text: option.probability for option in found.decisions[0].options}
    assert shares["elle"] == pytest.approx(0.55 * 0.9 + 0.45 * 0.05)
    assert shares["il"] == pytest.approx(0.55 * 0.05 + 0.45 * 0.9)


def test_phrases_count_where_nothing_is_replaced(setting: Setting) -> None:
    # *it works* has a translation as a phrase, which a replaced pronoun could never have.
    document = analysed("the house sleeps .", "it works .")
    pleonastic = resolved(document, (1, 0, []))
    found = open_with(_mode(setting, "best"), MODEL, WORDS, Tuned(5.0)).translate(pleonastic)
    assert " ".join(found.sentences[1].tokens) == "ça marche ."


def test_the_weight_is_the_main_tables_own() -> None:
    assert main_table_weight({"TranslationModel0": [0.2, 0.2, 0.2, 0.2]}) == pytest.approx(0.8)
    assert main_table_weight({"TranslationModel0": [0.01, 0.02, 0.03, 0.04]}) == pytest.approx(0.1)


def test_the_model_is_shown_and_exported(
    pronoun_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coref-model", "show", "--model", str(pronoun_model)]) == 2
    assert "has no coreference model" in capsys.readouterr().err
    MODEL.write(pronoun_model / "coreference.tsv")
    ModelFolder.read(pronoun_model).updated(files={"coreference": "coreference.tsv"})
    assert main(["coref-model", "show", "--model", str(pronoun_model), "--class", "fem", "--least", "0.05"]) == 0
    assert capsys.readouterr().out == "feminine-singular ||| elle ||| 0.8\nfeminine-singular ||| il ||| 0.1\n"
    ini = tmp_path / "moses.ini"
    ini.write_text(
        "[input-factors]\n0\n[mapping]\n0 T 0\n[feature]\nPhraseDictionaryMemory name=TranslationModel0 num-features=4"
        " path=/models/table.gz input-factor=0 output-factor=0\n[weight]\nTranslationModel0= 0.2 0.2 0.2 0.2\n"
    )
    out = tmp_path / "out"
    arguments = ["--model", str(pronoun_model), "--moses-ini", str(ini), "--moses", str(out)]
    assert main(["coref-model", "export", *arguments]) == 0
    written = read_ini(out / "moses.ini")
    assert list(written.weights["TranslationModel1"]) == pytest.approx([0.8])
    assert written.settings["decoding-graph-backoff"] == ("0", "1")
    assert written.settings["mapping"] == ("0 T 0", "1 T 1")
    second = written.features[-1].arguments
    assert (second["num-features"], second["input-factor"], second["output-factor"]) == ("1", "0", "0")
    lines = (out / "coreference-table").read_text().splitlines()
    assert "feminine-singular ||| qu' elle ||| 0.02 ||| 0-0 0-1" in lines
    with pytest.raises(AntecedeError, match="TranslationModel1 already"):
        export_table(PAPER, out / "moses.ini", tmp_path / "again")


def test_agreement_inside_a_sentence_needs_one_pass_only(setting: Setting) -> None:
    best = Table({**BEST.shares, "it-subject-any-sg-other": {"il": 0.5, "elle": 0.5}}, dict.fromkeys(BEST.shares, 10.0))
    document = analysed("the house sleeps and it sleeps .", "it sleeps and the house sleeps .")
    pronouns = resolved(document, (0, 4, [mention(document, 0, 1)]), (1, 0, [mention(document, 1, 4)]))
    model = open_with(_mode(setting, "best"), CoreferenceModel(PAPER, best), WORDS, Tuned(2.0, 0.0, one_pass=True))
    assert isinstance(model, DecoderModel)
    assert model.one_pass
    # The distribution knows nothing of the gender, yet the hypothesis remembers it: before the pronoun, and after it.
    found = model.translate(pronouns)
    assert [decision.choice for decision in found.decisions] == ["elle", "elle"]
    assert found.decisions[0].options[0].probability == pytest.approx(0.5)


def test_agreement_scores_are_ratios() -> None:
    classes = TargetClasses.of(pair("en-fr"))
    scores = agreement_scores(classes, Table(BEST.shares, dict.fromkeys(BEST.shares, 10.0)))
    il, elle = classes.names.index("il"), classes.names.index("elle")
    assert scores[elle, elle] == pytest.approx(math.log(0.9 / 0.3), abs=1e-5)
    assert scores[elle, il] == pytest.approx(math.log(0.05 / 0.5), abs=1e-5)
    assert scores[il, elle] == pytest.approx(math.log(0.05 / 0.3), abs=1e-5)
    assert not scores[classes.names.index("ce")].any()


def test_tuned_weights_are_kept_in_the_folder(setting: Setting, pronoun_model: Path) -> None:
    keep_weights(setting.folder, {"best": Tuned(3.0, 0.5, one_pass=True), "paper": Tuned(0.25)})
    setting = replace(setting, folder=ModelFolder.read(pronoun_model))
    assert setting.folder.pronouns == {
        "coreference_weight": 3.0,
        "coreference_prior": 0.5,
        "coreference_one_pass": True,
        "coreference_paper_weight": 0.25,
    }
    best = open_with(_mode(setting, "best"), MODEL, WORDS)
    assert isinstance(best, DecoderModel)
    assert best.engine.weights["CoreferenceModel0"] == best.engine.weights["CoreferenceAgreement0"] == [3.0]
    assert best.prior == 0.5
