"""An account that is deleted: its name is nowhere any more, and everybody else's things are as they were."""

import json

import pytest
from asgiref.sync import async_to_sync
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.messages import get_messages
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import departures
from accounts import services as accounts
from accounts.models import Attempt, User
from accounts.names import validate_display_name, validate_username
from game import rulings
from game.facts import rebuild
from game.models import Action, ConnectionEvent, Match, Nonce, Seat
from game.words import DEPARTED
from rooms import pace, services
from rooms.models import Line, Membership, Mute, Room, RoomMatch, Silence
from tests.game.stored import open_stored, play_stored
from tests.mentions import mentions
from tests.rooms.conftest import old_match

URL = reverse("accounts:delete")
PASSWORD = "seven tall pines"
NAME, USERNAME, EMAIL = "민들레", "dandelion7", "dandelion@example.org"


@pytest.fixture(autouse=True)
def rested():
    """Nobody has said anything yet."""
    pace.forget_everybody()


@pytest.fixture
def mindeulle(room):
    """A person who has left traces everywhere: in seat 4, host of another room, in chats and logs."""
    user = User.objects.create_user(
        USERNAME, NAME, PASSWORD, email=EMAIL, language="ko", preferences={"theme": "dark"}
    )
    services.join_room(user=user, token=room.token)
    services.say(user=user, code=room.code, text="안녕!", key="k1")
    return user


@pytest.fixture
def traces(mindeulle, room, gale, pia, wim, ada):
    """What the host, a player, a watcher and an administrator had to do with her."""
    own = services.create_room(host=mindeulle, name=f"{NAME}님의 방")
    services.join_room(user=wim, token=own.token)
    services.say(user=mindeulle, code=own.code, text="여기예요", key="k1")
    services.say(user=wim, code=own.code, text="네!", key="k1")
    closed = services.create_room(host=mindeulle, name="닫힌 방")
    services.close_room(user=mindeulle, code=closed.code)
    services.mute(user=mindeulle, person=pia.pk)
    services.mute(user=pia, person=mindeulle.pk)
    services.silence(user=gale, code=room.code, person=mindeulle.pk)
    services.contribute(user=mindeulle, code=room.code, commitment=room.shuffle.commitment, nonce="ab" * 16)
    assert Nonce.objects.filter(user=mindeulle).exists()
    finished = old_match(room, [gale, pia, mindeulle], [2, 0, 1, 3])
    Match.objects.filter(pk=finished.pk).update(room_name=own.name)
    names = [seat.name for seat in finished.seats.order_by("index")]
    services.note_results(
        match_id=finished.pk,
        names=names,
        bots=[names[3]],
        rounds=[(2, 0, 1, 3)],
        ranking=[(2, 1, 3), (0, 2, 2), (1, 3, 1), (3, 4, 0)],
    )
    Line.objects.filter(text__in=["round", "ended"]).update(match=finished)
    LogEntry.objects.create(
        user=ada,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(mindeulle.pk),
        object_repr=NAME,
        action_flag=CHANGE,
        change_message=json.dumps([{"changed": {"fields": ["Nickname"]}}]),
    )
    return own, closed, finished


@pytest.mark.parametrize(
    "changes", [{"object_repr": "somebody else"}, {"change_message": DEPARTED}, {"object_id": "1"}]
)
def test_nothing_else_of_the_administrators_log_can_change(traces, changes):
    with pytest.raises(IntegrityError):
        LogEntry.objects.update(**changes)


def browser_of_person(user, language="en"):
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def delete(user, **posted):
    browser = browser_of_person(user)
    return browser, browser.post(URL, {"password": PASSWORD} | posted)


