"""The manifest, the service worker's script and the page it keeps, as the server gives them out."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

TOKENS = Path("static/css/tokens.css").read_text()


@pytest.mark.parametrize(("language", "name"), [("ko", "왕과 농노"), ("en", "Kings & Serfs")])
def test_the_manifest_speaks_the_language_of_the_page_that_names_it(language, name):
    page = Client(headers={"accept-language": language}).get("/rules/").content.decode()
    address = re.search(r'<link rel="manifest" href="([^"]+)">', page)[1]
    answer = Client().get(address)
    assert answer["content-type"] == "application/manifest+json"
    facts = json.loads(answer.content)
    assert (facts["name"], facts["short_name"], facts["lang"]) == (name, name, language)
    assert (facts["id"], facts["start_url"], facts["scope"], facts["display"]) == (
        "/",
        "/",
        "/",
        "standalone",
    )
    for colour in (facts["theme_color"], facts["background_color"]):
        assert f"--bg:var(--std,var(--day,{colour})" in TOKENS
    assert {icon["purpose"] for icon in facts["icons"]} == {"any", "maskable"}


def test_every_icon_is_the_size_it_says():
    icons = json.loads(Client().get("/manifest-ko.webmanifest").content)["icons"]
    pictures = [(icon["src"], icon["sizes"]) for icon in icons if icon["type"] == "image/png"]
    page = Client().get("/rules/").content.decode()
    pictures.append((re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)[1], "180x180"))
    assert {sizes for _, sizes in pictures} == {"180x180", "192x192", "512x512"}
    for address, sizes in pictures:
        head = Path(finders.find(address.removeprefix("/static/"))).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert f"{int.from_bytes(head[16:20])}x{int.from_bytes(head[20:24])}" == sizes


def test_there_is_no_manifest_in_another_language():
    assert Client().get("/manifest-fr.webmanifest").status_code == 404


def test_the_worker_is_asked_for_anew_each_time_and_may_serve_the_whole_site():
    answer = Client().get("/sw.js")
    assert answer["content-type"].startswith("text/javascript")
    assert "no-cache" in answer["cache-control"] and "no-store" not in answer["cache-control"]
    assert "worker-src 'self'" in answer["content-security-policy"]
    facts = json.loads(re.match(r"const FACTS = (\{.*\});\n", answer.content.decode())[1])
    assert facts["offline"] in facts["files"]
    for address in facts["files"][1:]:
        assert finders.find(address.removeprefix("/static/")), address


@pytest.mark.django_db
def test_the_page_without_a_connection_speaks_both_languages_and_is_nobodys(client, django_user_model):
    anonymous = Client().get("/offline/")
    client.force_login(django_user_model.objects.create(username="gale", display_name="게일"))
    assert client.get("/offline/").content == anonymous.content
    text = anonymous.content.decode()
    assert 'lang="ko"' in text and 'lang="en"' in text
    assert "카드는 서버에 안전하게 있어요" in text and "Your cards are safe on the server" in text
    assert "csrf" not in text and not anonymous.cookies
