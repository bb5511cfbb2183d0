"""The systems by name, each opened from a model folder: modules of this folder that define `SYSTEM`.

Other packages add theirs with an entry point:

    [project.entry-points."antecede.pronouns.systems"]
    mine = "my_package.system"          # a module that defines SYSTEM, a System
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.coreference.reader import Reader
from antecede.errors import BadOption
from antecede.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.coreference.resolvers import Method
    from antecede.engines import Ability, Engine
    from antecede.models import ModelFolder
    from antecede.pairs import Pair
    from antecede.pronouns.setting import Mode, Setting
    from antecede.pronouns.types import PronounSystem

__all__ = ["SYSTEMS", "System", "lacking", "lacking_in", "reader_of", "system"]


def _reader(pair: Pair, mode: str, antecedents: Path | None = None, method: Method | None = None) -> Reader:
    # What is printed is compared with the papers, whatever is installed.
    chosen: Method | None = "ranker" if mode == "paper" else method
    return Reader.of(pair.source, pair.resolved, method=chosen, antecedents=antecedents, format="json")


class System(NamedTuple):
    """What a module of a system says of it."""

    open: Callable[[Setting], PronounSystem]
    modes: tuple[Mode, ...]
    """The modes that it has."""
    needs: frozenset[Ability] = frozenset()
    """What the engine below it must be able to do."""
    kinds: frozenset[str] | None = None
    """The kinds of engine that it works inside of; any kind, if none is named."""
    reader: Callable[[Pair, str, Path | None, Method | None], Reader] = _reader
    """What resolves the source for it in a mode, by a method if one is asked for, or takes somebody else's antecedents
    from a file."""


def _unknown(name: str, known: tuple[str, ...]) -> BadOption:
    return BadOption(f"unknown system '{name}': the systems are {', '.join(known)}")


SYSTEMS: Final = Registry(__name__, "SYSTEM", System, _unknown)


def system(
    name: str,
    mode: str,
    model_folder: ModelFolder | Path | str,
    *,
    tokenised: bool = False,
    threads: int = 1,
    engine: Engine | None = None,
    **decoder: float,
) -> PronounSystem:
    """The system of that name on a model folder, for text or for the model's own tokens.

    An engine that is given translates in place of the folder's.
    """
    from antecede.pronouns.setting import Setting

    described = SYSTEMS[name]
    if mode not in described.modes:
        raise BadOption(f"the system '{name}' has no mode '{mode}': its modes are {', '.join(described.modes)}")
    setting = Setting.of(model_folder, mode, tokenised=tokenised, threads=threads, decoder=decoder, engine=engine)
    if problem := lacking(name, setting):
        raise BadOption(problem)
    return described.open(setting)


def reader_of(
    name: str, mode: str, pair: Pair, antecedents: Path | None = None, method: Method | None = None
) -> Reader:
    """What resolves the source for a system in a mode: who translates, fixes or measures with it asks here."""
    if mode == "paper" and method is not None:
        raise BadOption("the mode `paper` resolves as its paper does: leave the resolver out, or use the mode `best`")
    return SYSTEMS[name].reader(pair, mode, antecedents, method)


def lacking(name: str, setting: Setting) -> str:
    """What the engine of a setting lacks for a system, as a message; empty if it lacks nothing."""
    return lacking_in(name, setting.abilities, setting.kind)


def lacking_in(name: str, abilities: frozenset[Ability], kind: str | None = None) -> str:
    """The same of an engine that is not open: its abilities, and its kind if a model folder names it."""
    described = SYSTEMS[name]
    if described.kinds is not None and kind not in described.kinds:
        wanted = " or ".join(sorted(described.kinds))
        ours = "was given" if kind is None else f"is of kind '{kind}'"
        return f"the system '{name}' works inside the {wanted} engine of a model folder, and this engine {ours}"
    if missing := described.needs - abilities:
        return f"the system '{name}' needs an engine with {', '.join(sorted(missing))}, and this one has none"
    return ""
