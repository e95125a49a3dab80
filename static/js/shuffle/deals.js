// The engine's chance, computed anew: who drew what, and who was dealt what. Rules section 9, to the letter.
import { sha256 } from './hash.js';

const COPIES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2];
const two = number => String(number).padStart(2, '0');
const rankOf = card => +card.slice(0, 2);

/** The cards of a match in card order, as ids. */
export function deckOf(options) {
  return [...COPIES.keys()]
    .filter(rank => !(options.removeHighCards && rank >= 9 && rank <= 12))
    .flatMap(rank => Array.from({ length: COPIES[rank] }, (_none, copy) => `${two(rank)}-${two(copy + 1)}`));
}

/** The endless bytes of a seed and a label, one at a time. */
class Stream {
  constructor(seed, label) {
    Object.assign(this, { seed, label, block: [], number: 0n });
  }

  async next() {
    if (!this.block.length) {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setBigUint64(0, this.number++);
      this.block = [...await sha256(this.seed, `${this.label}\0`, counter)];
    }
    return this.block.shift();
  }
}

/** Shuffles in place: Fisher–Yates from the end, a byte at a time, those that would favour somebody thrown away. */
async function shuffle(items, stream) {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const limit = last + 1, fair = 256 - 256 % limit;
    let value = await stream.next();
    while (value >= fair) value = await stream.next();
    const other = value % limit;
    [items[last], items[other]] = [items[other], items[last]];
  }
  return items;
}

/** The first order by lot, best first. */
export const randomOrder = (players, seed) => shuffle([...Array(players).keys()], new Stream(seed, 'order'));

/** The first order by drawing, best first, and every drawing: [[seat, card], …] each. */
export async function drawnOrder(deck, players, seed) {
  const stream = new Stream(seed, 'draw'), drawings = [];
  let cards = [];
  async function draw() {
    if (!cards.length) cards = await shuffle([...deck], stream);
    return cards.shift();
  }
  async function settle(tied) {
    const drawing = [];
    for (const seat of tied) drawing.push([seat, await draw()]);
    drawings.push(drawing);
    const groups = new Map();
    for (const [seat, card] of drawing) groups.set(rankOf(card), [...groups.get(rankOf(card)) || [], seat]);
    const order = [];
    for (const rank of [...groups.keys()].sort((a, b) => a - b)) {
      const group = groups.get(rank);
      order.push(...group.length === 1 ? group : await settle(group));
    }
    return order;
  }
  return { order: await settle([...Array(players).keys()]), drawings };
}

/** The hands of a round by seat, each in card order. `order` is best first. */
export async function dealt(deck, order, seed, round) {
  const cards = await shuffle([...deck], new Stream(seed, `deal:${round}`));
  return Object.fromEntries(order.map((seat, standing) =>
    [seat, cards.filter((_card, index) => index % order.length === standing).sort()]));
}
