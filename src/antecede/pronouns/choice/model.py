"""How likely each target pronoun is for a source pronoun: a log-linear model over sparse features, small and fast."""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from antecede.errors import ResourceError
from antecede.files import write_all

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    Features = list[tuple[str, float]]

__all__ = ["ChoiceModel", "feature_number"]

_MAGIC: Final = b"antecede choice model\n"


_VERSION: Final = 1


_LARGEST: Final = 64 << 20


_MOST_CLASSES: Final = 255


def feature_number(name: str) -> int:
    """A feature's number: a hash of its name. One in 40,000 unknown features is taken for one of 100,000 known."""
    return crc32(name.encode())


@dataclass(frozen=True, slots=True)
class ChoiceModel:
    """P(class of target words | features). `numbers` are the features' in rising order, a row of weights each.

    A class that occurs among `classes` again is the same class to callers; the probabilities of both are added up.
    """

    pair: str
    classes: tuple[str, ...]
    numbers: npt.NDArray[np.uint32]
    scales: npt.NDArray[np.float16]
    """What a row's small whole numbers are to be multiplied by."""
    weights: npt.NDArray[np.int8]
    about: Mapping[str, object]
    """What it was trained on, for people."""

    @classmethod
    def of_weights(
        cls,
        pair: str,
        classes: Sequence[str],
        numbers: npt.NDArray[np.uint32],
        weights: npt.NDArray[np.float64],
        about: Mapping[str, object] | None = None,
    ) -> ChoiceModel:
        """A model of exact weights, one row a feature; they are kept with two or three digits."""
        scales = (np.abs(weights).max(axis=1, initial=0.0) / 127).astype(np.float16)
        scales[scales == 0] = np.float16(1)
        small = np.clip(np.rint(weights / scales.astype(np.float64)[:, None]), -127, 127).astype(np.int8)
        order = np.argsort(numbers, kind="stable")
        return cls(pair, tuple(classes), numbers[order].astype(np.uint32), scales[order], small[order], about or {})

    def probabilities(self, features: Features) -> npt.NDArray[np.float64]:
        """How likely each class is; they sum to one. Features that the model does not know say nothing."""
        asked = np.fromiter((feature_number(name) for name, _ in features), np.uint32, len(features))
        values = np.fromiter((value for _, value in features), np.float64, len(features))
        return self.probabilities_of(asked, values)

    def probabilities_of(
        self, asked: npt.NDArray[np.uint32], values: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """As `probabilities`, of features by number."""
        if not len(self.numbers):
            return self.folded(np.full(len(self.classes), 1 / len(self.classes)))
        at = np.minimum(np.searchsorted(self.numbers, asked), len(self.numbers) - 1)
        known = self.numbers[at] == asked
        rows = at[known]
        scores = (values[known] * self.scales[rows]) @ self.weights[rows].astype(np.float64)
        scores = np.exp(scores - scores.max())
        return self.folded(np.asarray(scores / scores.sum(), np.float64))

    def folded(self, probabilities: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Probabilities of `classes`, in rows or alone, with those of the same class added up."""
        known = len(set(self.classes))
        summed = probabilities[..., :known].copy()
        for index in range(known, len(self.classes)):
            summed[..., self.classes.index(self.classes[index])] += probabilities[..., index]
        return summed

    def write(self, path: Path | str) -> None:
        """Write the file whole: magic number, version, checksum, a JSON header, then the three arrays."""
        header = json.dumps(
            {
                "pair": self.pair,
                "classes": list(self.classes),
                "features": len(self.numbers),
                "about": dict(self.about),
            },
            ensure_ascii=False,
        ).encode()
        arrays = (self.numbers.astype("<u4"), self.scales.astype("<f2"), self.weights)
        body = struct.pack("<I", len(header)) + header + b"".join(array.tobytes() for array in arrays)
        start = _MAGIC + struct.pack("<I", _VERSION) + hashlib.sha256(body).digest()
        write_all({path: start + body})

    @classmethod
    def read(cls, path: Path | str) -> ChoiceModel:
        """Read what `write` wrote; anything else is a `ResourceError`."""
        body = _checked(Path(path))
        try:
            (size,) = struct.unpack_from("<I", body)
            header = json.loads(body[4 : 4 + size])
            pair, classes, count, about = header["pair"], header["classes"], header["features"], header["about"]
        except (struct.error, ValueError, KeyError, TypeError):
            raise _damaged(path) from None
        sound = isinstance(pair, str) and isinstance(classes, list) and isinstance(about, dict)
        if not sound or not 0 < len(classes) <= _MOST_CLASSES or not all(isinstance(name, str) for name in classes):
            raise _damaged(path)
        if not isinstance(count, int) or len(body) != 4 + size + count * (6 + len(classes)) or count < 0:
            raise _damaged(path)
        scales_at = 4 + size + 4 * count
        return cls(
            pair,
            tuple(classes),
            np.frombuffer(body, "<u4", count, 4 + size),
            np.frombuffer(body, "<f2", count, scales_at),
            np.frombuffer(body, np.int8, count * len(classes), scales_at + 2 * count).reshape(count, len(classes)),
            about,
        )


def _checked(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise ResourceError(f"{path}: is too large to be a choice model; train it again")
        data = path.read_bytes()
    except OSError as error:
        raise ResourceError(
            f"{path}: {(error.strerror or 'cannot be read').lower()}; `antecede train-pronouns` makes it"
        ) from None
    start = len(_MAGIC)
    if not data.startswith(_MAGIC) or len(data) < start + 36:
        raise ResourceError(f"{path}: is no choice model; `antecede train-pronouns` makes one")
    (version,) = struct.unpack_from("<I", data, start)
    if version != _VERSION:
        raise ResourceError(f"{path}: is of version {version}, but version {_VERSION} is read here; train it again")
    body = data[start + 36 :]
    if hashlib.sha256(body).digest() != data[start + 4 : start + 36]:
        raise _damaged(path)
    return body


def _damaged(path: Path | str) -> ResourceError:
    return ResourceError(f"{path}: is damaged; train it again, or fetch the model again")
