"""Translate with an engine alone, from Python: n-best lists, and sentences with markup; nothing is parsed or chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.engines import Ability, Segment, constrained, open_engine, translate_segments
from antecede.engines.nbest import format_n_best, n_best_lines
from antecede.errors import BadOption
from antecede.models import ModelFolder, installed_models, model_to
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems import lacking
from antecede.smt.moses.requests import marked_requests
from antecede.text import detokenise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.engines import Hypothesis
    from antecede.text import Sentence

__all__ = [
    "EngineSentence",
    "Setting",
    "default_system",
    "engine_setting",
    "format_n_best",
    "installed_models",
    "n_best_lines",
    "require_n_best",
    "translate_marked",
    "translate_sentences",
]

# Sentences that are handed to the engine at a time: enough for its threads, and few enough to be held; and how many
# translations of them, which is fewer sentences where each has a long list.
_PART: Final = 200
_MOST: Final = 20_000


class EngineSentence(NamedTuple):
    """A translated sentence: what the engine was given and said, the best first, and what the reader gets."""

    source: str
    tokens: Sequence[str]
    text: str
    hypotheses: Sequence[Hypothesis]


def engine_setting(
    *,
    to: str | None = None,
    source: str | None = None,
    model: Path | str | None = None,
    pair: str | None = None,
    engine: str | None = None,
    tokenised: bool = False,
    threads: int = 1,
    **decoder: float,
) -> Setting:
    """A model, and the engine if another one is to translate.

    Args:
        to: The language to translate into, by an installed model.
        source: The text's language, where several installed models translate into `to`.
        model: A model folder, or an installed model's name.
        pair: The language pair, where neither model nor language says it.
        engine: What translates in place of the model's own engine, as `kind:address`, or `neural`; `embedded` is the
            model's own.
        tokenised: Whether texts hold the model's own tokens.
        threads: How many threads the decoder uses; 0 is all.
        decoder: Settings of the decoder, such as `pop_limit`, that replace the model's.
    """
    # The model folder's own engine is no other one: all systems work inside of it.
    engine = None if engine == "embedded" else engine
    if engine and pair and not (to or model):
        folder = ModelFolder.of_engine(pair)
    else:
        name = model or (model_to(to, source=source) if to else None)
        folder = ModelFolder.find(name, pair=pair)
    opened = open_engine(engine, pair=folder.pair, threads=threads, **decoder) if engine else None
    return Setting.of(folder, tokenised=tokenised, threads=threads, decoder=decoder, engine=opened)


def default_system(setting: Setting) -> str:
    """The best system that the model and the engine can run."""
    return "combined" if setting.folder.has("choice") and not lacking("combined", setting) else "baseline"


def require_n_best(setting: Setting, n_best: int) -> None:
    """A `BadOption` where more than one translation of a sentence is asked of an engine that gives one."""
    if n_best > 1 and Ability.N_BEST not in setting.abilities:
        raise BadOption(f"--n-best {n_best}: this engine has no {Ability.N_BEST}")


def translate_sentences(
    setting: Setting, sentences: Sequence[Sentence], *, n_best: int = 1, distinct: bool = False
) -> Iterator[EngineSentence]:
    """The engine's own translations of sentences, as they are made.

    Examples:
        >>> from antecede import Document
        >>> sentences = Document.from_text("The house is old. It has a red door.", "en").sentences
        >>> [len(each.hypotheses) for each in translate_sentences(engine_setting(to="fr"), sentences, n_best=3)]
        [3, 3]
    """
    engine, steps = setting.engine(), setting.steps
    step = max(1, min(_PART, _MOST // n_best))
    for start in range(0, len(sentences), step):
        part = sentences[start : start + step]
        tokens = [steps.cased(sentence.words) for sentence in part]
        texts = [detokenise(each.words, steps.source) if steps.tokenised else each.text for each in part]
        segments = [Segment(text, tuple(given)) for text, given in zip(texts, tokens, strict=True)]
        lists = translate_segments(engine, segments, n_best=n_best, distinct=distinct)
        for sentence, given, listed in zip(part, tokens, lists, strict=True):
            yield EngineSentence(sentence.text, given, steps.written(listed[0], sentence.words), listed)


def translate_marked(
    setting: Setting,
    lines: Sequence[str],
    *,
    markup: str = "exclusive",
    tokenised: bool = False,
    n_best: int = 1,
    distinct: bool = False,
    path: Path | str = "input",
) -> list[EngineSentence]:
    """The engine's translations of lines whose markup gives spans their translations; `path` is for messages."""
    steps = setting.steps
    requests = marked_requests(lines, steps, mode=markup, tokenised=tokenised, path=path)
    lists = constrained(setting.engine()).translate_requests(requests, n_best=n_best, distinct=distinct)
    return [
        EngineSentence(line, request.tokens, steps.target_text(listed[0].tokens), listed)
        for line, request, listed in zip(lines, requests, lists, strict=True)
    ]
