"""What meaning says of a pronoun's candidates: how well what follows the pronoun goes with each of them.

*The bakery replaced the oven. It …* leaves open what *it* is; *… baked everything unevenly* is likelier said of the
oven than of the bakery. A language model is given the text before with each candidate in the pronoun's place, and asked
how likely the rest of the sentence is. The candidate's own words do not count: how likely the whole sentence is says
more of how usual a phrase is than of what fits.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.coreference.candidates import WINDOW
from antecede.errors import BadOption, ResourceError
from antecede.extras import needing
from antecede.files import read_text
from antecede.languages import language
from antecede.resources import default_resource, locate
from antecede.scoring import Memory
from antecede.text import detokenise
from antecede.text.byte_pieces import BytePieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument

__all__ = ["WEIGHT", "MeaningScorer", "Question", "Said", "combine", "open_meaning", "said_with"]

WEIGHT: Final = 1.0
"""What a score counts where nothing else tells candidates apart: learnt on pairs of our own
(experiments/hard_pairs.py). Beside a resolver that prefers one, less may be right."""
_ALONE: Final = 0.25
"""What the pronoun's sentence without those before it counts: what a thing is like, wherever it was mentioned."""
_LONGEST_BEFORE: Final = 250
"""Pieces of the text before the pronoun, the nearest."""
_LONGEST_AFTER: Final = 100
_BATCH: Final = 512
"""Pieces that are scored together: more are not faster, and each costs memory for the whole vocabulary."""
_REMEMBERED: Final = 100_000
_PLACE: Final = "\ue000"
"""Stands for the pronoun while tokens are put together."""


class Question(NamedTuple):
    """A pronoun, and what it may stand for."""

    pronoun: tuple[int, int]
    """Its sentence and token."""
    spans: tuple[tuple[int, int, int], ...]
    """Each candidate's sentence, first token, and the token after its last."""


class MeaningScorer:
    """Scores the candidates of pronouns with a causal language model. Threads may share one."""

    def __init__(self, folder: Path, *, threads: int = 1, fast: bool = False) -> None:
        """Open a folder that `antecede.engines.llama` made.

        Args:
            folder: the model's folder.
            threads: batches that are scored at the same time.
            fast: compute with whole numbers of 8 bits: twice as fast, and right a little less often.
        """
        with needing("CTranslate2, which language models run with,", "neural"):
            import ctranslate2
        self._folder = folder
        self._pieces = BytePieces.read(folder)
        self._fast = fast
        self._start = _beginning(folder)
        try:
            self._generator: Any = ctranslate2.Generator(
                str(folder),
                device="cpu",
                compute_type="int8" if fast else "float32",
                inter_threads=threads,
                intra_threads=1,
            )
        except (RuntimeError, ValueError) as error:
            problem = " ".join(str(error).split())[:200]
            raise ResourceError(f"{folder}: is not a model that CTranslate2 can load: {problem}") from None
        self._memory = Memory[tuple[str, str]](_REMEMBERED)

    @classmethod
    def load(cls, language_code: str, *, threads: int = 1, fast: bool = False) -> MeaningScorer:
        """The scorer for a language; its model is fetched at its first use."""
        wanted = default_resource("language-model", language_code)
        if wanted is None:
            raise BadOption(f"there is no language model for '{language_code}': choose another resolver")
        return cls(locate(wanted), threads=threads, fast=fast)

    @property
    def key(self) -> str:
        """What scores depend on, besides the text."""
        return f"{self._folder.name}|{'int8' if self._fast else 'float32'}"

    def scores(
        self, document: AnalysedDocument, pronoun: tuple[int, int], spans: Sequence[tuple[int, int, int]]
    ) -> list[float]:
        """For each candidate the natural logarithm of how likely the rest of the pronoun's sentence is with it.

        The pronoun is a sentence and a token, a candidate a sentence, its first token and the one after its last. To
        the logarithm given the text before, a quarter of that given nothing before the sentence is added. Only
        differences between candidates mean something; they are all 0 where nothing follows the pronoun.
        """
        return self.all_scores(document, [Question(pronoun, tuple(spans))])[0]

    def all_scores(self, document: AnalysedDocument, questions: Iterable[Question]) -> list[list[float]]:
        """The `scores` of several pronouns, which is faster than one by one."""
        asked = [[said_with(document, question.pronoun, span) for span in question.spans] for question in questions]
        known = self._answers(dict.fromkeys(each for row in asked for said in row for each in said.ways))
        return [[math.fsum(share * known[way] for way, share in said.ways.items()) for said in row] for row in asked]

    def after(self, texts: Iterable[tuple[str, str]]) -> list[float]:
        """For pairs of texts the natural logarithm of the probability of the second after the first."""
        wanted = list(texts)
        known = self._answers(dict.fromkeys(wanted))
        return [known[each] for each in wanted]

    def _answers(self, wanted: dict[tuple[str, str], None]) -> dict[tuple[str, str], float]:
        known = self._memory.known(list(wanted))
        new = self._ask([texts for texts in wanted if texts not in known])
        self._memory.learn(new)
        return known | new

    def _ask(self, wanted: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float]:
        rests = [self._pieces.cut(rest)[:_LONGEST_AFTER] for _, rest in wanted]
        sequences = [
            [self._start, *self._pieces.cut(before)[-_LONGEST_BEFORE:], *rest]
            for (before, _), rest in zip(wanted, rests, strict=True)
        ]
        results = self._generator.score_batch(sequences, max_batch_size=_BATCH, batch_type="tokens", max_input_length=0)
        return {
            texts: math.fsum(result.log_probs[-len(rest) :]) if rest else 0.0
            for texts, rest, result in zip(wanted, rests, results, strict=True)
        }


