// The log and the chat: always there on a wide screen, sheets from below on a phone. The log stays at its end and
// survives a new stage.
import { cover } from '../back.js';
import { $, $$, mode } from './dom.js';

const OPENERS = { side: '.side-open', chat: '.chat-open' };
let open = '', uncover = null;   // which of them is open: side, chat or none

/** Whether a panel is a sheet on this screen: then it has a button that closes it. */
export function isSheet(name) {
  const close = $(`#${name} .sheet-close`);
  return Boolean(close) && getComputedStyle(close).display !== 'none';
}

/** True while a sheet covers part of the page. */
export const isSideOpen = () => open !== '' && isSheet(open);

/** The heading of the sheet that is open. */
export const sheetHeading = () => isSideOpen() ? $(open === 'side' ? '#side h2' : '#chat header') : null;

/** Opens a sheet in place of any other; focus goes into it. */
export function openSheet(name) {
  if (open !== name) set(name);
  $(`#${name} .sheet-close`)?.focus();
}

/** Closes whatever is open; focus goes back to its button. */
export function closeSheet() {
  const opener = OPENERS[open];
  if (open) set('');
  const button = $(opener);
  (button?.checkVisibility?.() === false ? $('.chat-open') : button)?.focus();
}

/** Opens or closes the log; where it is always there, goes to it. */
export function toggleSide() {
  if (!isSheet('side')) return $('#log')?.focus();
  if (open === 'side') closeSheet(); else openSheet('side');
}

function set(next) {
  const before = isSideOpen();
  open = next;
  apply();
  if (isSideOpen() && !before) {
    uncover = cover(closeSheet);
  } else if (!isSideOpen()) {
    uncover?.();
    uncover = null;
  }
  document.dispatchEvent(new CustomEvent('table:side'));
}

function apply() {
  for (const [name, opener] of Object.entries(OPENERS)) {
    $(`#${name}`)?.classList.toggle('open', open === name);
    $$(opener).forEach(button => button.setAttribute('aria-expanded', String(open === name)));
  }
  applyCover();
  applyAuto();
  const log = $('#log');
  if (log) log.scrollTop = log.scrollHeight;
}

/** What lies under the sheet cannot be reached by Tab meanwhile: it could not be seen there. */
function applyCover() {
  $$('#stage main, #stage .tabs').forEach(part => { part.inert = isSideOpen(); });
}

/** The button that hands the seat to a bot takes it back while a bot plays, and goes with the match. */
function applyAuto() {
  const auto = $('.side .auto');
  if (!auto) return;
  auto.dataset.bot = $('#controls .away') ? 'on' : 'off';
  auto.elements.on.value = String(auto.dataset.bot === 'off');
  auto.hidden = mode() === 'finished';
}

window.addEventListener('resize', applyCover);
document.addEventListener('click', event => { if (event.target.closest('[data-side]')) toggleSide(); });
document.addEventListener('table:after', () => { if (open === 'side' && !$('#side')) set(''); else apply(); });
$$('#log').forEach(apply);
