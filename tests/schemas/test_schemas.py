"""The schemas are sound, refuse what no command writes, and every output for programs has one."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest
from json_schemas import valid
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from antecede.errors import BadOption
from antecede.schemas import names, schema

TESTS = Path(__file__).parents[1]
DECISION: dict[str, Any] = {
    "sentence": 1,
    "token": 0,
    "source": "It",
    "position": "subject",
    "function": {"anaphoric": 1.0, "event": 0.0, "pleonastic": 0.0},
    "antecedents": [],
    "none": 1.0,
    "options": [{"text": "elle", "probability": 0.9}],
    "choice": "elle",
    "baseline": "il",
    "reason": "It is a house.",
    "target": None,
    "decided_by": "choice model",
    "rule": None,
    "withheld": "",
    "theirs": 0.2,
    "ours": 0.7,
}


@pytest.mark.parametrize("name", names())
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["title"].startswith("antecede ")


@pytest.mark.parametrize("name", names())
def test_real_output_is_held_against_every_schema(name: str) -> None:
    calls = re.compile(rf'valid\(\s*"{name}"')
    assert any(
        calls.search(file.read_text(encoding="utf-8"))
        for file in TESTS.rglob("test_*.py")
        if file.name != Path(__file__).name
    )


def test_a_schema_of_no_command_is_said_to_be_unknown() -> None:
    with pytest.raises(BadOption, match=r"unknown schema 'shared': the schemas are .*fix-log"):
        schema("shared")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("token", -1),
        ("token", "0"),
        ("position", "verb"),
        ("none", 2),
        ("decided_by", "chance"),
        ("function", {"anaphoric": 1.0, "event": 0.0}),
        ("antecedents", [{"sentence": 0}]),
        ("unheard_of", 1),
        ("choice", None),
    ],
)
def test_a_decision_that_no_command_writes_is_refused(key: str, value: object) -> None:
    good = {"documents": [{"id": "", "decisions": [DECISION]}]}
    assert valid("translate-trace", good) is good
    bad = copy.deepcopy(good)
    bad["documents"][0]["decisions"][0][key] = value  # type: ignore[index]
    with pytest.raises(ValidationError):
        Draft202012Validator(schema("translate-trace")).validate(bad)
    del bad["documents"][0]["decisions"][0][key]  # type: ignore[attr-defined]
    if key in DECISION:
        with pytest.raises(AssertionError, match=f"'{key}' is a required property"):
            valid("translate-trace", bad)
