// What is read out after a frame: what happened, then whose turn it is. Sentences come from the server, once each.
import { passing } from './ahead.js';
import { $, form, isMyTurn, mode } from './dom.js';
import { secondsLeft } from './clock.js';
import { say } from './say.js';
import { word } from './words.js';

let announcedDecision = form()?.elements.decision?.value || '';

/** Takes a sentence out of the page so that it is read once. */
function take(element) {
  const text = element?.dataset.say || '';
  if (element) element.removeAttribute('data-say');
  return text;
}

function ownResult() {
  const own = $(`#result .if-me[data-slot="${$('#stage')?.dataset.me}"][data-say]`);
  return take(own);
}

function announceTurn() {
  const decision = form()?.elements.decision?.value || '';
  const asked = isMyTurn() && mode() === 'play';
  if (!asked || decision === announcedDecision) return;
  announcedDecision = decision;
  const pile = $('#pile'), s = secondsLeft() ?? '';
  const own = passing();
  const text = own ? word(own === 'ahead' ? 'sayPassing' : 'sayHopeless') : pile?.dataset.rank
    ? word('sayTurn', { r: pile.dataset.rank, n: pile.dataset.count, s })
    : word('sayLead', { s });
  setTimeout(() => say(text, true), 400);   // after the polite sentence about the play that came before
}

document.addEventListener('table:after', () => {
  say([take($('#status')), ownResult()].filter(Boolean).join(' '));
  announceTurn();
});
take($('#status'));
ownResult();
announceTurn();
