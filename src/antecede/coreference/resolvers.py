"""The resolver of a language, by its code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from antecede.coreference._types import Anaphor, Function, ResolvedDocument
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

    Method = Literal["ranker", "sieve", "confirmed"]


METHODS: Final = ("ranker", "sieve", "confirmed")
# Changes with what is made of the weights, so that answers which were kept by another version are not used again.
_VERSION: Final = 1


def resolver(
    language: str,
    pronouns: Iterable[str] | None = None,
    *,
    method: Method = "ranker",
    model: Path | str | None = None,
    learning: bool = False,
) -> Resolver:
    """What finds a language's pronouns and their antecedents.

    `pronouns` are the forms to resolve, lower-case: those that a pair translates with care (`Pair.resolved`), or, where
    there is no pair, those that the language itself names. `model` is a file of weights that replaces the one that
    ships. Of the methods, `ranker` gives all antecedents with probabilities, `sieve` one chain, and `confirmed` the
    nearest noun of the sieve's chain with the probability that the ranker gives to the chain. With `learning`, for
    training on texts, each mention has a probability of its own, where otherwise mentions of one thing share theirs;
    and a sentence of a collection has lost what came before it, so that "none" is likely there.
    """
    reference = reference_of(language)
    if method not in METHODS:
        raise BadOption(f"unknown method '{method}': the methods are {', '.join(METHODS)}")
    wanted = reference.resolved if pronouns is None else frozenset(pronouns)
    if method == "sieve":
        from antecede.coreference.sieve import Sieve

        return Sieve(reference, wanted)
    if method == "confirmed":
        from antecede.coreference.confirmed import Confirmed

        chains = resolver(language, wanted, method="sieve")
        return Confirmed(chains, resolver(language, wanted, model=model, learning=learning))
    weights = shipped_model(language) if model is None else read_model(model)
    if learning:
        return Ranker(reference, wanted, replace(weights, same_noun=0.0), usual=1)
    return Ranker(reference, wanted, weights)


def resolver_key(
    language: str,
    pronouns: Iterable[str],
    *,
    method: Method = "ranker",
    model: Path | str | None = None,
    learning: bool = False,
) -> str:
    """What decides the answers of the resolver that has these options, besides the analysis of the text."""
    parts = [method, str(_VERSION), ",".join(sorted(pronouns))]
    if method != "sieve":
        parts.append(model_checksum(shipped_model(language) if model is None else read_model(model)))
    return "|".join([*parts, *(["learning"] if learning else [])])


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
