"""The parallel text of a name in a folder: what every experiment reads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.alignment import Link, align_corpus
from antecede.engines import Hypothesis
from antecede.errors import InputError, LengthMismatch
from antecede.files import read_lines, read_text, write_text
from antecede.text import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.reader import Reader
    from antecede.pairs import Pair
    from antecede.pronouns.setting import Setting


class ParallelLines(NamedTuple):
    """Two files line by line, and the document of each line."""

    source_file: Path
    target_file: Path
    ids_file: Path | None
    source: list[str]
    target: list[str]
    ids: list[str]


def read_parallel(folder: Path, name: str, pair: Pair) -> ParallelLines:
    """NAME.en, NAME.fr and maybe NAME.ids of a folder, or of its folder for the pair; without ids, one document."""
    places = (folder, folder / pair.name)
    place = next((each for each in places if (each / f"{name}.{pair.source}").exists()), None)
    if place is None:
        raise InputError(f"{folder}: has no {name}.{pair.source}, and no {pair.name}/{name}.{pair.source}")
    source_file, target_file, ids_file = (place / f"{name}.{end}" for end in (pair.source, pair.target, "ids"))
    source, target = read_lines(source_file), read_lines(target_file)
    given = ids_file.exists()
    ids = [line.partition("\t")[0] for line in read_lines(ids_file)] if given else [name] * len(source)
    for file, lines in ((target_file, target), (ids_file, ids)):
        if len(lines) != len(source):
            raise LengthMismatch(source_file, len(source), file, len(lines))
    return ParallelLines(source_file, target_file, ids_file if given else None, source, target, ids)


class TextSet(NamedTuple):
    """A parallel text in the engine's tokens, and the length of each of its documents."""

    name: str
    source: list[list[str]]
    reference: list[str]
    ids: list[str]

    @classmethod
    def read(cls, folder: Path, name: str, setting: Setting) -> TextSet:
        """The set of a name in a folder, or in its folder for the pair: NAME.en, NAME.fr and maybe NAME.ids."""
        texts = read_parallel(folder, name, setting.pair)
        return cls(name, [setting.steps.source_tokens(line) for line in texts.source], texts.target, texts.ids)

    @property
    def spans(self) -> Iterator[slice]:
        """The lines of each document."""
        start = 0
        for _, group in groupby(self.ids):
            end = start + sum(1 for _ in group)
            yield slice(start, end)
            start = end


@dataclass(frozen=True, slots=True)
class EvaluationSet:
    """Parallel text in documents: the files `NAME.source`, `NAME.target` and, where there are documents, `NAME.ids`."""

    name: str
    source_file: Path
    reference_file: Path
    ids_file: Path | None
    source: tuple[tuple[str, ...], ...]
    reference: tuple[tuple[str, ...], ...]
    documents: tuple[tuple[str, int, int], ...]

    @classmethod
    def read(cls, folder: Path, name: str, pair: Pair) -> EvaluationSet:
        """The set of that name in the folder, or in the folder's own folder of the pair."""
        texts = read_parallel(folder, name, pair)
        sides = [
            [tuple(words(line, code)) for line in lines]
            for lines, code in ((texts.source, pair.source), (texts.target, pair.target))
        ]
        source, reference, ids = texts[:3]
        documents, start = [], 0
        for document, lines in groupby(texts.ids):
            end = start + sum(1 for _ in lines)
            documents.append((document, start, end))
            start = end
        return cls(name, source, reference, ids, tuple(sides[0]), tuple(sides[1]), tuple(documents))

    def resolved(self, reader: Reader, *, progress: bool = False) -> tuple[ResolvedDocument, ...]:
        """The documents with their pronouns resolved."""
        texts = [self.source[start:end] for _, start, end in self.documents]
        return tuple(reader.stream(texts, [name for name, _, _ in self.documents], progress=progress))

    def references(self, pair: Pair) -> tuple[Hypothesis, ...]:
        """The reference with its word alignment."""
        links = align_corpus(self.source, self.reference, pair=pair.name).alignments
        return tuple(Hypothesis(tokens, alignment=tuple(links[line])) for line, tokens in enumerate(self.reference))

    def baseline(self, setting: Setting, work: Path) -> tuple[Hypothesis, ...]:
        """The engine's own translation, kept in the folder `work` for the next run."""
        kept = work / f"{self.name}.baseline.json"
        if not kept.exists():
            lists = setting.engine().translate([setting.steps.cased(tokens) for tokens in self.source])
            told = [{"tokens": listed[0].tokens, "alignment": listed[0].alignment} for listed in lists]
            write_text(kept, json.dumps(told, ensure_ascii=False) + "\n")
        try:
            found = [
                Hypothesis(tuple(each["tokens"]), alignment=tuple(Link(*link) for link in each["alignment"]))
                for each in json.loads(read_text(kept, longest_line=1 << 30))
            ]
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{kept}: is damaged; delete it") from None
        if len(found) != len(self.source):
            raise InputError(f"{kept}: is of another text; delete it")
        return tuple(found)


ENGINE_FILES: Final = ("phrase_table", "language_model", "truecaser_source", "truecaser_target")
"""What decides the engine's translations; a model folder has more."""


@dataclass(frozen=True, slots=True)
class ParallelSet:
    """Parallel text in documents, as raw text: one line a sentence."""

    pair: Pair
    source: Path
    target: Path
    ids: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path, name: str, pair: Pair, out: Path, *, tokenised: bool = False) -> ParallelSet:
        """The set NAME in a folder, or in the pair's folder inside it; text that is tokenised is put together first."""
        texts = read_parallel(folder, name, pair)
        files = [texts.source_file, texts.target_file]
        if tokenised:
            files = [out / file.name for file in files]
            for file, lines, code in zip(files, (texts.source, texts.target), (pair.source, pair.target), strict=True):
                write_text(file, "".join(detokenise(line.split(), code) + "\n" for line in lines))
        return cls(pair, files[0], files[1], tuple(texts.ids))

    def tokens(self) -> list[tuple[str, list[list[str]]]]:
        """The source tokens of each document, with its name."""
        lines = iter(read_lines(self.source))
        return [(name, [words(next(lines), self.pair.source) for _ in group]) for name, group in groupby(self.ids)]

    def resolved(self, reader: Reader) -> list[ResolvedDocument]:
        """The documents with their pronouns resolved."""
        documents = self.tokens()
        return list(reader.stream([tokens for _, tokens in documents], [name for name, _ in documents]))
