"""Old names work for one more minor version, and warn."""

from __future__ import annotations

import types

import pytest

from antecede._deprecation import Renamed, renamed, warn_deprecated


@pytest.mark.parametrize(("since", "gone"), [("0.1.0", "0.2.0"), ("0.9.3", "0.10.0"), ("2.0.0", "2.1.0")])
def test_the_warning_names_the_version_in_which_the_name_goes(since: str, gone: str) -> None:
    told = f"^a.Old is called a.New since antecede {since}, and the old name goes in {gone}$"
    with pytest.warns(DeprecationWarning, match=told):
        warn_deprecated("a.Old", "a.New", since=since)


def test_an_old_name_of_a_module_is_the_new_one_and_whoever_asks_for_it_is_warned() -> None:
    module = types.ModuleType("somewhere")

    def old_names(name: str) -> object:
        return renamed("somewhere", name, {"Old": Renamed("New", 7, since="0.2.0")})

    module.__getattr__ = old_names  # type: ignore[method-assign]
    with pytest.warns(DeprecationWarning, match=r"somewhere\.Old is called somewhere\.New") as told:
        assert module.Old == 7
    assert told[0].filename == __file__
    with pytest.raises(AttributeError, match="module 'somewhere' has no attribute 'Other'"):
        _ = module.Other
