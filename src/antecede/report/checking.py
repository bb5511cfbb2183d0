"""Findings of a check, for people: lines for a terminal, and a page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from antecede.pronouns.post_editing.checking import Checked, Finding

__all__ = ["checking_json", "checking_page", "checking_text", "finding_note"]

_STYLE: Final = """
:root{color-scheme:light dark;--mark:#d33;--good:#182}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}article{border:1px solid #8886;border-radius:.5rem;padding:.8rem 1rem;margin:1rem 0}
article h2{font-size:1rem;margin:0 0 .4rem}p{margin:.25rem 0}.source{opacity:.8}.why{font-size:.9rem;opacity:.8}
del{color:var(--mark)}ins{color:var(--good);text-decoration:none;font-weight:600}
mark{background:none;color:var(--mark);font-weight:600}
"""


def checking_text(found: Checked, file: str) -> str:
    """A line for each finding as compilers print them, what it should be under it, and a summary."""
    lines = []
    for each in found.findings:
        lines.append(f"{file}:{each.line + 1}:{each.start + 1}: {each.level}: {each.rule}: {_told(each)}")
        lines += [f"    {each.because}", f"  - {each.target}", f"  + {each.repaired}"]
    lines.append(_summary(found))
    return "\n".join(lines) + "\n"


def checking_json(found: Checked, pair: str) -> dict[str, Any]:
    """All that is known of the findings; lines and characters count from 1 and 0."""
    return {
        "pair": pair,
        "looked_at": {"pronouns": found.pronouns, "judged": found.judged, "right": found.right},
        "findings": [
            each._asdict() | {"line": each.line + 1, "fingerprint": each.fingerprint} for each in found.findings
        ],
    }


def checking_page(found: Checked, file: str) -> str:
    """A page that needs nothing but itself."""
    articles = "\n".join(_article(each) for each in found.findings)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(file)}: pronouns</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body><h1>{escape(file)}</h1><p>{escape(_summary(found))}</p>\n{articles}\n</body></html>\n"
    )


def finding_note(finding: Finding) -> str:
    """What is said to a translator beside a sentence."""
    return f"{_told(finding)}: {finding.because} Suggested: {finding.repaired}"


def _told(finding: Finding) -> str:
    return f"{finding.found} should be {finding.expected}"


def _summary(found: Checked) -> str:
    return (
        f"{len(found.findings)} of {found.pronouns} pronouns are probably wrong; {found.right} were found right,"
        f" {found.pronouns - found.judged} were not judged"
    )


def _article(finding: Finding) -> str:
    before, after = finding.target[: finding.start], finding.target[finding.end :]
    pronoun = finding.target[finding.start : finding.end]
    return (
        f"<article><h2>Line {finding.line + 1}: <del>{escape(finding.found)}</del>"
        f" <ins>{escape(finding.expected)}</ins> ({escape(finding.level)}, {escape(finding.rule)})</h2>"
        f'<p class="source">{escape(finding.source)}</p>'
        f"<p>{escape(before)}<mark>{escape(pronoun)}</mark>{escape(after)}</p>"
        f"<p><ins>{escape(finding.repaired)}</ins></p>"
        f'<p class="why">{escape(finding.because)}</p></article>'
    )
