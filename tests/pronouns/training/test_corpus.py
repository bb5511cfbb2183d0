"""Parallel text with documents, and the files a model folder names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.cli import main
from antecede.errors import AntecedeError
from antecede.pairs import pair
from antecede.pronouns.training.corpus import CorpusFiles, PronounCorpus, _sample
from antecede.text.parallel import Span

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> CorpusFiles:
    texts = {
        "s": "it sleeps\nthe cat\nit works\n",
        "t": "il dort\nle chat\nça marche\n",
        "ids": "a\tx\na\ty\nb\n",
        "align": "0-0 1-1\n\n0-0 1-1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    source, target, ids, align = ([tmp_path / name] for name in texts)
    return CorpusFiles(source, target, ids, align, tokenised=True)


def test_documents_are_runs_of_one_name(files: CorpusFiles) -> None:
    corpus = PronounCorpus.read(files, pair("en-fr"))
    assert corpus.documents == (Span("a", 0, 2), Span("b", 2, 3))
    assert corpus.source_tokens(corpus.documents[1]) == [["it", "works"]]
    assert corpus.target_tokens(corpus.documents[0]) == [["il", "dort"], ["le", "chat"]]
    assert corpus.alignments.targets(2, 1) == (1,)
    assert corpus.lines == 3


def test_fewer_lines_are_whole_documents(files: CorpusFiles) -> None:
    assert PronounCorpus.read(files, pair("en-fr"), lines=1).documents == (Span("b", 2, 3),)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40), st.integers(0, 120))
def test_a_sample_has_the_lines_that_are_asked_for_if_there_are_so_many(lengths: list[int], lines: int) -> None:
    documents, start = [], 0
    for length in lengths:
        documents.append(Span(str(start), start, start + length))
        start += length
    kept = _sample(documents, lines)
    count = sum(document.end - document.start for document in kept)
    assert list(kept) == sorted(kept, key=lambda document: document.start)
    assert set(kept) <= set(documents)
    assert count == start if not 0 < lines < start else lines <= count < lines + 9


def test_files_that_do_not_fit_are_refused(files: CorpusFiles, tmp_path: Path) -> None:
    (tmp_path / "short").write_text("a\n")
    (tmp_path / "far").write_text("0-7\n\n\n")
    with pytest.raises(AntecedeError, match="parallel files"):
        PronounCorpus.read(CorpusFiles(files.source, files.target, [tmp_path / "short"]), pair("en-fr"))
    with pytest.raises(AntecedeError, match="past the end"):
        PronounCorpus.read(
            CorpusFiles(files.source, files.target, files.ids, [tmp_path / "far"], tokenised=True), pair("en-fr")
        )
    with pytest.raises(AntecedeError, match="must be --tokenized"):
        CorpusFiles(files.source, files.target, files.ids, files.alignment)
    with pytest.raises(AntecedeError, match="give one for each"):
        CorpusFiles(files.source, [], files.ids)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--only", "magic"], "the parts are combined, coreference, coreference-paper, plm"),
        (["--target", "t"], "go with --source"),
        (["--lines", "-1"], "--lines"),
        ([], "say what to learn from"),
    ],
)
def test_bad_options_are_told_in_one_line(
    pronoun_model: Path, files: CorpusFiles, capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    if arguments and arguments[0] == "--only":
        arguments += ["--source", str(files.source[0]), "--target", str(files.target[0]), "--ids", str(files.ids[0])]
    assert main(["train-pronouns", "--model", str(pronoun_model), *arguments]) == 2
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1
