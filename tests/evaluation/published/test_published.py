"""The published tool's behaviour, faults included; expected values are worked out by hand from its description."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from antecede.alignment import Alignments
from antecede.alignment.pronouns import Side, Words
from antecede.errors import AntecedeError
from antecede.evaluation.metrics import apt
from antecede.evaluation.published import rules as published
from antecede.evaluation.published.config import run_config
from antecede.evaluation.results import Case
from antecede.pairs import pair

if TYPE_CHECKING:
    from antecede.evaluation.settings import Mode

SOURCE = ["the car was new , so it was fast .", "It broke .", "they said it hurts ."]
REFERENCE = ["la voiture était neuve , donc elle était rapide .", "Elle a cassé .", "ils disent que ça fait mal ."]
TARGET = ["la voiture était neuve , donc il était rapide .", "Il a cassé .", "ils ont dit que cela fait mal ."]
REFERENCE_LINKS = ["0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9", "0-0 1-1 1-2 2-3", "0-0 1-1 2-3 3-4 4-6"]
TARGET_LINKS = ["0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9", "0-0 1-1 1-2 2-3", "0-0 1-2 3-5 4-7"]


def write(folder: Path, **changes: str) -> Path:
    """A configuration with all its files; `section__key` replaces a value."""
    files = {
        "s.en": SOURCE,
        "r.fr": REFERENCE,
        "t.fr": TARGET,
        "s-r.align": REFERENCE_LINKS,
        "s-t.align": TARGET_LINKS,
        "source.list": ["it", "They"],
        "target.list": ["il", "elle", "ils", "elles", "ça"],
        "equal": ["ça, cela"],
        "similar": ["ça,ils"],
        "positions.pairs": ["0 6", "2 2"],
        "positions.lines": ["6", "", "0 2"],
        "pronouns.source": ["it", "they"],
        "pronouns.target": ["il", "elle", "ils", "elles", "ça", "cela"],
    }
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    values = {
        "lang__source": "en",
        "lang__target": "fr",
        "lang__source_word_separator": "",
        "lang__target_word_separator": "-",
        "files__source": "s.en",
        "files__reference": "r.fr",
        "files__target": "t.fr",
        "files__alignment_source_reference": "s-r.align",
        "files__alignment_source_target": "s-t.align",
        "files__list_source_pronouns": "source.list",
        "files__input_type": "word",
        "files__list_target_pronouns": "",
        "dictionary__equal": "",
        "dictionary__similar": "",
        "dictionary__source_pronouns": "",
        "dictionary__target_pronouns": "",
        "cases__cases_to_use": "1,2,3,4,5,6",
        "cases__weigths_per_case": "1,0.5,0,0,0,0",
        "cases__count_OTHER_as_equal": "false",
        "output__output_file": "out",
        "output__counting_multiword_in_matrix": "false",
        "output__max_length_matrix": "10",
    } | changes
    lines, section = [], ""
    for key, value in values.items():
        head, name = key.split("__")
        lines += [f"[{head}]"] if head != section else []
        lines.append(f"{name}: {value}")
        section = head
    config = folder / "config"
    config.write_text("\n".join(["# a comment", *lines, ""]), encoding="utf-8")
    return config


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refuse(message: str) -> None:
    raise AssertionError(message)


@pytest.mark.parametrize(
    ("changes", "findings", "score"),
    [
        # Four pronouns. it: elle/il 3; It: elle/il 3; they: ils/ils 1; it: ça/nothing 4 (2-3 and 3-4 in the
        # reference, but only "hurts" in the target): 1/4.
        ({}, (1, 0, 2, 1, 0, 0), "0.2500"),
        # Only cases 1 and 3 count, in that order: 1 of 3.
        ({"cases__cases_to_use": "1,3", "cases__weigths_per_case": "1,0"}, (1, 2), "0.3333"),
        # By position, a line for each pronoun: the first "it" (3) and the last (4).
        (
            {"files__input_type": "possition", "files__list_source_pronouns": "positions.pairs"},
            (0, 0, 1, 1, 0, 0),
            "0.0000",
        ),
        # By position, a line for each sentence: as before, and "they" (1).
        (
            {"files__input_type": "possition", "files__list_source_pronouns": "positions.lines"},
            (1, 0, 1, 1, 0, 0),
            "0.3333",
        ),
    ],
)
def test_findings_of_a_configuration(
    here: Path, changes: dict[str, str], findings: tuple[int, ...], score: str
) -> None:
    result = run_config(write(here, **changes), warn=refuse)
    assert result.findings == findings
    assert result.score_file.startswith(f"Score: {score}\n")


def test_files_of_a_configuration(here: Path) -> None:
    result = run_config(write(here, files__list_target_pronouns="target.list"), warn=refuse)
    assert result.output == Path("out")
    assert result.score_file == (
        "Score: 0.2500\n"
        "Cases: 1,2,3,4,5,6\n"
        "Weights: 1.0,0.5,0.0,0.0,0.0,0.0\n"
        "Findings per case: 1,0,2,1,0,0\n"
        "Total findings: 4\n"
        # Rows are the reference's words and columns the target's; by the diagonal, then the last listed first.
        "\tils\tNONE\tOTHER\tça\telles\telle\til\t-sum-\n"
        "ils\t1\t0\t0\t0\t0\t0\t0\t1\n"
        "NONE\t0\t0\t0\t0\t0\t0\t0\t0\n"
        "OTHER\t0\t0\t0\t0\t0\t0\t0\t0\n"
        "ça\t0\t1\t0\t0\t0\t0\t0\t1\n"
        "elles\t0\t0\t0\t0\t0\t0\t0\t0\n"
        "elle\t0\t0\t0\t0\t0\t0\t2\t2\n"
        "il\t0\t0\t0\t0\t0\t0\t0\t0\n"
        "-sum-\t1\t1\t0\t0\t0\t0\t2\t4\n"
    )
    assert result.detail_file == (
        "SENT.\tPOS. SOURCE\tSOURCE\tPOS. REF.\tREF.\tPOS. TARGET\tTARGET\tCASE\n"
        "0\t6\tit\t6\telle\t6\til\t3\n"
        "1\t0\tit\t0\telle\t0\til\t3\n"
        "2\t0\tthey\t0\tils\t0\tils\t1\n"
        "2\t2\tit\t3\tça\t-\t-\t4\n"
    )


def test_long_matrices_are_folded(here: Path) -> None:
    config = write(here, files__list_target_pronouns="target.list", output__max_length_matrix="2")
    table = run_config(config, warn=refuse).score_file.splitlines()[5:]
    assert table == [
        "\tils\tNONE\t...\t-sum-",
        "ils\t1\t0\t0\t1",
        "NONE\t0\t0\t0\t0",
        "...\t0\t1\t2\t3",
        "-sum-\t1\t1\t2\t4",
    ]


@pytest.mark.parametrize(
    ("mode", "printed"),
    [("published", "Score: nan\n"), ("corrected", "Score: 0.0000\n")],
)
def test_no_finding(here: Path, mode: Mode, printed: str) -> None:
    config = write(here, cases__cases_to_use="5", cases__weigths_per_case="0")
    assert run_config(config, mode=mode, warn=refuse).score_file.startswith(printed)


def test_a_dictionary_that_is_not_there_is_empty_but_not_in_silence(here: Path) -> None:
    warnings: list[str] = []
    assert run_config(write(here, dictionary__equal="nowhere"), warn=warnings.append).findings[0] == 1
    assert warnings == [f"{here / 'config'}: [dictionary] equal: no such file as nowhere, so the list is empty"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"files__source": "nowhere"}, "nowhere: no such file"),
        ({"files__source": ""}, "[files] has no value for 'source'"),
        ({"files__target": "source.list"}, "s.en has 3 lines but source.list has 2"),
        ({"files__input_type": "guess"}, "[files] input_type is 'guess'"),
        (
            {"files__list_source_pronouns": "source.list", "files__input_type": "possition"},
            "source.list: must hold whole",
        ),
        ({"cases__cases_to_use": "1,2"}, "[cases] has 6 weights for 2 cases"),
        ({"cases__weigths_per_case": "one"}, "[cases] must list numbers"),
        ({"cases__count_OTHER_as_equal": "perhaps"}, "count_other_as_equal must be true or false"),
        ({"files__alignment_source_target": "positions.pairs"}, "positions.pairs, line 1"),
        ({"files__target": "positions.lines"}, "s-t.align, line 1: 6-6 points past the 1 words"),
    ],
)
def test_a_configuration_that_cannot_work_is_refused(here: Path, changes: dict[str, str], message: str) -> None:
    with pytest.raises(AntecedeError) as caught:
        run_config(write(here, **changes), warn=refuse)
    assert message in str(caught.value)


def published_words(target: str, links: str, *, source: str = "so it runs", **options: object) -> Words | None:
    """What the tool takes for the translation of the first pronoun."""
    rules = published.Rules(
        source_words=frozenset({"it"}),
        repair_source=frozenset({"it"}),
        repair_target=frozenset({"il", "elle"}),
        **options,  # type: ignore[arg-type]
    )
    side = Side([target], Alignments.parse([links]))
    return published.judge([source], side, [side], rules)[0].reference


@pytest.mark.parametrize(
    ("target", "links", "expected"),
    [
        ("donc il court", "1-1", Words((1,), "il")),
        # Fault: what is not aligned is never recovered.
        ("donc il court", "0-0 2-2", None),
        # Recovered within two words of what is aligned, and added to it.
        ("donc il court", "1-2", Words((2, 1), "court il")),
        ("il y va vite", "1-3", Words((3,), "vite")),
        # Fault: words are compared as they are cased.
        ("Il court", "1-1", Words((1,), "court")),
        # What is aligned to another listed pronoun is left to it.
        ("il court", "1-1 3-0", Words((1,), "court")),
        # In a range of five, the three in the middle are equally central, so the first of them is taken.
        ("il elle court il elle", "1-2", Words((2, 1), "court elle")),
    ],
)
def test_repair_of_the_published_tool(target: str, links: str, expected: Words | None) -> None:
    assert published_words(target, links, source="so it runs it") == expected


def test_other_words_are_alike_only_on_demand() -> None:
    source, side = ["it is"], Side(["problème"], Alignments.parse(["0-0"]))
    for other_is_equal, case in ((False, Case.DIFFERENT), (True, Case.IDENTICAL)):
        rules = published.Rules(
            source_words=frozenset({"it"}), target_words=("il", "elle"), other_is_equal=other_is_equal
        )
        assert published.judge(source, side, [side], rules)[0].candidates[0].case is case


def test_two_null_words_are_identical() -> None:
    """Fault: words that only the repair found are in no vocabulary, so that all of them are the same."""
    rules = published.Rules(
        source_words=frozenset({"it"}), target_words=("on",), repair_target=frozenset({"il", "elle"})
    )
    reference = Side(["a-t-il vu"], Alignments.parse(["0-1 1-1"]))
    candidate = Side(["a-t-elle vu"], Alignments.parse(["0-1 1-1"]))
    pronoun = published.judge(["it saw"], reference, [candidate], rules)[0]
    assert pronoun.reference == Words((1, 0), "a-t-il")
    assert pronoun.candidates[0].case is Case.IDENTICAL
    en_fr = pair("en-fr")
    corrected = apt.Settings(pair=en_fr, lists=en_fr.lists["2017"])
    assert apt.judge(["it saw"], reference, [candidate], corrected).pronouns[0].candidates[0].case is Case.DIFFERENT


def test_equivalence_needs_both_words_in_the_vocabulary() -> None:
    """Fault: without "ce" anywhere, "c'" is not known to be "ce", and so not to go with "il"."""
    en_fr = pair("en-fr")
    reference, candidate = (Side([word], Alignments.parse(["0-0"])) for word in ("c'", "il"))
    for mode, case in (("published", Case.DIFFERENT), ("corrected", Case.EQUIVALENT)):
        settings = apt.Settings(pair=en_fr, lists=en_fr.lists["2017"], mode=mode)  # type: ignore[arg-type]
        assert apt.judge(["it"], reference, [candidate], settings).pronouns[0].candidates[0].case is case


@pytest.mark.shared_data
def test_the_published_example_comes_out_to_the_letter(shared_data: Path, here: Path) -> None:
    folder = shared_data / "apt" / "example-1" / "data_es-en"
    shutil.copytree(folder, here / "data_es-en")
    result = run_config("data_es-en/config_1", warn=lambda _: None)
    assert result.findings == (38, 0, 42, 10, 2, 3)
    assert result.score_file == (folder / "output1.score").read_text(encoding="utf-8")
    assert result.detail_file == (folder / "output1.detail").read_text(encoding="utf-8")
