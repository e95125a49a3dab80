// Cards fly from the hand or the seat of whoever lays them, and a cleared trick slides to its taker.
import { $, $$, me } from '../dom.js';
import { middle, play, playGhost } from './running.js';

const CARD_MS = 320, STAGGER_MS = 35, CLEAR_MS = 300;
let top = '', last = null, lifted = [];

const boxes = elements => elements.map(element => element.getBoundingClientRect());

/** Keeps the set on top as a picture of itself, and where the chosen cards of the hand are. */
export function rememberPile() {
  const set = $('#pile .last[id]'), cards = set ? $$('.card', set) : [];
  top = set?.id || '';
  lifted = boxes($$('#hand .card.is-up'));
  last = null;
  if (!cards.length) return;
  last = { box: set.getBoundingClientRect(), ghost: document.createElement('div') };
  last.ghost.className = 'set';
  last.ghost.append(...cards.map(card => card.cloneNode(true)));
  Object.entries({ '--c': cards.length, '--w': `${cards[0].getBoundingClientRect().width}px`, '--max': `${last.box.width}px` })
    .forEach(([name, value]) => last.ghost.style.setProperty(name, value));
}

/** The trick that closed goes to its taker, unless the set that closed it was never on the page. */
export function takeTrick(cues) {
  const at = cues.findIndex(([what]) => what === 'trick');
  const isUnseen = cues.slice(0, at).some(([what]) => what === 'play');
  const taker = at >= 0 && !isUnseen && $(`#seat-${cues[at][1]} .face`)?.getBoundingClientRect();
  const felt = $('.felt').getBoundingClientRect();
  if (!last?.box.width || !taker?.width) return;
  const { box, ghost } = last, [x, y] = middle(box), [toX, toY] = middle(taker);
  ghost.style.left = `${box.x - felt.x}px`;
  ghost.style.top = `${box.y - felt.y}px`;
  playGhost(ghost, [
    { transform: 'none', opacity: 1 },
    { transform: `translate(${toX - x}px,${toY - y}px) scale(.4)`, opacity: 0 },
  ], { duration: CLEAR_MS, easing: 'ease-in' });
}

function fly(card, from, delay) {
  const to = card.getBoundingClientRect();
  if (!to.width || !from?.width) return;
  const start = `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.width / to.width})`;
  play(card, [{ transformOrigin: '0 0', transform: start }, { transformOrigin: '0 0', transform: 'none' }], { duration: CARD_MS, delay });
}

/** A new set on top comes from where it was: the viewer's from the hand, others' from their seats. */
export function landCards(cues) {
  const set = $('#pile .last[id]');
  if (!set || set.id === top || !cues.some(([what]) => what === 'play')) return;
  const seat = set.dataset.from;
  const from = seat === me() && lifted.length ? lifted : boxes($$(`#seat-${seat} .face`));
  $$('.card', set).forEach((card, index) => fly(card, from[index % from.length], index * STAGGER_MS));
}
