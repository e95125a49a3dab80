"""A late request with an old cookie must not log out the tab next to it."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

COOKIE = settings.SESSION_COOKIE_NAME


@pytest.mark.django_db
def test_a_late_request_with_the_old_session_takes_no_cookie_away(gale: Any) -> None:
    client = Client()
    client.force_login(gale)
    old = client.cookies[COOKIE].value
    gale.set_password("another horse 8")
    gale.save()
    late = Client()
    late.cookies[COOKIE] = old
    response = late.get("/")
    assert response.status_code == 200
    assert not response.wsgi_request.user.is_authenticated
    assert COOKIE not in response.cookies


@pytest.mark.django_db
def test_logging_out_takes_the_cookie_away(gale: Any) -> None:
    client = Client()
    client.force_login(gale)
    response = client.post("/accounts/logout/")
    assert response.cookies[COOKIE].value == ""
