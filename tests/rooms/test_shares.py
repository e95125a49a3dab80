"""The link of a match for people without an account: off by default, taken back at once by any who played."""

import re

import pytest

from accounts.models import User
from rooms import services
from rooms.access import shared_match
from rooms.errors import GuestsCannotShare, NotAPlayer
from rooms.models import RoomMatch, Share
from tests.game.stored import finished_match


@pytest.fixture
def guest(db):
    return User.objects.create(username="guest1", display_name="손님이", is_guest=True)


@pytest.fixture
def match(room, gale, pia, guest):
    match = finished_match(users=[gale, pia, guest], seed=bytes(32))
    RoomMatch.objects.create(room=room, match=match, number=1)
    return match


@pytest.fixture
def link(match, pia):
    return f"/s/{services.share_match(user=pia, match=match).token}/"


def addresses(link):
    return [link, f"{link}replay/", f"{link}replay/?step=5&as=1", f"{link}step/5/", f"{link}step/5/?as=1"]


def test_by_default_there_is_none(match, browser_of, pia):
    assert not Share.objects.exists()
    text = browser_of(pia).get(f"/m/{match.public_id}/").text
    assert "링크 만들기" in text and "/s/" not in text


def test_who_played_switches_it_on_and_off(match, browser_of, pia, client):
    browser = browser_of(pia)
    assert browser.post(f"/m/{match.public_id}/share/").status_code == 302
    token = Share.objects.get().token
    text = browser.get(f"/m/{match.public_id}/").text
    assert f"http://testserver/s/{token}/" in text and "<bdi>피아</bdi> 님이 켰어요" in text
    assert [client.get(address).status_code for address in addresses(f"/s/{token}/")] == [200] * 5
    browser.post(f"/m/{match.public_id}/share/")
    assert Share.objects.get().token == token
    assert browser.post(f"/m/{match.public_id}/unshare/").status_code == 302
    assert [client.get(address).status_code for address in addresses(f"/s/{token}/")] == [404] * 5
    browser.post(f"/m/{match.public_id}/share/")
    assert Share.objects.get().token != token


def test_every_player_may_take_it_back_a_guest_too(match, pia, gale, guest):
    for other in (gale, guest):
        services.share_match(user=pia, match=match)
        services.stop_sharing(user=other, match=match)
        assert not Share.objects.exists()


def test_a_guest_may_not_make_one_and_who_only_watched_may_nothing(match, browser_of, pia, guest, wim, xan):
    with pytest.raises(GuestsCannotShare):
        services.share_match(user=guest, match=match)
    answer = browser_of(guest).post(f"/m/{match.public_id}/share/")
    assert answer.status_code == 403 and "가입한 다음" in answer.text and "링크 만들기" not in answer.text
    for act in (services.share_match, services.stop_sharing):
        with pytest.raises(NotAPlayer):
            act(user=wim, match=match)
    assert browser_of(wim).post(f"/m/{match.public_id}/share/").status_code == 403
    assert browser_of(xan).post(f"/m/{match.public_id}/share/").status_code == 404
    services.share_match(user=pia, match=match)
    assert browser_of(wim).post(f"/m/{match.public_id}/unshare/").status_code == 403
    assert "공유 그만하기" not in browser_of(wim).get(f"/m/{match.public_id}/").text


def test_only_posts_change_it(match, browser_of, pia, client):
    for path in ("share", "unshare"):
        assert browser_of(pia).get(f"/m/{match.public_id}/{path}/").status_code == 405
        assert client.post(f"/m/{match.public_id}/{path}/").status_code == 302
    assert not Share.objects.exists()


def test_it_shows_result_and_replay_with_the_names_of_the_table_and_nothing_else(link, match, room, client):
    result = client.get(link).text
    assert all(name in result for name in ("게일", "피아", "손님이"))
    assert "게임 끝!" in client.get(f"{link}replay/?step={match.version}").text
    for address in [*addresses(link), f"{link}replay/?step={match.version}"]:
        text = client.get(address).text
        secrets = (room.code, room.token, room.name, match.public_id, "/r/", "/m/", "/p/", "chat-log")
        assert [secret for secret in secrets if secret in text] == [], address


def test_robots_and_other_sites_hear_nothing_of_it_and_no_browser_keeps_it(link, client):
    for address in addresses(link):
        answer = client.get(address)
        assert "noindex" in answer["X-Robots-Tag"] and answer["Referrer-Policy"] == "no-referrer"
        assert "immutable" not in answer["Cache-Control"]
        assert "no-store" in answer["Cache-Control"] or "no-cache" in answer["Cache-Control"]
    key = re.search(r'data-key="(\w+)"', client.get(f"{link}replay/").text)[1]
    assert client.get(f"{link}step/5/?as=all&v={key}")["Cache-Control"] == "private, no-cache"
    assert '<meta name="robots" content="noindex' in client.get(link).text


def test_a_token_is_long_and_a_wrong_one_leads_nowhere(link, match, client):
    token = link.split("/")[2]
    assert len(token) >= 32 and shared_match(token) == match
    assert client.get(f"/s/{token[:-1]}/").status_code == 404
    assert client.get(f"/s/{match.public_id}/").status_code == 404


def test_of_a_running_match_there_is_none(room, gale, client):
    running = services.start_match(user=gale, code=room.code)
    share = Share.objects.create(match=running, by=gale)
    assert [client.get(address).status_code for address in addresses(f"/s/{share.token}/")] == [404] * 5


def test_it_stays_when_who_made_it_goes(link, match, pia, gale, client):
    pia.delete()
    assert client.get(link).status_code == 200
    services.stop_sharing(user=gale, match=match)
    assert client.get(link).status_code == 404
