"""Pronouns of translations are checked: what is found, what is right, and what is no pair of sides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from checked_samples import FINDING, LINKS, SOURCE, TARGET, subtitles, tmx, xliff

import antecede
from antecede import Checker, Fixer
from antecede.errors import AntecedeError, BadFormat, BadOption, BadText, LengthMismatch
from antecede.pairs import pair
from antecede.tasks.check import LEVELS, Baseline, Checked
from antecede.tasks.sides import Sides, refuse_other_language

if TYPE_CHECKING:
    from collections.abc import Callable

EN_FR = pair("en-fr")
PERSONS = (["The woman is here.", "She is tall."], ["La femme est ici.", "Elle est grande."])


@pytest.fixture(scope="module")
def checkers(resources: Path) -> dict[str, Checker]:  # noqa: ARG001 - sets where pipelines are found
    try:
        return {level: Checker.load("en-fr", level=level) for level in LEVELS}
    except AntecedeError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@pytest.fixture(scope="module")
def checker(checkers: dict[str, Checker]) -> Checker:
    return checkers["sure"]


def check(checker: Checker, target: list[str] | tuple[str, ...] = TARGET) -> Checked:
    return checker(SOURCE, target, documents=[2, 2], alignment=LINKS)


def test_a_finding_has_the_antecedent_in_both_languages_and_the_repaired_sentence(checker: Checker) -> None:
    [found] = check(checker).findings
    assert (found.line, found.start, found.end, found.pronoun) == (1, 0, 2, "It")
    assert (found.antecedent, found.antecedent_line, found.became) == ("The house", 0, "maison")
    assert (found.found, found.expected, found.repaired) == ("il", "elle", "Elle est belle.")
    assert (found.source, found.target) == ("It is beautiful.", "Il est beau.")
    assert (found.level, found.rule) == ("sure", "pronoun-gender")
    assert 0.0 <= found.theirs < found.ours <= 1.0
    assert "The house" in found.because


def test_what_was_found_right_is_said(checker: Checker) -> None:
    found = check(checker)
    assert [(each.line, each.found, each.antecedent, each.became) for each in found.right] == [
        (3, "elle", "The car", "voiture")
    ]
    assert (found.pronouns, found.judged, found.doubtful, found.accepted) == (2, 2, 0, 0)


def test_right_translations_have_no_findings(checker: Checker) -> None:
    found = check(checker, [TARGET[0], "Elle est belle.", *TARGET[2:]])
    assert found.findings == ()
    assert [each.line for each in found.right] == [1, 3]


def test_findings_are_what_fix_would_change(checker: Checker) -> None:
    fixed = Fixer.load("en-fr")(SOURCE, TARGET, documents=[2, 2], alignment=LINKS)
    assert [(each.line, each.repaired) for each in check(checker).findings] == [
        (number, after)
        for number, (before, after) in enumerate(zip(TARGET, fixed.lines, strict=True))
        if before != after
    ]


def test_lower_levels_find_no_less_and_say_how_sure_each_finding_is(checkers: dict[str, Checker]) -> None:
    found = {level: check(each).findings for level, each in checkers.items()}
    assert {each.line for each in found["sure"]} <= {each.line for each in found["likely"]}
    assert {each.line for each in found["likely"]} <= {each.line for each in found["all"]}
    for findings in found.values():
        assert [each.level for each in findings if each.line == 1] == ["sure"]


def test_every_pronoun_is_counted_once(checkers: dict[str, Checker]) -> None:
    for checker in checkers.values():
        for sides in ((SOURCE, TARGET), PERSONS):
            found = checker(*sides, documents=[len(sides[0])])
            places = [(each.line, each.token) for each in (*found.findings, *found.right)]
            assert len(set(places)) == len(places)
            assert len(places) + found.doubtful == found.judged <= found.pronouns


def test_the_function_checks_strings(checker: Checker) -> None:
    del checker
    [found] = antecede.check(SOURCE[:2], TARGET[:2], alignment=LINKS[:2])
    assert found.repaired == "Elle est belle."
    assert antecede.check("The house is old.", "La maison est vieille.", alignment=["0-0 1-1 2-2 3-3"]) == []


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda: antecede.check(["a"], ["b", "c"]), LengthMismatch, "source has 1 lines but target has 2"),
        (lambda: antecede.check(["a"], b"b"), BadText, "decode them first"),  # type: ignore[arg-type]
        (lambda: antecede.check(["a"], ["b"], level="some"), BadOption, "the levels are sure, likely, all"),  # type: ignore[arg-type]
        (lambda: antecede.check(["a"], ["b"], pair="xx-yy"), AntecedeError, "xx-yy"),
        (lambda: antecede.check(["a"], ["b"], model="nowhere"), AntecedeError, "nowhere"),
    ],
)
@pytest.mark.usefixtures("checker")
def test_calls_that_cannot_be_answered_say_why(call: Callable[[], object], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        call()


class TestBaseline:
    def test_what_is_accepted_is_not_reported_again_and_stays_accepted(self, checker: Checker, tmp_path: Path) -> None:
        file, found = tmp_path / "b.json", check(checker)
        file.write_text(Baseline("en-fr").accepting(found.findings).text)
        known = Baseline.read(file, "en-fr")
        left = known.without(found)
        assert (left.findings, left.accepted, left.doubtful) == ((), 1, 0)
        assert left.right == found.right
        assert known.accepting(()).text == file.read_text()

    def test_lines_before_a_finding_do_not_matter(self, checker: Checker) -> None:
        [alone] = check(checker).findings
        added = checker(
            ["One.", "", *SOURCE], ["Un.", "", *TARGET], documents=[2, 2, 2], alignment=["0-0 1-1", "", *LINKS]
        )
        [later] = added.findings
        assert later.line == alone.line + 2
        assert later.fingerprint == alone.fingerprint

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            ("{", "is no JSON, so no baseline"),
            ("[" * 100_000, "is no JSON, so no baseline"),
            ("[]", "is no baseline; write one with --write-baseline"),
            ("{}", "is no baseline"),
            ({"version": 2, "pair": "en-fr", "fingerprints": []}, "is a baseline of version 2, not 1; write it again"),
            ({"version": 2, "fingerprints": {}}, "version 2, not 1"),
            ({"version": 1, "pair": "es-en", "fingerprints": []}, "is a baseline of es-en, not of en-fr"),
            ({"version": 1, "pair": "en-fr", "fingerprints": [1]}, "no list of strings"),
            ({"version": 1, "pair": "en-fr", "fingerprints": "ab"}, "no list of strings"),
        ],
    )
    def test_a_file_that_is_none_is_refused(self, tmp_path: Path, content: Any, told: str) -> None:  # noqa: ANN401
        file = tmp_path / "b.json"
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        with pytest.raises(BadOption, match=told):
            Baseline.read(file, "en-fr")

    def test_a_fingerprint_is_of_what_is_said_and_not_of_how_sure_it_is(self) -> None:
        from dataclasses import replace

        assert replace(FINDING, ours=0.9, line=7, because="").fingerprint == FINDING.fingerprint
        assert replace(FINDING, target="Il est là.").fingerprint != FINDING.fingerprint


class TestSides:
    @pytest.mark.parametrize("name", ["a.xlf", "a.xliff", "a.tmx"])
    def test_bilingual_files_have_both(self, tmp_path: Path, name: str) -> None:
        file = tmp_path / name
        file.write_text(tmx() if name.endswith("tmx") else xliff(), encoding="utf-8")
        sides = Sides.of_file(EN_FR, file)
        assert (tuple(sides.text.source), tuple(sides.text.targets[0])) == (SOURCE, TARGET)
        region = sides.region(1, 0, 2)
        line = file.read_text(encoding="utf-8").splitlines()[region.start_line - 1]
        assert line[region.start_column - 1 : region.end_column - 1] == "Il"
        assert sides.takes_notes(f"out{file.suffix}")
        assert not sides.takes_notes("out.txt")

    def test_subtitles_are_a_file_a_side(self, tmp_path: Path) -> None:
        for name, lines in (("s.srt", SOURCE), ("o.srt", TARGET)):
            (tmp_path / name).write_text(subtitles(lines), encoding="utf-8")
        sides = Sides.of_files(EN_FR, tmp_path / "s.srt", tmp_path / "o.srt")
        assert tuple(sides.text.targets[0]) == TARGET
        # Each cue has a number, a time, its text and a blank line.
        assert sides.region(1, 0, 2) == (7, 1, 7, 3)
        assert not sides.takes_notes("out.srt")

    def test_of_a_sentence_with_markup_the_place_is_all_of_it(self, tmp_path: Path) -> None:
        file = tmp_path / "a.xlf"
        file.write_text(xliff(lines=("La maison.", '<g id="1">Il</g> est beau.', *TARGET[2:])), encoding="utf-8")
        sides = Sides.of_file(EN_FR, file)
        region = sides.region(1, 0, 2)
        line = file.read_text(encoding="utf-8").splitlines()[region.start_line - 1]
        assert line[region.start_column - 1 : region.end_column - 1] == '<g id="1">Il</g> est beau.'

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            (xliff("fr", "en"), "goes from 'fr' to 'en', not from 'en' to 'fr'"),
            (xliff("en", "de"), "has its translations in 'de', and no room for 'fr'"),
            (xliff("de", "fr"), "goes from 'de' to French; nothing in English"),
            (xliff(lines=None), "has no translation into 'fr'"),
        ],
    )
    def test_xliff_of_another_direction_or_without_targets_is_refused(
        self, tmp_path: Path, text: str, told: str
    ) -> None:
        (tmp_path / "a.xlf").write_text(text, encoding="utf-8")
        with pytest.raises(BadFormat, match=told):
            Sides.of_file(EN_FR, tmp_path / "a.xlf")

    def test_subtitles_of_different_lengths_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "s.srt").write_text(subtitles(SOURCE), encoding="utf-8")
        (tmp_path / "o.srt").write_text(subtitles(TARGET[:3]), encoding="utf-8")
        with pytest.raises(LengthMismatch, match=r"s.srt has 4 lines but .*o.srt has 3"):
            Sides.of_files(EN_FR, tmp_path / "s.srt", tmp_path / "o.srt")

    @pytest.mark.parametrize(
        ("lines", "code", "told"),
        [
            (["The cat is in the house and it is on a table."] * 10, "fr", "seems to be English, not French"),
            (["El gato está en la casa y no come los ratones de su amo."] * 10, "fr", "seems to be Spanish"),
            (["Le chat est dans la maison et il ne mange pas les souris."] * 10, "en", "seems to be French"),
            (["Das Haus ist alt und die Tür ist rot, denn er kam nie."] * 30, "fr", "does not seem to be French"),
            (["Le chat est dans la maison."] * 50, "fr", ""),
            (["L’un d’eux est là, et l’autre n’est pas venu."] * 50, "fr", ""),
            (["The cat."], "fr", ""),  # too little to tell
            ([], "fr", ""),
        ],
    )
    def test_a_text_that_is_plainly_in_another_language_is_refused(
        self, lines: list[str], code: str, told: str
    ) -> None:
        if told:
            with pytest.raises(BadOption, match=told):
                refuse_other_language(lines, code, Path("o"), "a translation")
        else:
            refuse_other_language(lines, code, Path("o"), "a translation")
