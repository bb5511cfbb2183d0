"""What our own analysis says of mentions and pronouns from another source."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from antecede.coreference.mentions import find_mentions, position_of
from antecede.languages import language

if TYPE_CHECKING:
    from antecede.analysis import AnalysedDocument
    from antecede.coreference._types import Antecedent, Position
    from antecede.coreference.mentions import Mention


class Describer:
    """Gives the features of any span of a document."""

    def __init__(self, document: AnalysedDocument) -> None:
        self._document = document
        self._reference = language(document.language).reference
        self._mentions: dict[int, dict[int, Mention]] = {}

    def position(self, sentence: int, token: int) -> Position:
        """Whether the token is a subject, an object or something else."""
        return position_of(self._document.sentences[sentence].words, token)

    def span(self, sentence: int, head: int) -> tuple[int, int]:
        """The noun phrase that the token heads."""
        mention = self._at(sentence).get(head)
        return (head, head + 1) if mention is None else (mention.start, mention.end)

    def antecedent(self, given: Antecedent) -> Antecedent:
        """The antecedent with the head, gender, number and humanness that our analysis finds."""
        words = self._document.sentences[given.sentence].words
        inside = range(given.start, given.end)
        # The highest word of the phrase is the one that is governed from outside.
        tops = [token for token in inside if words[token].head not in inside or words[token].head == token]
        nouns = [token for token in tops if words[token].pos in {"NOUN", "PROPN", "PRON"}]
        head = next(iter(nouns or tops), given.head)
        mention = self._at(given.sentence).get(head)
        if mention is None:
            return replace(given, head=head, gender=words[head].gender, number=words[head].number)
        return replace(given, head=head, gender=mention.gender, number=mention.number, human=mention.human)

    def _at(self, sentence: int) -> dict[int, Mention]:
        """The mentions of a sentence by their heads; a coordination goes before its first member."""
        if sentence not in self._mentions:
            one = replace(self._document, sentences=(self._document.sentences[sentence],))
            mentions = find_mentions(one, self._reference)[0] if self._reference else []
            self._mentions[sentence] = {mention.head: mention for mention in mentions}
        return self._mentions[sentence]
