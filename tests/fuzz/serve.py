"""`manage.py serve` with sockets that may say as much as they like: otherwise the fuzz would only meet the budget."""

import os
import sys

import django
from django.core.management import execute_from_command_line

GENEROUS = 1e9


def main() -> None:
    """Serve with the arguments of `manage.py serve`. Raises: AttributeError where a limit is called otherwise now."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import daphne.server  # noqa: F401  installs Twisted's asyncio reactor before anything else does

    django.setup()
    from rooms import budget

    for limit in ("MOST", "REFILL_A_SECOND"):
        getattr(budget, limit)
        setattr(budget, limit, GENEROUS)
    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    main()
