"""Every address of the site, asked by everybody: safe headers on each answer, and no GET that changes anything."""

from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from game.models import Match
from rooms import services
from rooms.models import Room
from tests.fuzz.addresses import every_address
from tests.live.conftest import furnish

WHO = ["nobody", "gale", "pia", "wim", "xan", "ada"]
# What looking may write: a session that lasts anew, tries at a door, that an administrator read what others wrote.
KEPT_OF_LOOKING = {"django_session", "accounts_attempt", "django_admin_log"}
SEEN = {"accounts_user": {"last_seen", "last_login"}}

# The same bytes for everybody.
KEPT_BY_CACHES = {"/manifest-ko.webmanifest", "/sw.js", "/offline/"}


@pytest.fixture
def addresses(gale: Any, pia: Any, wim: Any) -> list[str]:
    """All paths, about a room with a running match, a share of it, and its people."""
    room = furnish(gale, pia, wim)
    match = services.start_match(user=gale, code=room.code)
    values = {
        "language": "ko",
        "token": Room.objects.get(pk=room.pk).token,
        "uidb64": "MQ",
        "person": pia.pk,
        "code": room.code,
        "public_id": match.public_id,
        "step": 1,
        "object_id": match.pk,
        "content_type_id": 1,
        "pk": match.pk,
        "id": match.pk,
        "version": 1,
        "act": "end",
    }
    return [
        address.filled({name: str(value) for name, value in values.items()}) for address in every_address()
    ]


@pytest.fixture(params=WHO)
def browser(request: pytest.FixtureRequest, settings: Any, db: None) -> Client:
    """Somebody's browser at a site in the open, behind its proxy."""
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 3600
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    client = Client(headers={"x-forwarded-proto": "https"})
    if request.param != "nobody":
        client.force_login(request.getfixturevalue(request.param))
    return client


def contents() -> dict[str, list[Any]]:
    """Every row of every table, without what looking may change."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        if table not in KEPT_OF_LOOKING:
            names = [f.attname for f in model._meta.concrete_fields if f.attname not in SEEN.get(table, ())]
            found[table] = list(model._base_manager.order_by("pk").values_list(*names))
    return found


def test_no_get_changes_anything_and_every_answer_is_safe(browser: Client, addresses: list[str]) -> None:
    assert len(addresses) > 100
    writes: list[str] = []
    here = ""

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        verb, _, rest = sql.lstrip().partition(" ")
        if verb in {"INSERT", "UPDATE", "DELETE"} and not any(
            f'"{name}"' in rest for name in KEPT_OF_LOOKING
        ):
            writes.append(f"{here}: {sql[:200]}")
        return execute(sql, params, many, context)

    before = contents()
    with connection.execute_wrapper(note):
        for here in addresses:
            answer = browser.get(here)
            assert answer.status_code < 500, here
            look_at_headers(here, answer)
            look_at_cookies(here, answer)
    assert [write for write in writes if '"last_seen"' not in write] == []
    assert contents() == before


@pytest.mark.parametrize("who", ["gale", "ada"])
def test_no_form_from_elsewhere_does_anything(
    who: str, addresses: list[str], request: pytest.FixtureRequest
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(request.getfixturevalue(who))
    forged = {
        "csrfmiddlewaretoken": "x" * 32,
        "seat": "5",
        "sure": "on",
        "name": "x",
        "language": "en",
        "_save": "1",
    }
    before = contents()
    for here in addresses:
        for headers in ({}, {"origin": "https://evil.example", "HX-Request": "true"}):
            assert browser.post(here, forged, headers=headers).status_code == 403, here
        assert browser.put(here).status_code == browser.delete(here).status_code == 403, here
    assert contents() == before


def look_at_headers(here: str, answer: Any) -> None:
    headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff", here
    assert headers["Referrer-Policy"] == "same-origin", here
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin", here
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin", here
    assert headers["Strict-Transport-Security"] == "max-age=3600", here
    assert (
        "camera=()" in headers["Permissions-Policy"] and "geolocation=()" in headers["Permissions-Policy"]
    ), here
    assert headers["X-Frame-Options"] == "DENY", here
    assert "no-store" in headers["Cache-Control"] or here in KEPT_BY_CACHES, (here, headers["Cache-Control"])
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert policy["script-src"] == "'self'", here
    assert policy["default-src"] == "'self'" and policy["object-src"] == "'none'", here
    assert policy["frame-ancestors"] == "'none'" and "unsafe" not in policy["style-src"], here


def look_at_cookies(here: str, answer: Any) -> None:
    for name, cookie in answer.cookies.items():
        if name != "django_language" and cookie.value:
            assert name.startswith("__Host-") or name == "messages", here
            assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax", (here, name)
            assert cookie["path"] == "/" and not cookie["domain"], here


def test_without_tls_every_page_leads_to_it(addresses: list[str], settings: Any, client: Client) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT = True
    for here in addresses:
        answer = client.get(here, headers={"x-forwarded-proto": "http"})
        assert answer.status_code == 301 and answer["location"].startswith("https://testserver/"), here


def test_the_walk_would_notice_a_page_that_writes(db: None, gale: Any) -> None:
    before = contents()
    Match.objects.all().delete()
    gale.display_name = "other"
    gale.save()
    assert contents() != before
