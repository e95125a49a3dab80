"""The coach on the pages of a finished match: to who held the seat, about what they did, and to nobody else."""

import re

import pytest
from django.db import OperationalError

from game import reviews, rulings
from game.bots import expert
from game.coach import review
from game.coach.playouts import Checked, Effort
from game.models import SeatReview
from rooms import services
from rooms.models import RoomMatch, Share
from tests.coach.networks import untrained
from tests.game.stored import open_stored, play_stored


@pytest.fixture(autouse=True)
def a_coach_in_a_hurry(monkeypatch, tmp_path):
    """Nothing is played out, and what is lost at all counts for certain."""
    known = untrained(tmp_path)
    monkeypatch.setattr(expert, "expert", lambda: known)
    monkeypatch.setattr(review, "MISTAKE", 0.02)
    monkeypatch.setattr(review, "check", lambda *_, most: Effort(Checked(0.6, 0.2, 40), 10))


@pytest.fixture
def match(room, gale, pia, wim):
    """Gale and Pia played it with two bots; Wim is in the room and only watched."""
    match = open_stored(users=[gale, pia], seed=bytes(range(32)), rounds=1)
    RoomMatch.objects.create(room=room, match=match, number=1)
    play_stored(match, people=[0, 1])
    return match


@pytest.fixture
def address(match):
    return f"/m/{match.public_id}/"


def section(html):
    found = re.search(r'<section id="coach".*?</section>', html, re.S)
    return found[0] if found else ""


def marks(html):
    return re.findall(r'data-mark="(\d+)"', html)


def test_it_is_made_for_who_asks_and_the_page_asks_until_it_is_there(address, browser_of, pia):
    browser = browser_of(pia)
    first = section(browser.get(address).text)
    assert f'hx-get="{address}coach/"' in first and 'hx-trigger="every 3s"' in first
    assert "코치" in first and '<svg class="chart"' not in first
    assert "hx-get" in browser.get(f"{address}coach/").text
    assert reviews.make_next() and not reviews.make_next()
    ready = browser.get(f"{address}coach/").text
    assert "hx-get" not in ready and '<svg class="chart"' in ready and ready.count("<table") >= 2
    assert section(browser.get(address).text) == ready.strip()
    assert SeatReview.objects.count() == 1


def test_each_tip_leads_to_the_moment_as_they_saw_it_then(address, match, browser_of, pia):
    browser = browser_of(pia)
    browser.get(address)
    reviews.make_next()
    html = section(browser.get(address).text)
    steps = re.findall(r'href="[^"]*replay/\?step=(\d+)&amp;as=1"', html)
    assert 1 <= len(steps) <= 3
    for step in steps:
        seen = browser.get(f"{address}replay/?step={step}&as=1").text
        assert step in marks(seen) and 'aria-current="step"' in seen and "더 좋은 선택이에요" in seen
        assert re.search(rf'data-mark="{step}"[^>]*href="\?step={step}&amp;as=1"', seen)


def test_nobody_but_who_held_the_seat_sees_or_sets_anything_going(
    match, address, browser_of, pia, gale, wim, xan, ada
):
    browser_of(pia).get(address)
    reviews.make_next()
    mine = section(browser_of(pia).get(address).text)
    assert "<b>" in mine
    theirs = browser_of(gale).get(address).text  # asks for one of their own
    assert section(theirs) and section(theirs) != mine
    reviews.make_next()
    assert section(browser_of(gale).get(address).text) != mine
    assert not section(browser_of(wim).get(address).text)
    assert browser_of(wim).get(f"{address}coach/").status_code == 404
    assert not marks(browser_of(wim).get(f"{address}replay/").text)
    for stranger in (xan, ada):
        assert browser_of(stranger).get(f"{address}coach/").status_code == 404
    assert SeatReview.objects.count() == 2


def test_a_shared_link_shows_nothing_of_it(match, address, browser_of, client, pia):
    browser_of(pia).get(address)
    reviews.make_next()
    assert marks(browser_of(pia).get(f"{address}replay/").text)
    share = Share.objects.create(match=match, by=pia)
    for browser in (client, browser_of(pia)):
        for page in (f"/s/{share.token}/", f"/s/{share.token}/replay/"):
            html = browser.get(page).text
            assert "coach" not in html and not marks(html)


