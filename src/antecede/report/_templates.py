"""What every page is made of: templates, shared styles and scripts, and data that cannot be executed as code."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence

# The word "</script>" in a sentence must not end the block; U+2028 and U+2029 are line ends to some readers.
_JSON_ESCAPES: Final = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


@cache
def environment() -> Environment:
    """The templates of this package; all text is escaped."""
    created = Environment(
        loader=PackageLoader("antecede.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    created.filters["zip"] = zip
    return created


def page_parts(*, styles: Sequence[str], scripts: Sequence[str]) -> dict[str, str]:
    """What a template puts into its page: the styles and scripts of those names, and the hash that lets them run."""
    script = "\n".join(_asset(name) for name in scripts)
    return {
        "style": Markup("\n".join(_asset(name) for name in styles)),  # noqa: S704 - our own files
        "script": Markup(script),  # noqa: S704 - our own files
        "script_hash": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }


def embedded_json(data: object) -> Markup:
    """The data for a script block of a page."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(_JSON_ESCAPES))  # noqa: S704 - what HTML would read is escaped


def _asset(name: str) -> str:
    return (files("antecede.report") / "templates" / name).read_text(encoding="utf-8")
