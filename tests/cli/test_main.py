"""The command as a whole."""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from antecede import __version__
from antecede.cli import main, parser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.splitlines()[0] == f"antecede {__version__}"


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_knows_the_commands(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--print-completion", shell])
    assert "--source-reference-alignment" in capsys.readouterr().out


def test_start_up_loads_nothing_heavy() -> None:
    heavy = "numpy scipy sacrebleu matplotlib jinja2".split()
    code = f"import sys; from antecede.cli import parser; parser(); print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def leaves(name: str, command: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    groups = [action for action in command._actions if isinstance(action, argparse._SubParsersAction)]
    for group in groups:
        for sub, found in group.choices.items():
            yield from leaves(f"{name} {sub}", found)
    if not groups:
        yield name, command


@pytest.mark.parametrize(("name", "command"), [*leaves("antecede", parser())])
def test_every_command_shows_two_examples(name: str, command: argparse.ArgumentParser) -> None:
    assert command.format_help().count(f"\n  {name} ") >= 2


def test_the_versions_of_installed_models_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "xx-yy").mkdir()
    (tmp_path / "xx-yy" / "model.toml").write_text('[model]\nrelease = "7.1"\n')
    monkeypatch.setenv("ANTECEDE_MODELS", str(tmp_path))
    with pytest.raises(SystemExit):
        main(["--version"])
    assert "model xx-yy 7.1" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("before", "after", "told"), [([], [], True), (["--quiet"], [], False), ([], ["-q"], False), ([], ["-v"], True)]
)
def test_quiet_leaves_warnings_out_wherever_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: list[str], after: list[str], *, told: bool
) -> None:
    text, model = tmp_path / "text", tmp_path / "model.arpa"
    text.write_text("a b\n")
    assert main(["--quiet", "lm", "estimate", "--order", "2", "--text", str(text), "--arpa", str(model)]) == 0
    text.write_text("")
    capsys.readouterr()
    assert main([*before, "lm", "score", "--model", str(model), "--text", str(text), *after]) == 0
    assert ("is empty" in capsys.readouterr().err) is told


def test_options_offer_the_resolvers_that_there_are() -> None:
    from antecede.cli._common import RESOLVERS
    from antecede.coreference.resolvers import METHODS

    assert RESOLVERS == METHODS


@pytest.mark.parametrize("group", [[], ["rate"], ["lm"]])
def test_a_group_of_commands_alone_prints_its_help(group: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(group)
    assert stopped.value.code == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(f"Usage: {' '.join(['antecede', *group])} ")
    assert "Commands:" in printed.out
    assert printed.err == ""


@pytest.mark.parametrize(
    ("typed", "told", "usage"),
    [
        ("translat", "antecede: no command 'translat'; did you mean `translate`?", "antecede [options] COMMAND ..."),
        ("xyzzy", "antecede: no command 'xyzzy'; `antecede --help` lists them", "antecede [options] COMMAND ..."),
        ("--quite translate", "antecede: no option --quite; did you mean `--quiet`?", "antecede [options] COMMAND ..."),
        (
            "rate prepar x",
            "antecede rate: no command 'prepar'; did you mean `prepare`?",
            "antecede rate [options] COMMAND ...",
        ),
        (
            "translate a --to fr --sytem combined",
            "antecede translate: no option --sytem; did you mean `--system`?",
            "antecede translate [options] [IN]",
        ),
        (
            "fix --par=en-fr --source s",
            "antecede fix: no option --par; did you mean `--pair`?",
            "antecede fix --pair PAIR --source S --output O [options]",
        ),
        (
            "fix --pair en-fr --source s",
            "antecede fix: the following arguments are required: --output/--candidate",
            "antecede fix --pair PAIR --source S --output O [options]",
        ),
        (
            "fix --pair en-fr --edit gendr",
            "antecede fix: argument --edit: 'gendr' is none of gender, all, none; did you mean `gender`?",
            "antecede fix --pair PAIR --source S --output O [options]",
        ),
        (
            "resolve --language en a b",
            "antecede resolve: one argument too many: b",
            "antecede resolve --language L [options] [IN]",
        ),
    ],
)
def test_what_is_mistyped_gets_the_usage_of_its_command_and_the_nearest_name(
    typed: str, told: str, usage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(typed.split())
    assert stopped.value.code == 2
    assert capsys.readouterr().err.splitlines() == [told, f"usage: {usage}"]
