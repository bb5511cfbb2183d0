"""How a test set for pronouns came out, as one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.report.table import Table

if TYPE_CHECKING:
    from antecede.tasks.judge_set import SetResult, Share


def set_table(result: SetResult, title: str) -> Table:
    """Accuracy of all items, and by each group, with its 95% confidence interval."""
    rows = [("all", *_figures(result.all))]
    rows += [(f"{name} {value}", *_figures(share)) for (name, value), share in result.shares.items()]
    return Table(title, ("Items", "Number", "Right", "Accuracy", "95% interval"), tuple(rows))


def _figures(share: Share) -> tuple[str, str, str, str]:
    low, high = share.interval
    return str(share.total), str(share.right), f"{share.accuracy:.1%}", f"{low:.1%}–{high:.1%}"
