"""Every system on the same documents, in one table: what each gains over the engine alone."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from antecede.errors import BadOption, ResourceError
from antecede.experiments.measuring import (
    Measured,
    processed_pronouns,
    pronoun_inputs,
    sentence_outcomes,
    translated,
)
from antecede.experiments.sets import ParallelSet
from antecede.files import make_folder
from antecede.progress import showing
from antecede.pronouns.systems import reader_of, system
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.pronouns.setting import Mode, Setting

__all__ = ["RUNS", "AllResults", "run"]

RUNS: Final[Mapping[str, tuple[str, Mode]]] = {
    "baseline": ("baseline", "best"),
    "coreference, as printed": ("coreference", "paper"),
    "coreference": ("coreference", "best"),
    "rerank, as printed": ("rerank", "paper"),
    "rerank": ("rerank", "best"),
    "post-edit, as printed": ("post-edit", "paper"),
    "post-edit": ("post-edit", "best"),
    "combined": ("combined", "best"),
}
"""The rows of the table: what each is called, its system and its mode."""


@dataclass(frozen=True, slots=True)
class AllResults:
    """The systems on one set, and the pronouns for which each had options of its own."""

    name: str
    measured: Measured
    processed: Mapping[str, frozenset[tuple[int, int]]]
    outcomes: Mapping[str, Mapping[str, int]]
    """How many sentences had each `Outcome`, of the systems that may translate them twice."""


def run(
    data: Path,
    out: Path,
    setting: Setting,
    sets: Sequence[str],
    *,
    runs: Sequence[str] | None = None,
    tokenised: bool = False,
    progress: bool = False,
) -> list[AllResults]:
    """Translate the sets with every system and score them; what is done is not done again.

    Without `runs` all rows are made but those that the pair or the model cannot have; a warning says which.
    """
    make_folder(out)
    results = []
    with alone(out / "work"):
        stages = Stages(out / "work")
        for name in sets:
            test = ParallelSet.read(data, name, setting.pair, detokenised=out if tokenised else None)
            parsed = reader_of("baseline", "best", setting.pair)
            with showing(f"analysing {name}", enabled=progress):
                plain = test.resolved(parsed)
            files, processed, outcomes = {}, {}, {}
            for index, called in enumerate(RUNS if runs is None else runs):
                named, mode = RUNS[called]
                how = replace(setting, mode=mode)
                try:
                    reader = reader_of(named, mode, setting.pair)
                    # Opened twice, here to see whether it can be: what was translated before is not translated again.
                    system(named, mode, setting.folder, threads=setting.threads)
                except (BadOption, ResourceError) as error:
                    if runs is not None:
                        raise
                    logging.getLogger(__name__).warning("%s is left out: %s", called, error)
                    continue
                documents = (reader.resolver.resolve(each.analysis) for each in plain)
                opened = partial(system, named, mode, setting.folder, threads=setting.threads)
                file = f"{name}.{named}.{mode}"
                with showing(f"{name}: {called}", enabled=progress) as show:
                    show(index / len(RUNS if runs is None else runs))
                    inputs = {"mode": mode, "text": test.text.key}
                    if index:
                        inputs |= {"reader": reader.key_with(parsed.pipeline), **pronoun_inputs(setting)}
                    files[called] = translated(file, opened, documents, how, stages, out, inputs)
                if index:
                    processed[called] = processed_pronouns(out, file)
                if counts := sentence_outcomes(out, file):
                    outcomes[called] = counts
            results.append(AllResults(name, Measured.of(test, files), processed, outcomes))
    return results
