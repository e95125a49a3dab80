// Settings: their inputs write data-* attributes on <html>, which stylesheets and scripts read at the moment of use.
// They are remembered in this browser, and with the account of whoever is logged in: what could not be sent goes later.
const root = document.documentElement;
const NAMES = ['theme', 'contrast', 'size', 'motion', 'sound', 'vib', 'notify', 'cards', 'autopass', 'keys', 'tips'];
const { account } = root.dataset;
const UNSENT = `kings-unsent-${account}`;

const stored = {
  get(key) { try { return localStorage.getItem(key) || ''; } catch { return ''; } },
  set(key, value) {
    try {
      if (value) localStorage.setItem(key, value); else localStorage.removeItem(key);
    } catch { /* storage is blocked: the setting lasts as long as the page */ }
  },
};

function put(name, value) {
  if (value) root.dataset[name] = value; else delete root.dataset[name];
  document.querySelectorAll(`[data-settings] [name=${name}]`).forEach(show);
}

/** Sets one of the settings now and for later visits; an empty value goes back to the default. */
export function remember(name, value) {
  put(name, value);
  stored.set(`kings-${name}`, value);
  if (account) save({ [name]: value });
}

/** True when the visitor or the system asks for less motion. */
export const calm = () => root.dataset.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;

// ── with the account ──

let unsent = {}, isSending = false;

/** The changes that have not arrived yet, kept in the browser for this account. */
function keep(changes) {
  unsent = changes;
  stored.set(UNSENT, Object.keys(unsent).length ? JSON.stringify(unsent) : '');
}

async function save(changes) {
  keep({ ...unsent, ...changes });
  if (isSending || !Object.keys(unsent).length) return;
  isSending = true;
  const sent = unsent;
  let isDone = false;
  try {
    const answer = await fetch('/accounts/preferences/', {
      method: 'POST', body: new URLSearchParams(sent), keepalive: true, redirect: 'error',
      headers: { 'X-CSRFToken': JSON.parse(document.body.getAttribute('hx-headers') || '{}')['X-CSRFToken'] || '' },
    });
    isDone = answer.ok || answer.status === 400;   // what is refused would be refused again
  } catch { /* no line: later */ }
  isSending = false;
  if (!isDone) return;
  keep(Object.fromEntries(Object.entries(unsent).filter(([name, value]) => sent[name] !== value)));
  save({});
}

/** The first page of an account without settings takes this browser's over. */
function takeOver() {
  const own = NAMES.filter(name => root.dataset[name]).map(name => [name, root.dataset[name]]);
  if (root.dataset.fresh !== undefined && own.length) save(Object.fromEntries(own));
}

if (account) {
  try { unsent = JSON.parse(stored.get(UNSENT) || '{}'); } catch { /* written by nobody we know */ }
  Object.entries(unsent).forEach(([name, value]) => put(name, value));
  takeOver();
  save({});
  window.addEventListener('online', () => save({}));
}

// ── the inputs ──

/** A switch that is off says what its data-else says. */
function show(input) {
  const value = root.dataset[input.name] || '';
  input.checked = input.value === value;
}

document.querySelectorAll('[data-needs]').forEach(row => { row.hidden = !(row.dataset.needs in window || row.dataset.needs in navigator); });
document.querySelectorAll('[data-settings] input:not([type=hidden])').forEach(show);
document.addEventListener('change', event => {
  const input = event.target;
  if (!input.closest?.('[data-settings]')) return;
  remember(input.name, input.checked ? input.value : input.dataset.else);
});
document.addEventListener('submit', event => { if (event.target.matches('[data-settings]')) event.preventDefault(); });
// Another tab of this browser has changed a setting.
window.addEventListener('storage', event => {
  const name = event.key?.replace(/^kings-/, '');
  if (NAMES.includes(name)) put(name, event.newValue || '');
});
