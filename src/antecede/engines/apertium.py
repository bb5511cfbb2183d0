"""Apertium, which translates by rules: `apertium:`, or `apertium:spa-eng` for a mode of another name.

Debian's `apertium-eng-spa` has it for Spanish and English. It is run as a program of its own (it is under the GPL).
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Final

from antecede.engines import Ability, EngineKind
from antecede.engines._text_engine import WritingEngine
from antecede.errors import BadOption, EngineError
from antecede.languages import language
from antecede.pairs import pair as described

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Opening, Segment

__all__ = ["ENGINE", "Apertium"]

_TIMEOUT: Final = 600.0
_BETWEEN: Final = "\n\n"
"""A blank line ends a sentence for Apertium, whatever the sentence ends in."""


class Apertium:
    """The program `apertium`, run once for each call, all sentences at a time."""

    def __init__(self, mode: str, *, command: str = "apertium", timeout: float = _TIMEOUT) -> None:
        self._command = [command, "-u", mode]
        self._timeout = timeout

    def write(self, segments: Sequence[Segment]) -> list[str]:
        """What it writes for each segment; an empty one is not sent."""
        texts = [" ".join(segment.text.split()) for segment in segments]
        asked = [text for text in texts if text]
        answers = iter(self._run(asked) if asked else ())
        return [next(answers) if text else "" for text in texts]

    def _run(self, texts: Sequence[str]) -> list[str]:
        program = " ".join(self._command)
        try:
            done = subprocess.run(
                self._command,
                input=_BETWEEN.join(texts) + "\n",
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=self._timeout,
                check=False,
            )
        except FileNotFoundError:
            raise EngineError(
                f"{self._command[0]} is not installed: install Debian's apertium-eng-spa, or another pair's package"
            ) from None
        except subprocess.TimeoutExpired:
            raise EngineError(f"{program} took more than {self._timeout:g} seconds") from None
        if done.returncode:
            said = next(
                (line.strip() for line in done.stderr.splitlines() + done.stdout.splitlines() if line.strip()), ""
            )
            raise EngineError(f"{program} failed: {said or f'exit code {done.returncode}'}")
        answers = [text.strip() for text in done.stdout.strip("\n").split(_BETWEEN)]
        if len(answers) != len(texts):
            raise EngineError(f"{program} gave {len(answers)} translations of {len(texts)} sentences")
        return answers


def _open(opening: Opening) -> WritingEngine:
    if not opening.pair:
        raise BadOption("Apertium has to be told what it translates: give the pair (--pair, --to or --model)")
    pair = described(opening.pair)
    codes = (language(pair.source).three_letters, language(pair.target).three_letters)
    mode = str(opening.options.get("mode") or "-".join(codes))
    return WritingEngine(Apertium(mode, command=str(opening.options.get("command", "apertium"))).write, pair)


ENGINE: Final = EngineKind(_open, frozenset([Ability.TEXT]), ("mode", "command"), alone=True)
