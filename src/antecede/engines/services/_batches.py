"""Texts in requests of bounded size, and what was translated so far kept for a second try."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from antecede.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["Asked", "Client", "Journal", "ServiceTranslator", "checked_texts"]

_LARGE: Final = 20_000
"""Characters from which the size of a run is worth a line before it starts: services bill by the character."""


class Asked(NamedTuple):
    """A sentence to be translated, and the text before it."""

    text: str
    before: str = ""


class Client(Protocol):
    """What a service's own module says: how texts are asked for, and how many at a time."""

    @property
    def name(self) -> str:
        """As messages and kept translations call it."""
        ...

    @property
    def key(self) -> str:
        """What else the answer depends on: address, languages, model."""
        ...

    @property
    def most_texts(self) -> int:
        """Texts of one request."""
        ...

    @property
    def most_characters(self) -> int:
        """Characters of one request; a longer text goes alone."""
        ...

    def ask(self, texts: Sequence[str], before: str) -> list[str]:
        """The translation of each text."""
        ...


@dataclass(frozen=True)
class Journal:
    """Translations that were paid for, kept until all are made: a run that broke off goes on where it was."""

    path: Path
    _kept: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        with suppress(FileNotFoundError), self.path.open(encoding="utf-8") as file:
            for line in file:
                with suppress(ValueError):  # the last line of a run that was killed
                    key, text = json.loads(line)
                    self._kept[str(key)] = str(text)

    def get(self, key: str) -> str | None:
        """What was kept for a key."""
        return self._kept.get(key)

    def keep(self, found: Sequence[tuple[str, str]]) -> None:
        """Write translations down at once."""
        with self._lock:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(each, ensure_ascii=False) + "\n" for each in found)
            self._kept.update(found)

    def done(self) -> None:
        """All is translated: nothing is kept any longer."""
        self.path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class ServiceTranslator:
    """Texts to translations by a service, in as few requests as its limits allow; equal texts are asked for once."""

    client: Client
    journal: Journal

    def translate(self, asked: Sequence[Asked]) -> list[str]:
        """The translation of each text; an empty one is not sent."""
        wanted = [
            each for each in dict.fromkeys(asked) if each.text.strip() and self.journal.get(self._key(each)) is None
        ]
        size = sum(len(each.text) + len(each.before) for each in wanted)
        if size >= _LARGE:
            logging.getLogger(__name__).warning(
                "%s: %s characters of %s sentences will be sent", self.client.name, f"{size:,}", f"{len(wanted):,}"
            )
        for batch in self._batches(wanted):
            texts = self.client.ask([each.text for each in batch], batch[0].before)
            self.journal.keep([(self._key(each), text) for each, text in zip(batch, texts, strict=True)])
        return [(self.journal.get(self._key(each)) or "") if each.text.strip() else each.text for each in asked]

    def _batches(self, asked: Sequence[Asked]) -> Iterator[list[Asked]]:
        batch: list[Asked] = []
        size = 0
        for each in asked:
            full = len(batch) >= self.client.most_texts or size + len(each.text) > self.client.most_characters
            if batch and (full or each.before != batch[0].before):
                yield batch
                batch, size = [], 0
            batch.append(each)
            size += len(each.text)
        if batch:
            yield batch

    def _key(self, asked: Asked) -> str:
        parts = (self.client.name, self.client.key, asked.before, asked.text)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def checked_texts(name: str, found: object, wanted: int) -> list[str]:
    """What a service gave as translations, if it is as many texts as were asked for."""
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise EngineError(f"{name} answered with JSON that holds no translations; is the address right?")
    if len(found) != wanted:
        raise EngineError(f"{name} gave {len(found)} translations of {wanted} texts")
    # A line is a sentence: what breaks lines inside a translation would shift all that follow.
    return [" ".join(text.split()) for text in found]
