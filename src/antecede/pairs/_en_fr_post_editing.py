"""English to French: the rules of Guillou (2015) and the changes that she published."""

from __future__ import annotations

from typing import Final

from antecede.languages import Form, Gender, Number
from antecede.pairs._post_editing import PostEditingRules, PublishedChange

_TABLE_2: Final = """
non it ça ce 7
non it cela ce 3
non it elle ce 1
non it le ce 1
non it on ce 1
anaphoric it il ils 3
anaphoric it il elle 51
anaphoric it il elles 3
anaphoric it elle il 17
anaphoric it elle ils 1
anaphoric it le il 3
anaphoric it on il 1
anaphoric it ça il 10
anaphoric it ça ils 2
anaphoric it ça elle 5
anaphoric it cela il 6
anaphoric it cela elle 3
anaphoric it cela elles 1
anaphoric it ce il 84
anaphoric it ce ils 5
anaphoric it ce elle 68
anaphoric it ce elles 4
anaphoric they ils elles 32
anaphoric they elles ils 4
"""

POST_EDITING: Final = PostEditingRules(
    predicted={
        Form(Gender.MASCULINE, Number.SINGULAR): "il",
        Form(Gender.FEMININE, Number.SINGULAR): "elle",
        Form(Gender.MASCULINE, Number.PLURAL): "ils",
        Form(Gender.FEMININE, Number.PLURAL): "elles",
    },
    always_anaphoric=frozenset({"they"}),
    defaults={"it": "il", "they": "ils"},
    not_defaulted={"it": frozenset({"il", "elle"}), "they": frozenset({"ils", "elles"})},
    neutral="ce",
    neutral_kept=frozenset({"ce", "c'", "il"}),
    together={"c'": "ce", "l'": "le", "ç'": "ça", "ca": "ça"},
    published=tuple(
        PublishedChange(rule == "anaphoric", source, before, after, int(count))
        for rule, source, before, after, count in (row.split() for row in _TABLE_2.strip().splitlines())
    ),
)
