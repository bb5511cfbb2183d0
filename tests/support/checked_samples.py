"""Findings made by hand, and the bilingual files that commands check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.pairs import pair
from antecede.tasks.check import Checked, Finding, SeenPronoun
from antecede.tasks.sides import Sides
from antecede.text.parallel import ParallelText, Span

if TYPE_CHECKING:
    from pathlib import Path

SOURCE: Final = ("The house is old.", "It is beautiful.", "The car is here.", "It is red.")
TARGET: Final = ("La maison est vieille.", "Il est beau.", "La voiture est ici.", "Elle est rouge.")
LINKS: Final = ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"] * 2
HOSTILE: Final = '</script><script>alert(1)</script> & "\x1b[31m'

FINDING: Final = Finding(
    document="a",
    line=1,
    start=0,
    end=2,
    pronoun="It",
    token=0,
    antecedent="The house",
    antecedent_line=0,
    became="maison",
    found="il",
    theirs=0.07,
    because="‘It’ stands for a house.",
    expected="elle",
    ours=0.6,
    level="sure",
    rule="pronoun-gender",
    source=SOURCE[1],
    target=TARGET[1],
    repaired="Elle est belle.",
)
RIGHT: Final = SeenPronoun("a", 3, 0, 4, "It", 0, "The car", 2, "voiture", "elle", 0.9, "‘It’ stands for a car.")
CHECKED: Final = Checked((FINDING,), (RIGHT,), pronouns=5, judged=3)


def sides(path: Path, target: tuple[str, ...] = TARGET) -> Sides:
    """The two sides as if the second had been read from that file."""
    return Sides(pair("en-fr"), ParallelText(SOURCE, (list(target),), (Span("a", 0, len(SOURCE)),)), path)


def xliff(source: str = "en", target: str = "fr", lines: tuple[str, ...] | None = TARGET) -> str:
    """A file of XLIFF 1.2; without lines it has no translations."""
    made = [""] * len(SOURCE) if lines is None else [f"<target>{line}</target>" for line in lines]
    units = "".join(
        f'<trans-unit id="{number}"><source>{line}</source>{translated}</trans-unit>\n'
        for number, (line, translated) in enumerate(zip(SOURCE, made, strict=True), start=1)
    )
    return (
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
        f'<file original="a" source-language="{source}" target-language="{target}" datatype="plaintext"><body>\n'
        f"{units}</body></file></xliff>\n"
    )


def tmx() -> str:
    """A file of TMX."""
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{source}</seg></tuv><tuv xml:lang="fr"><seg>{target}</seg></tuv></tu>\n'
        for source, target in zip(SOURCE, TARGET, strict=True)
    )
    return f'<tmx version="1.4"><header segtype="sentence"/><body>\n{units}</body></tmx>\n'


def subtitles(lines: tuple[str, ...]) -> str:
    """A file of SubRip, a cue for each line."""
    return "".join(
        f"{number}\n00:00:0{number},000 --> 00:00:0{number},900\n{line}\n\n" for number, line in enumerate(lines, 1)
    )
