"""Picking cards by tap and by key: the choice moves only within what the server listed."""

import pytest

from game.engine.cards import JESTER, rank_counts


def group(rank):
    return f'#hand .grp[data-rank="{rank}"]'


def listed(table, ok):
    return [int(g.get_attribute("data-rank")) for g in table.page.query_selector_all(f'.grp[data-ok="{ok}"]')]


@pytest.fixture
def follow(open_table):
    return open_table("follow", keep_closed=True)


@pytest.fixture
def lead(open_table):
    return open_table("lead", keep_closed=True)


def choice(table):
    return tuple(table.value(name) for name in ("rank", "count", "jesters"))


def test_one_tap_takes_the_count_that_is_needed(follow):
    rank = (listed(follow, "1") or listed(follow, "j"))[0]
    follow.page.click(group(rank))
    top = follow.scene.public.top
    fewest = min(s.jesters for s in follow.scene.own.legal if s.rank == rank)
    assert choice(follow) == (str(rank), str(top.count), str(fewest))
    assert follow.page.is_enabled("#go")
    assert follow.page.get_attribute(group(rank), "aria-pressed") == "true"
    follow.page.click(group(rank))
    assert choice(follow)[0] == "" and follow.page.is_disabled("#go")


def test_a_dim_group_says_why_and_leaves_the_choice(follow):
    chosen = (listed(follow, "1") or listed(follow, "j"))[0]
    follow.page.click(group(chosen))
    dim = next(r for r in listed(follow, "0") if r >= follow.scene.public.top.rank)
    follow.page.click(group(dim), force=True)  # `aria-disabled` does not forbid asking why
    assert f"{follow.scene.public.top.rank}보다 낮은 숫자만 낼 수 있어요" in follow.text("#toast")
    assert choice(follow)[0] == str(chosen)


def test_leading_takes_all_of_a_number_then_fewer(lead):
    counts = rank_counts(lead.scene.own.hand)
    rank = max(range(1, 13), key=counts.__getitem__)
    lead.page.click(group(rank))
    assert choice(lead) == (str(rank), str(counts[rank]), "0")
    assert lead.page.is_disabled('[data-step="1"]')
    lead.page.click('[data-step="-1"]')
    assert choice(lead) == (str(rank), str(counts[rank] - 1), "0")
    for _ in range(counts[rank] - 2):
        lead.page.click('[data-step="-1"]')
    assert choice(lead)[1] == "1" and lead.page.is_disabled('[data-step="-1"]')


def test_a_jester_comes_on_top_when_leading_and_goes_again(lead):
    counts = rank_counts(lead.scene.own.hand)
    assert counts[JESTER] == 1
    rank = max(range(1, 13), key=counts.__getitem__)
    lead.page.click(group(rank))
    lead.page.click(".mix")
    assert choice(lead) == (str(rank), str(counts[rank] + 1), "1")
    lead.page.click(".mix")
    assert choice(lead) == (str(rank), str(counts[rank]), "0")


def test_s82_keys_pick_by_place_on_the_keyboard(lead):
    rank = next(r for r, n in enumerate(rank_counts(lead.scene.own.hand)) if n)
    lead.page.keyboard.press(f"Digit{rank}" if rank < 10 else "Digit0")
    assert choice(lead)[0] == str(rank)
    lead.page.keyboard.press("Escape")
    assert choice(lead)[0] == ""


def test_a_key_that_belongs_to_a_syllable_is_left_alone(lead):
    rank = next(r for r, n in enumerate(rank_counts(lead.scene.own.hand)) if n)
    press = "e => document.body.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, ...e}))"
    lead.page.evaluate(press, {"code": f"Digit{rank}", "key": "Process", "isComposing": True})
    lead.page.evaluate(press, {"code": f"Digit{rank}", "key": "Process", "keyCode": 229})
    assert choice(lead)[0] == ""
    lead.page.evaluate(press, {"code": f"Digit{rank}", "key": str(rank)})
    assert choice(lead)[0] == str(rank)


def test_shortcuts_can_be_turned_off(lead):
    rank = next(r for r, n in enumerate(rank_counts(lead.scene.own.hand)) if n)
    lead.page.evaluate("document.documentElement.dataset.keys = 'off'")
    lead.page.keyboard.press(f"Digit{rank}")
    assert choice(lead)[0] == ""


def test_p_on_a_lead_explains_itself(lead):
    lead.page.keyboard.press("p")
    assert "새로 시작할 때는 패스할 수 없어요" in lead.text("#toast")
    assert lead.text("#toast .toast span") and lead.page.inner_text("#say-now") is not None


def test_a_pass_on_a_lead_explains_itself_when_tapped_and_sends_nothing(open_table):
    table = open_table("lead")
    assert table.page.get_attribute("#no", "aria-disabled") == "true"
    table.page.click("#no", force=True)
    assert "새로 시작할 때는 패스할 수 없어요" in table.text("#toast")
    table.wait(120)
    assert table.got == []


def test_without_a_playable_card_the_pass_is_what_is_offered(open_table):
    table = open_table("stuck", keep_closed=True)
    assert "낼 수 있는 카드가 없어요" in table.text("#go") and table.page.is_disabled("#go")
    assert "alt" not in table.page.get_attribute("#no", "class").split()
    assert table.page.is_enabled("#no")


def test_arrows_walk_the_hand_with_one_tab_stop(lead):
    lead.page.focus(".grp[tabindex='0']")
    ranks = [g.get_attribute("data-rank") for g in lead.page.query_selector_all(".grp")]
    lead.page.keyboard.press("ArrowRight")
    assert lead.page.evaluate("document.activeElement.dataset.rank") == ranks[1]
    lead.page.keyboard.press("End")
    assert lead.page.evaluate("document.activeElement.dataset.rank") == ranks[-1]
    assert lead.page.evaluate("document.querySelectorAll('.grp[tabindex=\"0\"]').length") == 1


def test_a_tax_takes_exactly_what_is_owed(open_table):
    table = open_table("tax", keep_closed=True)
    need = table.scene.own.owes.count
    table.page.click("[data-suggest]")
    assert len(table.value("ranks").split(",")) == need
    assert table.page.is_enabled("#go")
    other = next(
        g.get_attribute("data-rank") for g in table.page.query_selector_all('.grp[aria-pressed="false"]')
    )
    table.page.click(group(other))
    assert f"{need}장을 골라야 해요" in table.text("#toast")
    assert len(table.value("ranks").split(",")) == need


def test_whoever_waits_may_pick_ahead_but_not_play(open_table):
    table = open_table("wait", keep_closed=True)
    ahead = listed(table, "1") + listed(table, "j")
    if ahead:
        table.page.click(group(ahead[0]))
        assert choice(table)[0] == str(ahead[0])
    assert table.page.is_disabled("#go") and table.page.get_attribute("#no", "type") == "button"
