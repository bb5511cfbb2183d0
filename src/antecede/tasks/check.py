"""Find the pronouns of a translation that are probably wrong, from Python: strings in, findings out."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self

from antecede.errors import BadOption
from antecede.files import read_text
from antecede.pairs import DEFAULT_PAIR
from antecede.pairs import pair as described
from antecede.pronouns.post_editing.checking import LEVELS, RULES, Checked, Finding, Level, SeenPronoun, checked
from antecede.pronouns.post_editing.editors import default_margin, editor, reader_of
from antecede.pronouns.post_editing.fixing import Output, fix_by_each
from antecede.tasks._input import given_lines, parallel_text
from antecede.tasks.scorer import open_scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from antecede.coreference.reader import Reader
    from antecede.coreference.resolvers import Method
    from antecede.models import ModelFolder
    from antecede.pairs import Pair
    from antecede.pronouns.decision.model import EngineQuality
    from antecede.pronouns.post_editing.types import PostEditor
    from antecede.scoring import ContextScore
    from antecede.tasks._input import Documents, Text
    from antecede.tasks.sides import Sides

__all__ = [
    "DEFAULT_PAIR",
    "LEVELS",
    "RULES",
    "Baseline",
    "Checked",
    "Checker",
    "Finding",
    "Level",
    "SeenPronoun",
    "check",
]

_VERSION: Final = 1
_LARGEST: Final = 1 << 26


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks the pronouns of translations, whoever made them. Threads may share one."""

    pair: Pair
    reader: Reader
    """What analyses the source and resolves its pronouns."""
    editors: dict[Level, PostEditor]
    """What would be changed at each level that is asked for, the surest first."""

    @classmethod
    def load(
        cls,
        pair: str,
        *,
        level: Level = "sure",
        margin: float | None = None,
        model: ModelFolder | Path | str | None = None,
        scorer: ContextScore | str | None = None,
        resolver: Method | None = None,
        engine_quality: EngineQuality = "neural",
    ) -> Self:
        """A checker for a language pair; arguments are a `Fixer`'s.

        Args:
            pair: The language pair.
            level: `sure`, what `fix` would change; `likely`, what is probably wrong; `all`, whatever is doubtful.
            margin: How much likelier another pronoun must be than the one that stands there, at the level `sure`.
            model: A model folder, its path or an installed model's name; the pair's installed one by default.
            scorer: An engine that compares sentences, with those before them: `neural`, or another name.
            resolver: What finds antecedents; the best that is installed by default.
            engine_quality: Who wrote the target: `human`, `neural` or `phrase-based`.
        """
        from antecede.tasks.fix import folder_of

        if level not in LEVELS:
            raise BadOption(f"unknown level '{level}': the levels are {', '.join(LEVELS)}")
        known = described(pair)
        folder = folder_of(model, pair)
        context = None if scorer is None else open_scorer(scorer, pair)
        sure = default_margin(known, folder, resolver) if margin is None else margin
        names = list(LEVELS)[: list(LEVELS).index(level) + 1]
        editors = {
            name: editor(
                known,
                "best",
                folder,
                edits="gender",
                context=context,
                margin=sure - LEVELS[name],
                quality=engine_quality,
                method=resolver,
            )
            for name in names
        }
        return cls(known, reader_of(known, "best", method=resolver).load(), editors)

    def __call__(
        self,
        source: Text,
        target: Text,
        *,
        documents: Documents | None = None,
        alignment: Sequence[str] | None = None,
        tokenised: bool = False,
    ) -> Checked:
        """What is found in a target; arguments are those of a `Fixer`."""
        text = parallel_text([("source", source), ("target", target)], documents, tokenised=tokenised)
        links = None if alignment is None else given_lines(alignment, "alignment")
        return self.check_output(Output.of(self.pair, text, alignment=links, needed=self.reader.needed))

    def check_sides(
        self, sides: Sides, *, alignment: Path | str | None = None, progress: bool = False, processes: int = 1
    ) -> Checked:
        """What is found in files; `alignment` is a file of links, and `processes` read documents faster."""
        output = Output.of(self.pair, sides.text, alignment=alignment, needed=self.reader.needed, progress=progress)
        return self.check_output(output, progress=progress, processes=processes)

    def check_output(self, output: Output, *, progress: bool = False, processes: int = 1) -> Checked:
        """What is found in an output that is read and aligned already."""
        runs = fix_by_each(output, self.reader, list(self.editors.values()), progress=progress, processes=processes)
        return checked(dict(zip(self.editors, runs, strict=True)), self.pair)


def check(
    source: Text,
    target: Text,
    pair: str = DEFAULT_PAIR,
    documents: Documents | None = None,
    *,
    alignment: Sequence[str] | None = None,
    level: Level = "sure",
    **options: Any,  # noqa: ANN401 - those of `Checker.load`
) -> list[Finding]:
    """The pronouns of a translation that are probably wrong; further options are those of `Checker.load`.

    Examples:
        >>> source = ["The house is old.", "It is beautiful."]
        >>> target = ["La maison est vieille.", "Il est beau."]
        >>> (finding,) = check(source, target, alignment=["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"])
        >>> finding.line, finding.found, finding.expected, finding.repaired
        (1, 'il', 'elle', 'Elle est belle.')
    """
    opened = _opened(pair, level, tuple(sorted(options.items())))
    return list(opened(source, target, documents=documents, alignment=alignment).findings)


@lru_cache(maxsize=1)
def _opened(pair: str, level: Level, options: tuple[tuple[str, Any], ...]) -> Checker:
    return Checker.load(pair, level=level, **dict(options))


@dataclass(frozen=True, slots=True)
class Baseline:
    """Findings that were accepted, and are not reported again."""

    pair: str
    fingerprints: frozenset[str] = frozenset()

    @classmethod
    def read(cls, path: Path, pair: str) -> Self:
        """Those of a file; raises `BadOption` if it is no baseline, or one of another version or pair."""
        try:
            content = json.loads(read_text(path, largest=_LARGEST, longest_line=_LARGEST))
        except (ValueError, RecursionError):
            raise BadOption(f"{path}: is no JSON, so no baseline; write one with --write-baseline") from None
        if not isinstance(content, dict) or not {"version", "fingerprints"} <= content.keys():
            raise BadOption(f"{path}: is no baseline; write one with --write-baseline")
        if content["version"] != _VERSION:
            raise BadOption(f"{path}: is a baseline of version {content['version']}, not {_VERSION}; write it again")
        if content.get("pair") != pair:
            raise BadOption(f"{path}: is a baseline of {content.get('pair')}, not of {pair}")
        fingerprints = content["fingerprints"]
        if not isinstance(fingerprints, list) or not all(isinstance(each, str) for each in fingerprints):
            raise BadOption(f"{path}: its fingerprints are no list of strings; write it again")
        return cls(pair, frozenset(fingerprints))

    @property
    def text(self) -> str:
        """What a file keeps of it."""
        content = {"version": _VERSION, "pair": self.pair, "fingerprints": sorted(self.fingerprints)}
        return json.dumps(content, indent=1) + "\n"

    def accepting(self, findings: Iterable[Finding]) -> Baseline:
        """These and those that were accepted before."""
        return Baseline(self.pair, self.fingerprints | {each.fingerprint for each in findings})

    def without(self, found: Checked) -> Checked:
        """What was not accepted."""
        kept = tuple(each for each in found.findings if each.fingerprint not in self.fingerprints)
        return replace(found, findings=kept, accepted=found.accepted + len(found.findings) - len(kept))
