"""What distinguishes a language's nouns and pronouns from other words in running text, without a parser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.languages._morphology import Agreement


@dataclass(frozen=True, slots=True, kw_only=True)
class NounClues:
    """Closed classes of words, lower-case with the straight apostrophe, that a noun is known by."""

    modelled: frozenset[str]
    """The pronouns that a pronoun language model chooses from."""
    unpublished: frozenset[str] = frozenset()
    """Those of them that the published model (Luong and Popescu-Belis 2016) does not list."""
    determiners: Mapping[str, Agreement]
    """Words before a noun phrase, numerals included."""
    ambiguous: frozenset[str] = frozenset()
    """Words that are pronouns as well as determiners."""
    before_verbs: frozenset[str] = frozenset()
    """Words after which an ambiguous word is a pronoun, and no noun follows: subject pronouns, negation."""
    after_object: frozenset[str] = frozenset()
    """Words before which an ambiguous word is a pronoun: auxiliaries, other clitics."""
    infinitives: tuple[str, ...] = ()
    """Endings of verbs before which an ambiguous word is a pronoun, unless the word is a noun."""
    impersonal: frozenset[str] = frozenset()
    """Verbs whose subject stands for nothing (*il faut*); a bar follows what leans on them."""
    negations: frozenset[str] = frozenset()
    """Words between subject and verb that do not matter there."""
    alone: frozenset[str] = frozenset()
    """Determiners that stand for a noun where none follows: *il y en a une*."""
    fillers: frozenset[str] = frozenset()
    """Words that may stand between such a determiner and the end: *une autre*."""
    links: frozenset[str] = frozenset()
    """Words other than determiners that a noun may follow: prepositions, conjunctions."""
    genitive: frozenset[str] = frozenset()
    """Words between a noun and another that belongs to it: *de*."""
    articles: frozenset[str] = frozenset()
    """Words that may stand between such a word and its noun: *de la*."""
    quantities: frozenset[str] = frozenset()
    """Nouns that say how many: what agrees, agrees with the noun that follows (*la plupart des gens*)."""
    before_nouns: frozenset[str] = frozenset()
    """Adjectives that stand between determiner and noun."""
    no_nouns: frozenset[str] = frozenset()
    """Words that a lexicon calls nouns, and that are something else nearly always."""

    def is_closed(self, word: str) -> bool:
        """Whether the word is known to be no noun, whatever a lexicon says."""
        return any(word in listed for listed in (self.no_nouns, self.determiners, self.links, self.before_nouns))
