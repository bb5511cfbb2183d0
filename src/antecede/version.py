"""The version number, once: nothing inside imports the root package."""

from __future__ import annotations

__version__ = "0.1.0"
