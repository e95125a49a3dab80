"""Hears what a screen reader would: every text that stood in a page's two live regions, in order."""

from playwright.sync_api import Page

HEAR = """() => {
  window.heard = [];
  for (const id of ['say', 'say-now']) {
    const region = document.getElementById(id);
    const note = () => { const text = region.textContent.trim(); if (text) window.heard.push([id, text]); };
    new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
    note();
  }
}"""


def listen(page: Page) -> None:
    """Begin to hear what is said on this page."""
    page.evaluate(HEAR)


def heard(page: Page, region: str = "say") -> list[str]:
    """What was said since `listen`, in order; region `say` is polite, `say-now` interrupts."""
    return [text for where, text in page.evaluate("window.heard") if where == region]
