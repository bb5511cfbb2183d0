"""Fix the pronouns in the output of any engine, from Python: strings in, strings out, and what was changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from antecede.errors import BadOption
from antecede.models import ModelFolder
from antecede.pairs import DEFAULT_PAIR
from antecede.pairs import pair as described
from antecede.pronouns.decision.permission import default_edits
from antecede.pronouns.post_editing.editors import editor, reader_of
from antecede.pronouns.post_editing.fixing import Fixed, Output, TextEdit, log_of
from antecede.pronouns.post_editing.fixing import fix as fix_output
from antecede.tasks._input import given_lines, parallel_text
from antecede.tasks.scorer import ContextScore, open_scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from antecede.coreference.reader import Reader
    from antecede.coreference.resolvers import Method
    from antecede.pairs import Pair
    from antecede.pronouns.decision.model import EngineQuality
    from antecede.pronouns.decision.permission import Edits
    from antecede.pronouns.post_editing.types import PostEditor
    from antecede.pronouns.setting import Mode
    from antecede.tasks._input import Documents, Text

__all__ = ["Fixed", "Fixer", "Output", "TextEdit", "fix", "folder_of", "log_of"]


@dataclass(frozen=True, slots=True)
class Fixer:
    """Fixes the pronouns of translations, whichever engine made them. Threads may share one."""

    pair: Pair
    reader: Reader
    """What analyses the source and resolves its pronouns."""
    editor: PostEditor

    @classmethod
    def load(
        cls,
        pair: str,
        *,
        mode: Mode = "best",
        model: ModelFolder | Path | str | None = None,
        edit: Edits | None = None,
        scorer: ContextScore | str | None = None,
        resolver: Method | None = None,
        margin: float | None = None,
        engine_quality: EngineQuality = "neural",
    ) -> Self:
        """A fixer for a language pair.

        Args:
            pair: The language pair.
            mode: `paper`, the printed rules, or `best`, edits where they gain, with agreement.
            model: A model folder, its path or an installed model's name; the pair's installed one by default.
            edit: `gender`, only pronouns that do not agree with their noun (*il* for *elle*), where that is sure; `all`
                edits that are expected to gain; `none`, so that all is judged and nothing changed. By default `gender`,
                since the other edits lose on the output of neural engines; in mode `paper` all, as printed.
            scorer: An engine that compares sentences before and after an edit, with those before them: `neural`, or
                another name of `antecede.tasks.scorer.open_scorer`, or what that opened. Not in mode `paper`.
            resolver: What finds antecedents: `encoder`, `ranker`, `sieve`; the best that is installed by default. Not
                in mode `paper`.
            margin: How much likelier another pronoun must be than the one that stands there, from -1 to 1; the model's
                own by default. Not in mode `paper`.
            engine_quality: Who wrote the target: `human`, `neural`, or `phrase-based`, where all edits are the default.
        """
        if margin is not None and (mode == "paper" or not -1.0 <= margin <= 1.0):
            raise BadOption("a margin is a difference of probabilities, from -1 to 1; the printed rules have none")
        if resolver is not None and mode == "paper":
            raise BadOption("the printed rules resolve as their paper does: leave the resolver out")
        if scorer is not None and mode == "paper":
            raise BadOption("the printed rules ask no scorer: leave it out, or use the mode `best`")
        known = described(pair)
        folder = None if mode == "paper" else folder_of(model, pair)
        # What is missing is reported before any text is aligned.
        context = None if scorer is None else open_scorer(scorer, pair)
        chosen = editor(
            known,
            mode,
            folder,
            edits=edit or default_edits(mode, ours=engine_quality == "phrase-based"),
            context=context,
            margin=margin,
            quality=engine_quality,
            method=resolver,
        )
        return cls(known, reader_of(known, mode, method=resolver).load(), chosen)

    def __call__(
        self,
        source: Text,
        target: Text,
        *,
        documents: Documents | None = None,
        alignment: Sequence[str] | None = None,
        tokenised: bool = False,
    ) -> Fixed:
        """The target with its pronouns fixed.

        Args:
            source: What was translated: a list of lines, or one text with a sentence a line.
            target: Its translation, line by line.
            documents: The document of each line, or how many lines each document has; without it a blank line of the
                source ends a document.
            alignment: For each line the `i-j` links of its tokens (Pharaoh); without it the texts are aligned.
            tokenised: Whether blanks separate the tokens; otherwise our tokeniser finds them.
        """
        text = parallel_text([("source", source), ("target", target)], documents, tokenised=tokenised)
        links = None if alignment is None else given_lines(alignment, "alignment")
        exact = target if isinstance(target, str) else None
        return self.fix_output(Output.of(self.pair, text, exact=exact, alignment=links, needed=self.reader.needed))

    def stream(self, documents: Iterable[tuple[Text, Text]]) -> Iterator[Fixed]:
        """Many documents, each a source and its translation, fixed one by one; no more than one is held."""
        for source, target in documents:
            yield self(source, target, documents=[len(given_lines(source, "source"))])

    def fix_output(self, output: Output, *, progress: bool = False, processes: int = 1) -> Fixed:
        """An engine's output that is read and aligned already; several `processes` read its documents faster."""
        return fix_output(output, self.reader, self.editor, progress=progress, processes=processes)


def fix(  # noqa: PLR0913 - each is a choice of the user's, and all but the texts have a default
    source: Text,
    target: Text,
    pair: str = DEFAULT_PAIR,
    documents: Documents | None = None,
    *,
    alignment: Sequence[str] | None = None,
    tokenised: bool = False,
    mode: Mode = "best",
    model: ModelFolder | Path | str | None = None,
    edit: Edits | None = None,
    scorer: ContextScore | str | None = None,
    resolver: Method | None = None,
    margin: float | None = None,
    engine_quality: EngineQuality = "neural",
) -> Fixed:
    """The target with its pronouns fixed: a `Fixer` for one text, kept for the next one. Arguments are a fixer's.

    Examples:
        >>> source = ["The house is old.", "It is beautiful."]
        >>> target = ["La maison est vieille.", "Il est beau."]
        >>> fixed = fix(source, target, alignment=["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"])
        >>> fixed.lines
        ('La maison est vieille.', 'Elle est belle.')
        >>> [(edit.line, edit.start, edit.end, edit.after) for edit in fixed.edits]
        [(1, 0, 2, 'Elle'), (1, 7, 11, 'belle')]
    """
    folder = None if mode == "paper" else folder_of(model, pair).path
    opened = _opened(pair, mode, folder, edit, scorer, resolver, margin, engine_quality)
    return opened(source, target, documents=documents, alignment=alignment, tokenised=tokenised)


def folder_of(model: ModelFolder | Path | str | None, pair: str) -> ModelFolder:
    """The model folder that is meant: an open one, a path, an installed model's name, or the pair's own."""
    described(pair)
    return model if isinstance(model, ModelFolder) else ModelFolder.find(model, pair=pair)


@lru_cache(maxsize=1)
def _opened(
    pair: str,
    mode: Mode,
    model: Path | None,
    edit: Edits | None,
    scorer: ContextScore | str | None,
    resolver: Method | None,
    margin: float | None,
    engine_quality: EngineQuality,
) -> Fixer:
    return Fixer.load(
        pair,
        mode=mode,
        model=model,
        edit=edit,
        scorer=scorer,
        resolver=resolver,
        margin=margin,
        engine_quality=engine_quality,
    )
