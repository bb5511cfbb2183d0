"""The encoder and what reads its vectors: a folder with a network in ONNX, the weights around it, and its pieces.

    model.toml       what it is, its licence, the checksums of the others
    encoder.onnx     pieces in, a vector for each out; 8 bits
    heads.npz        small networks over these vectors, and weights of features by their names
    pieces.txt       the vocabulary

One window is run at a time: in batches 8-bit numbers would depend on what else is in them, and so would answers.
"""

from __future__ import annotations

import tomllib
import zipfile
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from antecede.coreference.encoder.pieces import WordPieces
from antecede.errors import ResourceError
from antecede.extras import needing
from antecede.files import read_text
from antecede.files.packed import checksum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from antecede.coreference.encoder.questions import Question

    Vectors = NDArray[Any]
    """Numbers of 32 bits, and what is computed from them."""

__all__ = ["FILES", "FORMAT", "Answer", "EncoderModel", "Heads"]

FORMAT: Final = 1
FILES: Final = ("encoder.onnx", "heads.npz", "pieces.txt")
_LARGEST_TEXT: Final = 4 << 20
_ROWS: Final = 4
# Of the error function, by Abramowitz and Stegun, 7.1.26: within 1.5e-7.
_ERF: Final = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
_ERF_SLOPE: Final = 0.3275911


class Answer(NamedTuple):
    """What is said of one pronoun, as scores before any are made probabilities."""

    options: Vectors
    none: float
    function: Vectors
    clauses: Vectors


