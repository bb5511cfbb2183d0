"""Antecedents from another source, assigned to the pronouns of our own analysis."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from antecede.coreference._token_map import TokenMap
from antecede.coreference._types import Anaphor, Antecedent, ResolvedDocument
from antecede.coreference.describing import Describer
from antecede.errors import InputError
from antecede.text import Document, Sentence, Token
from antecede.text.places import line_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument
    from antecede.coreference._types import Resolver
    from antecede.text import Place


class MisfitAntecedents(InputError):
    """Given antecedents that do not fit the text."""

    def __init__(self, path: Path | str, document: str, problem: str) -> None:
        super().__init__(f"{path}: document '{document}': {problem}")


@dataclass(frozen=True, slots=True)
class GivenDocument:
    """A document with its pronouns resolved, in any tokenisation."""

    id: str
    sentences: tuple[tuple[str, ...], ...]
    anaphors: tuple[Anaphor, ...]
    path: Path | str = "<antecedents>"
    """Where it was read, for messages."""
    described: bool = True
    """Whether position, gender, number and humanness were given too, or are to come from our analysis."""
    places: tuple[Place, ...] = ()
    """Where the sentences stand, if that was given."""

    def text(self, language: str) -> Document:
        """The text that the antecedents are about, in its own tokens."""
        places = self.places or line_places(bool(tokens) for tokens in self.sentences)
        sentences, start = [], 0
        for words, place in zip(self.sentences, places, strict=True):
            line = " ".join(words)
            ends = accumulate(words, lambda end, word: end + 1 + len(word), initial=start - 1)
            tokens = tuple(
                Token(word, end - len(word), end) for word, end in zip(words, islice(ends, 1, None), strict=True)
            )
            sentences.append(Sentence(line, start, tokens, place))
            start += len(line) + 1
        return Document("\n".join(one.text for one in sentences), language, tuple(sentences), self.id)


class GivenResolver:
    """Resolves the pronouns that were given as they were given, and all others as another resolver does."""

    def __init__(self, documents: Iterable[GivenDocument], base: Resolver) -> None:
        self._base = base
        self._by_text: dict[tuple[str, str], GivenDocument] = {}
        self._by_id: dict[str, GivenDocument] = {}
        for document in documents:
            self._by_text.setdefault((document.id, _characters(document.sentences)), document)
            self._by_text.setdefault(("", _characters(document.sentences)), document)
            self._by_id.setdefault(document.id, document)
        self._path = next((document.path for document in self._by_id.values()), "<antecedents>")

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with the antecedents that were given for it."""
        text = _characters([sentence.tokens for sentence in document.sentences])
        given = self._by_text.get((document.id, text)) or self._by_text.get(("", text)) or self._by_id.get(document.id)
        if given is None:
            known = ", ".join(f"'{name}'" for name in list(self._by_id)[:3])
            problem = f"is not in the file, neither by its id nor by its text; the file has {known or 'no documents'}"
            raise MisfitAntecedents(self._path, document.id, problem)
        return attach(given, self._base.resolve(document))


def attach(given: GivenDocument, resolved: ResolvedDocument) -> ResolvedDocument:
    """The document with the given pronouns in place of its own; other pronouns stay as they are.

    The tokenisation may differ, as long as the characters are the same.
    """
    ours = [sentence.tokens for sentence in resolved.analysis.sentences]
    places = TokenMap.of(given.sentences, ours)
    if isinstance(places, str):
        raise MisfitAntecedents(given.path, resolved.analysis.id, places)
    anaphors = {(anaphor.sentence, anaphor.token): anaphor for anaphor in resolved.anaphors}
    describer = None if given.described else Describer(resolved.analysis)
    for one in given.anaphors:
        anaphor = _move(one, places, resolved.analysis)
        anaphors[anaphor.sentence, anaphor.token] = anaphor if describer is None else _describe(anaphor, describer)
    return ResolvedDocument(resolved.analysis, tuple(anaphors[place] for place in sorted(anaphors)))


def _move(anaphor: Anaphor, places: TokenMap, analysis: AnalysedDocument) -> Anaphor:
    sentence, token = places.first(anaphor.sentence, anaphor.token)
    return replace(
        anaphor,
        sentence=sentence,
        token=token,
        text=analysis.sentences[sentence].words[token].text,
        antecedents=tuple(_move_antecedent(one, places, analysis) for one in anaphor.antecedents),
    )


def _move_antecedent(one: Antecedent, places: TokenMap, analysis: AnalysedDocument) -> Antecedent:
    sentence, start = places.first(one.sentence, one.start)
    last_sentence, last = places.last(one.sentence, one.end - 1)
    words = analysis.sentences[sentence].words
    # A sentence that is two of ours: the mention is the part in the first of them.
    end = last + 1 if last_sentence == sentence else len(words)
    head_sentence, head = places.last(one.sentence, one.head)
    if head_sentence != sentence:
        head = end - 1
    return replace(one, sentence=sentence, start=start, end=end, head=min(max(head, start), end - 1))


def _describe(anaphor: Anaphor, describer: Describer) -> Anaphor:
    antecedents = tuple(describer.antecedent(one) for one in anaphor.antecedents)
    return replace(anaphor, position=describer.position(anaphor.sentence, anaphor.token), antecedents=antecedents)


def _characters(sentences: Sequence[Sequence[str]]) -> str:
    return "".join(token for tokens in sentences for token in tokens)
