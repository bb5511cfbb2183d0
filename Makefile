# make run    installs everything into .venv and translates a sample, its pronouns explained; by the neural engine where
#             it can be had (387 MB are fetched), or with ENGINE=embedded by the phrase-based one
# make test   installs what the tests need and runs them
# make wheels builds what is released into dist/, and checks it where there is no compiler
# make lint   ruff, mypy, clang-format; make sanitize: the native tests under sanitizers; make bench: the benchmarks

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet --quiet
NATIVE := CMakeLists.txt $(filter-out native/tests/%,$(wildcard native/*/*.cpp native/*/*.hpp))
MODELS := $(patsubst %/pyproject.toml,%,$(wildcard models/*/pyproject.toml))
SAMPLE := examples/letter.en.txt
# What extras of pyproject.toml need. The extras alone: asking for antecede with them would compile it a second time.
NEEDS := $(BIN)/python -c 'import sys, tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
    print(*(need for extra in sys.argv[1:] for need in extras[extra]), sep="\n")'
ENGINE :=

.PHONY: run neural test test-oldest wheels lint format sanitize bench docs site clean
.DELETE_ON_ERROR:

run: $(VENV)/models $(if $(filter embedded,$(ENGINE)),,neural)
	@mkdir -p out
	@$(BIN)/antecede resources fetch en lefff
	@$(if $(ENGINE),echo "The engine that was asked for translates: $(ENGINE)")
	$(BIN)/antecede translate $(SAMPLE) --to fr $(addprefix --engine ,$(ENGINE)) -o out/letter.fr.txt --explain --html out/letter.html
	@echo "The translation: out/letter.fr.txt; the page: out/letter.html"

# Without the model or what it runs with, the embedded engine translates, and says so.
neural: $(VENV)/models
	@$(BIN)/python -c 'import ctranslate2, sentencepiece' 2>/dev/null || \
	    { echo "Installing what the neural engine runs with"; \
	      $(NEEDS) neural > $(VENV)/neural && $(PIP) install --requirement $(VENV)/neural; } \
	    && $(BIN)/antecede resources fetch opus-mt-en-fr \
	    || echo "The neural engine could not be had; make run goes on without it"

test: $(VENV)/tested chromium apertium
	$(BIN)/pytest -n auto

# The same tests with the oldest version of each dependency that pyproject.toml allows.
test-oldest:
	release/test_oldest.sh -n auto

wheels:
	release/wheels.sh

lint: $(VENV)/tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror native/*/*.cpp native/*/*.hpp
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

format: $(VENV)/tested
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i native/*/*.cpp native/*/*.hpp

sanitize:
	cmake -S . -B build/sanitize -G Ninja -DANTECEDE_SANITIZE=ON -DANTECEDE_TESTS=ON
	cmake --build build/sanitize
	ctest --test-dir build/sanitize --output-on-failure

bench: $(VENV)/tested
	$(BIN)/python benchmarks/alignment.py
	$(BIN)/python benchmarks/analysis.py
	$(BIN)/python benchmarks/checking.py
	$(BIN)/python benchmarks/language_model.py
	$(BIN)/python benchmarks/scoring.py
	$(BIN)/python benchmarks/training.py --lines 20000 --align-method fast
	$(BIN)/python benchmarks/tuning.py

docs: $(VENV)/tested
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/pipeline.py
	$(BIN)/python docs/graph.py
	$(BIN)/python docs/public.py

# The site, from docs/ and the docstrings; a link that leads nowhere is an error.
site: $(VENV)/tested
	$(BIN)/mkdocs build --strict --quiet

clean:
	rm -rf build dist out $(VENV)

# Debian's browser, for the tests of the page; without the rights to install it, those tests are skipped.
.PHONY: chromium
chromium:
	@command -v chromedriver >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	    { echo "Installing Debian's chromium and chromium-driver"; \
	      apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium chromium-driver >/dev/null; } \
	    || echo "chromium could not be installed: its tests will be skipped"

# Apertium, for the tests of that engine; likewise.
.PHONY: apertium
apertium:
	@command -v apertium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	    { echo "Installing Debian's apertium-eng-spa"; \
	      apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y apertium-eng-spa >/dev/null; } \
	    || echo "apertium-eng-spa could not be installed: its tests will be skipped"

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	@touch $@

# An editable install keeps a list of the modules that there were: it is made again when modules come, go or move.
$(VENV)/modules: $(VENV)/created FORCE
	@find src -name '*.py' | LC_ALL=C sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

.PHONY: FORCE
FORCE:

$(VENV)/installed: $(VENV)/created $(VENV)/modules pyproject.toml $(NATIVE)
	@echo "Installing antecede (this takes a minute the first time)"
	$(PIP) install --editable '.[parser,eflomal,fast,resolver,statistics]'
	@touch $@

$(VENV)/models: $(VENV)/installed $(wildcard models/*/pyproject.toml)
	@echo "Installing the models that ship"
	$(PIP) install --no-deps $(foreach model,$(MODELS),--editable $(model))
	@touch $@

$(VENV)/tested: $(VENV)/models
	@echo "Installing what the tests and linters need"
	@$(NEEDS) meteor neural plots test recipes lint site > $(VENV)/extras
	$(PIP) install --requirement $(VENV)/extras
	@touch $@
