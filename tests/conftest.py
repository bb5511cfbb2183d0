"""Fixtures that every test may use, and what is skipped where a part is missing."""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest
from decoder_reference import write_model_folder
from hypothesis import settings
from pronoun_samples import write_pronoun_model

from antecede.coreference.encoder.installed import absent
from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from antecede.analysis import Analyser

# Timings live in benchmarks: a busy machine fails no test. CI tries the same examples every time, so that what it says
# is about the change; everybody else's runs look for new ones.
settings.register_profile("antecede", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("antecede")


@pytest.fixture(scope="session", autouse=True)
def resources() -> Path:
    """Where the tests' pipelines are: outside any test's own cache, so that they are fetched once a machine."""
    folder = Path(os.environ.get("ANTECEDE_RESOURCES") or Path(platformdirs.user_cache_dir("antecede"), "resources"))
    os.environ["ANTECEDE_RESOURCES"] = str(folder)
    return folder


@pytest.fixture(scope="session")
def analyser(resources: Path) -> Callable[[str], Analyser]:  # noqa: ARG001 - sets where pipelines are found
    """The analyser of a language, loaded once; tests are skipped where its pipeline cannot be had."""
    from antecede import analysis

    @cache
    def load(language: str) -> Analyser:
        try:
            return analysis.analyser(language)
        except ResourceError as error:
            pytest.skip(f"wants a pipeline: {error}")

    return load


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds what another computed, or touches the user's cache."""
    monkeypatch.setenv("ANTECEDE_CACHE", str(tmp_path / "cache"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker, module in (("eflomal", "eflomal"), ("fast", "systran_align"), ("neural", "ctranslate2")):
        if importlib.util.find_spec(module) is None:
            for item in items:
                if item.get_closest_marker(marker):
                    item.add_marker(pytest.mark.skip(reason=f"{module} is not installed"))
    if why := absent("en"):
        for item in items:
            if item.get_closest_marker("resolver"):
                item.add_marker(pytest.mark.skip(reason=f"wants the encoder: {why}"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of development data, which is not part of the project."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ANTECEDE_DATA", beside))
    if not folder.is_dir():
        pytest.skip("wants the development data: set ANTECEDE_DATA to its folder")
    return folder


@pytest.fixture(scope="session")
def opus_mt(resources: Path) -> Path:  # noqa: ARG001 - sets where resources are found
    """The fetched neural model, which tests do not fetch."""
    from antecede.resources import folder_of, is_ready, resource

    if not is_ready(resource("opus-mt-en-fr")):
        pytest.skip("wants the neural model: run antecede resources fetch opus-mt-en-fr")
    return folder_of(resource("opus-mt-en-fr"))


@pytest.fixture(scope="session")
def language_model(resources: Path) -> Path:  # noqa: ARG001 - sets where resources are found
    """The fetched language model, which tests do not fetch."""
    from antecede.resources import folder_of, is_ready, resource

    if not is_ready(resource("smollm2-135m")):
        pytest.skip("wants the language model: run antecede resources fetch smollm2-135m")
    return folder_of(resource("smollm2-135m"))


@pytest.fixture
def model_folder(tmp_path: Path) -> Path:
    """A model of a few English words, for the engine and the commands that use it."""
    folder = tmp_path / "model"
    write_model_folder(folder)
    return folder


@pytest.fixture
def pronoun_model(tmp_path: Path) -> Path:
    """A model of a few words with pronouns."""
    return write_pronoun_model(tmp_path / "pronouns")
