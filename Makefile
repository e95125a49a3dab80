# The two commands of the README are `make run` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
HOST ?= 127.0.0.1

.PHONY: run test lint browser clean

run: $(VENV)/.run
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

test: $(VENV)/.test browser
	BIN=$(BIN) sh tests/run.sh

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# What runs the product.
$(VENV)/.run: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

# What tests it.
$(VENV)/.test: requirements.txt requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

# A system Chromium with Korean glyphs, and axe-core's script: installed only where missing.
browser:
	sh tests/install.sh



clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
