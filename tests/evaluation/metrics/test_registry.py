"""Metrics are found by name; one that another package adds is scored, shown and compared like those of the folder."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main
from antecede.errors import BadOption, ResourceError
from antecede.evaluation.metrics import METRICS, CorpusMetric, Metric, metric, scored_metrics, surface_metric

if TYPE_CHECKING:
    from collections.abc import Iterator

# The share of the reference's words at their own places, and the share of sentences that are right to the letter.
PLACES = """
import numpy as np
from antecede.evaluation.metrics import SurfaceMetric

class Places(SurfaceMetric):
    name = "same-places"
    heading = "Places"

    def segment(self, candidates, reference):
        words = reference.split()
        return np.array([[sum(map(str.__eq__, words, each.split())), len(words)] for each in candidates], dtype=float)

    def score(self, sums):
        return sums[:, 0] / np.maximum(sums[:, 1], 1)

    def words(self, sums):
        return sums[:, 1]

    def signature(self, inputs, system):
        return "places|v:1"

METRIC = Places()
"""
EXACT = """
from antecede.evaluation.metrics import CorpusMetric

class Exact(CorpusMetric):
    name = "exact"
    heading = "Exact"
    places = 1
    on_request = True

    def corpus_score(self, inputs, system):
        lines = zip(inputs.candidate(system).text, inputs.corpus.reference.text)
        return 100 * sum(a == b for a, b in lines) / len(inputs.corpus.source)

    def signature(self, inputs, system):
        return f"exact|{inputs.candidate(system).name}"

METRIC = Exact()
"""
# Neither sums nor a score of the corpus; and one whose name is not the one it is registered by.
HALF = 'class Half:\n    name = heading = "half"\n    places, on_request, signature = 2, True, str\n\nMETRIC = Half()\n'
MODULES = {"my_places": PLACES, "my_exact": EXACT, "my_half": HALF}
ENTRY_POINTS = """[antecede.evaluation.metrics]
same-places = my_places
exact = my_exact
"""
ODD_ENTRY_POINTS = "half = my_half\nalias = my_exact\n"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another package with metrics of its own; the folder in which it is."""
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
    metadata = tmp_path / "my_metrics-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-metrics\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    METRICS.forget()
    yield metadata
    METRICS.forget()


@pytest.fixture
def score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The arguments that score three candidates, in a folder with their files."""
    texts = {
        "s.en": "it is old .\nthey left .\n",
        "r.fr": "elle est vieille .\nils sont partis .\n",
        "a.fr": "il est vieux .\nils sont partis .\n",
        "b.fr": "elle est vieille .\nils sont sortis .\n",
        "c.fr": "elle est vieille .\nils sont partis .\n",
        "links": "0-0 1-1 2-2 3-3\n0-0 1-1 1-2 2-3\n",
    }
    monkeypatch.chdir(tmp_path)
    for name, text in texts.items():
        Path(name).write_text(text)
    files = "--source s.en --reference r.fr --candidate a.fr b.fr c.fr"
    alignments = "--source-reference-alignment links --source-candidate-alignment links links links"
    return f"score --pair en-fr --tokenized {files} {alignments}".split()


@pytest.mark.usefixtures("installed")
def test_a_metric_of_another_package_is_scored_compared_printed_and_written(
    score: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert main([*score, "--metric", "exact", "--json", "out.json", "--html", "out.html"]) == 0
    found = json.loads(Path("out.json").read_text())
    # Words at their places: 2 and 4 of 4, 4 and 3, 4 and 4.
    assert [system["same_places"] for system in found["systems"]] == [6 / 8, 7 / 8, 1]
    assert [system["exact"] for system in found["systems"]] == [50.0, 50.0, 100.0]
    # The second is ahead by 1/8. Twice the first sentence, a quarter of the resamples: 4/8. One of each, a half: 1/8.
    # Twice the second: -2/8. Less their mean, 1/8, every other resample is at least 1/8 away from nothing.
    comparison = found["comparisons"][0]
    assert comparison["bootstrap"]["same_places"] == pytest.approx(0.5, abs=0.06)
    assert "exact" not in comparison["bootstrap"]
    assert found["signatures"]["same_places"] == "places|v:1"
    assert [system["signatures"]["exact"] for system in found["systems"]] == ["exact|a.fr", "exact|b.fr", "exact|c.fr"]
    assert "exact" not in found["signatures"]
    printed = capsys.readouterr().out
    header = next(line for line in printed.splitlines() if "AutoF" in line)
    assert header.split()[-2:] == ["Places", "Exact"]
    assert "0.7500" in printed
    assert "same-places: p of the paired bootstrap" in printed
    page = Path("out.html").read_text()
    assert ">Places</th>" in page
    assert ">50.0</td>" in page


@pytest.mark.usefixtures("installed")
def test_a_metric_on_request_is_not_computed_unasked(score: list[str]) -> None:
    assert main([*score, "--json", "out.json"]) == 0
    first = json.loads(Path("out.json").read_text())["systems"][0]
    assert "same_places" in first
    assert not first.keys() & {"exact", "meteor", "meteor_pronouns"}


@pytest.mark.usefixtures("installed")
def test_people_are_compared_with_every_metric(score: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("human.csv").write_text("system,score\na,0.8\nb,0.2\nc,0.3\n")
    assert main([*score, "--human", "human.csv"]) == 0
    correlations = capsys.readouterr().out.rpartition("Correlation with human scores")[2]
    assert [
        row for row in ("APT", "AutoP", "AutoR", "AutoF", "BLEU", "chrF", "Places") if row not in correlations
    ] == []


@pytest.mark.usefixtures("installed")
def test_tuning_takes_a_metric_of_another_package() -> None:
    assert surface_metric("same-places").segment(["a b", "b"], "a c").tolist() == [[1.0, 2.0], [0.0, 2.0]]
    with pytest.raises(BadOption, match=r"not a metric of texts alone: 'exact': the metrics are .*, same-places$"):
        surface_metric("exact")


def test_a_metric_that_is_not_one_is_refused(installed: Path) -> None:
    (installed / "entry_points.txt").write_text(ENTRY_POINTS + ODD_ENTRY_POINTS)
    with pytest.raises(ResourceError, match="my_half: METRIC has neither statistics and score, nor corpus_score"):
        metric("half")
    with pytest.raises(ResourceError, match="my_exact: its METRIC has the name 'exact', but is found as 'alias'"):
        metric("alias")


def test_an_unknown_metric_is_refused_with_the_known_ones(score: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*score, "--metric", "bleurt"]) == 2
    assert f"unknown metric 'bleurt': the metrics are {', '.join(METRICS.names())}\n" in capsys.readouterr().err


@pytest.mark.parametrize("name", METRICS.names())
def test_every_metric_is_found_by_its_own_name_and_can_be_resampled_or_says_that_it_cannot(name: str) -> None:
    found = metric(name)
    assert found.name == name
    assert isinstance(found, Metric) != isinstance(found, CorpusMetric)


def test_what_is_always_scored_needs_no_other_program() -> None:
    assert {"apt", "autof", "bleu", "chrf"} <= {found.name for found in scored_metrics()}
    assert [found.name for found in scored_metrics(("meteor",)) if found.on_request] == ["meteor"]
