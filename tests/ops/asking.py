"""Asks the ASGI application as a client at some address would."""

from typing import Any

from channels.testing import HttpCommunicator


async def get(
    application: Any, path: str, *, client: str = "127.0.0.1", method: str = "GET", **headers: str
) -> dict[str, Any]:
    """The answer to one request: `status`, `headers` by name in lower case, `body`."""
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    asked = HttpCommunicator(application, method, path, headers=[(b"host", b"testserver"), *sent])
    asked.scope["client"] = [client, 50000]
    answer = await asked.get_response(timeout=20)
    return {**answer, "headers": {name.decode().lower(): value.decode() for name, value in answer["headers"]}}
