"""A spaCy component that finds what pronouns stand for: `doc._.anaphors`.

>>> import spacy
>>> pipeline = spacy.load("en_core_web_sm")  # doctest: +SKIP
>>> pipeline.add_pipe("antecede")  # doctest: +SKIP
>>> doc = pipeline("The cat sleeps. It purrs.")  # doctest: +SKIP
>>> [(anaphor.token, anaphor.antecedents[0].span) for anaphor in doc._.anaphors]  # doctest: +SKIP
[(It, The cat)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc

from antecede.analysis import Analyser
from antecede.coreference.resolvers import resolver
from antecede.errors import BadOption

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

    from antecede.coreference._types import Anaphor, Antecedent, Function, Position, Resolver

__all__ = ["AntecedeComponent", "DocAnaphor", "DocAntecedent", "make_component"]


@dataclass(frozen=True, slots=True)
class DocAntecedent:
    """A mention that a pronoun may stand for, as a span of the document."""

    span: Span
    head: Token
    probability: float
    features: Antecedent
    """Gender, number and humanness, and the place by sentence and token."""


@dataclass(frozen=True, slots=True)
class DocAnaphor:
    """A pronoun of the document, and what it may stand for; the probabilities and `none` sum to one."""

    token: Token
    position: Position
    function: Function
    antecedents: tuple[DocAntecedent, ...]
    """The likeliest first."""
    none: float


class AntecedeComponent:
    """Resolves the pronouns of documents that have been tagged and parsed."""

    def __init__(self, pipeline: Language, wanted: Resolver) -> None:
        self._pipeline = pipeline
        self._resolver = wanted
        if not Doc.has_extension("anaphors"):
            Doc.set_extension("anaphors", default=())

    def __call__(self, doc: Doc) -> Doc:
        """The document with `doc._.anaphors`."""
        if not doc.has_annotation("DEP"):
            raise BadOption("the spaCy component 'antecede' needs a parser before it in the pipeline")
        # Created for every document, which is cheap: the pipeline may have changed since.
        resolved = self._resolver.resolve(Analyser(str(self._pipeline.lang), self._pipeline).parsed(doc))
        starts = [span.start for span in doc.sents]
        doc._.anaphors = tuple(_anaphor(doc, starts, one) for one in resolved.anaphors)
        return doc


@Language.factory(
    "antecede",
    assigns=["doc._.anaphors"],
    requires=["token.dep", "token.pos", "token.morph"],
    default_config={"method": "ranker", "model": None},
)
def make_component(nlp: Language, name: str, method: str, model: str | None) -> AntecedeComponent:  # noqa: ARG001 - spaCy's signature
    """The component for a pipeline's language; `method` is ranker or sieve, `model` a file of weights."""
    return AntecedeComponent(
        nlp, resolver(str(nlp.lang), method="sieve" if method == "sieve" else "ranker", model=model)
    )


def _anaphor(doc: Doc, starts: list[int], anaphor: Anaphor) -> DocAnaphor:
    antecedents = []
    for one in anaphor.antecedents:
        offset = starts[one.sentence]
        span = doc[offset + one.start : offset + one.end]
        antecedents.append(DocAntecedent(span, doc[offset + one.head], one.probability, one))
    token = doc[starts[anaphor.sentence] + anaphor.token]
    return DocAnaphor(token, anaphor.position, anaphor.function, tuple(antecedents), anaphor.none)
