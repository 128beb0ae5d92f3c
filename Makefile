# The two commands of a newcomer are `make serve` and `make test`; both make the environment first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LISTEN ?= 127.0.0.1:9092
ARGS ?=
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help serve test check compat oracle demo demo-spark bench generate format clean

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

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing kafkawire and what its tests need"
	@$(PIP) install -c constraints.txt -e '.[test]'
	@touch $@ $(VENV)/.serve

$(VENV)/.check: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing what the checks need"
	@$(PIP) install -c constraints.txt -e '.[test,check]'
	@touch $@ $(VENV)/.serve $(VENV)/.test

$(VENV)/.bench: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing the peers of the benchmarks"
	@$(PIP) install -c constraints.txt -e '.[bench]'
	@touch $@ $(VENV)/.serve

serve: $(VENV)/.serve ## a Kafka on LISTEN (127.0.0.1:9092); more flags in ARGS
	@exec $(BIN)/kafkawire serve --listen $(LISTEN) $(ARGS)

test: $(VENV)/.test ## all tests, stock clients included
	@$(BIN)/python -m compat.matrix --build --fast
	@$(BIN)/python -m tools.run_tests $(ARGS)

check: $(VENV)/.check ## lint, types, import contracts, generated files, tidiness
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.generate --check
	@$(BIN)/python -m tools.rules --check
	@$(BIN)/python -m pytest -q tests/test_tidy.py

compat: $(VENV)/.test ## stock clients only, those of all languages: a quarter of an hour
	@$(BIN)/python -m compat.matrix --build
	@$(BIN)/python -m pytest --matrix all $(ARGS) compat

oracle: $(VENV)/.test ## random walks against the real Kafka (Java): a quarter of an hour
	@$(BIN)/python -m compat.oracle.walks --version 4.4.0 --kind all $(ARGS)
	@$(BIN)/python -m compat.oracle.walks --version 3.9.2 --emulate --walks 500 $(ARGS)

demo: $(VENV)/.test ## a real load through stock clients, checked line by line
	@$(BIN)/python -m tools.demo $(ARGS)

demo-spark: $(VENV)/.test ## a minute of traffic with one bad consumer, and Spark's report on it
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
