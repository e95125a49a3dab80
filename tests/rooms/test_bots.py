"""Bots come and go by the host's hand."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from game.bots import LEVELS
from game.names import shown_name
from game.words import BOT_LEVELS, BOT_NAMES
from rooms import services
from rooms.errors import MatchRunning, NoSuchLevel, NotABot, NotAMember, NotTheHost, RoomFull, SeatTaken
from rooms.models import Membership
from tests.rooms.conftest import seats_of


def test_the_host_seats_a_bot_in_the_first_free_seat_or_a_named_one(room, gale):
    assert services.add_bot(user=gale, code=room.code).seat == 4
    assert services.add_bot(user=gale, code=room.code, level="easy", seat=7).seat == 7


def test_bots_of_a_room_have_different_names(room, gale):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    names = list(seats_of(room).values())
    assert len(set(names)) == len(names) == 8


def test_every_level_has_a_name_in_words_and_bots_enough_for_a_table():
    assert tuple(BOT_LEVELS) == LEVELS == tuple(BOT_NAMES)
    assert all(len(names) > 7 for names in BOT_NAMES.values())


@pytest.mark.parametrize("level", LEVELS)
def test_the_host_lets_another_level_play(room, gale, level):
    services.change_bot(user=gale, code=room.code, seat=2, level=level)
    bot = Membership.objects.get(room=room, seat=2)
    assert bot.bot == level and bot.bot_name in BOT_NAMES[level]
    name = bot.bot_name
    services.change_bot(user=gale, code=room.code, seat=2, level=level)
    bot.refresh_from_db()
    assert bot.bot_name == name, "who plays at that level already stays"
    match = services.start_match(user=gale, code=room.code)
    assert match.seats.get(index=2).bot == level


def test_only_a_bot_is_changed_and_only_to_what_there_is(room, gale):
    with pytest.raises(NoSuchLevel):
        services.change_bot(user=gale, code=room.code, seat=2, level="genius")
    for seat in (1, 6, 9):
        with pytest.raises(NotABot):
            services.change_bot(user=gale, code=room.code, seat=seat, level="hard")


def test_the_next_bot_is_offered_at_the_level_of_the_last(room, gale, browser_of):
    browser = browser_of(gale, htmx=True)
    answer = browser.post(reverse("rooms:add_bot", args=[room.code]), {"level": "expert"})
    assert re.search(r'value="expert"[^>]* checked', answer.text)
    assert "봇 · 고수" in answer.text
    answer = browser.post(reverse("rooms:change_bot", args=[room.code]), {"seat": "4", "level": "hard"})
    assert "봇 · 어려움" in answer.text and "봇 · 고수" not in answer.text
    answer = browser.post(reverse("rooms:change_bot", args=[room.code]), {"seat": "1", "level": "hard"})
    assert answer.status_code == 409


def test_a_kids_room_without_bots_is_offered_beginners(gale, browser_of):
    room = services.create_room(host=gale, name="꼬마 왕국", kids=True)
    text = browser_of(gale).get(f"/r/{room.code}/").text
    assert re.search(r'value="beginner"[^>]* checked', text)


def test_the_ninth_does_not_fit(room, gale):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    with pytest.raises(RoomFull):
        services.add_bot(user=gale, code=room.code)


def test_there_are_only_the_levels_there_are(room, gale):
    with pytest.raises(NoSuchLevel):
        services.add_bot(user=gale, code=room.code, level="genius")


def test_a_bot_takes_nobodys_seat(room, gale):
    with pytest.raises(SeatTaken):
        services.add_bot(user=gale, code=room.code, seat=1)


def test_only_bots_are_sent_away(room, gale, pia):
    services.remove_bot(user=gale, code=room.code, seat=2)
    for seat in (1, 2, 9):
        with pytest.raises(NotABot):
            services.remove_bot(user=gale, code=room.code, seat=seat)
    assert Membership.objects.filter(room=room, user=pia, seat=1).exists()


def test_players_and_strangers_are_refused(room, pia, xan):
    for service in (
        lambda user: services.add_bot(user=user, code=room.code),
        lambda user: services.change_bot(user=user, code=room.code, seat=2, level="hard"),
        lambda user: services.remove_bot(user=user, code=room.code, seat=2),
    ):
        with pytest.raises(NotTheHost):
            service(pia)
        with pytest.raises(NotAMember):
            service(xan)
    assert len(seats_of(room)) == 4


def test_bots_stay_where_they_are_during_a_match(room, gale):
    services.start_match(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.add_bot(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.remove_bot(user=gale, code=room.code, seat=2)
    with pytest.raises(MatchRunning):
        services.change_bot(user=gale, code=room.code, seat=2, level="hard")


def test_the_buttons(room, gale, browser_of):
    browser = browser_of(gale, htmx=True)
    answer = browser.post(reverse("rooms:add_bot", args=[room.code]), {"level": "easy"})
    with translation.override("ko"):
        name = shown_name(seats_of(room)[4], "easy")
    assert f"<b>{name}</b>" in answer.text and "내보내기" in answer.text
    answer = browser.post(reverse("rooms:remove_bot", args=[room.code]), {"seat": "4"})
    assert name not in answer.text
    assert browser.post(reverse("rooms:add_bot", args=[room.code]), {"level": "x" * 999}).status_code == 400


def test_a_players_post_is_refused_in_a_sentence(room, pia, browser_of):
    response = browser_of(pia, htmx=True).post(reverse("rooms:add_bot", args=[room.code]))
    assert response.status_code == 403
    assert "방장만 할 수 있어요." in response.text


@pytest.mark.parametrize(("language", "name"), [("ko", "밤톨"), ("en", "Chestnut")])
def test_everybody_reads_a_bots_name_in_their_language(room, gale, browser_of, language, name):
    Membership.objects.filter(room=room, seat=2).update(bot_name="Chestnut")
    gale.language = language
    gale.save()
    text = browser_of(gale).get(f"/r/{room.code}/").text
    assert text.count(name) >= 2, "on the card and for its menu"
    assert {"ko": "Chestnut", "en": "밤톨"}[language] not in text
    match = services.start_match(user=gale, code=room.code)
    assert match.seats.get(index=2).name == "Chestnut", "stored as what it is in every language"
    text = browser_of(gale).get(f"/r/{room.code}/").text
    assert name in text and {"ko": "Chestnut", "en": "밤톨"}[language] not in text
