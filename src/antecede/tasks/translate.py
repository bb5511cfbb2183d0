"""Translate documents from Python: a model, what resolves its pronouns, and what chooses their translations."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from antecede.coreference.reader import Reader
from antecede.engines import Hypothesis
from antecede.engines.text import TextSteps
from antecede.models import ModelFolder, model_to
from antecede.pairs import DEFAULT_TARGET, pair
from antecede.pronouns.decision.trace import trace
from antecede.pronouns.setting import Setting
from antecede.tasks._input import given_document
from antecede.tasks.engine import EngineSentence, opened, preferred_system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from antecede.coreference.resolvers import Method
    from antecede.engines import Engine
    from antecede.pronouns import Decision, PronounSystem, TranslatedDocument
    from antecede.tasks._input import Text
    from antecede.text import Document

__all__ = ["SentencePair", "Translation", "Translator", "trace", "translate"]


class SentencePair(NamedTuple):
    """A sentence and its translation, as a reader sees them."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated document: its text, sentence by sentence, and why each pronoun was chosen."""

    source: Document
    sentences: tuple[SentencePair, ...]
    result: TranslatedDocument
    """Tokens, word alignments and all that was known of the source."""

    @property
    def text(self) -> str:
        """The translation; what stood between the sentences stands there still."""
        parts, end = [], 0
        for sentence, (_, target) in zip(self.source.sentences, self.sentences, strict=True):
            parts += [self.source.text[end : sentence.start], target]
            end = sentence.end
        return "".join([*parts, self.source.text[end:]])

    def keeping(self, targets: Mapping[int, str]) -> Translation:
        """The same with these sentences as somebody else translated them, so that nothing was decided there."""
        pairs = (both._replace(target=targets.get(at, both.target)) for at, both in enumerate(self.sentences))
        ours = tuple(decision for decision in self.result.decisions if decision.anaphor.sentence not in targets)
        return replace(self, sentences=tuple(pairs), result=replace(self.result, decisions=ours))

    def engine_sentences(self) -> Iterator[EngineSentence]:
        """Each sentence with its tokens and word alignment."""
        analysed = self.result.source.analysis.sentences
        for both, source, target in zip(self.sentences, analysed, self.result.sentences, strict=True):
            said = Hypothesis(target.tokens, target.score, target.alignment)
            yield EngineSentence(both.source, source.tokens, both.target, [said])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        told = f"{len(self.sentences)} sentences, {len(self.decisions)} decisions"
        return f"<Translation of {told}: {reprlib.repr(self.text)}>"

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """A decision for each pronoun, in the order of the text."""
        return self.result.decisions