@pytest.mark.usefixtures("writing")
def test_no_page_no_row_and_no_log_names_who_is_gone(room, mindeulle, traces, gale, pia, ada):
    own, closed, finished = traces
    assert len(mentions(NAME)) >= 10, "the test would find them"
    _, response = delete(mindeulle)
    assert response.status_code == 302
    assert mentions(NAME, USERNAME, EMAIL) == []
    assert not User.objects.filter(pk=mindeulle.pk).exists()
    seat = Seat.objects.get(match=finished, index=2)
    assert (seat.name, seat.user, seat.place) == (DEPARTED, None, 1)
    own.refresh_from_db(), closed.refresh_from_db()
    assert own.name == "떠난 사람님의 방"
    assert own.host is not None and closed.host is None
    for user in (gale, pia, ada):
        browser = browser_of_person(user)
        pages = ["/", reverse("accounts:settings")]
        if user != ada:
            pages += [reverse(f"rooms:{name}", args=[room.code]) for name in ("room", "people", "standings")]
            pages.append(reverse("rooms:match", args=[finished.public_id]))
        else:
            pages += [
                reverse(f"admin:{name}")
                for name in (
                    "index",
                    "accounts_user_changelist",
                    "rooms_room_changelist",
                    "rooms_person_changelist",
                    "game_match_changelist",
                )
            ]
            pages += [
                reverse("admin:rooms_room_change", args=[closed.pk]),
                reverse("admin:game_match_change", args=[finished.pk]),
            ]
        for page in pages:
            answer = browser.get(page)
            assert answer.status_code == 200, page
            for word in (NAME, USERNAME, EMAIL):
                assert word not in answer.text, page


@pytest.mark.usefixtures("writing")
def test_everybody_reads_the_neutral_name_in_their_own_language(room, mindeulle, traces, gale, pia):
    delete(mindeulle)
    standings = reverse("rooms:standings", args=[room.code])
    User.objects.filter(pk=pia.pk).update(language="en")
    pia.refresh_from_db()
    korean, english = browser_of_person(gale).get(standings).text, browser_of_person(pia).get(standings).text
    assert "떠난 사람" in korean and DEPARTED not in korean
    assert DEPARTED in english and "떠난 사람" not in english
    chat = browser_of_person(gale).get(reverse("rooms:room", args=[room.code])).text
    assert "떠난 사람" in chat and "안녕!" in chat


@pytest.mark.usefixtures("writing")
def test_others_keep_their_matches_figures_and_lines(room, mindeulle, traces, gale):
    _own, _closed, finished = traces
    before = [(s.name, s.points, s.wins) for s in standings_of(room) if s.name != NAME]
    said = list(Line.objects.exclude(sender=mindeulle).filter(sender__isnull=False).values("name", "text"))
    delete(mindeulle)
    after = [(s.name, s.points, s.wins) for s in standings_of(room)]
    assert [line for line in after if line[0] != DEPARTED] == before
    assert (DEPARTED, 3, 1) in after
    assert list(Line.objects.filter(sender__isnull=False).values("name", "text")) == said
    assert finished.seats.filter(user=gale, place=2).exists()


def standings_of(room):
    from rooms.standings import standings

    return standings(room)


@pytest.mark.usefixtures("writing")
def test_what_hangs_on_the_account_alone_is_gone(room, mindeulle, traces, wim):
    own, closed, _finished = traces
    key, count = mindeulle.pk, Attempt.objects.count()
    delete(mindeulle)
    for model in (Membership, Silence, Nonce):
        assert not model.objects.filter(user=key).exists()
    assert not Mute.objects.exists()
    own.refresh_from_db()
    assert (own.host, own.closed_at) == (wim, None), "who has been in it longest"
    closed.refresh_from_db()
    assert closed.host is None
    assert Attempt.objects.count() == count


@pytest.mark.usefixtures("writing")
def test_the_running_match_goes_on_with_autoplay_and_its_log_stays_verifiable(room, mindeulle, gale):
    match = services.start_match(user=gale, code=room.code)
    seat = Seat.objects.get(match=match, user=mindeulle).index
    delete(mindeulle)
    action = Action.objects.get(match=match)
    assert (action.type, action.seat, action.payload) == ("autoplay", seat, {"on": True})
    call_command("verify_matches", verbosity=0)
    assert Seat.objects.get(match=match, index=seat).name == DEPARTED


@pytest.mark.usefixtures("writing")
def test_the_export_of_an_old_match_names_nobody_who_is_gone(room, mindeulle, gale, pia, capsys):
    match = open_stored(users=[gale, mindeulle])
    play_stored(match)
    delete(mindeulle)
    call_command("export_match", match.public_id)
    record = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in record["players"]][:2] == [gale.display_name, DEPARTED]
    assert NAME not in json.dumps(record, ensure_ascii=False)


