// This browser's part in the fair shuffle. To every commitment of the server it answers once with a nonce, and keeps that;
// of every match it notes the last link of the log. Afterwards js/shuffle.js compares both with the record.
import { isLive, transmit } from './connection.js';
import { $ } from './dom.js';
import { shownVersion } from './frames.js';
import { heads, nonces } from '../shuffle/kept.js';

let answered = '';

const newNonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

function answer() {
  const commitment = $('#shuffle')?.dataset.commitment;
  if (!commitment || commitment === answered || !isLive()) return;
  answered = commitment;
  const nonce = nonces.all()[commitment] || newNonce();
  nonces.keep(commitment, nonce);
  transmit(JSON.stringify({ type: 'nonce', commitment, nonce }));
}

function note() {
  const head = $('#result [data-head]')?.dataset.head;
  if (head) heads.keep(shownVersion().match, head);
}

document.addEventListener('table:live', answer);
document.addEventListener('table:after', () => { answer(); note(); });
