"""Notes on pronouns for an engine that takes context, from Python: strings in, a note and a paragraph a line out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from antecede.alignment import align_corpus
from antecede.coreference.reader import Reader
from antecede.engines import Hypothesis
from antecede.errors import BadOption, UnreadableFile
from antecede.files.reading import STANDARD_INPUT, read_standard_input
from antecede.models import ModelFolder
from antecede.pairs import DEFAULT_PAIR
from antecede.pairs import pair as described_pair
from antecede.pronouns.context.notes import Given, Natural, Note, followed, notes
from antecede.pronouns.context.usual import Usual, phrases_of
from antecede.pronouns.context.written import antecedent_text, described, instructions, paragraph, said
from antecede.pronouns.target.lexicon import agreeing_words
from antecede.tasks._input import given_lines, parallel_text
from antecede.text import tokenise
from antecede.text.parallel import ParallelText, are_undivided, document_starts, spans, warn_undivided

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.pairs import Pair
    from antecede.pronouns.context.notes import Becomes
    from antecede.pronouns.context.usual import Phrases
    from antecede.pronouns.target.projection import WordMorphology
    from antecede.tasks._input import Documents, Text
    from antecede.text import Token
    from antecede.text.parallel import Span

__all__ = ["LEAST", "Context", "ContextLine", "ContextWriter", "PronounNote", "context"]

LEAST: Final = 0.5
"""How likely something must be to be said: a wrong note is worse than none."""
_STREAM: Final = "-"


class PronounNote(NamedTuple):
    """What is said of a pronoun; lines and characters count from 0."""

    start: int
    end: int
    text: str
    refers: str
    """To an `antecedent`, an `event` (what was said before), or `nothing`."""
    probability: float
    line: int | None = None
    """The antecedent's line."""
    antecedent: str = ""
    word: str = ""
    """What the antecedent is called in the target, where that is known."""
    gender: str | None = None
    """The pronoun's gender in the target: `masc`, `fem` or `neut`; where it is natural, `neut` is a thing."""
    number: str | None = None
    """Its number there: `sg` or `pl`."""
    sure: float | None = None
    """How likely gender and number are."""
    pronouns: tuple[str, ...] = ()
    """What it may become."""
    reads: str = ""
    """All of this in one English sentence."""


