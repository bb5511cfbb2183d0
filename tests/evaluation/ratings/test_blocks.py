from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rating_samples import evaluation

from antecede.errors import BadFormat, BadOption, InputError
from antecede.evaluation.ratings.blocks import form_csv, prepare, read_key, read_processed, written_key
from antecede.files.rows import read_rows

if TYPE_CHECKING:
    from pathlib import Path

SYSTEMS = ("base", "ours", "theirs")
SENTENCES: list[list[tuple[str | None, ...]]] = [
    [("il", "il", "elle", "ce")],
    [("elle", "il", "elle", None), ("ce", "ce", "il", "ce")],
    [],
    [("on", "on", "on", "on")],
]
DOCUMENTS = ("one", "one", "one", "two")


def test_a_block_has_the_fields_of_table_3() -> None:
    found = prepare(evaluation(SYSTEMS, SENTENCES, DOCUMENTS))
    first, second, third = (keyed.block for keyed in found.blocks)
    assert [name for name, _ in first.fields] == ["SRC", "SYS1", "SYS2", "SYS3", "REF"]
    assert [name for name, _ in second.fields] == ["SRC-1", "SRC", "SYS1", "SYS2", "SYS3", "REF", "REF-1"]
    fields = dict(second.fields)
    assert (fields["SRC-1"], fields["SRC"]) == ("it verb0-0", "it verb1-0 it verb1-1")
    assert (fields["REF"], fields["REF-1"]) == ("elle verbe1-0 ce verbe1-1", "il verbe0-0")
    assert [slot.label for slot in second.pronouns] == ["it(0)", "it(2)"]
    # The sentence before it is of another document.
    assert not third.source_before


@given(st.integers(0, 2**32))
def test_the_key_tells_which_system_wrote_each_line(seed: int) -> None:
    given_systems = evaluation(SYSTEMS, SENTENCES)
    found = prepare(given_systems, seed=seed)
    for keyed in found.blocks:
        assert sorted(keyed.order) == [0, 1, 2]
        lines = [given_systems.candidates[system][keyed.sentence] for system in keyed.order]
        assert list(keyed.block.systems) == lines
    assert prepare(given_systems, seed=seed) == found


def test_every_order_of_the_systems_is_drawn_about_as_often() -> None:
    found = prepare(evaluation(SYSTEMS, [[("il", "il", "elle", "ce")]] * 600))
    orders = Counter(keyed.order for keyed in found.blocks)
    assert len(orders) == 6
    # 100 each, with a standard deviation of 9: five of them.
    assert all(55 < count < 145 for count in orders.values())


def test_what_raters_get_names_no_system_and_no_order() -> None:
    found = prepare(evaluation(SYSTEMS, SENTENCES))
    form = form_csv(found.form("A"), "A")
    assert not any(name in form for name in SYSTEMS)
    # The same seed with other systems' names gives the same forms.
    assert prepare(evaluation(("x", "y", "z"), SENTENCES)).blocks == found.blocks


def test_the_first_rater_gets_all_blocks_and_the_others_some() -> None:
    many = evaluation(SYSTEMS, [[("il", "il", "elle", "ce")]] * 50)
    found = prepare(many, sample=30, overlap=4, raters=("Ann", "Ben", "Cy"))
    sizes = {rater: len(found.form(rater)) for rater in found.raters}
    assert sizes == {"Ann": 30, "Ben": 4, "Cy": 4}
    assert found.raters["Ben"] == found.raters["Cy"]
    numbers = [keyed.sentence for keyed in found.blocks]
    assert numbers == sorted(numbers)
    assert len(prepare(many, sample=99).blocks) == 50


def test_gaps_hide_the_pronoun_and_nothing_else() -> None:
    sentences = [[("il", "il", None, "elle"), ("il", "il", "ce", "elle")]]
    found = prepare(evaluation(SYSTEMS, sentences), kind="gap-filling").blocks[0]
    lines = [line for _, line in sorted(zip(found.order, found.block.systems, strict=True))]
    assert lines == [
        "[it(0)] verbe0-0 [it(2)] verbe0-1",
        "- verbe0-0 [it(2)] verbe0-1",
        "[it(0)] verbe0-0 [it(2)] verbe0-1",
    ]
    assert not found.block.reference


