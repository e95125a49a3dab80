"""A browser without pictures: cookies, forms and their tokens, over HTTP or TLS."""

import re
import ssl
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlencode


class Browser:
    """One person's cookies. Each request names the port it goes to, because any process serves anybody."""

    def __init__(self, *, tls: ssl.SSLContext | None = None) -> None:
        self.cookies: dict[str, str] = {}
        self._tls = tls

    @property
    def cookie(self) -> str:
        """The header that says who this is."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, port: int, path: str) -> tuple[HTTPResponse, str]:
        """The answer and its text."""
        return self._ask(port, "GET", path, None)

    def post(self, port: int, path: str, *, form: str = "", **fields: Any) -> tuple[HTTPResponse, str]:
        """Send a form with the token of the page at `form`, or of the very address."""
        _, page = self.get(port, form or path)
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found, page[:500]
        return self._ask(port, "POST", path, urlencode({**fields, "csrfmiddlewaretoken": found[1]}))

    def _ask(self, port: int, method: str, path: str, body: str | None) -> tuple[HTTPResponse, str]:
        place = f"{'https' if self._tls else 'http'}://127.0.0.1:{port}"
        headers = {"Cookie": self.cookie, "Origin": place, "Referer": f"{place}/"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line = (
            HTTPSConnection("127.0.0.1", port, timeout=60, context=self._tls)
            if self._tls
            else HTTPConnection("127.0.0.1", port, timeout=60)
        )
        line.request(method, path, body, headers)
        answer = line.getresponse()
        for given in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode(errors="replace")
        line.close()
        return answer, text
