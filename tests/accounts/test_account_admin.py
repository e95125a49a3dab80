"""Administrators: one throttled door, accounts found by any spelling, names held to the same rules."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.models import User

LIST = reverse("admin:accounts_user_changelist")


def test_ada_finds_people_however_the_name_is_typed(browser_of, ada, gale, pia):
    for typed in ("gale@", "GALE", "Ｇａｌｅ", "gale01"):
        html = browser_of(ada).get(LIST, {"q": typed}).content.decode()
        assert "gale01" in html
        assert "pia01" not in html


def test_ada_makes_and_changes_an_account(browser_of, ada):
    browser = browser_of(ada)
    new = {"username": "jiwoo", "display_name": "지우", "language": "ko", "usable_password": "true"}
    passwords = {"password1": "seven tall pines", "password2": "seven tall pines"}
    response = browser.post(reverse("admin:accounts_user_add"), new | passwords)
    person = User.objects.get(username="jiwoo")
    assert response.status_code == 302
    assert person.check_password("seven tall pines")
    page = reverse("admin:accounts_user_change", args=[person.pk])
    assert browser.get(page).status_code == 200
    changed = {"username": "jiwoo", "display_name": "민준", "language": "en", "email": "", "is_active": "on"}
    assert browser.post(page, changed).status_code == 302
    person.refresh_from_db()
    assert (person.display_name, person.display_key, person.email) == ("민준", "민준", None)


@pytest.mark.parametrize("name", ["gALE", "지\u200b우", "<img src=x onerror=alert(1)>", "지"])
def test_the_admin_holds_names_to_the_same_rules(browser_of, ada, gale, pia, name):
    page = reverse("admin:accounts_user_change", args=[pia.pk])
    form = {"username": "pia01", "display_name": name, "language": "en", "email": "", "is_active": "on"}
    response = browser_of(ada).post(page, form)
    assert response.status_code == 200
    assert response.context["adminform"].form.errors["display_name"]
    assert "<img src=x" not in response.content.decode()


def test_refuses_a_stranger(browser_of, visitor, xan):
    admin_door = f"{reverse('admin:login')}?next={LIST}"
    assert visitor.get(LIST).url.startswith(reverse("admin:login"))
    assert visitor.get(admin_door).url == f"{reverse('accounts:login')}?next=%2Fadmin%2Faccounts%2Fuser%2F"
    assert browser_of(xan).get(LIST, follow=True).status_code == 403


def test_the_unthrottled_door_of_the_admin_is_closed(visitor, ada):
    response = visitor.post(reverse("admin:login"), {"username": "ada01", "password": "seven tall pines"})
    assert response.url.startswith(reverse("accounts:login"))
    assert "_auth_user_id" not in visitor.session


def test_the_first_administrator_is_made_without_questions(db, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "seven tall pines")
    call_command("createsuperuser", interactive=False, username="adaada", display_name="에이다", verbosity=0)
    ada = User.objects.get()
    assert ada.is_superuser
    assert ada.check_password("seven tall pines")


def test_the_command_refuses_a_name_that_is_none(db):
    with pytest.raises(CommandError):
        call_command(
            "createsuperuser", interactive=False, username="adaada", display_name="A\u202eda", verbosity=0
        )
