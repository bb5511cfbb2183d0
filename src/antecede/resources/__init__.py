"""External models and lexicons: fetched once, checked, and loaded by path."""

from __future__ import annotations

from antecede.resources._files import PREPARERS, Preparer
from antecede.resources._manifest import LARGE, Resource, default_resource, manifest, resource
from antecede.resources._store import cache_home, damage, fetch, folder_of, home, is_ready, locate

__all__ = [
    "LARGE",
    "PREPARERS",
    "Preparer",
    "Resource",
    "cache_home",
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
