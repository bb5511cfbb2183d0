"""What a pronoun became is found on tokens and links as it is on lines and compact alignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import finder_reference as reference
from hypothesis import given
from hypothesis import strategies as st

from antecede.alignment import Alignments, Link
from antecede.alignment.pronouns import Found, Occurrence, PronounFinder, PronounForms, Repaired, Side, occurrences
from antecede.engines import Hypothesis
from antecede.pairs import known_pairs, pair
from antecede.pronouns.pronoun_lm.candidates import Shortener

if TYPE_CHECKING:
    from antecede.pairs import Pair

PAIRS = st.sampled_from(known_pairs()).map(pair)
# Tokens that no tokeniser of ours makes, but other people's files have: blanks inside, nothing, curly apostrophes.
ODD = ("il a", "it was", "l' a", "", " ", "a-t-il", "-il", "dit-elle", "c’", "C’est", "rendez-vous", "IT", "Él", "x")


@st.composite
def sentences(draw: st.DrawFn, hypotheses: int = 1) -> tuple[Pair, list[str], list[tuple[list[str], list[Link]]]]:
    """A pair, a source sentence, and translations of it with links inside the sentences, in any order and repeated."""
    described = draw(PAIRS)
    lists = described.lists[described.default_lists]
    words = [
        st.one_of(st.sampled_from(sorted(known)), st.sampled_from(ODD))
        for known in (lists.source_pronouns, lists.target_pronouns)
    ]
    source = draw(st.lists(words[0], min_size=1, max_size=8))
    translations = []
    for _ in range(hypotheses):
        # One token of nothing is a line without tokens: a link to it has nothing to point at.
        target = draw(st.lists(words[1], max_size=10).filter(lambda tokens: tokens != [""]))
        places = st.builds(Link, st.integers(0, len(source) - 1), st.integers(0, max(len(target) - 1, 0)))
        translations.append((target, draw(st.lists(places, max_size=12)) if target else []))
    return described, source, translations


@given(sentences(), st.data())
def test_tokens_and_links_give_what_lines_and_parsed_text_gave(
    drawn: tuple[Pair, list[str], list[tuple[list[str], list[Link]]]], data: st.DataObject
) -> None:
    described, source, [(target, links)] = drawn
    position = data.draw(st.integers(0, len(source) - 1))
    expected = reference.find(source, target, links, position, described)
    lists = described.lists[described.default_lists]
    found = PronounFinder(described).find(source, target, links, position)
    if expected is None:
        assert found == Found()
    else:
        assert found == Found(expected[0], expected[1] if expected[1] in lists.target_pronouns else "")


@given(sentences(hypotheses=3))
def test_scores_find_on_lines_what_they_always_found(
    drawn: tuple[Pair, list[str], list[tuple[list[str], list[Link]]]],
) -> None:
    described, source, translations = drawn
    lists = described.lists[described.default_lists]
    finder = Repaired(PronounForms(lists, described.target))
    alignments = Alignments.parse(" ".join(f"{s}-{t}" for s, t in links) for _, links in translations)
    side = Side([" ".join(target) for target, _ in translations], alignments)
    for at in occurrences([" ".join(token.replace(" ", "_") for token in source)], lists.source_pronouns):
        for sentence, line in enumerate(side.lines):
            words = finder.find(side, Occurrence(sentence, at.position, at.word, at.others))
            expected = reference.find_on_line(line, alignments, sentence, at.position, at.word, at.others, described)
            assert (None if words is None else (words.positions, words.text)) == expected


@given(sentences(hypotheses=4))
def test_lists_are_cut_to_the_same_candidates(
    drawn: tuple[Pair, list[str], list[tuple[list[str], list[Link]]]],
) -> None:
    described, source, translations = drawn
    hypotheses = [
        Hypothesis(tuple(target), -float(rank), tuple(links)) for rank, (target, links) in enumerate(translations)
    ]
    rows = reference.shorten(source, translations, described)
    first: dict[tuple[str, ...], int] = {}
    for rank, row in enumerate(rows):
        first.setdefault(tuple(pronoun for _, pronoun, _ in row), rank)
    candidates = Shortener(described).shorten(source, hypotheses)
    assert [candidate.rank for candidate in candidates] == sorted(first.values())
    assert [list(map(tuple, candidate.places)) for candidate in candidates] == [rows[n] for n in sorted(first.values())]
