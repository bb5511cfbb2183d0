"""A small encoder, tuned to say what pronouns stand for and what they do."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from antecede.coreference.encoder.installed import absent, encoder_folder
from antecede.errors import ResourceError

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference.encoder.model import EncoderModel

__all__ = ["absent", "encoder_folder", "open_encoder"]

_ONE_AT_A_TIME: Final = threading.Lock()


def open_encoder(language: str) -> EncoderModel:
    """The installed encoder of a language; it is opened once."""
    folder = encoder_folder(language)
    if folder is None:
        raise ResourceError(f"no encoder is installed for '{language}': {absent(language)}")
    # Two threads that ask at once are not to open two.
    with _ONE_AT_A_TIME:
        return _opened(folder)


@lru_cache(maxsize=2)
def _opened(folder: Path) -> EncoderModel:
    from antecede.coreference.encoder.model import EncoderModel

    return EncoderModel(folder)
