// The beginner's strip: which sentence fits is read off the hand the server sent. Two turns of one's own are enough.
import { remember } from '../settings.js';
import { $, $$, form, mode } from './dom.js';
import { toast } from './toast.js';
import { word } from './words.js';

const OWN_TURNS = 2;
const root = document.documentElement;
const turns = new Set();   // decisions of own turns seen with the strip on

const resultIsShown = () => Boolean($('#result:not([hidden])'));

function tipFor() {
  if (resultIsShown()) return 'gone';   // there is no felt then that could jump
  if (mode() !== 'play') return mode() === 'wait' ? 'follow' : 'none';
  if (form().dataset.lead !== undefined) return 'lead';
  if (!$('#hand .grp[data-ok="1"]')) return $('#hand .grp[data-ok="j"]') ? 'jester' : 'pass';
  return 'follow';
}

/** Ends the tips. Their place stays empty until the felt is out of sight, so that it does not jump. */
function end() {
  if (root.dataset.tips === 'off') return;
  if (!resultIsShown()) root.dataset.tipPlace = 'kept';
  remember('tips', 'off');
}

function apply() {
  const tip = $('.tip');
  if (tip) tip.dataset.tip = tipFor();
  if (resultIsShown()) delete root.dataset.tipPlace;
  if (!tip || root.dataset.tips === 'off') return turns.clear();
  if (mode() === 'play') turns.add(form().elements.decision.value);
  else if (turns.size >= OWN_TURNS) { end(); toast(word('tipsDone')); }
}

document.addEventListener('click', event => { if (event.target.closest('[data-tipoff]')) end(); });
document.addEventListener('table:after', apply);
apply();
