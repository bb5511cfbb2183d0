"""Files of an engine's output are fixed: lines, documents, the log."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from json_schemas import valid
from pronoun_samples import mention, resolved

from antecede.alignment import Alignments, Link
from antecede.coreference.candidates import needed_for
from antecede.coreference.reader import Reader
from antecede.errors import InputError, LengthMismatch
from antecede.experiments.post_editing.changes import changes_by_type
from antecede.languages import Agreement, Gender, Number
from antecede.pairs import pair
from antecede.pronouns.decision.permission import permission
from antecede.pronouns.post_editing.fixing import Output, fix, fix_by_each, log_of
from antecede.pronouns.post_editing.paper import PaperEditor
from antecede.text.parallel import ParallelText, Span

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.analysis import AnalysedDocument
    from antecede.coreference import ResolvedDocument

EN_FR = pair("en-fr")
FEMININE = Agreement(Gender.FEMININE, Number.SINGULAR)


def editor() -> PaperEditor:
    assert EN_FR.post_editing is not None
    return PaperEditor(EN_FR, EN_FR.post_editing, {"maison": FEMININE}.get, 0.41)


class SecondWord:
    """Every *it* stands for the second word of its document."""

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        places = [
            (number, token)
            for number, sentence in enumerate(document.sentences)
            for token, word in enumerate(sentence.tokens)
            if word.lower() == "it"
        ]
        return resolved(document, *((s, t, [mention(document, 0, 1)]) for s, t in places))


READER = replace(Reader.without_parser("en"), resolver=SecondWord())


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "source": "the house sleeps\nit sleeps .\nthe thing sleeps\nit sleeps .\n",
        "output": "la  maison dort\r\nIl dort\u00a0.\nle truc dort\nil  dort .",
        "ids": "a\tx\na\ty\nb\nb\n",
        "alignment": "0-0 1-1 2-2\n0-0 1-1 2-2\n0-0 1-1 2-2\n0-0 1-1 2-2\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
    return {name: tmp_path / name for name in texts}


def read(files: dict[str, Path], *, ids: bool = True) -> Output:
    return Output.read(
        EN_FR, files["source"], files["output"], ids=files["ids"] if ids else None, alignment=files["alignment"]
    )


def test_lines_without_a_change_stay_to_the_byte(files: dict[str, Path]) -> None:
    fixed = fix(read(files), READER, editor())
    assert fixed.text == "la  maison dort\r\nElle dort\u00a0.\nle truc dort\nil  dort ."
    assert (fixed.pronouns, fixed.changes) == (2, 1)


def test_a_byte_order_mark_and_its_line_ends_stay_around_a_line_that_changes(files: dict[str, Path]) -> None:
    files["output"].write_bytes("\ufeffla maison dort\r\nIl dort .\r\nle truc dort\r\nil dort .\r\n".encode())
    output = read(files)
    assert output.lines[:2] == ("la maison dort", "Il dort .")
    changed = "\ufeffla maison dort\r\nElle dort .\r\nle truc dort\r\nil dort .\r\n"
    assert fix(output, READER, editor()).text == changed


def test_without_ids_all_is_one_document(files: dict[str, Path]) -> None:
    fixed = fix(read(files, ids=False), READER, editor())
    assert fixed.lines[3] == "elle  dort ."
    assert fixed.changes == 2


def test_the_log_has_every_change_with_its_reason(files: dict[str, Path]) -> None:
    told = valid("fix-log", log_of(fix(read(files), READER, editor())))
    assert [document["id"] for document in told["documents"]] == ["a", "b"]
    [decision] = [each for each in told["documents"][0]["decisions"] if each["changed"]]
    assert not any(each["changed"] for each in told["documents"][1]["decisions"])
    assert decision["line"] == 2
    assert (decision["sentence"], decision["token"], decision["source"]) == (1, 0, "it")
    assert (decision["baseline"], decision["choice"]) == ("il", "elle")
    assert (decision["before"], decision["after"]) == ("Il dort\u00a0.", "Elle dort\u00a0.")
    assert decision["edits"] == [{"position": 0, "before": "Il", "after": "Elle"}]
    assert "house" in decision["reason"]
    assert (decision["anaphoric"], decision["rule"], decision["decided_by"]) == (True, "anaphoric", "rule")
    assert {"function", "antecedents", "options"} <= decision.keys()


def test_the_log_has_every_pronoun_that_was_not_changed(files: dict[str, Path]) -> None:
    fixed = fix(read(files), READER, editor())
    told = valid("fix-log", log_of(fixed))
    decisions = [each for document in told["documents"] for each in document["decisions"]]
    assert len(decisions) == told["pronouns"] == 2
    assert sum(each["changed"] for each in decisions) == told["changes"] == 1
    [kept] = [each for each in decisions if not each["changed"]]
    assert (kept["choice"], kept["edits"]) == (kept["baseline"], [])
    assert kept["before"] == kept["after"] == fixed.output.lines[kept["line"] - 1]
    assert kept["reason"]


def test_the_log_has_what_was_withheld_with_its_reason(files: dict[str, Path]) -> None:
    fixed = fix(read(files), READER, replace(editor(), permission=permission(EN_FR, "gender")))
    assert fixed.text == files["output"].read_bytes().decode()
    assert (fixed.changes, fixed.withheld) == (0, 1)
    told = valid("fix-log", log_of(fixed))
    assert told["withheld"] == 1
    assert not any(each["changed"] for document in told["documents"] for each in document["decisions"])
    [[withheld], []] = [document["withheld"] for document in told["documents"]]
    assert (withheld["line"], withheld["baseline"], withheld["choice"], withheld["withheld"]) == (2, "il", "il", "elle")
    assert withheld["reason"].endswith("il is not made elle: the likeliest antecedent is no noun.")


def test_several_editors_fix_the_same_output_each_as_if_alone(files: dict[str, Path]) -> None:
    editors = [replace(editor(), permission=permission(EN_FR, "gender")), editor()]
    output = read(files)
    assert [each.changes for each in fix_by_each(output, READER, editors)] == [0, 1]
    assert [each.text for each in fix_by_each(output, READER, editors)] == [
        fix(output, READER, alone).text for alone in editors
    ]


def test_changes_are_counted_beside_the_published_ones(files: dict[str, Path]) -> None:
    rows = changes_by_type([each.edited for each in fix(read(files), READER, editor()).documents], EN_FR.post_editing)
    assert sum(row.ours for row in rows) == 1
    assert sum(row.published for row in rows) == 316
    assert next(row for row in rows if row.ours)[:4] == (True, "it", "il", "elle")


def test_tokenised_text_is_counted_by_its_blanks(files: dict[str, Path]) -> None:
    files["output"].write_text("la maison dort\nd' Il dort .\nx y z\nil dort .\n")
    files["alignment"].write_text("0-0 1-1 2-2\n0-1 1-2 2-3\n\n0-0\n")
    output = Output.read(
        EN_FR, files["source"], files["output"], ids=files["ids"], alignment=files["alignment"], tokenised=True
    )
    assert fix(output, READER, editor()).text == "la maison dort\nd' Elle dort .\nx y z\nil dort .\n"


@pytest.mark.parametrize("name", ["source", "ids"])
def test_files_of_different_lengths_are_refused(files: dict[str, Path], name: str) -> None:
    files[name].write_text("one line\n")
    with pytest.raises(LengthMismatch, match=name):
        read(files)


def test_an_alignment_that_points_past_the_end_is_refused(files: dict[str, Path]) -> None:
    files["alignment"].write_text("0-9\n\n\n\n")
    with pytest.raises(InputError, match="line 1"):
        read(files)


def test_lines_that_no_pronoun_depends_on_are_not_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []

    def align(source: list[list[str]], target: list[list[str]], **options: object) -> SimpleNamespace:
        del target, options
        given.extend([list(line) for line in source])
        return SimpleNamespace(alignments=Alignments.of_links([[Link(0, 0)]] * len(source)))

    monkeypatch.setattr("antecede.pronouns.post_editing.fixing.align_corpus", align)
    lines = ["a b", "It sleeps", "c d", "e f", "they sleep", "g h"]
    # Two documents: what stands before a boundary is in no pronoun's reach.
    text = ParallelText(lines, (lines,), (Span("", 0, 3), Span("", 3, 6)), tokenised=True)
    output = Output.of(EN_FR, text, needed=lambda tokens: needed_for(tokens, {"it", "they"}, 2))
    assert given == [["a", "b"], ["It", "sleeps"], ["e", "f"], ["they", "sleep"]]
    assert [len(links) for links in output.alignments] == [1, 1, 0, 1, 1, 0]
