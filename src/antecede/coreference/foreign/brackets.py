"""Mentions that a file opens at one token and closes at another."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from antecede.coreference.foreign.chains import ChainedDocument, Mention
from antecede.errors import BadFormat

if TYPE_CHECKING:
    from pathlib import Path

# Mentions inside mentions of one chain: a real text has a few.
_DEEPEST: Final = 1000


class Brackets:
    """Builds a document token by token."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._sentences: list[tuple[str, ...]] = []
        self._tokens: list[str] = []
        self._mentions: list[Mention] = []
        self._open: dict[str, list[tuple[int, bool]]] = defaultdict(list)

    @property
    def empty(self) -> bool:
        """Whether nothing has been read yet."""
        return not (self._tokens or self._sentences)

    def token(self, text: str) -> None:
        """The next token; what is opened and closed after this call stands at it."""
        self._tokens.append(text)

    def open(self, chain: str, line: int, *, next_token: bool = False, pronoun: bool = False) -> None:
        """A mention starts at the token, or at the one after it."""
        if len(self._open[chain]) >= _DEEPEST:
            raise BadFormat(self.path, f"chain {chain} is open {_DEEPEST} times", line=line)
        self._open[chain].append((len(self._tokens) - (not next_token), pronoun))

    def close(self, chain: str, line: int) -> None:
        """The innermost mention of the chain ends with the token; one without tokens is forgotten."""
        if not self._open.get(chain):
            raise BadFormat(self.path, f"a mention of chain {chain} ends that did not begin", line=line)
        start, pronoun = self._open[chain].pop()
        if start < len(self._tokens):
            nominal = False if pronoun and start + 1 == len(self._tokens) else None
            self._mentions.append(Mention(len(self._sentences), start, len(self._tokens), chain, nominal))

    def end_sentence(self, line: int) -> None:
        """The tokens so far are a sentence; mentions do not go over its end."""
        unclosed = [chain for chain, starts in self._open.items() if starts]
        if unclosed:
            raise BadFormat(self.path, f"a mention of chain {unclosed[0]} does not end in its sentence", line=line)
        self._open.clear()
        if self._tokens:
            self._sentences.append(tuple(self._tokens))
            self._tokens.clear()

    def document(self, name: str, line: int) -> ChainedDocument:
        """All that was read."""
        self.end_sentence(line)
        mentions = sorted(self._mentions, key=lambda mention: (mention.sentence, mention.start, mention.end))
        return ChainedDocument(name, tuple(self._sentences), tuple(mentions))
