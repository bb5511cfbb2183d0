"""Run the published APT tool's configuration files, and write its `.score` and `.detail` files."""

from __future__ import annotations

import configparser
import io
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.alignment import Alignments
from antecede.alignment.pronouns import Finder, Occurrence, PronounForms, Repaired, Side
from antecede.errors import BadFormat, LengthMismatch
from antecede.evaluation.published._python2 import argsort, python2_str
from antecede.evaluation.published.rules import Groups, PublishedFinder, Row, Rules, Vocabulary, classified
from antecede.evaluation.results import Case
from antecede.files import read_lines, read_text
from antecede.pairs import PronounLists

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from antecede.evaluation.settings import Mode

_DETAIL_HEADER: Final = ("SENT.", "POS. SOURCE", "SOURCE", "POS. REF.", "REF.", "POS. TARGET", "TARGET", "CASE")


@dataclass(frozen=True, slots=True)
class ConfiguredScore:
    """What a configuration file's run gives, and the two files that it asks for."""

    score: float
    """Not a number where the published mode finds no pronoun, as in the original."""
    findings: tuple[int, ...]
    """The number of pronouns in each of the configuration's cases, in its order."""
    output: Path
    score_file: str
    detail_file: str


def run_config(path: Path | str, *, mode: Mode = "published", warn: Callable[[str], None]) -> ConfiguredScore:
    """Score as a configuration file says; its relative paths start at the current directory, as in the original."""
    config = _Config.read(path, warn)
    source = config.lines("source")
    reference, candidate = config.side("reference", source), config.side("target", source)
    rules = config.rules()
    occurrences = config.occurrences(source, rules)
    finder: Finder = PublishedFinder(rules, source) if mode == "published" else config.corrected_finder(rules)
    vocabulary = Vocabulary.build(rules, finder, occurrences, (reference, candidate))
    rows = list(classified(occurrences, reference, candidate, finder, vocabulary))
    cases, weights = config.cases()
    findings = tuple(sum(row.case == case for row in rows) for case in cases)
    total = sum(findings)
    earned = sum(weight * n for weight, n in zip(weights, findings, strict=True))
    nothing = float("nan") if mode == "published" else 0.0
    score = earned / total if total else nothing
    head = [
        f"Score: {score:0.4f}",
        f"Cases: {','.join(str(int(case)) for case in cases)}",
        f"Weights: {','.join(map(python2_str, weights))}",
        f"Findings per case: {','.join(map(str, findings))}",
        f"Total findings: {total}",
    ]
    several = config.flag("output", "counting_multiword_in_matrix")
    counted = [row for row in rows if row.case in cases]
    matrix = _confusion(counted, len(vocabulary.words), several=several)
    table = _print_matrix(matrix, vocabulary.words, config.number("output", "max_length_matrix", 10))
    return ConfiguredScore(
        score, findings, Path(config.get("output", "output_file")), "\n".join([*head, *table, ""]), _print_detail(rows)
    )


