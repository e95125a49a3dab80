// Speaks through two live regions that are never replaced; a replaced live region is often not read out.

const SETTLE_MS = 60;     // a region must be seen empty first; what is said meanwhile is joined, so that nothing is lost
const KEPT_MS = 10_000;   // long enough to be read out; later it would be found as if it were news
const waiting = new Map(), fading = new WeakMap();

/** Has a sentence read out; `now` interrupts and is for the viewer's own turn, the last seconds and refusals only. */
export function say(text, now = false) {
  const region = document.getElementById(now ? 'say-now' : 'say');
  if (!region || !text) return;
  clearTimeout(fading.get(region));
  if (waiting.has(region)) return waiting.get(region).push(text);
  waiting.set(region, [text]);
  region.textContent = '';
  setTimeout(() => {
    region.textContent = waiting.get(region).join(' ');
    waiting.delete(region);
    fading.set(region, setTimeout(() => { region.textContent = ''; }, KEPT_MS));
  }, SETTLE_MS);
}
