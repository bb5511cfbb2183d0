"""N-gram language models: estimate them from text, read and write ARPA, score sentences."""

from __future__ import annotations

import contextlib
import gzip
import math
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede import _native
from antecede.errors import BadOption, InputError, ResourceError
from antecede.files import partial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HIGHEST_ORDER: Final = _native.HIGHEST_ORDER
SENTENCE_END: Final = "</s>"

# Sorting is as fast in a gigabyte as in four for all but the largest texts, and leaves room for others.
_MOST_MEMORY_BY_DEFAULT: Final = 4 << 30
_GZIP: Final = b"\x1f\x8b"


class TokenScore(NamedTuple):
    """The model's score of one token after those before it."""

    token: str
    log10: float
    order: int
    """The length of the longest n-gram that was found."""
    oov: bool


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """The scores of a sentence's tokens, the last of them the sentence's end."""

    tokens: tuple[TokenScore, ...]

    @property
    def log10(self) -> float:
        return sum(token.log10 for token in self.tokens)

    @property
    def oov(self) -> int:
        """How many tokens the model does not know."""
        return sum(token.oov for token in self.tokens)


@dataclass(frozen=True, slots=True)
class TextScore:
    """Sums over a text; `tokens` counts sentence ends too, as KenLM's `query` does."""

    sentences: int
    tokens: int
    oov: int
    log10: float
    log10_without_oov: float

    @property
    def perplexity(self) -> float:
        """Per token, unknown ones and sentence ends included."""
        return _perplexity(self.log10, self.tokens)

    @property
    def perplexity_without_oov(self) -> float:
        """Per token that the model knows, sentence ends included."""
        return _perplexity(self.log10_without_oov, self.tokens - self.oov)

    @classmethod
    def of(cls, sentences: Sequence[SentenceScore]) -> TextScore:
        """The sums over sentences."""
        known = sum(token.log10 for sentence in sentences for token in sentence.tokens if not token.oov)
        return cls(
            sentences=len(sentences),
            tokens=sum(len(sentence.tokens) for sentence in sentences),
            oov=sum(sentence.oov for sentence in sentences),
            log10=sum(sentence.log10 for sentence in sentences),
            log10_without_oov=known,
        )


class LanguageModel:
    """An n-gram language model, mapped from its file, all of which is checked; threads may share one."""

    def __init__(self, path: Path | str | _native.LanguageModel) -> None:
        """Open a model file, or read an ARPA file (plain or gzipped), whichever it is; or take one that is open."""
        if isinstance(path, _native.LanguageModel):
            self._model = path
            return
        path = Path(path)
        with _translated():
            if _native.LanguageModel.is_one(path):
                self._model = _native.LanguageModel.open(path)
                return
        with tempfile.TemporaryDirectory() as folder:
            built = Path(folder, "model")
            build(path, built)
            # Stays mapped when its name is gone.
            self._model = _native.LanguageModel.open(built)

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self._model.order

    @property
    def counts(self) -> list[int]:
        """How many n-grams there are of each length, from 1 on."""
        return self._model.counts

    def __contains__(self, word: str) -> bool:
        return word in self._model

    def vocabulary(self) -> Iterator[str]:
        """Every word, `<unk>`, `<s>` and `</s>` first."""
        return (self._model.word(index) for index in range(self.counts[0]))

    def score(self, sentence: str | Sequence[str]) -> SentenceScore:
        """The scores of a sentence's tokens and of its end, given its start."""
        line = sentence if isinstance(sentence, str) else " ".join(sentence)
        tokens = [token for token in _split(line) if token]
        scores = self._model.score_tokens(line)
        return SentenceScore(
            tuple(TokenScore(token, *score) for token, score in zip([*tokens, SENTENCE_END], scores, strict=True))
        )

    def log10(self, sentence: str) -> float:
        """log10 of the probability of a sentence and its end: what `score` adds up, in one fast call."""
        return self._model.score_sentence(sentence)

    def probability(self, word: str, context: str = "", *, sentence_start: bool = False) -> float:
        """log10 of the word's probability after the context's tokens."""
        return self._model.probability(word, context, sentence_start)[0]

    def look_up(self, word: str, context: str = "", *, sentence_start: bool = False) -> TokenScore:
        """The word after the context's tokens, with the length of the longest n-gram that was found."""
        return TokenScore(word, *self._model.probability(word, context, sentence_start))

    def score_text(self, path: Path | str) -> TextScore:
        """The sums over a text file, one sentence a line; the file may be larger than memory."""
        with _translated():
            log10, log10_unknown, tokens, unknown = self._model.score_file(Path(path))
        total = float(log10.sum())
        return TextScore(
            sentences=len(log10),
            tokens=int(tokens.sum()) + len(log10),
            oov=int(unknown.sum()),
            log10=total,
            log10_without_oov=total - float(log10_unknown.sum()),
        )

    def write_arpa(self, path: Path | str) -> None:
        """Write the model as text that other programs read; what was quantised stays so."""
        with _written(path) as temporary:
            self._model.write_arpa(temporary)

    def verify(self) -> None:
        """Read the whole file and compare its checksums; raises `ResourceError`."""
        with _translated():
            self._model.verify()


