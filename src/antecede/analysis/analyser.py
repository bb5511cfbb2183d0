"""Words with morphology and syntax, from a spaCy pipeline, on our own tokens."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain, compress, islice, repeat
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.analysis._steps import steps_of
from antecede.analysis._types import AnalysedDocument, AnalysedSentence, Word, bare_sentence, tokens_and_places
from antecede.analysis.chunks import noun_chunks
from antecede.analysis.clearnlp import has_clearnlp, is_clearnlp, to_universal
from antecede.analysis.morphology import Morphology, morphology
from antecede.analysis.nouns import nouns
from antecede.analysis.pipelines import load_pipeline, name_of
from antecede.languages import Agreement
from antecede.languages import language as described
from antecede.text import Document, Place, normalise
from antecede.text.places import text_places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from spacy.language import Language as Pipeline
    from spacy.tokens import Doc, Span

    Tokens = Sequence[Sequence[str]]

# Sentences that go through the pipeline together: memory stays the same however many documents come.
_TOGETHER: Final = 512
_BATCH: Final = 128
# Sentences whose words spaCy's vocabulary keeps at the same time.
_REMEMBERED: Final = 2048
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
        self._steps = steps_of(pipeline)
        self._turn = self._parses and is_clearnlp(pipeline.pipe_labels["parser"])

    def analyse(
        self,
        documents: Iterable[Document | Tokens],
        ids: Iterable[str] | None = None,
        *,
        needed: Callable[[Tokens], Sequence[bool]] | None = None,
    ) -> Iterator[AnalysedDocument]:
        """The documents one by one, each with a word for every token; `ids` name those that are only tokens.

        `needed` says which sentences of a document are parsed, where not all are: of the others only tokens are known.
        """
        named = zip(documents, chain(ids or (), repeat("")), strict=False)
        waiting: list[_Waiting] = []
        sentences = 0
        for document, name in named:
            stated = document.id if isinstance(document, Document) else ""
            waiting.append(_Waiting(stated or name, *tokens_and_places(document)))
            sentences += len(waiting[-1].places)
            if sentences >= _TOGETHER:
                yield from self._documents(waiting, needed)
                waiting, sentences = [], 0
        yield from self._documents(waiting, needed)

    def document(self, document: Document | Tokens) -> AnalysedDocument:
        """One document."""
        return next(self.analyse([document]))

    def parsed(self, doc: Doc) -> AnalysedDocument:
        """A document that was parsed already, by this pipeline or another, in its own tokens and sentences."""
        sentences = []
        parsed = doc.has_annotation("DEP")
        # A parser may have any name, and any labels: those of the document say which.
        turned = parsed and has_clearnlp({token.dep_ for token in doc})
        places = text_places(doc.text, [_stripped(span) for span in doc.sents])
        for span, place in zip(doc.sents, places, strict=True):
            words = tuple(self._words([token.text for token in span], span.as_doc(), 0, parsed=parsed, turned=turned))
            sentences.append(AnalysedSentence(words, _chunks(words) if parsed else (), place))
        return AnalysedDocument(self.language, tuple(sentences))

    def _documents(
        self, batch: list[_Waiting], needed: Callable[[Tokens], Sequence[bool]] | None
    ) -> list[AnalysedDocument]:
        chosen = [[True] * len(each.tokens) if needed is None else needed(each.tokens) for each in batch]
        wanted = (compress(each.tokens, parsed) for each, parsed in zip(batch, chosen, strict=True))
        sentences = self._sentences(chain.from_iterable(wanted))
        return [
            AnalysedDocument(
                self.language,
                tuple(
                    replace(next(sentences), place=place) if is_parsed else bare_sentence(tokens, place)
                    for tokens, place, is_parsed in zip(each.tokens, each.places, parsed, strict=True)
                ),
                each.id,
            )
            for each, parsed in zip(batch, chosen, strict=True)
        ]

    def _sentences(self, sentences: Iterable[Sequence[str]]) -> Iterator[AnalysedSentence]:
        given = iter(sentences)
        while part := list(islice(given, _REMEMBERED)):
            # What spaCy learns of new words is forgotten after the part, also in a document without end.
            with self._turns, self._pipeline.memory_zone():
                yield from self._part(part)

    def _part(self, sentences: list[Sequence[str]]) -> list[AnalysedSentence]:
        parsed = self._parsed(
            list(tokens[start : start + LONGEST_PIECE])
            for tokens in sentences
            for start in range(0, len(tokens), LONGEST_PIECE)
        )
        done = []
        for tokens in sentences:
            words: list[Word] = []
            for start in range(0, len(tokens), LONGEST_PIECE):
                piece = tokens[start : start + LONGEST_PIECE]
                words += self._words(piece, next(parsed), start, parsed=self._parses, turned=self._turn)
            done.append(AnalysedSentence(tuple(words), _chunks(words) if self._parses else ()))
        return done

    def _parsed(self, pieces: Iterable[list[str]]) -> Iterator[Doc]:
        waiting = iter(pieces)
        while batch := [self._doc(tokens) for tokens in islice(waiting, _BATCH)]:
            for step in self._steps:
                batch = step(batch)
            yield from batch

    def _doc(self, tokens: list[str]) -> Doc:
        from spacy.tokens import Doc

        # Parsers know the straight apostrophe, and no token of white space or of nothing.
        spelt = [token.replace("’", "'") if token.strip() else "_" for token in tokens]
        starts: list[bool | int | None] = [place == 0 for place in range(len(spelt))]
        return Doc(self._pipeline.vocab, words=spelt, sent_starts=starts)

    def _words(self, tokens: Sequence[str], doc: Doc, offset: int, *, parsed: bool, turned: bool) -> Iterator[Word]:
        from spacy.attrs import DEP, ENT_TYPE, HEAD, LEMMA, MORPH, POS

        strings = doc.vocab.strings
        table: Any = doc.to_array([LEMMA, POS, MORPH, HEAD, DEP, ENT_TYPE])
        lemmas = [strings[key] for key in table[:, 0].tolist()]
        pos = [strings[key] for key in table[:, 1].tolist()]
        morphs = [morphology(strings[key]) for key in table[:, 2].tolist()]
        labels = [strings[key] for key in table[:, 4].tolist()]
        if parsed:
            heads = [place + step for place, step in enumerate(table[:, 3].astype("int64").tolist())]
            labels = ["root" if label == "ROOT" else label for label in labels] if not turned else labels
        else:
            heads = list(range(len(tokens)))
        if turned:
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


class _Waiting(NamedTuple):
    """A document that is to be analysed with others."""

    id: str
    tokens: Tokens
    places: list[Place]


def _stripped(span: Span) -> tuple[int, int]:
    """Where a sentence stands in the text, without the white space around it, which has tokens of its own."""
    text = span.text
    start = span.start_char + len(text) - len(text.lstrip())
    return start, max(start, span.start_char + len(text.rstrip()))


def _chunks(words: Sequence[Word]) -> tuple[Any, ...]:
    return noun_chunks([word.pos for word in words], [word.head for word in words], [word.relation for word in words])
