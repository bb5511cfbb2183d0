"""What scores translations in context, opened by its name: an engine that can score."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from antecede.engines import ENGINES, MOST_CONTEXT, Ability, open_engine
from antecede.errors import BadOption
from antecede.scoring import CONTEXT, ContextScore

if TYPE_CHECKING:
    from antecede.scoring import Scorer

__all__ = ["CONTEXT", "ContextScore", "open_scorer"]


def open_scorer(
    scorer: ContextScore | str, pair: str, *, context: int = CONTEXT, own: bool = False, threads: int = 0
) -> ContextScore:
    """The context score of an engine that can score.

    Args:
        scorer: The engine: `neural`, which is fetched at its first use, `ctranslate2:FOLDER`, `opus-mt:CHECKPOINT`. A
            score that is open already is taken as it is.
        pair: The language pair.
        context: How many of the sentences before are given; 0 is the sentence alone.
        own: Whether the sentence's own score counts, which is subtracted otherwise.
        threads: How many threads score; 0 is all.
    """
    if isinstance(scorer, ContextScore):
        return scorer
    if not 0 <= context <= MOST_CONTEXT:
        raise BadOption(f"a scorer is given 0 to {MOST_CONTEXT} sentences of context, not {context}")
    kind = scorer.partition(":")[0]
    # Told by its kind: no program is started and no service asked for what it cannot do.
    if kind not in ENGINES.names() or Ability.SCORES not in ENGINES[kind].abilities:
        able = [name for name in ENGINES.names() if Ability.SCORES in ENGINES[name].abilities]
        raise BadOption(f"'{scorer}' gives no scores of given translations; engines that do: {', '.join(able)}")
    return ContextScore(cast("Scorer", open_engine(scorer, pair=pair, threads=threads)), context, own)
