"""The neural model of a pair that `antecede resources` fetches: `--engine neural`."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Final

from antecede.engines import EngineKind
from antecede.engines.ctranslate2 import SETTINGS, CTranslate2Engine, open_folder
from antecede.engines.marian import needs_ctranslate2
from antecede.errors import BadOption
from antecede.resources import default_resource, is_ready, locate

if TYPE_CHECKING:
    from antecede.engines import Opening

__all__ = ["ENGINE", "absent"]

_PACKAGES: Final = ("ctranslate2", "sentencepiece")


def absent(pair: str) -> str:
    """Why a pair's neural engine is not at hand, with what brings it; empty if it is. Nothing is opened or fetched."""
    wanted = default_resource("translation", pair)
    if wanted is None:
        return f"no neural model is known for {pair}"
    if not is_ready(wanted):
        return f"`antecede resources fetch {wanted.name}` brings a neural one"
    if not all(map(importlib.util.find_spec, _PACKAGES)):
        return "pip install 'antecede[neural]' brings what the neural one runs with"
    return ""


def _open(opening: Opening) -> CTranslate2Engine:
    wanted = default_resource("translation", opening.pair)
    if wanted is None:
        raise BadOption(
            f"no neural model is known for {opening.pair or 'a pair that is not named'}: give one of your own,"
            " converted for CTranslate2 (ctranslate2:PATH), or a MarianMT checkpoint (opus-mt:PATH)"
        )
    needs_ctranslate2()
    return open_folder(locate(wanted), opening)


ENGINE: Final = EngineKind(_open, CTranslate2Engine.abilities, SETTINGS, SETTINGS, alone=True)