@pytest.mark.usefixtures("writing")
def test_a_new_account_may_take_the_name(room, mindeulle, traces):
    delete(mindeulle)
    again = accounts.sign_up(
        username=USERNAME, display_name=NAME, password=PASSWORD, email=EMAIL, language="ko"
    )
    services.join_room(user=again, token=Room.objects.get(pk=room.pk).token)
    assert not Seat.objects.filter(name=NAME).exists()
    assert Seat.objects.filter(name=DEPARTED).exists()


@pytest.mark.usefixtures("writing")
def test_two_who_go_do_not_get_into_each_others_way(room, mindeulle, traces, pia):
    services.say(user=pia, code=room.code, text="나도", key="k1")
    delete(mindeulle)
    pia.set_password(PASSWORD)
    pia.save()
    delete(pia)
    assert Seat.objects.filter(name=DEPARTED, user=None).count() == 2


@pytest.mark.usefixtures("writing")
def test_every_session_ends_and_this_one_says_goodbye(room, mindeulle, traces):
    elsewhere = browser_of_person(mindeulle)
    here, response = delete(mindeulle)
    assert [str(m) for m in get_messages(response.wsgi_request)] == [
        "계정을 지웠어요. 함께해 주셔서 고마워요."
    ]
    for browser in (here, elsewhere):
        assert browser.get(reverse("accounts:settings")).status_code == 302
        assert "_auth_user_id" not in here.session


def test_the_page_tells_plainly_what_happens(mindeulle):
    text = browser_of_person(mindeulle).get(URL).text
    for words in ("되돌릴 수 없어요", "봇이 끝까지", "이미 내려받은 기록", "떠난 사람", "넘어가고"):
        assert words in text


@pytest.mark.parametrize("posted", [{"password": "wrong horse"}, {"password": ""}, {}])
def test_without_the_password_nothing_happens(mindeulle, posted):
    response = browser_of_person(mindeulle).post(URL, posted)
    assert response.status_code == 422
    mindeulle.refresh_from_db()
    assert mindeulle.display_name == NAME


def test_guessing_is_counted(mindeulle):
    browser = browser_of_person(mindeulle)
    for _ in range(5):
        browser.post(URL, {"password": "wrong horse"})
    assert browser.post(URL, {"password": PASSWORD}).status_code == 429
    assert User.objects.filter(pk=mindeulle.pk).exists()


@pytest.mark.usefixtures("writing")
def test_a_guest_ticks_instead(room):
    guest = accounts.make_guest(display_name="지우", language="en")
    services.join_room(user=guest, token=room.token)
    browser = browser_of_person(guest)
    assert "password" not in browser.get(URL).text.replace("accounts/password", "").split("<form", 2)[2]
    refused = browser.post(URL, {})
    assert refused.status_code == 422 and User.objects.filter(pk=guest.pk).exists()
    assert browser.post(URL, {"sure": "on"}).status_code == 302
    assert mentions("지우") == []


def test_an_administrator_stays_because_the_logs_need_them(ada, db):
    ada.set_password(PASSWORD)
    ada.save()
    browser = browser_of_person(ada)
    assert "Delete my account for good" not in browser.get(URL).text
    assert browser.post(URL, {"password": PASSWORD}).status_code == 200
    with pytest.raises(departures.KeepsWatch):
        departures.delete_account(user=ada)
    assert User.objects.filter(pk=ada.pk).exists()


