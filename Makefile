# Two commands: `make run` and `make test`. Everything else is for developers.
.DELETE_ON_ERROR:
SHELL := /bin/bash
VENV := .venv
PY := $(VENV)/bin/python
FLASK := $(VENV)/bin/flask --app webapp

.PHONY: help run test lint bench screenshots demo-load demo-remove requirements clean

help: ## What can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(VENV)/.run ## Install what is missing, migrate, load the demonstration into an empty database, serve
	@exec $(FLASK) serve

test: $(VENV)/.test ## Linter, types, import contracts and all tests, on SQLite and PostgreSQL
	@$(PY) tests/everything.py $(ARGS)

lint: $(VENV)/.test ## Linter, types and import contracts only
	@$(PY) tests/everything.py --lint-only

bench: $(VENV)/.test ## Ratios measured side by side; nothing is asserted
	@$(PY) -m tests.bench

screenshots: $(VENV)/.test ## Every page of the demonstration at 360, 820 and 1440 px, light and dark, into shots/
	@$(PY) -m tests.screenshots

demo-load: $(VENV)/.run ## Add the demonstration to the database
	@$(FLASK) demo load

demo-remove: $(VENV)/.run ## Take the demonstration away
	@$(FLASK) demo remove

requirements: ## Pin the newest versions of what requirements*.in name (needs a fresh .venv)
	$(PY) -m pip install -q -r requirements.in && $(PY) -m pip freeze --exclude-editable > requirements.txt
	$(PY) -m pip install -q -r requirements-test.in && $(PY) -m pip freeze --exclude-editable | grep -vxFf requirements.txt > requirements-test.txt

clean: ## Remove the environment and caches; the database in instance/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache shots

$(VENV)/bin/python:
	@command -v python3 >/dev/null || { echo "Python 3.11 or newer is missing (Debian/Ubuntu: apt install python3-venv make)"; exit 1; }
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, this is $$(python3 --version)"; exit 1; }
	@if command -v uv >/dev/null; then uv venv -q $(VENV); \
	else python3 -m venv $(VENV) || { rm -rf $(VENV); echo "The venv module is missing (Debian/Ubuntu: apt install python3-venv)"; exit 1; }; fi

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	@echo "Installing ..."
	@if command -v uv >/dev/null; then VIRTUAL_ENV=$(VENV) uv pip install -q -r requirements.txt; \
	else $(PY) -m pip install -q --disable-pip-version-check -r requirements.txt; fi
	@touch $@

$(VENV)/.test: requirements-test.txt $(VENV)/.run
	@echo "Installing the test extra ..."
	@if command -v uv >/dev/null; then VIRTUAL_ENV=$(VENV) uv pip install -q -r requirements-test.txt; \
	else $(PY) -m pip install -q --disable-pip-version-check -r requirements-test.txt; fi
	@touch $@
