"""nginx with the configuration of `deploy/`, on free ports, with a certificate of its own."""

import shutil
import ssl
import subprocess
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import HTTPSHandler, build_opener

from tests.browser.server import free_port

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/bin")
CONFIGURATION = Path(__file__).parent.parent.parent / "deploy/nginx.conf"


class Proxy:
    """One nginx before two processes; `certificate` is what a client must trust."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.certificate = folder / "fullchain.pem"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._make_certificate()

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"https://127.0.0.1:{self.port}"

    def configure(self, ports: list[int]) -> None:
        """Write the configuration for processes at these ports. Raises: AssertionError with what nginx says of it."""
        (self._folder / "nginx.conf").write_text(self._whole(self._own(ports)))
        told = subprocess.run([*self._command, "-t"], capture_output=True, text=True, check=False)
        assert told.returncode == 0 and "warn" not in told.stderr, told.stderr

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = subprocess.Popen([*self._command, "-g", "daemon off;"])
        browser = build_opener(HTTPSHandler(context=self.context()))
        for _ in range(200):
            try:
                browser.open(f"{self.url}/livez", timeout=5)
                return
            except URLError:
                time.sleep(0.05)
        raise RuntimeError((self._folder / "error.log").read_text())

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)

    def context(self) -> ssl.SSLContext:
        """What trusts this proxy."""
        return ssl.create_default_context(cafile=self.certificate)

    @property
    def _command(self) -> list[str]:
        assert NGINX is not None
        folder = self._folder
        return [NGINX, "-c", f"{folder}/nginx.conf", "-p", str(folder), "-e", f"{folder}/error.log"]

    def _make_certificate(self) -> None:
        key = self._folder / "privkey.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(self.certificate)],
            check=True,
            capture_output=True,
        )  # fmt: skip

    def _own(self, ports: list[int]) -> str:
        """The site's configuration with places of the test's own."""
        text = CONFIGURATION.read_text()
        for old, new in {
            "listen [::]": "# listen [::]",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443": f"listen 127.0.0.1:{self.port}",
            "server_name cards.example": "server_name 127.0.0.1",
            "/etc/kings/tls": str(self._folder),
            "/var/log/nginx": str(self._folder),
            "127.0.0.1:8001": f"127.0.0.1:{ports[0]}",
            "127.0.0.1:8002": f"127.0.0.1:{ports[1]}",
        }.items():
            assert old in text, old
            text = text.replace(old, new)
        return text

    def _whole(self, site: str) -> str:
        folders = "".join(
            f"{kind}_temp_path {self._folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return (
            f"pid {self._folder}/nginx.pid;\nworker_processes 1;\nevents {{}}\nhttp {{\n{folders}{site}\n}}\n"
        )
