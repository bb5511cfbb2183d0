"""Put a trained model folder into the package that ships it.

    python models/pack.py --model FOLDER --package models/en-fr --licence L [--settings prior_ils=0.6]

Only what `model.toml` names is taken; truecasers are packed, and lose the forms that were seen once.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tomllib
from pathlib import Path
from typing import Any, Final

from antecede.files.packed import checksum
from antecede.models import write_model_toml
from antecede.text.truecase import Truecaser

LARGEST: Final = 40_000_000
RESULTS: Final = Path(__file__).with_name("results.json")
"""What `antecede experiment all` found for each pair's model."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--model", type=Path, required=True, help="the trained folder")
    options.add_argument("--package", type=Path, required=True, help="the folder with the package's pyproject.toml")
    options.add_argument("--licence", required=True, help="of the texts it was trained on")
    options.add_argument("--settings", nargs="*", default=[], help="numbers for [pronouns], as name=value")
    given = options.parse_args()
    project = tomllib.loads((given.package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (module,) = project["entry-points"]["antecede.models"].values()
    target = given.package / module
    for old in target.iterdir():
        if old.is_file() and old.name != "__init__.py":
            old.unlink()
    told: dict[str, Any] = tomllib.loads((given.model / "model.toml").read_text(encoding="utf-8"))
    told["model"] |= {"release": project["version"], "licence": given.licence, "command": "models/train.sh DATA WORK"}
    told["scores"] = scores(told["model"]["pair"])
    if given.settings:
        settings = dict(setting.split("=", 1) for setting in given.settings)
        told["pronouns"] = told.get("pronouns", {}) | {name: float(value) for name, value in settings.items()}
    for name, file in told["files"].items():
        told["files"][name] = _copy(given.model / file, target, packed=name.startswith("truecaser"))
    told["checksums"] = {path.name: checksum(path) for path in sorted(target.iterdir()) if path.suffix != ".py"}
    write_model_toml(target, told)
    size = sum(path.stat().st_size for path in target.iterdir() if path.is_file())
    print(f"{target}: {size:,} bytes")
    if size > LARGEST:
        raise SystemExit(f"more than {LARGEST:,}: train a smaller model")


def scores(pair: str) -> list[dict[str, Any]]:
    """What was measured for the pair: a table for each set and system."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")).get(pair, {})
    return [
        {"set": name, "system": system["name"], **{key: round(system[key], 4) for key in ("apt", "bleu", "chrf")}}
        for name, systems in results.items()
        for system in systems
    ]


def _copy(file: Path, target: Path, *, packed: bool) -> str:
    if not packed or file.suffix == ".xz":
        shutil.copyfile(file, target / file.name)
        return file.name
    name = f"{file.name}.xz"
    seen = Truecaser.read(file).forms
    Truecaser({form: count for form, count in seen.items() if count > 1}).write(target / name)
    return name


if __name__ == "__main__":
    main()
