#!/bin/sh
# Runs all checks: style, types, imports, then every test on SQLite and memory, then what touches a database on
# PostgreSQL and Redis where they answer (with CI set they must). Extra arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."
BIN=${BIN:-.venv/bin}
POSTGRES=${TEST_DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres}
REDIS=${TEST_REDIS_URL:-redis://127.0.0.1:6379/9}
# More workers than cores would be faster, and let tests of clocks and motion fail for want of a core.
WORKERS=${TEST_WORKERS:-auto}

"$BIN"/ruff check .
"$BIN"/ruff format --check .
"$BIN"/mypy
"$BIN"/lint-imports

echo "== SQLite and memory"
env -u DATABASE_URL -u REDIS_URL "$BIN"/python -m pytest -q -n "$WORKERS" --dist loadfile "$@"

if "$BIN"/python tests/services_answer.py "$POSTGRES" "$REDIS"; then
    echo "== PostgreSQL and Redis"
    DATABASE_URL=$POSTGRES REDIS_URL=$REDIS "$BIN"/python -m pytest -q -n "$WORKERS" --dist loadfile \
        tests/accounts tests/rooms tests/game tests/live tests/pages tests/ops/test_two_processes.py \
        tests/fuzz/test_races.py tests/fuzz/test_pages.py tests/fuzz/test_found.py tests/crash "$@"
elif [ -n "${CI:-}" ]; then
    echo "PostgreSQL and Redis must answer in CI." >&2
    exit 1
else
    echo "== PostgreSQL or Redis does not answer: that half is left out."
fi
