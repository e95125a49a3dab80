"""Matches in the admin: found and looked at, never changed; a running one tells nothing that its table does not."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game.engine.actions import Action as Wish
from game.engine.actions import ConfirmHand, Next, Origin, Pass, Play, ReturnTax
from game.engine.cards import card_ids, lowest
from game.engine.notation import format_hand
from game.engine.observation import observe_public
from game.engine.options import parse_options
from game.engine.revolution import may_declare
from game.engine.rules import legal_sets, open_match, owing
from game.engine.sets import cards_for
from game.engine.state import Match as State
from game.engine.state import Playing, RevolutionCheck, RoundOver, TaxReturn
from game.models import Action, Match, Seat
from game.store import load
from tests.conftest import make_user
from tests.game.stored import append, finished_match, open_stored, play_stored, tamper

pytestmark = pytest.mark.django_db

LIST = "/admin/game/match/"
CARD_ID = re.compile(r"\b(?:0[1-9]|1[0-3])-\d\d\b")
NO_CARDS = re.compile(r"<svg.*?</svg>|\b\d{4}-\d\d-\d\d\b", re.S)  # drawings and dates


@pytest.fixture
def desk(ada: Any) -> Client:
    """The browser of an administrator who reads English."""
    ada.language = "en"
    ada.save()
    client = Client()
    client.force_login(ada)
    return client


def page(match: Match) -> str:
    return f"{LIST}{match.pk}/change/"


def get(desk: Client, path: str) -> str:
    response = desk.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def running_match(version: int = 30, **opening: Any) -> Match:
    match = open_stored(**opening)
    play_stored(match, until=lambda state: state.version == version)
    return match


def rows(html: str) -> list[str]:
    """The lines of the log as text, a bar between cells, a slash between the parts of a cell."""
    body = html.split('id="log"')[1].split("<tbody>")[1].split("</tbody>")[0]
    lines = []
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.S):
        cells = [re.sub(r"</?a\b[^>]*>", "", cell) for cell in re.findall(r"<td>(.*?)</td>", row, re.S)]
        lines.append("|".join(" / ".join(re.findall(r"<div>(.*?)</div>", c)) or c.strip() for c in cells))
    return lines


# The list


def test_the_list_shows_what_a_match_is(desk: Client) -> None:
    match = finished_match(players=5)
    html = get(desk, LIST)
    for text in (
        match.public_id,
        "주말 가족방 (AB23CD)",
        "finished",
        "5: 게일, 피아, 봇 하나",
        f">{match.version}<",
    ):
        assert text in html


@pytest.mark.parametrize("field", ["public_id", "room_code", "room_name", "player"])
def test_a_match_is_found_by_what_an_administrator_is_told(desk: Client, pia: Any, field: str) -> None:
    wanted, other = open_stored(users=[pia]), open_stored()
    Match.objects.filter(pk=other.pk).update(room_code="ZZZZZZ", room_name="elsewhere")
    Seat.objects.filter(match=other, index=0).update(name="Nobody")
    Seat.objects.filter(match=other, index=1).update(name="No one")
    query = {"public_id": wanted.public_id, "room_code": "ab23cd", "room_name": "가족", "player": "피아"}[
        field
    ]
    html = get(desk, f"{LIST}?q={query}")
    assert wanted.public_id in html
    assert other.public_id not in html


def test_the_list_is_filtered_by_status(desk: Client) -> None:
    running, finished = open_stored(), finished_match()
    html = get(desk, f"{LIST}?status=finished")
    assert finished.public_id in html
    assert running.public_id not in html


@pytest.mark.parametrize(
    ("choice", "found"), [("today", 1), ("week", 2), ("month", 3), ("year", 4), ("all", 5)]
)
def test_the_list_is_filtered_by_the_day_of_opening(desk: Client, choice: str, found: int) -> None:
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    for days in (0, 5, 20, 200, 500):
        at = int((midnight - timedelta(days=days)).timestamp() * 1000) + 1000
        Match.objects.filter(pk=open_stored().pk).update(opened_at=at)
    html = get(desk, f"{LIST}?opened={choice}" if choice != "all" else LIST)
    assert html.count('class="field-identity"') == found


def test_the_list_asks_as_much_of_the_database_for_one_match_as_for_many(
    desk: Client, gale: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(12):
        open_stored(players=8, users=[gale])
    get(desk, LIST)  # permissions and content types are known from here on
    for query in ("", "q=게일", "q=게일&status=playing&opened=week", "anomaly=any"):
        with django_assert_max_num_queries(7):
            html = get(desk, f"{LIST}?{query}")
    assert html.count('class="field-identity"') == 0
    assert get(desk, f"{LIST}?q=게일&status=playing&opened=week").count('class="field-identity"') == 12


# The page of a match


def test_the_log_says_in_plain_words_who_did_what_and_why(desk: Client, gale: Any) -> None:
    match = open_stored(users=[gale], seed=b"\1" * 32, at=1_700_000_000_000)
    state = load(match.pk).state
    for seat in range(4):
        origin = Origin.TIMEOUT if seat == 0 else Origin.BOT
        state = append(match, state, seat, ConfirmHand(), origin)
    match.save()
    lines = rows(get(desk, page(match)))
    assert len(lines) == 5
    assert lines[0].startswith(
        "0|2023-11-15 07:13:20.000||the match is opened for 4 players / round 1 is dealt; "
    )
    assert lines[1] == "1|2023-11-15 07:13:21.000|게일|confirms the hand|deadline passed|19.0 s of 20 s left"
    payer, receiver = observe_public(state).order[-1], observe_public(state).order[0]
    names = ["게일", "피아", "봇 하나", "봇 둘"]
    tax = f"tax: {names[payer]} gives {names[receiver]} 2 cards"
    assert lines[4].startswith("4|2023-11-15 07:13:24.000|봇 둘|confirms the hand / ")
    assert tax in lines[4]


def test_sets_are_written_in_notation(desk: Client) -> None:
    lines = rows(get(desk, page(running_match(60, players=6))))
    assert any(re.search(r"\|plays \dx(\d+(\+2?J)?|J), \d+ left", line) for line in lines)
    assert any("|passes" in line for line in lines)


def test_the_page_of_a_running_match_says_where_it_stands(desk: Client) -> None:
    match = running_match(30)
    html = get(desk, page(match))
    public = observe_public(load(match.pk).state)
    names = ["게일", "피아", "봇 하나", "봇 둘"]
    assert "<li>round 1 of 1</li>" in html
    assert f"<li>waiting for: {names[public.owing[0]]}</li>" in html
    assert ", ".join(f"{names[seat]} {public.counts[seat]}" for seat in public.order) in html


def test_a_finished_match_shows_everything(desk: Client) -> None:
    match = finished_match(rounds=3)
    html = get(desk, page(match))
    lines = rows(html)
    assert bytes(match.seed).hex() in html
    assert len(lines) == match.version + 1
    assert sum("is dealt" in line for line in lines) == 3
    laid = list(Action.objects.filter(match=match, type="play"))
    for action in laid:
        assert f"|{' '.join(action.payload['cardIds'])}|" in lines[action.version].replace(" / ", "|") + "|"
    state = load(match.pk).state
    assert lines[-1].endswith(f"|{format_hand(state.hands[laid[-1].seat])}")


def test_the_page_asks_as_much_of_the_database_for_a_short_log_as_for_a_long_one(
    desk: Client, gale: Any, pia: Any, django_assert_max_num_queries: Any
) -> None:
    short, long = open_stored(users=[gale, pia]), finished_match(users=[gale, pia], players=8, rounds=5)
    get(desk, page(short))
    for match in (short, long):
        with django_assert_max_num_queries(11):  # two more for what connections did, and for rulings
            get(desk, page(match))


def test_a_damaged_log_is_shown_as_far_as_it_replays(desk: Client) -> None:
    match = running_match(30)
    tamper("UPDATE game_action SET type = 'next' WHERE version = 20")
    html = get(desk, page(match))
    assert "The log cannot be replayed after version 19 (wrong_phase)." in html
    assert len(rows(html)) == 20


def test_a_match_of_another_engine_is_shown_without_its_log(desk: Client) -> None:
    match = running_match(30)
    Match.objects.update(engine="0")
    assert "This match was played by engine 0." in get(desk, page(match))


def test_names_of_players_are_text_and_no_markup(desk: Client) -> None:
    match = running_match(12)
    Seat.objects.filter(match=match).update(name="<b>x</b>")
    for path in (LIST, page(match)):
        assert "<b>x</b>" not in get(desk, path)


# Nothing can be changed


@pytest.mark.parametrize("path", ["add/", "{pk}/delete/"])
def test_there_is_no_page_to_add_or_delete_a_match(desk: Client, path: str) -> None:
    match = finished_match()
    address = LIST + path.format(pk=match.pk)
    assert desk.get(address).status_code == 403
    assert desk.post(address, {"post": "yes"}).status_code == 403
    assert Match.objects.filter(pk=match.pk).exists()


def test_a_match_cannot_be_changed(desk: Client) -> None:
    match = finished_match()
    html = get(desk, page(match))
    assert not re.search(r'<input type="submit"[^>]*name="_(save|continue|addanother|saveasnew)"', html)
    seats = {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}
    assert desk.post(page(match), {"status": "playing", "version": "0", **seats}).status_code == 403
    assert Match.objects.get(pk=match.pk).version == match.version


def test_many_matches_cannot_be_deleted_at_once(desk: Client) -> None:
    match = finished_match()
    assert "delete_selected" not in get(desk, LIST)
    chosen = {"action": "delete_selected", "_selected_action": [match.pk], "post": "yes"}
    desk.post(LIST, chosen)
    assert Match.objects.filter(pk=match.pk).exists()
    assert Action.objects.filter(match=match).count() == match.version


def test_rows_of_the_log_have_no_page_of_their_own(desk: Client) -> None:
    assert not admin.site.is_registered(Action)
    assert not admin.site.is_registered(Seat)
    assert desk.get("/admin/game/action/").status_code == 404
    assert "/admin/game/action/" not in get(desk, "/admin/")


def test_the_database_itself_refuses_to_change_or_delete_a_row_of_the_log() -> None:
    match = finished_match()
    for change in (lambda log: log.update(seat=3), lambda log: log.delete()):
        with pytest.raises(IntegrityError), transaction.atomic():
            change(Action.objects.filter(match=match, version=3))


def test_somebody_of_the_staff_who_may_change_matches_may_only_look(gale: Any) -> None:
    match = running_match(20)
    gale.is_staff = True
    gale.save()
    gale.user_permissions.set(Permission.objects.filter(content_type__app_label="game"))
    client = Client()
    client.force_login(gale)
    assert client.get(page(match)).status_code == 200
    assert client.post(f"{LIST}{match.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_stranger_and_a_player_see_no_admin_page(gale: Any, xan: Any) -> None:
    match = running_match(20, users=[gale])
    for user in (gale, xan):
        client = Client()
        client.force_login(user)
        for path in (LIST, page(match)):
            response = client.get(path)
            assert response.status_code == 302
            assert match.public_id not in response.content.decode()


# A running match keeps its secrets


def secret_pages(match: Match) -> list[str]:
    return ["/admin/", LIST, f"{LIST}?q={match.public_id}", page(match), f"{LIST}{match.pk}/history/"]


@pytest.mark.parametrize("version", [0, 2, 5, 30])
def test_a_running_match_shows_no_hand_no_seed_and_no_card(desk: Client, version: int) -> None:
    match = running_match(version, players=4, removeHighCards=True)
    state = load(match.pk).state
    for path in secret_pages(match):
        html = get(desk, path)
        assert bytes(match.seed).hex() not in html
        assert not CARD_ID.search(NO_CARDS.sub("", html))
        for hand in state.hands:
            assert hand.bit_count() < 4 or format_hand(hand) not in html
        assert "cardIds" not in html


@pytest.mark.parametrize(
    "question",
    ["seed__gt=AAAA", "seed=AAAA", "actions__payload__contains=07-03", "actions__isnull=0", "result__isnull=1",
     "commitment__startswith=0", "seats__user__password__startswith=p", "pk__in=1", "version=3"],
)  # fmt: skip
def test_an_address_cannot_ask_about_what_is_not_shown(desk: Client, question: str) -> None:
    running_match(8)
    response = desk.get(f"{LIST}?{question}")
    assert response.status_code in (302, 400)
    if response.status_code == 302:
        assert response["Location"].endswith("?e=1")


def normalized(html: str, match: Match) -> str:
    """A page without its ids: primary keys, the public id, the commitment, and the form's random token."""
    html = html.replace(match.public_id, "ID").replace(match.commitment, "COMMITMENT")
    html = html.replace(match.public_id[:8], "ID")
    html = re.sub(r'name="seats-(\d+)-(id|match)" value="\d+"', r'name="seats-\1-\2"', html)
    html = html.replace(f"/match/{match.pk}/", "/match/PK/")
    html = re.sub(r'name="_selected_action" value="\d+"', 'name="_selected_action"', html)
    html = re.sub(r'(aria-label="Select this object for an action - )\w+', r"\1", html)
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html)


