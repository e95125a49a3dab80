"""/m/ID/replay/ and the fragments of its steps: the table as it was, from the log alone."""

import re

import pytest
from django.db import OperationalError

from game.models import Action, Match
from game.replay import _replayed, replay_of
from rooms import services
from rooms.models import RoomMatch
from tests.game.stored import finished_match, open_stored, play_stored, tamper
from tests.rendering.markup import read


@pytest.fixture
def match(room, gale, pia, wim):
    """A match that Gale and Pia played with two bots in their room."""
    return played_in(room, [gale, pia])


def played_in(room, users, **options):
    match = finished_match(users=users, seed=bytes(range(32)), **options)
    RoomMatch.objects.create(room=room, match=match, number=1)
    return match


@pytest.fixture
def url(match):
    return f"/m/{match.public_id}/replay/"


def step_url(match, step, seen_as="all"):
    return f"/m/{match.public_id}/step/{step}/?as={seen_as}"


def ids(html):
    return [element.attributes["id"] for element in read(html).walk() if "id" in element.attributes]


def test_it_opens_at_the_first_step_and_leads_to_the_others_without_scripts(url, match, browser_of, pia):
    text = browser_of(pia).get(url).text
    last = match.version
    assert f"0 / {last} 수" in text and 'data-go="next" href="?step=1&amp;as=all"' in text
    assert f'data-go="last" href="?step={last}&amp;as=all"' in text
    assert '<select class="input" id="as" name="as"' in text and "게일 님이 본 대로" in text
    end = browser_of(pia).get(f"{url}?step={last}").text
    assert "게임 끝!" in end and f'value="{last}"' in end and room_is_silent(end)


def room_is_silent(text):
    return "/r/" not in re.sub(r"<header.*?</header>", "", text, flags=re.S)


@pytest.mark.parametrize(
    "query", ["?step=x", "?step=-1", "?step=99999999999", "?as=99", "?as=x", "?step=999999"]
)
def test_an_odd_address_shows_something_near(url, browser_of, pia, query):
    assert browser_of(pia).get(url + query).status_code == 200


def test_marks_stand_where_rounds_begin(room, browser_of, pia):
    match = played_in(room, [pia], rounds=3)
    played = replay_of(match)
    text = browser_of(pia).get(f"/m/{match.public_id}/replay/").text
    assert len(played.rounds) == 3 and played.rounds[0] == 0
    for step in played.rounds:
        assert f'<option value="{step}">' in text
    assert set(played.rounds) < set(played.tricks)