class ContextLine(NamedTuple):
    """A line, and what an engine may be told of it."""

    source: str
    notes: tuple[PronounNote, ...]
    paragraph: str
    """The sentences before and the notes, in the source language: DeepL's `context`."""
    prompt: str
    """Instructions for a language model; empty where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Context:
    """What an engine may be told of each line of a text."""

    pair: str
    lines: tuple[ContextLine, ...]

    @property
    def text(self) -> str:
        """The notes for people, a pronoun a line; lines are counted from 1."""
        return "".join(
            f"{number}: {note.reads}\n" for number, line in enumerate(self.lines, start=1) for note in line.notes
        )

    def as_json(self) -> dict[str, Any]:
        """All of it, as the schema `context` has it."""
        lines = [line._asdict() | {"notes": [note._asdict() for note in line.notes]} for line in self.lines]
        return {"pair": self.pair, "lines": lines}


@dataclass(frozen=True, slots=True)
class ContextWriter:
    """Writes down what engines that take context may be told. Threads may share one."""

    pair: Pair
    reader: Reader
    """What analyses the source and resolves its pronouns."""
    words: WordMorphology | None
    """What knows the target's nouns, where pronouns agree with what their antecedents become."""
    phrases: Phrases
    folder: ModelFolder | None
    least: float = LEAST

    @classmethod
    def load(cls, pair: str, *, model: ModelFolder | Path | str | None = None, least: float = LEAST) -> Self:
        """A writer for a language pair.

        Args:
            pair: The language pair.
            model: A model folder, its path or an installed model's name; the pair's installed one by default. It says
                what nouns become, and is not asked for where gender is natural.
            least: How likely something must be to be said, from 0 to 1.
        """
        if not 0 <= least <= 1:
            raise BadOption(f"--least {least:g} is no probability: give a number from 0 to 1")
        known = described_pair(pair)
        words = agreeing_words(known)
        folder = None
        if isinstance(model, ModelFolder):
            folder = model
        elif model is not None or words is not None:
            folder = ModelFolder.find(model, pair=pair)
        phrases = phrases_of(folder) if folder is not None else lambda _phrase: ()
        return cls(known, Reader.of(known.source, followed(known)).load(), words, phrases, folder, least)

    def __call__(self, text: Text, translation: Text | None = None, *, documents: Documents | None = None) -> Context:
        """The notes on a text.

        Args:
            text: A list of lines, or one text with a sentence a line.
            translation: Its translation, line by line, if there is one: nouns have the gender that they have there.
            documents: The document of each line, or how many lines each document has; without it a blank line ends a
                document.
        """
        sides: list[tuple[str, object]] = [("text", text)]
        if translation is not None:
            sides.append(("translation", translation))
        return self._written(parallel_text(sides, documents))

    def read(
        self,
        source: Path | str,
        translation: Path | str | None = None,
        *,
        ids: Path | str | None = None,
        one_document: bool = False,
        progress: bool = False,
    ) -> Context:
        """As a call, for files with one sentence a line; `-` is standard input, and `ids` names each line's document.

        Without it a blank line of the source begins a new document, unless all is `one_document`.
        """
        if str(source) == _STREAM:
            if translation is not None or ids is not None:
                raise BadOption("the source from standard input goes with no other file; name the source's file")
            return self._written(_piped(one_document=one_document), progress=progress)
        others = [] if translation is None else [translation]
        text = ParallelText.read_documents(source, *others, ids=ids, one_document=one_document)
        return self._written(text, progress=progress)

    def _written(self, text: ParallelText, *, progress: bool = False) -> Context:
        pair = self.pair
        tokens = [tokenise(line, pair.source) for line in text.source]
        words = [[token.text for token in line] for line in tokens]
        # Where gender is natural, a translation says nothing more.
        seen = self._aligned(words, text.targets[0], progress=progress) if text.targets and self.words else None
        documents = self.reader.stream(
            [words[span.lines] for span in text.documents], [span.id for span in text.documents], progress=progress
        )
        lines: list[ContextLine] = []
        for span, document in zip(text.documents, documents, strict=True):
            becomes = self._becomes(document, None if seen is None else seen[span.lines])
            found = notes(document, pair, becomes, least=self.least)
            lines += self._lines(span, found, text.source[span.lines], tokens[span.lines])
        return Context(pair.name, tuple(lines))

    def _aligned(self, source: Sequence[Sequence[str]], target: Sequence[str], *, progress: bool) -> list[Hypothesis]:
        written = [tuple(token.text for token in tokenise(line, self.pair.target)) for line in target]
        links = align_corpus(source, written, pair=self.pair.name, progress=progress).alignments
        return [Hypothesis(tokens, alignment=tuple(links[at])) for at, tokens in enumerate(written)]

    def _becomes(self, document: ResolvedDocument, seen: Sequence[Hypothesis] | None) -> Becomes:
        if self.words is None:
            return Natural()
        truecaser = self.folder.truecaser("source") if self.folder is not None else None
        usual = Usual(document, self.phrases, self.words, list if truecaser is None else truecaser.apply)
        return usual if seen is None else Given(seen, self.words, usual)

    def _lines(
        self, span: Span, found: Sequence[Note], lines: Sequence[str], tokens: Sequence[Sequence[Token]]
    ) -> list[ContextLine]:
        written = []
        for at, line in enumerate(lines):
            own = [note for note in found if note.sentence == at]
            told = tuple(self._told(note, span, lines, tokens) for note in own)
            before = paragraph(at, own, lines, tokens, self.pair)
            written.append(ContextLine(line, told, before, instructions(at, own, lines, tokens, self.pair)))
        return written

    def _told(self, note: Note, span: Span, lines: Sequence[str], tokens: Sequence[Sequence[Token]]) -> PronounNote:
        token, expected = tokens[note.sentence][note.token], note.expected
        reads = f"“{note.text}” {said(note, lines, tokens)} ({note.probability:.0%})"
        told = PronounNote(token.start, token.end, note.text, note.refers, note.probability)
        if note.antecedent is not None:
            named = antecedent_text(note.antecedent, lines, tokens)
            told = told._replace(line=span.start + note.antecedent.sentence, antecedent=named)
        if expected is not None:
            word = f"“{expected.word}”, " if expected.word else ""
            forms = f": {', '.join(expected.pronouns)}" if expected.pronouns else ""
            reads += f", {word}{described(expected, self.pair)} ({expected.probability:.0%}){forms}"
            told = told._replace(
                word=expected.word,
                gender=expected.gender and str(expected.gender),
                number=expected.number and str(expected.number),
                sure=expected.probability,
                pronouns=expected.pronouns,
            )
        return told._replace(reads=reads)


def _piped(*, one_document: bool) -> ParallelText:
    """Standard input, divided into documents."""
    text = read_standard_input()
    if not text:
        raise UnreadableFile(STANDARD_INPUT, "is empty; it needs one sentence a line", line=1)
    lines = given_lines(text, STANDARD_INPUT)
    starts = [0] if one_document else document_starts(lines)
    if not one_document and are_undivided(lines, starts):
        warn_undivided(STANDARD_INPUT, len(lines))
    return ParallelText(lines, (), tuple(spans(starts, len(lines))))


def context(
    text: Text,
    pair: str = DEFAULT_PAIR,
    translation: Text | None = None,
    documents: Documents | None = None,
    *,
    model: ModelFolder | Path | str | None = None,
    least: float = LEAST,
) -> Context:
    """What an engine that takes context may be told: a `ContextWriter` for one text, kept for the next one.

    Examples:
        >>> told = context(["The house is old.", "It is beautiful."])
        >>> told.lines[1].paragraph
        'The house is old. “It” refers to “The house”.'
        >>> [(note.antecedent, note.word, note.gender, note.number) for note in told.lines[1].notes]
        [('The house', 'maison', 'fem', 'sg')]
    """
    return _opened(pair, model.path if isinstance(model, ModelFolder) else model, least)(
        text, translation, documents=documents
    )


@lru_cache(maxsize=1)
def _opened(pair: str, model: Path | str | None, least: float) -> ContextWriter:
    return ContextWriter.load(pair, model=model, least=least)
