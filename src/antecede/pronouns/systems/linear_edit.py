"""The authors' earlier post-editor as a system: the decoder's lists say how far it likes each form of a pronoun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.engines import Ability
from antecede.pronouns.post_editing.editors import paper_editor, reader_of
from antecede.pronouns.post_editing.linear import WEIGHT, LinearEditor, pronoun_shares
from antecede.pronouns.pronoun_lm.candidates import Shortener, translate_with_pronouns
from antecede.pronouns.systems import System
from antecede.pronouns.systems.passes import engine_segments
from antecede.pronouns.types import TranslatedDocument

if TYPE_CHECKING:
    from antecede.coreference import ResolvedDocument
    from antecede.engines import Engine, Hypothesis
    from antecede.engines.text import TextSteps
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.types import PronounSystem

__all__ = ["SYSTEM", "LinearEditModel", "Lists", "open_lists", "open_system"]

_N_BEST: Final = 1000
# Sentences whose lists are held at once.
_TOGETHER: Final = 20
# Moses's default weight of the language model: scores are brought to its scale, whatever tuning made of the weights.
_USUAL_MEASURE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Lists:
    """The engine's translation of a document, and how far it likes each form of each pronoun."""

    engine: Engine
    steps: TextSteps
    shortener: Shortener
    scale: float
    n_best: int = _N_BEST

    def of(self, document: ResolvedDocument) -> tuple[tuple[Hypothesis, ...], list[dict[str, float]]]:
        """The best translation of every sentence, and for each pronoun the shares of its forms."""
        best: list[Hypothesis] = []
        found: list[dict[int, dict[str, float]]] = []
        segments = engine_segments(document, self.steps)
        # A document's lists together would take gigabytes.
        for start in range(0, len(segments), _TOGETHER):
            part = segments[start : start + _TOGETHER]
            lists = translate_with_pronouns(self.engine, part, self.shortener.pair, self.n_best)
            best += [listed[0] for listed in lists]
            for segment, listed in zip(part, lists, strict=True):
                found.append(pronoun_shares(self.shortener.shorten(segment.tokens or (), listed), self.scale))
        shares = [found[anaphor.sentence].get(anaphor.token, {}) for anaphor in document.anaphors]
        return tuple(best), shares


@dataclass(frozen=True, slots=True)
class LinearEditModel:
    """An engine whose pronouns are changed to the opposite gender where antecedents and its own lists prefer that."""

    lists: Lists
    editor: LinearEditor

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The engine's translation, edited."""
        edited = self.editor.edit(document, *self.lists.of(document))
        return TranslatedDocument(document, edited.sentences, edited.decisions)


def open_lists(setting: Setting) -> Lists:
    """What asks the engine of a model folder."""
    return Lists(setting.engine(), setting.steps, Shortener(setting.pair), setting.measure / _USUAL_MEASURE)


def open_system(setting: Setting) -> PronounSystem:
    """The editor on a model folder's engine, with the weight that the folder states."""
    weight = float(setting.folder.pronouns.get("linear_edit_weight", WEIGHT))
    return LinearEditModel(open_lists(setting), LinearEditor(paper_editor(setting.pair), weight))


SYSTEM: Final = System(open_system, ("paper",), frozenset([Ability.N_BEST]), reader=reader_of)
