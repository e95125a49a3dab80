"""Rulings in the admin: hands of a running match stay sealed until they are opened with a reason, for that eye only."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from game import rulings
from game.connections import Kind, record
from game.engine.actions import Origin, Play
from game.engine.cards import card_ids
from game.engine.notation import format_hand
from game.engine.observation import observe_public
from game.engine.rules import owing
from game.matchlog import steps_of
from game.matchstep import table_at
from game.models import Action, ConnectionEvent, Match, Ruling
from game.moment import now_ms
from game.store import load
from game.verification import verify
from tests.conftest import make_user
from tests.game.stored import append, finished_match, open_stored, play_stored, tamper
from tests.game.test_admin import (
    CARD_ID,
    LIST,
    NO_CARDS,
    desk,
    get,
    normalized,
    page,
    rows,
    running_match,
    same_for_both,
    seeds_with_order,
    twins,
)

__all__ = ["desk"]

pytestmark = pytest.mark.django_db


def staff(username: str, *codenames: str) -> Any:
    """Somebody of the staff with these permissions of the game, who reads English."""
    user = make_user(username, username.title(), is_staff=True, language="en")
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_match", *codenames]))
    return user


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def act_at(match: Match, act: str) -> str:
    return f"{LIST}{match.pk}/rule/{act}/"


def views_of(match: Match) -> list[str]:
    """Every page of the admin that shows something of a match, in every way it can be asked for."""
    here = f"{LIST}{match.pk}/"
    steps = [
        f"{here}step/{n}/{ask}" for n in (0, match.version // 2, match.version) for ask in ("", "?hands=1")
    ]
    narrowed = [
        f"{here}change/?{ask}"
        for ask in ("who=1", "kind=play", "kind=confirmHand&who=0", "round=1", "hands=1")
    ]
    lists = [f"{LIST}?q={match.public_id}", f"{LIST}?status=playing", f"{LIST}?anomaly=any", f"{LIST}?o=1.-5"]
    return ["/admin/", LIST, page(match), f"{here}history/", *steps, *narrowed, *lists,
            act_at(match, "open"), act_at(match, "annul"), "/admin/admin/logentry/"]  # fmt: skip


# Sealed hands


def test_no_page_of_the_admin_shows_a_card_of_a_running_match(desk: Client) -> None:
    match = running_match(30, players=4, removeHighCards=True)
    state = load(match.pk).state
    for path in views_of(match):
        html = get(desk, path)
        for secret in (
            bytes(match.seed).hex(),
            bytes(match.secret or b"?").hex(),
            *filter(None, match.nonces),
        ):
            assert secret not in html, path
        assert not CARD_ID.search(NO_CARDS.sub("", html)), path
        for hand in state.hands:
            assert hand.bit_count() < 4 or format_hand(hand) not in html, path


def test_every_page_of_the_admin_is_the_same_however_the_unseen_cards_lie(desk: Client) -> None:
    seeds = seeds_with_order((2, 0, 3, 1))
    matches = twins(next(seeds), next(seeds))
    states = [load(match.pk).state for match in matches]
    laid = turn = 0
    while (wishes := same_for_both(states, owing(states[0])[0], turn)) is not None and turn < 40:
        seat, turn = owing(states[0])[0], turn + 1
        laid += isinstance(wishes[0], Play)
        states = [
            append(m, s, seat, w, Origin.PLAYER) for m, s, w in zip(matches, states, wishes, strict=True)
        ]
        if turn % 12 == 1:
            pages = []
            for match in matches:
                match.save()
                pages.append({})
                for path in views_of(match):
                    if match.public_id in path or "/match/" + str(match.pk) in path:
                        key = normalized(path, match)
                        pages[-1][key] = normalized(get(desk, path), match)
            assert pages[0] == pages[1] and len(pages[0]) > 10
    assert laid >= 8 and states[0].hands != states[1].hands


def test_opening_takes_a_permission_and_a_reason_and_a_form_that_is_sent(ada: Any) -> None:
    match = running_match(30)
    looker, opener = staff("looker"), staff("opener", "open_hands")
    assert browser(looker).get(act_at(match, "open")).status_code == 403
    assert browser(looker).post(act_at(match, "open"), {"reason": "so"}).status_code == 403
    assert "rule/open/" not in get(browser(looker), page(match))
    mine = browser(opener)
    assert "rule/open/" in get(mine, page(match)) and "rule/annul/" not in get(mine, page(match))
    assert mine.get(act_at(match, "open"), {"reason": "by an address"}).status_code == 200
    assert "Please give a reason" in mine.post(act_at(match, "open"), {"reason": "  "}).content.decode()
    assert not Ruling.objects.exists() and not LogEntry.objects.exists()
    assert browser(opener).post(act_at(match, "annul"), {"reason": "so"}).status_code == 403


def test_after_opening_that_administrator_alone_sees_the_hands_and_it_is_written_down(ada: Any) -> None:
    match = running_match(30)
    opener, other = staff("opener", "open_hands"), staff("other", "open_hands")
    answer = browser(opener).post(act_at(match, "open"), {"reason": "a card vanished"}, follow=True)
    state = load(match.pk).state
    html = answer.content.decode()
    hands = [format_hand(hand) for hand in state.hands if hand.bit_count() > 3]
    step = f"{LIST}{match.pk}/step/{match.version}/"
    assert hands and all(hand in get(browser(opener), f"{step}?hands=1") for hand in hands)
    assert CARD_ID.search(NO_CARDS.sub("", html)) and "a card vanished" in html
    assert not any(hand in get(browser(opener), step) for hand in hands), "on demand only"
    assert bytes(match.seed).hex() not in html and bytes(match.secret or b"?").hex() not in html
    for path in (page(match), f"{step}?hands=1"):
        seen = get(browser(other), path)
        assert not any(hand in seen for hand in hands) and not CARD_ID.search(NO_CARDS.sub("", seen))
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (opener, str(match.pk))
    assert entry.change_message == "Open the hands: a card vanished"
    ruling = Ruling.objects.get()
    assert (ruling.match, ruling.kind, ruling.by, ruling.reason) == (
        match,
        "opened",
        opener,
        "a card vanished",
    )


def test_who_plays_in_the_match_cannot_open_its_hands() -> None:
    player = staff("player", "open_hands")
    match = open_stored(users=[player])
    html = browser(player).post(act_at(match, "open"), {"reason": "curious"}, follow=True).content.decode()
    assert "You hold a seat of this match" in html and not Ruling.objects.exists()
    assert not CARD_ID.search(NO_CARDS.sub("", html))


# Ending and annulling


@pytest.mark.parametrize(("act", "status"), [("end", "ended"), ("annul", "annulled")])
def test_s89_an_administrator_ends_or_annuls_with_a_reason_and_the_log_stays(
    desk: Client, ada: Any, act: str, status: str
) -> None:
    match = running_match(30)
    log = list(Action.objects.filter(match=match).values())
    html = desk.post(act_at(match, act), {"reason": "everybody asked"}, follow=True).content.decode()
    assert Match.objects.get(pk=match.pk).status == status
    assert list(Action.objects.filter(match=match).values()) == log
    assert "everybody asked" in html and len(rows(html)) == 31
    assert f"{match.public_id}" in get(desk, f"{LIST}?status={status}")
    assert LogEntry.objects.get().change_message.endswith(": everybody asked")
    if act == "annul":
        assert "rule/" not in html, "there is nothing more to decide"
    # It is over: no ruling is needed to see the hands.
    assert CARD_ID.search(NO_CARDS.sub("", html)) and bytes(match.seed).hex() in html


def test_a_finished_match_can_be_annulled_and_not_ended(desk: Client) -> None:
    match = finished_match()
    assert "rule/end/" not in get(desk, page(match)) and "rule/open/" not in get(desk, page(match))
    desk.post(act_at(match, "end"), {"reason": "late"})
    assert Match.objects.get(pk=match.pk).status == "finished" and not Ruling.objects.exists()
    desk.post(act_at(match, "annul"), {"reason": "they had agreed"})
    assert Match.objects.get(pk=match.pk).status == "annulled"


# What only grows


def test_rulings_connections_and_the_audit_are_append_only(desk: Client, ada: Any, gale: Any) -> None:
    match = running_match(5, users=[gale])
    desk.post(act_at(match, "open"), {"reason": "why"})
    record(match_id=match.pk, user_id=gale.pk, kind=Kind.OPENED, at=match.opened_at + 1, pages=1)
    changes: list[Any] = [
        lambda: Ruling.objects.update(reason="other"),
        lambda: Ruling.objects.update(by=gale),
        lambda: Ruling.objects.all().delete(),
        lambda: ConnectionEvent.objects.update(at=0),
        lambda: ConnectionEvent.objects.update(user=ada),
        lambda: ConnectionEvent.objects.all()._raw_delete("default"),
        lambda: LogEntry.objects.update(change_message="nothing"),
        lambda: LogEntry.objects.update(user=gale),
        lambda: LogEntry.objects.all().delete(),
    ]
    for change in changes:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    assert (Ruling.objects.get().reason, ConnectionEvent.objects.get().user) == ("why", gale)


def test_an_account_may_go_without_taking_anything_with_it() -> None:
    player = make_user("gone", "떠난이")
    match = running_match(5, users=[player])
    record(match_id=match.pk, user_id=player.pk, kind=Kind.CAME, at=match.opened_at + 1)
    player.delete()
    assert ConnectionEvent.objects.get().user is None


def test_the_log_has_no_address_at_which_it_could_be_edited(desk: Client) -> None:
    match = finished_match()
    for model in ("action", "ruling", "connectionevent", "seat", "shuffle", "nonce"):
        for path in (f"/admin/game/{model}/", f"/admin/game/{model}/add/", f"/admin/game/{model}/1/change/"):
            assert desk.get(path).status_code == 404, path
    before = list(Action.objects.values())
    for path in (
        page(match),
        f"{LIST}{match.pk}/step/3/",
        f"{LIST}{match.pk}/delete/",
        f"{LIST}{match.pk}/history/",
    ):
        desk.post(path, {"seat": "0", "payload": "{}", "status": "playing", "_save": "1", "post": "yes"})
    assert list(Action.objects.values()) == before
    assert Match.objects.get(pk=match.pk).status == "finished"


# The log, narrowed, and the table at a step


def test_s90_the_log_shows_connections_in_words_between_the_actions_and_can_be_narrowed(
    desk: Client, gale: Any, pia: Any
) -> None:
    match = open_stored(users=[gale, pia], seed=b"\1" * 32, at=1_700_000_000_000)
    play_stored(match, until=lambda state: state.version == 20)
    record(match_id=match.pk, user_id=pia.pk, kind=Kind.OPENED, at=match.opened_at + 1500, pages=2)
    record(match_id=match.pk, user_id=pia.pk, kind=Kind.WENT, at=match.opened_at + 4500)
    lines = rows(get(desk, page(match)))
    assert len(lines) == 23
    assert lines[2] == "|2023-11-15 07:13:21.500|피아|opens a page (2 open)|connection|"
    assert lines[6].split("|")[2:4] == ["피아", "is away"]
    mine = rows(get(desk, f"{page(match)}?who=1"))
    assert mine and all("|피아|" in line for line in mine)
    assert any("opens a page" in line for line in mine)
    assert len(rows(get(desk, f"{page(match)}?kind=connection"))) == 2
    plays = rows(get(desk, f"{page(match)}?kind=play"))
    assert plays and all("|plays " in line for line in plays)
    assert len(rows(get(desk, f"{page(match)}?round=1"))) == 21
    assert len(rows(get(desk, f"{page(match)}?who=99&kind=nonsense&round=x"))) == 0


def test_s90_every_row_is_a_place_to_jump_to_and_leads_to_the_table_at_that_moment(desk: Client) -> None:
    match = running_match(30)
    html = get(desk, page(match))
    assert all(f'<tr id="v{n}">' in html for n in range(31))
    assert f'href="{LIST}{match.pk}/step/17/"' in html
    table = get(desk, f"{LIST}{match.pk}/step/17/")
    assert f'href="{LIST}{match.pk}/step/16/"' in table and f'href="{LIST}{match.pk}/step/18/"' in table
    assert f"{page(match)}#v17" in table
    assert rows(html)[17].split("|")[3].split(" / ")[0] in table
    assert table.count("<tr><td>") == 4
    assert desk.get(f"{LIST}{match.pk}/step/31/").status_code == 404
    assert desk.get(f"{LIST}{match.pk + 1}/step/0/").status_code == 404


def test_the_table_of_every_step_is_what_everybody_saw_then(desk: Client) -> None:
    match = running_match(40)
    names = ["a", "b", "c", "d"]
    for _entry, step in steps_of(match):
        public = observe_public(step.match)
        table = table_at(match, public.version, names, shows_hands=False)
        assert [(row.name, row.cards) for row in table.seats] == [
            (names[seat], public.counts[seat]) for seat in public.order
        ]
        assert len(table.tricks) == len(public.history)
        assert all(row.hand == "" for row in table.seats)
        shown = table_at(match, public.version, names, shows_hands=True)
        assert [row.hand for row in shown.seats] == [format_hand(step.match.hands[s]) for s in public.order]


def test_all_hands_of_a_finished_match_are_shown_on_demand(desk: Client) -> None:
    match = finished_match()
    first = f"{LIST}{match.pk}/step/0/"
    hands = [format_hand(hand) for hand in next(iter_states(match)).hands]
    assert not any(hand in get(desk, first) for hand in hands)
    assert all(hand in get(desk, f"{first}?hands=1") for hand in hands)


def iter_states(match: Match) -> Any:
    return (step.match for _entry, step in steps_of(match))


def test_the_pages_refuse_strangers_and_players(gale: Any, xan: Any) -> None:
    match = running_match(20, users=[gale])
    for user in (gale, xan):
        for path in views_of(match):
            assert browser(user).get(path).status_code == 302, path
        browser(user).post(act_at(match, "annul"), {"reason": "no"})
    assert Match.objects.get(pk=match.pk).status == "playing"


# Stuck matches and integrity


@pytest.mark.parametrize(
    ("anomaly", "broken"),
    [
        ("nothing-open", {"deadline": None}),
        ("nothing-open", {"due_at": None}),
        ("late", {"deadline": 1}),
        ("unmoved", {"due_at": 1}),
        ("log-differs", {"version": 29}),
        ("log-differs", {"version": 31}),
    ],
)
def test_a_stuck_match_is_found_by_filter_by_command_and_on_the_first_page(
    desk: Client, capsys: Any, anomaly: str, broken: dict[str, Any]
) -> None:
    well, finished = open_stored(), finished_match()
    match = running_match(30)
    soon = now_ms() + 20_000
    Match.objects.filter(pk__in=[well.pk, match.pk]).update(deadline=soon, due_at=soon)
    assert "Stuck matches: 0" in get(desk, "/admin/")
    call_command("find_stuck_matches")
    assert "0 stuck" in capsys.readouterr().out
    Match.objects.filter(pk=match.pk).update(**broken)
    for choice in (anomaly, "any"):
        html = get(desk, f"{LIST}?anomaly={choice}")
        assert match.public_id in html and well.public_id not in html and finished.public_id not in html
    assert "Stuck matches: 1" in get(desk, "/admin/")
    with pytest.raises(CommandError):
        call_command("find_stuck_matches")
    out = capsys.readouterr().out
    assert match.public_id in out and anomaly in out and well.public_id not in out


def test_integrity_is_checked_for_the_chosen_matches_and_told_for_each(desk: Client) -> None:
    good, bad, other = finished_match(), running_match(30), finished_match()
    tamper("UPDATE game_action SET seat = 3 - seat WHERE version = 20 AND match_id = %s", bad.pk)
    chosen = {"action": "check_integrity", "_selected_action": [good.pk, bad.pk]}
    html = desk.post(LIST, chosen).content.decode()
    table = html.split('id="checked"')[1]
    assert re.search(rf"{good.public_id}.*?everything agrees", table, re.S)
    assert re.search(rf"{bad.public_id}.*?class=\"wrong\"", table, re.S)
    assert other.public_id not in html


def test_the_check_tells_nothing_of_a_running_matchs_cards(desk: Client) -> None:
    match = running_match(30)
    tamper("UPDATE game_action SET seat = 3 - seat WHERE version = 20")
    html = desk.post(LIST, {"action": "check_integrity", "_selected_action": [match.pk]}).content.decode()
    state_ids = [text for hand in load_dealt(match) for text in card_ids(hand)]
    assert not any(text in NO_CARDS.sub("", html) for text in state_ids)
    assert bytes(match.seed).hex() not in html


def load_dealt(match: Match) -> tuple[int, ...]:
    return next(iter_states(match)).hands  # type: ignore[no-any-return]


# The list


@pytest.mark.parametrize("query", ["2023-11-15", "2023-11-10..2023-11-20", "GALE", "일"])
def test_a_match_is_found_by_day_by_username_and_by_a_part_of_a_name(
    desk: Client, gale: Any, query: str
) -> None:
    wanted, other = open_stored(users=[gale], seed=b"\1" * 32, at=1_700_000_000_000), open_stored()
    Match.objects.filter(pk=other.pk).update(room_name="x")
    html = get(desk, f"{LIST}?q={query}")
    assert wanted.public_id in html and other.public_id not in html


def test_an_annulled_match_still_tells_verify_what_it_should(desk: Client, ada: Any) -> None:
    match = running_match(30)
    Match.objects.filter(pk=match.pk).update(status="annulled")
    assert any("without a ruling" in words for words in verify(match.pk).differences)
    Match.objects.filter(pk=match.pk).update(status="playing")
    rulings.annul(match_id=match.pk, by_id=ada.pk, reason="so")
    assert verify(match.pk).differences == ()
