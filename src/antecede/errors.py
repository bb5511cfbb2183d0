"""What can go wrong, as the user sees it.

AntecedeError
├── InputError              the user's files or options
│   ├── UnreadableFile      missing, not text, not UTF-8, a NUL, a line without end
│   ├── LengthMismatch      parallel files that are not parallel
│   ├── BadAlignment        an alignment that is malformed or points past the end
│   ├── BadFormat           a file that is not what its format says
│   ├── BadText             a value from Python that is not text to work on: its type, an empty list, a lone surrogate
│   ├── UnknownPair         a language pair that is not described
│   ├── UnknownLanguage     a language that is not described
│   └── BadOption           options that contradict each other, or a value out of range
├── ResourceError           a model, lexicon or optional part is missing, damaged or foreign
│   └── MissingExtra        an optional package that is not installed
└── EngineError             a program outside this process failed
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class AntecedeError(Exception):
    """Anything that the user can fix; the command line prints it in one line and exits with 2."""


class InputError(AntecedeError):
    """The user's files or options."""


class UnreadableFile(InputError):
    """A file that cannot be read as text; `line` counts from 1."""

    def __init__(self, path: Path | str, problem: str, *, line: int | None = None) -> None:
        super().__init__(f"{_place(path, line)}: {problem}")


class LengthMismatch(InputError):
    """Parallel files that are not parallel."""

    def __init__(self, first: Path | str, first_lines: int, second: Path | str, second_lines: int) -> None:
        super().__init__(
            f"{first} has {first_lines} lines but {second} has {second_lines}:"
            f" they differ from line {min(first_lines, second_lines) + 1} on; parallel files need one line per sentence"
        )


class BadAlignment(InputError):
    """An alignment that is malformed or points past the end; `line` counts from 1."""

    def __init__(self, path: Path | str, line: int, problem: str) -> None:
        super().__init__(f"{_place(path, line)}: {problem}")


class BadFormat(InputError):
    """A file that is not what its format says; `line` counts from 1."""

    def __init__(self, path: Path | str, problem: str, *, line: int | None = None) -> None:
        super().__init__(f"{_place(path, line)}: {problem}")


class BadText(InputError):
    """A value from Python that is not text to work on; `line` counts from 1."""

    def __init__(self, name: str, problem: str, *, line: int | None = None) -> None:
        super().__init__(f"{_place(name, line)}: {problem}")


class UnknownPair(InputError):
    """A language pair that is not described."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown language pair '{name}': the pairs are {', '.join(sorted(known))}")


class UnknownLanguage(InputError):
    """A language that is not described."""

    def __init__(self, code: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown language '{code}': the languages are {', '.join(sorted(known))}")


class BadOption(InputError):
    """Options that contradict each other, or a value out of range."""


class ResourceError(AntecedeError):
    """A model, lexicon or optional part is missing, damaged or foreign."""


class MissingExtra(ResourceError):
    """An optional package that is not installed; `extra` brings it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} is not installed: run pip install 'antecede[{extra}]'")


class EngineError(AntecedeError):
    """A program outside this process failed."""


def _place(path: Path | str, line: int | None) -> str:
    return f"{path}" if line is None else f"{path}, line {line}"
