"""An engine whose translations are in files: n-best lists, or one translation a line, from any system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.alignment import Alignments
from antecede.engines import EngineKind, Hypothesis
from antecede.engines.nbest import distinct_only, read_n_best
from antecede.errors import BadAlignment, BadFormat, BadOption, LengthMismatch
from antecede.files import read_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.engines import Ability, Opening

__all__ = ["ENGINE", "FileEngine"]


class FileEngine:
    """Gives back what was read: it is asked for the sentences of the file, in their order, in as many calls as wanted.

    So it has no abilities, though a list that is there is given: whoever needs lists may ask in any order.
    """

    abilities: frozenset[Ability] = frozenset()

    def __init__(self, path: Path | str, lists: list[list[Hypothesis]]) -> None:
        self._path = path
        self._lists = lists
        self._given = 0

    @classmethod
    def from_n_best(cls, path: Path | str) -> FileEngine:
        """Lists in Moses's format."""
        lists = read_n_best(path)
        for index, listed in enumerate(lists):
            if not listed:
                raise BadFormat(path, f"sentence {index} has no translation")
        return cls(path, lists)

    @classmethod
    def from_output(cls, path: Path | str, alignment: Path | str | None = None) -> FileEngine:
        """One tokenised translation a line, and if there is one its alignment with the source, as i-j links."""
        lines = [tuple(line.split()) for line in read_lines(path)]
        links = Alignments.read(alignment, target_lengths=[len(line) for line in lines]) if alignment else None
        if links is not None and len(links) != len(lines):
            raise LengthMismatch(path, len(lines), str(alignment), len(links))
        return cls(
            path,
            [
                [Hypothesis(tokens, alignment=links[index] if links is not None else ())]
                for index, tokens in enumerate(lines)
            ],
        )

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """The file's next translations; refuses sentences that do not fit the file in number or alignment."""
        start, end = self._given, self._given + len(sentences)
        if end > len(self._lists):
            raise LengthMismatch("the source", end, self._path, len(self._lists))
        self._given = end
        given = self._lists[start:end]
        if distinct:
            given = [distinct_only(listed) for listed in given]
        for index, (sentence, listed) in enumerate(zip(sentences, given, strict=True), start):
            for hypothesis in listed[:n_best]:
                if any(link.source >= len(sentence) for link in hypothesis.alignment):
                    problem = f"sentence {index} has {len(sentence)} tokens, but a link points past its end"
                    raise BadAlignment(self._path, index + 1, problem)
        return [listed[:n_best] for listed in given]

    def close(self) -> None:
        """Refuses a file with translations left over: they may be those of another text."""
        if self._given < len(self._lists):
            raise LengthMismatch("the source", self._given, self._path, len(self._lists))


def _open(opening: Opening) -> FileEngine:
    output, n_best = opening.path("output"), opening.path("n_best")
    if n_best is not None and output is None:
        return FileEngine.from_n_best(n_best)
    if output is None or n_best is not None:
        raise BadOption("an engine of files has an output or n-best lists: files:out.fr,out.align or files:n_best=F")
    return FileEngine.from_output(output, opening.path("alignment"))


ENGINE: Final = EngineKind(_open, FileEngine.abilities, ("output", "alignment", "n_best"))