def test_all_hands_lie_open_and_shrink_with_the_sets(match, browser_of, pia):
    browser, played = browser_of(pia), replay_of(match)
    for step in (0, played.last // 2, played.last - 1):
        html = browser.get(step_url(match, step)).text
        rows = html.split('class="open-hands"')[1].split("</ul>")[0].split("<li ")[1:]
        for row in rows:
            seat = int(re.search(r'data-slot="(\d)"', row)[1])
            counts = [int(n) for n in re.findall(r"<small>×(\d+)</small>", row)]
            single = row.count('class="rk"') - len(counts)
            assert sum(counts) + single == played.moments[step].state.hands[seat].bit_count()


def test_s51_as_a_seat_saw_it_there_is_that_hand_and_no_other(match, browser_of, pia):
    browser, played = browser_of(pia), replay_of(match)
    for step in range(0, played.last, 7):
        moment = played.moments[step]
        for seat in range(4):
            html = browser.get(step_url(match, step, seat)).text
            own = moment.seen_by(seat)
            have = [(int(r), int(n)) for r, n in re.findall(r'data-rank="(\d+)" data-have="(\d+)"', html)]
            shown = own.public.phase not in ("roundOver", "finished")
            assert sum(n for _, n in have) == (own.hand.bit_count() if shown else 0)
            assert (
                'class="rk"' not in html
                and "<button" not in html.split('id="hand"')[1].split("</section>")[0]
            )


def test_a_step_has_the_fragments_of_the_table(match, browser_of, pia):
    found = ids(browser_of(pia).get(step_url(match, 12)).text)
    assert {"seats", "pile", "roundlabel", "result", "moment", "hand", "hands", "log"} <= set(found)
    assert len(found) == len(set(found))


def test_every_step_says_once_what_happened(match, browser_of, gale):
    browser = browser_of(gale)
    said = []
    for step in range(match.version + 1):
        (moment,) = re.findall(
            r'<p id="moment" class="status" data-say="([^"]*)"', browser.get(step_url(match, step)).text
        )
        said.append(moment)
    assert all(said), [step for step, text in enumerate(said) if not text]


def test_browsers_keep_a_step_as_long_as_it_says_the_same(match, url, browser_of, pia, gale):
    browser = browser_of(pia)
    key = re.search(r'data-key="(\w+)"', browser.get(url).text)[1]
    answer = browser.get(f"{step_url(match, 3)}&v={key}")
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable" and "Cookie" in answer["Vary"]
    assert browser.get(step_url(match, 3))["Cache-Control"] == "private, no-cache"
    again = browser.get(f"{step_url(match, 3)}&v={key}", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    match.seats.filter(user=gale).update(name="다른 이름")
    fresh = browser.get(step_url(match, 3), headers={"if-none-match": answer["ETag"]})
    assert fresh.status_code == 200 and "다른 이름" in fresh.text
    assert key not in browser.get(url).text


@pytest.mark.parametrize("seen_as", ["9", "x", "-1", "4"])
def test_there_is_no_such_step_or_seat(match, browser_of, pia, seen_as):
    browser = browser_of(pia)
    assert browser.get(step_url(match, 3, seen_as)).status_code == 404
    assert browser.get(step_url(match, match.version + 1)).status_code == 404


def test_refuses_a_stranger_and_a_visitor(match, url, browser_of, client, xan, ada):
    for address in (url, step_url(match, 3)):
        assert [browser_of(who).get(address).status_code for who in (xan, ada)] == [404, 404]
        assert client.get(address).status_code == 302


def test_a_running_match_gives_nothing_in_any_way(room, gale, wim, browser_of):
    match = services.start_match(user=gale, code=room.code)
    addresses = [
        f"/m/{match.public_id}/{path}"
        for path in ("", "replay/", "replay/?step=3&as=1", "step/0/", "step/0/?as=0", "step/0/?as=all")
    ]
    for who in (gale, wim):
        answers = {browser_of(who).get(address).content for address in addresses}
        nothing = browser_of(who).get(f"/m/{'0' * 32}/").content
        assert answers == {nothing}
    with pytest.raises(ValueError):
        replay_of(match)


def test_it_is_kept_between_steps(match, browser_of, pia, django_assert_max_num_queries):
    browser = browser_of(pia)
    browser.get(step_url(match, 3))
    with django_assert_max_num_queries(6):
        browser.get(step_url(match, 4))


def test_s88_a_damaged_log_is_shown_as_it_stands(match, url, browser_of, pia):
    _replayed.cache_clear()
    for damage in ('{"cardIds": ["1-1"]}', "[]", '"x"', '{"cardIds": 3}'):
        play = Action.objects.filter(match=match, type="play").first()
        tamper("UPDATE game_action SET payload = %s WHERE id = %s", damage, play.pk)
        answer = browser_of(pia).get(url)
        assert answer.status_code == 200 and "기록이 망가졌어요" in answer.text
        assert answer.text.count("<li value=") == match.version
        assert browser_of(pia).get(step_url(match, 3)).status_code == 404
        assert browser_of(pia).get(f"/m/{match.public_id}/").status_code == 200


def test_s88_other_rules_and_a_log_without_an_end(match, url, browser_of, pia):
    _replayed.cache_clear()
    Match.objects.filter(pk=match.pk).update(engine="0")
    assert "다른 규칙으로" in browser_of(pia).get(url).text
    Match.objects.filter(pk=match.pk).update(engine=match.engine, options={"rounds": "many"})
    assert browser_of(pia).get(url).status_code == 200
    assert browser_of(pia).get(f"/m/{match.public_id}/").status_code == 200
    Match.objects.filter(pk=match.pk).update(options=match.options)
    tamper("DELETE FROM game_action WHERE match_id = %s AND version > 20", match.pk)
    assert browser_of(pia).get(url).text.count("<li value=") == 20


def test_a_database_that_is_away_is_no_damaged_log(match, browser_of, pia, monkeypatch):
    def away(*_):
        raise OperationalError("the server closed the connection")

    _replayed.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr("game.replay.tail", away)
        with pytest.raises(OperationalError):
            replay_of(match)
    assert replay_of(match).last == match.version


def test_of_a_match_that_was_cut_off_there_is_what_was_played(room, gale, browser_of):
    match = open_stored(users=[gale])
    play_stored(match, until=lambda state: state.version == 20)
    assert browser_of(gale).get(f"/m/{match.public_id}/replay/").status_code == 404
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ENDED)
    text = browser_of(gale).get(f"/m/{match.public_id}/replay/?step=20").text
    assert "20 / 20 수" in text and "게임 끝!" not in text
    assert browser_of(gale).get(step_url(match, 21)).status_code == 404
    assert browser_of(gale).get(f"/m/{match.public_id}/record.json").status_code == 404
    assert "링크 만들기" not in browser_of(gale).get(f"/m/{match.public_id}/").text


def test_names_are_inert_in_it(room, gale, browser_of):
    gale.display_name = '<b>&"x'
    match = finished_match(users=[gale], seed=bytes(32))
    for address in (f"/m/{match.public_id}/replay/?as=0", step_url(match, match.version)):
        assert "<b>&" not in browser_of(gale).get(address).text