@dataclass(frozen=True, slots=True)
class _Config:
    path: Path
    values: configparser.RawConfigParser
    warn: Callable[[str], None]

    @classmethod
    def read(cls, path: Path | str, warn: Callable[[str], None]) -> _Config:
        values = configparser.RawConfigParser(strict=False, inline_comment_prefixes=(";",))
        try:
            values.read_file(io.StringIO(read_text(path, largest=1 << 20).removeprefix("\ufeff")))
        except configparser.Error as error:
            raise BadFormat(path, f"is not a configuration file: {str(error).splitlines()[0]}") from None
        return cls(Path(path), values, warn)

    def get(self, section: str, key: str) -> str:
        """A value that must be there."""
        value = self.optional(section, key)
        if not value:
            raise BadFormat(self.path, f"[{section}] has no value for '{key}', which is needed")
        return value

    def optional(self, section: str, key: str) -> str:
        return self.values.get(section, key, fallback="").strip()

    def flag(self, section: str, key: str) -> bool:
        try:
            return self.values.getboolean(section, key) if self.optional(section, key) else False
        except ValueError:
            raise BadFormat(self.path, f"[{section}] {key} must be true or false") from None

    def number(self, section: str, key: str, default: int) -> int:
        try:
            return int(self.optional(section, key) or default)
        except ValueError:
            raise BadFormat(self.path, f"[{section}] {key} must be a whole number") from None

    def lines(self, key: str) -> list[str]:
        return read_lines(self.get("files", key))

    def side(self, key: str, source: Sequence[str]) -> Side:
        """The original takes files that are longer than the source, and so do we."""
        lines, alignment = self.lines(key), self.get("files", f"alignment_source_{key}")
        alignments = Alignments.read(alignment)
        for path, length in ((self.get("files", key), len(lines)), (alignment, len(alignments))):
            if length < len(source):
                raise LengthMismatch(self.get("files", "source"), len(source), path, length)
        return Side(lines, alignments, alignment)

    def words(self, section: str, key: str) -> tuple[str, ...]:
        """One entry a line; a file that is not there counts as empty, as in the original, but not in silence."""
        name = self.optional(section, key)
        if not name:
            return ()
        if not Path(name).is_file():
            self.warn(f"{self.path}: [{section}] {key}: no such file as {name}, so the list is empty")
            return ()
        return tuple(line for line in (line.strip().lower() for line in read_lines(name)) if line)

    def groups(self, key: str) -> Groups:
        return tuple(tuple(line.replace(" ", "").split(",")) for line in self.words("dictionary", key))

    def rules(self) -> Rules:
        by_position = self.by_position
        return Rules(
            source_words=frozenset() if by_position else frozenset(self.words("files", "list_source_pronouns")),
            target_words=self.words("files", "list_target_pronouns"),
            equal=self.groups("equal"),
            similar=self.groups("similar"),
            repair_source=frozenset(self.words("dictionary", "source_pronouns")),
            repair_target=frozenset(self.words("dictionary", "target_pronouns")),
            source_separator=self.optional("lang", "source_word_separator") or None,
            target_separator=self.optional("lang", "target_word_separator") or None,
            other_is_equal=self.flag("cases", "count_other_as_equal"),
        )

    @property
    def by_position(self) -> bool:
        kind = self.optional("files", "input_type") or "word"
        # "possition" is the original's spelling.
        if kind not in ("word", "possition", "position"):
            raise BadFormat(self.path, f"[files] input_type is '{kind}'; it must be word or possition")
        return kind != "word"

    def cases(self) -> tuple[list[Case], list[float]]:
        try:
            numbers = [int(part) for part in self.get("cases", "cases_to_use").split(",")]
            weights = [float(part) for part in self.get("cases", "weigths_per_case").split(",")]
        except ValueError:
            raise BadFormat(self.path, "[cases] must list numbers, separated by commas") from None
        cases = [Case(number) for number in numbers if 1 <= number <= 6]
        if len(cases) != len(weights):
            problem = f"[cases] has {len(weights)} weights for {len(cases)} cases; each case needs its weight"
            raise BadFormat(self.path, problem)
        return cases, weights

    def occurrences(self, source: Sequence[str], rules: Rules) -> list[Occurrence]:
        sentences = [line.strip().lower().split(" ") for line in source]
        if self.by_position:
            occurrences = self._occurrences_by_position(sentences)
        else:
            occurrences = [
                Occurrence(sentence, position, part)
                for sentence, words in enumerate(sentences)
                for position, word in enumerate(words)
                for part in [next((p for p in word.split(rules.source_separator) if p in rules.source_words), None)]
                if part is not None
            ]
        together: dict[int, list[int]] = {}
        for at in occurrences:
            together.setdefault(at.sentence, []).append(at.position)
        return [at._replace(others=tuple(p for p in together[at.sentence] if p != at.position)) for at in occurrences]

    def _occurrences_by_position(self, sentences: Sequence[Sequence[str]]) -> list[Occurrence]:
        name = self.get("files", "list_source_pronouns")
        places = _positions(name, len(sentences))
        for sentence, position in places:
            if sentence >= len(sentences) or position >= len(sentences[sentence]):
                raise BadFormat(name, f"sentence {sentence} has no word {position}; both count from 0")
        return [Occurrence(s, p, sentences[s][p]) for s, p in places]

    def corrected_finder(self, rules: Rules) -> Repaired:
        pronouns = rules.repair_target | frozenset(rules.target_words)
        lists = PronounLists(
            name="config",
            source_pronouns=rules.source_words,
            target_pronouns=pronouns,
            reference_pronouns=pronouns,
        )
        return Repaired(PronounForms(lists, self.get("lang", "target")))


def _positions(name: str, sentences: int) -> list[tuple[int, int]]:
    """Two forms were in use: a line `sentence position` for each pronoun, or a line of positions for each sentence."""
    lines = read_lines(name)
    try:
        numbers = [[int(part) for part in line.split()] for line in lines]
    except ValueError:
        raise BadFormat(name, "must hold whole numbers: 'sentence position', or a sentence's positions") from None
    if any(number < 0 for row in numbers for number in row):
        raise BadFormat(name, "positions count from 0; a negative one makes no sense")
    if all(len(row) == 2 for row in numbers) and (len(numbers) != sentences or _ascending(numbers)):
        return [(row[0], row[1]) for row in numbers]
    return [(sentence, position) for sentence, row in enumerate(numbers) for position in row]


def _ascending(numbers: Sequence[list[int]]) -> bool:
    return all(one <= other for one, other in pairwise(numbers))


def _confusion(rows: Sequence[Row], size: int, *, several: bool) -> NDArray[np.int64]:
    matrix = np.zeros((size, size), dtype=np.int64)
    for row in rows:
        pairs = list(product(row.reference_axis, row.candidate_axis))
        for i, j in pairs if several else pairs[:1]:
            # A null word is not an index to the original's arrays either: it adds one to a whole row, or to everything.
            if i is None and j is None:
                matrix += 1
            elif i is None or j is None:
                matrix[j if i is None else i] += 1
            else:
                matrix[i, j] += 1
    return matrix


def _print_matrix(matrix: NDArray[np.int64], words: Sequence[str], longest: int) -> list[str]:
    order = argsort(matrix.diagonal().tolist())[::-1]
    matrix, labels = matrix[np.ix_(order, order)], [words[i] for i in order]
    if len(labels) > longest:
        parts = range(longest + 1)
        matrix = np.add.reduceat(np.add.reduceat(matrix, parts, axis=0), parts, axis=1)
        labels = [*labels[:longest], "..."]
    matrix = np.vstack((matrix, matrix.sum(axis=0)))
    matrix = np.hstack((matrix, matrix.sum(axis=1, keepdims=True)))
    labels.append("-sum-")
    rows = ["\t".join([label, *map(str, row)]) for label, row in zip(labels, matrix.tolist(), strict=True)]
    return ["\t".join(["", *labels]), *rows]


def _print_detail(rows: Sequence[Row]) -> str:
    lines = ["\t".join(_DETAIL_HEADER)]
    for row in rows:
        fields = [str(row.at.sentence), str(row.at.position), row.at.word]
        for words in (row.reference, row.candidate):
            fields += ["-", "-"] if words is None else [" ".join(map(str, words.positions)), words.text]
        lines.append("\t".join([*fields, str(int(row.case))]))
    return "\n".join([*lines, ""])
