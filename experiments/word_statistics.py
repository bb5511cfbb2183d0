"""Counts the gender of nouns by their determiners, and people by *who* and *which* or by translation.

genders   a language's text: nouns after determiners that tell the gender
people    a language's text: nouns before pronouns that tell people from things
project   people in another language: its text, that text's translation, and their word alignment
clean     such a table of people without words that head no noun phrase in an analysed text and without names, which the
          text always capitalises, and with the relative clauses that the analysis found
Each writes a word, and two counts (masculine and feminine; person and other).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.analysis.statistics import word_counts
from antecede.analysis.store import AnalysisStore
from antecede.errors import BadOption
from antecede.languages import Gender, language
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from antecede.analysis import AnalysedSentence

_WORD: Final = re.compile(r"[^\W\d_](?:[\w'’-]*[^\W_])?", re.UNICODE)
# A noun heads noun phrases at least so often, is written small at least so often, and was met so often after a parse.
_NOUN: Final = 0.05
_NO_NAME: Final = 0.03
_CERTAIN: Final = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("genders", "people", "project", "clean"))
    parser.add_argument("--language", required=True)
    parser.add_argument("--text", type=Path, nargs="+", required=True)
    parser.add_argument("--translation", type=Path, help="tokenised, as the text, in a language whose people are known")
    parser.add_argument("--translation-language", default="en")
    parser.add_argument("--alignment", type=Path, help="text to translation, as i-j links")
    parser.add_argument("--counts", type=Path, help="the table to clean")
    parser.add_argument("--analysis", type=Path, help="a folder that antecede analyse made")
    parser.add_argument("--fewest", type=int, default=5, help="leave out words with fewer occurrences")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    if options.what == "genders":
        counts = genders(_lines(options.text), options.language)
    elif options.what == "people":
        counts = people(_lines(options.text), options.language)
    elif options.what == "clean":
        rows = (line.split("\t") for line in _lines([options.counts]))
        table = {word: (int(person), int(other)) for word, person, other in rows}
        seen = Analysed.count(AnalysisStore.open(options.analysis).sentences(), options.language)
        counts = clean(table, seen, small_letters(_lines(options.text), table.keys()))
    else:
        links = zip(_lines(options.text), _lines([options.translation]), _lines([options.alignment]), strict=True)
        counts = project(links, word_counts(options.translation_language, "people"))
    kept = sorted((word, pair) for word, pair in counts.items() if sum(pair) >= options.fewest)
    options.output.write_text("".join(f"{word}\t{a}\t{b}\n" for word, (a, b) in kept), encoding="utf-8")
    print(len(kept), "words")


def genders(lines: Iterable[str], code: str) -> Mapping[str, tuple[int, int]]:
    """Nouns right after a determiner; one that may be a pronoun counts only after a preposition."""
    clues = language(code).noun_clues
    if clues is None:
        raise BadOption(f"the determiners of '{code}' are not described")
    gendered = {
        word: agreement.gender
        for word, agreement in clues.determiners.items()
        # Numerals and quantifiers stand alone too often.
        if agreement.gender is not None and len(word) > 1
    }
    others = clues.before_nouns | clues.no_nouns | clues.determiners.keys() | clues.links
    counts: defaultdict[str, Counter[Gender]] = defaultdict(Counter)
    for line in lines:
        before, last = "", ""
        for match in _WORD.finditer(line.lower()):
            word = match[0]
            gender = gendered.get(last)
            certain = last not in clues.ambiguous or before in clues.links
            if gender and certain and word not in others and "'" not in word and "’" not in word:
                counts[word][gender] += 1
            before, last = last, word
    return {word: (count[Gender.MASCULINE], count[Gender.FEMININE]) for word, count in counts.items()}


def people(lines: Iterable[str], code: str) -> Mapping[str, tuple[int, int]]:
    """Words right before a relative pronoun, with or without a comma between."""
    clues = language(code).relatives
    pattern = re.compile(rf"([^\W\d_]+),? ({'|'.join([*clues.persons, *clues.things])})\b", re.UNICODE | re.IGNORECASE)
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for line in lines:
        for noun, pronoun in pattern.findall(line):
            counts[normalise(noun)][normalise(pronoun) not in clues.persons] += 1
    function = clues.not_nouns
    return {word: (person, other) for word, (person, other) in counts.items() if word not in function}


def project(
    rows: Iterable[tuple[str, str, str]], known: Mapping[str, tuple[int, int]]
) -> Mapping[str, tuple[int, int]]:
    """A word is a person as often as the words that translate it."""
    counts: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for source, target, links in rows:
        ours, theirs = normalise(source).split(), normalise(target).split()
        for link in links.split():
            i, j = map(int, link.split("-"))
            if ours[i].isalpha() and theirs[j] in known:
                person, other = known[theirs[j]]
                share = (person + 0.5) / (person + other + 1)
                counts[ours[i]][0] += share
                counts[ours[i]][1] += 1 - share
    return {word: (round(person), round(other)) for word, (person, other) in counts.items()}


@dataclass(frozen=True)
class Analysed:
    """What an analysed text says of its words."""

    occurrences: Counter[str] = field(default_factory=Counter)
    """Without those that have a capital."""
    heads: Counter[str] = field(default_factory=Counter)
    """How often a word heads a noun phrase, and is no name."""
    people: Counter[str] = field(default_factory=Counter)
    things: Counter[str] = field(default_factory=Counter)

    @classmethod
    def count(cls, sentences: Iterable[AnalysedSentence], code: str) -> Analysed:
        """Count them."""
        clues = language(code).relatives
        found = cls()
        for sentence in sentences:
            words = [normalise(token) for token in sentence.tokens]
            # Capitals are for names and titles: *Madam President* says nothing of *a president*.
            found.occurrences.update(token for token in sentence.tokens if token.islower())
            for chunk in sentence.chunks:
                if sentence.words[chunk.head].pos not in {"PROPN", "PRON"}:
                    found.heads[words[chunk.head]] += 1
            for word, pronoun in zip(words, sentence.words, strict=True):
                clause = sentence.words[pronoun.head]
                if clause.relation == "acl:relcl" and clause.head < pronoun.head:
                    found.people[words[clause.head]] += word in clues.persons
                    found.things[words[clause.head]] += word in clues.things
        return found


def clean(
    counts: Mapping[str, tuple[int, int]], seen: Analysed, small: Mapping[str, float]
) -> Mapping[str, tuple[int, int]]:
    """Nouns only; a parser that sees a thing is believed: of *members of this House who* it knows who they are."""
    kept = {}
    for word, (person, other) in counts.items():
        people, things = seen.people[word], seen.things[word]
        noun = seen.heads[word] >= _NOUN * seen.occurrences[word]
        if noun and small.get(word, 0.0) >= _NO_NAME:
            certain = people + things >= _CERTAIN and people < things / 3
            kept[word] = (people, things) if certain else (person + people, other + things)
    return kept


def small_letters(lines: Iterable[str], words: Collection[str]) -> Mapping[str, float]:
    """How often each word is written without a capital, from 0 to 1."""
    small: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in lines:
        for word in _WORD.findall(line):
            lower = word.lower()
            if lower in words:
                total[lower] += 1
                small[lower] += word == lower
    return {word: small[word] / times for word, times in total.items()}


def _lines(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        with path.open(encoding="utf-8") as file:
            yield from (line.rstrip("\n") for line in file)


if __name__ == "__main__":
    main()
