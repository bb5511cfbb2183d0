"""METEOR 1.5, run by Java: the plain score, and one that looks at pronouns only.

The program is the `meteor-1.5.jar` inside the PyPI package `pycocoevalcap` (the extra `meteor`). It comes without
the paraphrase tables of any language but English, so that none are used: French is matched by exact words and
stems, English by WordNet synonyms too. The weights of these modules and the other parameters are METEOR's own for
the language. Text is taken as tokenised and is lowercased.
"""

from __future__ import annotations

import importlib.util
import math
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import EngineError, InputError, MissingExtra, ResourceError
from antecede.evaluation.metrics._metric import CorpusMetric

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from antecede.evaluation.metrics._metric import Inputs

__all__ = ["METRIC", "NAMES", "available", "described", "meteor"]

JAR: Final = "meteor-1.5.jar"
# Of the two metrics that are METEOR's: this one, and that of pronouns.
NAMES: Final = ("meteor", "meteor-pronouns")


class _Parameters(NamedTuple):
    modules: str
    weights: str
    alpha: float
    beta: float
    gamma: float
    delta: float


# As the program prints them for the ranking task, less the paraphrases. A custom delta makes it forget the weights
# of the modules, so they are always given.
_PARAMETERS: Final = {
    "en": _Parameters("exact stem synonym", "1.0 0.6 0.8", 0.85, 0.2, 0.6, 0.75),
    "es": _Parameters("exact stem", "1.0 0.8", 0.65, 1.3, 0.5, 0.8),
    "fr": _Parameters("exact stem", "1.0 0.2", 0.9, 1.4, 0.6, 0.65),
}


def meteor(
    candidate: Sequence[str],
    reference: Sequence[str],
    language: str,
    *,
    pronouns: Iterable[str] = (),
    seconds: float = 600,
) -> float:
    """METEOR of tokenised sentences, between 0 and 1.

    With `pronouns`, these words replace METEOR's function words, and δ is 0, so that only function words count
    (section 3.2 of the APT paper). The program is stopped after `seconds`.
    """
    if len(candidate) != len(reference):
        raise InputError(f"METEOR needs parallel sentences: {len(candidate)} candidates, {len(reference)} references")
    if language not in _PARAMETERS:
        raise InputError(f"METEOR is set up for {', '.join(_PARAMETERS)}, not for '{language}'")
    java, jar = _java(), _jar()
    chosen, words = _PARAMETERS[language], sorted(pronouns)
    delta = 0.0 if words else chosen.delta
    with tempfile.TemporaryDirectory(prefix="antecede-meteor-") as name:
        folder = Path(name)
        _write(folder / "candidate", candidate)
        _write(folder / "reference", reference)
        command = [java, "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar), "candidate", "reference", "-q", "-lower"]
        command += ["-l", language, "-m", chosen.modules, "-w", chosen.weights]
        command += ["-p", f"{chosen.alpha} {chosen.beta} {chosen.gamma} {delta}"]
        if words:
            _write(folder / "words", words)
            command += ["-s", "words"]
        return _run(command, folder, seconds)


class Meteor(CorpusMetric):
    """METEOR of all words, 0 to 1."""

    name: Final = "meteor"
    heading: Final = "METEOR"
    on_request: Final = True

    def corpus_score(self, inputs: Inputs, system: int) -> float:
        return meteor(inputs.candidate(system).lines, inputs.corpus.reference.lines, inputs.settings.pair.target)

    def signature(self, inputs: Inputs, system: int) -> str:  # noqa: ARG002 - the same for every system
        return f"{self.name}|{described(inputs)}"


METRIC: Final[CorpusMetric] = Meteor()


def described(inputs: Inputs) -> str:
    """The settings with which the program reads these texts, for signatures."""
    language = inputs.settings.pair.target
    modules = _PARAMETERS[language].modules.replace(" ", "+")
    return f"version:1.5|language:{language}|modules:{modules}|tok:{inputs.corpus.tokenised_by}"


def available() -> bool:
    """Whether Java and the extra `meteor` are both installed."""
    try:
        _java()
        _jar()
    except ResourceError:
        return False
    return True


def _java() -> str:
    java = shutil.which("java")
    if java is None:
        raise ResourceError("METEOR needs Java: install a runtime (Debian: apt install default-jre-headless)")
    return java


def _jar() -> Path:
    # The package is found, not imported: its own imports need more than the jar.
    package = importlib.util.find_spec("pycocoevalcap")
    for folder in (package and package.submodule_search_locations) or ():
        jar = Path(folder) / "meteor" / JAR
        if jar.is_file():
            return jar
    raise MissingExtra(f"METEOR's {JAR}", "meteor")


def _write(path: Path, lines: Sequence[str]) -> None:
    # Java ends lines at more characters than we do; a sentence must stay on one.
    path.write_text("".join(" ".join(line.split()) + "\n" for line in lines), encoding="utf-8")


def _run(command: Sequence[str], folder: Path, seconds: float) -> float:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise EngineError(f"METEOR did not finish within {seconds:g} seconds") from None
    except OSError as error:
        raise EngineError(f"METEOR cannot be started: {error.strerror}") from None
    output = done.stdout.decode(errors="replace").split()
    try:
        score = float(output[-1]) if done.returncode == 0 and output else math.nan
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        complaint = next(iter(done.stderr.decode(errors="replace").strip().splitlines()), "no message")
        raise EngineError(f"METEOR failed with status {done.returncode}: {complaint}")
    return score
