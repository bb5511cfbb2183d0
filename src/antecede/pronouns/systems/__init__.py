"""The systems by name: `baseline`, `coreference`, `rerank`, `post-edit`, `combined`, each opened from a model folder.

A system is a module with a function `open_system(setting) -> PronounSystem`, and a line in the table below.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final, cast

from antecede.errors import BadOption, ResourceError
from antecede.pronouns.setting import MODES, Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from antecede.models import ModelFolder
    from antecede.pronouns.types import PronounSystem

__all__ = ["SYSTEMS", "system"]

SYSTEMS: Final[Mapping[str, str]] = {
    "baseline": "antecede.pronouns.systems.baseline",
    "coreference": "antecede.pronouns.systems.coreference",
    "rerank": "antecede.pronouns.systems.rerank",
    "post-edit": "antecede.pronouns.systems.post_edit",
    "combined": "antecede.pronouns.systems.combined",
}
"""The module of each system."""


def system(
    name: str,
    mode: str,
    model_folder: ModelFolder | Path | str,
    *,
    tokenised: bool = False,
    threads: int = 1,
    **decoder: float,
) -> PronounSystem:
    """The system of that name on a model folder, for text or for the model's own tokens."""
    if name not in SYSTEMS:
        raise BadOption(f"unknown system '{name}': the systems are {', '.join(SYSTEMS)}")
    if mode not in MODES:
        raise BadOption(f"unknown mode '{mode}': the modes are {', '.join(MODES)}")
    try:
        module = importlib.import_module(SYSTEMS[name])
    except ModuleNotFoundError as error:
        if error.name != SYSTEMS[name]:
            raise
        raise ResourceError(f"the system '{name}' is not part of this version") from None
    opened = cast("Callable[[Setting], PronounSystem]", module.open_system)
    return opened(Setting.of(model_folder, mode, tokenised=tokenised, threads=threads, decoder=decoder))
