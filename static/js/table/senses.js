// When to sound, to vibrate and to notify. Fetched after the page, so it shares with the page only modules without
// a state of their own; what has one comes in through `start`.
import { $, me, question } from './dom.js';
import { watchQuestions } from './notify.js';
import { sound, unlock } from './sounds.js';

const BUZZ_MS = 60;
const root = document.documentElement;
let answered = question()?.decision;

/** The names of the sounds a cue of the server makes; 'first' is for whoever goes out first. */
function soundOf([what, seat, place]) {
  switch (what) {
    case 'play': return seat === me() ? 'play' : 'others';
    case 'out': return place === '1' ? 'first' : 'out';
    case 'rev': return 'revolution';
    case 'end': case 'over': return 'result';
    default: return what;
  }
}

/** True once for every question of a turn or a tax; to look at one's hand is asked of all, with no hurry. */
function isNewQuestion() {
  const asked = question(), isNew = Boolean(asked) && asked.decision !== answered && asked.kind !== 'rev';
  answered = asked?.decision;
  return isNew;
}

function buzz() {
  if (root.dataset.vib !== 'off' && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(BUZZ_MS);
}

function tick({ detail: left }) {
  if (left > 0 && left <= 5 && question()) sound(['tick']);
}

/** Begins to listen. `remember` keeps a setting, `toast` shows a notice. */
export function start({ remember, toast }) {
  unlock();
  ['pointerup', 'keydown'].forEach(name => document.addEventListener(name, unlock));
  document.addEventListener('table:after', ({ detail: { cues } }) => {
    const names = cues.map(soundOf);
    if (isNewQuestion()) { names.push('turn'); buzz(); }
    sound(names, 'frame');
  });
  document.addEventListener('table:second', tick);
  document.addEventListener('table:chat', () => sound(['chat']));
  new MutationObserver(() => sound([root.dataset.net === 'off' ? 'lost' : 'back'])).observe(root, { attributeFilter: ['data-net'] });
  new MutationObserver(changes => {
    if (changes.some(change => [...change.addedNodes].some(node => node.matches?.('.bad')))) sound(['error']);
  }).observe($('#toast'), { childList: true });
  watchQuestions({ remember, toast });
}
