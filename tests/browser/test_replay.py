"""The replay in a browser: buttons, keys, scrubber, playing by itself, links; and earlier tricks while one plays."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import DESKTOP, SMALL
from tests.browser.screens import HOST, SCREENS, STILL, Stage

SCREEN = {screen.name: screen for screen in SCREENS}


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return STILL


@pytest.fixture
def page(stage: Stage) -> Page:
    return stage.visit(SCREEN["replay"], size=DESKTOP, language="ko").page


def test_every_way_leads_to_its_step_and_the_address_follows(page: Page) -> None:
    moment = page.locator("#moment .secs")
    last = int(page.locator("#pos").get_attribute("max") or 0)
    page.locator("[data-go=next]").click()
    expect(moment).to_have_text(f"61 / {last} 수")
    expect(page).to_have_url(re.compile(r"step=61&as=all$"))
    page.keyboard.press("ArrowLeft")
    expect(moment).to_have_text(f"60 / {last} 수")
    page.keyboard.press("End")
    expect(page.locator("#result h2")).to_have_text("게임 끝!")
    page.keyboard.press("Home")
    expect(moment).to_have_text(f"0 / {last} 수")
    tricks = [int(n) for n in (page.locator("#stage").get_attribute("data-tricks") or "").split()]
    page.keyboard.press("Shift+ArrowRight")
    expect(moment).to_have_text(f"{tricks[1]} / {last} 수")
    page.locator("#pos").fill("100")
    expect(moment).to_have_text(f"100 / {last} 수")
    page.locator("#pos").focus()
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_text(f"101 / {last} 수")
    page.keyboard.press("Shift+ArrowLeft")
    expect(moment).to_have_text(f"{max(t for t in tricks if t < 101)} / {last} 수")
    address, words = page.url, page.locator("#moment .what").inner_text()
    page.reload()
    assert page.url == address
    expect(page.locator("#moment .what")).to_have_text(words)


def test_it_plays_by_itself_and_stops_when_somebody_steps(page: Page) -> None:
    page.locator("[name=speed][value='2']").check(force=True)
    button = page.locator("[data-play]")
    expect(button).to_have_accessible_name("재생")
    page.keyboard.press("Space")
    expect(button).to_have_accessible_name("멈춤")
    expect(page).to_have_url(re.compile("step=62"), timeout=8000)
    page.locator("[data-go=prev]").click()
    expect(button).to_have_accessible_name("재생")
    page.wait_for_timeout(300)
    stopped = page.url
    page.wait_for_timeout(1200)
    assert page.url == stopped


def test_each_step_is_read_out_once(page: Page) -> None:
    page.evaluate(
        """() => { window.said = []; new MutationObserver(() => {
        const text = document.getElementById('say').textContent; if (text) window.said.push(text); })
        .observe(document.getElementById('say'), { childList: true, characterData: true, subtree: true }); }"""
    )
    shown = []
    for number in (61, 62, 63):
        page.locator("[data-go=next]").click()
        expect(page).to_have_url(re.compile(f"step={number}"))
        page.wait_for_timeout(200)
        shown.append(page.locator("#moment .what").inner_text())
    assert page.evaluate("window.said") == shown


def test_with_a_seats_eyes_that_hand_lies_in_front(page: Page) -> None:
    page.locator("#as").select_option("1")
    expect(page.locator("#stage")).to_have_attribute("data-me", "1")
    expect(page.locator("#hand .grp").first).to_be_visible()
    expect(page.locator("#hands")).to_be_hidden()
    assert page.locator("#hand button").count() == 0
    page.locator("#as").select_option("all")
    expect(page.locator("#hands li")).to_have_count(6)
    expect(page.locator("#hand")).to_be_hidden()


def test_steps_that_were_seen_are_not_fetched_again(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/step/" in request.url else None)
    for way in ("next", "prev", "next", "prev", "next"):
        page.locator(f"[data-go={way}]").click()
        page.wait_for_timeout(150)
    assert len(asked) == len(set(asked)) <= 6


def test_the_hands_are_a_sheet_on_a_small_phone(stage: Stage) -> None:
    page = stage.visit(SCREEN["replay"], size=SMALL, language="ko").page
    page.locator(".side-open").click()
    expect(page.locator("#hands li").first).to_be_visible()
    page.go_back()
    expect(page.locator("#side")).not_to_have_class(re.compile("open"))
    assert "/replay/" in page.url


def test_the_tricks_of_a_running_round_can_be_paged_through(stage: Stage) -> None:
    page = stage.visit(SCREEN["table-tricks"], size=DESKTOP, language="ko").page
    dialog = page.locator("#trick")
    at, total = map(int, re.findall(r"\d+", dialog.locator(".trick-ways span").inner_text()))
    assert at == total > 1
    dialog.locator("[data-trick]").first.click()
    expect(dialog.locator(".trick-ways span")).to_have_text(f"트릭 {at - 1} / {total}")
    page.keyboard.press("ArrowRight")
    expect(dialog.locator(".trick-ways span")).to_have_text(f"트릭 {at} / {total}")
    expect(page.locator("#stage[data-stage=table]")).to_be_attached()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_without_scripts_every_step_is_a_link(stage: Stage) -> None:
    address = stage.visit(SCREEN["replay"], size=DESKTOP, language="ko").page.url
    context = stage.browser.new_context(java_script_enabled=False)
    context.add_cookies([{"name": "sessionid", "value": stage.sessions[HOST], "url": stage.url}])
    page = context.new_page()
    page.goto(address)
    page.locator("[data-go=next]").click()
    expect(page.locator("#moment .secs")).to_contain_text("61 /")
    page.locator("#as").select_option("2")
    page.locator("noscript button").click()
    expect(page.locator("#hand .grp").first).to_be_visible()
    assert "step=61" in page.url and "as=2" in page.url
    context.close()
