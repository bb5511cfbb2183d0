"""The resolver's weights are kept by the names of features: a name that changes loses its weight without an error.

Where these fail, put the old name back, or train the resolver again and write the expected values with
`resolver_golden.py`.
"""

from __future__ import annotations

import re

import pytest
from frozen import NAMES
from resolver_golden import expected, found_in

from antecede.coreference.models import shipped_model
from antecede.languages import language


@pytest.mark.parametrize("name", NAMES)
def test_features_have_the_names_that_the_weights_were_trained_with(name: str) -> None:
    found, wanted = found_in(name), expected()[name]
    for kind in ("function", "ranking"):
        assert found[kind] == wanted[kind]
    assert found["known"] == wanted["known"]


@pytest.mark.parametrize("name", NAMES)
def test_pronouns_of_a_parsed_document_are_resolved_as_before(name: str) -> None:
    found, wanted = found_in(name)["pronouns"], expected()[name]["pronouns"]
    assert [each["at"] for each in found] == [each["at"] for each in wanted]
    for one, other in zip(found, wanted, strict=True):
        assert one["function"] == pytest.approx(other["function"], abs=1e-3)
        assert one["antecedents"] == pytest.approx(other["antecedents"], abs=1e-3)
        assert one["none"] == pytest.approx(other["none"], abs=1e-3)


@pytest.mark.parametrize("code", sorted({name.partition("-")[0] for name in NAMES}))
def test_the_documents_have_features_of_every_kind_that_has_weights(code: str) -> None:
    """Otherwise what is compared above proves little."""
    model = shipped_model(code)
    for kind, weights in (("function", model.function), ("ranking", model.ranking)):
        seen = {feature for name in NAMES if name.startswith(code) for feature in expected()[name][kind]}
        assert {_kind(feature) for feature in weights} <= {_kind(feature) for feature in seen}


@pytest.mark.parametrize("code", sorted({name.partition("-")[0] for name in NAMES}))
def test_every_construction_that_is_looked_for_has_weights(code: str) -> None:
    reference, model = language(code).reference, shipped_model(code)
    assert reference is not None
    for name in reference.constructions:
        assert f"construction={name}" in model.function


def _kind(feature: str) -> str:
    """What a feature's name starts with, before its values.

    >>> _kind("distance=0+noun"), _kind("none+it")
    ('distance', 'none')
    """
    return re.split("[=+]", feature, maxsplit=1)[0]
