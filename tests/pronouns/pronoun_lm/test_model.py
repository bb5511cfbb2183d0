"""The pronoun language model: sequences, the paper's model, the mixture over distances."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pronoun_lm_samples import agreeing_text, french_finder

from antecede.errors import InputError, ResourceError
from antecede.languages import Agreement, Gender, Number
from antecede.pronouns.pronoun_lm.mixture import Mixture
from antecede.pronouns.pronoun_lm.model import PronounLanguageModel, remember, sequences, tag, train

if TYPE_CHECKING:
    from pathlib import Path

F, M = "fem-sg", "masc-sg"


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [
        (Agreement(Gender.FEMININE, Number.PLURAL), "fem-pl"),
        (Agreement(Gender.MASCULINE, None), "masc-sg"),
        (Agreement(None, Number.PLURAL), None),
        (Agreement(Gender.NEUTER, Number.SINGULAR), None),  # c', ça: no gender to agree with
    ],
)
def test_tags(agreement: Agreement, expected: str | None) -> None:
    assert tag(agreement) == expected


def test_sequences_cross_sentences_and_stop_at_documents() -> None:
    first = [["la", "maison", "."], ["le", "chat", "dit", "qu'", "elle", "est", "à", "lui"], ["il", "dort"]]
    observed = list(sequences([first, [["elle", "dort"]]], french_finder()))
    assert observed == [((F, M), "elle"), ((F, M, F), "lui"), ((F, M, F), "il"), ((), "elle")]


def test_the_papers_model_follows_the_last_nouns(tmp_path: Path) -> None:
    path = tmp_path / "plm.bin"
    assert train(sequences(agreeing_text(), french_finder()), path) == 200
    model = PronounLanguageModel.open(path)
    assert model.size == 4
    assert model.log10("elle", (M, F)) > model.log10("il", (M, F))
    assert model.log10("il", (F, M)) > model.log10("elle", (F, M))
    # Only the last four count.
    assert model.log10("il", (F, F, M, M, M, M)) == model.log10("il", (M, M, M, M))


def test_five_tags_are_written_and_four_are_seen(tmp_path: Path) -> None:
    # Only the tag that the model does not see tells these pronouns apart.
    observed = [((M, F, M, M, M), "il"), ((F, F, M, M, M), "elle")] * 20
    train(observed, tmp_path / "plm.bin")
    model = PronounLanguageModel.open(tmp_path / "plm.bin")
    assert model.log10("il", (M, F, M, M, M)) == model.log10("il", (F, F, M, M, M))
    assert model.log10("il", (F, M, M, M)) == pytest.approx(model.log10("elle", (F, M, M, M)))


def test_after_four_tags_the_fifth_shares_the_probability_with_the_pronoun(tmp_path: Path) -> None:
    train([((M,) * 5, "il")] * 100, tmp_path / "plm.bin")
    five = PronounLanguageModel.open(tmp_path / "plm.bin")
    # A line is M M M M M il: after four M comes M once, and il once. The counts 100 and 100 are both above 3, so that
    # each loses the fallback's 1.5 of 200, which lower orders share out.
    assert 10 ** five.log10("il", (M,) * 4) == pytest.approx(0.5, abs=0.01)
    train([((M,) * 4, "il")] * 100, tmp_path / "four.bin")
    four = PronounLanguageModel.open(tmp_path / "four.bin")
    assert 10 ** four.log10("il", (M,) * 4) > 0.98


def test_the_authors_saw_a_gender_in_every_il_and_did_not_list_les() -> None:
    text = [[["il", "faut", "un", "chat", "et", "il", "les", "a"]]]
    assert list(sequences(text, french_finder())) == [((), "il"), ((M,), "il"), ((M, M), "les")]
    assert list(sequences(text, french_finder().as_published())) == [((), "il"), ((M, M), "il")]


def test_the_mixture_learns_how_far_antecedents_are() -> None:
    mixture = Mixture.learn(sequences(agreeing_text(), french_finder()), size=2)
    nobody, near, far = mixture.weights
    # Where the nouns differ, four in five pronouns agree with the nearer: 80 of 100.
    assert near > 3 * far > 0
    assert nobody < 0.2
    assert mixture.probability("il", (F, M)) == pytest.approx(0.8, abs=0.05)
    assert mixture.probability("il", (M, M)) > 0.95
    assert mixture.probability("nous", (M, M)) < 1e-5


@given(st.lists(st.sampled_from([F, M, "fem-pl", "unknown"]), max_size=20))
def test_probabilities_of_the_mixture_sum_to_one(history: list[str]) -> None:
    mixture = Mixture(("elle", "il"), (F, M), (0.5, 0.3, 0.2), ((0.4, 0.9, 0.1), (0.6, 0.1, 0.9)), (0.5, 0.5))
    assert math.isclose(sum(mixture.probability(pronoun, history) for pronoun in mixture.pronouns), 1.0)


def test_the_mixture_is_kept_in_a_table() -> None:
    mixture = Mixture.learn([((F,), "elle"), ((M,), "il"), ((), "c'")] * 5)
    told = json.loads(json.dumps(mixture.as_table()))
    again = Mixture.from_table(told, "file")
    assert again.probability("elle", (F, M)) == pytest.approx(mixture.probability("elle", (F, M)), abs=1e-4)


@pytest.mark.parametrize(
    "damage",
    [
        {"tags": None},
        {"weights": []},
        {"weights": [2.0, 0.1]},
        {"probabilities": {"il": [0.1]}},
        {"probabilities": 3},
        {"frequencies": [0.0]},
        {"frequencies": ["x"]},
    ],
)
def test_a_damaged_table_is_refused(damage: dict[str, Any]) -> None:
    table = {"tags": [F], "weights": [0.5, 0.5], "probabilities": {"il": [1.0, 1.0]}, "frequencies": [1.0]}
    Mixture.from_table(table, "file")
    with pytest.raises(ResourceError, match="file"):
        Mixture.from_table({**table, **damage}, "file")


def test_text_without_pronouns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no third-person pronoun"):
        train([], tmp_path / "plm.bin")
    with pytest.raises(InputError, match="no third-person pronoun"):
        Mixture.learn([])


def test_the_history_keeps_the_last() -> None:
    found = french_finder().find(["la", "maison", "et", "le", "chat"])
    assert remember((M,) * 12, found) == (*(M,) * 10, F, M)
