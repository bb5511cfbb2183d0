"""Findings in SARIF 2.1.0, as code hosts and editors read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from antecede.report.checking import finding_told
from antecede.tasks.check import RULES
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from antecede.tasks.check import Checked, Finding, Level
    from antecede.tasks.sides import Sides
    from antecede.text.formats import Region

__all__ = ["sarif"]

_LEVELS: Final[dict[Level, str]] = {"sure": "error", "likely": "warning", "all": "note"}
_HELP: Final = "Compare with the antecedent that the message names; accept it with a baseline if it is good."
_INFORMATION: Final = (
    "Antecede follows the pronoun to its noun and compares gender and number with what the noun became."
)


def sarif(checked: Iterable[tuple[Checked, Sides]]) -> dict[str, Any]:
    """A log of one run over files of translations."""
    rules = [
        {
            "id": rule,
            "shortDescription": {"text": text},
            "fullDescription": {"text": f"{text} {_INFORMATION}"},
            "help": {"text": _HELP},
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
                "results": [
                    _result(finding, sides, list(RULES)) for found, sides in checked for finding in found.findings
                ],
            }
        ],
    }


def _result(finding: Finding, sides: Sides, rules: list[str]) -> dict[str, Any]:
    artifact: dict[str, Any] = {"uri": _uri(sides.path)}
    region = _region(sides.region(finding.line, finding.start, finding.end)) | {"snippet": {"text": finding.found}}
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": rules.index(finding.rule),
        "level": _LEVELS[finding.level],
        "message": {"text": f"{finding_told(finding)}. {finding.because}"},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "partialFingerprints": {"antecede/v1": finding.fingerprint},
    }
    if sides.container is None:  # elsewhere a sentence has markup, or goes over lines
        replacement: dict[str, Any] = {
            "deletedRegion": _region(sides.region(finding.line, 0, len(finding.target))),
            "insertedContent": {"text": finding.repaired},
        }
        fix: dict[str, Any] = {
            "description": {"text": f"Write {finding.expected}, and what agrees with it."},
            "artifactChanges": [{"artifactLocation": artifact, "replacements": [replacement]}],
        }
        result["fixes"] = [fix]
    return result


def _region(region: Region) -> dict[str, Any]:
    return {
        "startLine": region.start_line,
        "startColumn": region.start_column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


def _uri(path: Path) -> str:
    """A path as it stands in SARIF: relative to the repository, or absolute."""
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
