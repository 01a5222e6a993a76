# `make help` lists what can be made. All that is needed is Python 3.11 or later and make; with a C compiler
# the rules are compiled, without one they run as plain Python.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
RULES := src/neurohex/rules
BOTS := src/neurohex/bots
# What the compiled rules are made of: their own source and what they take constants and types from.
COMPILED := $(wildcard $(RULES)/*.py $(BOTS)/*.py) src/neurohex/board.py src/neurohex/compat.py src/neurohex/tiles.py

# What the page is made of, and the forms of the server that it is checked against.
WEB := $(shell find web \( -name node_modules -o -name fixtures -o -name 'scratch*' \) -prune -o -type f ! -name forms.ts -print)
FORMS := $(wildcard src/neurohex/view/*.py src/neurohex/match/messages.py src/neurohex/client/forms.py src/neurohex/server/*.py src/neurohex/lesson/*.py)
PAGE := src/neurohex/server/page/index.html
NPM := $(BIN)/python tools/npm.py

.PHONY: help play test build page check-source check-page bench torture load format clean
.DEFAULT_GOAL := help

help:
	@echo "make play    play in the browser (NEUROHEX_PORT=8010 make play for another port)"
	@echo "make test    check style, types, rules, server and page"
	@echo "make build   compile the rules in place"
	@echo "make page    build the page that the server serves"
	@echo "make bench   measure the engine"
	@echo "make torture kill servers a thousand times on each database, and look for what is lost (an hour or two)"
	@echo "make load    measure a server with 500 matches at once"
	@echo "make format  put the source into its standard layout"
	@echo "make clean   remove everything that was made"

play: build page
	@trap : INT; $(BIN)/neurohex serve --open || [ $$? -eq 130 ]  # 130: left with Ctrl-C, which is no failure

test: build $(VENV)/dev page $(VENV)/fixtures
	@$(MAKE) --no-print-directory --output-sync=target -j2 check-source check-page
	@ls $(RULES)/*.so > /dev/null 2>&1 || export NEUROHEX_ALLOW_PURE=1; $(BIN)/python -m pytest -n 2 --dist loadgroup -q

build: $(VENV)/built
	@:

page: $(PAGE)
	@:

# A machine without a C compiler is no fault of the source; rules that mypyc cannot compile are.
check-source: build $(VENV)/dev
	@! grep -q "mypyc refused" $(VENV)/build.log || { cat $(VENV)/build.log; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary src tests tools

check-page: $(VENV)/modules $(VENV)/forms $(VENV)/fixtures
	@$(NPM) run --silent lint
	@$(NPM) run --silent check
	@$(NPM) run --silent test

bench: build $(VENV)/dev
	@$(BIN)/neurohex bench

torture: build $(VENV)/dev
	@$(BIN)/python -m tests.torture --database sqlite
	@$(BIN)/python -m tests.torture --database postgresql
	@$(BIN)/python -m tests.torture --database postgresql --servers 2

load: build $(VENV)/dev
	@$(BIN)/python -m tests.server.measure --seconds 60

format: $(VENV)/dev $(VENV)/modules
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format --quiet .
	@$(NPM) run --silent format

clean:
	@rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -rf $(dir $(PAGE)) web/node_modules web/tests/fixtures web/src/api/forms.ts
	@rm -f $(RULES)/*.so $(BOTS)/*.so src/*.so src/neurohex/server/drawings.json
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("neurohex needs Python 3.11 or later; name one with: make PYTHON=python3.11")'
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

comma := ,
# Lists of requirements come from pyproject.toml, so that each version is written in one place only.
requirements = $(BIN)/python -c 'import tomllib; t = tomllib.load(open("pyproject.toml", "rb")); print(*$(1), sep="\n")' > $(2)

$(VENV)/installed: $(VENV)/created pyproject.toml
	@$(call requirements,t["build-system"]["requires"] + t["project"]["dependencies"],$(VENV)/requirements.txt)
	@echo "installing what neurohex needs (from the network)"
	@$(PIP) install -r $(VENV)/requirements.txt
	@NEUROHEX_PURE_BUILD=1 $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/dev: $(VENV)/installed
	@$(call requirements,sum(t["project"]["optional-dependencies"].values()$(comma) []),$(VENV)/requirements-dev.txt)
	@echo "installing the tools for checks (from the network)"
	@$(PIP) install -r $(VENV)/requirements-dev.txt
	@touch $@

$(VENV)/server: $(VENV)/installed
	@$(call requirements,t["project"]["optional-dependencies"]["server"],$(VENV)/requirements-server.txt)
	@echo "installing what the server needs (from the network)"
	@$(PIP) install -r $(VENV)/requirements-server.txt
	@touch $@

$(VENV)/modules: web/package.json web/package-lock.json tools/npm.py | $(VENV)/created
	@echo "fetching what the page is built with (from the network)"
	@$(NPM) ci
	@touch $@

$(VENV)/forms: $(FORMS) | $(VENV)/server $(VENV)/built
	@$(BIN)/python -m neurohex.server.typescript > web/src/api/forms.ts
	@touch $@

$(VENV)/fixtures: $(FORMS) tools/page_fixtures.py | $(VENV)/server $(VENV)/built
	@$(BIN)/python tools/page_fixtures.py web/tests/fixtures
	@touch $@

$(PAGE): $(VENV)/modules $(VENV)/forms $(WEB) docs/rulings.md docs/rulings.pl.md
	@echo "building the page"
	@$(BIN)/python -m neurohex.server.drawings
	@$(NPM) run --silent build -- --logLevel warn

# Old compiled modules go first: where the build fails they would hide the newer source. New ones are touched, as
# one that did not change keeps its old time and would look stale.
$(VENV)/built: $(VENV)/installed setup.py $(COMPILED)
	@echo "compiling the rules (about a minute)"
	@rm -f $(RULES)/*.so $(BOTS)/*.so src/*.so
	@$(BIN)/python setup.py --quiet build_ext --inplace > $(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@if ls $(RULES)/*.so > /dev/null 2>&1; then touch $(RULES)/*.so $(BOTS)/*.so; \
	else why="no working C compiler, or no headers of Python"; \
	! grep -q "mypyc refused" $(VENV)/build.log || why="mypyc refused the rules"; \
	echo "warning: $$why: the rules run uncompiled, about forty times slower; details in $(VENV)/build.log"; fi
	@touch $@
