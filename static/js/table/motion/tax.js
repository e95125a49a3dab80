// Taxes: backs travel from giver to taker, the same for whatever cards and for whoever looks. What the viewer got is
// framed in the hand when they have arrived.
import { $, $$, me } from '../dom.js';
import { middle, play, playGhost } from './running.js';

const TAX_MS = 420, STAGGER_MS = 35, FRAME_MS = 220;

function back() {
  const holder = document.createElement('template');
  holder.innerHTML = '<svg class="card"><use href="#cb"/></svg>';
  return holder.content.firstChild;
}

function pay(giver, taker, count) {
  const felt = $('.felt').getBoundingClientRect();
  const [from, to] = [giver, taker].map(seat => $(`#seat-${seat} .face`)?.getBoundingClientRect());
  if (!from?.width || !to?.width) return;
  const [x, y] = middle(from), [toX, toY] = middle(to);
  for (let index = 0; index < count; index += 1) {
    const card = back(), delay = index * STAGGER_MS;
    card.style.left = `${x - felt.x}px`;
    card.style.top = `${y - felt.y}px`;
    playGhost(card, [
      { transform: 'translate(-50%,-50%)' },
      { transform: `translate(-50%,-50%) translate(${toX - x}px,${toY - y}px)` },
    ], { duration: TAX_MS - delay, delay });
  }
}

/** All taxes of a frame at once; `cues` name giver, taker and count. */
export function payTaxes(cues) {
  const taxes = cues.filter(([what]) => what === 'tax');
  taxes.forEach(([, giver, taker, count]) => pay(giver, taker, +count));
  if (!taxes.some(([, , taker]) => taker === me())) return;
  const appear = [{ opacity: 0 }, { opacity: 1 }], timing = { duration: FRAME_MS, delay: TAX_MS };
  $$('#hand .is-got .tag').forEach(tag => play(tag, appear, timing));
  $$('#hand .is-got .stack').forEach(stack => play(stack, appear, { ...timing, pseudoElement: '::before' }));
}
