"""Starting the server where it cannot listen, and the picture browsers ask for unasked."""

import socket
import subprocess
import sys
from pathlib import Path

from django.contrib.staticfiles import finders
from django.test import Client

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_busy_port_ends_the_command_with_a_sentence_and_a_status():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        command = [sys.executable, "manage.py", "serve", "--port", port]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}. Is something running there already?" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_picture_of_the_site_is_where_browsers_look_for_it():
    response = Client().get("/favicon.ico")
    assert response.status_code == 302
    found = finders.find(response["location"].removeprefix("/static/"))
    assert found and Path(found).read_bytes().startswith(b"\x00\x00\x01\x00")
