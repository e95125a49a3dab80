"""Preferences: kept with the account, on `<html>` before anything is painted, and nobody else's business."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.preferences import BadPreference, Preferences, changed, stored_preferences, to_store
from accounts.services import change_preferences

URL = reverse("accounts:preferences")
SETTINGS = reverse("accounts:settings")


def root_of(response) -> str:
    """The `<html …>` tag of a page."""
    return re.search(r"<html[^>]*>", response.content.decode())[0]


def stored(user: User):
    user.refresh_from_db()
    return user.preferences


def test_a_change_is_kept_and_on_the_next_page_of_any_device(browser_of, pia):
    assert browser_of(pia).post(URL, {"theme": "dark"}).status_code == 204
    assert stored(pia) == {"theme": "dark"}
    assert ' data-theme="dark"' in root_of(browser_of(pia).get("/"))


def test_only_what_is_named_changes_and_the_last_one_wins(browser_of, pia):
    phone, desktop = browser_of(pia), browser_of(pia)
    phone.post(URL, {"theme": "dark", "sound": "off"})
    desktop.post(URL, {"theme": "light"})
    assert stored(pia) == {"theme": "light", "sound": "off"}
    phone.post(URL, {"theme": ""})
    assert stored(pia) == {"sound": "off"}


@pytest.mark.parametrize(
    "change", [{"theme": "pink"}, {"cards": "on"}, {"sound": "OFF"}, {"size": "x" * 9999}]
)
def test_a_value_nobody_offers_is_refused(browser_of, pia, change):
    assert browser_of(pia).post(URL, change).status_code == 400
    assert stored(pia) is None


def test_other_fields_are_not_looked_at(browser_of, pia):
    assert browser_of(pia).post(URL, {"is_staff": "on", "motion": "less"}).status_code == 204
    assert stored(pia) == {"motion": "less"}
    assert not pia.is_staff


def test_refuses_a_stranger(visitor):
    assert visitor.post(URL, {"theme": "dark"}).status_code == 403
    assert "data-account" not in root_of(visitor.get("/"))


def test_refuses_a_post_of_another_site(pia):
    client = Client(enforce_csrf_checks=True)
    client.force_login(pia)
    assert client.post(URL, {"theme": "dark"}).status_code == 403
    assert stored(pia) is None


def test_without_scripts_the_page_says_everything(browser_of, pia):
    client = browser_of(pia)
    client.post(
        URL, {"all": "1", "theme": "dark", "contrast": "more", "cards": "classic", "keys": ""}, follow=True
    )
    assert stored(pia) == {
        "theme": "dark",
        "contrast": "more",
        "cards": "classic",
        "sound": "off",
        "vib": "off",
        "tips": "off",
    }
    html = client.get(URL).content.decode()
    assert re.search(r'name="theme" value="dark" checked', html)
    assert re.search(r'name="contrast" value="more" data-else="" checked', html)
    assert not re.search(r'name="sound" value="" data-else="off" checked', html)
    assert client.post(URL, {"all": "1"}).url == URL


def test_an_account_without_any_takes_over_the_browsers(browser_of, pia):
    assert " data-fresh" in root_of(browser_of(pia).get("/"))
    change_preferences(user=pia, changes={"theme": "dark"})
    change_preferences(user=pia, changes={"theme": ""})
    assert stored(pia) == {}
    assert " data-fresh" not in root_of(browser_of(pia).get("/"))


def test_a_guest_keeps_them_when_signing_up(pia, settings):
    pia.is_guest = True
    pia.save()
    change_preferences(user=pia, changes={"size": "large"})
    from accounts.services import register

    register(user=pia, username="pia02", display_name="Pia", password="seven tall pines", email="")
    assert stored(pia) == {"size": "large"}


def test_every_preference_can_be_set_in_the_dialog_of_every_page(browser_of, pia):
    html = browser_of(pia).get("/").content.decode()
    dialog = html[html.index('<dialog id="settings"') :]
    for name in Preferences.__struct_fields__:
        assert f' name="{name}"' in dialog


def test_s84_the_settings_are_one_press_away_on_every_page(browser_of, pia, visitor):
    for response in (
        visitor.get("/"),
        visitor.get("/rules/"),
        browser_of(pia).get("/"),
        browser_of(pia).get(SETTINGS),
    ):
        assert re.search(rf'<a href="{URL}" data-open="#settings"', response.content.decode())
    assert f'href="{URL}"' in browser_of(pia).get(SETTINGS).content.decode()


def test_what_another_version_of_the_site_has_stored_does_no_harm():
    assert stored_preferences({"theme": "dark", "font": "comic", "size": 3}) == Preferences(theme="dark")
    assert stored_preferences("nonsense") == Preferences()


def test_the_default_is_written_nowhere():
    assert to_store(changed(Preferences(theme="dark"), {"theme": "", "vib": "off"})) == {"vib": "off"}
    with pytest.raises(BadPreference):
        changed(Preferences(), {"colour": "red"})
