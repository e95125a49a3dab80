"""The hand shows what the server says may be played; the page only moves within that list."""

import pytest

from game.engine.actions import Autoplay, Origin
from game.engine.cards import JESTER, rank_counts
from game.engine.legal import legal_follows
from game.engine.observation import observe_public, observe_seat
from game.engine.options import Options
from game.engine.rules import apply
from game.rendering import private_fragments
from game.rendering.hand import suggestion
from tests.rendering.markup import only, text_of
from tests.rendering.scenes import NOW, first, phase_is, steps, table_for


def private(match, seat, language="ko"):
    own = None if seat is None else observe_seat(match, seat)
    return private_fragments(own, observe_public(match), table_for(match), language)


def groups_of(match, seat):
    return {
        int(group.attributes["data-rank"]): group.attributes
        for group in only(private(match, seat)["hand"]).find(class_="grp")
    }


def listed(groups):
    """Every set the page may offer, as (rank, count, jesters)."""
    return {
        (rank, *map(int, text.split(".")))
        for rank, attributes in groups.items()
        for text in (attributes.get("data-sets") or "").split()
    }


@pytest.mark.parametrize("players", [4, 6, 8])
def test_the_groups_offer_exactly_the_legal_sets(players):
    for match, _events in steps(players, seed=2):
        public = observe_public(match)
        if public.phase != "playing":
            continue
        own = observe_seat(match, public.current)
        groups = groups_of(match, public.current)
        assert listed(groups) == {(s.rank, s.count, s.jesters) for s in own.legal}
        assert {rank: int(a["data-have"]) for rank, a in groups.items()} == {
            rank: count for rank, count in enumerate(rank_counts(own.hand)) if count
        }


def test_a_group_is_bright_dashed_or_dim(scenes):
    scene = scenes["follow"]
    legal = scene.own.legal
    for rank, attributes in groups_of(scene.match, scene.viewer).items():
        mine = [played for played in legal if played.rank == rank]
        wanted = "0" if not mine else "1" if any(not played.jesters for played in mine) else "j"
        assert attributes["data-ok"] == wanted
        assert ("aria-disabled" in attributes) == (wanted == "0")


def test_a_dim_group_knows_why(scenes):
    scene = scenes["follow"]
    top = scene.public.top
    hand = only(private(scene.match, scene.viewer, "en")["hand"])
    assert hand.attributes["data-why-rank"] == f"Only numbers lower than {top.rank} can be played"
    assert hand.attributes["data-why-count"] == f"Play exactly {top.count} cards, like the set before"
    for group in hand.find(data_ok="0"):
        too_high = int(group.attributes["data-rank"]) >= top.rank
        assert group.attributes["data-why"] == ("rank" if too_high else "count")


def test_jesters_alone_are_dim_in_a_follow_and_bright_in_a_lead():
    for match, _events in steps(6, seed=4):
        public = observe_public(match)
        if public.phase == "playing" and rank_counts(match.hands[public.current])[JESTER]:
            jester = groups_of(match, public.current)[JESTER]
            assert jester["data-ok"] == ("1" if public.top is None else "0")


def test_whoever_waits_picks_ahead_of_what_lies_on_the_table(scenes):
    scene = scenes["wait"]
    groups = groups_of(scene.match, scene.viewer)
    ahead = legal_follows(scene.own.hand, scene.public.top)
    assert listed(groups) == {(s.rank, s.count, s.jesters) for s in ahead}
    form = only(private(scene.match, scene.viewer)["controls"])
    submits = form.find(type="submit")
    assert len(submits) == 1 and "disabled" in submits[0].attributes
    (ahead_pass,) = form.find(value="pass")
    assert ahead_pass.attributes["type"] == "button" and ahead_pass.attributes["aria-pressed"] == "false"


def test_who_is_locked_out_has_nothing_to_pick():
    match = first(
        lambda m: phase_is("playing")(m) and any(observe_public(m).locked_out),
        options=Options(pass_locks_out=True),
    ).match
    seat = observe_public(match).locked_out.index(True)
    assert {attributes["data-ok"] for attributes in groups_of(match, seat).values()} <= {"0"}


def test_one_tab_stop_in_the_hand(scenes):
    stops = [a["tabindex"] for a in groups_of(scenes["follow"].match, scenes["follow"].viewer).values()]
    assert stops == ["0"] + ["-1"] * (len(stops) - 1)


