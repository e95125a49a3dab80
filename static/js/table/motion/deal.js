// A new hand: its groups fade in from left to right.
import { $$ } from '../dom.js';
import { play } from './running.js';

const WHOLE_MS = 400, STAGGER_MS = 20;

export function deal() {
  const groups = $$('#hand .groups > li');
  groups.forEach((group, index) => play(group, [{ opacity: 0 }, { opacity: 1 }], {
    delay: index * STAGGER_MS,
    duration: WHOLE_MS - STAGGER_MS * (groups.length - 1),
  }));
}
