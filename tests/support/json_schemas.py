"""What a command wrote, held against its schema."""

from __future__ import annotations

from typing import TypeVar

from jsonschema import Draft202012Validator

from antecede.schemas import schema

_Json = TypeVar("_Json")


def valid(name: str, written: _Json) -> _Json:
    """What was written, if the schema of that name allows it; every part that it does not allow is said."""
    problems = [
        f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema(name)).iter_errors(written)
    ]
    assert not problems, "\n".join(problems)
    return written
