"""SARIF as code hosts take it: what the standard asks of a log, and places that are true."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from checked_samples import CHECKED, FINDING, TARGET, sides, xliff

from antecede.pairs import pair
from antecede.report.sarif import sarif
from antecede.tasks.check import RULES, Checked
from antecede.tasks.sides import Sides


def run(found: Checked = CHECKED, path: Path = Path("texts/o.fr")) -> dict[str, Any]:
    [only] = sarif([(found, sides(path))])["runs"]
    assert isinstance(only, dict)
    return only


def test_a_log_has_what_the_standard_requires() -> None:
    log = sarif([(CHECKED, sides(Path("o.fr")))])
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    driver = run()["tool"]["driver"]
    assert driver["name"] == "antecede"
    ids = [rule["id"] for rule in driver["rules"]]
    assert ids == list(RULES)
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"].endswith(".")
        assert rule["defaultConfiguration"]["level"] in {"none", "note", "warning", "error"}
    assert json.loads(json.dumps(log)) == log


def test_a_result_names_its_rule_its_place_and_what_to_write() -> None:
    [result] = run()["results"]
    assert run()["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "pronoun-gender"
    assert "il should be elle for « The house », here « maison »" in result["message"]["text"]
    [location] = result["locations"]
    place = location["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "texts/o.fr"}
    region = place["region"]
    # Columns count from 1, and the end is the first character after the region.
    assert (region["startLine"], region["startColumn"], region["endLine"], region["endColumn"]) == (2, 1, 2, 3)
    [change] = result["fixes"][0]["artifactChanges"]
    [replacement] = change["replacements"]
    assert replacement["insertedContent"] == {"text": "Elle est belle."}
    assert replacement["deletedRegion"]["endColumn"] == len(TARGET[1]) + 1
    assert result["partialFingerprints"] == {"antecede/v1": FINDING.fingerprint}


@pytest.mark.parametrize(("level", "written"), [("sure", "error"), ("likely", "warning"), ("all", "note")])
def test_what_is_less_sure_is_less_of_an_error(level: Any, written: str) -> None:  # noqa: ANN401 - a level
    found = replace(CHECKED, findings=(replace(FINDING, level=level),))
    assert [result["level"] for result in run(found)["results"]] == [written]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("o.fr", "o.fr"),
        ("texts/my file.fr", "texts/my%20file.fr"),
        ("été.fr", "%C3%A9t%C3%A9.fr"),
        ("a#b?.fr", "a%23b%3F.fr"),
        ("/abs/o.fr", "file:///abs/o.fr"),
    ],
)
def test_a_path_becomes_an_address(path: str, uri: str) -> None:
    [result] = run(path=Path(path))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_nothing_found_is_a_run_without_results() -> None:
    assert run(replace(CHECKED, findings=()))["results"] == []


def test_places_in_xliff_are_the_file_s_and_nothing_is_to_be_pasted_over_markup(tmp_path: Path) -> None:
    file = tmp_path / "a.xlf"
    file.write_text(xliff(), encoding="utf-8")
    [result] = sarif([(CHECKED, Sides.of_file(pair("en-fr"), file))])["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    line = file.read_text(encoding="utf-8").splitlines()[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "Il"
    assert "fixes" not in result
