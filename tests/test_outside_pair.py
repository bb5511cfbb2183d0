"""English to German from another package: a pair is one file, a language one folder, and nothing else knows of them.

`support/outside` is what such a package has when it is installed. Its model is trained here, on sentences that are
translated word by word; there is no German parser.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_schemas import valid

from antecede import Translator
from antecede.analysis import lexicon
from antecede.analysis.statistics import word_counts
from antecede.cli import main
from antecede.languages import LANGUAGES, Agreement, Gender, GrammaticalCase, Number, known_languages, language
from antecede.pairs import PAIRS, known_pairs, pair
from antecede.pronouns.agreement.repair import repair
from antecede.pronouns.target.lexicon import noun_lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from antecede.analysis import Analyser

FORMS: Final = ("er", "sie", "es", "ihn", "ihm", "ihr")
OUTSIDE: Final = Path(__file__).parent / "support" / "outside"
NOUNS: Final = {
    "dog": ("Der Hund", "er ihn ihm"),
    "table": ("Der Tisch", "er ihn ihm"),
    "key": ("Der Schlüssel", "er ihn ihm"),
    "cat": ("Die Katze", "sie sie ihr"),
    "lamp": ("Die Lampe", "sie sie ihr"),
    "door": ("Die Tür", "sie sie ihr"),
    "horse": ("Das Pferd", "es es ihm"),
    "book": ("Das Buch", "es es ihm"),
    "house": ("Das Haus", "es es ihm"),
}
# What is said of a thing first, and then of *it*: nominative, accusative, dative.
FIRST: Final = [("The {} falls.", "{} fällt."), ("The {} is old.", "{} ist alt.")]
THEN: Final = [
    ("It is new.", "{0} ist neu."),
    ("It falls.", "{0} fällt."),
    ("Today it falls.", "Heute fällt {0}."),
    ("We see it.", "Wir sehen {1}."),
    ("We want it.", "Wir wollen {1}."),
    ("We help it.", "Wir helfen {2}."),
]


def _document(noun: str, first: tuple[str, str], then: tuple[str, str]) -> list[tuple[str, str]]:
    name, forms = NOUNS[noun]
    said = then[1].format(*forms.split())
    return [(first[0].format(noun), first[1].format(name)), (then[0], said[:1].upper() + said[1:])]


# Balanced, so that nothing but the antecedent tells *er* from *sie* and *es*.
DOCUMENTS: Final = [_document(noun, first, then) for noun, first, then in product(NOUNS, FIRST, THEN)] * 3


def _written(folder: Path, documents: Sequence[Sequence[tuple[str, str]]]) -> dict[str, str]:
    """The files of a text: source, target, and the document of each line."""
    rows = [(source, target, str(number)) for number, lines in enumerate(documents) for source, target in lines]
    files = {}
    for name, column in zip(("source", "target", "ids"), zip(*rows, strict=True), strict=True):
        (folder / name).write_text("".join(line + "\n" for line in column), encoding="utf-8")
        files[name] = str(folder / name)
    return files


@pytest.fixture(scope="module")
def german() -> Iterator[None]:
    """The package is installed while the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(OUTSIDE)
        yield
    LANGUAGES.forget()
    PAIRS.forget()
    for name in ("german", "german.lexicon", "en_de"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def model(
    german: None,  # noqa: ARG001 - the pair must be known
    analyser: Callable[[str], Analyser],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A model folder of the pair, with a choice model."""
    analyser("en")
    folder = tmp_path_factory.mktemp("en-de")
    files = _written(folder, DOCUMENTS)
    texts = ["--source", files["source"], "--target", files["target"], "--ids", files["ids"]]
    out = folder / "models" / "en-de"
    training = ["train", "--pair", "en-de", *texts, "--align-method", "fast", "--no-tune", "--lm-order", "3"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTECEDE_CACHE", str(folder / "cache"))
        assert main([*training, "--threads", "1", "--out", str(out)]) == 0
        assert main(["train-pronouns", "--model", str(out)]) == 0
    return out


@pytest.mark.usefixtures("german")
def test_the_pair_and_the_language_are_known_by_name() -> None:
    assert "en-de" in known_pairs()
    assert "de" in known_languages()
    assert pair("en-de").target == language("de").code == "de"


@pytest.mark.usefixtures("german")
def test_the_language_brings_its_own_data_and_its_own_lexicon() -> None:
    assert word_counts("de", "people") == {"arzt": (9, 1), "tisch": (0, 8)}
    assert word_counts("de", "genders") == {}
    assert language("de").data("resolver.json") is None
    assert noun_lexicon("de")("katze") == Agreement(Gender.FEMININE, Number.SINGULAR)
    assert noun_lexicon("de")("hunden") == Agreement(Gender.MASCULINE, Number.PLURAL, GrammaticalCase.DATIVE)
    assert noun_lexicon("de")("schläft") is None


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("sentence", "position", "pronoun", "expected"),
    [
        ("Er ist alt .", 0, "sie", "Sie ist alt ."),
        ("Heute fällt es .", 2, "er", "Heute fällt er ."),  # the verb stands before its subject
        ("Wir wissen , dass sie alt ist .", 4, "es", "Wir wissen , dass es alt ist ."),  # or at the end
        ("Er fällt und schläft .", 0, "es", "Es fällt und schläft ."),
        ("Wir sehen ihn .", 2, "sie", "Wir sehen sie ."),
        ("Wir sehen sie .", 2, "ihn", "Wir sehen ihn ."),
        ("Ihn sehen wir .", 0, "es", "Es sehen wir ."),
        ("Wir helfen ihr .", 2, "ihm", "Wir helfen ihm ."),
        ("Wir sehen ihn .", 2, "er", None),  # another case
        ("Wir helfen ihr .", 2, "sie", None),
        ("Er ist alt .", 0, "ihn", None),
        ("Ihm ist kalt .", 0, "es", None),
    ],
)
def test_a_pronoun_is_replaced_by_one_of_its_own_case(
    sentence: str, position: int, pronoun: str, expected: str | None
) -> None:
    done = repair(sentence.split(), position, pronoun, lexicon("de"), language_code="de")
    assert (None if done is None else " ".join(done.tokens)) == expected


@pytest.mark.usefixtures("german")
@given(st.lists(st.sampled_from([*FORMS, "Hund", "ist", "und", "fällt", "-", ",", ""]), min_size=1), st.data())
def test_where_nothing_else_agrees_only_the_pronoun_changes(tokens: list[str], data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(tokens) - 1))
    pronoun = data.draw(st.sampled_from(FORMS))
    done = repair(tokens, position, pronoun, lexicon("de"), language_code="de")
    if done is not None:
        assert done.tokens == (*tokens[:position], pronoun, *tokens[position + 1 :])


@pytest.mark.fast
def test_the_engine_alone_translates(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("The horse is old. The door falls.\n", encoding="utf-8")
    assert main(["translate", "--model", str(model), "--system", "baseline", str(tmp_path / "text")]) == 0
    assert capsys.readouterr().out == "Das Pferd ist alt. Die Tür fällt.\n"


@pytest.mark.fast
def test_pronouns_have_the_gender_of_the_noun_and_the_case_of_the_place(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTECEDE_MODELS", str(model.parent))
    translator = Translator.load("en-de")
    for noun, then in product(("table", "cat", "horse"), THEN):
        expected = _document(noun, FIRST[0], then)
        found = translator.translate(" ".join(source for source, _ in expected)).text
        assert found == " ".join(target for _, target in expected)


@pytest.mark.fast
@pytest.mark.parametrize("system", ["coreference", "post-edit", "combined"])
def test_every_system_that_needs_no_noun_clues_translates(model: Path, system: str) -> None:
    translated = Translator.load(model, system=system).translate("The key falls. It is new.")
    assert translated.text == "Der Schlüssel fällt. Er ist neu."


@pytest.mark.fast
def test_a_decision_is_explained_with_its_antecedent(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("The dog falls. We see it.\n", encoding="utf-8")
    out = tmp_path / "trace.json"
    translate = ["translate", "--model", str(model), "--system", "combined", "--explain", "--trace", str(out)]
    assert main([*translate, str(tmp_path / "text")]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "it → ihn" in shown
    [document] = json.loads(out.read_text(encoding="utf-8"))["documents"]
    [decision] = document["decisions"]
    assert (decision["source"], decision["choice"]) == ("it", "ihn")
    assert decision["antecedents"][0]["text"] == "The dog"
    assert decision["options"][0]["text"] == "ihn"
    for told in ("The dog", "Hund", "masculine singular", "ihn in the accusative"):
        assert told in decision["reason"]


OUTPUT: Final = [
    # Source, what an engine wrote, what it should be, and links where the order differs.
    ("The dog falls.", "Der Hund fällt.", "", ""),
    ("It is new.", "Sie ist  neu.", "Er ist  neu.", ""),
    ("The cat is old.", "Die Katze ist alt.", "", ""),
    ("Today it falls.", "Heute fällt es.", "Heute fällt sie.", "0-0 1-2 2-1 3-3"),
    ("The key falls.", "Der Schlüssel fällt.", "", ""),
    ("We see it.", "Wir sehen es.", "Wir sehen ihn.", ""),
    ("The lamp falls.", "Die Lampe fällt.", "", ""),
    ("We help it.", "Wir helfen ihm.", "Wir helfen ihr.", ""),
    ("The house is old.", "Das Haus ist alt.", "", ""),
    ("We want it.", "Wir wollen  es.", "", ""),
]


@pytest.fixture
def output(tmp_path: Path) -> dict[str, str]:
    """The files of an engine's output, two lines a document."""
    columns = {
        "source": [row[0] for row in OUTPUT],
        "output": [row[1] for row in OUTPUT],
        "right": [row[2] or row[1] for row in OUTPUT],
        "links": [row[3] or " ".join(f"{at}-{at}" for at in range(len(row[0].split()) + 1)) for row in OUTPUT],
        "ids": [str(line // 2) for line in range(len(OUTPUT))],
    }
    for name, lines in columns.items():
        (tmp_path / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return {name: str(tmp_path / name) for name in columns}


@pytest.mark.fast
def test_wrong_pronouns_are_fixed_in_every_case_and_right_ones_left(
    model: Path, output: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--source", output["source"], "--output", output["output"], "--ids", output["ids"]]
    files += ["--alignment", output["links"], "-o", str(tmp_path / "fixed"), "--log", str(tmp_path / "log")]
    assert main(["fix", "--pair", "en-de", "--model", str(model), "--edit", "all", *files]) == 0
    assert (tmp_path / "fixed").read_text(encoding="utf-8") == Path(output["right"]).read_text(encoding="utf-8")
    assert "4 of 5 pronouns changed" in capsys.readouterr().err
    log = valid("fix-log", json.loads((tmp_path / "log").read_text(encoding="utf-8")))
    changed = [
        (each["line"], each["baseline"], each["choice"])
        for one in log["documents"]
        for each in one["decisions"]
        if each["changed"]
    ]
    assert changed == [(2, "sie", "er"), (4, "es", "sie"), (6, "es", "ihn"), (8, "ihm", "ihr")]


@pytest.mark.usefixtures("german")
def test_pronouns_are_scored(output: dict[str, str], tmp_path: Path) -> None:
    for name in ("source", "output", "right"):
        tokens = [" ".join(line.replace(".", " .").split()) for line in Path(output[name]).read_text().splitlines()]
        Path(output[name]).write_text("\n".join(tokens) + "\n")
    files = ["--source", output["source"], "--reference", output["right"], "--ids", output["ids"], "--tokenized"]
    files += ["--no-bootstrap", "--candidate", output["output"], output["right"], "--json", str(tmp_path / "scores")]
    links = ["--source-reference-alignment", output["links"], "--source-candidate-alignment", *[output["links"]] * 2]
    assert main(["score", "--pair", "en-de", *files, *links]) == 0
    systems = json.loads((tmp_path / "scores").read_text(encoding="utf-8"))["systems"]
    # One pronoun of five is right in the output, all are in what it should be.
    assert [system["apt"]["score"] for system in systems] == [0.2, 1.0]
