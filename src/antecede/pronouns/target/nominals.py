"""The nouns and pronouns of a text with their gender and number: a lexicon and the words around, no parser."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from antecede.errors import ResourceError
from antecede.languages import Agreement, language
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.languages import NounClues

__all__ = ["Nominal", "NominalFinder", "NounLexicon"]


class NounLexicon(Protocol):
    """Tells whether a word, in normal form, may be a noun."""

    def __call__(self, word: str) -> Agreement | None:
        """The noun's gender and number; None if it is no noun."""
        ...


class Nominal(NamedTuple):
    """A noun or pronoun at a position of a sentence."""

    position: int
    word: str
    """In normal form, without the hyphen of an inverted pronoun."""
    agreement: Agreement
    pronoun: bool


@dataclass(frozen=True, slots=True)
class NominalFinder:
    """Finds nouns and third-person pronouns, as a tagger would, from closed classes of words and a lexicon of nouns."""

    pronouns: Mapping[str, Agreement]
    """The language's third-person pronouns."""
    clues: NounClues
    lexicon: NounLexicon
    impersonal_agrees: bool = False
    """Whether a subject that stands for nothing (*il faut*) has the gender of its form, as a tagger gives it."""

    @classmethod
    def of(cls, code: str, lexicon: NounLexicon) -> NominalFinder:
        """The finder of a language; raises `ResourceError` for one whose nouns are not described."""
        described = language(code)
        if described.noun_clues is None:
            raise ResourceError(f"nouns of {described.name} are not known by the words around them yet")
        return cls(described.pronouns, described.noun_clues, lexicon)

    def as_published(self) -> NominalFinder:
        """What the authors of the pronoun language model saw: their list of pronouns, and a tagger's gender of each."""
        modelled = self.clues.modelled - self.clues.unpublished
        return replace(self, clues=replace(self.clues, modelled=modelled), impersonal_agrees=True)

    def find(self, tokens: Sequence[str]) -> list[Nominal]:
        """The sentence's nouns and pronouns, in order."""
        return list(self._nominals(tokens))

    def _nominals(self, tokens: Sequence[str]) -> Iterator[Nominal]:
        words = [normalise(token) for token in tokens]
        after_noun = -1
        """The position of the last noun: what follows it at once is its adjective."""
        for position, word in enumerate(words):
            bare = word.removeprefix("-") or word
            if bare in self.pronouns and self._is_pronoun(words, position):
                listed = self.pronouns[bare]
                stands_for_nothing = (
                    not self.impersonal_agrees and bare in self.clues.before_verbs and self._impersonal(words, position)
                )
                yield Nominal(
                    position, bare, Agreement(None, listed.number) if stands_for_nothing else listed, pronoun=True
                )
                continue
            if word in self.clues.alone and self._ends(words, position):
                yield Nominal(position, word, self.clues.determiners[word], pronoun=True)
                continue
            agreement = self._noun(tokens[position], words, position, after_noun)
            if agreement is not None:
                after_noun = position
                yield Nominal(position, word, agreement, pronoun=False)

    def _impersonal(self, words: Sequence[str], position: int) -> bool:
        """Whether the verb after a subject, with the clitics between them, is one that has no real subject."""
        after = [word for word in words[position + 1 : position + 5] if word not in self.clues.negations][:2]
        return bool(after) and (after[0] in self.clues.impersonal or "|".join(after) in self.clues.impersonal)

    def _ends(self, words: Sequence[str], position: int) -> bool:
        """Whether nothing comes after a determiner that it could belong to."""
        rest = (word for word in words[position + 1 :] if word not in self.clues.fillers)
        return not any(character.isalnum() for character in next(rest, ""))

    def _is_pronoun(self, words: Sequence[str], position: int) -> bool:
        """Whether a word that may be a pronoun is one: always, but for those that are determiners as well."""
        word, clues = words[position], self.clues
        following = words[position + 1] if position + 1 < len(words) else ""
        if word.startswith("-"):
            return True
        if word not in clues.ambiguous:
            return word not in clues.determiners or self.lexicon(following) is None or following in clues.no_nouns
        if following in clues.after_object or (position and words[position - 1] in clues.before_verbs):
            return True
        if following in clues.before_nouns or following in clues.determiners or self.lexicon(following) is not None:
            return False
        return following.endswith(clues.infinitives)

    def _noun(self, token: str, words: Sequence[str], position: int, after_noun: int) -> Agreement | None:
        clues, word = self.clues, words[position]
        if not word[:1].isalpha() or clues.is_closed(word):
            return None
        start = position - 1
        while start >= 0 and words[start] in clues.before_nouns:
            start -= 1
        before = words[start] if start >= 0 else ""
        verbal = before in clues.before_verbs or (
            before in clues.ambiguous and start > 0 and words[start - 1] in clues.before_verbs
        )
        if verbal or 0 <= start == after_noun:
            return None
        determined = clues.determiners.get(before)
        known = self.lexicon(word)
        if known is None:
            return self._unknown(words, position, determined if start == position - 1 else None)
        follows = determined is not None or before in clues.links or before[:1].isdigit()
        # One adjective that no list has may stand between: *une énorme maison*.
        further = None if follows or start < 1 else clues.determiners.get(words[start - 1])
        name = position > 0 and token[:1].isupper() and determined is None
        shown = determined or further or Agreement()
        if name or not (follows or further):
            return None
        return Agreement(known.gender or shown.gender, known.number or shown.number)

    def _unknown(self, words: Sequence[str], position: int, determined: Agreement | None) -> Agreement | None:
        """A word that no lexicon has is a noun where its determiner says so, and no noun comes after it."""
        if determined is None or determined.gender is None or len(words[position]) < 3:
            return None
        following = words[position + 1] if position + 1 < len(words) else ""
        noun_follows = self.lexicon(following) is not None and following not in self.clues.no_nouns
        return None if noun_follows or self._is_pronoun(words, position - 1) else determined
