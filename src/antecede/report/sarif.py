"""Findings in SARIF 2.1.0, as code hosts and editors read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from antecede.pronouns.post_editing.checking import RULES
from antecede.version import __version__

if TYPE_CHECKING:
    from antecede.pronouns.post_editing.checking import Checked, Finding, Level

__all__ = ["sarif"]

_LEVELS: Final[dict[Level, str]] = {"sure": "error", "likely": "warning", "all": "note"}
_INFORMATION: Final = (
    "Antecede follows the pronoun to its noun and compares gender and number with what the noun became."
)


def sarif(found: Checked, file: str) -> dict[str, Any]:
    """A log of one run over a file of translations."""
    rules = [
        {
            "id": rule,
            "shortDescription": {"text": text},
            "fullDescription": {"text": f"{text} {_INFORMATION}"},
            "help": {
                "text": "Compare with the antecedent that the message names; accept it with a baseline if it is good."
            },
            "defaultConfiguration": {"level": "error"},
        }
        for rule, text in RULES.items()
    ]
    driver = {"name": "antecede", "semanticVersion": __version__, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, file, list(RULES)) for finding in found.findings],
            }
        ],
    }


def _result(finding: Finding, file: str, rules: list[str]) -> dict[str, Any]:
    region = {"startLine": finding.line + 1, "startColumn": finding.start + 1, "endColumn": finding.end + 1}
    location = {"artifactLocation": {"uri": file}, "region": region | {"snippet": {"text": finding.found}}}
    replacement = {
        "deletedRegion": {
            "startLine": finding.line + 1,
            "startColumn": 1,
            "endColumn": len(finding.target) + 1,
        },
        "insertedContent": {"text": finding.repaired},
    }
    return {
        "ruleId": finding.rule,
        "ruleIndex": rules.index(finding.rule),
        "level": _LEVELS[finding.level],
        "message": {"text": f"{finding.found} should be {finding.expected}: {finding.because}"},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"antecede/v1": finding.fingerprint},
        "fixes": [
            {
                "description": {"text": f"Write {finding.expected}, and what agrees with it."},
                "artifactChanges": [{"artifactLocation": {"uri": file}, "replacements": [replacement]}],
            }
        ],
    }
