// What the viewer decides, sent exactly once: every command carries an id made at that moment, waits for its answer,
// and goes out again with the same id on a new socket if the answer never came.
import { form } from './dom.js';
import { isLive, probe, transmit } from './connection.js';
import { shownVersion } from './frames.js';
import { word } from './words.js';

const FIELDS = {
  play: ['decision', 'rank', 'count', 'jesters'],
  pass: ['decision'],
  confirmHand: ['decision', 'declareRevolution'],
  returnTax: ['decision', 'ranks'],
  next: ['decision'],
  autoplay: ['on'],
  pause: ['on'],
};

const ANSWER_MS = 2_000;   // an answer that takes longer is a reason to look whether the line is dead

let onceId = '';      // the id of the command that is being sent at this moment, where it must not be random
let pending = null;   // {id, body, decision, version}: `version` once it is accepted

/** A random id of 36 characters; `crypto.randomUUID` is missing on plain http away from localhost. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

function commandOf(element, submitter) {
  const data = new FormData(element);
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const type = data.get('type'), command = { type };
  for (const field of FIELDS[type] || []) command[field] = data.get(field);
  return { ...command, match: shownVersion().match, id: onceId || newId() };
}

/** Passes the open question under an id that all tabs of the viewer make alike: together they pass once. Returns
    whether it went; it does not while another command is on its way. */
export function passOnce(kind) {
  const current = form(), id = `${kind}-${shownVersion().match.slice(0, 8)}-${current.elements.decision.value}`;
  onceId = id;
  current.requestSubmit(current.querySelector('button[value=pass]'));
  onceId = '';
  return pending?.id === id;
}

function markBusy(busy) {
  const current = form();
  if (!current) return;
  if (!busy) return current.removeAttribute('aria-busy');
  current.setAttribute('aria-busy', 'true');
  const what = current.querySelector('[data-what]');
  if (what) what.textContent = word('sending');
}

// Our own form may never be sent by the browser itself, whatever htmx decides.
document.addEventListener('submit', event => {
  if (event.target.hasAttribute('ws-send')) event.preventDefault();
});

document.addEventListener('htmx:wsConfigSend', event => {
  const element = event.target;
  if (pending) return event.preventDefault();   // double click, Enter and click: one play
  const command = commandOf(element, event.detail.triggeringEvent?.submitter);
  pending = { id: command.id, body: JSON.stringify(command), decision: command.decision };
  markBusy(true);
  setTimeout(() => pending?.id === command.id && probe(), ANSWER_MS);
  // htmx would queue it and fire it at any later time; on a dead line it waits here until the table is up to date.
  if (isLive()) event.detail.messageBody = pending.body;
  else event.preventDefault();
});

// A command without an answer whose question is gone was carried out before the line broke.
document.addEventListener('table:missed', ({ detail }) => {
  const isOpen = form()?.elements.decision?.value === pending?.decision;
  if (pending && pending.version === undefined && !isOpen) detail.moves -= 1;
});

document.addEventListener('table:live', () => { if (pending && pending.version === undefined) transmit(pending.body); });

// An accepted command holds the form until the page shows what it did: the second half of a double click must not
// fall into the gap between the answer and the frame that brings the next question.
document.addEventListener('table:marker', ({ detail: { ack } }) => {
  if (!pending) return;
  if (ack?.id === pending.id) {
    if (ack.result === 'rejected') return release(ack);
    pending.version = +(ack.version || 0);
  }
  if (pending.version !== undefined && shownVersion().version >= pending.version) release(ack);
});

function release(ack) {
  pending = null;
  markBusy(false);
  document.dispatchEvent(new CustomEvent('table:answered', { detail: ack }));
}

// The form was replaced while its answer is still on the way: the same question stays shut.
document.addEventListener('table:after', () => {
  if (pending && form()?.elements.decision?.value === pending.decision) markBusy(true);
});
