"""The table as a person sees and works it: reads the page, clicks on it. Knows no rule the page does not show."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.person import until

READ = """() => {
  const $ = selector => document.querySelector(selector);
  const stage = $('#stage'), form = $('#controls form.controls'), pile = $('#pile'), clock = $('#status .secs');
  return {
    stage: stage?.dataset.stage || '', me: stage?.dataset.me || '',
    match: $('#at')?.dataset.match || '', version: +($('#at')?.dataset.version ?? -1),
    mode: $('#controls .controls')?.dataset.mode || '', decision: form?.elements.decision?.value || '',
    lead: form?.dataset.lead !== undefined, busy: form?.getAttribute('aria-busy') === 'true',
    inert: !!$('#controls')?.inert, net: document.documentElement.dataset.net || '',
    turn: $('#status')?.dataset.slot ?? '', what: $('#status .what')?.innerText || '',
    deadline: +(clock?.dataset.deadline || 0), clock: clock?.innerText.trim() || '',
    pile: pile ? `${pile.dataset.kind} ${pile.dataset.rank || ''}x${pile.dataset.count || ''}` : '',
    hand: [...document.querySelectorAll('#hand .grp')].map(g => ({
      rank: +g.dataset.rank, have: +g.dataset.have, ok: g.dataset.ok, on: g.getAttribute('aria-pressed') === 'true',
    })),
    go: $('#go') ? !$('#go').disabled : false, goText: $('#go [data-what]')?.innerText || '',
    log: $('#log')?.innerText || '', final: !!$('#result.is-final'), result: !!$('#result:not([hidden])'),
    banner: [...document.querySelectorAll('[data-net-banner], #net')]
      .filter(b => !b.hidden).map(b => b.innerText).join(' '),
    toasts: [...document.querySelectorAll('#toast .toast')].map(t => t.innerText),
  };
}"""


class Table:
    """One page that shows a table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def read(self) -> dict[str, Any]:
        """What the page shows now."""
        return self.page.evaluate(READ)  # type: ignore[no-any-return]

    def when(self, what: str, *, seconds: float = 20, **wanted: Any) -> dict[str, Any]:
        """Wait until all of these readings have these values; the readings then."""
        seen: dict[str, Any] = {}

        def fits() -> bool:
            seen.update(self.read())
            return all(seen[name] == value for name, value in wanted.items())

        try:
            until(self.page, fits, what, seconds=seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; the page shows {seen}") from None
        return seen

    def asked(self, *, seconds: float = 30) -> dict[str, Any]:
        """Wait until this person is asked something and may answer, or the match is over; the readings then."""
        seen: dict[str, Any] = {}

        def is_asked() -> bool:
            seen.update(self.read())
            is_open = (
                seen["mode"] in {"rev", "tax", "play", "next"} and not seen["busy"] and not seen["inert"]
            )
            return seen["final"] or (is_open and seen["stage"] == "table")

        try:
            until(self.page, is_asked, "asked something", seconds=seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; the page shows {seen}") from None
        return seen

    def my_turn(self, *, seconds: float = 60) -> dict[str, Any]:
        """Answer until it is this person's turn to play; the readings then."""
        while (seen := self.asked(seconds=seconds))["mode"] != "play":
            assert not seen["final"], "the match ended first"
            self.answer(seen)
        return seen

    def answer(self, seen: dict[str, Any]) -> str:
        """Answer what is asked by clicking; what was done: confirm, return, play, pass or next."""
        if seen["mode"] == "play":
            return self.play_or_pass(seen)
        if seen["mode"] == "tax":
            self.page.locator("[data-suggest]").click()
        self.page.locator("#go").click()
        self.answered(seen)
        return {"rev": "confirm", "tax": "return", "next": "next"}[seen["mode"]]

    def play_or_pass(self, seen: dict[str, Any]) -> str:
        """Lay the weakest cards that may be laid, or pass; by clicking."""
        playable = [group["rank"] for group in seen["hand"] if group["ok"] == "1"]
        if playable:
            group = self.page.locator(f"#g{max(playable)}")
            if group.get_attribute("aria-pressed") != "true":
                group.click()
            self.page.locator("#go").click()
            self.answered(seen)
            return "play"
        self.page.locator("#no").click()
        self.answered(seen)
        return "pass"

    def answered(self, seen: dict[str, Any]) -> None:
        """Wait until the question in `seen` is answered and the page shows what came of it."""

        def is_answered() -> bool:
            now = self.read()
            return now["version"] > seen["version"] and (
                now["decision"] != seen["decision"] or now["mode"] != seen["mode"]
            )

        until(self.page, is_answered, f"an answer to decision {seen['decision']}")

    def play_on(self, *, seconds: float = 120) -> list[str]:
        """Play by clicking until the match is over; everything that was done."""
        done: list[str] = []
        while not (seen := self.asked(seconds=seconds))["final"]:
            done.append(self.answer(seen))
        return done
