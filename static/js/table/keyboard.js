// The keyboard map. Keys are read by place (event.code), so they work while a Korean keyboard is on; a key that
// belongs to a syllable being composed is left alone. A switch in the settings turns the letters and digits off.
import { $, $$, form } from './dom.js';
import { clear, mix, pick, rove, step } from './selection.js';
import { closeSheet, isSideOpen, toggleSide } from './side.js';
import { showTrick } from './trick.js';

const RANKS = ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0', 'Minus', 'Equal'];

function moveInHand(event, element) {
  const all = $$('#hand .grp'), at = all.indexOf(element);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) rove(all[(to + all.length) % all.length]);
  else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') step(event.key === 'ArrowUp' ? 1 : -1);
  else return false;
  return true;
}

function submit() {
  const go = $('.go', form() || document.createElement('form'));
  if (go && !go.disabled) go.click();
}

function pass() {
  const button = $('#controls button[value=pass]');
  if (button && !form()?.inert) button.click();   // on a lead the press explains itself
}

function escape({ target }) {
  if (target.closest?.('.menu[open]')) return;   // it is the menu that is put away
  if (isSideOpen()) closeSheet(); else if (!target.closest?.('#chat')) clear(true);
}

/** True when the key did something and must not do anything else. */
function shortcut(event) {
  const rank = RANKS.indexOf(event.code) + 1;
  if (rank) { pick(rank); return true; }
  const onGroup = event.target.closest?.('.grp');
  if (event.key === 'Enter' && (onGroup || !event.target.closest?.('button,a,summary'))) { submit(); return true; }
  switch (event.code) {
    case 'KeyJ': mix(); return true;
    case 'BracketLeft': step(-1); return true;
    case 'BracketRight': step(1); return true;
    case 'KeyP': pass(); return true;
    case 'KeyT': showTrick(); return true;
    case 'KeyR': $('#rules')?.showModal(); return true;
    case 'KeyL': toggleSide(); return true;
    default: return false;
  }
}

document.addEventListener('keydown', event => {
  if (event.isComposing || event.keyCode === 229) return;
  if (!$('#stage[data-stage=table]') || $('dialog[open]')) return;
  if (event.key === 'Escape') return escape(event);
  const element = event.target.closest?.('#hand .grp');
  if (element && moveInHand(event, element)) return event.preventDefault();
  const off = document.documentElement.dataset.keys === 'off';
  if (off || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input,textarea,select,dialog')) return;
  if (shortcut(event)) event.preventDefault();
});
