"""Words with morphology and syntax, from a spaCy pipeline, on our own tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, repeat
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from antecede.analysis._types import AnalysedDocument, AnalysedSentence, Word
from antecede.analysis.chunks import noun_chunks
from antecede.analysis.clearnlp import is_clearnlp, to_universal
from antecede.analysis.morphology import Morphology, morphology
from antecede.analysis.nouns import nouns
from antecede.analysis.pipelines import load_pipeline, name_of
from antecede.languages import Agreement
from antecede.languages import language as described
from antecede.text import Document, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from spacy.language import Language as Pipeline
    from spacy.tokens import Doc

    Tokens = Sequence[Sequence[str]]

# Sentences that go through the pipeline together: memory stays the same however many documents come.
_TOGETHER: Final = 512
_BATCH: Final = 128
# What is longer is no sentence, and is parsed in pieces: the parser's memory grows with the length.
LONGEST_PIECE: Final = 1000
# Increased when the use of the pipeline's output changes, so that stored analyses of an older version are not reused.
_VERSION: Final = 1
_ENTITIES: Final = {
    "PERSON": "PER",
    "GPE": "LOC",
    "FAC": "LOC",
    "PRODUCT": "MISC",
    "EVENT": "MISC",
    "WORK_OF_ART": "MISC",
    "LAW": "MISC",
    "LANGUAGE": "MISC",
    "DATE": "TIME",
    "CARDINAL": "NUM",
    "ORDINAL": "NUM",
    "QUANTITY": "NUM",
    "PERCENT": "NUM",
    "MONEY": "NUM",
}


def analyser(
    language: str, *, pipeline: str | Path | None = None, syntax: bool = True, entities: bool = True
) -> Analyser:
    """Something that analyses documents of a language; its pipeline is fetched if this is its first use.

    Without `syntax` there are no relations and chunks, without `entities` no classes of names: each halves the time.
    """
    return Settings(language, pipeline, syntax=syntax, entities=entities).load()


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides an analysis, apart from the text."""

    language: str
    pipeline: str | Path | None = None
    syntax: bool = field(default=True, kw_only=True)
    entities: bool = field(default=True, kw_only=True)

    def load(self) -> Analyser:
        """The analyser."""
        left_out = (() if self.syntax else ("parser",)) + (() if self.entities else ("ner",))
        return Analyser(self.language, load_pipeline(self.language, self.pipeline, leave_out=left_out))

    def name(self) -> str:
        """The analyser's name; it has to be loaded for this."""
        return self.load().name


