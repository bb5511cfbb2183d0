"""What the command line says to those who mistype: the command's usage in one line, and the nearest name."""

from __future__ import annotations

import argparse
import difflib
import itertools
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import rich_argparse

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CommandParser"]


class CommandParser(argparse.ArgumentParser):
    """A command, or a group of commands; all that it adds are such parsers, too."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:  # noqa: ANN401 - passed on to argparse
        settings.setdefault("formatter_class", rich_argparse.RawDescriptionRichHelpFormatter)
        super().__init__(*arguments, **settings)

    def parse_known_args(  # type: ignore[override]  # argparse has overloads for namespaces of the caller's own type
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse's, but this parser itself says which arguments it does not know: its usage is the one to show."""
        given = list(sys.argv[1:] if args is None else args)
        commands = self._commands()
        if not given and commands is not None and commands.required:
            self.print_help()
            self.exit()
        # Before argparse looks for what is required: a misspelt `--pair` is not a missing one. Behind the first word
        # options may be another command's.
        ours = itertools.takewhile("--".__ne__ if commands is None else _is_option, given)
        self._refuse([each for each in ours if self._is_unknown(each)])
        parsed, unknown = super().parse_known_args(given, namespace)
        self._refuse(unknown)
        return parsed, unknown

    def _refuse(self, unknown: Sequence[str]) -> None:
        """Report arguments that are unknown, by the first option among them."""
        options = [name.partition("=")[0] for name in unknown if name.startswith("-")]
        if options:
            known = [name for name in self._option_string_actions if name.startswith("--")]
            self.error(f"no option {options[0]}{_nearest(options[0], known)}")
        if unknown:
            self.error(f"one argument too many: {unknown[0]}")

    def _is_unknown(self, argument: str) -> bool:
        name = argument.partition("=")[0]
        return (
            len(name) > 2 and name.startswith("--") and not any(k.startswith(name) for k in self._option_string_actions)
        )

    def error(self, message: str) -> NoReturn:
        """What is wrong, and the usage: a line each."""
        self.exit(2, f"{self.prog}: {message}\nusage: {self._usage()}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401 - argparse's signature
        if action.choices is None or value in action.choices:
            return
        known = list(map(str, action.choices))
        meant = _nearest(str(value), known)
        if action is self._commands():
            told = f"no command '{value}'{meant}" if meant else f"no command '{value}'; `{self.prog} --help` lists them"
            raise argparse.ArgumentError(None, told)
        raise argparse.ArgumentError(action, f"'{value}' is none of {', '.join(known)}{meant}")

    def _commands(self) -> argparse.Action | None:
        return next((action for action in self._actions if action.nargs == argparse.PARSER), None)

    def _usage(self) -> str:
        """What is needed, in one line; the help says the rest."""
        shown = [action for action in self._actions if action.help is not argparse.SUPPRESS]
        options = [action for action in shown if action.option_strings]
        needed = [f"{_long(each)} {_value(each)}" for each in options if each.required]
        rest = ["[options]"] if len(options) > len(needed) else []
        return " ".join([self.prog, *needed, *rest, *(_value(each) for each in shown if not each.option_strings)])


def _is_option(argument: str) -> bool:
    return argument.startswith("-") and argument != "--"


def _nearest(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean `{near[0]}`?" if near else ""


def _long(action: argparse.Action) -> str:
    return next((name for name in action.option_strings if name.startswith("--")), action.option_strings[0])


def _value(action: argparse.Action) -> str:
    named = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    words = " ".join(named) if isinstance(named, tuple) else named
    shapes = {"?": f"[{words}]", "*": f"[{words} ...]", "+": f"{words} ...", argparse.PARSER: f"{words} ..."}
    return shapes.get(str(action.nargs), words)
