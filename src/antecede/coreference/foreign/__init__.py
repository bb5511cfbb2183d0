"""Coreference that others annotated: each file format gives documents on its own tokens.

>>> known_formats()
('json', 'conll-2012', 'corefud', 'parcor', 'corzu')
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.coreference import json_format
from antecede.coreference.foreign import conll2012, corefud, corzu, parcor
from antecede.coreference.foreign.chains import ChainedDocument, given
from antecede.errors import BadOption
from antecede.files import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from antecede.coreference._types import Resolver
    from antecede.coreference.given import GivenDocument

__all__ = ["ChainedDocument", "given_resolver", "guess_format", "known_formats", "read", "read_chains"]

_CHAINS: Final[dict[str, Callable[[Path | str], Iterable[ChainedDocument]]]] = {
    "conll-2012": conll2012.read,
    "corefud": corefud.read,
    "parcor": parcor.read,
}


def known_formats() -> tuple[str, ...]:
    """The names that `format` takes."""
    return ("json", *_CHAINS, "corzu")


def given_resolver(path: Path | str, base: Resolver, language: str, *, format: str | None = None) -> Resolver:  # noqa: A002 - what users say
    """A resolver that gives the file's antecedents; `base` resolves what the file leaves out."""
    from antecede.coreference.given import GivenResolver

    if (format or guess_format(path)) == "corzu":
        return corzu.CorZuResolver.read(path, base)
    return GivenResolver(read(path, language, format=format), base)


def read(path: Path | str, language: str, *, format: str | None = None) -> tuple[GivenDocument, ...]:  # noqa: A002 - as above
    """The documents of a file that has its own tokens, with the antecedents of the language's pronouns."""
    chosen = format or guess_format(path)
    if chosen == "json":
        return json_format.read(path)
    return tuple(given(document, language, path) for document in read_chains(path, format=chosen))


def read_chains(path: Path | str, *, format: str) -> Iterable[ChainedDocument]:  # noqa: A002 - as above
    """The documents and chains of a file, as they are annotated."""
    if format not in _CHAINS:
        raise BadOption(f"format '{format}': the formats with text and chains are {', '.join(_CHAINS)}")
    return _CHAINS[format](path)


def guess_format(path: Path | str) -> str:
    """The format by what the file's beginning shows."""
    start = read_text(path, longest_line=json_format.LONGEST_LINE)[: 1 << 16].removeprefix("\ufeff").lstrip()
    if start.startswith("{"):
        first = start.partition("\n")[0]
        return "corzu" if '"candidates"' in first else "parcor" if '"tokens"' in first else "json"
    if start.startswith("#begin document"):
        return "conll-2012"
    if "Entity" in start or Path(path).suffix == ".conllu":
        return "corefud"
    raise BadOption(f"{path}: its format is not recognised; give --format, one of {', '.join(known_formats())}")
