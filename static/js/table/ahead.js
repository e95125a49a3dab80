// Passing without being there to press: the pass that was chosen in advance, and the one that everybody can see coming.
// Both are ordinary passes of the form, under an id that every tab makes alike, so that several tabs cause one.
import { passOnce } from './commands.js';
import { isLive } from './connection.js';
import { $, form, isMyTurn, me, mode, stage } from './dom.js';
import { say } from './say.js';
import { clear } from './selection.js';
import { word } from './words.js';

const MOMENT_MS = 1_200;   // how long the chosen pass can still be taken back once it is its turn

let wish = '';        // the trick whose next turn is to be passed
let decision = '';    // the question that is about to be passed, or has been
let timer = 0;

/** The running trick by name; empty while there is none. */
function trick() {
  const top = $('#pile .last[id^=set-]');
  return top && stage() ? `${stage().dataset.match} ${top.id.split('-', 3).join('-')}` : '';
}

const isAway = () => Boolean($('#controls .away'));   // a bot plays; a pass of one's own would end that
const mayWish = () => mode() === 'wait' && !isAway() && trick() !== '' && $('#pile .last').dataset.from !== me();
const mustFollow = () => mode() === 'play' && isMyTurn() && !isAway() && form().dataset.lead === undefined;
const isHopeless = () => form().dataset.hopeless !== undefined && document.documentElement.dataset.autopass === 'on';

/** Why the open question is being passed by itself: 'hopeless', 'ahead' or nothing. */
export function passing() {
  if (!mustFollow()) return '';
  return isHopeless() ? 'hopeless' : wish === trick() ? 'ahead' : '';
}

/** Takes the chosen pass back, also in its last moment. Returns whether there was one. */
function drop(speak = false) {
  const had = wish !== '';
  wish = '';
  clearTimeout(timer);
  timer = 0;
  if (had && speak) say(word('sayNoPass'));
  paint();
  return had;
}

function toggle() {
  if (drop(true) || !mayWish()) return;
  clear();
  wish = trick();
  say(word('sayPassAhead'));
  paint();
}

function send() {
  timer = 0;
  const kind = passing();
  if (!kind) return;
  if (!isLive()) { decision = ''; return; }   // back on the line, the moment begins again
  wish = '';
  if (!passOnce(kind === 'ahead' ? 'ahead' : 'auto')) decision = '';   // something else is on its way: after its answer
}

/** Looks at what is on the page now; called after every frame, so what runs already goes on. */
function apply() {
  if (wish && wish !== trick()) drop();
  const kind = passing(), asked = kind && form().elements.decision.value;
  if (!kind) {
    clearTimeout(timer);
    timer = 0;
    decision = '';
    if (mode() === 'play') wish = '';
  } else if (asked !== decision && isLive()) {
    decision = asked;
    if (kind === 'hopeless') send(); else timer = setTimeout(send, MOMENT_MS);
  }
  paint();
}

function paint() {
  const button = $('#controls button[value=pass]');
  if (!button) return;
  if (mode() === 'wait') {
    button.disabled = !mayWish();
    button.setAttribute('aria-pressed', String(wish !== ''));
    return;
  }
  const counts = timer !== 0;
  button.classList.toggle('is-counting', counts);
  $('[data-no]', button).textContent = word(counts ? 'passing' : 'pass');
  $('small', button).textContent = counts ? word('tapToCancel') : '';
}

document.addEventListener('click', event => {
  if (!event.target.closest('#controls button[value=pass]')) return;
  if (mode() === 'wait') toggle();
  else if (timer) { event.preventDefault(); drop(true); }
});
document.addEventListener('keydown', event => { if (event.key === 'Escape' && !event.isComposing) drop(true); });
document.addEventListener('table:picked', () => drop());
document.addEventListener('table:after', apply);
document.addEventListener('table:answered', apply);
document.addEventListener('table:live', apply);
apply();
