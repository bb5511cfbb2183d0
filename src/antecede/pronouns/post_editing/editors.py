"""The editors by mode, with the resources that each of them needs, and what resolves the source for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from antecede.coreference.reader import Reader
from antecede.coreference.resolvers import method_of
from antecede.errors import BadOption
from antecede.languages import language
from antecede.models import ModelFolder
from antecede.pronouns.decision.in_context import InContext
from antecede.pronouns.decision.model import has_decision, read_decision
from antecede.pronouns.decision.permission import permission

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference.resolvers import Method
    from antecede.languages import Inflections
    from antecede.pairs import Pair
    from antecede.pronouns.decision.model import EngineQuality
    from antecede.pronouns.decision.permission import Edits
    from antecede.pronouns.post_editing.careful import CarefulEditor
    from antecede.pronouns.post_editing.paper import PaperEditor
    from antecede.pronouns.post_editing.types import PostEditor
    from antecede.scoring import ContextScore

__all__ = [
    "NEVER",
    "THRESHOLD",
    "careful_editor",
    "default_margin",
    "editor",
    "inflections_of",
    "paper_editor",
    "reader_of",
]

NEVER: Final = 2.0
"""A margin that no two probabilities have between them: all is judged, nothing is edited."""
THRESHOLD: Final = 0.616
"""Up to this probability of being anaphoric, the printed rules take a pronoun to refer to nothing.

It finds 43 of 71 pleonastic *it* of annotated talks, the paper's share (37 of 61): `experiments/post_editing.md`.
"""


def reader_of(pair: Pair, mode: str, antecedents: Path | None = None, method: Method | None = None) -> Reader:
    """What reads the source for an editor: the printed rules know one chain, and functions that are found apart.

    A file of antecedents, in the JSON of `antecede resolve`, replaces our own.
    """
    functions: Method | None = "ranker" if mode == "paper" else None
    chosen: Method | None = "sieve" if mode == "paper" else method
    return Reader.of(
        pair.source, pair.resolved, method=chosen, functions=functions, antecedents=antecedents, format="json"
    )


def editor(
    pair: Pair,
    mode: str,
    model: ModelFolder | Path | None = None,
    *,
    edits: Edits = "all",
    context: ContextScore | None = None,
    margin: float | None = None,
    quality: EngineQuality = "neural",
    method: Method | None = None,
) -> PostEditor:
    """The editor of a mode, which makes these edits; `best` takes a model folder's models, a scorer, and a margin.

    Of gender alone, the learnt decision says when to overrule the engine, where a pair has one; of all edits, and for
    phrase-based engines, it is what a score is expected to gain. `method` is how the source is resolved.
    """
    allowed = permission(pair, edits)
    described = language(pair.target)
    if described.agreement is None and not described.exchangeable:
        raise BadOption(f"pronouns of {pair.name} cannot be fixed yet: agreement in '{pair.target}' is not described")
    if mode == "paper":
        return replace(paper_editor(pair), permission=allowed)
    folder = model if isinstance(model, ModelFolder) else ModelFolder.find(model, pair=pair.name)
    asked = None if context is None else InContext(pair, context)
    careful = careful_editor(pair, folder)
    if edits != "all" and quality != "phrase-based" and has_decision(pair.name):
        return _trusted(careful, asked, margin if edits == "gender" else NEVER, quality, method)
    settings = careful.settings if margin is None else replace(careful.settings, margin=margin)
    return replace(careful, permission=allowed, context=asked, settings=settings)


def default_margin(pair: Pair, folder: ModelFolder, method: Method | None = None) -> float:
    """How much likelier another pronoun must be for an edit, unless the user says otherwise."""
    if not has_decision(pair.name):
        return careful_editor(pair, folder).settings.margin
    return read_decision(pair.name, method_of(pair.source, method, None, learning=False)).margin


def _trusted(
    careful: CarefulEditor,
    context: InContext | None,
    margin: float | None,
    quality: EngineQuality,
    method: Method | None,
) -> PostEditor:
    from antecede.pronouns.decision.decider import Decider
    from antecede.pronouns.post_editing.trusted import TrustedEditor

    decider = Decider.of(careful.chooser, method, quality)
    return TrustedEditor(decider, careful.inflections, decider.model.margin if margin is None else margin, context)


def paper_editor(pair: Pair, threshold: float = THRESHOLD) -> PaperEditor:
    """The printed rules."""
    from antecede.pronouns.post_editing.paper import PaperEditor
    from antecede.pronouns.target.lexicon import noun_lexicon

    if pair.post_editing is None:
        raise BadOption(f"no paper has printed rules of post-editing for {pair.name}")
    return PaperEditor(pair, pair.post_editing, noun_lexicon(pair.target), threshold)


def careful_editor(pair: Pair, folder: ModelFolder) -> CarefulEditor:
    """Edits where they gain, with the choice model of a folder and the settings that were tuned for it."""
    from antecede.pronouns.choice.chooser import Chooser
    from antecede.pronouns.choice.model import ChoiceModel
    from antecede.pronouns.decision.careful import CarefulSettings
    from antecede.pronouns.post_editing.careful import CarefulEditor

    model = ChoiceModel.read(folder.file("choice"))
    chooser = Chooser.of(model, pair, folder.pronouns)
    return CarefulEditor(pair, chooser, inflections_of(pair), CarefulSettings.of(folder.pronouns))


def inflections_of(pair: Pair) -> Inflections | None:
    """The lexicon that repairs agreement in the target; none where it has none, or nothing agrees."""
    from antecede.analysis import has_lexicon, lexicon

    return lexicon(pair.target) if has_lexicon(pair.target) and language(pair.target).agreement is not None else None
