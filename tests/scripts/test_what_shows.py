"""What is to be seen at the table and what is not: tips that are off, notices said twice, cards drawn after a tie."""

import pytest

from game.rendering import toast

LEGIBLE_PX = 14
SEEN = """selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility(
    { visibilityProperty: true })).map(element => element.textContent.trim())"""


def test_tips_that_are_off_leave_no_words_over_the_table_while_their_place_is_kept(open_table):
    page = open_table("follow").page
    assert len(page.evaluate(SEEN, ".tip > span > span")) == 1
    page.click("[data-tipoff]")
    assert page.locator(".tip").bounding_box()["height"] >= 38
    assert page.evaluate(SEEN, ".tip, .tip *") == []


def test_the_same_notice_is_shown_once_whoever_says_it(open_table):
    table = open_table("follow")
    slow = "조금 천천히 보내 주세요"
    for _ in range(3):
        table.send(toast(slow, "bad", "ko"))
    assert table.page.locator("#toast .toast").all_inner_texts() == [slow]
    table.send(toast("다른 알림", "bad", "ko"))
    assert table.page.locator("#toast .toast").count() == 2


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (1280, 800)])
def test_a_draw_after_a_tie_shows_both_cards(open_table, width, height):
    table = open_table("draw", keep_closed=True)
    table.page.set_viewport_size({"width": width, "height": height})
    scene = table.scene
    tied = [seat for seat, draws in enumerate(scene.public.draws) if len(draws) > 1]
    assert tied
    for seat in tied:
        cards = table.page.locator(f"#seat-{seat} .drawn .card")
        assert cards.count() == len(scene.public.draws[seat])
        boxes = [card.bounding_box() for card in cards.all()]
        assert all(box and box["width"] >= LEGIBLE_PX for box in boxes), seat
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes), seat
        assert boxes[0]["x"] < boxes[1]["x"], "in the order in which they were drawn"


@pytest.mark.parametrize(("name", "words"), [("plain", "손패를 확인해"), ("tax", "돌려줄 카드를")])
def test_whoever_owes_an_answer_is_told_so_in_the_colour_of_a_turn(open_table, name, words):
    table = open_table(name, keep_closed=True)
    page, owing = table.page, table.scene.public.owing
    colour = "getComputedStyle(document.querySelector('#status')).backgroundColor"
    page.evaluate("document.documentElement.dataset.motion = 'less'")
    assert str(table.scene.viewer) in page.get_attribute("#status", "data-slot").split()
    assert words in table.text("#status") and page.evaluate(colour) != "rgba(0, 0, 0, 0)"
    other = next(seat for seat in range(table.scene.public.players) if seat not in owing)
    page.evaluate("seat => { document.querySelector('#stage').dataset.me = seat }", str(other))
    assert words not in table.text("#status") and page.evaluate(colour) == "rgba(0, 0, 0, 0)"


def test_l_goes_to_the_log_where_it_is_always_there(open_table):
    page = open_table("follow").page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("l")
    assert page.evaluate("document.activeElement.id") == "log"