def test_a_form_asks_once_for_each_pronoun_and_system(tmp_path: Path) -> None:
    found = prepare(evaluation(SYSTEMS, SENTENCES))
    (tmp_path / "form.csv").write_text(form_csv(found.form("B"), "B"), encoding="utf-8")
    rows = [
        row for _, row in read_rows(tmp_path / "form.csv", ("rater", "block", "field", "text", "pronoun", "answer"))
    ]
    asked = {(row["block"], row["field"], row["pronoun"]) for row in rows if row["pronoun"]}
    assert asked == set(found.rated())
    assert len(asked) == 4 * 3
    assert {row["rater"] for row in rows} == {"B"}


def test_a_key_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = prepare(evaluation(SYSTEMS, SENTENCES), lists="2016", kind="gap-filling")
    (tmp_path / "key.json").write_text(written_key(found), encoding="utf-8")
    assert read_key(tmp_path / "key.json") == found


@pytest.mark.parametrize("content", ["{}", "[]", "3", "{", '{"version": 9}', '{"version": 1, "kind": "blocks"}'])
def test_another_file_is_no_key(tmp_path: Path, content: str) -> None:
    (tmp_path / "key.json").write_text(content, encoding="utf-8")
    with pytest.raises(BadFormat, match=r"key\.json"):
        read_key(tmp_path / "key.json")


def test_blocks_of_another_text_have_other_ids() -> None:
    one, other = (prepare(evaluation(SYSTEMS, [[("il", word, "elle", "ce")]])) for word in ("il", "on"))
    assert one.blocks[0].block.id != other.blocks[0].block.id


def decision(sentence: int, token: int, options: int, source: str = "it") -> dict[str, object]:
    each = {"text": "il", "probability": 1 / options}
    return {"sentence": sentence, "token": token, "source": source, "options": [each] * options}


def test_only_what_was_processed_is_rated(tmp_path: Path) -> None:
    trace = {
        "documents": [
            {"id": "one", "decisions": [decision(0, 0, 1), decision(1, 0, 1), decision(1, 2, 2)]},
            {"id": "two", "decisions": [decision(0, 0, 3)]},
        ]
    }
    (tmp_path / "trace.json").write_text(json.dumps(trace), encoding="utf-8")
    systems = evaluation(SYSTEMS, SENTENCES, DOCUMENTS)
    places = read_processed(tmp_path / "trace.json", systems)
    assert places == {(1, 2), (3, 0)}
    found = prepare(systems, processed=places)
    assert [[slot.label for slot in keyed.block.pronouns] for keyed in found.blocks] == [["it(2)"], ["it(0)"]]
    (tmp_path / "places.json").write_text("[[1, 2], [3, 0]]", encoding="utf-8")
    assert read_processed(tmp_path / "places.json", systems) == places


@pytest.mark.parametrize(
    ("trace", "problem"),
    [
        ("[[1]]", "is not a place"),
        ("7", "neither a trace"),
        ('{"documents": []}', "0 documents, but the source has 2"),
        ('{"documents": [{}, {}]}', "without decisions"),
        ('{"documents": [{"decisions": [{"token": 1}]}, {"decisions": []}]}', "without sentence"),
        (json.dumps({"documents": [{"decisions": [decision(0, 1, 2)]}, {"decisions": []}]}), "does not have there"),
        (json.dumps({"documents": [{"decisions": [decision(9, 0, 2)]}, {"decisions": []}]}), "does not have there"),
    ],
)
def test_a_trace_of_something_else_is_refused(tmp_path: Path, trace: str, problem: str) -> None:
    (tmp_path / "trace.json").write_text(trace, encoding="utf-8")
    with pytest.raises(BadFormat, match=problem):
        read_processed(tmp_path / "trace.json", evaluation(SYSTEMS, SENTENCES, DOCUMENTS))


def test_nothing_to_rate_is_an_error() -> None:
    with pytest.raises(InputError, match="nothing to rate"):
        prepare(evaluation(SYSTEMS, [[], []]))
    with pytest.raises(InputError, match="processed"):
        prepare(evaluation(SYSTEMS, SENTENCES), processed=frozenset({(2, 0)}))


@pytest.mark.parametrize("options", [{"sample": 0}, {"overlap": -1}, {"raters": ("A", "A")}, {"raters": ("A", " ")}])
def test_draws_and_raters_that_make_no_sense_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        prepare(evaluation(SYSTEMS, SENTENCES), **options)  # type: ignore[arg-type]