class Discounts(NamedTuple):
    """What counts of 1, 2, and 3 or more lose to words that were not seen."""

    one: float
    two: float
    more: float
    fallback: bool
    """Whether the text gave none that make sense, so that these are 0.5, 1 and 1.5."""


class WritableModel:
    """A model in memory, not yet written."""

    def __init__(self, model: _native.EstimatedModel | _native.PrunedModel) -> None:
        self._model = model

    @property
    def counts(self) -> list[int]:
        """How many n-grams there are of each length, from 1 on."""
        return self._model.counts

    def write_arpa(self, path: Path | str) -> None:
        """Write the model as text that other programs read."""
        with _written(path) as temporary:
            self._model.write_arpa(temporary)

    def write(self, path: Path | str, *, quantise: bool = False) -> None:
        """Write the model as a binary file for memory mapping; quantised: a third of the size, not exact."""
        with _written(path) as temporary:
            self._model.write_binary(temporary, quantise)


class Estimate(WritableModel):
    """An estimated model, not yet written."""

    def __init__(self, model: _native.EstimatedModel) -> None:
        super().__init__(model)
        self._estimated = model

    @property
    def discounts(self) -> list[Discounts]:
        """For each length from 1 on."""
        return [Discounts(one, two, more, fallback) for (one, two, more), fallback in self._estimated.discounts]

    @property
    def sentences(self) -> int:
        return self._estimated.sentences

    @property
    def tokens(self) -> int:
        """Without sentence ends."""
        return self._estimated.tokens

    def pruned(self, threshold: float, texts: Sequence[Path | str] = ()) -> WritableModel:
        """The model without the n-grams that change it least, as `prune` defines it."""
        with _translated():
            return WritableModel(self._estimated.pruned(threshold, [Path(text) for text in texts]))


def estimate(
    texts: Sequence[Path | str],
    *,
    order: int = 5,
    prune: Sequence[int] = (),
    skip_symbols: bool = False,
    memory: int | None = None,
    folder: Path | str | None = None,
    threads: int | None = None,
    progress: Callable[[str, float], object] | None = None,
) -> Estimate:
    """A model with interpolated modified Kneser-Ney smoothing, the one that `lmplz --discount_fallback` estimates.

    Args:
        texts: Files with one sentence a line, tokens separated by spaces.
        order: The length of the longest n-grams, from 1 to 8.
        prune: Leave out n-grams of length i that occur at most `prune[i - 1]` times; the last number is for all
            longer ones.
        skip_symbols: Read `<s>`, `</s>` and `<unk>` in the text as spaces, not as an error.
        memory: Bytes to sort in; what does not fit goes to disk.
        folder: Where, if not the system's folder for temporary files.
        threads: How many to sort with; as many as there are processors by default.
        progress: Called with the name of a stage and the share of it that is done.
    """
    if any(threshold < 0 for threshold in prune):
        raise BadOption("thresholds for pruning may not be negative")
    with _translated():
        return Estimate(
            _native.estimate_lm(
                texts=[Path(text) for text in texts],
                order=order,
                prune=list(prune),
                skip_symbols=skip_symbols,
                memory=_default_memory() if memory is None else memory,
                folder=Path(tempfile.gettempdir() if folder is None else folder),
                threads=threads or len(os.sched_getaffinity(0)),
                progress=progress,
            )
        )


