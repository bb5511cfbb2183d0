"""Language codes as files spell them."""

from __future__ import annotations


def primary(tag: str) -> str:
    """The language alone, without region or script.

    >>> primary("EN-us"), primary("fr_CH")
    ('en', 'fr')
    """
    return tag.replace("_", "-").partition("-")[0].lower()
