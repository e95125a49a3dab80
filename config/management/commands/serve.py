"""`manage.py serve`: the whole product in one process."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Serve pages and sockets, and run the clock, in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default 8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        sys.modules.setdefault("OpenSSL", None)  # type: ignore[arg-type]  # 7 MB: whoever is before us speaks TLS
        import daphne.server  # noqa: F401  installs Twisted's asyncio reactor before anything else does

        from config import assets

        if not settings.DEBUG:
            assets.publish()  # before the application, which looks once what there is
        from config.asgi import application
        from config.server import CannotListen, KingsServer

        self.stdout.write(f"http://{options['host']}:{options['port']}/")
        try:
            KingsServer(application, host=options["host"], port=options["port"]).run()
        except CannotListen as error:
            where = f"{options['host']}:{options['port']}"
            raise CommandError(
                f"Cannot listen on {where}. Is something running there already? ({error})"
            ) from None
