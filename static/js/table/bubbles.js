// What somebody shows or says at the table, beside their seat for a moment. The seats are replaced all the time, so
// the bubbles lie in a layer of their own.
import { calm } from '../settings.js';
import { $ } from './dom.js';

const SHOWN_MS = 3_000, FADE_MS = 200, EDGE_PX = 6;

const layer = document.createElement('div');
layer.className = 'bubbles';
layer.setAttribute('aria-hidden', 'true');
document.body.append(layer);

function place(bubble, face) {
  const half = bubble.offsetWidth / 2 + EDGE_PX;
  const x = Math.min(Math.max(face.x + face.width / 2, half), innerWidth - half);
  const isHigh = face.y - bubble.offsetHeight < EDGE_PX;
  bubble.style.left = `${x - bubble.offsetWidth / 2}px`;
  bubble.style.top = `${isHigh ? face.bottom : face.y - bubble.offsetHeight}px`;
}

/** Shows a line of chat at its seat: the picture of an emote, the words of an order. */
export function showAtSeat(line) {
  const { seat, emote } = line.dataset;
  const face = $(`#seat-${seat} .face`)?.getBoundingClientRect();
  if (!face?.width) return;
  $(`[data-seat="${seat}"]`, layer)?.remove();
  const bubble = document.createElement('div');
  bubble.className = `at-seat ${emote ? 'is-emote' : ''}`;
  bubble.dataset.seat = seat;
  bubble.append(emote ? $('svg', line).cloneNode(true) : $('p', line).textContent);
  layer.append(bubble);
  place(bubble, face);
  if (!calm()) {
    bubble.animate([{ opacity: 0, transform: 'translateY(8px) scale(.7)' }, { opacity: 1, transform: 'none' }], FADE_MS);
    bubble.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, delay: SHOWN_MS - FADE_MS, fill: 'forwards' });
  }
  setTimeout(() => bubble.remove(), SHOWN_MS);
}
