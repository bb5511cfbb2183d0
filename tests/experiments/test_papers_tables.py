"""The tables of both coreference papers, from systems whose words and links are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pronoun_samples import analysed

from antecede.errors import InputError
from antecede.evaluation.corpus import corpus_of
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.lists import find_lists
from antecede.evaluation.metrics import apt
from antecede.experiments.coreference_model import CoreferenceResults, coreference_json, coreference_tables
from antecede.experiments.measuring import Measured
from antecede.experiments.sets import ParallelSet
from antecede.experiments.spanish import (
    SpanishResults,
    _annotated,
    read_annotation,
    spanish_json,
    spanish_tables,
)
from antecede.languages import Gender, Number
from antecede.pairs import pair
from antecede.pronouns.coreference_model.model import CoreferenceModel, Table
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from pathlib import Path


def measured(folder: Path, name: str, texts: dict[str, str]) -> Measured:
    """Texts of one word for one word: the source, the reference, and the systems by name."""
    for file, text in texts.items():
        (folder / file).write_text(text)
    paths = [folder / file for file in texts]
    described = pair(name)
    parallel = ParallelText.read(*paths, tokenised=True)
    links = [" ".join(f"{n}-{n}" for n in range(len(line.split()))) for line in texts["source"].splitlines()]
    names = list(texts)[1:]
    corpus = corpus_of(described, parallel, names, alignments=[links] * len(names))
    settings = apt.Settings(pair=described, lists=find_lists(described, None))
    return Measured(tuple(names[1:]), evaluate(corpus, settings), settings, corpus)


@pytest.fixture
def talks(tmp_path: Path) -> Measured:
    """Five pronouns: the engine has two right, the printed system three of the four that it processes."""
    texts = {
        "source": "it sleeps\nit sleeps\nthey sleep\nthey sleep\nit sleeps\n",
        "reference": "elle dort\nc' dort\nils dorment\nelles dorment\nil dort\n",
        "baseline": "il dort\nce dort\nils dorment\nils dorment\nle dort\n",
        "coreference-paper": "elle dort\nce dort\nelles dorment\nelles dorment\nle dort\n",
    }
    return measured(tmp_path, "en-fr", texts)


def test_the_pronouns_processed_are_scored_with_the_papers_lists(talks: Measured) -> None:
    places = frozenset((line, 0) for line in range(4))
    figures = {"sets": ["a", "b"], "triples": 9, "processed": {"it": [2, 3], "they": [2, 2]}}
    results = CoreferenceResults(talks, talks.with_lists("2016"), places, {}, figures)
    _, cases, words, people = coreference_tables(results)
    # ce for c' is similar (C2) in 2016; the fifth pronoun, wrong in both, is not processed.
    assert cases.rows[0] == ("baseline (BL)", "1", "1", "2", "0", "2", "0.500", "", "")
    assert cases.rows[1][:7] == ("coreference model, paper mode (CM)", "2", "1", "1", "0", "3", "0.750")
    assert cases.rows[1][7] == "2/1"
    assert "it 2 of 3 (67%), they 2 of 2 (100%)" in cases.note
    assert [row[0] for row in cases.rows[2:]] == ["theirs: BL", "theirs: PE", "theirs: CM"]
    # One word a pronoun: precision and recall are both the share of identical words, 1 and 2 of 4.
    assert [row[1:4] for row in words.rows[:2]] == [("0.250",) * 3, ("0.500",) * 3]
    assert people.rows[2] == ("theirs: CM", "57", "16", ".78", "370", "193", ".66")
    told = coreference_json(results)
    assert [each["cases"][:4] for each in told["processed_2016"]] == [[1, 1, 2, 0], [2, 1, 1, 0]]
    assert told["autoprf_processed"][1]["matched"] == 2


def test_published_accuracies_are_those_of_the_published_counts(talks: Measured) -> None:
    figures = {"sets": ["a"], "triples": 0, "processed": {"it": [1, 1]}}
    results = CoreferenceResults(talks, talks, frozenset({(0, 0)}), {}, figures)
    for row in coreference_tables(results)[1].rows[-3:]:
        counts = [int(cell) for cell in row[1:5]]
        assert sum(counts) == 563
        assert f"{(counts[0] + counts[1]) / 563:.2f}".removeprefix("0") == row[6]


@pytest.fixture
def news(tmp_path: Path) -> SpanishResults:
    texts = {
        "source": "su casa\nsu casa\nella duerme\nsus casas\n",
        "reference": "her house\nits house\nshe sleeps\ntheir houses\n",
        "baseline": "his house\nits house\nit sleeps\nits houses\n",
        "corzu-best": "her house\nits house\nshe sleeps\nits houses\n",
        "ours-best": "her house\nhis house\nit sleeps\nits houses\n",
        "oracle": "her house\nits house\nit sleeps\ntheir houses\n",
    }
    everything = frozenset((line, 0) for line in range(4))
    model = CoreferenceModel(Table({"ella-fem-sg-person": {"she": 0.5}}), Table())
    return SpanishResults(
        measured(tmp_path, "es-en", texts),
        {"corzu-best": everything, "ours-best": frozenset({(0, 0), (1, 0)})},
        {},
        {"triples": {"corzu-best": 1, "ours-best": 1}, "pronouns": 4},
        {"corzu-best": model, "ours-best": model},
        frozenset({(0, 0), (3, 0)}),
    )


def test_spanish_tables_show_what_each_pronoun_gains(news: SpanishResults) -> None:
    tables = {table.title: table for table in spanish_tables(news)}
    gains = {row[0]: row[1:5] for row in tables["What each source pronoun gains, CorZu's candidates"].rows}
    assert gains == {"ella": ("1", "0", "1", "+1"), "su": ("2", "1", "2", "+1"), "sus": ("1", "0", "0", "+0")}
    [one] = [table for title, table in tables.items() if title.startswith("Pronouns processed, our resolver")]
    assert [row[1] for row in one.rows[:2]] == ["1", "1"]
    assert "2 of 4 pronouns (50.0%) were processed" in one.note
    # Rows are the reference, columns the translation: her became his, then her.
    assert tables["su, CorZu's candidates: baseline (Table 2)"].rows[2] == ("her", "0", "1", "0", "0")
    assert tables["su, CorZu's candidates: corzu-best (Table 2)"].rows[2] == ("her", "0", "0", "1", "0")
    oracle = tables["su and sus with given antecedents: oracle"]
    assert [row[1:] for row in oracle.rows] == [
        ("0", "0", "0", "0"),
        ("0", "0", "0", "0"),
        ("0", "0", "1", "0"),
        ("0", "0", "0", "1"),
    ]
    figure = tables["The coreference model (Figure 1)"]
    assert figure.rows[0] == ("ella-fem-sg-person ||| she", "0.4126", "0.5", "0.5")
    assert [each["cases"][0] for each in spanish_json(news)["given"]] == [0, 1, 1, 2]


ROWS = "# a comment\nline\toccurrence\tpronoun\tgender\tnumber\thuman\n3\t2\tsus\tfem\tsg\tperson\n"


def test_annotated_pronouns_have_the_readers_antecedent() -> None:
    document = analysed("Su casa", "Su madre y sus hijos", language="es")
    found = _annotated(document, read_annotation(ROWS), 1)
    linked = [(each.sentence, each.token, each.antecedents) for each in found.anaphors if each.antecedents]
    [(sentence, token, (antecedent,))] = linked
    assert (sentence, token) == (1, 3)
    assert (antecedent.gender, antecedent.number, antecedent.human) == (Gender.FEMININE, Number.SINGULAR, True)
    with pytest.raises(InputError, match=r"line 3: has no .sus. where"):
        _annotated(analysed("Su casa", "Su madre", language="es"), read_annotation(ROWS), 1)


def test_the_oracles_annotation_has_64_pronouns_and_16_women() -> None:
    from importlib.resources import files

    rows = read_annotation((files("antecede.experiments") / "oracle_su.tsv").read_text(encoding="utf-8"))
    assert len({(row.line, row.occurrence) for row in rows}) == len(rows) == 64
    assert sum((row.gender, row.number, row.human) == (Gender.FEMININE, Number.SINGULAR, True) for row in rows) == 16


def test_sets_are_pooled_into_one_with_their_documents(tmp_path: Path) -> None:
    (tmp_path / "one.en").write_text("a\nb\n")
    (tmp_path / "one.fr").write_text("A\nB\n")
    (tmp_path / "two.en").write_text("c\nd\n")
    (tmp_path / "two.fr").write_text("C\nD\n")
    (tmp_path / "two.ids").write_text("x\ny\n")
    sets = [ParallelSet.read(tmp_path, name, pair("en-fr")) for name in ("one", "two")]
    pooled = ParallelSet.pooled(sets, tmp_path)
    assert pooled.name == "one+two"
    assert list(pooled.text.source) == ["a", "b", "c", "d"]
    assert list(pooled.text.targets[0]) == ["A", "B", "C", "D"]
    assert [(span.id, span.start, span.end) for span in pooled.text.documents] == [
        ("one", 0, 2),
        ("x", 2, 3),
        ("y", 3, 4),
    ]
    assert ParallelSet.pooled(sets[:1], tmp_path) is sets[0]
