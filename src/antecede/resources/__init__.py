"""External models and lexicons: fetched once, checked, and loaded by path."""

from __future__ import annotations

from antecede.resources._manifest import Resource, default_resource, manifest, resource
from antecede.resources._store import damage, fetch, folder_of, home, is_ready, locate

__all__ = [
    "Resource",
    "damage",
    "default_resource",
    "fetch",
    "folder_of",
    "home",
    "is_ready",
    "locate",
    "manifest",
    "resource",
]
