"""Nobody's HTML or JSON tells what another hand holds: not a byte changes when only unseen cards change."""

import random
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.cards import JESTERS, card_ids
from game.engine.events import events_for
from game.engine.observation import observe_public, observe_seat
from game.engine.options import Options
from game.rendering import private_fragments, public_fragments, stage
from game.view import view_json
from tests.rendering.markup import only, read
from tests.rendering.scenes import steps, table_for

CARD_ID = re.compile(r"\b(0[1-9]|1[0-3])-\d\d\b")


def moments(players, seed, options=None):
    """Some moments of one match, of every phase."""
    return list(steps(players, seed=seed, options=options))[::7]


def dealt_otherwise(match, keep, luck):
    """The same table with all hands but one dealt anew from the cards nobody there can see."""
    others = [seat for seat in range(match.setup.players) if seat != keep]
    pool = [1 << bit for seat in others for bit in range(80) if match.hands[seat] >> bit & 1]
    luck.shuffle(pool)
    hands = list(match.hands)
    for seat in others:
        size = match.hands[seat].bit_count()
        hands[seat], pool = sum(pool[:size]), pool[size:]
    return msgspec.structs.replace(match, hands=tuple(hands))


def everything_shown_to(match, seat, language):
    table = table_for(match)
    public = observe_public(match)
    own = None if seat is None else observe_seat(match, seat)
    frame = {
        **public_fragments(public, table, (), language),
        **private_fragments(own, public, table, language),
    }
    return stage(public, own, table, language), frame, view_json(public, own, table)


@settings(max_examples=25, deadline=None)
@given(
    players=st.integers(4, 8),
    seed=st.integers(1, 40),
    luck=st.randoms(use_true_random=False),
    language=st.sampled_from(["ko", "en"]),
    data=st.data(),
)
def test_a_view_is_the_same_however_the_unseen_cards_lie(players, seed, luck, language, data):
    match, _events = data.draw(st.sampled_from(moments(players, seed)))
    if observe_public(match).phase == "finished":
        return
    seat = data.draw(st.one_of(st.none(), st.integers(0, players - 1)))
    other = dealt_otherwise(match, seat, luck)
    if seat is not None and (tax := observe_seat(match, seat).tax):
        # Own tax cards are known to this seat; they did not move.
        assert observe_seat(other, seat).tax == tax
    assert everything_shown_to(match, seat, language) == everything_shown_to(other, seat, language)


def test_s97_the_holder_of_both_jesters_changes_no_byte_for_others(scenes):
    """Also where the other deal takes a jester away from its holder."""
    match = scenes["revolution"].match
    holder = scenes["revolution"].viewer
    deals = (dealt_otherwise(match, None, random.Random(number)) for number in range(100))
    other = next(deal for deal in deals if not any(hand & JESTERS == JESTERS for hand in deal.hands))
    assert match.hands[holder] & JESTERS == JESTERS
    assert everything_shown_to(match, None, "ko") == everything_shown_to(other, None, "ko")
    watcher = next(seat for seat in range(6) if seat != holder)
    kept = msgspec.structs.replace(match, hands=dealt_otherwise(match, watcher, random.Random(5)).hands)
    assert everything_shown_to(match, watcher, "ko") == everything_shown_to(kept, watcher, "ko")


def test_public_fragments_are_the_same_bytes_in_every_stage(scenes):
    scene = scenes["follow"]
    table = table_for(scene.match)
    stages = [
        stage(scene.public, None if seat is None else observe_seat(scene.match, seat), table, "ko")
        for seat in (None, *range(6))
    ]
    shared = public_fragments(scene.public, table, (), "ko")
    for html in stages:
        for fragment in shared.values():
            assert fragment.replace(' hx-swap-oob="true"', "").strip() in html


@pytest.mark.parametrize("name", ["follow", "tax", "taxed", "revolution", "draw", "round"])
def test_s45_no_card_id_is_ever_in_the_page(scenes, name):
    scene = scenes[name]
    table = table_for(scene.match)
    for seat in (None, *range(6)):
        own = None if seat is None else observe_seat(scene.match, seat)
        html = stage(scene.public, own, table, "ko")
        assert not CARD_ID.search(html.replace(table.match, ""))


def test_s44_backs_of_cards_carry_nothing(scenes):
    for name in ("tax", "revolution", "draw"):
        scene = scenes[name]
        html = public_fragments(scene.public, table_for(scene.match), (), "ko")["pile"]
        backs = [
            card for card in only(html).find(class_="card") if card.children[0].attributes["href"] == "#cb"
        ]
        assert backs
        for back in backs:
            assert back.attributes == {"class": "card", "aria-hidden": "true"}
            assert back.children[0].attributes == {"href": "#cb"}


def test_s42_tax_cards_are_named_to_payer_and_receiver_only(scenes):
    scene = scenes["tax"]
    public, table = scene.public, table_for(scene.match)
    tax = next(tax for tax in public.taxes if tax.returned)
    moved = observe_seat(scene.match, tax.payer).tax
    for seat in (None, *range(6)):
        own = None if seat is None else observe_seat(scene.match, seat)
        view = view_json(public, own, table)
        shown = next(line for line in view["taxes"] if line["from"] == tax.payer)
        knows = seat in (tax.payer, tax.receiver)
        assert shown["cardIds"] == (card_ids(moved.tribute) if knows else None)
        assert shown["returnedIds"] == (card_ids(moved.gift) if knows else None)
        log = read(stage(public, own, table, "en")).find(id="log")[0]
        assert len(log.find(class_="cut")) == 1 + len(public.taxes) + 1 + own_lines(scene.match, seat)


def own_lines(match, seat):
    """How many log lines only this seat reads: the cards it gave and got so far."""
    tax = None if seat is None else observe_seat(match, seat).tax
    return 0 if tax is None else 1 if tax.gift is None else 2


def test_private_events_never_reach_public_fragments(scenes):
    for match, events in moments(6, 3, Options(rounds=3)):
        table = table_for(match)
        public = observe_public(match)
        shared = public_fragments(public, table, events_for(events, None), "ko")
        for seat in range(6):
            extra = len(events_for(events, seat)) - len(events_for(events, None))
            own = private_fragments(
                observe_seat(match, seat),
                public,
                table,
                "ko",
                events_for(events, seat)[-extra:] if extra else (),
            )
            assert ("log" in own) == bool(extra)
        assert "tributeMoved" not in "".join(shared.values())
