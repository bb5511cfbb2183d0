"""The finder of a pronoun's translation as it was first written: on a line of text and parsed alignments, slowly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.alignment import Alignments
from antecede.text.tokens import normalise, parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.alignment import Link
    from antecede.pairs import Pair, PronounLists


def find(
    source: Sequence[str], target: Sequence[str], links: Sequence[Link], position: int, pair: Pair
) -> tuple[tuple[int, ...], str] | None:
    """Positions and text of what the source token at `position` became; links become text, and are parsed again."""
    lists = pair.lists[pair.default_lists]
    others = [n for n, word in enumerate(source) if n != position and normalise(word) in lists.source_pronouns]
    alignments = Alignments.parse([" ".join(f"{link.source}-{link.target}" for link in links)])
    return find_on_line(" ".join(target), alignments, 0, position, normalise(source[position]), others, pair)


def find_on_line(
    line: str, alignments: Alignments, sentence: int, position: int, word: str, others: Sequence[int], pair: Pair
) -> tuple[tuple[int, ...], str] | None:
    """The four steps on the tokens of a line."""
    lists, language = pair.lists[pair.default_lists], pair.target
    tokens = line.split(" ") if line else []
    aligned = alignments.targets(sentence, position)
    forms = {p: _form(tokens[p], lists, language) for p in aligned}
    pronouns = [p for p in aligned if forms[p] in lists.target_pronouns]
    likely = [p for p in pronouns if forms[p] in lists.likely(word)]
    chosen: int | None = next(iter(likely or pronouns), None)
    if chosen is None:
        before = alignments.targets(sentence, position - 1) if position else ()
        markers = before + alignments.targets(sentence, position + 1)
        if markers:
            first, last = max(min(markers) - 1, 0), min(max(markers) + 1, len(tokens) - 1)
            near = [p for p in range(first, last + 1) if _form(tokens[p], lists, language) in lists.likely(word)]
            taken = {p for other in others for p in alignments.targets(sentence, other)}
            free = [p for p in near if p not in taken]
            chosen = min(free, key=lambda p: abs(2 * p - first - last), default=None)
    positions = aligned if chosen is None else (chosen,)
    return (positions, " ".join(_form(tokens[p], lists, language) for p in positions)) if positions else None


def shorten(
    source: Sequence[str], hypotheses: Sequence[tuple[Sequence[str], Sequence[Link]]], pair: Pair
) -> list[list[tuple[int, str, int]]]:
    """For each hypothesis: every listed source pronoun's position, the pronoun that it became, and where that is."""
    lists = pair.lists[pair.default_lists]
    line = normalise(" ".join(token.replace(" ", "_") for token in source))
    words = line.split(" ") if line else []
    places = [n for n, word in enumerate(words) if word in lists.source_pronouns]
    lines = [" ".join(token.replace(" ", "_") for token in tokens) for tokens, _ in hypotheses]
    alignments = Alignments.parse(" ".join(f"{s}-{t}" for s, t in links) for _, links in hypotheses)
    found = []
    for rank, text in enumerate(lines):
        row = []
        for at in places:
            others = [n for n in places if n != at]
            became = find_on_line(text, alignments, rank, at, words[at], others, pair)
            good = became is not None and became[1] in lists.target_pronouns
            row.append((at, became[1], became[0][0]) if became is not None and good else (at, "", -1))
        found.append(row)
    return found


def _form(token: str, lists: PronounLists, language: str) -> str:
    word = normalise(token)
    if word in lists.target_pronouns or not ("-" in word or "'" in word):
        return word
    inside = [part for part in parts(word, language) if part in lists.target_pronouns]
    return inside[-1] if inside else word
