"""Universal Dependencies from the older labels of spaCy's English pipelines (ClearNLP).

Names change (dobj, obj), and three things change place: a noun governs its preposition, not the other way round; what
is said with a copula governs the copula; what is *there* is the subject. So all languages are read the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_NAMES: Final = {
    "ROOT": "root",
    "acomp": "xcomp",
    "agent": "case",
    "attr": "xcomp",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "intj": "discourse",
    "meta": "dep",
    "neg": "advmod",
    "npadvmod": "obl:unmarked",
    "nsubjpass": "nsubj:pass",
    "oprd": "xcomp",
    "pcomp": "advcl",
    "pobj": "obl",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prep": "case",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}
# Names that Universal Dependencies do not have.
_OLDER: Final = _NAMES.keys() - {"ROOT"}
_PREPOSITIONS: Final = frozenset(["prep", "agent", "dative"])
_NOMINAL: Final = frozenset(["NOUN", "PROPN", "PRON", "NUM"])
# What keeps *be* a full verb: a clause or an object of its own.
_COMPLETE: Final = frozenset(["ccomp", "xcomp", "dobj", "oprd", "advcl", "expl"])


def is_clearnlp(labels: Collection[str]) -> bool:
    """Whether a parser's labels are of this kind."""
    return "dobj" in labels and "pobj" in labels


def has_clearnlp(labels: Collection[str]) -> bool:
    """Whether labels of a text are of this kind; of a text that has none of these names, both kinds say the same."""
    return not _OLDER.isdisjoint(labels)


def to_universal(
    heads: Sequence[int], labels: Sequence[str], pos: Sequence[str], is_copula: Sequence[bool]
) -> tuple[list[int], list[str]]:
    """The heads and labels of a sentence in Universal Dependencies; the root governs itself, before and after."""
    governors, relations = list(heads), list(labels)
    _turn_prepositions(governors, relations, pos)
    _turn_copulas(governors, relations, is_copula)
    return governors, [_NAMES.get(relation, relation) for relation in relations]


def _turn_prepositions(heads: list[int], labels: list[str], pos: Sequence[str]) -> None:
    complements: dict[int, int] = {}
    for child, label in enumerate(labels):
        if label in {"pobj", "pcomp"} and pos[heads[child]] in {"ADP", "SCONJ", "PART"}:
            complements.setdefault(heads[child], child)
    for preposition, complement in complements.items():
        governor = heads[preposition]
        if governor == preposition:
            # A fragment: the noun is its root.
            heads[complement], labels[complement] = complement, "ROOT"
        else:
            if labels[preposition] == "conj" and governor in complements:
                governor, relation = complements[governor], "conj"
            else:
                while labels[governor] in _PREPOSITIONS and governor not in complements and heads[governor] != governor:
                    governor = heads[governor]
                relation = _relation(labels[preposition], labels[complement], pos[governor])
            heads[complement], labels[complement] = governor, relation
        for child, head in enumerate(heads):
            if head == preposition and child not in {complement, preposition} and labels[child] != "fixed":
                heads[child] = complement
        is_clause = labels[complement] in {"advcl", "acl"}
        heads[preposition], labels[preposition] = complement, "mark" if is_clause else "case"


def _relation(preposition: str, complement: str, governor: str) -> str:
    if complement == "pcomp":
        return "acl" if governor in _NOMINAL else "advcl"
    if governor in _NOMINAL:
        return "nmod"
    return "obl:agent" if preposition == "agent" else "obl"


def _turn_copulas(heads: list[int], labels: list[str], is_copula: Sequence[bool]) -> None:
    for verb, copula in enumerate(is_copula):
        if not copula or labels[verb] in {"aux", "auxpass"}:
            continue
        children = [child for child, head in enumerate(heads) if head == verb and child != verb]
        said = [child for child in children if labels[child] in {"attr", "acomp"}]
        if any(labels[child] == "expl" for child in children):
            for child in said:
                labels[child] = "nsubj"
            continue
        if not said and not any(labels[child] in _COMPLETE for child in children):
            # *It is in the box*: the first phrase after the verb, if it has a preposition.
            said = [child for child in children if child > verb and labels[child] == "obl"][:1]
        if not said:
            continue
        predicate = said[0]
        heads[predicate] = predicate if heads[verb] == verb else heads[verb]
        labels[predicate] = labels[verb]
        heads[verb], labels[verb] = predicate, "cop"
        for child in children:
            if child != predicate:
                heads[child] = predicate