def test_there_is_nothing_of_it_while_the_match_is_played(room, gale, browser_of):
    running = services.start_match(user=gale, code=room.code)
    browser = browser_of(gale)
    for page in ("", "coach/", "replay/"):
        assert browser.get(f"/m/{running.public_id}/{page}").status_code == 404
    assert "coach" not in browser.get(f"/r/{room.code}/").text
    with pytest.raises(reviews.NotOver):
        reviews.ask(running, 0)
    assert reviews.ready(running, 0) is None and not SeatReview.objects.exists()


def test_a_row_of_a_running_match_would_be_refused(room, gale):
    running = services.start_match(user=gale, code=room.code)
    SeatReview.objects.create(seat=running.seats.get(index=0))
    assert reviews.make_next()
    assert SeatReview.objects.get().content is None and SeatReview.objects.get().is_failed


@pytest.mark.parametrize("cut", [rulings.end_early, rulings.annul])
def test_a_match_that_was_cut_off_has_no_coach(room, gale, pia, ada, browser_of, cut):
    match = open_stored(users=[gale, pia], seed=bytes(range(32)), rounds=1)
    RoomMatch.objects.create(room=room, match=match, number=1)
    play_stored(match, until=lambda state: state.version > 30)
    cut(match_id=match.pk, by_id=ada.pk, reason="시험")
    address = f"/m/{match.public_id}/"
    assert not section(browser_of(pia).get(address).text)
    assert browser_of(pia).get(f"{address}coach/").status_code == 404
    assert not SeatReview.objects.exists()


def test_an_annulled_match_takes_its_coach_with_it(match, address, pia, ada, browser_of):
    browser_of(pia).get(address)
    reviews.make_next()
    rulings.annul(match_id=match.pk, by_id=ada.pk, reason="시험")
    assert not section(browser_of(pia).get(address).text)
    assert not marks(browser_of(pia).get(f"{address}replay/").text)


def test_a_damaged_match_is_told_in_words_and_stops_nothing(match, address, browser_of, pia, monkeypatch):
    browser_of(pia).get(address)
    monkeypatch.setattr(reviews, "replay_steps", lambda *_: 1 / 0)
    assert reviews.make_next() and not reviews.make_next()
    html = section(browser_of(pia).get(address).text)
    assert html and "hx-get" not in html


def test_one_process_makes_it_and_another_takes_over_from_one_that_died(match, monkeypatch):
    reviews.ask(match, 1)
    now = [1_000_000]
    monkeypatch.setattr(reviews, "now_ms", lambda: now[0])
    assert reviews._claim(now[0]) is not None
    assert not reviews.make_next()
    now[0] += reviews.CLAIM_MS + 1
    assert reviews.make_next() and reviews.ready(match, 1) is not None


def test_rebuilding_makes_the_same_again(match):
    reviews.ask(match, 1)
    reviews.make_next()
    before = reviews.ready(match, 1)
    assert reviews.forget_all() == 1 and reviews.ready(match, 1) is None
    reviews.make_next()
    assert reviews.ready(match, 1) == before


def test_children_read_kind_words(match, address, browser_of, pia):
    browser_of(pia).get(address)
    reviews.make_next()
    match.kids = True
    match.save()
    html = section(browser_of(pia).get(address).text)
    assert "농노" not in html and "요령이 있어요" in html


def test_a_database_that_is_away_fails_no_review(match, monkeypatch):
    reviews.ask(match, 1)
    assert reviews.is_waiting()

    def away(*_):
        raise OperationalError("away")

    with monkeypatch.context() as patch:
        patch.setattr(reviews, "tail", away)
        with pytest.raises(OperationalError):
            reviews.make_next()
    assert not reviews.is_waiting(), "it is claimed"
    SeatReview.objects.update(claimed_at=0)
    assert reviews.make_next() and reviews.ready(match, 1) is not None
