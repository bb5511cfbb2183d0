"""The tasks on strings: what they return, how texts are divided, and what they say of values that are no text."""

from __future__ import annotations

import doctest
import importlib
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import antecede
from antecede import Document, Fixer, Judge, Resolver
from antecede.cli import main
from antecede.errors import AntecedeError, BadAlignment, BadOption, BadText, LengthMismatch, ResourceError, UnknownPair
from antecede.pronouns.decision.permission import EDITS
from antecede.tasks import _input
from antecede.tasks.score import scoring
from antecede.text.parallel import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SOURCE = "The house is old.\nIt is beautiful.\n"
LINKS = ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"]


@pytest.fixture(scope="module")
def fixer(resources: Path) -> Fixer:  # noqa: ARG001 - sets where pipelines are found
    try:
        return Fixer.load("en-fr")
    except AntecedeError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@pytest.mark.parametrize(
    ("target", "fixed", "places"),
    [
        (
            "La maison est vieille.\nIl est beau.\n",
            "La maison est vieille.\nElle est belle.\n",
            [(23, 25, "Il", "Elle"), (30, 34, "beau", "belle")],
        ),
        (
            "\ufeffLa maison est vieille.\r\nIl  est beau.",
            "\ufeffLa maison est vieille.\r\nElle  est belle.",
            [(25, 27, "Il", "Elle"), (33, 37, "beau", "belle")],
        ),
        (
            ["La maison est vieille.", "Il est beau."],
            "La maison est vieille.\nElle est belle.",
            [(0, 2, "Il", "Elle"), (7, 11, "beau", "belle")],
        ),
        (["La maison est vieille.", "Elle est belle."], "La maison est vieille.\nElle est belle.", []),
    ],
)
def test_edits_count_characters_of_what_was_given(
    fixer: Fixer, target: str | list[str], fixed: str, places: list[tuple[int, int, str, str]]
) -> None:
    found = fixer(SOURCE, target, alignment=LINKS)
    assert found.text == fixed
    assert str(found) == fixed
    assert repr(found).startswith(f"<Fixed, {len(places) // 2} of 1 pronouns changed in 2 lines: ")
    assert len(repr(found)) < 120
    assert [edit[1:5] for edit in found.edits] == places
    for edit in found.edits:
        given = target if isinstance(target, str) else target[edit.line]
        assert given[edit.start : edit.end] == edit.before
        assert [decision.choice for decision in edit.decisions] == ["elle"]


def test_documents_are_fixed_apart(fixer: Fixer) -> None:
    source, target = ["The house is old.", "It is beautiful."], ["La maison est vieille.", "Il est beau."]
    assert fixer(source, target, documents=[2], alignment=LINKS).lines[1] == "Elle est belle."
    for documents in ([1, 1], ["a", "b"]):
        assert "Elle" not in fixer(source, target, documents=documents, alignment=LINKS).text


