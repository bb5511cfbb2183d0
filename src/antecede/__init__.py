"""Gets pronouns right in machine translation, and measures how well any system did."""

from __future__ import annotations

from antecede.version import __version__

# As `typing` has it, which takes milliseconds to import: type checkers know the name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from antecede.tasks.check import Checked, Checker, Finding, check
    from antecede.tasks.context import Context, ContextLine, ContextWriter, PronounNote, context
    from antecede.tasks.fix import Fixed, Fixer, TextEdit, fix
    from antecede.tasks.judge import Judge, Judged, JudgedLine, judge
    from antecede.tasks.resolve import Resolver, resolve
    from antecede.tasks.score import score
    from antecede.tasks.translate import SentencePair, Translation, Translator, translate
    from antecede.text import Document, Sentence, Token

__all__ = [
    "Checked",
    "Checker",
    "Context",
    "ContextLine",
    "ContextWriter",
    "Document",
    "Finding",
    "Fixed",
    "Fixer",
    "Judge",
    "Judged",
    "JudgedLine",
    "PronounNote",
    "Resolver",
    "Sentence",
    "SentencePair",
    "TextEdit",
    "Token",
    "Translation",
    "Translator",
    "__version__",
    "check",
    "context",
    "fix",
    "judge",
    "resolve",
    "score",
    "translate",
]


def __getattr__(name: str) -> object:
    """Public names are imported when they are first asked for: the command starts at once, and most do without them."""
    from importlib import import_module

    modules = {
        "antecede.tasks.check": ("Checked", "Checker", "Finding", "check"),
        "antecede.tasks.context": ("Context", "ContextLine", "ContextWriter", "PronounNote", "context"),
        "antecede.tasks.fix": ("Fixed", "Fixer", "TextEdit", "fix"),
        "antecede.tasks.judge": ("Judge", "Judged", "JudgedLine", "judge"),
        "antecede.tasks.resolve": ("Resolver", "resolve"),
        "antecede.tasks.score": ("score",),
        "antecede.tasks.translate": ("SentencePair", "Translation", "Translator", "translate"),
        "antecede.text": ("Document", "Sentence", "Token"),
    }
    for module, names in modules.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