@lru_cache(maxsize=1)
def open_meaning(language_code: str) -> MeaningScorer:
    """The scorer for a language, in whole numbers; it is opened once."""
    return MeaningScorer.load(language_code, fast=True)


def combine(probabilities: Sequence[float], scores: Sequence[float], weight: float = WEIGHT) -> list[float]:
    """A resolver's probabilities of the candidates, each multiplied by what meaning says for it; their sum stays.

    What the probabilities lack to one, the answer that there is no antecedent, is left as it is.

    >>> [round(each, 3) for each in combine([0.6, 0.3], [-10.0, -10.0])]
    [0.6, 0.3]
    >>> [round(each, 3) for each in combine([0.6, 0.3], [-12.0, -10.0], weight=1.0)]
    [0.192, 0.708]
    """
    if not scores:
        return []
    highest = max(scores)
    shares = [
        probability * math.exp(weight * (score - highest))
        for probability, score in zip(probabilities, scores, strict=True)
    ]
    total = math.fsum(shares)
    if total <= 0.0:
        return list(probabilities)
    whole = math.fsum(probabilities)
    return [share / total * whole for share in shares]


def _beginning(folder: Path) -> str:
    """The token that begins a text, without which its first piece would have no probability."""
    try:
        said = json.loads(read_text(folder / "config.json", largest=1 << 20))
        return str(said["bos_token"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ResourceError(f"{folder / 'config.json'}: is not that of a language model; fetch it again") from None


class Said(NamedTuple):
    """A pronoun's sentence with a candidate in its place, and the text before it."""

    context: str
    """The sentences before."""
    left: str
    """What stands before the candidate in the sentence, with a space if one is needed."""
    phrase: str
    """The candidate as it would be said here."""
    rest: str
    """What follows."""

    @property
    def ways(self) -> dict[tuple[str, str], float]:
        """What is asked of the language model, text and continuation, and how much it counts."""
        here = f"{self.left}{self.phrase}"
        ways = {(here, self.rest): _ALONE}
        whole = f"{self.context} {here}" if self.context else here, self.rest
        return ways | {whole: ways.get(whole, 0.0) + 1.0}


def said_with(document: AnalysedDocument, pronoun: tuple[int, int], span: tuple[int, int, int]) -> Said:
    """The text with a candidate in the pronoun's place."""
    sentence, token = pronoun
    tokens = document.sentences[sentence].tokens
    before = document.sentences[max(0, sentence - WINDOW) : sentence]
    context = " ".join(detokenise(each.tokens, document.language) for each in before)
    marked = detokenise([*tokens[:token], _PLACE, *tokens[token + 1 :]], document.language)
    left, _, rest = marked.partition(_PLACE)
    phrase = _phrase(document, span)
    if tokens[token][:1].isupper():
        phrase = phrase[:1].upper() + phrase[1:]
    return Said(context, left, phrase, rest)


def _phrase(document: AnalysedDocument, span: tuple[int, int, int]) -> str:
    """A candidate as it would be said again: definite, and without the capital of a sentence's beginning."""
    sentence, start, end = span
    reference = language(document.language).reference
    found = document.sentences[sentence].words[start:end]
    tokens = [word.text for word in found]
    if len(tokens) > 1 and reference is not None and tokens[0].lower() in reference.indefinite:
        tokens[:1] = sorted(reference.definite)[:1]
    elif start == 0 and found and found[0].pos != "PROPN" and not found[0].entity and not tokens[0].isupper():
        tokens[0] = tokens[0][:1].lower() + tokens[0][1:]
    return detokenise(tokens, document.language)
