from __future__ import annotations

import importlib.util

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker, module in (("eflomal", "eflomal"), ("fast", "systran_align")):
        if importlib.util.find_spec(module) is None:
            for item in items:
                if item.get_closest_marker(marker):
                    item.add_marker(pytest.mark.skip(reason=f"{module} is not installed"))
