"""The options form and the name of the room."""

import pytest
from django.urls import reverse

from game.engine.options import CHOICES, DEFAULTS
from rooms import services
from rooms.errors import BadOptions, BadRoomName, MatchRunning, NotAMember, NotTheHost
from rooms.models import Room
from rooms.option_fields import option_fields
from rooms.options import options_from_form
from tests.rooms.conftest import finish

FORM = {
    "rounds": "5",
    "turnSeconds": "45",
    "scoring": "last-round",
    "firstRanking": "random",
    "firstRoundTax": "on",
}


def test_the_host_sets_all_options_at_once(room, gale):
    services.set_options(user=gale, code=room.code, options={"rounds": 20}, kids=True)
    room = Room.objects.get()
    assert room.options == {**DEFAULTS, "rounds": 20}
    assert room.kids
    services.set_options(user=gale, code=room.code, options={})
    assert Room.objects.get().kids


@pytest.mark.parametrize(
    ("key", "value"), [("rounds", 2), ("turnSeconds", "20"), ("revolution", 1), ("lateJoin", True), ("x", 0)]
)
def test_anything_else_is_refused_with_the_key_and_what_is_allowed(room, gale, key, value):
    with pytest.raises(BadOptions) as refused:
        services.set_options(user=gale, code=room.code, options={key: value})
    assert refused.value.params["key"] == key
    for allowed in CHOICES.get(key, ()):
        assert str(allowed) in refused.value.sentence()
    assert Room.objects.get().options == DEFAULTS


def test_players_and_strangers_are_refused(room, pia, xan):
    for service in (
        lambda user: services.set_options(user=user, code=room.code, options={"rounds": 1}),
        lambda user: services.rename_room(user=user, code=room.code, name="내 방"),
    ):
        with pytest.raises(NotTheHost):
            service(pia)
        with pytest.raises(NotAMember):
            service(xan)
    assert (Room.objects.get().options, Room.objects.get().name) == (DEFAULTS, "주말 가족방")


def test_options_rest_during_a_match_which_keeps_its_own_copy(room, gale):
    match = services.start_match(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.set_options(user=gale, code=room.code, options={"rounds": 1})
    finish(match, [0, 1, 2, 3])
    services.set_options(user=gale, code=room.code, options={"rounds": 1})
    match.refresh_from_db()
    assert match.options["rounds"] == 3


def test_a_room_is_renamed_at_any_time(room, gale):
    services.start_match(user=gale, code=room.code)
    assert services.rename_room(user=gale, code=room.code, name="  새   이름 ").name == "새 이름"
    with pytest.raises(BadRoomName):
        services.rename_room(user=gale, code=room.code, name="\u3164")


def test_a_posted_form_is_read_by_type():
    assert options_from_form(FORM) == {
        "rounds": 5,
        "turnSeconds": 45,
        "scoring": "last-round",
        "firstRanking": "random",
        "revolution": False,
        "firstRoundTax": True,
        "jesterTaxable": False,
        "passLocksOut": False,
        "removeHighCards": False,
    }


@pytest.mark.parametrize(
    "form", [{"rounds": "4"}, {"rounds": ""}, {"rounds": "3 "}, {"scoring": "x"}, {"turnSeconds": "1e9"}]
)
def test_a_forged_form_is_refused_where_options_are_parsed(room, gale, browser_of, form):
    response = browser_of(gale, htmx=True).post(reverse("rooms:options", args=[room.code]), {**FORM, **form})
    assert response.status_code == 400
    (key,) = form
    assert f"{key} 옵션은 이 중에서만 고를 수 있어요" in response.text
    assert Room.objects.get().options == DEFAULTS


def test_the_form_saves_and_shows_what_was_saved(room, gale, browser_of):
    browser = browser_of(gale)
    browser.post(reverse("rooms:options", args=[room.code]), FORM)
    saved = Room.objects.get()
    assert saved.options == {**DEFAULTS, **options_from_form(FORM)}
    page = browser.get(reverse("rooms:room", args=[room.code])).text
    assert 'value="5" checked' in page
    assert 'value="45" checked' in page
    assert 'id="o-revolution" name="revolution" aria-describedby="help-revolution">' in page


def test_pace_and_kind_words_are_the_rooms_and_frozen_into_its_match(room, gale, browser_of):
    browser, url = browser_of(gale, htmx=True), reverse("rooms:options", args=[room.code])
    browser.post(url, {**FORM, "pace": "quick", "kids": "on", "spectators": "on"})
    saved = Room.objects.get()
    assert (saved.pace, saved.kids, saved.spectators_allowed) == ("quick", True, True)
    match = services.start_match(user=gale, code=room.code)
    assert (match.pace, match.kids) == ("quick", True)
    finish(match, [0, 1, 2, 3])
    browser.post(url, {**FORM, "pace": "slow"})
    match.refresh_from_db()
    assert (match.pace, match.kids) == ("quick", True)
    assert (Room.objects.get().pace, Room.objects.get().kids) == ("slow", False)
    assert browser.post(url, {**FORM, "pace": "warp"}).status_code == 400
    assert Room.objects.get().pace == "slow"


def test_a_room_for_children_is_made_as_one(gale, browser_of):
    browser_of(gale).post(reverse("rooms:new"), {"name": "꼬마방", "kids": "on"})
    assert Room.objects.get().kids
    page = browser_of(gale).post(reverse("rooms:new"), {"name": " ", "kids": "on"}).text
    assert 'name="kids" aria-describedby="kids_help" checked' in page


def test_the_waiting_room_of_children_says_so_to_the_stylesheets(room, gale, browser_of):
    url = reverse("rooms:room", args=[room.code])
    assert "data-kids" not in browser_of(gale).get(url).text
    services.set_options(user=gale, code=room.code, options={}, kids=True)
    assert 'data-stage="waiting" data-kids' in browser_of(gale).get(url).text


def test_every_option_that_can_be_chosen_is_in_the_form_with_a_help_text():
    fields = option_fields(dict(DEFAULTS))
    choosable = {key for key, values in CHOICES.items() if len(values) > 1}
    assert {field.key for field in fields} == choosable
    for field in fields:
        assert field.label and field.help and field.said
        if field.choices:
            assert [choice.value for choice in field.choices] == [str(value) for value in CHOICES[field.key]]
            assert sum(choice.chosen for choice in field.choices) == 1


def test_the_name_form(room, gale, browser_of):
    url = reverse("rooms:rename", args=[room.code])
    assert "<h1>새 이름</h1>" in browser_of(gale, htmx=True).post(url, {"name": "새 이름"}).text
    response = browser_of(gale).post(url, {"name": "가" * 31})
    assert response.status_code == 400
    assert "방 이름은 보이는 글자로 1자부터 30자까지예요." in response.text
    assert Room.objects.get().name == "새 이름"
