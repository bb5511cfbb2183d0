#!/usr/bin/env bash
# Run the tests with the oldest version of everything that pyproject.toml allows: release/test_oldest.sh [pytest's options]
# PYTHON names the interpreter (python3.11 by default); RESOLUTION=highest takes the newest versions instead.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3.11}
resolution=${RESOLUTION:-lowest-direct}
work=build/tests-$resolution-$(basename "$python")
extras=${EXTRAS:-parser eflomal fast meteor plots statistics test}
mkdir -p "$work"
python3 -m venv "$work/tools"
"$work/tools/bin/pip" --quiet --disable-pip-version-check install uv
uv=$PWD/$work/tools/bin/uv

# shellcheck disable=SC2046 # one option a word
"$uv" pip compile --quiet --resolution "$resolution" --python "$python" $(printf -- '--extra %s ' $extras) \
    --output-file "$work/requirements.txt" pyproject.toml
"$uv" venv --quiet --seed --clear --python "$python" "$work/venv"
"$uv" pip install --quiet --python "$work/venv" --requirement "$work/requirements.txt"
"$uv" pip install --quiet --python "$work/venv" --no-deps . models/*/
grep -E '^[a-z]' "$work/requirements.txt"
"$work/venv/bin/python" --version
# Old packages call what newer ones of others have deprecated: that is theirs to mend.
"$work/venv/bin/python" -m pytest -W default::DeprecationWarning -W default::FutureWarning "$@"
