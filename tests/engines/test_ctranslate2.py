"""Neural engines: what they translate, list, complete and score, with a tiny model in the shapes of real ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import neural_models
import numpy as np
import pytest

from antecede.alignment import Link
from antecede.cli import main
from antecede.coreference.reader import Reader
from antecede.engines import Ability, Segment, open_engine
from antecede.engines._pieces import BytePairs
from antecede.engines.ctranslate2 import CTranslate2Engine, _links, _parts
from antecede.errors import AntecedeError, BadOption, ResourceError
from antecede.models import ModelFolder
from antecede.pronouns.systems import system
from antecede.text import Document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = [pytest.mark.neural, pytest.mark.eflomal]
SENTENCES = ["The house is old.", "I see the boats.", "The letters are green.", "I see the bag. It is big."]
TRANSLATED = [
    "La maison est vieille.",
    "Je vois les bateaux.",
    "Les lettres sont vertes.",
    "Je vois le sac. Il est grand.",
]


def opened(address: str, **settings: float) -> CTranslate2Engine:
    engine = open_engine(address, pair="en-fr", threads=1, **settings)
    assert isinstance(engine, CTranslate2Engine)
    return engine


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return neural_models.converted(tmp_path_factory.mktemp("tiny") / "model")


@pytest.fixture(scope="module")
def engine(tiny: Path) -> CTranslate2Engine:
    return opened(f"ctranslate2:{tiny}")


@pytest.mark.parametrize("shape", ["opus-mt", "safetensors", "NLLB", "M2M-100", "several targets", "named tags"])
def test_models_of_every_shape_translate(tmp_path: Path, shape: str) -> None:
    address = {
        "opus-mt": lambda: f"opus-mt:{neural_models.opus_mt(tmp_path / 'm')}",
        "safetensors": lambda: f"opus-mt:{neural_models.opus_mt(tmp_path / 'm', safetensors=True)}",
        "NLLB": lambda: f"ctranslate2:{neural_models.many_languages(tmp_path / 'm', neural_models.NLLB)}",
        "M2M-100": lambda: f"ctranslate2:{neural_models.many_languages(tmp_path / 'm', neural_models.M2M)}",
        "several targets": lambda: f"ctranslate2:{neural_models.converted(tmp_path / 'm', neural_models.SEVERAL)}",
        "named tags": lambda: f"ctranslate2:{neural_models.converted(tmp_path / 'm')},<tag0>,<tag1>",
    }[shape]()
    engine = opened(address)
    lists = engine.translate_segments([Segment(text) for text in SENTENCES])
    assert [listed[0].text for listed in lists] == TRANSLATED
    # Tags are no words: the probability of a translation is that of its own pieces.
    [[score]] = engine.score([Segment(SENTENCES[0])], [[TRANSLATED[0]]])
    assert -1.0 < score < 0.0


def test_a_checkpoint_is_converted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"opus-mt:{neural_models.opus_mt(tmp_path / 'checkpoint')}"
    opened(address)
    assert len(list((tmp_path / "cache/converted").iterdir())) == 1
    monkeypatch.setattr("antecede.engines.opus_mt.convert", lambda *_: pytest.fail("converted again"))
    assert opened(address).translate_segments([Segment(SENTENCES[0])])[0][0].text == TRANSLATED[0]


def test_tokens_are_put_together_and_taken_apart(engine: CTranslate2Engine) -> None:
    [[best], [empty]] = engine.translate([["The", "house", "is", "old", "."], []])
    assert best.tokens == ("La", "maison", "est", "vieille", ".")
    assert empty.tokens == ()
    assert all(link.source < 5 and link.target < 5 for link in best.alignment)
    # The tiny model's attention is no alignment: the aligner's links stand in.
    assert Link(1, 1) in best.alignment


def test_lists_are_sorted_distinct_and_no_longer_than_said(tiny: Path) -> None:
    engine = opened(f"ctranslate2:{tiny},lists=6")
    [listed] = engine.translate_segments([Segment("It is old.")], n_best=1000)
    assert len(listed) == 6
    assert [each.score for each in listed] == sorted((each.score for each in listed), reverse=True)
    assert {listed[0].text, listed[1].text} == {"Il est vieux.", "Elle est vieille."}
    [fewer] = engine.translate_segments([Segment("It is old.")], n_best=5, distinct=True)
    assert len({each.tokens for each in fewer}) == len(fewer) <= 5


def test_the_score_of_a_translation_is_the_sum_of_its_pieces(engine: CTranslate2Engine) -> None:
    for listed in engine.translate_segments([Segment(text) for text in SENTENCES]):
        pieces = len(engine._folder.target.cut(listed[0].text)) + 1
        assert listed[0].features["NeuralModel0"][0] == pytest.approx(listed[0].score * pieces, rel=1e-5)
    lists = engine.translate_segments([Segment(text) for text in SENTENCES])
    scores = engine.score([Segment(text) for text in SENTENCES], [[listed[0].text] for listed in lists])
    for [score], [best] in zip(scores, lists, strict=True):
        assert score == pytest.approx(best.features["NeuralModel0"][0], abs=0.02)


def test_a_sentence_scores_the_same_whatever_stands_beside_it(engine: CTranslate2Engine) -> None:
    segments = [Segment(text) for text in SENTENCES]
    targets = [[target, *TRANSLATED] for target in TRANSLATED]
    together = engine.score(segments, targets)
    alone = [
        [engine.score([segment], [[target]])[0][0] for target in versions]
        for segment, versions in zip(segments, targets, strict=True)
    ]
    assert together == alone


def test_the_same_holds_of_a_real_model(opus_mt: Path) -> None:
    engine = opened(f"ctranslate2:{opus_mt}")
    segments = [Segment(text) for text in (*SENTENCES, "It is raining, and the children have forgotten their coats.")]
    targets = [["Il est vieux.", "Elle est vieille."] for _ in segments]
    together = engine.score(segments, targets)
    assert together == [engine.score([each], [said])[0] for each, said in zip(segments, targets, strict=True)]


@pytest.mark.parametrize(
    ("before", "written", "right", "wrong"),
    [
        ("I see the house.", "Je vois la maison.", "Elle est vieille.", "Il est vieux."),
        ("I see the boat.", "Je vois le bateau.", "Il est vieux.", "Elle est vieille."),
    ],
)
def test_the_sentence_before_tells_the_gender(
    engine: CTranslate2Engine, before: str, written: str, right: str, wrong: str
) -> None:
    segment = Segment(
        "It is old.", before=("I see the cars.", before), before_target=("Je vois les voitures.", written)
    )
    [[good, bad]] = engine.score([segment], [[right, wrong]], context=1)
    assert good > bad + 1.0
    [alone] = engine.score([segment], [[right, wrong]])
    assert alone == engine.score([Segment("It is old.")], [[right, wrong]])[0]


def test_translations_start_with_the_words_that_are_given(engine: CTranslate2Engine) -> None:
    lists = engine.complete([Segment("It is old."), Segment("It is old.")], ["Elle", "Il"])
    assert [listed[0].text for listed in lists] == ["Elle est vieille.", "Il est vieux."]


def test_words_that_look_at_each_other_are_linked() -> None:
    pieces = ["▁The", "▁hou", "se", "."], ["▁La", "▁mai", "son", "."]
    sharp = np.array([[0.9, 0.1, 0, 0], [0.1, 0.5, 0.4, 0], [0, 0.6, 0.4, 0], [0, 0, 0.2, 0.8]], np.float32)
    words = ["The", "house", "."], ["La", "maison", "."]
    assert _links(*words, [pieces[0]], [pieces[1]], [sharp]) == (Link(0, 0), Link(1, 1), Link(2, 2))
    # In two parts, of which the second is the full stop.
    parts = [pieces[0][:3], pieces[0][3:]], [pieces[1][:3], pieces[1][3:]]
    assert _links(*words, *parts, [sharp[:3, :3], sharp[3:, 3:]]) == (Link(0, 0), Link(1, 1), Link(2, 2))
    # Attention that is spread is no alignment; nor is one of other text.
    assert _links(*words, [pieces[0]], [pieces[1]], [np.full((4, 4), 0.25, np.float32)]) == ()
    assert _links(["The", "houses", "."], words[1], [pieces[0]], [pieces[1]], [sharp]) == ()


def test_the_attention_of_opus_mt_is_an_alignment(opus_mt: Path) -> None:
    engine = opened(f"ctranslate2:{opus_mt}")
    [[best]] = engine.translate_segments([Segment("I left the keys in the car, but it is locked.")])
    linked = {(link.source, best.tokens[link.target]) for link in best.alignment}
    assert {(1, "laissé"), (3, "clés"), (6, "voiture"), (9, "elle")} <= linked


def test_a_long_sentence_is_translated_in_parts() -> None:
    pieces = [f"▁p{number}" if number % 3 == 0 else "x" for number in range(1000)]
    parts = _parts(pieces)
    assert [piece for part in parts for piece in part] == pieces
    assert all(len(part) <= 400 and part[0].startswith("▁") for part in parts)
    assert _parts(pieces[:400]) == [pieces[:400]]


def test_byte_pairs_are_merged_in_the_order_of_their_codes(tmp_path: Path) -> None:
    # l+o, then lo+w at the end of a word, then n+e, ne+w: "low" is one piece, "lower" is not.
    (tmp_path / "m.codes").write_text("#version: 0.2\nl o\nlo w</w>\nn e\nne w</w>\ne r</w>\n")
    pairs = BytePairs.read(tmp_path / "m.codes", "en")
    assert pairs.cut("low lower new") == ["low", "lo@@", "w@@", "er", "new"]
    assert pairs.joined(pairs.cut("The lower new, low.")) == "The lower new, low."
    (tmp_path / "m.codes").write_text("l\n")
    with pytest.raises(ResourceError, match="line 1: is not a pair of pieces"):
        BytePairs.read(tmp_path / "m.codes", "en")


def removed(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def written(name: str, content: bytes, *others: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_bytes(content)
        for other in (*others, "checksums.sha256"):
            (folder / other).unlink()

    return write


OTHER_TOKENS = json.dumps(["<unk>", "</s>", *(f"▁word{number}" for number in range(103))]).encode()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            removed("model.bin"),
            "is not a CTranslate2 model: it has no model.bin; a MarianMT checkpoint is opened by opus",
        ),
        (removed("source.spm"), "source.spm: is missing; convert or fetch the model again"),
        (written("model.bin", b"\x06\0\0\0nonsense"), "is not a model that CTranslate2 can load"),
        (written("source.spm", b"nonsense"), "source.spm: is damaged, or not a SentencePiece model"),
        (written("config.json", b"{"), "config.json: is missing or damaged"),
        (written("shared_vocabulary.json", b"{}"), "shared_vocabulary.json: is damaged: it is not a list of tokens"),
        (
            written("shared_vocabulary.json", OTHER_TOKENS),
            "the vocabulary does not fit: of the pieces of the source it has",
        ),
        (written("x", b"", "shared_vocabulary.json"), "it has no vocabulary"),
        (written("x", b"", "source.spm", "target.spm"), "has nothing that cuts text into pieces"),
    ],
)
def test_a_damaged_or_foreign_folder_is_told_in_one_line(
    tmp_path: Path, damage: Callable[[Path], None], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = neural_models.converted(tmp_path / "model")
    damage(folder)
    (tmp_path / "in.txt").write_text("The house is old.\n")
    command = ["translate", "--pair", "en-fr", "--engine", f"ctranslate2:{folder}", str(tmp_path / "in.txt")]
    assert main(command) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"antecede: {folder}")
    assert message in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("address", "pair", "message"),
    [
        ("ctranslate2:nowhere", "en-fr", "nowhere: is not a CTranslate2 model"),
        ("opus-mt:nowhere", "en-fr", "nowhere: is not a MarianMT checkpoint: it has no config.json"),
        ("neural", "es-en", "no neural model is known for es-en: give one of your own"),
        ("neural:beam=0", "en-fr", "beam is '0', not a number from 1 to 500"),
        ("ctranslate2:{tiny},lists=many", "en-fr", "lists is 'many', not a number"),
        ("ctranslate2:{tiny}", "", "has to be told what it translates"),
        ("ctranslate2:{tiny},eng_Latn,fra_Latn", "en-fr", "the model has no language tag eng_Latn"),
    ],
)
def test_mistakes_in_an_address_are_told(
    tiny: Path, address: str, pair: str, message: str, request: pytest.FixtureRequest
) -> None:
    if address.startswith("neural") and pair == "en-fr":
        request.getfixturevalue("opus_mt")
    with pytest.raises(AntecedeError) as refused:
        open_engine(address.replace("{tiny}", str(tiny)), pair=pair)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_model_of_many_languages_without_ours_is_refused(tmp_path: Path) -> None:
    folder = neural_models.many_languages(tmp_path / "m", {"<tag0>": "eng_Latn", "<tag1>": "deu_Latn"})
    with pytest.raises(ResourceError, match="the model has tags for languages, and none for 'fr'"):
        opened(f"ctranslate2:{folder}")


def test_settings_of_other_engines_are_refused(tiny: Path) -> None:
    with pytest.raises(BadOption, match="has no setting pop_limit; its settings are beam, lists"):
        opened(f"ctranslate2:{tiny}", pop_limit=5)
    assert Ability.OPTIONS not in opened(f"ctranslate2:{tiny}", beam=2).abilities


def test_systems_hand_text_to_it_and_find_what_pronouns_became(tiny: Path) -> None:
    engine = opened(f"ctranslate2:{tiny}")
    model = system("baseline", "best", ModelFolder.of_engine("en-fr"), engine=engine)
    document = Reader.without_parser("en", {"it"}).read(Document.from_text("I see the bag. It is big.", "en"))
    translated = model.translate(document)
    assert translated.sentences[0].text == "Je vois le sac."
    [decision] = translated.decisions
    assert decision.choice in {"il", "elle"}
    assert translated.sentences[1].tokens[0].lower() == decision.choice


def test_a_text_is_translated_by_a_neural_engine(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("I see the bag.\n\nThe  house is old.\n")
    out, links, lists = (tmp_path / name for name in ("out.txt", "out.align", "out.nbest"))
    command = ["translate", "--pair", "en-fr", "--engine", f"ctranslate2:{tiny}", "--system", "baseline"]
    command += ["--n-best", "2", "--n-best-file", str(lists), "--alignment-file", str(links), "--threads", "2"]
    assert main([*command, str(tmp_path / "in.txt"), "-o", str(out)]) == 0
    assert out.read_text() == "Je vois le sac.\n\nLa maison est vieille.\n"
    assert len(lists.read_text().splitlines()) == 4
    tokens = ["translate", "--pair", "en-fr", "--engine", f"ctranslate2:{tiny}", "--tokenized"]
    (tmp_path / "in.tok").write_text("The house is old .\n")
    assert main([*tokens, str(tmp_path / "in.tok"), "-o", str(out)]) == 0
    assert out.read_text() == "La maison est vieille .\n"