def build(arpa: Path | str, path: Path | str, *, quantise: bool = False) -> None:
    """Turn an ARPA file (plain or gzipped; SRILM's, KenLM's or ours) into a binary file for memory mapping."""
    with _plain(Path(arpa)) as plain, _written(path) as temporary, _translated(plain, Path(arpa)):
        _native.build_lm(plain, temporary, quantise)


def prune(model: Path | str, threshold: float, texts: Sequence[Path | str] = ()) -> WritableModel:
    """A model, or an ARPA file, without the n-grams whose loss raises its perplexity by less than `threshold`.

    Relative entropy pruning (Stolcke 1998); 1e-8 leaves out some, 1e-6 most. How often a context occurs is counted in
    `texts`, one sentence a line, best those the model was estimated from; without them the model's own, which suits
    models with Kneser-Ney smoothing badly (Chelba et al. 2010).
    """
    path, given = Path(model), [Path(text) for text in texts]
    with _translated():
        if _native.LanguageModel.is_one(path):
            return WritableModel(_native.LanguageModel.open(path).pruned(threshold, given))
    with _plain(path) as plain, _translated(plain, path):
        return WritableModel(_native.prune_arpa(plain, threshold, given))


def rewrite_arpa(arpa: Path | str, path: Path | str) -> None:
    """Read an ARPA file and write it in our own form: checks the reader, and unifies other programs' dialects."""
    with _plain(Path(arpa)) as plain, _written(path) as temporary, _translated(plain, Path(arpa)):
        _native.copy_arpa(plain, temporary)


@contextlib.contextmanager
def _plain(path: Path) -> Iterator[Path]:
    """The file, or a copy of it that is not gzipped."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == _GZIP
    except OSError:
        packed = False  # the reader reports it with a better message
    if not packed:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "arpa")
        try:
            with gzip.open(path) as source, plain.open("wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
        except (OSError, EOFError) as error:
            raise InputError(f"{path}: cannot be unpacked: {error}") from None
        yield plain


@contextlib.contextmanager
def _written(path: Path | str) -> Iterator[Path]:
    """Where the core writes a file; errors name the file as the user did."""
    with partial(path) as temporary:
        try:
            with _translated():
                yield temporary
        except InputError as error:
            if str(temporary) not in str(error):
                raise
            raise InputError(str(error).replace(str(temporary), str(path), 1)) from None


@contextlib.contextmanager
def _translated(read: Path | None = None, named: Path | None = None) -> Iterator[None]:
    """The core's errors as ours; `read` is what the user knows as `named`."""
    try:
        yield
    except _native.DamagedFile as error:
        raise ResourceError(f"{error}; make the file again, or fetch it again") from None
    except (_native.FileError, _native.MalformedText) as error:
        raise InputError(str(error).replace(str(read), str(named), 1)) from None
    except MemoryError:
        raise InputError("there is not enough memory; give less to sorting, or prune the model") from None
    except ValueError as error:
        raise BadOption(str(error)) from None


def _split(line: str) -> list[str]:
    """The tokens as the core sees them: other white space than these is part of a token."""
    for separator in "\t\r\n":
        line = line.replace(separator, " ")
    return line.split(" ")


def _perplexity(log10: float, tokens: int) -> float:
    if tokens == 0:
        return float("nan")
    try:
        return math.pow(10, -log10 / tokens)
    except OverflowError:
        return float("inf")


def _default_memory() -> int:
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(physical // 2, _MOST_MEMORY_BY_DEFAULT)
