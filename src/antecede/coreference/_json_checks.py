"""Values of a JSON file that somebody else wrote, each asked for by name; a bad one is an error that says where."""

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
        for number, one in enumerate(listed):
            yield Checked(self.path, f"{self.place}{', ' if self.place else ''}{name}[{number}]", one)

    def entry(self, name: str) -> Checked | None:
        """An object inside this one."""
        found = self._get(name, None)
        return None if found is None else Checked(self.path, f"{self.place}, {name}", found)

    def text(self, name: str, *, default: str) -> str:
        found = self._get(name, default)
        if not isinstance(found, str):
            raise self.problem(f"'{name}' is not a string")
        return found

    def number(self, name: str, *, below: int, default: int | None = None) -> int:
        """A count from 0 that stays below a bound."""
        found = self._get(name, default)
        if not isinstance(found, int) or isinstance(found, bool):
            raise self.problem(f"'{name}' is missing or not a whole number")
        if not 0 <= found < below:
            raise self.problem(f"'{name}' is {found}, but must be from 0 to {below - 1}" if below else "there is none")
        return found

    def probability(self, name: str, *, default: float | None = None) -> float:
        found = self._get(name, default)
        if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= 1 + 1e-6:
            raise self.problem(f"'{name}' is missing or not a probability from 0 to 1")
        return min(float(found), 1.0)

    def truth(self, name: str) -> bool | None:
        found = self._get(name, None)
        if found is not None and not isinstance(found, bool):
            raise self.problem(f"'{name}' is neither true, false nor null")
        return found

    def choice(self, name: str, kind: type[Choice]) -> Choice | None:
        """One of an enumeration's values, or nothing."""
        found = self._get(name, None)
        if found is None:
            return None
        if found not in list(kind):
            raise self.problem(f"'{name}' is neither {', '.join(kind)} nor null")
        return kind(found)

    def words(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        found = self._get(name, None)
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self.problem(f"'{name}' is missing or not a list of strings")
        return tuple(found)

    def spans(self, name: str, *, below: int) -> list[tuple[int, int]]:
        """Pairs of a start and an end, in order and below a bound."""
        found = self._get(name, None)
        if not isinstance(found, list):
            raise self.problem(f"'{name}' is missing or not a list")
        spans = []
        for one in found:
            if not isinstance(one, list) or len(one) != 2 or not all(type(place) is int for place in one):
                raise self.problem(f"'{name}' has what is not a pair of whole numbers")
            if not 0 <= one[0] <= one[1] < below:
                raise self.problem(f"'{name}' has {one}, which is not within the {below - 1} tokens")
            spans.append((one[0], one[1]))
        return spans

    def token_lists(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Sentences as lists of tokens."""
        sentences = self._get(name, None)
        if not isinstance(sentences, list):
            raise self.problem(f"'{name}' is missing or not a list")
        for number, tokens in enumerate(sentences):
            if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
                raise self.problem(f"{name}[{number}] is not a list of tokens")
        return tuple(tuple(tokens) for tokens in sentences)

    def _get(self, name: str, default: object) -> Any:  # noqa: ANN401 - whatever the file has
        if not isinstance(self.content, dict):
            raise self.problem("is not an object")
        return self.content.get(name, default)
