"""The language: the account's, else this browser's choice, else what the browser asks for, else Korean."""

import pytest
from django.test import Client
from django.urls import reverse

URL = reverse("accounts:language")
PAGE = reverse("rules")


def _language(client, **headers):
    response = client.get(PAGE, headers=headers)
    html = response.content.decode()
    language = html[html.index("<html lang=") + 12 :][:2]
    assert response.headers["Content-Language"] == language
    return language


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("", "ko"),
        ("ko", "ko"),
        ("en-US,en;q=0.9", "en"),
        ("fr-FR,fr;q=0.9", "ko"),
        ("fr,ko;q=0.2,en;q=0.4", "en"),
        ("de,*;q=0.5", "ko"),
        ("x" * 5000, "ko"),
        ("한국어", "ko"),
    ],
)
def test_a_visitor_is_answered_as_the_browser_asks(db, accepts, language):
    assert _language(Client(), **{"accept-language": accepts}) == language


def test_a_visitor_chooses_for_this_browser(visitor):
    assert _language(visitor) == "en"
    response = visitor.post(URL, {"language": "ko", "next": PAGE})
    assert response.url == PAGE
    cookie = response.cookies["django_language"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("ko", "Lax", True)
    assert _language(visitor) == "ko"


def test_the_account_decides_over_the_browser(browser_of, pia):
    browser = browser_of(pia)
    browser.cookies["django_language"] = "ko"
    assert _language(browser) == "en"
    browser.post(URL, {"language": "ko"})
    pia.refresh_from_db()
    assert pia.language == "ko"
    assert _language(browser) == "ko"


def test_a_get_changes_nothing(browser_of, pia):
    browser = browser_of(pia)
    response = browser.get(URL, {"language": "ko", "next": PAGE})
    pia.refresh_from_db()
    assert response.url == PAGE
    assert pia.language == "en"
    assert "django_language" not in response.cookies


@pytest.mark.parametrize(
    "language", ["", "fr", "KO", "한국어", "../en", "<img src=x onerror=alert(1)>", "en\x00"]
)
def test_no_other_language_is_taken(browser_of, pia, language):
    response = browser_of(pia).post(URL, {"language": language})
    pia.refresh_from_db()
    assert response.status_code == 400
    assert "<img src=x" not in response.content.decode()
    assert pia.language == "en"


def test_an_invented_cookie_is_ignored(visitor):
    visitor.cookies["django_language"] = "../../etc"
    assert _language(visitor) == "en"


def test_next_never_leads_to_another_site(visitor):
    assert visitor.post(URL, {"language": "ko", "next": "//evil.example"}).url == reverse("rooms:lobby")


def test_a_form_from_elsewhere_is_refused(db):
    assert Client(enforce_csrf_checks=True).post(URL, {"language": "en"}).status_code == 403


@pytest.mark.parametrize(("tag", "chosen", "other"), [("ko", "ko", "en"), ("en", "en", "ko")])
def test_the_buttons_mark_the_language_one_is_in(db, tag, chosen, other):
    for address in (reverse("accounts:login"), reverse("rules")):
        text = Client(headers={"accept-language": tag}).get(address).text
        assert f'value="{chosen}" lang="{chosen}" aria-current="true"' in text
        assert f'value="{other}" lang="{other}">' in text
