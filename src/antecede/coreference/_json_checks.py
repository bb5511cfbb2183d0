"""Values of a JSON file of unknown origin, read by name; a bad value is an error that says where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from antecede.errors import BadFormat

if TYPE_CHECKING:
    from collections.abc import Iterator
    from enum import StrEnum
    from pathlib import Path

    Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Checked:
    """A JSON object, and where it stands."""

    path: Path | str
    place: str
    content: Any

    def problem(self, problem: str) -> BadFormat:
        """The error to raise."""
        return BadFormat(self.path, f"{self.place}: {problem}" if self.place else problem)

    def entries(self, name: str) -> Iterator[Checked]:
        """The objects of a list."""
        listed = self._get(name, [])
        if not isinstance(listed, list):
            raise self.problem(f"'{name}' is not a list")
        for index, one in enumerate(listed):
            yield Checked(self.path, f"{self.place}{', ' if self.place else ''}{name}[{index}]", one)

    def entry(self, name: str) -> Checked | None:
        """An object inside this one."""
        value = self._get(name, None)
        return None if value is None else Checked(self.path, f"{self.place}, {name}", value)

    def text(self, name: str, *, default: str) -> str:
        value = self._get(name, default)
        if not isinstance(value, str):
            raise self.problem(f"'{name}' is not a string")
        return value

    def integer(self, name: str, *, below: int, default: int | None = None) -> int:
        """An integer from 0 that stays below a bound."""
        value = self._get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.problem(f"'{name}' is missing or not a whole number")
        if not 0 <= value < below:
            raise self.problem(f"'{name}' is {value}, but must be from 0 to {below - 1}" if below else "there is none")
        return value

    def probability(self, name: str, *, default: float | None = None) -> float:
        value = self._get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1 + 1e-6:
            raise self.problem(f"'{name}' is missing or not a probability from 0 to 1")
        return min(float(value), 1.0)

    def seconds(self, name: str) -> float:
        """A length of time; nothing is none."""
        value = self._get(name, 0.0)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < float("inf"):
            raise self.problem(f"'{name}' is not a number of seconds")
        return float(value)

    def truth(self, name: str) -> bool | None:
        value = self._get(name, None)
        if value is not None and not isinstance(value, bool):
            raise self.problem(f"'{name}' is neither true, false nor null")
        return value

    def choice(self, name: str, kind: type[Choice]) -> Choice | None:
        """One of an enumeration's values, or nothing."""
        value = self._get(name, None)
        if value is None:
            return None
        if value not in list(kind):
            raise self.problem(f"'{name}' is neither {', '.join(kind)} nor null")
        return kind(value)

    def words(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self._get(name, None)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.problem(f"'{name}' is missing or not a list of strings")
        return tuple(value)

    def spans(self, name: str, *, below: int) -> list[tuple[int, int]]:
        """Pairs of a start and an end, in order and below a bound."""
        value = self._get(name, None)
        if not isinstance(value, list):
            raise self.problem(f"'{name}' is missing or not a list")
        spans = []
        for one in value:
            if not isinstance(one, list) or len(one) != 2 or not all(type(place) is int for place in one):
                raise self.problem(f"'{name}' has an item that is not a pair of whole numbers")
            if not 0 <= one[0] <= one[1] < below:
                raise self.problem(f"'{name}' has {one}, which is not within the {below - 1} tokens")
            spans.append((one[0], one[1]))
        return spans

    def token_lists(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Sentences as lists of tokens."""
        sentences = self._get(name, None)
        if not isinstance(sentences, list):
            raise self.problem(f"'{name}' is missing or not a list")
        for index, tokens in enumerate(sentences):
            if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
                raise self.problem(f"{name}[{index}] is not a list of tokens")
        return tuple(tuple(tokens) for tokens in sentences)

    def _get(self, name: str, default: object) -> Any:  # noqa: ANN401 - whatever the file has
        if not isinstance(self.content, dict):
            raise self.problem("is not an object")
        return self.content.get(name, default)
