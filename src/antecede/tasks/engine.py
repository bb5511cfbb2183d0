"""Translate with an engine alone, from Python: n-best lists, and sentences with markup; nothing is parsed or chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.engines import ENGINES, Ability, Engine, Segment, constrained, open_engine, translate_segments
from antecede.engines.nbest import format_n_best, n_best_lines
from antecede.errors import BadOption
from antecede.models import DEFAULT_KIND, ModelFolder, installed_models, model_to
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems import SYSTEMS, lacking, lacking_in
from antecede.smt.moses.requests import marked_requests
from antecede.text import detokenise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.engines import Hypothesis
    from antecede.text import Sentence

__all__ = [
    "EMBEDDED",
    "NEURAL",
    "ChosenEngine",
    "EngineSentence",
    "Setting",
    "default_engine",
    "default_system",
    "engine_setting",
    "format_n_best",
    "installed_models",
    "n_best_lines",
    "opened",
    "preferred_system",
    "require_n_best",
    "translate_marked",
    "translate_sentences",
]

EMBEDDED: Final = "embedded"
"""The name of the model folder's own engine."""
NEURAL: Final = "neural"
# Sentences that are handed to the engine at a time: enough for its threads, and few enough to be held; and how many
# translations of them, which is fewer sentences where each has a long list.
_PART: Final = 2000
_MOST: Final = 20_000


class EngineSentence(NamedTuple):
    """A translated sentence: what the engine was given and said, the best first, and what the reader gets."""

    source: str
    tokens: Sequence[str]
    text: str
    hypotheses: Sequence[Hypothesis]


class ChosenEngine(NamedTuple):
    """The engine that a user gets who names none, and a line that says which it is, and why."""

    name: str
    line: str


def default_engine(
    *,
    to: str,
    source: str | None = None,
    pair: str | None = None,
    system: str | None = None,
    mode: str = "best",
    inside: str = "",
) -> ChosenEngine:
    """What translates into a language if no engine and no model is named: the neural engine if it has been fetched.

    What it cannot do means the embedded one, and so does a model folder that names an engine of its own.

    Args:
        to: The language to translate into, by an installed model.
        source: The text's language, where several installed models translate into `to`.
        pair: The language pair, where neither says it.
        system: What is to choose the pronouns, if that was said.
        mode: The mode; what the papers print, they print of phrase-based engines.
        inside: What else was asked for that the embedded engine alone can do, as the user said it.
    """
    from antecede.engines.neural import absent

    folder = ModelFolder.find(model_to(to, source=source), pair=pair)
    if folder.kind != DEFAULT_KIND:
        return ChosenEngine(EMBEDDED, f"the engine of {folder.path} translates, which is of kind '{folder.kind}'")
    if mode != "best":
        inside = inside or f"--mode {mode}"
    if system is not None and lacking_in(system, ENGINES[NEURAL].abilities):
        inside = inside or f"--system {system}"
    if why := f"{inside} is for it" if inside else absent(folder.pair):
        return ChosenEngine(EMBEDDED, f"the embedded, phrase-based engine translates: {why}")
    return ChosenEngine(
        NEURAL, "the neural engine translates, since it was fetched: --engine embedded is the other one"
    )


def opened(engine: Engine | str | None, pair: str, *, threads: int = 1, **decoder: float) -> Engine | None:
    """The engine of a name (`neural`, `kind:address`), or one that is open; none if it is the model folder's own."""
    if not isinstance(engine, str):
        return engine
    # The model folder's own engine is no other one: all systems work inside of it.
    return None if engine == EMBEDDED else open_engine(engine, pair=pair, threads=threads, **decoder)


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
    if engine not in {None, EMBEDDED} and pair and not (to or model):
        folder = ModelFolder.of_engine(pair)
    else:
        name = model or (model_to(to, source=source) if to else None)
        folder = ModelFolder.find(name, pair=pair)
    given = opened(engine, folder.pair, threads=threads, **decoder)
    return Setting.of(folder, tokenised=tokenised, threads=threads, decoder=decoder, engine=given)


def default_system(setting: Setting, mode: str = "best") -> str:
    """The best system that the model and the engine can run."""
    return preferred_system(setting, mode) if setting.folder.has("choice") else "baseline"


def preferred_system(setting: Setting, mode: str = "best") -> str:
    """The system for an engine, if the model can choose pronouns.

    `combined` works inside our own, `prefix` inside those that finish sentences and score them, `post-edit` on any.
    """
    if not lacking("combined", setting):
        return "combined"
    return "prefix" if mode in SYSTEMS["prefix"].modes and not lacking("prefix", setting) else "post-edit"


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
