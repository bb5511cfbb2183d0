"""What raters answered, read from the forms that they filled in, and checked against the blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, InputError
from antecede.evaluation.ratings.blocks import Instance
from antecede.files.rows import read_rows, written_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from antecede.evaluation.ratings.blocks import Prepared

    Label = bool | frozenset[str]
    """Right or wrong; or in gap-filling, all that fits."""
    Answers = Mapping[str, Mapping[Instance, Label]]
    """The labels of each rater."""

__all__ = ["disagreements_csv", "read_adjudicated", "read_answers"]

_RIGHT: Final = {"1": True, "0": False}


def read_answers(paths: Iterable[Path | str], prepared: Prepared) -> Answers:
    """The answers in these files, by rater; a slot that was left empty is no answer.

    A file is a form that was filled in, or what its page saved: CSV with rater, block, field, pronoun, answer. Rows of
    several raters may stand in one file, and one rater's in several; answers that contradict each other are an error,
    and so are answers to what was not asked.
    """
    answers: dict[str, dict[Instance, Label]] = {}
    places: dict[tuple[str, Instance], str] = {}
    labels = _Labels(prepared)
    for path in paths:
        for line, row in read_rows(path, ("rater", "block", "field", "pronoun", "answer")):
            if not row["answer"]:
                continue
            instance = labels.instance(path, line, row)
            rater = row["rater"]
            if not rater:
                raise BadFormat(
                    path, "an answer without a rater; put the rater's name into the first column", line=line
                )
            label = labels.label(path, line, row["answer"])
            told = answers.setdefault(rater, {})
            if told.setdefault(instance, label) != label:
                earlier = places[rater, instance]
                problem = f"{rater} answers {' '.join(instance)} with '{row['answer']}', but otherwise in {earlier}"
                raise BadFormat(path, f"{problem}; keep one of the two", line=line)
            places.setdefault((rater, instance), f"{path}, line {line}")
    if not answers:
        raise InputError("none of the files has an answer; fill in the column `answer`, or save the page's answers")
    return answers


def read_adjudicated(path: Path | str, prepared: Prepared, answers: Answers) -> dict[Instance, Label]:
    """What raters settled after they deliberated; what they left open has no answer.

    CSV with the columns `block,field,pronoun,answer`, as `disagreements_csv` writes it.
    """
    settled: dict[Instance, Label] = {}
    labels = _Labels(prepared)
    for line, row in read_rows(path, ("block", "field", "pronoun", "answer")):
        instance = labels.instance(path, line, row)
        if not row["answer"]:
            continue
        label = labels.label(path, line, row["answer"])
        given = [told[instance] for told in answers.values() if instance in told]
        if len(given) < 2:
            problem = f"{' '.join(instance)} was not answered by two raters, so that there is nothing to settle"
            raise BadFormat(path, problem, line=line)
        if len(set(given)) == 1 and given[0] != label:
            problem = f"both raters say '{labels.text(given[0])}' of {' '.join(instance)}, and not '{row['answer']}'"
            raise BadFormat(path, problem, line=line)
        if settled.setdefault(instance, label) != label:
            raise BadFormat(path, f"{' '.join(instance)} is settled in two ways; keep one of them", line=line)
    return settled


def disagreements_csv(
    prepared: Prepared, answers: Answers, disputed: Sequence[Instance], settled: Mapping[Instance, Label]
) -> str:
    """What raters are to deliberate on: every line of its block to read, and each one's answer; `read_adjudicated`."""
    labels = _Labels(prepared)
    blocks = {keyed.block.id: keyed.block for keyed in prepared.blocks}
    raters = list(answers)
    rows: list[tuple[str, ...]] = []
    for instance in disputed:
        fields = dict(blocks[instance.block].fields)
        told = [answers[rater].get(instance) for rater in raters]
        rows.append(
            (
                *instance,
                fields["SRC"],
                fields[instance.field],
                *("" if label is None else labels.text(label) for label in told),
                labels.text(settled[instance]) if instance in settled else "",
            )
        )
    return written_rows(
        ("block", "field", "pronoun", "source", "text", *(f"rater {r}" for r in raters), "answer"), rows
    )


class _Labels:
    """What may be answered, and where."""

    def __init__(self, prepared: Prepared) -> None:
        self._known = prepared.rated().keys()
        self._blocks = {instance.block for instance in self._known}
        self._choices: dict[str, str] = {}
        if prepared.kind == "gap-filling":
            self._choices = prepared.protocol.names

    def instance(self, path: Path | str, line: int, row: Mapping[str, str]) -> Instance:
        """What a row answers."""
        instance = Instance(row["block"], row["field"], row["pronoun"])
        if instance.block not in self._blocks:
            problem = f"there is no block '{instance.block}'; are these answers to forms of another preparation?"
            raise BadFormat(path, problem, line=line)
        if instance not in self._known:
            problem = f"block {instance.block} has nothing to rate at {instance.field} {instance.pronoun}".rstrip()
            raise BadFormat(path, problem, line=line)
        return instance

    def label(self, path: Path | str, line: int, text: str) -> Label:
        """What an answer says."""
        if not self._choices:
            if text not in _RIGHT:
                raise BadFormat(path, f"'{text}' is no answer; answers are 1 (right) and 0 (wrong)", line=line)
            return _RIGHT[text]
        names = [choice.strip().lower().replace("’", "'") for choice in text.split("|")]
        unknown = next((name for name in names if name not in self._choices), None)
        if unknown is not None:
            known = ", ".join(dict.fromkeys(self._choices.values()))
            raise BadFormat(path, f"unknown choice '{unknown}': the choices are {known}, separated by |", line=line)
        return frozenset(self._choices[name] for name in names)

    def text(self, label: Label) -> str:
        """A label as forms write it."""
        if isinstance(label, bool):
            return str(int(label))
        return "|".join(choice for choice in dict.fromkeys(self._choices.values()) if choice in label)
