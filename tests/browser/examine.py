"""What can be measured on a page: WCAG by axe-core, sideways scrolling, and whether every control is in reach."""

from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]

CONTROLS = """least => {
  const open = document.querySelector('dialog[open]') || document;
  const found = open.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary');
  const wide = document.documentElement.clientWidth, problems = [];
  const label = e => `<${e.tagName} ${e.id || e.name || e.className}> ${(e.innerText || '').slice(0, 20)}`;
  for (const control of found) {
    if (!control.checkVisibility({checkOpacity: false, checkVisibilityCSS: true}) || control.closest('.skip')) continue;
    const isBox = control.matches('[type=radio], [type=checkbox]');
    const target = isBox ? control.closest('label') || control : control;
    if (target.closest('.vh')) continue;
    const there = target.getBoundingClientRect(), scroller = target.closest('.tblwrap, [tabindex="0"]');
    target.scrollIntoView({block: 'center', inline: 'center'});
    const box = target.getBoundingClientRect();
    if (!scroller && (there.left < -1 || there.right > wide + 1)) problems.push(`out of the window: ${label(target)}`);
    const isInText = target.matches('p > a:not(.btn), li > a:not(.btn)') && target.parentElement.textContent.trim()
      !== target.textContent.trim();
    if (Math.round(Math.min(box.width, box.height)) < (isInText ? Math.min(least, 24) : least))
      problems.push(`${Math.round(box.width)}x${Math.round(box.height)}: ${label(target)}`);
    if (target.closest('[inert]') || target.matches(':disabled')) continue;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (hit?.closest('#toast')) continue;  // a notice lies on top for a while and can be put away
    if (!hit || !(target.contains(hit) || hit.contains(target) && hit.matches('label')))
      problems.push(`covered: ${label(target)} by ${hit ? label(hit) : 'nothing'}`);
  }
  scrollTo(0, 0);
  return problems;
}"""


@cache
def _axe() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds against WCAG 2.0–2.2 A and AA, one line a place; only some rules where they are named."""
    page.evaluate(_axe())  # by the debugger, which the page's content policy does not bind
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": WCAG}
    options: dict[str, Any] = {"runOnly": only, "resultTypes": ["violations"]}
    if not rules:
        options["rules"] = {"target-size": {"enabled": True}}
    result = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{found['id']}: {node['target']} {node['failureSummary'].splitlines()[-1].strip()}"
        for found in result["violations"]
        for node in found["nodes"]
    ]


def sideways(page: Page) -> int:
    """How many pixels the page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def out_of_reach(page: Page, *, least: int) -> list[str]:
    """Controls that are outside the window, covered, or smaller than `least` pixels each way."""
    found: list[str] = page.evaluate(CONTROLS, least)
    return found
