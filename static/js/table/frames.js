// What a frame from the socket means before and after htmx swaps it in. A frame ends with a marker: match, version,
// server time. One that is not newer than what is shown is dropped, so late and doubled frames change nothing.
import { $, stage } from './dom.js';
import { setServerTime } from './clock.js';

const shown = { match: stage()?.dataset.match || '', version: +(stage()?.dataset.version ?? -1) };

/** The match and version on the page. */
export const shownVersion = () => ({ ...shown });

/** The data-* attributes of one of the small `<data>` fragments of a frame; null where the frame has none. */
function marker(text, id) {
  const tag = text.match(new RegExp(`<data id="${id}"[^>]*>`))?.[0];
  if (!tag) return null;
  const holder = document.createElement('template');
  holder.innerHTML = tag;
  return { ...holder.content.firstElementChild.dataset };
}

const hasStage = text => text.includes('<div id="stage"');

function isStale(at, text) {
  if (!at || at.match !== shown.match) return false;
  return hasStage(text) ? +at.version < shown.version : +at.version <= shown.version;
}

/** What happened, as the frame's `#status` marks it: [['play', '4'], ['trick', '4'], …]; empty in a snapshot. */
function cuesIn(text) {
  const cues = text.match(/<p id="status"[^>]* data-cues="([\w -]+)"/)?.[1];
  return cues ? cues.split(' ').map(cue => cue.split('-')) : [];
}

let focused = null;   // {id, place, at}: a control of the stage, by its id or as the n-th button of its fragment

const buttonsOf = place => [...document.querySelectorAll(`#${place} button:not(.grp)`)].filter(button => button.offsetParent);

function rememberFocus() {
  const element = document.activeElement, place = element?.closest('[id]:not(main,button,[tabindex])')?.id;
  focused = element?.closest('#stage') ? { id: element.id, place, at: buttonsOf(place).indexOf(element) } : null;
}

function restoreFocus() {
  if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
  const buttons = buttonsOf(focused.place).filter(button => !button.disabled);
  const target = (focused.id && document.getElementById(focused.id))
    || (focused.at >= 0 && buttons[Math.min(focused.at, buttons.length - 1)]) || $('#hand .grp[tabindex="0"]') || $('#log');
  target?.focus({ preventScroll: true });
}

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

document.addEventListener('htmx:wsBeforeMessage', event => {
  const text = String(event.detail.message);
  const at = marker(text, 'at'), pong = marker(text, 'pong'), ack = marker(text, 'ack');
  const news = at || pong;
  if (news?.now) setServerTime(+news.now);
  if (isStale(at, text)) {
    event.preventDefault();
    tell('table:marker', { at, pong, ack });
    return;
  }
  rememberFocus();
  tell('table:before', { text });
});

document.addEventListener('htmx:wsAfterMessage', event => {
  const text = String(event.detail.message);
  const at = marker(text, 'at'), pong = marker(text, 'pong'), ack = marker(text, 'ack');
  if (at) Object.assign(shown, { match: at.match, version: +at.version });
  else if (hasStage(text) && !stage()) Object.assign(shown, { match: '', version: -1 });   // back in the waiting room
  tell('table:after', { text, cues: cuesIn(text) });
  restoreFocus();
  tell('table:marker', { at, pong, ack });
});
