// Notices over the table: refusals and news. They fade, but not while somebody looks at them or stands on them.
import { $$ } from './dom.js';
import { say } from './say.js';
import { word } from './words.js';

const SHOWN_MS = 5000, AT_ONCE = 3;
const watched = new WeakSet();

function watch(toast) {
  if (watched.has(toast)) return;
  watched.add(toast);
  let timer;
  const start = () => { timer = setTimeout(() => toast.remove(), SHOWN_MS); };
  const stop = () => clearTimeout(timer);
  ['pointerenter', 'focusin'].forEach(name => toast.addEventListener(name, stop));
  ['pointerleave', 'focusout'].forEach(name => toast.addEventListener(name, start));
  start();
}

/** What is said again takes the place of what was said. */
function replaceEqual(text, except) {
  for (const other of $$('#toast .toast')) if (other !== except && other.textContent.trim() === text) other.remove();
}

function trim() {
  $$('#toast .toast').slice(0, -AT_ONCE).forEach(toast => toast.remove());
}

const ICONS = { bad: 'i-warn', good: 'i-check' };

/** Shows a notice and has it read out; `kind` is 'bad' or empty, `text` is set as text, never as HTML. */
export function toast(text, kind = '') {
  show(text, kind);
  say(text, kind === 'bad');
}

/** Shows a notice whose text is read out elsewhere. */
export function show(text, kind = '') {
  const list = document.getElementById('toast');
  if (!list) return;
  replaceEqual(text);
  const item = document.createElement('div');
  item.className = `toast ${kind}`;
  item.innerHTML = `<svg width="24" height="24" aria-hidden="true"><use href="#${ICONS[kind] || 'i-info'}"/></svg>`
    + '<span></span><button type="button" class="btn icon" data-dismiss><svg width="24" height="24" aria-hidden="true"><use href="#i-x"/></svg></button>';
  item.querySelector('span').textContent = text;
  item.querySelector('button').setAttribute('aria-label', word('close'));
  list.append(item);
  watch(item);
  trim();
}

// Notices the server sent: read them out once and let them fade.
document.addEventListener('table:after', () => {
  for (const item of $$('#toast .toast')) {
    if (watched.has(item)) continue;
    replaceEqual(item.textContent.trim(), item);
    watch(item);
    say(item.textContent.trim(), item.classList.contains('bad'));
  }
  trim();
});
