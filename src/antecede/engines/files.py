"""An engine whose translations are in files: n-best lists, or one translation a line, from any system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.alignment import Alignments
from antecede.engines import Hypothesis
from antecede.engines.nbest import read_n_best
from antecede.errors import BadAlignment, BadFormat, LengthMismatch
from antecede.files import read_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["FileEngine"]


class FileEngine:
    """Gives back what was read, sentence by sentence; `translate` must be asked for the sentences of the file."""

    def __init__(self, path: Path | str, lists: list[list[Hypothesis]]) -> None:
        self._path = path
        self._lists = lists

    @classmethod
    def from_n_best(cls, path: Path | str) -> FileEngine:
        """Lists in Moses's format."""
        lists = read_n_best(path)
        for number, listed in enumerate(lists):
            if not listed:
                raise BadFormat(path, f"sentence {number} has no translation")
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
                [Hypothesis(tokens, alignment=links[number] if links is not None else ())]
                for number, tokens in enumerate(lines)
            ],
        )

    def translate(self, sentences: Sequence[Sequence[str]], *, n_best: int = 1) -> list[list[Hypothesis]]:
        """The file's translations; refuses sentences that are not the file's by their number or their alignment."""
        if len(sentences) != len(self._lists):
            raise LengthMismatch("the source", len(sentences), self._path, len(self._lists))
        for number, (sentence, listed) in enumerate(zip(sentences, self._lists, strict=True)):
            for hypothesis in listed[:n_best]:
                if any(link.source >= len(sentence) for link in hypothesis.alignment):
                    problem = f"sentence {number} has {len(sentence)} tokens, but a link points past its end"
                    raise BadAlignment(self._path, number + 1, problem)
        return [listed[:n_best] for listed in self._lists]
