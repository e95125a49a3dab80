"""What the fuzz and its author found, each kind as a small test."""

import pytest
from django.test import Client
from django.urls import reverse

from game.commands import key_of


@pytest.mark.parametrize("value", ["1e400", "9" * 400, "[" * 900 + "]" * 900, '{"id":"other"}'])
def test_a_refusal_names_its_message_whatever_its_unknown_fields_hold(value: str) -> None:
    assert key_of(f'{{"type":"pause","seed":{value},"id":"mine"}}') == "mine"


@pytest.mark.parametrize(
    "text", ['{"id":"a","x":NaN}', '{"id":5}', '["id"]', '{"id":"한"}', '{"id":"\\n"}', "", '{"id":"a"']
)
def test_what_has_no_id_that_can_be_repeated_is_answered_without(text: str) -> None:
    assert key_of(text) is None


@pytest.mark.parametrize("rights", [{}, {"is_superuser": True}])
def test_the_admin_answers_an_empty_field_it_is_asked_by(db, pia, rights) -> None:
    browser = Client(raise_request_exception=False)
    for name, value in {"is_staff": True, **rights}.items():
        setattr(pia, name, value)
    pia.save()
    browser.force_login(pia)
    for name in ("rooms_line", "rooms_room", "accounts_user", "game_match"):
        page = reverse(f"admin:{name}_change", args=[1])
        assert browser.get(f"{page}?_to_field=").status_code == 400
        assert browser.post(page, {"_to_field": ""}).status_code == 400