def test_received_tax_is_framed_and_the_worst_numbers_are_suggested(scenes):
    scene = scenes["tax"]
    own = scene.own
    got, suggested = rank_counts(own.tax.tribute), rank_counts(suggestion(own))
    assert sum(suggested) == own.owes.count
    assert max(rank for rank, count in enumerate(rank_counts(own.hand)) if count and rank != JESTER) in {
        rank for rank, count in enumerate(suggested) if count
    }
    groups = only(private(scene.match, scene.viewer)["hand"]).find(class_="grp")
    for group in groups:
        rank = int(group.attributes["data-rank"])
        classes = group.attributes["class"].split()
        assert ("is-got" in classes) == bool(got[rank])
        assert int(group.attributes.get("data-rec") or 0) == suggested[rank]


def test_a_payer_sees_what_came_back_until_the_first_set(scenes):
    scene = scenes["tax"]
    tax = next(tax for tax in scene.public.taxes if tax.returned)
    gift = observe_seat(scene.match, tax.payer).tax.gift
    framed = {r for r, a in groups_of(scene.match, tax.payer).items() if "is-got" in a["class"].split()}
    assert framed == {rank for rank, count in enumerate(rank_counts(gift)) if count}
    later = scenes["follow"]
    assert not any("is-got" in a["class"] for a in groups_of(later.match, later.viewer).values())


def test_somebody_who_watches_gets_no_hand_and_no_form(scenes):
    for name in ("follow", "tax", "revolution"):
        fragments = private(scenes[name].match, None)
        hand = only(fragments["hand"])
        assert "hidden" in hand.attributes and not hand.children
        assert not only(fragments["controls"]).find(tag="form")


def test_only_the_holder_of_both_jesters_is_asked_about_a_revolution(scenes):
    match = scenes["revolution"].match
    for seat in range(6):
        form = only(private(match, seat)["controls"])
        declaring = form.find(name="declareRevolution", value="true")
        assert len(declaring) == (seat == scenes["revolution"].viewer)


FIELDS = {
    "follow": {"type", "decision", "rank", "count", "jesters"},
    "revolution": {"type", "decision", "declareRevolution"},
    "tax": {"type", "decision", "ranks"},
    "round": {"type", "decision"},
}


@pytest.mark.parametrize("name", FIELDS)
def test_every_form_carries_the_decision_it_answers(scenes, name):
    scene = scenes[name]
    form = only(private(scene.match, scene.viewer)["controls"]).find(tag="form")[0]
    assert "ws-send" in form.attributes
    named = {
        field.attributes["name"]: field.attributes for field in form.walk() if field.attributes.get("name")
    }
    assert set(named) == FIELDS[name]
    assert named["decision"]["value"] == str(scene.public.decision)


def test_a_leader_cannot_press_pass_and_reads_why(scenes):
    scene = scenes["lead"]
    controls = only(private(scene.match, scene.viewer)["controls"])
    button = controls.find(name="type", value="pass")[0]
    assert button.attributes["aria-disabled"] == "true"  # it can be pressed to ask why
    assert text_of(controls.find(id=button.attributes["aria-describedby"])[0])


def test_autoplay_offers_the_way_back(scenes):
    scene = scenes["away"]
    away = only(private(scene.match, scene.viewer)["controls"]).find(class_="away")[0]
    sent = {field.attributes["name"]: field.attributes["value"] for field in away.find(type="hidden")}
    assert sent == {"type": "autoplay", "on": "false"}
    back = apply(scene.match, scene.viewer, Autoplay(False), origin=Origin.PLAYER, at=NOW).match
    assert not only(private(back, scene.viewer)["controls"]).find(class_="away")


def test_after_the_match_the_host_may_start_again_and_the_others_wait(scenes):
    """Everybody gets the same controls; the page around them knows who is host and hides the other half."""
    scene = scenes["final"]
    own, watching = (private(scene.match, viewer)["controls"] for viewer in (scene.viewer, None))
    assert own == watching
    controls = only(own)
    assert controls.find(tag="form")[0].attributes["action"] == "/r/K7MW3D/start/"
    buttons = controls.find(type="submit")
    assert [button.attributes.get("formaction") for button in buttons] == ["/r/K7MW3D/clear/", None]
    assert all("host-only" in button.attributes["class"] for button in buttons)
    assert "guest-only" in controls.find(tag="p")[0].attributes["class"]
