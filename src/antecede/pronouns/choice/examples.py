"""Learn a choice model from translated pronouns: what each became, and all that was known about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile

import numpy as np

from antecede.errors import ResourceError
from antecede.files import partial
from antecede.pronouns.choice.chooser import SeenTranslations
from antecede.pronouns.choice.features import Known, features_of, tells_of_antecedents
from antecede.pronouns.choice.model import feature_number
from antecede.pronouns.target.classes import TargetClasses, class_in
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import numpy.typing as npt

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pronouns.choice.model import Features
    from antecede.pronouns.target.classes import TargetClasses
    from antecede.pronouns.target.projection import WordMorphology

__all__ = ["Example", "Examples", "examples_of"]


class Example(NamedTuple):
    """A pronoun's features and the class of what it became; how much it counts; the pronoun itself, for reports."""

    features: Features
    label: int
    weight: float = 1.0
    pronoun: str = ""


@dataclass(frozen=True, slots=True)
class Examples:
    """Many examples, packed: example n has the features from `offsets[n]` up to `offsets[n + 1]`."""

    offsets: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.uint32]
    values: npt.NDArray[np.float32]
    of_antecedents: npt.NDArray[np.bool_]
    """Which of the features say something about antecedents."""
    labels: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.float32]
    pronouns: tuple[str, ...]

    @classmethod
    def of(cls, examples: Iterable[Example]) -> Examples:
        """Packs examples as they come."""
        sizes, numbers, values, of_antecedents = [0], [], [], []
        labels, weights, pronouns = [], [], []
        for example in examples:
            sizes.append(len(example.features))
            numbers.append(np.fromiter((feature_number(name) for name, _ in example.features), np.uint32))
            values.append(np.fromiter((value for _, value in example.features), np.float32))
            of_antecedents.append(np.fromiter((tells_of_antecedents(name) for name, _ in example.features), np.bool_))
            labels.append(example.label)
            weights.append(example.weight)
            pronouns.append(example.pronoun)
        empty = [np.zeros(0, np.uint32)]
        return cls(
            np.cumsum(sizes, dtype=np.int64),
            np.concatenate(numbers or empty),
            np.concatenate(values or empty).astype(np.float32),
            np.concatenate(of_antecedents or empty).astype(np.bool_),
            np.array(labels, np.uint8),
            np.array(weights, np.float32),
            tuple(pronouns),
        )

    @classmethod
    def joined(cls, parts: Sequence[Examples], weights: Sequence[float] | None = None) -> Examples:
        """All examples of several sets, each set counted with its own weight."""
        starts = np.cumsum([0, *(part.offsets[-1] for part in parts)])
        shares = weights or [1.0] * len(parts)
        return cls(
            np.concatenate([[0], *(part.offsets[1:] + start for part, start in zip(parts, starts, strict=False))]),
            np.concatenate([part.numbers for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.of_antecedents for part in parts]),
            np.concatenate([part.labels for part in parts]),
            np.concatenate([part.weights * np.float32(share) for part, share in zip(parts, shares, strict=True)]),
            tuple(pronoun for part in parts for pronoun in part.pronouns),
        )

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def held(self) -> npt.NDArray[np.bool_]:
        """Which of them are kept for measuring: those that do not count."""
        return np.equal(self.weights, 0)

    def where(self, chosen: npt.NDArray[np.bool_]) -> Examples:
        """Some of the examples."""
        sizes = np.diff(self.offsets)
        inside = np.repeat(chosen, sizes)
        return Examples(
            np.concatenate([[0], np.cumsum(sizes[chosen])]),
            self.numbers[inside],
            self.values[inside],
            self.of_antecedents[inside],
            self.labels[chosen],
            self.weights[chosen],
            tuple(pronoun for pronoun, kept in zip(self.pronouns, chosen, strict=True) if kept),
        )

    def write(self, path: Path) -> None:
        """Keep them in a file, so that training can go on where it was stopped."""
        with partial(path) as file, file.open("wb") as stream:
            np.savez(
                stream,
                offsets=self.offsets,
                numbers=self.numbers,
                values=self.values.astype(np.float16),
                of_antecedents=self.of_antecedents,
                labels=self.labels,
                weights=self.weights,
                pronouns=np.array(self.pronouns, dtype=np.str_),
            )

    @classmethod
    def read(cls, path: Path) -> Examples:
        """Read what `write` wrote; anything else is a `ResourceError`."""
        examples = None
        try:
            with path.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
                examples = cls(
                    kept["offsets"],
                    kept["numbers"],
                    kept["values"].astype(np.float32),
                    kept["of_antecedents"],
                    kept["labels"],
                    kept["weights"],
                    tuple(str(pronoun) for pronoun in kept["pronouns"]),
                )
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, BadZipFile):
            pass
        if examples is None or not examples._sound:
            raise ResourceError(f"{path}: is damaged; delete it, and train again")
        return examples

    @property
    def _sound(self) -> bool:
        """Whether the arrays belong together."""
        features = {len(self.numbers), len(self.values), len(self.of_antecedents)}
        rows = {len(self.labels), len(self.weights), len(self.pronouns), len(self.offsets) - 1}
        return (
            len(rows) == len(features) == 1
            and int(self.offsets[-1]) in features
            and bool((np.diff(self.offsets) >= 0).all())
        )


def examples_of(
    document: ResolvedDocument,
    references: Sequence[Hypothesis],
    classes: TargetClasses,
    words: WordMorphology | None,
) -> Iterator[Example]:
    """What a translator made of each anaphor, with all that is known about it: what a choice model learns from."""
    history: dict[tuple[int, int], npt.NDArray[np.float64]] = {}
    known = Known(document, SeenTranslations(references, words), classes, history)
    sure = np.eye(len(classes.names))
    for anaphor in document.anaphors:
        reference = references[anaphor.sentence]
        class_index, position = class_in(document, anaphor, reference, classes)
        label = classes.label(class_index, reference.tokens, position)
        yield Example(features_of(anaphor, known), label, 1.0, normalise(anaphor.text))
        history[anaphor.sentence, anaphor.token] = sure[class_index]
