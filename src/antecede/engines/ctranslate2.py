"""Neural models in CTranslate2's form: OPUS-MT and other Marian models, NLLB, M2M-100, OpenNMT.

A folder holds `model.bin`, `config.json`, the vocabulary, and the files that cut text into pieces: SentencePiece's
(`source.spm` and `target.spm`, or one `.model` for both sides) or byte-pair codes. What a model wants before and after
a sentence is read off its vocabulary: NLLB's language tags (`fra_Latn`), M2M-100's (`__fr__`), or the target's tag of
OPUS-MT models with several (`>>fra<<`).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from antecede.alignment import Link
from antecede.engines import Ability, EngineKind, Hypothesis
from antecede.engines._pieces import BytePairs, SentencePieces, visible
from antecede.engines._text_engine import segments_of
from antecede.engines.aligned import with_links
from antecede.engines.marian import CHECKSUMS, PIECES, compare, needs_ctranslate2
from antecede.engines.nbest import distinct_only
from antecede.errors import BadOption, EngineError, ResourceError
from antecede.languages import language
from antecede.pairs import pair as described
from antecede.text import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from antecede.engines import Opening, Segment
    from antecede.engines._pieces import Pieces

__all__ = ["ENGINE", "OPTIONS", "SETTINGS", "CTranslate2Engine", "open_folder"]

OPTIONS: Final = ("path", "source", "target", "beam", "lists")
"""What an address says: the folder; the tags of the languages, where their codes do not show them; the settings."""
SETTINGS: Final = ("beam", "lists")
_BEAM: Final = 4
_LISTS: Final = 10
"""How long a list is at most, since a beam has to be as wide: those who want a thousand get this."""
_WIDEST: Final = 500
_BATCH: Final = 32
_LONGEST: Final = 400
"""Pieces: what is longer is translated in parts. The models know some 500 positions."""
_LONGEST_TARGET: Final = 500
_LARGEST_VOCABULARY: Final = 1 << 26
_LEAST_SHARE: Final = 0.5
"""Of a side's pieces, so many are in the vocabulary of the model that they belong to; of another model's, few are."""
_SHARP: Final = 0.5
"""The mean of the strongest attention of a piece: .82 for OPUS-MT on talks, never below .55 in 200 sentences."""
_ALIKE: Final = 0.6
"""Of the words that both sides have alike, so many are linked by an attention that is an alignment."""
_END: Final = "</s>"
_ONE_FOR_BOTH: Final = ("sentencepiece.bpe.model", "sentencepiece.model", "spm.model", "tokenizer.model")


class _Marks(NamedTuple):
    """What a model wants around a sentence."""

    source_start: tuple[str, ...] = ()
    source_end: tuple[str, ...] = ()
    target_start: tuple[str, ...] = ()


class CTranslate2Engine:
    """Translates text with a model in CTranslate2's form. Threads may share one."""

    abilities: frozenset[Ability] = frozenset([Ability.N_BEST, Ability.PREFIX, Ability.SCORES, Ability.TEXT])

    def __init__(self, folder: _Folder, pair: str, *, threads: int = 1, beam: int = _BEAM, lists: int = _LISTS) -> None:
        self._pair = described(pair)
        self._folder = folder
        self._beam = beam
        self._lists = lists
        library = needs_ctranslate2()
        try:
            self._translator = library.Translator(
                str(folder.path),
                device="cpu",
                compute_type="int8",
                # Sentences are many and short: a batch for each thread is faster than threads inside of a batch.
                inter_threads=threads or os.cpu_count() or 1,
                intra_threads=1,
            )
        except (RuntimeError, ValueError) as error:
            raise ResourceError(f"{folder.path}: is not a model that CTranslate2 can load: {_line(error)}") from None

    @property
    def key(self) -> str:
        """What scores depend on: the model's checksum."""
        return self._folder.key

    def close(self) -> None:
        """Nothing runs that has to be ended."""

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """The translations of tokens, which are put together to text first."""
        return self.translate_segments(segments_of(sentences, self._pair), n_best=n_best, distinct=distinct)

    def translate_segments(
        self, segments: Sequence[Segment], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """The translations of text, the best first; at most `lists` of them."""
        return self._translations(segments, [()] * len(segments), n_best, distinct=distinct)

    def complete(
        self, segments: Sequence[Segment], prefixes: Sequence[str], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """The translations that start with the given words."""
        starts = [tuple(self._folder.target.cut(prefix)) for prefix in prefixes]
        return self._translations(segments, starts, n_best, distinct=distinct)

    def score(
        self, segments: Sequence[Segment], targets: Sequence[Sequence[str]], *, context: int = 0
    ) -> list[list[float]]:
        """For each segment the logarithm of each target's probability, given `context` sentences before on both sides.

        The sentences before are put before the sentence, and what was written for them before the target; only the
        target's own pieces count.
        """
        sources, wanted, firsts = [], [], []
        for segment, versions in zip(segments, targets, strict=True):
            longest = max((self._folder.target.cut(version) for version in versions), key=len, default=[])
            before, written = self._context(segment, context, len(longest))
            source = self._source([*before, *self._folder.source.cut(segment.text)])
            start = [*self._folder.marks.target_start, *written]
            for version in versions:
                sources.append(source)
                wanted.append([*start, *self._folder.target.cut(version)])
                firsts.append(len(start))
        scored = self._alike(
            [(len(source), len(target)) for source, target in zip(sources, wanted, strict=True)],
            lambda places: self._translator.score_batch(
                [sources[place] for place in places],
                [wanted[place] for place in places],
                max_batch_size=_BATCH,
                max_input_length=0,
                asynchronous=True,
            ),
        )
        sums = iter([sum(each.log_probs[first:]) for each, first in zip(scored, firsts, strict=True)])
        return [[next(sums) for _ in versions] for versions in targets]

    def _context(self, segment: Segment, context: int, length: int) -> tuple[list[str], list[str]]:
        """The pieces of the sentences before on both sides, as many sentences as the model has positions for."""
        sides: tuple[list[str], list[str]] = [], []
        used = len(self._folder.source.cut(segment.text)), length
        pairs = zip(reversed(segment.before), reversed(segment.before_target), strict=False)
        for source, target in islice(pairs, context):
            pieces = self._folder.source.cut(source), self._folder.target.cut(target)
            sides = [*pieces[0], *sides[0]], [*pieces[1], *sides[1]]
            if max(used[0] + len(sides[0]), used[1] + len(sides[1])) > _LONGEST:
                return sides[0][len(pieces[0]) :], sides[1][len(pieces[1]) :]
        return sides

    def _source(self, pieces: Sequence[str]) -> list[str]:
        marks = self._folder.marks
        return [*marks.source_start, *pieces, *marks.source_end]

    def _translations(
        self, segments: Sequence[Segment], prefixes: Sequence[Sequence[str]], n_best: int, *, distinct: bool
    ) -> list[list[Hypothesis]]:
        cut = [_parts(self._folder.source.cut(segment.text)) for segment in segments]
        size = min(n_best, self._lists)
        asked = [
            (index, part, place == 0) for index, parts in enumerate(cut) for place, part in enumerate(parts) if part
        ]
        answers = self._ask(
            [part for _, part, _ in asked], [prefixes[i] if first else () for i, _, first in asked], size
        )
        said: list[list[Any]] = [[] for _ in segments]
        for (index, _, _), answer in zip(asked, answers, strict=True):
            said[index].append(answer)
        sources = [self._tokens(segment) for segment in segments]
        lists = [self._hypotheses(*each) for each in zip(sources, cut, said, strict=True)]
        if distinct:
            lists = [distinct_only(listed) for listed in lists]
        if not _aligns(sources, lists):
            lists = [[replace(each, alignment=()) for each in listed] for listed in lists]
        return with_links(sources, lists, self._pair.name)

    def _ask(self, parts: Sequence[Sequence[str]], prefixes: Sequence[Sequence[str]], size: int) -> list[Any]:
        starts = [[*self._folder.marks.target_start, *prefix] for prefix in prefixes]
        return self._alike(
            [(len(part), len(start)) for part, start in zip(parts, starts, strict=True)],
            lambda places: self._translator.translate_batch(
                [self._source(parts[place]) for place in places],
                target_prefix=[starts[place] for place in places] if any(starts) else None,
                beam_size=max(self._beam, size),
                num_hypotheses=size,
                max_batch_size=_BATCH,
                max_input_length=0,
                max_decoding_length=_LONGEST_TARGET,
                disable_unk=True,
                return_scores=True,
                return_attention=True,
                asynchronous=True,
            ),
        )

    def _alike(self, lengths: Sequence[tuple[int, int]], ask: Callable[[Sequence[int]], Iterable[Any]]) -> list[Any]:
        """What is answered for each, asked in batches of the same lengths.

        Nothing is padded then: with int8 numbers, padding changes the logarithm of a sentence's probability by up to
        .3, and sometimes its translation, which would depend on the sentences beside it.
        """
        batches: dict[tuple[int, int], list[int]] = {}
        for place, length in enumerate(lengths):
            batches.setdefault(length, []).append(place)
        try:
            # All are asked before the first answer is waited for: that is what keeps several threads busy.
            asked = [(places, list(ask(places))) for places in batches.values()]
            answers = {place: each.result() for places, said in asked for place, each in zip(places, said, strict=True)}
        except (RuntimeError, ValueError) as error:
            raise EngineError(f"{self._folder.path}: CTranslate2 failed: {_line(error)}") from None
        return [answers[place] for place in range(len(lengths))]

    def _hypotheses(
        self, source: Sequence[str], parts: Sequence[Sequence[str]], results: Sequence[Any]
    ) -> list[Hypothesis]:
        """The translations of a sentence; those of one in parts are put together, the best of each part first."""
        if not results:
            return [Hypothesis(())]
        before, skipped = len(self._folder.marks.source_start), len(self._folder.marks.target_start)
        made = []
        for place in range(min(len(result.hypotheses) for result in results)):
            written = [result.hypotheses[place][skipped:] for result in results]
            text = " ".join(filter(None, (self._folder.target.joined(part).strip() for part in written)))
            # CTranslate2 ranks by the mean of a piece, the end of the sentence included.
            lengths = [len(result.hypotheses[place]) + 1 for result in results]
            total = sum(result.scores[place] * length for result, length in zip(results, lengths, strict=True))
            tokens = tuple(words(text, self._pair.target))
            attentions = [
                np.asarray(result.attention[place], np.float32)[skipped:, before : before + len(part)]
                for result, part in zip(results, parts, strict=True)
            ]
            links = _links(source, tokens, parts, written, attentions)
            made.append(Hypothesis(tokens, total / sum(lengths), links, {"NeuralModel0": (total,)}, text=text))
        return made

    def _tokens(self, segment: Segment) -> Sequence[str]:
        return segment.tokens if segment.tokens is not None else words(segment.text, self._pair.source)


def _parts(pieces: Sequence[str]) -> list[Sequence[str]]:
    """The pieces of a sentence; of one that is too long, in parts that end where words do."""
    parts = []
    while len(pieces) > _LONGEST:
        end = next((at for at in range(_LONGEST, _LONGEST // 2, -1) if pieces[at].startswith("▁")), _LONGEST)
        parts.append(pieces[:end])
        pieces = pieces[end:]
    return [*parts, pieces]


def _links(
    source: Sequence[str],
    target: Sequence[str],
    source_parts: Sequence[Sequence[str]],
    target_parts: Sequence[Sequence[str]],
    attentions: Sequence[NDArray[np.float32]],
) -> tuple[Link, ...]:
    """Links between words that look at each other most, where attention is sharp enough to be an alignment; else none.

    OPUS-MT's was trained to be one. Attention of other models is often spread over many words.
    """
    sides = [piece for part in source_parts for piece in part], [piece for part in target_parts for piece in part]
    rows, columns = _owners(sides[1], target), _owners(sides[0], source)
    seen = np.zeros((len(target), len(source)), np.float32)
    sharpness, row, column = 0.0, 0, 0
    if rows is None or columns is None:
        return ()
    for attention in attentions:
        height, width = attention.shape
        if not width or row + height > len(rows) or column + width > len(columns):
            return ()
        sharpness += float(attention.max(axis=1).sum())
        owned = np.ix_(rows[row : row + height], columns[column : column + width])
        np.add.at(seen, owned, attention)
        row, column = row + height, column + width
    if row != len(rows) or sharpness < _SHARP * max(1, row):
        return ()
    seen /= np.maximum(1, np.bincount(rows, minlength=len(target)))[:, None]
    best, back = seen.argmax(axis=1), seen.argmax(axis=0)
    return tuple(sorted(Link(int(at), place) for place, at in enumerate(best) if back[at] == place and seen[place, at]))


def _aligns(sources: Sequence[Sequence[str]], lists: Sequence[Sequence[Hypothesis]]) -> bool:
    """Whether links of attention are an alignment: what both sides have alike, names and full stops, is linked.

    A sharp attention may be sharp elsewhere: on the word before, or on the end of the sentence.
    """
    found = total = 0
    for source, listed in zip(sources, lists, strict=True):
        for hypothesis in listed[:1]:
            alike = [
                Link(source.index(token), hypothesis.tokens.index(token))
                for token in set(source) & set(hypothesis.tokens)
                if source.count(token) == 1 == hypothesis.tokens.count(token)
            ]
            total += len(alike)
            found += len(set(alike) & set(hypothesis.alignment))
    return total > 0 and found >= _ALIKE * total


def _owners(pieces: Sequence[str], tokens: Sequence[str]) -> NDArray[np.intp] | None:
    """The token that each piece belongs to, counting visible characters; nothing where these are not the same."""
    sizes = np.array([visible(piece) for piece in pieces], np.intp)
    ends = np.cumsum([len(token) for token in tokens])
    if not len(sizes) or not len(ends) or sizes.sum() != ends[-1]:
        return None
    # By its middle; a piece that is a space alone belongs to the token after it.
    middles = np.cumsum(sizes) - sizes + np.maximum(sizes - 1, 0) / 2
    return np.minimum(np.searchsorted(ends, middles, side="right"), len(tokens) - 1)


def _line(error: Exception) -> str:
    """The first line of what the library says, since it may say many."""
    return next(iter(str(error).splitlines()), "no reason given")[:200]


@dataclass(frozen=True, slots=True)
class _Folder:
    """A model's folder: how its sides are cut into pieces, and what it wants around them."""

    path: Path
    source: Pieces
    target: Pieces
    marks: _Marks

    @classmethod
    def read(cls, path: Path, pair: str, tags: Mapping[str, str]) -> _Folder:
        """Looks at everything but the model itself; a `ResourceError` says what is missing or does not fit."""
        if not (path / "model.bin").is_file():
            raise ResourceError(
                f"{path}: is not a CTranslate2 model: it has no model.bin; a MarianMT checkpoint is opened by"
                f" opus-mt:{path}"
            )
        compare(path)
        languages = described(pair)
        vocabularies = _vocabularies(path)
        source, target = _pieces(path, languages.source, languages.target)
        for side, pieces, vocabulary in zip(("source", "target"), (source, target), vocabularies, strict=True):
            share = pieces.share_in(vocabulary)
            if share < _LEAST_SHARE:
                raise ResourceError(
                    f"{path}: the vocabulary does not fit: of the pieces of the {side} it has {share:.0%};"
                    " are they another model's?"
                )
        return cls(path, source, target, _marks(path, vocabularies, (languages.source, languages.target), tags))

    @property
    def key(self) -> str:
        if (self.path / CHECKSUMS).is_file():
            return hashlib.sha256((self.path / CHECKSUMS).read_bytes()).hexdigest()
        with (self.path / "model.bin").open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def _vocabularies(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The tokens of the source and of the target."""
    shared = _tokens_of(path, "shared_vocabulary")
    if shared is not None:
        return shared, shared
    sides = _tokens_of(path, "source_vocabulary"), _tokens_of(path, "target_vocabulary")
    if sides[0] is None or sides[1] is None:
        raise ResourceError(f"{path}: is not a CTranslate2 model: it has no vocabulary (shared_vocabulary.json)")
    return sides[0], sides[1]


def _tokens_of(path: Path, name: str) -> frozenset[str] | None:
    file = next(
        (path / f"{name}{suffix}" for suffix in (".json", ".txt") if (path / f"{name}{suffix}").is_file()), None
    )
    if file is None:
        return None
    try:
        if file.stat().st_size > _LARGEST_VOCABULARY:
            raise ResourceError(f"{file}: is larger than a vocabulary can be")
        text = file.read_text(encoding="utf-8")
        tokens = json.loads(text) if file.suffix == ".json" else text.splitlines()
    except OSError as error:
        raise ResourceError(f"{file}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None
    except (ValueError, RecursionError):
        raise ResourceError(f"{file}: is damaged: it is not a list of tokens") from None
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise ResourceError(f"{file}: is damaged: it is not a list of tokens")
    return frozenset(tokens)


def _pieces(path: Path, source: str, target: str) -> tuple[Pieces, Pieces]:
    """What cuts the two sides: SentencePiece's models, or byte-pair codes."""
    if all((path / name).is_file() for name in PIECES):
        first, second = (SentencePieces.read(path / name, plain_marks=True) for name in PIECES)
        return first, second
    found = [path / name for name in _ONE_FOR_BOTH if (path / name).is_file()]
    found += sorted([*path.glob("*.model"), *path.glob("*.spm")])
    if found:
        both = SentencePieces.read(found[0])
        return both, both
    codes = sorted([*path.glob("*.codes"), *path.glob("*bpe*")])
    if codes:
        return BytePairs.read(codes[0], source), BytePairs.read(codes[-1], target)
    raise ResourceError(
        f"{path}: has nothing that cuts text into pieces: put the model's {' and '.join(PIECES)},"
        f" {_ONE_FOR_BOTH[0]} or .codes beside model.bin"
    )


def _marks(
    path: Path, vocabularies: tuple[frozenset[str], frozenset[str]], codes: tuple[str, str], tags: Mapping[str, str]
) -> _Marks:
    try:
        config = json.loads((path / "config.json").read_text(encoding="utf-8"))
        adds_end, start = bool(config.get("add_source_eos")), config.get("decoder_start_token")
        end = str(config.get("eos_token") or _END)
    except (OSError, ValueError, AttributeError, RecursionError):
        raise ResourceError(f"{path / 'config.json'}: is missing or damaged; convert the model again") from None
    # Marian's, fairseq's and transformers' decoders start from the end of a sentence, and their encoders want it, too;
    # OpenNMT's do neither.
    after = (end,) if start == end and not adds_end else ()
    source, target = (_tag(code, vocabulary) for code, vocabulary in zip(codes, vocabularies, strict=True))
    source, target = tags.get("source", source), tags.get("target", target)
    for tag, vocabulary in ((source, vocabularies[0]), (target, vocabularies[1] | vocabularies[0])):
        if tag and tag not in vocabulary:
            raise ResourceError(f"{path}: the model has no language tag {tag}; name one that it has (source=, target=)")
    if target.startswith(">>"):
        return _Marks((target,), after)
    if bool(source) != bool(target) or (not target and any(map(_TAG.fullmatch, vocabularies[1]))):
        missing = codes[0] if target else codes[1]
        raise ResourceError(f"{path}: the model has tags for languages, and none for '{missing}' (source=, target=)")
    return _Marks((source,) if source else (), after, (target,) if target else ())


_TAG: Final = re.compile(r"[a-z]{3}_[A-Z][a-z]{3}|__[a-z]{2,3}__|>>[a-z]{2,3}(_\w+)?<<")


def _tag(code: str, vocabulary: frozenset[str]) -> str:
    """The token that stands for a language in a model with several; none, if there is no such token."""
    three = language(code).three_letters
    known = (f"__{code}__", f">>{code}<<", f">>{three}<<", f"{three}_Latn")
    return next((tag for tag in known if tag in vocabulary), "")


def open_folder(path: Path, opening: Opening) -> CTranslate2Engine:
    """The engine of a converted folder, with what an opening says of it."""
    if not opening.pair:
        raise BadOption("a neural engine has to be told what it translates: give the pair (--pair, --to or --model)")
    said = {name: opening.settings.get(name, opening.options.get(name)) for name in SETTINGS}
    numbers = {name: _number(name, value) for name, value in said.items() if value is not None}
    tags = {name: str(opening.options[name]) for name in ("source", "target") if name in opening.options}
    return CTranslate2Engine(_Folder.read(path, opening.pair, tags), opening.pair, threads=opening.threads, **numbers)


def _number(name: str, value: object) -> int:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _WIDEST):
        raise BadOption(f"{name} is {text[:40]!r}, not a number from 1 to {_WIDEST}")
    return int(text)


def _open(opening: Opening) -> CTranslate2Engine:
    path = opening.path("path")
    if path is None:
        raise BadOption(
            "a ctranslate2 engine needs its folder: ctranslate2:PATH, or path = in [engine] of a model.toml"
        )
    return open_folder(path, opening)


ENGINE: Final = EngineKind(_open, CTranslate2Engine.abilities, OPTIONS, SETTINGS)
