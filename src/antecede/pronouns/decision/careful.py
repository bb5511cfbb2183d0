"""How far an engine is trusted, and what gain is worth a change."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    import numpy.typing as npt

    Probabilities = npt.NDArray[np.float64]

__all__ = ["CarefulSettings"]


@dataclass(frozen=True, slots=True)
class CarefulSettings:
    """What was tuned on development data."""

    trust: float = 1.5
    """How much more likely what the output has is than the model alone says, as a logarithm."""
    margin: float = 0.05
    """The least gain that is worth a change."""
    trust_in: Mapping[str, float] = field(default_factory=dict)
    """The same for classes that engines write more, or less, reliably than others, by name."""

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> CarefulSettings:
        """Those that a model folder keeps, and the defaults of the others."""
        numbers = {
            name.removeprefix("post_edit_"): float(value)
            for name, value in settings.items()
            if name.startswith("post_edit_") and isinstance(value, int | float) and math.isfinite(value)
        }
        default = cls()
        return cls(
            numbers.get("trust", default.trust),
            numbers.get("margin", default.margin),
            {name.removeprefix("trust_"): value for name, value in numbers.items() if name.startswith("trust_")},
        )

    @property
    def entries(self) -> dict[str, float]:
        """What a model folder keeps of them."""
        classes = {f"post_edit_trust_{name}": value for name, value in self.trust_in.items()}
        return {"post_edit_trust": self.trust, "post_edit_margin": self.margin} | classes