def test_refuses_a_stranger_and_a_form_from_elsewhere(mindeulle):
    assert Client().post(URL, {"password": PASSWORD}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(mindeulle)
    assert strict.post(URL, {"password": PASSWORD}).status_code == 403
    assert User.objects.filter(pk=mindeulle.pk).exists()


@pytest.mark.usefixtures("writing")
def test_a_removal_that_was_interrupted_is_brought_to_its_end(room, mindeulle, traces, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(departures, "_remove", lambda user: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            departures.delete_account(user=mindeulle)
    assert mentions(NAME, USERNAME, EMAIL) == []
    half = User.objects.get(pk=mindeulle.pk)
    assert not half.is_active and not half.check_password(PASSWORD)
    call_command("remove_unused_guests", verbosity=0)
    assert not User.objects.filter(pk=mindeulle.pk).exists()
    assert not Membership.objects.filter(user=mindeulle.pk).exists()


def test_both_apps_call_who_is_gone_the_same_and_nobody_can_be_called_so():
    assert departures.DEPARTED == DEPARTED
    for name in (DEPARTED, "~7"):
        with pytest.raises(ValidationError):
            validate_display_name(name)
    with pytest.raises(ValidationError):
        validate_username("~7")


@pytest.mark.usefixtures("writing")
def test_the_removal_of_unused_guests_takes_the_name_too(room, gale):
    guest = accounts.make_guest(display_name="지우", language="ko")
    services.join_room(user=guest, token=room.token)
    finished = old_match(room, [gale, guest], [1, 0, 2, 3])
    long_ago = timezone.now() - timezone.timedelta(days=31)
    User.objects.filter(pk=guest.pk).update(last_seen=long_ago)
    call_command("remove_unused_guests", verbosity=0)
    assert mentions("지우") == []
    assert finished.seats.get(index=1).name == DEPARTED


@pytest.mark.usefixtures("writing")
def test_an_administrator_deletes_accounts_in_the_same_way_and_none_of_administrators(
    room, mindeulle, traces, ada
):
    browser = browser_of_person(ada)
    page = reverse("admin:accounts_user_delete", args=[mindeulle.pk])
    assert browser.post(page, {"post": "yes"}).status_code == 302
    told = LogEntry.objects.filter(object_id=str(mindeulle.pk))
    assert len(told) == 2 and Seat.objects.filter(name=DEPARTED).exists()
    assert mentions(NAME, USERNAME, EMAIL) == []
    own = reverse("admin:accounts_user_delete", args=[ada.pk])
    assert browser.post(own, {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=ada.pk).exists()


@async_to_sync
async def streamed(answer):
    return b"".join([piece async for piece in answer]).decode()


@pytest.mark.usefixtures("writing")
def test_pages_of_a_match_and_of_those_who_played_it_know_the_neutral_name_only(
    room, mindeulle, gale, pia, ada
):
    match = open_stored(users=[gale, mindeulle, pia])
    play_stored(match)
    rebuild(match)
    RoomMatch.objects.create(room=room, match=match, number=1)
    share = services.share_match(user=mindeulle, match=match)
    rulings.annul(match_id=open_stored(users=[mindeulle]).pk, by_id=ada.pk, reason="그냥")
    ConnectionEvent.objects.create(match=match, user=mindeulle, seat=1, kind="opened", pages=1, at=1)
    key = mindeulle.pk
    assert NAME in browser_of_person(gale).get(reverse("rooms:match", args=[match.public_id])).text
    delete(mindeulle)
    assert mentions(NAME, USERNAME, EMAIL) == []
    here = match.public_id
    pages = {
        gale: [
            reverse("rooms:match", args=[here]),
            reverse("rooms:replay", args=[here]),
            reverse("rooms:replay_step", args=[here, 30]),
            reverse("rooms:record_json", args=[here]),
            reverse("rooms:record_text", args=[here]),
            reverse("rooms:records", args=[room.code]),
            reverse("rooms:shuffle", args=[here]),
            reverse("rooms:standings", args=[room.code]),
            reverse("rooms:my_profile"),
            reverse("rooms:profile", args=[pia.pk]),
        ],
        None: [
            reverse("rooms:shared", args=[share.token]),
            reverse("rooms:shared_replay", args=[share.token]),
            reverse("rooms:shared_step", args=[share.token, 30]),
        ],
        ada: [
            reverse("admin:game_match_changelist"),
            reverse("admin:game_match_change", args=[match.pk]),
            reverse("admin:admin_logentry_changelist"),
            reverse("admin:rooms_line_changelist"),
            reverse("admin:rooms_room_change", args=[room.pk]),
        ],
    }
    for user, addresses in pages.items():
        browser = Client(headers={"accept-language": "ko"}) if user is None else browser_of_person(user)
        for address in addresses:
            answer = browser.get(address)
            assert answer.status_code == 200, address
            text = streamed(answer) if answer.streaming else answer.text
            for word in (NAME, USERNAME, EMAIL):
                assert word not in text, address
            if not address.endswith((".json", ".jsonl")):
                assert DEPARTED not in text, f"{address} is Korean"
    assert browser_of_person(gale).get(reverse("rooms:profile", args=[key])).status_code == 404
    assert "떠난 사람" in browser_of_person(gale).get(reverse("rooms:match", args=[here])).text