def seeds_with_order(order: tuple[int, ...], *, declarer: int | None = None) -> Iterator[bytes]:
    """Seeds whose first standing is `order`; nobody holds both jesters, or `declarer` does."""
    options = parse_options({"rounds": 3, "firstRanking": "random"})
    for number in count():
        seed = number.to_bytes(32, "big")
        state = open_match(players=4, options=options, seed=seed, at=0).match
        holders = [seat for seat, hand in enumerate(state.hands) if may_declare(hand)]
        if state.round.order == order and holders == ([] if declarer is None else [declarer]):
            yield seed


def twins(*seeds: bytes) -> list[Match]:
    return [open_stored(seed=seed, at=1_700_000_000_000, rounds=3, firstRanking="random") for seed in seeds]


def same_for_both(states: list[State], seat: int, turn: int) -> list[Wish] | None:
    """What the seat may do in both matches so that it looks the same; None where there is nothing."""
    match states[0].phase:
        case RevolutionCheck():
            return [ConfirmHand(), ConfirmHand()]
        case TaxReturn():
            owed = next(tax.count for tax in states[0].round.public_taxes if tax.receiver == seat)
            return [ReturnTax(lowest(state.hands[seat], owed)) for state in states]
        case RoundOver():
            return [Next(), Next()]
    common = sorted(set(legal_sets(states[0], seat)) & set(legal_sets(states[1], seat)))
    if common:
        played = common[-1 - turn % min(3, len(common))]
        return [Play(cards_for(state.hands[seat], played)) for state in states]
    return None if states[0].table.top is None else [Pass(), Pass()]


