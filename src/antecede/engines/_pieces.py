"""Text cut into the pieces of words that a neural model knows: SentencePiece's, or byte pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Protocol

from antecede.errors import ResourceError
from antecede.extras import needing
from antecede.files import read_lines
from antecede.text import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["BytePairs", "Pieces", "SentencePieces", "visible"]

_SPACE: Final = "▁"
_JOINED: Final = "@@"
_LARGEST: Final = 1 << 26
"""Bytes of a file of pieces: NLLB's has 5 million."""
_SAMPLE: Final = 2000
# Typographic quotation marks, which the models were trained without; character for character, so that places stay.
_PLAIN: Final = str.maketrans("’‘‛“”„«»", '\'\'\'"""""')


class Pieces(Protocol):
    """How one side of a model is cut into pieces."""

    def cut(self, text: str) -> list[str]:
        """The pieces of a text."""
        ...

    def joined(self, pieces: Sequence[str]) -> str:
        """The text of pieces."""
        ...

    def share_in(self, vocabulary: frozenset[str]) -> float:
        """How many of the pieces a vocabulary has, of those that could be told."""
        ...


@dataclass(frozen=True, slots=True)
class SentencePieces:
    """A SentencePiece model."""

    processor: Any
    plain_marks: bool = False
    """Whether typographic quotation marks are made plain, as for models whose training text was."""

    @classmethod
    def read(cls, path: Path, *, plain_marks: bool = False) -> SentencePieces:
        """The model of a file; a `ResourceError` says what is wrong with it."""
        with needing("SentencePiece, which cuts text for neural models,", "neural"):
            import sentencepiece
        processor = sentencepiece.SentencePieceProcessor()
        try:
            if path.stat().st_size > _LARGEST:
                raise ResourceError(f"{path}: is larger than a SentencePiece model can be")
            processor.LoadFromSerializedProto(path.read_bytes())
        except OSError as error:
            raise ResourceError(f"{path}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None
        except RuntimeError:
            raise ResourceError(f"{path}: is damaged, or not a SentencePiece model") from None
        if not processor.get_piece_size():
            raise ResourceError(f"{path}: is damaged, or not a SentencePiece model")
        return cls(processor, plain_marks)

    def cut(self, text: str) -> list[str]:
        """The pieces of a text."""
        plain = text.translate(_PLAIN) if self.plain_marks else text
        return list(self.processor.encode(plain, out_type=str))

    def joined(self, pieces: Sequence[str]) -> str:
        """The text of pieces."""
        return str(self.processor.decode(list(pieces)))

    def share_in(self, vocabulary: frozenset[str]) -> float:
        """How many of the pieces a vocabulary has, of a sample that is spread over all of them."""
        size = self.processor.get_piece_size()
        numbers = range(0, size, max(1, size // _SAMPLE))
        known = [number for number in numbers if not self.processor.is_control(number)]
        return sum(self.processor.id_to_piece(number) in vocabulary for number in known) / max(1, len(known))


@dataclass(frozen=True, slots=True)
class BytePairs:
    """Byte-pair codes as subword-nmt and fastBPE write them, for text in our tokens."""

    ranks: dict[tuple[str, str], int]
    language: str

    @classmethod
    def read(cls, path: Path, language: str) -> BytePairs:
        """The codes of a file: two pieces a line, the most frequent pair first, after a line with a version."""
        ranks: dict[tuple[str, str], int] = {}
        for number, line in enumerate(read_lines(path)):
            parts = line.split()
            if number == 0 and line.startswith("#version"):
                if parts[1:] != ["0.2"]:
                    raise ResourceError(f"{path}: byte-pair codes of version 0.2 are supported, and these are not")
                continue
            # fastBPE adds a count.
            if len(parts) not in {2, 3}:
                raise ResourceError(f"{path}, line {number + 1}: is not a pair of pieces, as byte-pair codes have")
            ranks.setdefault((parts[0], parts[1]), number)
        return cls(ranks, language)

    def cut(self, text: str) -> list[str]:
        """The pieces of a text's tokens; all but a token's last end in `@@`."""
        found: list[str] = []
        for word in words(text, self.language):
            *parts, last = _merged(word, _Ranks(self.ranks))
            found += [*(part + _JOINED for part in parts), last]
        return found

    def joined(self, pieces: Sequence[str]) -> str:
        """The text of pieces."""
        return detokenise(f"{' '.join(pieces)} ".replace(f"{_JOINED} ", "").split(), self.language)

    def share_in(self, vocabulary: frozenset[str]) -> float:
        """How many of the pairs a vocabulary has as a piece, whole or before another."""
        merged = ["".join(pair) for pair in self.ranks]
        forms = ((word.removesuffix("</w>"), f"{word}{_JOINED}") for word in merged)
        return sum(whole in vocabulary or start in vocabulary for whole, start in forms) / max(1, len(merged))


class _Ranks:
    """The same for as long as the codes are: what the memory of words that were cut goes by."""

    def __init__(self, ranks: dict[tuple[str, str], int]) -> None:
        self.ranks = ranks

    def __hash__(self) -> int:
        return id(self.ranks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Ranks) and other.ranks is self.ranks


@lru_cache(maxsize=1 << 16)
def _merged(word: str, codes: _Ranks) -> tuple[str, ...]:
    """A word's pieces: of all neighbours the pair that was merged first in training is merged, until none is left."""
    parts = [*word[:-1], f"{word[-1]}</w>"]
    while len(parts) > 1:
        best = min(pairwise(parts), key=lambda pair: codes.ranks.get(pair, len(codes.ranks) + 1))
        if best not in codes.ranks:
            break
        merged: list[str] = []
        for part in parts:
            if merged and (merged[-1], part) == best:
                merged[-1] += part
            else:
                merged.append(part)
        parts = merged
    return tuple(part.removesuffix("</w>") for part in parts)


def visible(piece: str) -> int:
    """How many characters of a text a piece stands for, spaces not counted."""
    return len(piece.removesuffix(_JOINED).replace(_SPACE, ""))
