"""What the fuzz and its author found, each kind as a small test."""

import pytest
from django.contrib.admin import site
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from game.commands import key_of
from tests.fuzz import pages
from tests.fuzz.addresses import every_address


@pytest.mark.parametrize("value", ["1e400", "9" * 400, "[" * 900 + "]" * 900, '{"id":"other"}'])
def test_a_refusal_names_its_message_whatever_its_unknown_fields_hold(value: str) -> None:
    assert key_of(f'{{"type":"pause","seed":{value},"id":"mine"}}') == "mine"


@pytest.mark.parametrize(
    "text", ['{"id":"a","x":NaN}', '{"id":5}', '["id"]', '{"id":"한"}', '{"id":"\\n"}', "", '{"id":"a"']
)
def test_what_has_no_id_that_can_be_repeated_is_answered_without(text: str) -> None:
    assert key_of(text) is None


@pytest.mark.django_db(transaction=True)
def test_the_fuzz_finds_a_page_that_cannot_bear_an_odd_query(monkeypatch) -> None:
    few = [address for address in every_address() if address.name in ("rules", "offline", "rooms:lobby")]

    def broken(request: HttpRequest) -> HttpResponse:
        return HttpResponse(f"page {int(request.GET.get('page', 1))}")

    (rules,) = (pattern for pattern in get_resolver().url_patterns if getattr(pattern, "name", "") == "rules")
    monkeypatch.setattr(pages, "every_address", lambda: few)
    monkeypatch.setattr(rules, "callback", broken)
    faults, _figures = pages.fuzz_pages(requests=40, seed=1)
    assert faults and all("/rules/" in fault for fault in faults)


@pytest.mark.parametrize(
    "value", ["9" * 25, "-9223372036854775809", "9223372036854775808", "a%00b", "%ff", "1e400"]
)
def test_no_list_of_the_admin_breaks_at_what_it_is_narrowed_by(db, ada, value: str) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(ada)
    for model in site._registry:
        page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for field in model._meta.concrete_fields:
            assert browser.get(f"{page}?{field.name}={value}").status_code in (200, 302, 400)


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
