"""The two printed rules of post-editing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pronoun_samples import analysed, mention, resolved

from antecede.alignment import Link
from antecede.analysis import AnalysedDocument, AnalysedSentence
from antecede.coreference import Function
from antecede.engines import Hypothesis
from antecede.languages import Agreement, Gender, Number
from antecede.pairs import pair
from antecede.pronouns.post_editing.paper import PaperEditor, chain_of

if TYPE_CHECKING:
    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.pronouns.post_editing.types import PostEdited

MASCULINE, FEMININE = Gender.MASCULINE, Gender.FEMININE
NOUNS = {
    "chat": Agreement(MASCULINE, Number.SINGULAR),
    "maison": Agreement(FEMININE, Number.SINGULAR),
    "fleur": Agreement(FEMININE, Number.SINGULAR),
    "souris": Agreement(FEMININE, None),
    "vacances": Agreement(FEMININE, Number.PLURAL),
    "voitures": Agreement(FEMININE, Number.PLURAL),
    "élève": Agreement(None, Number.SINGULAR),
}


def editor(threshold: float = 0.41) -> PaperEditor:
    described = pair("en-fr")
    assert described.post_editing is not None
    return PaperEditor(described, described.post_editing, NOUNS.get, threshold)


def translated(text: str, links: str) -> Hypothesis:
    pairs = (link.split("-") for link in links.split())
    return Hypothesis(tuple(text.split()), alignment=tuple(Link(int(a), int(b)) for a, b in pairs))


def word_by_word(text: str) -> Hypothesis:
    return translated(text, " ".join(f"{place}-{place}" for place in range(len(text.split()))))


def changed(document: ResolvedDocument, **of_anaphors: object) -> ResolvedDocument:
    return replace(document, anaphors=tuple(replace(each, **of_anaphors) for each in document.anaphors))  # type: ignore[arg-type]


def run(document: ResolvedDocument, *sentences: Hypothesis) -> PostEdited:
    return editor().edit(document, sentences)


def two_sentences(antecedent: str, pronoun: str = "it") -> ResolvedDocument:
    document = analysed(f"the {antecedent} sleeps .", f"{pronoun} works .")
    number = Number.PLURAL if pronoun == "they" else Number.SINGULAR
    return resolved(document, (1, 0, [replace(mention(document, 0, 1), number=number)]))


@pytest.mark.parametrize(
    ("pronoun", "noun", "output", "expected"),
    [
        ("it", "la maison dort .", "Il marche .", "Elle marche ."),
        ("it", "la maison dort .", "elle marche .", "elle marche ."),
        ("it", "le chat dort .", "Elle marche .", "Il marche ."),
        ("it", "les vacances dort .", "il marche .", "elles marche ."),  # singular in English, plural in French
        ("it", "la porte-fleur dort .", "il marche .", "elle marche ."),  # the right-most part of an unknown word
        ("it", "la souris dort .", "il marche .", "elle marche ."),
        ("it", "la maison dort .", "c' est .", "elle est ."),
        ("it", "la maison dort .", "le marche .", "elle marche ."),
        ("it", "la maison dort .", "marche marche .", "marche marche ."),  # not translated by a pronoun
        ("it", "la xyz dort .", "ça marche .", "il marche ."),  # no noun in the chain: the default
        ("it", "la xyz dort .", "elle marche .", "elle marche ."),
        ("it", "un élève dort .", "cela marche .", "il marche ."),
        ("they", "les voitures dort .", "Ils marche .", "Elles marche ."),
        ("they", "la maison dort .", "ils marche .", "elles marche ."),  # a French singular gives the gender alone
        ("they", "le chat dort .", "elle marche .", "ils marche ."),
        ("they", "les xyz dort .", "on marche .", "ils marche ."),
        ("they", "les xyz dort .", "elles marche .", "elles marche ."),
    ],
)
def test_the_anaphoric_rule_changes_the_pronoun_alone(pronoun: str, noun: str, output: str, expected: str) -> None:
    edited = run(two_sentences("thing", pronoun), word_by_word(noun), word_by_word(output))
    assert " ".join(edited.sentences[1].tokens) == expected
    assert len(edited.changes) == (output != expected)


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("ce marche .", "ce marche ."),
        ("c' est .", "c' est ."),
        ("il marche .", "il marche ."),
        ("Elle marche .", "Ce marche ."),
        ("elle est .", "c' est ."),
        ("cela hésite .", "c' hésite ."),
        ("ça hurle .", "ce hurle ."),
        ("on marche .", "ce marche ."),
        ("marche marche .", "marche marche ."),
    ],
)
def test_the_rule_for_other_pronouns_leaves_ce_and_il(output: str, expected: str) -> None:
    document = changed(two_sentences("house"), function=Function(0.41, 0.3, 0.29))
    edited = run(document, word_by_word("la maison dort ."), word_by_word(output))
    assert " ".join(edited.sentences[1].tokens) == expected
    assert all(not change.anaphoric for change in edited.changes)
    assert edited.decisions[0].rule == "non-anaphoric"


@pytest.mark.parametrize(("number", "expected"), [(Number.SINGULAR, "ils"), (None, "elles"), (Number.PLURAL, "elles")])
def test_they_passes_over_antecedents_of_another_number(number: Number | None, expected: str) -> None:
    document = analysed("the industry sleeps .", "they works .")
    found = resolved(document, (1, 0, [replace(mention(document, 0, 1), number=number)]))
    edited = run(found, word_by_word("la maison dort ."), word_by_word("ils marche ."))
    assert edited.sentences[1].tokens[0] == expected
    assert edited.decisions[0].rule == "anaphoric"


def test_they_goes_on_to_the_plural_in_its_chain() -> None:
    document = analysed("cars", "industry", "they works .")
    plural = replace(without_probability(mention(document, 0, 0)), number=Number.PLURAL)
    found = resolved(document, (2, 0, [mention(document, 1, 0), plural]))
    edited = run(found, word_by_word("voitures"), word_by_word("chat"), word_by_word("ils marche ."))
    assert edited.sentences[2].tokens[0] == "elles"


def test_they_is_always_anaphoric() -> None:
    document = changed(two_sentences("cars", "they"), function=Function(0.1, 0.5, 0.4))
    edited = run(document, word_by_word("les voitures dort ."), word_by_word("ils marche ."))
    assert edited.sentences[1].tokens[0] == "elles"


@pytest.mark.parametrize("position", ["object", "other"])
def test_it_that_is_no_subject_stays(position: str) -> None:
    document = changed(two_sentences("house"), position=position)
    edited = run(document, word_by_word("la maison dort ."), word_by_word("il marche ."))
    assert not edited.changes
    assert "no subject" in edited.decisions[0].reason
    assert edited.decisions[0].rule is None


def test_without_an_antecedent_nothing_changes() -> None:
    document = resolved(analysed("it works ."), (0, 0, []))
    edited = run(document, word_by_word("ça marche ."))
    assert not edited.changes
    assert edited.decisions[0].choice == edited.decisions[0].baseline == "ça"


def test_an_antecedent_less_likely_than_none_is_none() -> None:
    document = analysed("the house sleeps .", "it works .")
    unsure = resolved(document, (1, 0, [mention(document, 0, 1, 0.4)]))
    assert not run(unsure, word_by_word("la maison dort ."), word_by_word("il marche .")).changes


def test_of_several_aligned_words_the_right_most_noun_is_the_head() -> None:
    edited = run(two_sentences("birdhouse"), translated("la maison chat", "1-1 1-2"), word_by_word("elle marche ."))
    assert edited.sentences[1].tokens[0] == "il"


@pytest.mark.parametrize(("second", "expected"), [("fleur", "elles"), ("chat", "ils"), ("xyz", "ils")])
def test_two_coordinated_nouns_are_feminine_if_both_are(second: str, expected: str) -> None:
    document = analysed("house and flower sleeps .", "they works .")
    words = list(document.sentences[0].words)
    words[2] = words[2]._replace(head=0, relation="conj")
    document = AnalysedDocument("en", (AnalysedSentence(tuple(words)), document.sentences[1]))
    both = replace(mention(document, 0, 0), end=3)
    edited = run(
        resolved(document, (1, 0, [both])), word_by_word(f"maison et {second} dort ."), word_by_word("on marche .")
    )
    assert edited.sentences[1].tokens[0] == expected


def chain(document: ResolvedDocument, anaphor: Anaphor) -> list[str]:
    return [antecedent.text for antecedent in chain_of(document, anaphor)]


def test_a_chain_leads_through_pronouns_to_nouns_further_back() -> None:
    document = analysed("house", "it works", "it works and it works")
    found = resolved(
        document,
        (1, 0, [mention(document, 0, 0)]),
        (2, 0, [mention(document, 1, 0)]),
        (2, 3, [mention(document, 2, 0, 0.6)]),
    )
    assert [chain(found, anaphor) for anaphor in found.anaphors] == [["house"]] * 3


def test_a_chain_with_a_circle_ends() -> None:
    document = analysed("it and it and house", "it")
    found = resolved(
        document,
        (0, 0, [mention(document, 0, 2)]),
        (0, 2, [mention(document, 0, 0)]),
        (1, 0, [mention(document, 0, 2)]),
    )
    assert chain(found, found.anaphors[2]) == []


def without_probability(antecedent: Antecedent) -> Antecedent:
    return replace(antecedent, probability=0.0)


def test_a_chain_that_the_resolver_gives_is_followed_where_the_nearest_noun_is_unknown() -> None:
    document = analysed("house", "xyz", "it works .")
    found = resolved(document, (2, 0, [mention(document, 1, 0), without_probability(mention(document, 0, 0))]))
    assert chain(found, found.anaphors[0]) == ["xyz", "house"]
    edited = run(found, word_by_word("maison"), word_by_word("xyz"), word_by_word("il marche ."))
    assert edited.sentences[2].tokens[0] == "elle"


def test_the_published_table_adds_up() -> None:
    rules = pair("en-fr").post_editing
    assert rules is not None
    assert sum(row.changes for row in rules.published) == 316
    assert sum(row.changes for row in rules.published if not row.anaphoric) == 13
    assert sum(row.changes for row in rules.published if row.source == "they") == 36
