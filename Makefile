# `make help` lists the targets. Requires Python 3.11 or later and make. With a C compiler the rules are compiled;
# without one they run as plain Python.

PYTHON ?= python3
# Keep compiled bytecode, also where the environment says not to: tests start hundreds of Python processes.
export PYTHONDONTWRITEBYTECODE :=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
RULES := src/neurohex/rules
BOTS := src/neurohex/bots
TENSORS := src/neurohex/tensors
# Sources of the compiled rules, including the modules whose constants and types they use.
COMPILED := $(wildcard $(RULES)/*.py $(BOTS)/*.py $(TENSORS)/*.py src/neurohex/events/*.py) src/neurohex/board.py src/neurohex/compat.py src/neurohex/errors.py $(wildcard src/neurohex/tiles/*.py)

# Sources of the page, and the server's forms that its types are generated from.
WEB := $(shell find web \( -name node_modules -o -name fixtures -o -name 'scratch*' \) -prune -o -type f ! -name forms.ts -print)
FORMS := $(wildcard src/neurohex/view/*.py src/neurohex/view/forms/*.py src/neurohex/wire/*.py src/neurohex/server/*.py src/neurohex/lesson/*.py src/neurohex/analysis/*.py)
PAGE := src/neurohex/server/page/index.html
NPM := $(BIN)/python tools/npm.py

.PHONY: help play test test-fast coverage build page dist sdist release-check docs lock check-source check-page fast bench bench-compare torture bot-games load puzzles-prove format clean
.DEFAULT_GOAL := help

help:
	@echo "make play    play in the browser (another port: NEUROHEX_PORT=8010 make play)"
	@echo "make test    run all checks: style, types, rules, server, page"
	@echo "make test-fast  run the quick tests: no browser, no PostgreSQL, no root"
	@echo "make coverage  measure which lines of rules/ and match/ the tests reach; fails below the floor"
	@echo "make build   compile the rules in place"
	@echo "make fast    compile the rules with a profile: slower to build, faster to run (GCC)"
	@echo "make page    build the web page"
	@echo "make dist    build the sdist and the wheel"
	@echo "make release-check  check that this tree can be released"
	@echo "make docs    build the documentation site in site/"
	@echo "make lock    update requirements.lock (LOCK_FLAGS=--upgrade for newer versions)"
	@echo "make bench   benchmark the engine"
	@echo "make bench-compare REV=main  compare the speed of the working tree with that of a revision"
	@echo "make torture kill servers a thousand times per database and check that nothing is lost (1-2 hours)"
	@echo "make bot-games play 2,000 games of search bots and check every action (about 50 minutes on one core)"
	@echo "make puzzles-prove  prove that every puzzle of the collection has one solution"
	@echo "make load    load-test a server with 500 concurrent matches"
	@echo "make format  format the source"
	@echo "make clean   remove all build output"

play: build page
	@trap : INT; $(BIN)/neurohex serve --open || [ $$? -eq 130 ]  # 130: stopped with Ctrl-C, not a failure

test: build $(VENV)/dev page $(VENV)/fixtures
	@$(MAKE) --no-print-directory --output-sync=target -j2 check-source check-page
	@ls $(RULES)/*.so > /dev/null 2>&1 || export NEUROHEX_ALLOW_PURE=1; $(BIN)/python -m pytest -n auto --dist loadgroup -q

# The rules run from source, as compiled code is not measured: about five minutes on two cores. Fails below the floors.
coverage: $(VENV)/dev
	@NEUROHEX_PURE=1 $(BIN)/python tools/coverage_floor.py

# For the loop of work: no browser, no PostgreSQL, no root.
test-fast: build $(VENV)/dev
	@NEUROHEX_FAST=1 $(BIN)/python -m pytest -n 2 --dist loadgroup -q -m "not slow"

build: $(VENV)/built
	@:

page: $(PAGE)
	@:

# A missing C compiler is not an error. Rules that mypyc rejects are.
check-source: build $(VENV)/dev
	@! grep -q "mypyc refused" $(VENV)/build.log || { cat $(VENV)/build.log; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary src tests tools

check-page: $(VENV)/modules $(VENV)/forms $(VENV)/fixtures
	@$(NPM) run --silent lint
	@$(NPM) run --silent check
	@$(NPM) run --silent test

# The sdist holds the built page, so that wheels are built from it without Node. The wheel is built from the sdist.
sdist: page $(VENV)/dev
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation --sdist --outdir dist . > $(VENV)/dist.log 2>&1 || { tail -40 $(VENV)/dist.log; exit 1; }
	@ls dist

dist: page $(VENV)/dev
	@rm -rf dist build/lib* build/bdist*
	@$(BIN)/python -m build --no-isolation --outdir dist . > $(VENV)/dist.log 2>&1 || { tail -40 $(VENV)/dist.log; exit 1; }
	@ls dist

# Version, changelog, clean tree, contents of the wheel, and whether the README renders.
release-check: dist
	@$(PIP) install -c requirements.lock twine
	@$(BIN)/python tools/release_check.py

# The browser tests take the pictures of the table. Without Chromium the site has none.
docs: build $(VENV)/dev
	@if command -v chromium > /dev/null; then \
	$(MAKE) --no-print-directory page && $(BIN)/python -m pytest -n 0 -q -m pictures tests/browser > $(VENV)/pictures.log 2>&1 || \
	echo "warning: no new pictures of the table; details in $(VENV)/pictures.log"; \
	else echo "no Chromium here: the site has no pictures of the table"; fi
	@$(BIN)/python tools/docs_pages.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

# Profile-guided: builds twice, with training between. Wheels of a release: tools/fast.py --wheel.
fast: $(VENV)/compiler | $(VENV)/installed
	@$(BIN)/python tools/fast.py
	@touch $(VENV)/built

bench: build $(VENV)/dev
	@$(BIN)/neurohex bench

# The working tree against REV. Both are compiled in a temporary folder. FLAGS: see tools/bench_compare.py --help.
REV ?= main
bench-compare: build $(VENV)/dev
	@$(BIN)/python tools/bench_compare.py $(REV) $(FLAGS)

torture: build $(VENV)/dev
	@$(BIN)/python -m tests.torture --level light --kills 10000 --database sqlite
	@$(BIN)/python -m tests.torture --level light --kills 1000 --database postgresql
	@$(BIN)/python -m tests.torture --kills 1000 --database sqlite
	@$(BIN)/python -m tests.torture --kills 500 --database postgresql
	@$(BIN)/python -m tests.torture --kills 100 --database postgresql --servers 2

bot-games: build $(VENV)/dev
	@$(BIN)/python -m tests.bot_games 0 2000 1000

puzzles-prove: build $(VENV)/dev
	@$(BIN)/neurohex puzzles check

load: build $(VENV)/dev
	@$(BIN)/python -m tests.server.measure --seconds 30
	@$(BIN)/python -m tests.server.hostile --seconds 30

format: $(VENV)/dev $(VENV)/modules
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format --quiet .
	@$(NPM) run --silent format

clean:
	@rm -rf $(VENV) build dist site src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -rf $(dir $(PAGE)) web/node_modules web/tests/fixtures web/src/api/forms.ts
	@rm -f $(RULES)/*.so $(BOTS)/*.so $(TENSORS)/*.so src/*.so src/neurohex/server/drawings.json
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("neurohex needs Python 3.11 or later; name one with: make PYTHON=python3.11")'
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

comma := ,
# pyproject.toml names the requirements, requirements.lock their exact versions.
requirements = $(BIN)/python -c 'import tomllib; t = tomllib.load(open("pyproject.toml", "rb")); print(*$(1), sep="\n")' > $(2)

$(VENV)/installed: $(VENV)/created pyproject.toml requirements.lock
	@$(call requirements,t["build-system"]["requires"] + t["project"]["dependencies"],$(VENV)/requirements.txt)
	@echo "installing dependencies (from the network)"
	@$(PIP) install -c requirements.lock -r $(VENV)/requirements.txt
	@NEUROHEX_PURE_BUILD=1 $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

# The versions that compile the rules. Other requirements may change without compiling again.
$(VENV)/compiler: $(VENV)/installed
	@$(BIN)/python -c 'from importlib.metadata import version as v; print(v("mypy"), v("librt"), v("setuptools"))' > $@.new
	@cmp -s $@.new $@ || cp $@.new $@

$(VENV)/dev: $(VENV)/installed
	@$(call requirements,sum(t["project"]["optional-dependencies"].values()$(comma) []),$(VENV)/requirements-dev.txt)
	@echo "installing development tools (from the network)"
	@$(PIP) install -c requirements.lock -r $(VENV)/requirements-dev.txt
	@touch $@

lock: $(VENV)/dev
	@$(BIN)/uv pip compile pyproject.toml --all-extras --group node --group release --universal --python-version 3.11 \
		--no-annotate --quiet --custom-compile-command "make lock" $(LOCK_FLAGS) --output-file requirements.lock

$(VENV)/modules: web/package.json web/package-lock.json tools/npm.py | $(VENV)/created
	@echo "installing npm packages (from the network)"
	@$(NPM) ci
	@touch $@

$(VENV)/forms: $(FORMS) $(VENV)/modules | $(VENV)/built
	@$(BIN)/python -m neurohex.server.openapi > $(VENV)/openapi.json
	@$(NPM) run --silent forms -- ../$(VENV)/openapi.json
	@touch $@

$(VENV)/fixtures: $(FORMS) tools/page_fixtures.py | $(VENV)/built
	@$(BIN)/python tools/page_fixtures.py web/tests/fixtures
	@touch $@

$(PAGE): $(VENV)/modules $(VENV)/forms $(WEB) docs/rulings.md docs/rulings.pl.md
	@echo "building the page"
	@$(BIN)/python -m neurohex.server.drawings
	@$(NPM) run --silent build -- --logLevel warn

# Remove old compiled modules first: after a failed build they would hide newer source. Touch the new ones: an
# unchanged module keeps its old mtime and would look stale.
$(VENV)/built: $(VENV)/compiler setup.py $(COMPILED) | $(VENV)/installed
	@echo "compiling the rules (about a minute)"
	@rm -f $(RULES)/*.so $(BOTS)/*.so $(TENSORS)/*.so src/*.so
	@$(BIN)/python setup.py --quiet build_ext --inplace > $(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@if ls $(RULES)/*.so > /dev/null 2>&1; then touch $(RULES)/*.so $(BOTS)/*.so $(TENSORS)/*.so; \
	else why="no working C compiler, or no Python headers"; \
	! grep -q "mypyc refused" $(VENV)/build.log || why="mypyc refused the rules"; \
	echo "warning: $$why: the rules run uncompiled, about forty times slower; details in $(VENV)/build.log"; fi
	@touch $@