class _Network(NamedTuple):
    """A network over a pronoun and what it may stand for: what becomes of each part of its input, and its score."""

    own: Vectors
    other: Vectors
    product: Vectors
    seen: Vectors
    bias: Vectors
    score: Vectors

    @classmethod
    def of(cls, part: str, arrays: Mapping[str, Vectors], width: int) -> _Network:
        """The network of that name, divided: the parts are computed apart, and some of them once a pronoun."""
        columns = arrays[f"{part}.weight"].T
        parts = (columns[:width], columns[width : 2 * width], columns[2 * width : 3 * width], columns[3 * width :])
        own, other, product, seen = map(np.ascontiguousarray, parts)
        return cls(own, other, product, seen, arrays[f"{part}.bias"], arrays[f"{part}_score.weight"][0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """The small networks, and the weights of features."""

    arrays: Mapping[str, Vectors]
    candidate: _Network
    clause: _Network
    ranking: Mapping[str, float]
    function: Mapping[str, Vectors]
    clauses: Mapping[str, float]
    dense: Mapping[str, int]
    """The features that the network over candidates sees, and where."""

    @classmethod
    def read(cls, path: Path) -> Heads:
        """Read them from an archive of plain arrays."""
        with np.load(path, allow_pickle=False) as file:
            # Halves on disk, which is as good; whole in memory, which is faster.
            arrays = {
                name: file[name] if name.endswith("_names") else file[name].astype(np.float32) for name in file.files
            }
        names = {
            part: [str(name) for name in arrays.pop(f"{part}_names")] for part in ("ranking", "function", "clause")
        }
        width = arrays["none.weight"].shape[1]
        candidate = _Network.of("candidate", arrays, width)
        return cls(
            arrays=arrays,
            candidate=candidate,
            clause=_Network.of("clause", arrays, width),
            ranking=dict(zip(names["ranking"], arrays["ranking_weights.weight"][:, 0].tolist(), strict=True)),
            function=dict(zip(names["function"], arrays["function_weights.weight"], strict=True)),
            clauses=dict(zip(names["clause"], arrays["clause_weights.weight"][:, 0].tolist(), strict=True)),
            dense={name: number for number, name in enumerate(names["ranking"][: len(candidate.seen)])},
        )

    def answer(self, question: Question, vectors: Vectors) -> Answer:
        """What is said of a pronoun, from the vectors of its window's pieces."""
        places = question.window.places
        own = vectors[places[question.pronoun.sentence, question.pronoun.head]]
        hidden = _gelu(self.arrays["none.weight"] @ own + self.arrays["none.bias"])
        none = float(self.arrays["none_score.weight"][0] @ hidden + self.arrays["none_score.bias"][0])
        hidden = _gelu(self.arrays["function.weight"] @ own + self.arrays["function.bias"])
        function = self.arrays["function_score.weight"] @ hidden + self.arrays["function_score.bias"]
        for name in question.function:
            if name in self.function:
                function = function + self.function[name]
        options = vectors[[places[option.sentence, option.head] for option in question.options]]
        clauses = vectors[[places[clause.sentence, clause.head] for clause in question.clauses]]
        return Answer(
            self._pairs(self.candidate, own, options, question.names, self.ranking),
            none + self._sum(self.ranking, question.none),
            function,
            self._pairs(self.clause, own, clauses, [clause.names for clause in question.clauses], self.clauses),
        )

    def _pairs(
        self,
        network: _Network,
        own: Vectors,
        others: Vectors,
        names: Sequence[Iterable[str]],
        weights: Mapping[str, float],
    ) -> Vectors:
        """The scores of what a pronoun may stand for, one a row."""
        if not len(others):
            return np.zeros(0, np.float32)
        hidden = _times(others, network.other) + _times(others * own, network.product)
        hidden = hidden + (own @ network.own + network.bias)
        if len(network.seen):
            seen = np.zeros((len(others), len(network.seen)), np.float32)
            for row, each in enumerate(names):
                seen[row, [self.dense[name] for name in each if name in self.dense]] = 1.0
            hidden = hidden + _times(seen, network.seen)
        scores: Vectors = _gelu(hidden) @ network.score
        return scores + np.array([self._sum(weights, each) for each in names], np.float32)

    @staticmethod
    def _sum(weights: Mapping[str, float], names: Iterable[str]) -> float:
        return sum(weights.get(name, 0.0) for name in names)


class EncoderModel:
    """An opened folder. Threads may share one."""

    def __init__(self, folder: Path) -> None:
        """Opens a folder whose files are what its model.toml says; a `ResourceError` tells what is not."""
        told = _told(folder)
        self.key = checksum(folder / "model.toml")
        """What answers depend on: the files' checksums and the settings stand in it."""
        self.temperature = float(told["encoder"].get("temperature", 1.0))
        self.none = float(told["encoder"].get("none", 0.0))
        """What is added to the score of the answer that there is no antecedent."""
        self.paragraph = float(told["encoder"].get("paragraph", 0.0))
        """What it costs a candidate to stand a paragraph further back than the nearest one."""
        self.same_noun = float(told["encoder"].get("same_noun", 0.0))
        """As for `Chains`."""
        with needing("the encoder of pronouns", "resolver"):
            import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self.cutter = WordPieces(read_text(folder / "pieces.txt", largest=_LARGEST_TEXT).splitlines())
            self.heads = Heads.read(folder / "heads.npz")
            self._session = onnxruntime.InferenceSession(
                str(folder / "encoder.onnx"), options, providers=["CPUExecutionProvider"]
            )
        # The runtime has an exception for every way in which a file may be damaged, and no common one.
        except (KeyError, ValueError, IndexError, zipfile.BadZipFile, RuntimeError, EOFError) as error:
            raise ResourceError(f"{folder}: is not an encoder that can be run: {type(error).__name__}") from None

    def answers(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """What is said of each pronoun, in order."""
        # Pronouns of one window share its vectors.
        for _, group in groupby(questions, key=lambda question: question.window.pieces):
            yield from self._answer(list(group))

    def _answer(self, group: Sequence[Question]) -> list[Answer]:
        pieces = np.array([group[0].window.pieces], np.int64)
        (vectors,) = self._session.run(None, {"pieces": pieces})
        return [self.heads.answer(question, vectors[0]) for question in group]


def _told(folder: Path) -> dict[str, Any]:
    """What model.toml says, if the files are those that it names."""
    file = folder / "model.toml"
    try:
        told = tomllib.loads(read_text(file, largest=_LARGEST_TEXT))
        version, checksums = told["encoder"]["format"], told["checksums"]
        wanted = {name: str(checksums[name]) for name in FILES}
    except (tomllib.TOMLDecodeError, KeyError, TypeError):
        raise ResourceError(f"{file}: is damaged, or no encoder's; reinstall the package of the resolver") from None
    if version != FORMAT:
        raise ResourceError(f"{file}: has format {version!r}, but only {FORMAT} is supported; install another version")
    for name, sum_ in wanted.items():
        if not (folder / name).is_file() or checksum(folder / name) != sum_:
            raise ResourceError(f"{folder / name}: is missing or damaged; reinstall the package of the resolver")
    return told


def _times(rows: Vectors, matrix: Vectors) -> Vectors:
    """Their product, some rows at a time: for larger ones BLAS wakes threads, which here cost more than they save."""
    parts = [rows[start : start + _ROWS] @ matrix for start in range(0, len(rows), _ROWS)]
    return np.concatenate(parts)


def _gelu(values: Vectors) -> Vectors:
    scaled = np.abs(values) * np.float32(1 / np.sqrt(2))
    step = 1 / (1 + _ERF_SLOPE * scaled)
    series = step * (_ERF[0] + step * (_ERF[1] + step * (_ERF[2] + step * (_ERF[3] + step * _ERF[4]))))
    error: Vectors = np.sign(values) * (1 - series * np.exp(-scaled * scaled))
    bent: Vectors = np.float32(0.5) * values * (1 + error)
    return bent