@dataclass(frozen=True, slots=True)
class Translator:
    """Translates documents, with their pronouns right. Threads may share one."""

    model: PronounSystem
    steps: TextSteps
    reader: Reader
    """What analyses documents and resolves their pronouns."""
    named: Engine | None = None
    """The engine that was opened by its name, for `close`."""

    @classmethod
    def of(
        cls,
        setting: Setting,
        *,
        system: str | None = None,
        mode: str = "best",
        explain: bool = True,
        antecedents: Path | None = None,
        resolver: Method | None = None,
    ) -> Self:
        """A translator with the model and engine of an `antecede.tasks.engine.engine_setting`; the rest as `load`."""
        return cls.load(
            setting.folder,
            system=system,
            mode=mode,
            explain=explain,
            antecedents=antecedents,
            resolver=resolver,
            tokenised=setting.steps.tokenised,
            threads=setting.threads,
            engine=setting.given,
            **setting.decoder,
        )

    @classmethod
    def load(  # noqa: PLR0913 - each is a choice of the user's, and all but the model have a default
        cls,
        model: ModelFolder | str | Path,
        *,
        system: str | None = None,
        mode: str = "best",
        explain: bool = True,
        antecedents: Path | None = None,
        resolver: Method | None = None,
        tokenised: bool = False,
        threads: int = 1,
        engine: Engine | str | None = None,
        **decoder: float,
    ) -> Self:
        """A translator for an installed pair (`en-fr`) or a model folder.

        Args:
            model: The pair of an installed model, a model folder or its path.
            system: What chooses the pronouns: one of `antecede.pronouns.systems.SYSTEMS.names()`; by default
                `combined`, or on an engine that is not ours `prefix` if it can finish sentences, else `post-edit`.
            mode: `paper`, as printed, or `best`.
            explain: Whether each pronoun gets a decision; the baseline alone can do without, and then parses nothing.
            antecedents: A file of antecedents in the JSON of `antecede resolve`, to be taken instead of our own.
            resolver: What finds antecedents: `encoder`, `ranker`, `sieve`; the best that is installed by default. Not
                in mode `paper`, which resolves as its paper does.
            tokenised: Whether documents hold the model's own tokens, and translations are to be tokens, too.
            threads: How many threads the decoder uses.
            engine: What translates in place of the model's own engine: `neural`, which is fetched at its first use,
                any other name of `antecede.engines.open_engine`, or an open engine. Without it, and with `embedded`,
                the model's own does, whatever was fetched.
            decoder: Settings of the decoder, such as `pop_limit`, that replace the model's.
        """
        from antecede.pronouns.systems import reader_of
        from antecede.pronouns.systems import system as opened_system

        folder = model if isinstance(model, ModelFolder) else ModelFolder.find(model)
        described = pair(folder.pair)
        given = opened(engine, folder.pair, threads=threads, **decoder)
        name = system or preferred_system(Setting.of(folder, engine=given), mode)
        plain = name == "baseline" and not explain
        return cls(
            opened_system(name, mode, folder, tokenised=tokenised, threads=threads, engine=given, **decoder),
            TextSteps.of(folder, described, tokenised=tokenised),
            Reader.without_parser(described.source)
            if plain
            else reader_of(name, mode, described, antecedents, resolver).load(),
            given if isinstance(engine, str) else None,
        )

    def translate(self, text: Text | Document) -> Translation:
        """The translation of one document: running text, a list of its sentences, or one that is divided already."""
        document = self._document(text)
        result = self.model.translate(self.reader.read(document))
        targets = (
            self.steps.written(translated, sentence.words)
            for sentence, translated in zip(document.sentences, result.sentences, strict=True)
        )
        pairs = zip((sentence.text for sentence in document.sentences), targets, strict=True)
        return Translation(document, tuple(SentencePair(*both) for both in pairs), result)

    def _document(self, text: Text | Document) -> Document:
        return given_document(text, self.steps.source)

    def stream(self, texts: Iterable[Text | Document]) -> Iterator[Translation]:
        """The translations of many documents, each as soon as it is made; no more than one is held."""
        return (self.translate(text) for text in texts)

    def translate_all(self, texts: Iterable[Text | Document]) -> list[Translation]:
        """The translations of many documents."""
        return list(self.stream(texts))

    def close(self) -> None:
        """End what an engine keeps that was opened by its name: a program, what a service wrote so far."""
        if self.named is not None:
            self.named.close()


def translate(
    text: Text | Document, to: str = DEFAULT_TARGET, *, source: str | None = None, engine: Engine | str | None = None
) -> Translation:
    """The translation of one document by an installed model: a `Translator` for one text, kept for the next one.

    Args:
        text: Running text, a list of its sentences, or a document that is divided already.
        to: The language to translate into.
        source: The text's language, where several installed models translate into `to`.
        engine: What translates in place of the model's own engine, such as `neural`; as for `Translator.load`.

    Examples:
        >>> translation = translate("The house is old. It has a red door.")
        >>> [(decision.anaphor.text, decision.choice) for decision in translation.decisions]
        [('It', 'elle')]
    """
    model = model_to(to, source=source)
    if engine is not None and not isinstance(engine, str):
        return Translator.load(model, engine=engine).translate(text)
    translator = _opened(model, engine)
    translation = translator.translate(text)
    translator.close()
    return translation


@lru_cache(maxsize=1)
def _opened(model: Path, engine: str | None) -> Translator:
    return Translator.load(model, engine=engine)
