# Short verbs; `make help` lists them. Each target does whatever set-up is missing, quietly.

PYTHON ?= python3
# Only `make lock` uses uv, in a temporary folder: it resolves for all Pythons at once.
UV     ?= uv==0.13.9

VENV  := .venv
PY    := $(VENV)/bin/python
# Installed packages are compiled where they lie; everything else compiles into CACHE.
PLAIN := env -u PYTHONPYCACHEPREFIX
PIP   := $(PLAIN) $(PY) -m pip --disable-pip-version-check --no-input -qq
CACHE := $(CURDIR)/$(VENV)/.cache
DEPS  := $(VENV)/.stamp-deps
READY := $(VENV)/.stamp-ready
BENCH := $(VENV)/.stamp-bench
FUZZ  := $(VENV)/.stamp-fuzz
PAGES := $(VENV)/.stamp-browser

# No tool writes into the tree: all caches lie inside the ignored .venv.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CACHE)/pycache
export RUFF_CACHE_DIR      := $(CACHE)/ruff
export MYPY_CACHE_DIR      := $(CACHE)/mypy
export COVERAGE_FILE       := $(CACHE)/coverage/data
export HYPOTHESIS_HOME     := $(CACHE)/hypothesis
PYTEST := $(PY) -m pytest -o cache_dir="$(CACHE)/pytest"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help setup validate test check browser browser-where-found fmt gen bench fuzz build lock clean FORCE

help: ## list these verbs
	@echo "make VERB  (PYTHON=python3.12 chooses the interpreter)"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-9s %s\n", $$1, $$2 }' Makefile

setup: $(READY) ## create .venv with the pinned versions (every verb does it when needed)

validate: $(READY) ## check every recorded game in replays/
	@$(VENV)/bin/struckle validate replays/

test: $(READY) ## run the tests (ARGS="-k castle" passes arguments to pytest)
	@$(PYTEST) $(ARGS)

check: $(READY) ## format, lint, types, import layers, drift, tests with branch coverage, pages in a browser; writes nothing
	@echo "== format" && $(PY) -m ruff format --check .
	@echo "== lint" && $(PY) -m ruff check .
	@echo "== types" && $(PY) -m mypy
	@echo "== import layers" && $(VENV)/bin/lint-imports --no-logo --cache-dir "$(CACHE)/import-linter"
	@echo "== drift of generated files" && $(PY) -m tools.gen --check
	@echo "== tests" && mkdir -p "$(CACHE)/coverage" && $(PYTEST) --cov --cov-report=term $(ARGS)
	@$(MAKE) --no-print-directory browser-where-found

browser: $(READY) ## try pages in a real Chromium (ARGS="-k links"; ARGS="--screenshots DIR" keeps pictures of them)
	@chromium=$$($(PY) -m tests.browser.chromium) && $(MAKE) -s --no-print-directory $(PAGES) && \
	  STRUCKLE_CHROMIUM="$$chromium" $(PYTEST) tests/browser -n0 $(ARGS)

# The last part of `check`. BROWSER=required: a machine without a browser fails, and is not just told.
browser-where-found: $(READY)
	@if [ "$(BROWSER)" = required ] || [ -n "$$CHROMIUM" ] || $(PY) -m tests.browser.chromium >/dev/null 2>&1; then \
	  echo "== browser tests" && $(MAKE) --no-print-directory browser ARGS=; \
	else \
	  echo "== browser tests: not run (no Chromium here; make browser says how to get one)"; \
	fi

fmt: $(READY) ## format the code and apply safe lint fixes
	@$(PY) -m ruff check --fix-only .
	@$(PY) -m ruff format .

gen: $(READY) ## regenerate what is generated: schemas, errors, vectors, replays, command reference
	@$(PY) -m tools.gen

bench: $(BENCH) ## measure speed against other programs (ARGS passes arguments)
	@$(PY) -m tools.bench $(ARGS)

fuzz: $(FUZZ) ## try changed inputs for long (ARGS="sgn castle-line --seconds 600"; nothing: every target, a minute each)
	@$(PY) -m tests.fuzz $(ARGS)

build: $(READY) ## wheel and sdist into dist/
	@$(PY) -m build --no-isolation --outdir dist .

lock: ## renew requirements*.lock from pyproject.toml (UPGRADE=1 takes newer versions)
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && set -e; \
	unset PYTHONPYCACHEPREFIX; "$(PYTHON)" -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check -q install "$(UV)"; \
	compile() { \
	  out=$$1; shift; rm -f "$$tmp/lock"; \
	  if [ -f "$$out" ] && [ -z "$(UPGRADE)" ]; then cp "$$out" "$$tmp/lock"; fi; \
	  "$$tmp/venv/bin/uv" pip compile -q --universal --python-version 3.11 --no-header --no-annotate \
	    --no-emit-index-url --no-emit-find-links -o "$$tmp/lock" "$$@"; \
	  { echo "# Pinned for CPython 3.11 and newer from pyproject.toml ($$*). Do not edit:"; \
	    echo '# `make lock` brings it up to date with pyproject.toml, `make lock UPGRADE=1` takes newer versions.'; \
	    cat "$$tmp/lock"; } > "$$out"; \
	  echo "$$out: $$(grep -c == "$$out") pins"; \
	}; \
	compile requirements.lock --group dev pyproject.toml; \
	compile requirements-bench.lock --group bench --constraint requirements.lock; \
	compile requirements-fuzz.lock --group fuzz --constraint requirements.lock; \
	compile requirements-browser.lock --group browser --constraint requirements.lock

clean: ## remove .venv, dist/ and every cache
	@rm -rf $(VENV) dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# --- set-up ---------------------------------------------------------------------------------------
# The first stamp holds the folder it was made for: a moved or copied tree makes its .venv anew.

ifneq ($(strip $(shell cat $(DEPS) 2>/dev/null)),$(strip $(CURDIR)))
$(DEPS): FORCE
endif

$(DEPS): requirements.lock
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { \
	  echo "struckle: '$(PYTHON)' not found: install Python 3.11 or newer, or say which: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "struckle: Python 3.11 or newer is needed, but '$(PYTHON)' is $$("$(PYTHON)" -V 2>&1); say which: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "struckle: '$(PYTHON)' has no venv module (Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@echo "struckle: setting up $(VENV) (once)" >&2
	@$(PLAIN) "$(PYTHON)" -m venv --clear $(VENV)
	@$(PIP) install --no-deps -r requirements.lock
	@$(PIP) check >/dev/null || { $(PY) -m pip check >&2; exit 1; }
	@echo "$(CURDIR)" > $@

$(READY): $(DEPS) pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(PLAIN) $(PY) -m compileall -q struckle_cli # so that the first command starts fast too
	@touch $@

$(BENCH): $(READY) requirements-bench.lock
	@$(PIP) install --no-deps -r requirements-bench.lock
	@touch $@

$(FUZZ): $(READY) requirements-fuzz.lock
	@$(PIP) install --no-deps -r requirements-fuzz.lock
	@touch $@

$(PAGES): $(READY) requirements-browser.lock
	@$(PIP) install --no-deps -r requirements-browser.lock
	@touch $@
