"""The resolver of a language, by its code."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final, Literal

from antecede.coreference._types import Anaphor, Function, ResolvedDocument
from antecede.coreference.encoder import absent, open_encoder
from antecede.coreference.language_model import open_meaning
from antecede.coreference.models import model_checksum, read_model, shipped_model
from antecede.coreference.ranker import Ranker
from antecede.errors import BadOption
from antecede.languages import language as language_of
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from antecede.analysis import AnalysedDocument
    from antecede.coreference._types import Resolver
    from antecede.languages import Reference

    Method = Literal["encoder", "lm", "ranker", "sieve", "confirmed"]


METHODS: Final = ("encoder", "lm", "ranker", "sieve", "confirmed")
# Changes with what is made of the weights, so that answers which were kept by another version are not used again.
_VERSION: Final = 1


def default_method(language: str) -> Method:
    """The best way to resolve that is installed: `encoder`, if the language has one and what runs it, else `ranker`."""
    if not (why := absent(language)):
        return "encoder"
    if reference_of(language).encoder:
        _say_once(f"pronouns are resolved by the ranker, which is less often right: the encoder is missing; {why}")
    return "ranker"


@cache
def _say_once(message: str) -> None:
    logging.getLogger("antecede").warning(message)


def resolver(
    language: str,
    pronouns: Iterable[str] | None = None,
    *,
    method: Method | None = None,
    model: Path | str | None = None,
    learning: bool = False,
) -> Resolver:
    """What finds a language's pronouns and their antecedents.

    `pronouns` are the forms to resolve, lower-case: those that a pair translates with care (`Pair.resolved`), or, where
    there is no pair, those that the language itself names. Of the methods, `encoder` and `ranker` give all antecedents
    with probabilities, the former by a small neural network, to which `lm` adds what a language model says of what
    follows the pronoun. `sieve` gives one chain, and `confirmed` the nearest noun of the sieve's chain with the
    probability that the ranker gives to the chain. Without a method it is the best that is installed. `model` is a file
    of weights for the ranker that replaces the one that ships. With `learning`, for training on texts, the ranker gives
    each mention a probability of its own, where otherwise mentions of one thing share theirs; and a sentence of a
    collection has lost what came before it, so that "none" is likely there.
    """
    reference = reference_of(language)
    method = method_of(language, method, model, learning=learning)
    wanted = reference.resolved if pronouns is None else frozenset(pronouns)
    if method in {"encoder", "lm"}:
        from antecede.coreference.encoder.resolver import EncoderResolver

        return EncoderResolver(
            reference,
            wanted,
            partial(open_encoder, language),
            shipped_model(language).function,
            subjects=reference.resolved_subjects if pronouns is None else frozenset(),
            meaning=partial(open_meaning, language) if method == "lm" else None,
        )
    if method == "sieve":
        from antecede.coreference.sieve import Sieve

        return Sieve(reference, wanted)
    if method == "confirmed":
        from antecede.coreference.confirmed import Confirmed

        chains = resolver(language, wanted, method="sieve")
        return Confirmed(chains, resolver(language, wanted, method="ranker", model=model, learning=learning))
    weights = shipped_model(language) if model is None else read_model(model)
    if learning:
        return Ranker(reference, wanted, replace(weights, same_noun=0.0), usual=1)
    return Ranker(reference, wanted, weights)


def resolver_key(
    language: str,
    pronouns: Iterable[str] | None,
    *,
    method: Method | None = None,
    model: Path | str | None = None,
    learning: bool = False,
) -> str:
    """What decides the answers of the resolver that has these options, besides the analysis of the text."""
    method = method_of(language, method, model, learning=learning)
    wanted = reference_of(language).resolved if pronouns is None else pronouns
    parts = [method, str(_VERSION), ",".join(sorted(wanted))]
    if method in {"encoder", "lm"}:
        parts += [open_encoder(language).key, *(["and subjects"] if pronouns is None else [])]
    if method != "sieve":
        parts.append(model_checksum(shipped_model(language) if model is None else read_model(model)))
    return "|".join([*parts, *(["learning"] if learning else [])])


def method_of(language: str, method: Method | None, model: Path | str | None, *, learning: bool) -> Method:
    """The method that is meant, where none is named: weights of a ranker, and learning from texts, mean the ranker."""
    if method is None:
        return "ranker" if learning or model is not None else default_method(language)
    if method not in METHODS:
        raise BadOption(f"unknown method '{method}': the methods are {', '.join(METHODS)}")
    if method in {"encoder", "lm"} and model is not None:
        raise BadOption("weights of a model are for the method `ranker`: the encoder has its own")
    if method in {"encoder", "lm"} and (wanted := absent(language)):
        raise BadOption(f"no encoder is installed for '{language}': {wanted}, or use the method `ranker`")
    return method


def reference_of(language: str) -> Reference:
    """What is known of a language's pronouns; refuses a language of which nothing is."""
    reference = language_of(language).reference
    if reference is None:
        raise BadOption(f"pronouns of '{language}' are not resolved: its pronouns are not described")
    return reference


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A resolver that finds the pronouns and knows nothing of them."""

    pronouns: frozenset[str]

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with its pronouns, none of which has an antecedent."""
        return ResolvedDocument(
            document,
            tuple(
                Anaphor(index, token, word.text, "other", Function(), (), 1.0)
                for index, sentence in enumerate(document.sentences)
                for token, word in enumerate(sentence.words)
                if normalise(word.text) in self.pronouns
            ),
        )
