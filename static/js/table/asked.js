// While a sheet or a dialog lies over the table, a strip in it tells that the table waits for the viewer, and
// how long. Pressing it closes what covers the table; nothing closes by itself under somebody's finger.
import { $, form, mode } from './dom.js';
import { secondsLeft } from './clock.js';
import { say } from './say.js';
import { closeSheet, sheetHeading } from './side.js';
import { word } from './words.js';

const strip = document.createElement('button');
strip.type = 'button';
strip.className = 'asked';
strip.innerHTML = '<b></b> <span data-secs-left></span>';

/** Where the strip belongs: under the heading of the topmost thing that covers the table; null while none does. */
function heading() {
  const dialogs = document.querySelectorAll('dialog[open]');
  if (dialogs.length) return $('header', dialogs[dialogs.length - 1]);
  return sheetHeading();
}

function apply() {
  const place = heading(), asked = Boolean(form()) && mode() !== 'wait' && mode() !== 'finished';
  if (!place || !asked) return withdraw(place);
  const isTurn = mode() === 'play';
  if (!isTurn && !strip.isConnected) say(word('asked'), true);   // a turn is announced in any case
  $('b', strip).textContent = word(isTurn ? 'myTurn' : 'asked');
  const left = secondsLeft();
  $('[data-secs-left]', strip).textContent = left === null ? '' : word('secs', { n: left });
  if (place.matches('dialog header')) { place.classList.add('has-asked'); if (strip.parentElement !== place) place.append(strip); }
  else if (place.nextElementSibling !== strip) place.after(strip);
}

/** Takes the strip away; whoever stood on it stays inside what is open. */
function withdraw(place) {
  const hadFocus = document.activeElement === strip;
  strip.remove();
  if (hadFocus) $('[data-close],.sheet-close', place?.closest('dialog,#side,#chat') || document)?.focus();
}

strip.addEventListener('click', () => {
  const dialog = strip.closest('dialog');
  if (dialog) dialog.close(); else closeSheet();
  $('#hand .grp[tabindex="0"]')?.focus({ preventScroll: true });
});

new MutationObserver(apply).observe(document.documentElement, { subtree: true, attributeFilter: ['open'] });
document.addEventListener('table:side', apply);
document.addEventListener('table:after', apply);
window.addEventListener('resize', apply);
