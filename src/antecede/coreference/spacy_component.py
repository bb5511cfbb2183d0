"""A spaCy component that finds what pronouns stand for: `doc._.anaphors`.

>>> import spacy
>>> pipeline = spacy.load("en_core_web_sm")  # doctest: +SKIP
>>> pipeline.add_pipe("antecede")  # doctest: +SKIP
>>> doc = pipeline("The cat sleeps. It purrs.")  # doctest: +SKIP
>>> [(anaphor.token, anaphor.antecedents[0].span) for anaphor in doc._.anaphors]  # doctest: +SKIP
[(It, The cat)]

The document keeps plain numbers and strings, in `doc.user_data`, so that its pronouns survive `to_bytes`, `DocBin`
(with `store_user_data`), `copy`, pickle and several processes. `doc._.anaphors` makes spans of them when it is asked
for, once this module was imported or the component added to a pipeline.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from spacy.language import Language
from spacy.tokens import Doc

from antecede.analysis import Analyser
from antecede.coreference._types import Antecedent, Function
from antecede.coreference.resolvers import resolver
from antecede.errors import BadOption
from antecede.languages import Gender, Number

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

    from antecede.coreference._types import Anaphor, Position, Resolver
    from antecede.coreference.resolvers import Method

__all__ = ["AntecedeComponent", "DocAnaphor", "DocAntecedent", "make_component"]

_EXTENSION: Final = "anaphors"
_KEPT: Final = "antecede"


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
        _extend()
        self._pipeline = pipeline
        self._resolver = wanted

    def __call__(self, doc: Doc) -> Doc:
        """The document with `doc._.anaphors`."""
        for attribute, missing in (("DEP", "a parser"), ("POS", "a tagger that gives universal parts of speech")):
            if not doc.has_annotation(attribute):
                raise BadOption(f"the spaCy component 'antecede' needs {missing} before it in the pipeline")
        # Created for every document, which is cheap: the pipeline may have changed since.
        resolved = self._resolver.resolve(Analyser(str(self._pipeline.lang), self._pipeline).parsed(doc))
        starts = [span.start for span in doc.sents]
        kept = [_kept(doc, starts, one) for one in resolved.anaphors]
        doc.user_data[_KEPT] = {"characters": len(doc.text), "anaphors": kept}
        return doc


@Language.factory(
    "antecede",
    assigns=["doc._.anaphors"],
    requires=["token.dep", "token.pos", "token.morph"],
    default_config={"method": None, "model": None},
)
def make_component(
    nlp: Language,
    name: str,  # noqa: ARG001 - spaCy's signature
    method: str | None,
    model: str | None,
) -> AntecedeComponent:
    """The component for a pipeline's language; `method` and `model` are as in `resolver`.

    Raises `BadOption` for a method or a language that is not known.
    """
    return AntecedeComponent(nlp, resolver(str(nlp.lang), method=cast("Method | None", method), model=model))


def _extend() -> None:
    """Give documents `doc._.anaphors`; raises `BadOption` if something else has."""
    if not Doc.has_extension(_EXTENSION):
        Doc.set_extension(_EXTENSION, getter=_anaphors)
    getter = Doc.get_extension(_EXTENSION)[2]
    if getattr(getter, "__module__", None) != __name__:
        raise BadOption(f"doc._.{_EXTENSION} is taken already by something else than the spaCy component 'antecede'")


def _kept(doc: Doc, starts: list[int], anaphor: Anaphor) -> dict[str, Any]:
    """A pronoun as numbers and strings. Places are characters, which stay when tokens are merged."""
    function = anaphor.function
    return {
        "at": _characters(doc[starts[anaphor.sentence] + anaphor.token :][:1]),
        "position": anaphor.position,
        "function": [float(share) for share in (function.anaphoric, function.event, function.pleonastic)],
        "none": float(anaphor.none),
        "antecedents": [
            {
                "span": _characters(doc[starts[one.sentence] + one.start : starts[one.sentence] + one.end]),
                "at": _characters(doc[starts[one.sentence] + one.head :][:1]),
                "place": [one.sentence, one.start, one.end, one.head],
                "text": one.text,
                "gender": one.gender and str(one.gender),
                "number": one.number and str(one.number),
                "human": one.human,
                "probability": float(one.probability),
            }
            for one in anaphor.antecedents
        ],
    }


def _anaphors(doc: Doc) -> tuple[DocAnaphor, ...]:
    """The pronouns of a document; none of one that no component has seen, or that is a part of another."""
    kept = doc.user_data.get(_KEPT)
    if kept is None or kept["characters"] != len(doc.text):
        return ()
    return tuple(
        DocAnaphor(
            _span(doc, one["at"])[0],
            one["position"],
            Function(*one["function"]),
            tuple(_antecedent(doc, each) for each in one["antecedents"]),
            one["none"],
        )
        for one in kept["anaphors"]
    )


def _antecedent(doc: Doc, kept: dict[str, Any]) -> DocAntecedent:
    sentence, start, end, head = kept["place"]
    features = Antecedent(
        sentence,
        start,
        end,
        head,
        kept["text"],
        kept["gender"] and Gender(kept["gender"]),
        kept["number"] and Number(kept["number"]),
        kept["human"],
        kept["probability"],
    )
    return DocAntecedent(_span(doc, kept["span"]), _span(doc, kept["at"])[0], features.probability, features)


def _characters(span: Span) -> list[int]:
    return [span.start_char, span.end_char]


def _span(doc: Doc, characters: list[int]) -> Span:
    start, end = characters
    found = doc.char_span(start, end, alignment_mode="expand")
    if found is None:
        raise ValueError(f"{characters} are no characters of the document")
    return found


# Documents that were resolved elsewhere are read in a process that adds no component.
if not Doc.has_extension(_EXTENSION):
    _extend()
