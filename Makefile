# make run    installs everything into .venv and shows the main job on a sample
# make test   installs what the tests need and runs them
# make lint   ruff, mypy, clang-format; make sanitize: the native tests under sanitizers; make bench: the benchmarks

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet --quiet
NATIVE := CMakeLists.txt $(wildcard native/*)
SAMPLE := examples/discomt-style

.PHONY: run test lint format sanitize bench docs clean
.DELETE_ON_ERROR:

run: $(VENV)/installed
	@mkdir -p out
	$(BIN)/antecede score --pair en-fr --tokenized \
	    --source $(SAMPLE)/source.en --reference $(SAMPLE)/reference.fr --ids $(SAMPLE)/ids \
	    --candidate $(SAMPLE)/systems/sentence.fr $(SAMPLE)/systems/document.fr \
	    --html out/report.html --json out/scores.json
	@echo "The page: out/report.html"

test: $(VENV)/tested chromium
	$(BIN)/pytest -n auto

lint: $(VENV)/tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror native/*.cpp native/*.hpp native/tests/*.cpp native/tests/*.hpp

format: $(VENV)/tested
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i native/*.cpp native/*.hpp native/tests/*.cpp native/tests/*.hpp

sanitize:
	cmake -S . -B build/sanitize -G Ninja -DANTECEDE_SANITIZE=ON -DANTECEDE_TESTS=ON
	cmake --build build/sanitize
	ctest --test-dir build/sanitize --output-on-failure

bench: $(VENV)/tested
	$(BIN)/python benchmarks/alignment.py
	$(BIN)/python benchmarks/language_model.py
	$(BIN)/python benchmarks/scoring.py
	$(BIN)/python benchmarks/training.py --lines 20000 --align-method fast
	$(BIN)/python benchmarks/tuning.py

docs: $(VENV)/tested
	$(BIN)/python docs/generate.py

clean:
	rm -rf build out $(VENV)

# Debian's browser, for the tests of the page; without the rights to install it, those tests are skipped.
.PHONY: chromium
chromium:
	@command -v chromedriver >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	    { echo "Installing Debian's chromium and chromium-driver"; \
	      apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium chromium-driver >/dev/null; } \
	    || echo "chromium could not be installed: its tests will be skipped"

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/created pyproject.toml $(NATIVE)
	@echo "Installing antecede (this takes a minute the first time)"
	$(PIP) install --editable '.[eflomal,fast]'
	@touch $@

$(VENV)/tested: $(VENV)/installed
	@echo "Installing what the tests and linters need"
	@# The extras alone: asking for antecede with them would compile it a second time.
	@$(BIN)/python -c 'import tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	    print(*(need for extra in ("meteor", "plots", "test", "lint") for need in extras[extra]), sep="\n")' > $(VENV)/extras
	$(PIP) install --requirement $(VENV)/extras
	@touch $@
