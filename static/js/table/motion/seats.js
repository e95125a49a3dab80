// Seats travel to their new places when the order of standings changes: with a round, or by a great revolution.
import { $, $$ } from '../dom.js';
import { word } from '../words.js';
import { middle, play, playGhost } from './running.js';

const SEAT_MS = 620, BANNER_MS = 1_800;
let order = '', places = new Map();

const orderNow = () => $$('.seat').map(seat => seat.id).join();

/** The middle of a seat as fractions of the felt, which grows and shrinks with what is asked under it. */
function placeOf(seat, felt) {
  const [x, y] = middle(seat.getBoundingClientRect());
  return [(x - felt.x) / felt.width, (y - felt.y) / felt.height];
}

/** Keeps where everybody sits; while a result lies over the felt, where they sat before it. */
export function rememberSeats() {
  const felt = $('.felt')?.getBoundingClientRect();
  if (!felt?.width) return;
  order = orderNow();
  places = new Map($$('.seat').map(seat => [seat.id, placeOf(seat, felt)]));
}

export function moveSeats() {
  const felt = $('.felt').getBoundingClientRect();
  if (!felt.width || orderNow() === order) return;
  for (const seat of $$('.seat')) {
    const from = places.get(seat.id), to = placeOf(seat, felt);
    if (!from) continue;
    const x = (from[0] - to[0]) * felt.width, y = (from[1] - to[1]) * felt.height;
    const base = getComputedStyle(seat).transform;
    play(seat, [{ transform: `translate(${x}px,${y}px) ${base === 'none' ? '' : base}` }, { transform: base }], { duration: SEAT_MS });
  }
}

/** The banner of a great revolution, once everybody has moved. */
export function showGreat() {
  const banner = document.createElement('b');
  banner.className = 'great';
  banner.textContent = word('great');
  playGhost(banner, [
    { opacity: 0, transform: 'scale(.7)' },
    { opacity: 1, transform: 'none', offset: .12 },
    { opacity: 1, transform: 'none', offset: .85 },
    { opacity: 0, transform: 'none' },
  ], { duration: BANNER_MS, delay: SEAT_MS });
}
