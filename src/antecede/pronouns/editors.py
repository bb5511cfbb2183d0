"""The editors by mode, with the resources that each of them needs, and what resolves the source for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from antecede.engines.native import ModelFolder
from antecede.errors import BadOption, ResourceError
from antecede.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.pairs import Pair
    from antecede.pronouns.careful import CarefulEditor
    from antecede.pronouns.fixing import Resolve
    from antecede.pronouns.post_editing import PostEditor
    from antecede.pronouns.post_editing_paper import PaperEditor

__all__ = ["THRESHOLD", "careful_editor", "editor", "paper_editor", "resolving", "with_functions"]

THRESHOLD: Final = 0.275
"""Up to this probability of being anaphoric, the printed rules take a pronoun to refer to nothing.

It finds 51 of 84 expletive *it*, the paper's share, in the development sets of GUM and EWT and the latter's test set:
`experiments/post_editing_threshold.py`.
"""


def editor(pair: Pair, mode: str, model: ModelFolder | Path | None = None) -> PostEditor:
    """The editor of a mode; `best` takes the pronoun models of a model folder."""
    described = language(pair.target)
    if described.agreement is None and not described.exchangeable:
        raise BadOption(f"pronouns of {pair.name} are not mended yet: agreement in '{pair.target}' is not described")
    if mode == "paper":
        return paper_editor(pair)
    if not isinstance(model, ModelFolder):
        from antecede.models import find_model

        model = ModelFolder.read(find_model(model or pair.name))
    return careful_editor(pair, model)


def paper_editor(pair: Pair, threshold: float = THRESHOLD) -> PaperEditor:
    """The printed rules."""
    from antecede.pronouns.post_editing_paper import PaperEditor
    from antecede.pronouns.target_lexicon import noun_lexicon

    if pair.post_editing is None:
        raise BadOption(f"no paper has printed rules of post-editing for {pair.name}")
    return PaperEditor(pair, pair.post_editing, noun_lexicon(pair.target), threshold)


def careful_editor(pair: Pair, folder: ModelFolder) -> CarefulEditor:
    """Edits where they gain, with the choice model of a folder and the settings that were tuned for it."""
    from antecede.analysis import lexicon
    from antecede.pronouns.careful import CarefulEditor, CarefulSettings
    from antecede.pronouns.choice import ChoiceModel
    from antecede.pronouns.chooser import Chooser
    from antecede.pronouns.model_files import pronoun_settings

    path = folder.file("choice")
    if path is None:
        raise ResourceError(
            f"{folder.path}: has no choice model; `antecede train-pronouns --model {folder.path}` makes one"
        )
    words = lexicon(pair.target) if language(pair.target).agreement is not None else None
    settings = pronoun_settings(folder.path)
    return CarefulEditor(pair, Chooser.of(ChoiceModel.read(path), pair, settings), words, CarefulSettings.of(settings))


def resolving(pair: Pair, mode: str, *, progress: bool = False) -> Resolve:
    """What analyses and resolves the source's documents: as the paper with one chain, or with all antecedents."""
    from antecede.analysis import analyser
    from antecede.coreference import resolver

    ranked = resolver(pair.source)
    chained = resolver(pair.source, method="sieve") if mode == "paper" else None

    def resolve(texts: Sequence[Sequence[Sequence[str]]], names: Sequence[str]) -> Iterator[ResolvedDocument]:
        from rich.console import Console
        from rich.progress import track

        analysed = analyser(pair.source).analyse(texts, names)
        quiet = not progress or sum(map(len, texts)) < 100
        console = Console(stderr=True)
        for document in track(analysed, "Resolving", len(texts), console=console, transient=True, disable=quiet):
            found = ranked.resolve(document)
            yield found if chained is None else with_functions(chained.resolve(document), found)

    return resolve


def with_functions(document: ResolvedDocument, other: ResolvedDocument) -> ResolvedDocument:
    """A document with the antecedents that one resolver found, and the functions that another did."""
    functions = {(anaphor.sentence, anaphor.token): anaphor.function for anaphor in other.anaphors}
    return replace(
        document,
        anaphors=tuple(
            replace(anaphor, function=functions.get((anaphor.sentence, anaphor.token), anaphor.function))
            for anaphor in document.anaphors
        ),
    )
