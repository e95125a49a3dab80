"""Three addresses for machines that look after this one, answered before any page, session or redirect.

`/livez`: the process runs. `/healthz`: it can serve (503 where it cannot, or goes down). `/metrics`: for Prometheus.
"""

import json
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST

from config.health import Health
from config.scrape import Scrape

Headers = dict[bytes, bytes]
FORWARDED = (b"x-forwarded-for", b"x-real-ip", b"forwarded")


class Probes:
    """Answers the three addresses, and passes everything else on."""

    def __init__(self, pages: Callable[..., Awaitable[None]]) -> None:
        self._pages = pages
        self._health, self._scrape = Health(), Scrape()
        self._answers = {"/livez": self._live, "/healthz": self._ready, "/metrics": self._metrics}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        answer = self._answers.get(scope["path"])
        if answer is None:
            await self._pages(scope, receive, send)
            return
        status, kind, body = (
            await answer(scope)
            if scope["method"] in {"GET", "HEAD"}
            else _words(HTTPStatus.METHOD_NOT_ALLOWED)
        )
        headers = {
            b"content-type": kind.encode(),
            b"content-length": str(len(body)).encode(),
            b"cache-control": b"no-store",
            b"x-content-type-options": b"nosniff",
        }
        await send({"type": "http.response.start", "status": status, "headers": list(headers.items())})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _live(self, scope: dict[str, Any]) -> tuple[HTTPStatus, str, bytes]:
        return HTTPStatus.OK, "application/json", json.dumps({"status": "ok"}).encode()

    async def _ready(self, scope: dict[str, Any]) -> tuple[HTTPStatus, str, bytes]:
        report = await self._health.report()
        status = HTTPStatus.OK if report["status"] == "ok" else HTTPStatus.SERVICE_UNAVAILABLE
        return status, "application/json", json.dumps(report).encode()

    async def _metrics(self, scope: dict[str, Any]) -> tuple[HTTPStatus, str, bytes]:
        if not may_read_metrics(scope):
            return _words(HTTPStatus.FORBIDDEN)
        return HTTPStatus.OK, CONTENT_TYPE_LATEST, await self._scrape.page()


def may_read_metrics(scope: dict[str, Any]) -> bool:
    """Whether this comes from this machine itself, not through a proxy on it, or brings METRICS_TOKEN."""
    headers: Headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
        if compare_digest(headers.get(b"authorization", b""), wanted):
            return True
    client = scope.get("client")
    is_forwarded = any(name in headers for name in FORWARDED)
    return client is not None and not is_forwarded and ip_address(client[0]).is_loopback


def _words(status: HTTPStatus) -> tuple[HTTPStatus, str, bytes]:
    return status, "text/plain; charset=utf-8", status.phrase.encode()