def test_two_running_matches_that_differ_in_hidden_cards_alone_have_the_same_pages(desk: Client) -> None:
    seeds = seeds_with_order((2, 0, 3, 1))
    matches = twins(next(seeds), next(seeds))
    states = [load(match.pk).state for match in matches]
    compared = laid = 0
    while True:
        assert states[0].hands != states[1].hands
        pages = []
        for match in matches:
            match.save()
            pages.append(normalized(get(desk, page(match)), match))
        assert pages[0] == pages[1]
        compared += 1
        seat = owing(states[0])[0]
        assert owing(states[0]) == owing(states[1])
        wishes = same_for_both(states, seat, compared)
        if wishes is None or compared == 60:
            break
        laid += isinstance(wishes[0], Play)
        states = [
            append(match, state, seat, wish, Origin.PLAYER)
            for match, state, wish in zip(matches, states, wishes, strict=True)
        ]
    # The comparison means something only if much was played, and differently behind the backs.
    assert laid >= 12
    logs = [list(Action.objects.filter(match=m).order_by("version").values_list("payload")) for m in matches]
    assert logs[0] != logs[1]
    assert isinstance(states[0].phase, Playing)


def test_a_declaration_tells_nothing_until_everybody_has_confirmed(desk: Client) -> None:
    order = (2, 0, 3, 1)
    matches = twins(next(seeds_with_order(order, declarer=0)), next(seeds_with_order(order)))
    for match, declares in zip(matches, (True, False), strict=True):
        append(match, load(match.pk).state, 0, ConfirmHand(declares), Origin.PLAYER)
        match.save()
    pages = [normalized(get(desk, page(match)), match) for match in matches]
    assert pages[0] == pages[1]
    assert "confirms the hand" in pages[0]


def test_the_list_shows_the_same_of_both(desk: Client) -> None:
    seeds = seeds_with_order((1, 0, 3, 2))
    lists = []
    for match in twins(next(seeds), next(seeds)):
        append(match, load(match.pk).state, 0, ConfirmHand(), Origin.PLAYER)
        match.save()
        lists.append(normalized(get(desk, f"{LIST}?q={match.public_id}"), match))
    assert lists[0] == lists[1]


def test_the_admin_of_another_app_is_no_way_round(desk: Client) -> None:
    running_match(8, users=[make_user("zeno", "제노")])
    address = reverse("admin:accounts_user_changelist")
    for question in ("match_seats__match__seed__gt=AAAA", "match_seats__match__actions__seat=0"):
        assert desk.get(f"{address}?{question}").status_code == 400


def test_a_hand_would_be_noticed() -> None:
    """The searches above find what they look for: a card id and a hand as they would stand in a page."""
    hand = load(open_stored().pk).state.hands[0]
    assert CARD_ID.search(f"<td>{' '.join(card_ids(hand))}</td>")
    assert NO_CARDS.sub("", "<td>2026-01-02 10:11:12.345 07-03</td>") == "<td> 10:11:12.345 07-03</td>"
