// The clocks: the server names a deadline and its own time, the page counts down between frames and decides nothing.
import { $, $$, isMyTurn, stage } from './dom.js';
import { say } from './say.js';
import { word } from './words.js';

let serverNow = +(stage()?.dataset.now || Date.now());
let readAt = performance.getEntriesByType('navigation')[0]?.responseStart || performance.now();
let shown = null;

/** Sets the server's time in ms as of this moment. */
export function setServerTime(now) {
  serverNow = now;
  readAt = performance.now();
}

const msLeft = deadline => deadline - serverNow - (performance.now() - readAt);

/** Whole seconds left for the open question; null where it is not timed. */
export function secondsLeft() {
  const deadline = +($('#status .secs')?.dataset.deadline || 0);
  return deadline ? Math.max(0, Math.ceil(msLeft(deadline) / 1000)) : null;
}

/** A dash for the eye, the words for whoever listens. */
function showUnknown(place) {
  if (place.dataset.unknown) return;
  place.dataset.unknown = 'true';
  place.innerHTML = '<span aria-hidden="true">–</span><span class="vh"></span>';
  $('.vh', place).textContent = word('unknown');
}

function tick() {
  const clock = $('#status .secs'), left = secondsLeft();
  if (!clock || left === null) return;
  if (document.documentElement.dataset.net === 'off') {   // without a connection nobody knows
    showUnknown($('span', clock));
    clock.classList.remove('low');
    shown = null;
    return;
  }
  if (left === shown && $('span', clock).textContent) return;
  const before = shown;
  shown = left;
  delete $('span', clock).dataset.unknown;
  $('span', clock).textContent = word('secs', { n: left });
  clock.classList.toggle('low', left > 0 && left <= 5);
  $$('[data-secs-left]').forEach(element => { element.textContent = word('secs', { n: left }); });
  $$('[data-starts]').forEach(element => { element.textContent = word('starts', { n: left }); });
  if (before !== null) document.dispatchEvent(new CustomEvent('table:second', { detail: left }));
  if (before !== null && before !== left && isMyTurn() && (left === 10 || left === 5)) say(word(`say${left}`), left === 5);
}

document.addEventListener('table:after', () => { shown = null; tick(); });
setInterval(tick, 250);
