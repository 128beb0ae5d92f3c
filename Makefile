# The two commands of a newcomer are `make serve` and `make test`; both make the environment first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LISTEN ?= 127.0.0.1:9092
ARGS ?=
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help serve quick test test-all check mutants compat oracle demo demo-spark bench generate format clean

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "kafkawire needs Python 3.11 or newer; name one with PYTHON=..." >&2; exit 2; }
	@echo "making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# One stamp per set of dependencies: a second run installs nothing.
$(VENV)/.serve: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing kafkawire"
	@$(PIP) install -c constraints.txt -e '.[metrics,regex]' \
	  || $(PIP) install -c constraints.txt -e '.[metrics]'
	@touch $@

$(VENV)/.quick: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing kafkawire and what its quick tests need"
	@$(PIP) install -c constraints.txt -e '.[test]'
	@touch $@ $(VENV)/.serve

# Spark only where there is Java, and what drives a browser only where there is Chromium.
$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing kafkawire and what its tests need"
	@extras=test; \
	  if command -v java >/dev/null; then extras=$$extras,test-spark; fi; \
	  if command -v chromium || command -v chromium-browser; then extras=$$extras,test-browser; fi >/dev/null; \
	  $(PIP) install -c constraints.txt -e ".[$$extras]"
	@touch $@ $(VENV)/.serve $(VENV)/.quick

$(VENV)/.test-all: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what all tests need"
	@$(PIP) install -c constraints.txt -e '.[test-all]'
	@touch $@ $(VENV)/.serve $(VENV)/.quick $(VENV)/.test

$(VENV)/.check: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what the checks need"
	@$(PIP) install -c constraints.txt -e '.[test-all,check]'
	@touch $@ $(VENV)/.serve $(VENV)/.quick $(VENV)/.test $(VENV)/.test-all

$(VENV)/.bench: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing the peers of the benchmarks"
	@$(PIP) install -c constraints.txt -e '.[bench]'
	@touch $@ $(VENV)/.serve

serve: $(VENV)/.serve ## a Kafka on LISTEN (127.0.0.1:9092); more flags in ARGS
	@exec $(BIN)/kafkawire serve --listen $(LISTEN) $(ARGS)

quick: $(VENV)/.quick ## tests without programs, after each edit: a minute
	@$(BIN)/python -m tools.run_tests quick $(ARGS)

test: $(VENV)/.test ## these, stock Python clients, the page, Spark: minutes
	@$(BIN)/python -m tools.run_tests test $(ARGS)

test-all: $(VENV)/.test-all ## all tests, as CI runs them: half an hour
	@$(BIN)/python -m compat.matrix --build --fast
	@$(BIN)/python -m tools.run_tests all $(ARGS)

check: $(VENV)/.check ## lint, types, import contracts, generated files, tidiness
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.generate --check
	@$(BIN)/python -m tools.rules --check
	@$(BIN)/python -m pytest -q tests/test_tidy.py

mutants: $(VENV)/.test-all ## faults in the hot rules, each of which a test has to find: minutes
	@$(BIN)/python -m tools.mutants $(ARGS)

compat: $(VENV)/.test-all ## stock clients only, those of all languages: a quarter of an hour
	@$(BIN)/python -m compat.matrix --build
	@$(BIN)/python -m pytest --matrix all $(ARGS) compat

oracle: $(VENV)/.test-all ## random walks against the real Kafka (Java): a quarter of an hour
	@$(BIN)/python -m compat.oracle.walks --version 4.4.0 --kind all $(ARGS)
	@$(BIN)/python -m compat.oracle.walks --version 3.9.2 --emulate --walks 500 $(ARGS)

demo: $(VENV)/.test ## a real load through stock clients, checked line by line
	@$(BIN)/python -m tools.demo $(ARGS)

demo-spark: $(VENV)/.test-all ## a minute of traffic with one bad consumer, and Spark's report on it
	@$(BIN)/python -m tools.demo_spark $(ARGS)

bench: $(VENV)/.bench ## NAME=codec, start, requests ...
	@$(BIN)/python -m tools.bench $(NAME) $(ARGS)

generate: $(VENV)/.serve ## make the generated modules anew from schemas/
	@$(BIN)/python -m tools.generate

format: $(VENV)/.check ## let ruff format and mend what it can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

clean: ## remove the environment and all caches
	@rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
