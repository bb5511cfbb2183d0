"""What training sees of a parallel text, weights that are tried, and systems that are measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pronoun_samples import analysed, mention, noun, resolved

from antecede.alignment.pronouns import Words
from antecede.analysis._types import bare_analysis
from antecede.coreference.resolvers import Unresolved
from antecede.engines.text import TextSteps
from antecede.errors import AntecedeError, ResourceError
from antecede.evaluation.results import Case, Judged, ScoredPronoun
from antecede.experiments.measuring import confusion, processed_pronouns, translated
from antecede.experiments.sets import ParallelSet
from antecede.experiments.weights import candidates, pronouns_only, tuned_weights
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.coreference_model.model import CoreferenceModel, Table
from antecede.pronouns.coreference_model.training import _read, _shards, _write, estimate, observe
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems.baseline import open_system
from antecede.pronouns.systems.coreference import Tuned
from antecede.pronouns.target.projection import TargetWords
from antecede.pronouns.training.corpus import CorpusFiles, PronounCorpus
from antecede.pronouns.training.resolved import resolved_with
from antecede.stages import Stages
from antecede.text.parallel import Span

if TYPE_CHECKING:
    from pathlib import Path

WORDS = TargetWords.of("fr", noun)
LINES = [
    ("the house is old", "la maison est vieille", "0-0 1-1 2-2 3-3"),
    ("it is big", "elle est grande", "0-0 1-1 2-2"),
    ("it rains", "pleut -il", "0-1 1-0"),
    ("it works", "ça marche", "1-1"),
]


@pytest.fixture
def corpus(tmp_path: Path) -> PronounCorpus:
    for number, name in enumerate(("s", "t", "align")):
        (tmp_path / name).write_text("".join(line[number] + "\n" for line in LINES))
    (tmp_path / "ids").write_text("a\na\na\na\n")
    files = CorpusFiles(*([tmp_path / name] for name in ("s", "t", "ids", "align")), tokenised=True)  # type: ignore[misc, arg-type]
    return PronounCorpus.read(files, pair("en-fr"))


@pytest.fixture
def setting(pronoun_model: Path) -> Setting:
    folder = ModelFolder.read(pronoun_model)
    return Setting(folder, pair("en-fr"), TextSteps.of(folder, pair("en-fr")), "best")


def test_a_pronoun_is_seen_with_what_it_and_its_antecedent_became(corpus: PronounCorpus, tmp_path: Path) -> None:
    document = bare_analysis(corpus.source_tokens(corpus.documents[0]), "en")
    house = mention(document, 0, 1, 0.8)
    found = list(
        observe(corpus, corpus.documents[0], resolved(document, (1, 0, [house]), (2, 0, []), (3, 0, [])), WORDS)
    )
    assert [(seen.aligned, seen.choice) for seen in found] == [("elle", "elle"), ("il", "il"), ("", "cela")]
    assert found[0].paper == (("feminine-singular", 1.0),)
    assert [name for name, _, _ in found[0].mixture] == ["it-subject-fem-sg-other", "it-subject-unknown"]
    model = estimate(found)
    assert model.paper.probability("feminine-singular", "elle") == 1.0
    assert model.best.probability("it-subject", "cela") == pytest.approx(1 / 3)
    # The mixture may have another resolver than the papers' table.
    alone = resolved(document, (1, 0, []), (2, 0, []), (3, 0, []))
    both = list(observe(corpus, corpus.documents[0], resolved(document, (1, 0, [house])), WORDS, alone))
    assert [seen.paper for seen in both] == [(("feminine-singular", 1.0),), (), ()]
    assert [name for name, _, _ in both[0].mixture] == ["it-subject-unknown"]
    _write(tmp_path / "seen", found)
    assert list(_read(tmp_path / "seen")) == found
    _write(tmp_path / "seen", [])
    assert list(_read(tmp_path / "seen")) == []
    with pytest.raises(ResourceError, match="no pronoun to learn from"):
        estimate([])


def test_a_resolver_that_knows_nothing_finds_the_pronouns(corpus: PronounCorpus) -> None:
    [(_, found)] = resolved_with(Unresolved(frozenset({"it"})), corpus, corpus.documents)
    assert [(anaphor.sentence, anaphor.token, anaphor.none) for anaphor in found.anaphors] == [
        (1, 0, 1.0),
        (2, 0, 1.0),
        (3, 0, 1.0),
    ]


def test_shards_are_whole_documents() -> None:
    documents = [Span(str(n), 15_000 * n, 15_000 * (n + 1)) for n in range(3)]
    assert [len(shard) for shard in _shards(documents)] == [2, 1]


def test_sentences_without_pronouns_are_left_empty() -> None:
    document = resolved(analysed("the cat sleeps", "it sleeps"), (1, 0, []))
    kept = pronouns_only(document)
    assert [len(sentence.words) for sentence in kept.analysis.sentences] == [0, 2]
    assert kept.anaphors == document.anaphors


def test_the_printed_weight_is_among_those_tried(setting: Setting) -> None:
    paper = Setting(setting.folder, setting.pair, setting.steps, "paper")
    assert Tuned(0.8) in candidates(paper)
    assert all(how.weight for how in candidates(setting))


@pytest.fixture
def talk(tmp_path: Path) -> ParallelSet:
    folder = tmp_path / "data" / "en-fr"
    folder.mkdir(parents=True)
    (folder / "talk.en").write_text("the house sleeps .\nit sleeps .\nthe cat sleeps .\nit sleeps .\n")
    (folder / "talk.fr").write_text("la maison dort .\nelle dort .\nle chat dort .\nil dort .\n")
    (folder / "talk.ids").write_text("a\na\nb\nb\n")
    return ParallelSet.read(tmp_path / "data", "talk", pair("en-fr"), detokenised=tmp_path)


def test_a_set_has_raw_text_and_documents(talk: ParallelSet) -> None:
    assert talk.source_file.read_text().startswith("the house sleeps.\n")
    assert [name for name, _ in talk.tokens()] == ["a", "b"]
    with pytest.raises(AntecedeError, match=r"has no nothing\.en"):
        ParallelSet.read(talk.source_file.parent, "nothing", talk.pair)


def test_a_translation_is_made_once(setting: Setting, tmp_path: Path) -> None:
    document = resolved(analysed("the house sleeps .", "it sleeps ."), (1, 0, []))
    stages = Stages(tmp_path)
    text = translated("baseline", lambda: open_system(setting), [document], setting, stages, tmp_path, {})
    assert text.read_text() == "la maison dort.\nil dort.\n"
    assert processed_pronouns(tmp_path, "baseline") == frozenset()
    translated("baseline", lambda: pytest.fail("made again"), [document], setting, stages, tmp_path, {})


@pytest.mark.eflomal
def test_weights_that_agree_with_the_reference_are_kept(talk: ParallelSet, setting: Setting, tmp_path: Path) -> None:
    model = CoreferenceModel(
        Table(),
        Table(
            {
                "it-subject": {"il": 0.5, "elle": 0.5},
                "it-subject-masc-sg-other": {"il": 0.95, "elle": 0.05},
                "it-subject-fem-sg-other": {"il": 0.05, "elle": 0.95},
            }
        ),
    )
    documents = []
    for name, tokens in talk.tokens():
        document = bare_analysis(tokens, "en", name)
        documents.append(resolved(document, (1, 0, [mention(document, 0, 1)])))
    tuned = tuned_weights("best", setting, model, documents, talk, Stages(tmp_path), words=WORDS)
    assert tuned.weight is not None
    assert tuned.weight > 0
    # Found again without work.
    again = tuned_weights("best", setting, model, [], talk, Stages(tmp_path), words=WORDS)
    assert again == tuned


def test_confusions_have_references_in_rows() -> None:
    def scored(reference: str, candidate: str, source: str = "su") -> ScoredPronoun:
        judged = Judged(Words((0,), candidate), Case.DIFFERENT)
        return ScoredPronoun(0, 0, source, Words((0,), reference), (judged,))

    pronouns = [scored("its", "his"), scored("its", "his"), scored("her", "her"), scored("its", "its", "sus")]
    assert confusion(pronouns, 0, "su", ("its", "his", "her")) == ((0, 2, 0), (0, 0, 0), (0, 0, 1))
