"""Sign-up: an account, logged in at once, on the way to where the visitor wanted to go."""

import unicodedata
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from accounts import forms
from accounts.models import User
from tests.accounts.conftest import PASSWORD

URL = reverse("accounts:signup")
GOOD = {"display_name": "지우", "username": "jiwoo", "password": PASSWORD, "email": ""}


def test_a_visitor_becomes_an_account_and_is_logged_in(visitor):
    response = visitor.post(URL, GOOD)
    person = User.objects.get(username="jiwoo")
    assert response.status_code == 302
    assert response.url == reverse("rooms:lobby")
    assert visitor.session["_auth_user_id"] == str(person.pk)
    assert (person.display_name, person.email, person.language, person.is_staff) == (
        "지우",
        None,
        "en",
        False,
    )
    assert person.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("accepts", "language"), [("ko-KR,ko;q=0.9,en;q=0.8", "ko"), ("fr,en-GB;q=0.5", "en"), ("fr", "ko")]
)
def test_the_language_is_the_one_of_the_browser(db, accepts, language):
    Client(headers={"accept-language": accepts}).post(URL, GOOD)
    assert User.objects.get().language == language


def test_next_is_kept_through_a_refusal_and_followed(visitor):
    page = visitor.get(URL, {"next": "/j/token/"})
    assert 'name="next" value="/j/token/"' in page.content.decode()
    refused = visitor.post(URL, GOOD | {"username": "x", "next": "/j/token/"})
    assert 'name="next" value="/j/token/"' in refused.content.decode()
    assert visitor.post(URL, GOOD | {"next": "/j/token/"}).url == "/j/token/"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
        "\x01//evil.example",
    ],
)
def test_next_never_leads_to_another_site(visitor, elsewhere):
    assert visitor.post(URL, GOOD | {"next": elsewhere}).url == reverse("rooms:lobby")
    assert visitor.get(URL, {"next": elsewhere}).status_code == 302
    assert Client().get(URL, {"next": elsewhere}).context["next"] == ""


BAD = [
    ("display_name", "지", "Nicknames are 2–8 characters. This one has 1."),
    ("display_name", "가나다라마바사아자", "This one has 9."),
    ("display_name", "", "Please fill this in."),
    ("display_name", "\u202e지우", "Use only letters"),
    ("display_name", "지\u200b우", "Use only letters"),
    ("display_name", "\u3164\u3164", "Use only letters"),
    ("display_name", "<img src=x onerror=alert(1)>", "Use only letters"),
    ("display_name", "지우" * 50_000, "characters"),
    ("username", "지우지우", "Use 4–20 lowercase letters or numbers."),
    ("username", "abc", "Use 4–20"),
    ("username", "<img src=x onerror=alert(1)>", "Use 4–20"),
    ("password", "short", "Use at least 8 characters."),
    ("password", "password1", "Too many people use this password."),
    ("password", "jiwoo123", "too much like your name"),
    ("password", "x" * 1001, "That is too long."),
    ("password", "seven\x00pines", "characters we cannot store"),
    ("email", "지우", "This does not look like an email address."),
    ("email", "a@b", "This does not look like an email address."),
    ("email", "a" * 250 + "@example.org", "That is too long."),
]


@pytest.mark.parametrize(("field", "value", "sentence"), BAD)
def test_a_refused_form_says_why_beside_the_field_and_keeps_the_rest(visitor, field, value, sentence):
    response = visitor.post(URL, GOOD | {field: value})
    html = response.content.decode()
    assert response.status_code == 422
    assert not User.objects.exists()
    assert sentence in html[html.index(f'id="id_{field}_error"') :]
    assert f'<a href="#id_{field}">' in html
    assert f'id="id_{field}_error"' in html
    assert "<img src=x" not in html
    if field != "username":
        assert 'value="jiwoo"' in html
    assert PASSWORD not in html


def test_a_refused_field_is_named_to_screen_readers(visitor):
    html = visitor.post(URL, GOOD | {"display_name": "지"}).content.decode()
    field = html[html.index('id="id_display_name"') - 300 : html.index('id="id_display_name"') + 100]
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="id_display_name_helptext id_display_name_error"' in field
    assert "Please fix 1 field" in html


@pytest.mark.parametrize("double", ["gale", "GALE", "Ｇａｌｅ", "g ale"])
def test_a_nickname_that_reads_like_anothers_is_taken(visitor, gale, double):
    response = visitor.post(URL, GOOD | {"display_name": double})
    assert response.status_code == 422
    assert response.context["form"].errors["display_name"] == [str(forms.NICKNAME_TAKEN)]


def test_hangul_typed_in_pieces_is_the_same_nickname(visitor):
    User.objects.create_user("another", "지우", PASSWORD)
    response = visitor.post(URL, GOOD | {"display_name": unicodedata.normalize("NFD", "지우")})
    assert response.context["form"].errors["display_name"] == [str(forms.NICKNAME_TAKEN)]


def test_username_and_email_are_nobody_elses(visitor, gale):
    response = visitor.post(URL, GOOD | {"username": "Gale01", "email": "GALE@Example.org"})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"username", "email"}


def test_losing_the_race_for_a_name_is_a_refusal_not_a_crash(visitor, gale):
    with mock.patch.object(
        forms.SignUpForm, "clean_display_name", lambda form: form.cleaned_data["display_name"]
    ):
        response = visitor.post(URL, GOOD | {"display_name": "gale"})
    assert response.status_code in {200, 422}
    assert not User.objects.filter(username="jiwoo").exists()


def test_capitals_of_a_phone_keyboard_are_small_letters(visitor):
    visitor.post(URL, GOOD | {"username": "Jiwoo "})
    assert User.objects.get().username == "jiwoo"


def test_a_hangul_password_works_however_it_is_composed(visitor):
    password = "소나무 일곱 그루"
    visitor.post(URL, GOOD | {"password": unicodedata.normalize("NFD", password)})
    visitor.logout()
    login = visitor.post(reverse("accounts:login"), {"account": "jiwoo", "password": password, "keep": "on"})
    assert login.status_code == 302


def test_a_planted_session_key_is_worth_nothing_afterwards(visitor):
    visitor.get(URL)
    session = visitor.session
    session["planted"] = True
    session.save()
    before = session.session_key
    visitor.cookies["sessionid"] = before
    visitor.post(URL, GOOD)
    assert visitor.session.session_key != before


def test_a_form_from_elsewhere_is_refused(db):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(URL, GOOD).status_code == 403
    assert not User.objects.exists()


def test_somebody_logged_in_goes_on(browser_of, pia):
    assert browser_of(pia).get(URL, {"next": "/rules/"}).url == "/rules/"
    assert browser_of(pia).post(URL, GOOD).status_code == 302
    assert User.objects.count() == 1