def test_files_are_fixed_apart_where_a_blank_line_stands(fixer: Fixer, tmp_path: Path) -> None:
    texts = {
        "s": "The house is old.\n\nIt is beautiful.\n",
        "o": "La maison est vieille.\r\n\r\nIl est beau.",
        "a": f"{LINKS[0]}\n\n{LINKS[1]}\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, newline="")
    files = ["--source", str(tmp_path / "s"), "--output", str(tmp_path / "o"), "--alignment", str(tmp_path / "a")]
    for more in ([], ["--one-document"]):
        assert main(["fix", "--pair", "en-fr", *files, *more, "-o", str(tmp_path / "out")]) == 0
        first, blank, last = (tmp_path / "out").read_bytes().decode().split("\r\n")
        assert (first, blank) == ("La maison est vieille.", "")
        assert (last == "Elle est belle.") is bool(more)
    lists = [each.splitlines() for each in texts.values()]
    assert fixer(lists[0], lists[1], alignment=lists[2]).lines[2] != "Elle est belle."


@pytest.mark.eflomal
@pytest.mark.usefixtures("fixer")
def test_versions_are_judged_apart_where_a_blank_line_stands(tmp_path: Path) -> None:
    judge = Judge.load("en-fr")
    source, right, wrong = (
        "The house is old.\n{}It fell.\n",
        "La maison.\n{}Elle est tombée.\n",
        "La maison.\n{}Il est tombé.\n",
    )
    scored = {}
    for between in ("", "\n"):
        for name, text in (("s", source), ("r", right), ("w", wrong)):
            (tmp_path / name).write_text(text.format(between))
        files = [tmp_path / name for name in ("w", "r")]
        for one in (False, True):
            line = judge.judge_files(tmp_path / "s", *files, one_document=one).lines[-1]
            scored[between, one] = [parts.agreement for parts in line.parts]
    assert scored["", False] == scored["", True]
    # With the house in sight the right one agrees; beyond a boundary neither does, or both.
    assert scored["\n", True][1] > scored["\n", True][0]
    assert scored["\n", False][0] == scored["\n", False][1]


@pytest.mark.parametrize(
    ("name", "source", "target", "links", "fixed", "gender"),
    [
        # The noun stands in an earlier sentence: both edit.
        (
            "en-fr",
            ["The house is old.", "It is beautiful."],
            ["La maison est vieille.", "Il est beau."],
            LINKS,
            "Elle est belle.",
            "Elle est belle.",
        ),
        # It stands in the same one: where the decision was learnt, it tells how sure that is.
        (
            "en-fr",
            ["I bought the car because it is beautiful."],
            ["J'ai acheté la voiture parce qu'il est beau."],
            ["0-0 0-1 1-2 2-3 3-4 4-5 4-6 5-7 6-8 7-9 8-10"],
            "J'ai acheté la voiture parce qu'elle est belle.",
            "J'ai acheté la voiture parce qu'elle est belle.",
        ),
        # Number, likewise.
        (
            "en-fr",
            ["The houses are old.", "They are beautiful."],
            ["Les maisons sont vieilles.", "Elle est belle."],
            LINKS,
            "Elles sont belles.",
            "Elles sont belles.",
        ),
        (
            "es-en",
            ["Mi madre vive en Sevilla.", "Me gusta su voz."],
            ["My mother lives in Seville.", "I like his voice."],
            ["0-0 1-1 2-2 3-3 4-4 5-5", "0-0 1-1 2-2 3-3 4-4"],
            "I like her voice.",
            "I like her voice.",
        ),
        (
            "es-en",
            ["Mi madre vendió su casa."],
            ["My mother sold his house."],
            ["0-0 1-1 2-2 3-3 4-4 5-5"],
            "My mother sold her house.",
            "My mother sold his house.",
        ),
    ],
)
def test_what_does_not_agree_is_fixed_as_far_as_that_is_sure(
    resources: Path,  # noqa: ARG001 - sets where pipelines are found
    name: str,
    source: list[str],
    target: list[str],
    links: list[str],
    fixed: str,
    gender: str,
) -> None:
    try:
        found = {edit: Fixer.load(name, edit=edit)(source, target, alignment=links) for edit in EDITS}
        default = Fixer.load(name)(source, target, alignment=links)
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")
    assert found["all"].lines == (*target[:-1], fixed)
    assert found["gender"].lines == default.lines == (*target[:-1], gender)
    assert (default.changes, default.withheld) == ((1, 0) if gender == fixed else (0, 1))
    assert not found["all"].withheld


@pytest.mark.eflomal
def test_a_stream_of_documents_comes_one_by_one(fixer: Fixer) -> None:
    def documents() -> Any:  # noqa: ANN401 - a generator that must not be read to its end
        yield SOURCE, "La maison est vieille.\nIl est beau.\n"
        raise AssertionError("the second document was asked for")

    assert next(fixer.stream(documents())).text == "La maison est vieille.\nElle est belle.\n"


def test_eight_threads_that_share_a_fixer_get_the_answers_that_one_gets(fixer: Fixer) -> None:
    nouns = [("house", "maison"), ("car", "voiture"), ("letter", "lettre"), ("tree", "arbre"), ("road", "route")]
    adjectives = [("old", "vieux"), ("beautiful", "beau"), ("big", "grand"), ("new", "nouveau")]
    texts = [
        ([f"The {noun} is here.", f"It is {word}."], [f"La {nom} est ici.", f"Il est {mot}."])
        for (noun, nom), (word, mot) in product(nouns, adjectives)
    ]

    def answers(start: int) -> list[object]:
        turned = texts[start:] + texts[:start]
        found = [fixer(source, target, alignment=LINKS) for source, target in turned]
        return [(each.lines, each.edits) for each in found]

    alone = answers(0)
    assert len({str(each) for each in alone}) > 10
    starts = [thread * len(texts) // 8 for thread in range(8)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(answers, starts))
    for start, found in zip(starts, together, strict=True):
        assert found == alone[start:] + alone[:start]


def test_a_resolver_takes_running_text_sentences_and_documents(resources: Path) -> None:  # noqa: ARG001 - as above
    try:
        resolver = Resolver.load("en")
    except ResourceError as error:
        pytest.skip(f"wants a pipeline: {error}")
    text = "The house is old. It is beautiful."
    given: list[str | list[str] | Document] = [
        text,
        ["The house is old.", "It is beautiful."],
        Document.from_text(text, "en"),
    ]
    found = [resolver(each) for each in given]
    assert found[0] == found[1] == found[2]
    assert [(each.text, each.antecedents[0].text) for each in found[0].anaphors] == [("It", "The house")]
    assert list(resolver.stream(given)) == found


def test_a_resolver_knows_the_paragraphs_of_running_text_and_of_lists(resources: Path) -> None:  # noqa: ARG001 - as above
    try:
        resolver = Resolver.load("en")
    except ResourceError as error:
        pytest.skip(f"wants a pipeline: {error}")
    found = [resolver(each) for each in ("It rained. It stopped.\n\nIt snowed.", ["It rained.", "It snowed."])]
    paragraphs = [[sentence.place.paragraph for sentence in each.analysis.sentences] for each in found]
    assert paragraphs == [[0, 0, 1], [0, 0]]


@pytest.mark.parametrize(
    ("lines", "documents", "spans"),
    [
        (["a", "b"], None, [("", 0, 2)]),
        (["a", "", "b"], None, [("1", 0, 2), ("2", 2, 3)]),
        (["", "a", " ", "", "b", ""], None, [("1", 0, 4), ("2", 4, 6)]),
        (["", ""], None, [("", 0, 2)]),
        (["a", "", "b"], [3], [("", 0, 3)]),
        (["a", "b", "c"], [1, 2], [("1", 0, 1), ("2", 1, 3)]),
        (["a", "b", "c"], ["x", "x", "y"], [("x", 0, 2), ("y", 2, 3)]),
        ("a\r\n\r\nb\n", None, [("1", 0, 2), ("2", 2, 3)]),
    ],
)
def test_texts_are_divided(
    lines: str | list[str], documents: Sequence[str] | Sequence[int] | None, spans: list[tuple[str, int, int]]
) -> None:
    assert _input.parallel_text([("source", lines)], documents).documents == tuple(Span(*each) for each in spans)


def test_many_lines_without_a_boundary_are_one_document_and_a_warning() -> None:
    with pytest.warns(UserWarning, match="20 lines without a blank line are taken for one document"):
        assert len(_input.parallel_text([("source", ["a"] * 20)]).documents) == 1
    # No warning, which would be an error here.
    assert len(_input.parallel_text([("source", ["a"] * 19)]).documents) == 1
    assert len(_input.parallel_text([("source", ["a"] * 20)], [20]).documents) == 1


BAD_TEXTS = [
    (None, "NoneType; give a string or a list of strings"),
    (7, "int; give a string"),
    (b"text", r"decode them first"),
    (Path("talk.en"), r"is a path; give the text itself"),
    ([], "empty list; give at least one line"),
    (["a", 7], "line 2: is of type int"),
    ([["a"]], "line 1: is of type list"),
    ({"a": 1}, "dict, which has no lines in order; give a list"),
    ({"a"}, "set, which has no lines in order; give a list"),
    ("a\nb\ud800", r"line 2: has a lone surrogate \(U\+D800\)"),
    (["a", "\udcff"], r"line 2: has a lone surrogate \(U\+DCFF\)"),
    ("a\0", "NUL character"),
    ("a" * (10 << 20), "10485760 characters.*`stream`"),
    ("a\n" * (5 << 20), "10485760 characters.*`stream`"),
    (["a" * (2 << 20)], "line 1: has 2097152 characters.*one sentence a line"),
]


@pytest.mark.parametrize(("text", "told"), BAD_TEXTS, ids=[told[:20] for _, told in BAD_TEXTS])
def test_what_is_no_text_is_refused_with_what_to_do(text: Any, told: str) -> None:  # noqa: ANN401 - wrong types
    with pytest.raises(BadText, match=told):
        _input.given_lines(text, "source")


@pytest.mark.parametrize(("text", "told"), BAD_TEXTS, ids=[told[:20] for _, told in BAD_TEXTS])
def test_every_task_refuses_it(fixer: Fixer, text: Any, told: str) -> None:  # noqa: ANN401 - wrong types
    resolver, judge, good = Resolver(fixer.reader), Judge.load("en-fr"), ["a"]
    calls: list[Callable[[], object]] = [
        lambda: fixer(text, good),
        lambda: fixer(good, text),
        lambda: list(fixer.stream([(text, good)])),
        lambda: judge(text, good, good),
        lambda: judge(good, good, text),
        lambda: resolver(text),
        lambda: list(resolver.stream([text])),
        lambda: antecede.score(text, good, good),
        lambda: antecede.score(good, good, text),
        lambda: antecede.translate(text),
    ]
    for call in calls:
        with pytest.raises(BadText, match=told):
            call()


def test_running_text_has_to_have_sentences() -> None:
    text = "One.\n\n" + "word " * (300 << 10)
    with pytest.raises(BadText, match=r"text, line 3: has \d+ characters.*give text that has sentences"):
        _input.given_document(text, "en")
    assert len(_input.given_document(text.replace("word ", "Word. "), "en").sentences) == (300 << 10) + 1


@pytest.mark.parametrize(
    ("documents", "error", "told"),
    [
        ("ab", BadText, "give a list"),
        (2, BadText, "give a list"),
        ([], BadText, "neither names alone nor numbers"),
        (["a", 1], BadText, "neither names alone nor numbers"),
        ([0, 2], BadText, "1 or more"),
        ([True, True], BadText, "neither names alone nor numbers"),
        ([1, 2], BadText, "add up to 3 lines, but the source has 2"),
        (["a"], LengthMismatch, "documents has 1 lines but the source has 2"),
    ],
)
def test_documents_that_do_not_fit_are_refused(documents: Any, error: type[Exception], told: str) -> None:  # noqa: ANN401 - wrong types
    with pytest.raises(error, match=told):
        _input.parallel_text([("source", ["a", "b"])], documents)


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda: antecede.score(["a"], ["b", "c"], ["d"]), LengthMismatch, "source has 1 lines but reference has 2"),
        (lambda: antecede.score(["a"], ["b"], ["d", "e"]), LengthMismatch, "candidate 1 has 2"),
        (lambda: antecede.score(["a"], ["b"]), BadOption, "no candidate"),
        (lambda: antecede.score(["a"], ["b"], ["c"], names=["x", "y"]), BadOption, "a name of its own"),
        (lambda: antecede.score(["a"], ["b"], ["c"], alignments=[["0-0"]]), BadOption, "1 alignments for 2"),
        (lambda: antecede.score(["a"], ["b"], ["c"], alignments="0-0"), BadText, "alignments: give a list"),
        (
            lambda: antecede.score(["a"], ["b"], ["c"], alignments=[["0-0"], cast("list[str]", [0])]),
            BadText,
            "alignment 2, line 1: is of type",
        ),
        (lambda: scoring(discard=[7]), BadOption, "cases are numbers from 1 to 6"),
        (lambda: antecede.score(["a"], ["b"], ["c"], alignments=[["0-0"], ["0-1"]]), BadAlignment, "line 1"),
        (lambda: antecede.score(["a"], ["b"], ["c"], pair="xx-yy"), UnknownPair, "xx-yy"),
        (lambda: antecede.fix(["a"], ["b"], pair="xx-yy"), UnknownPair, "xx-yy"),
        (lambda: antecede.fix(["a"], ["b"], model="nowhere"), ResourceError, "nowhere"),
        (lambda: antecede.judge(["a"], ["b"], ["c"], model="nowhere"), ResourceError, "nowhere"),
        (lambda: antecede.resolve("a", language="xx"), AntecedeError, "xx"),
        (lambda: antecede.translate("a", to="xx"), BadOption, "'xx'"),
    ],
)
def test_calls_that_cannot_be_answered_say_why(call: Callable[[], object], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        call()


def test_lists_of_different_lengths_are_refused_by_fixer_and_judge(fixer: Fixer) -> None:
    with pytest.raises(LengthMismatch, match="source has 1 lines but target has 2"):
        fixer(["a"], ["b", "c"])
    with pytest.raises(LengthMismatch, match="alignment has 2 lines but the source text has 1"):
        fixer(["a"], ["b"], alignment=["0-0", "0-0"])
    judge = Judge.load("en-fr")
    with pytest.raises(LengthMismatch, match="source has 1 lines but target 2 has 2"):
        judge(["a"], ["b"], ["c", "d"])
    with pytest.raises(BadOption, match="at least two"):
        judge(["a"], ["b"])


@pytest.mark.eflomal
@pytest.mark.usefixtures("fixer")
@pytest.mark.parametrize("task", ["check", "engine", "fix", "judge", "resolve", "score", "translate"])
def test_the_example_of_each_task_is_true(task: str) -> None:
    found = doctest.testmod(importlib.import_module(f"antecede.tasks.{task}"))
    assert found.attempted >= 2
    assert found.failed == 0
