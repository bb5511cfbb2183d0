"""Findings of a check, for people and programs: lines for a terminal, JSON, a page, and notes beside sentences."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from antecede.report._templates import environment, page_parts
from antecede.report.resolution import clean

if TYPE_CHECKING:
    from antecede.tasks.check import Checked, Finding, SeenPronoun
    from antecede.tasks.sides import Sides

__all__ = ["checking_json", "checking_page", "checking_text", "finding_note", "finding_told"]


def checking_text(found: Checked, sides: Sides) -> str:
    """A line for each finding as compilers print them, with what should be there under it, and a summary."""
    lines = []
    for each in found.findings:
        at = sides.region(each.line, each.start, each.end)
        lines += [
            f"{sides.path}:{at.start_line}:{at.start_column}: {each.level}: {each.rule}: {finding_told(each)}",
            f"    {each.because}",
            f"  - {each.target}",
            f"  + {each.repaired}",
        ]
    lines.append(f"{sides.path}: {_summary(found)}")
    return "".join(f"{clean(line)}\n" for line in lines)


def checking_json(found: Checked, sides: Sides) -> dict[str, Any]:
    """All that is known of the findings, and the pronouns that were found right.

    Sentences count from 1, characters of a sentence from 0, lines and columns of the file from 1.
    """
    return {
        "pair": sides.pair.name,
        "file": str(sides.path),
        "looked_at": {
            "pronouns": found.pronouns,
            "judged": found.judged,
            "right": len(found.right),
            "doubtful": found.doubtful,
            "accepted": found.accepted,
        },
        "findings": [_json_part(each, sides) | {"fingerprint": each.fingerprint} for each in found.findings],
        "right": [_json_part(each, sides) for each in found.right],
    }


def checking_page(found: Checked, sides: Sides) -> str:
    """One HTML page that needs no network and runs no text of the files as code."""
    return (
        environment()
        .get_template("checking.html")
        .render(
            title=f"{sides.path.name}: pronouns",
            path=str(sides.path),
            summary=_summary(found),
            languages=(sides.pair.source, sides.pair.target),
            findings=[_Shown.of(each, sides) for each in found.findings],
            right=[_Shown.of(each, sides) for each in found.right],
            targets=sides.text.targets[0],
            **page_parts(styles=("base.css", "checking.css"), scripts=()),
        )
    )


def finding_note(finding: Finding) -> str:
    """What is said to a translator beside a sentence."""
    return f"{finding_told(finding)}. {finding.because} Suggested: {finding.repaired}"


class _Shown(NamedTuple):
    """A pronoun on the page: where it is, and the sentence before it, itself, and after it."""

    place: str
    pieces: tuple[str, str, str]
    pronoun: SeenPronoun

    @classmethod
    def of(cls, seen: SeenPronoun, sides: Sides) -> _Shown:
        at, text = sides.region(seen.line, seen.start, seen.end), sides.text.targets[0][seen.line]
        pieces = text[: seen.start], text[seen.start : seen.end], text[seen.end :]
        return cls(f"{at.start_line}:{at.start_column}", pieces, seen)


def _json_part(seen: SeenPronoun, sides: Sides) -> dict[str, Any]:
    antecedent = None
    if seen.antecedent_line is not None:
        antecedent = {"line": seen.antecedent_line + 1, "source": seen.antecedent, "target": seen.became}
    rest = {name: value for name, value in asdict(seen).items() if name not in {"antecedent_line", "became"}}
    region = sides.region(seen.line, seen.start, seen.end)._asdict()
    return rest | {"line": seen.line + 1, "antecedent": antecedent, "region": region}


def finding_told(finding: Finding) -> str:
    """What is wrong, in a few words."""
    noun = ""
    if finding.antecedent:
        became = f", here « {finding.became} »" if finding.became else ""
        noun = f" for « {finding.antecedent} »{became}"
    return f"{finding.found} should be {finding.expected}{noun} ({finding.ours:.0%} against {finding.theirs:.0%})"


def _summary(found: Checked) -> str:
    wrong, right, rest = len(found.findings), len(found.right), found.pronouns - found.judged
    parts = [f"{wrong} of {found.pronouns} pronouns {_be(wrong)} probably wrong", f"{right} {_be(right)} right"]
    parts.append(f"{found.doubtful} {_be(found.doubtful)} doubtful")
    if found.accepted:
        parts.append(f"{found.accepted} {_be(found.accepted)} accepted by the baseline")
    return ", ".join([*parts, f"{rest} could not be other pronouns"])


def _be(number: int) -> str:
    return "is" if number == 1 else "are"
