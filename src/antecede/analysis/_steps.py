"""A spaCy pipeline's components, run with the answers that they give and less work.

Three of them take most of the time and do most of it again and again: embeddings of words are computed for every token,
though each word has one; the recogniser of entities asks each of its actions about each token, though nearly all tokens
stand outside of any entity; and the attribute ruler matches a hundred patterns of one token everywhere, though the same
tokens come back. Here a word's embedding and a token's rules are remembered, and the recogniser steps one by one only
where an entity is open. Sums are made in spaCy's order, so that every figure is the same to the bit. What is built in
another way than expected is left to spaCy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt
    from spacy.language import Language as Pipeline
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

    Floats = npt.NDArray[np.float32]
    Docs = list[Doc]
    Step = Callable[[Docs], Docs]

__all__ = ["steps_of"]

# Words that are remembered: more than a long text has of frequent ones, and some ten megabytes a component.
_WORDS: Final = 1 << 14
_RULED: Final = 1 << 16
# What a pattern may ask of a token here; the first three are of the sentence, all others of the word.
_IN_SENTENCE: Final = ("TAG", "DEP", "POS")
_OF_WORD: Final = frozenset({"ORTH", "TEXT", "LOWER", "NORM", "SHAPE", "IS_SPACE", "IS_PUNCT", "IS_ALPHA", "LENGTH"})
# In place of a rule's number: a rule of several tokens may begin here.
_OPENS: Final = "-1"
# What the recogniser looks at: the next token, the first of the open entity, and the one before the next.
_LOOKS_AT: Final = 3


def steps_of(pipeline: Pipeline) -> list[Step]:
    """What is done to a list of documents that are one sentence each, one component after the other."""
    from spacy.pipeline import AttributeRuler, EntityRecognizer, Tok2Vec

    steps: list[Step] = []
    for _, component in pipeline.pipeline:
        step: Step | None = None
        if isinstance(component, Tok2Vec):
            step = _vectors_step(component, pipeline.vocab)
        elif isinstance(component, EntityRecognizer):
            step = _entities_step(component, pipeline.vocab)
        elif isinstance(component, AttributeRuler):
            step = _rules_step(component)
        steps.append(step or _as_spacy(component))
    return steps


def _as_spacy(component: Any) -> Step:  # noqa: ANN401 - anything that a pipeline may hold
    if hasattr(component, "pipe"):
        return lambda docs: list(component.pipe(docs, batch_size=max(1, len(docs))))
    return lambda docs: [component(doc) for doc in docs]


class _Embedded:
    """Vectors of tokens: embedded once a word, then encoded in their sentence."""

    def __init__(self, model: Any, vocab: Vocab) -> None:  # noqa: ANN401 - thinc's models have no type of their own
        self._embed = model.get_ref("embed")
        self._encode = model.get_ref("encode")
        self._vocab = vocab
        self._rows: dict[int, int] = {}
        self._table: Floats = np.zeros((0, 0), np.float32)

    def __call__(self, docs: Docs) -> list[Floats]:
        """A matrix for each document, a row a token."""
        from spacy.attrs import ORTH

        keys: list[list[int]] = [doc.to_array(ORTH).tolist() for doc in docs]
        rows = self._rows
        missing = {key for sentence in keys for key in sentence if key not in rows}
        if missing and len(rows) + len(missing) > _WORDS:
            rows.clear()
            self._table = self._table[:0]
            missing = {key for sentence in keys for key in sentence}
        if missing:
            self._learn(sorted(missing))
        table = self._table
        return list(self._encode.predict([table[[rows[key] for key in sentence]] for sentence in keys]))

    def _learn(self, missing: Sequence[int]) -> None:
        from spacy.tokens import Doc

        words = [self._vocab.strings[key] for key in missing]
        (vectors,) = self._embed.predict([Doc(self._vocab, words=words)])
        self._rows.update(zip(missing, range(len(self._rows), len(self._rows) + len(missing)), strict=True))
        self._table = np.concatenate([self._table, vectors]) if len(self._table) else vectors


def _embeds_words(model: Any) -> bool:  # noqa: ANN401 - as above
    """Whether the model embeds each token by itself, from what is known of its word alone."""
    names: set[str] = model.ref_names
    if not {"embed", "encode"} <= set(names):
        return False
    embed = model.get_ref("embed")
    kinds = [layer.name.partition("(")[0] for layer in embed.layers]
    if kinds != ["extract_features", "list2ragged", "with_array", "with_array", "ragged2list"]:
        return False
    # SPACY, whether a blank follows, is the same for all tokens that are given as a list.
    return set(embed.layers[0].attrs["columns"]) <= {"NORM", "PREFIX", "SUFFIX", "SHAPE", "SPACY", "IS_SPACE", "LOWER"}


def _vectors_step(component: Any, vocab: Vocab) -> Step | None:  # noqa: ANN401 - as above
    if not _embeds_words(component.model):
        return None
    embedded = _Embedded(component.model, vocab)

    def step(docs: Docs) -> Docs:
        component.set_annotations(docs, embedded(docs))
        return docs

    return step


def _entities_step(component: Any, vocab: Vocab) -> Step | None:  # noqa: ANN401 - as above
    model = component.model
    lower, upper = model.get_ref("lower"), model.get_ref("upper")
    to_vectors = model.get_ref("tok2vec").layers
    names = _action_names(component)
    labels = {name.partition("-")[2] for name in names}
    expected = (
        model.attrs["has_upper"]
        and not model.attrs["unseen_classes"]
        and component.cfg.get("beam_width", 1) == 1
        and upper.name == "linear"
        and lower.name == "precomputable_affine"
        and lower.get_dim("nF") == _LOOKS_AT
        and lower.get_dim("nP") > 1
        and [layer.name for layer in to_vectors[1:]] == ["list2array", "linear"]
        and _embeds_words(to_vectors[0])
        and len(names) == upper.get_dim("nO")
        and all(f"{kind}-{label}" in names for label in labels if label for kind in "BILU")
    )
    return _Entities(component, vocab) if expected else None


def _action_names(component: Any) -> list[str]:  # noqa: ANN401 - as above
    return [component.moves.get_class_name(action) for action in range(component.moves.n_moves)]


class _Entities:
    """Entities as the greedy recogniser finds them (BILUO): each action takes a token.

    Outside of an entity an action depends on the token alone, so that all tokens are looked at together.
    """

    def __init__(self, component: Any, vocab: Vocab) -> None:  # noqa: ANN401 - as above
        model = component.model
        first, _, self._linear = model.get_ref("tok2vec").layers
        self._embedded = _Embedded(first, vocab)
        lower, self._upper = model.get_ref("lower"), model.get_ref("upper")
        hidden, pieces, width = (lower.get_dim(name) for name in ("nO", "nP", "nI"))
        self._shape = (hidden, pieces)
        self._gemm = lower.ops.gemm
        self._weights: list[Floats] = list(lower.get_param("W").reshape(_LOOKS_AT, hidden * pieces, width))
        self._nothing: list[Floats] = list(lower.get_param("pad").reshape(_LOOKS_AT, hidden * pieces))
        self._bias: Floats = lower.get_param("b").reshape(-1)
        names = _action_names(component)
        self._kinds = [name.partition("-")[0] for name in names]
        self._labels = [name.partition("-")[2] for name in names]
        self._places = {name: place for place, name in enumerate(names)}
        kinds = np.array(self._kinds)
        # *U-* without a label forbids an entity, and is for tokens of which somebody said so before.
        begins, alone = kinds == "B", (kinds == "U") & (np.array(self._labels) != "")
        self._is_outside = kinds == "O"
        self._never = np.where(self._is_outside | begins | alone, 0, -np.inf).astype(np.float32)
        self._never_at_end = np.where(self._is_outside | alone, 0, -np.inf).astype(np.float32)

    def __call__(self, docs: Docs) -> Docs:
        from spacy.tokens import Span

        filled = [doc for doc in docs if len(doc)]
        if not filled:
            return docs
        vectors = self._linear.predict(np.concatenate(self._embedded(filled)))
        next_tokens = self._gemm(vectors, self._weights[0], trans2=True)
        actions = self._actions_outside(next_tokens, np.cumsum([len(doc) for doc in filled]) - 1)
        starts = np.flatnonzero(~self._is_outside[actions]).tolist()
        begin = 0
        place = 0
        for doc in filled:
            end = begin + len(doc)
            found = []
            following = begin
            while place < len(starts) and starts[place] < end:
                start = starts[place]
                place += 1
                if start < following:
                    continue
                label = self._labels[actions[start]]
                following = start + 1
                if self._kinds[actions[start]] == "B":
                    following = start + self._length(vectors[start:end], next_tokens[start:end], label)
                found.append(Span(doc, start - begin, following - begin, label=label))
            doc.set_ents(found)
            begin = end
        return docs

    def _actions_outside(self, next_tokens: Floats, ends: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """What is done at each token if no entity is open; where a document ends, none begins."""
        scores = self._scores(next_tokens + self._nothing[1] + self._nothing[2])
        last = scores[ends] + self._never_at_end
        scores += self._never
        scores[ends] = last
        actions: npt.NDArray[np.int64] = scores.argmax(axis=1)
        return actions

    def _length(self, vectors: Floats, next_tokens: Floats, label: str) -> int:
        """How many tokens the entity has that begins at the first: it goes on or closes, with the same label."""
        inside, last = self._places[f"I-{label}"], self._places[f"L-{label}"]
        first = self._gemm(vectors[:1], self._weights[1], trans2=True)
        for token in range(1, len(vectors) - 1):
            before = self._gemm(vectors[token - 1 : token], self._weights[2], trans2=True)
            (scores,) = self._scores(next_tokens[token : token + 1] + first + before)
            if scores[last] > scores[inside] or (scores[last] == scores[inside] and last < inside):
                return token + 1
        return len(vectors)

    def _scores(self, summed: Floats) -> Floats:
        hidden = (summed + self._bias).reshape(len(summed), *self._shape).max(axis=2)
        scores: Floats = self._upper.predict(hidden)
        return scores


def _rules_step(ruler: Any) -> Step | None:  # noqa: ANN401 - as above
    rules = ruler.patterns
    known = _OF_WORD | set(_IN_SENTENCE)
    if not all(set(token) <= known for rule in rules for pattern in rule["patterns"] for token in pattern):
        return None
    return _Rules(ruler, rules)


class _Rules:
    """The attribute ruler: rules of one token are remembered by its word, tag and relation, the few others matched."""

    def __init__(self, ruler: Any, rules: Sequence[Any]) -> None:  # noqa: ANN401 - as above
        from spacy.matcher import Matcher

        self._vocab: Vocab = ruler.vocab
        self._attributes: list[dict[int, int]] = ruler.attrs
        self._places: list[int] = ruler.indices
        self._single, self._several = Matcher(self._vocab), Matcher(self._vocab)
        for number, rule in enumerate(rules):
            single = [pattern for pattern in rule["patterns"] if len(pattern) == 1]
            several = [pattern for pattern in rule["patterns"] if len(pattern) != 1]
            for matcher, patterns in ((self._single, single), (self._several, several)):
                if patterns:
                    matcher.add(str(number), patterns)
            if several:
                self._single.add(_OPENS, [pattern[:1] for pattern in several])
        self._rules: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._opening: set[tuple[int, ...]] = set()
        self._merged: dict[tuple[int, ...], dict[int, int]] = {}

    def __call__(self, docs: Docs) -> Docs:
        from spacy.attrs import DEP, ORTH, POS, TAG
        from spacy.tokens._retokenize import set_token_attrs

        seen = [list(map(tuple, doc.to_array([ORTH, TAG, DEP, POS]).tolist())) for doc in docs]
        if len(self._rules) > _RULED:
            self._rules.clear()
            self._opening.clear()
        missing = {token for sentence in seen for token in sentence if token not in self._rules}
        if missing:
            self._learn(sorted(missing))
        for doc, sentence in zip(docs, seen, strict=True):
            rules = [self._rules[token] for token in sentence]
            if not self._opening.isdisjoint(sentence):
                for number, start, end in self._matches(self._several, doc):
                    place = range(start, end)[self._places[number]]
                    rules[place] = tuple(sorted((*rules[place], number)))
            for place, numbers in enumerate(rules):
                if numbers:
                    set_token_attrs(doc[place], self._together(numbers))
        return docs

    def _learn(self, missing: Sequence[tuple[int, ...]]) -> None:
        from spacy.attrs import DEP, POS, TAG
        from spacy.tokens import Doc

        doc = Doc(self._vocab, words=[self._vocab.strings[orth] for orth, *_ in missing])
        known: Any = np.array([rest for _, *rest in missing], np.uint64)
        doc.from_array([TAG, DEP, POS], known)
        found: list[list[int]] = [[] for _ in missing]
        for number, start, _ in self._matches(self._single, doc):
            if number == int(_OPENS):
                self._opening.add(missing[start])
            else:
                found[start].append(number)
        self._rules.update((token, tuple(sorted(numbers))) for token, numbers in zip(missing, found, strict=True))

    def _matches(self, matcher: Any, doc: Doc) -> list[tuple[int, int, int]]:  # noqa: ANN401 - spaCy leaves it untyped
        strings = self._vocab.strings
        return [(int(strings[key]), start, end) for key, start, end in matcher(doc, allow_missing=True, as_spans=False)]

    def _together(self, numbers: tuple[int, ...]) -> dict[int, int]:
        """What the rules set one after the other: later ones have precedence."""
        merged = self._merged.get(numbers)
        if merged is None:
            merged = self._merged[numbers] = {}
            for number in numbers:
                merged.update(self._attributes[number])
        return merged