class Analyser:
    """Analyses documents of one language; a sentence gets the same analysis whatever stands beside it.

    Threads may share one: they take turns with the pipeline.
    """

    def __init__(self, language: str, pipeline: Pipeline) -> None:
        self.language = language
        # Gender and number of nouns, where a lexicon knows more than the tagger.
        self._nouns = nouns(language)
        self.name = f"{name_of(pipeline)}|{_VERSION}{'' if self._nouns is None else '|lexicon'}"
        """Name, version and parts of the pipeline: what decides its answers."""
        self._pipeline = pipeline
        # spaCy's vocabulary may not be written to by two threads, and forgets a batch's words for all of them.
        self._turns = Lock()
        self._copulas = described(language).copulas
        self._parses = pipeline.has_pipe("parser")
        self._turn = self._parses and is_clearnlp(pipeline.pipe_labels["parser"])

    def analyse(
        self, documents: Iterable[Document | Tokens], ids: Iterable[str] | None = None
    ) -> Iterator[AnalysedDocument]:
        """The documents one by one, each with a word for every token; `ids` name those that are only tokens."""
        named = zip(documents, chain(ids or (), repeat("")), strict=False)
        waiting: list[tuple[str, Tokens]] = []
        sentences = 0
        for document, name in named:
            if isinstance(document, Document):
                waiting.append((document.id or name, [sentence.words for sentence in document.sentences]))
            else:
                waiting.append((name, document))
            sentences += len(waiting[-1][1])
            if sentences >= _TOGETHER:
                yield from self._documents(waiting)
                waiting, sentences = [], 0
        yield from self._documents(waiting)

    def document(self, document: Document | Tokens) -> AnalysedDocument:
        """One document."""
        return next(self.analyse([document]))

    def parsed(self, doc: Doc) -> AnalysedDocument:
        """A document that the pipeline has parsed already, in its own tokens and sentences."""
        sentences = []
        for span in doc.sents:
            words = tuple(self._words([token.text for token in span], span.as_doc(), 0))
            sentences.append(AnalysedSentence(words, _chunks(words) if self._parses else ()))
        return AnalysedDocument(self.language, tuple(sentences))

    def _documents(self, batch: list[tuple[str, Tokens]]) -> list[AnalysedDocument]:
        sentences = self._sentences(chain.from_iterable(tokens for _, tokens in batch))
        return [AnalysedDocument(self.language, tuple(next(sentences) for _ in tokens), name) for name, tokens in batch]

    def _sentences(self, sentences: Iterable[Sequence[str]]) -> Iterator[AnalysedSentence]:
        # What spaCy learns of new words is forgotten after the batch.
        with self._turns, self._pipeline.memory_zone():
            given = list(sentences)
            pieces = [
                list(tokens[start : start + LONGEST_PIECE])
                for tokens in given
                for start in range(0, len(tokens), LONGEST_PIECE)
            ]
            parsed = self._pipeline.pipe(map(self._doc, pieces), batch_size=_BATCH)
            done = []
            for tokens in given:
                words: list[Word] = []
                for start in range(0, len(tokens), LONGEST_PIECE):
                    words += self._words(tokens[start : start + LONGEST_PIECE], next(parsed), start)
                done.append(AnalysedSentence(tuple(words), _chunks(words) if self._parses else ()))
        return iter(done)

    def _doc(self, tokens: list[str]) -> Doc:
        from spacy.tokens import Doc

        # Parsers know the straight apostrophe, and no token of white space or of nothing.
        spelt = [token.replace("’", "'") if token.strip() else "_" for token in tokens]
        starts: list[bool | int | None] = [place == 0 for place in range(len(spelt))]
        return Doc(self._pipeline.vocab, words=spelt, sent_starts=starts)

    def _words(self, tokens: Sequence[str], doc: Doc, offset: int) -> Iterator[Word]:
        from spacy.attrs import DEP, ENT_TYPE, HEAD, LEMMA, MORPH, POS

        strings = doc.vocab.strings
        table: Any = doc.to_array([LEMMA, POS, MORPH, HEAD, DEP, ENT_TYPE])
        lemmas = [strings[key] for key in table[:, 0].tolist()]
        pos = [strings[key] for key in table[:, 1].tolist()]
        morphs = [morphology(strings[key]) for key in table[:, 2].tolist()]
        labels = [strings[key] for key in table[:, 4].tolist()]
        if self._parses:
            heads = [place + step for place, step in enumerate(table[:, 3].astype("int64").tolist())]
            labels = ["root" if label == "ROOT" else label for label in labels] if not self._turn else labels
        else:
            heads = list(range(len(tokens)))
        if self._turn:
            heads, labels = to_universal(heads, labels, pos, [lemma in self._copulas for lemma in lemmas])
        entities = [strings[key] for key in table[:, 5].tolist()]
        if self._nouns is not None:
            for place, kind in enumerate(pos):
                if kind == "NOUN":
                    tagged = Agreement(morphs[place].gender, morphs[place].number)
                    known = self._nouns.agreement(tokens, place, tagged)
                    morphs[place] = Morphology(known.gender, known.number, morphs[place].person)
        for token, lemma, kind, (gender, number, person), head, label, entity in zip(
            tokens, lemmas, pos, morphs, heads, labels, entities, strict=True
        ):
            yield Word(
                token,
                lemma or normalise(token),
                kind,
                gender,
                number,
                person,
                head + offset,
                label,
                _ENTITIES.get(entity, entity),
            )


def _chunks(words: Sequence[Word]) -> tuple[Any, ...]:
    return noun_chunks([word.pos for word in words], [word.head for word in words], [word.relation for word in words])
