"""What is said when something went wrong: in both languages, with a way back, without a stack trace or a database."""

import logging

import pytest
from django.conf import settings as django_settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path, reverse

from config import views


def _raise(error):
    def view(request):
        raise error

    return view


def _echo(request):
    return HttpResponse(",".join(f"{name}={value}" for name, value in sorted(request.POST.items())))


urlpatterns = [
    path("broken/", _raise(RuntimeError("secret hand 01-01"))),
    path("denied/", _raise(PermissionDenied("secret"))),
    path("bad/", _raise(BadRequest("secret"))),
    path("gone/", _raise(Http404("secret"))),
    path("echo/", _echo),
    path("", include("config.urls")),
]
handler400, handler403 = views.bad_request, views.denied
handler404, handler500 = views.not_found, views.server_error

PAGES = [
    ("/broken/", 500, "잠시 문제가 생겼어요", "Something went wrong"),
    ("/denied/", 403, "이 페이지는 볼 수 없어요", "This page is not open to you"),
    ("/bad/", 400, "요청을 이해하지 못했어요", "We didn’t understand that"),
    ("/gone/", 404, "페이지를 찾지 못했어요", "We couldn’t find this page"),
    ("/no/such/<img src=x onerror=alert(1)>", 404, "페이지를 찾지 못했어요", "We couldn’t find this page"),
]


@pytest.fixture
def errors():
    """A site on which things break."""
    with override_settings(ROOT_URLCONF=__name__):
        yield


@pytest.mark.parametrize(("address", "status", "korean", "english"), PAGES)
def test_an_error_is_a_page_with_a_way_back(errors, address, status, korean, english):
    # No `db` fixture: these pages may not ask the database anything.
    for language, sentence in (("ko", korean), ("en", english)):
        client = Client(raise_request_exception=False, headers={"accept-language": language})
        response = client.get(address)
        html = response.content.decode()
        assert response.status_code == status
        assert sentence in html
        assert f'<html lang="{language}">' in html
        assert 'href="/"' in html
        assert "secret" not in html
        assert "Traceback" not in html
        assert "<img src=x" not in html


def test_the_error_page_stands_when_the_database_does_not(errors, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("the database is away")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", broken)
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    client.cookies[django_settings.SESSION_COOKIE_NAME] = "somebody"
    response = client.get("/rules/")
    assert response.status_code == 500
    assert "Something went wrong" in response.content.decode()


def test_a_stale_form_of_our_own_is_offered_again_without_the_password(errors, caplog):
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    typed = {
        "name": 'Sunday "<b>"',
        "password": "seven tall pines",
        "new_password": "x",
        "csrfmiddlewaretoken": "old",
    }
    with caplog.at_level(logging.CRITICAL):
        response = client.post("/echo/?a=1", typed, headers={"origin": "http://testserver"})
    html = response.content.decode()
    assert response.status_code == 403
    assert 'name="name" value="Sunday &quot;&lt;b&gt;&quot;"' in html
    assert 'action="/echo/?a=1"' in html
    assert "pines" not in html
    assert 'name="new_password"' not in html
    token = html.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    again = client.post("/echo/?a=1", {"name": typed["name"], "csrfmiddlewaretoken": token})
    assert "name=Sunday" in again.content.decode()


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://testserver.evil.example", "http://[", None]
)
def test_a_form_from_elsewhere_is_not_offered_again(errors, origin):
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    headers = {"origin": origin} if origin else {}
    response = client.post("/echo/", {"name": "planted"}, headers=headers)
    assert response.status_code == 403
    assert "planted" not in response.content.decode()


def test_a_huge_form_is_not_carried_along(errors):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/echo/", {"name": "x" * 100_000}, headers={"origin": "http://testserver"})
    assert response.status_code == 403
    assert len(response.content) < 100_000


def test_every_page_is_free_of_inline_code(db):
    for address in (reverse("accounts:login"), reverse("accounts:signup"), reverse("rules")):
        html = Client().get(address).content.decode()
        assert "<style" not in html
        assert " onclick" not in html
        assert all("></script>" in part[:200] for part in html.split("<script")[1:])
