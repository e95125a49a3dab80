// What the server says of the site: that it restarts, and that there is a newer build of this page. The page works on as
// it is; it is loaded anew while nothing is asked, picked, written, open or on its way, and once for each build.
import { expectRestart, isLive } from './connection.js';
import { $, $$, question } from './dom.js';
import { isSideOpen } from './side.js';
import { toast } from './toast.js';

const KEY = 'kings-builds', CALM_MS = 5_000, LOOK_MS = 1_000;
const own = new URL($('[ws-connect]')?.getAttribute('ws-connect') ?? '', location.href).searchParams.get('build');
let newer = '', touched = 0;

/** The builds this tab has been loaded for; null where that cannot be kept: then a person reloads. */
function loaded() {
  try { return JSON.parse(sessionStorage.getItem(KEY) || '[]'); } catch { return null; }
}

const isEdited = ({ type, value, defaultValue, checked, defaultChecked }) =>
  type !== 'hidden' && (value !== defaultValue || checked !== defaultChecked);

const isBusy = () => !isLive() || question() || isSideOpen() || performance.now() - touched < CALM_MS
  || $('dialog[open], .menu[open], #react[open], [aria-busy=true], #stage [aria-pressed=true]')
  || $$('input, textarea').some(isEdited);

function renew() {
  if (isBusy()) return;
  sessionStorage.setItem(KEY, JSON.stringify([...loaded(), own, newer]));
  location.reload();
}

for (const name of ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove']) {
  addEventListener(name, () => { touched = performance.now(); }, { passive: true, capture: true });
}

document.addEventListener('table:after', ({ detail: { text } }) => {
  if (!text.includes('id="site"')) return;
  const { stops, note, build } = $('#site').dataset;
  if (stops) return expectRestart(stops, note);
  if (newer === build || loaded()?.includes(build)) return;
  if (!newer && loaded()) setInterval(renew, LOOK_MS);
  newer = build;
  toast(note);
});
