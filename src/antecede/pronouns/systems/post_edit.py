"""Post-editing as a system: the engine translates, an editor fixes its pronouns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.pronouns.post_editing.editors import reader_of
from antecede.pronouns.systems import System
from antecede.pronouns.types import TranslatedDocument

if TYPE_CHECKING:
    from antecede.coreference import ResolvedDocument
    from antecede.pronouns.post_editing.types import PostEditor
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.types import PronounSystem

__all__ = ["SYSTEM", "PostEditingModel", "open_system"]


@dataclass(frozen=True, slots=True)
class PostEditingModel:
    """A system whose translation is fixed by an editor."""

    below: PronounSystem
    editor: PostEditor

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The translation of the system below, fixed."""
        edited = self.editor.edit(document, self.below.translate(document).sentences)
        return TranslatedDocument(document, edited.sentences, edited.decisions)


def open_system(setting: Setting) -> PronounSystem:
    """Post-editing of a model folder's baseline; of another engine's output, with the edits that `fix` makes in it."""
    from antecede.pronouns.decision.permission import default_edits
    from antecede.pronouns.post_editing.editors import editor
    from antecede.pronouns.systems import baseline

    edits = default_edits(setting.mode, ours=setting.ours)
    chosen = editor(setting.pair, setting.mode, setting.folder, edits=edits)
    return PostEditingModel(baseline.open_system(setting), chosen)


SYSTEM: Final = System(open_system, ("paper", "best"), reader=reader_of)
