// Plays a replay by itself, at a speed; stops at the end, when somebody steps by hand, and while nobody looks.
import { $ } from '../table/dom.js';
import { go, last, step } from './steps.js';

const PACE_MS = 1400;
let timer = 0, isPlaying = false;

const speed = () => Number($('[name=speed]:checked')?.value || 1);

function set(on) {
  isPlaying = on;
  clearTimeout(timer);
  const button = $('[data-play]');
  button.setAttribute('aria-label', on ? button.dataset.while : button.dataset.idle);
  $('use', button).setAttribute('href', on ? '#i-pause' : '#i-play');
  if (on) timer = setTimeout(next, PACE_MS / speed());
}

async function next() {
  const moved = await go(step() + 1);
  if (isPlaying) set(moved && step() < last());
}

/** Stops where it is. */
export const stop = () => { if (isPlaying) set(false); };

/** Starts or stops; at the end it starts over. */
export async function toggle() {
  if (isPlaying) return set(false);
  if (step() === last()) await go(0);
  set(true);
}

document.addEventListener('visibilitychange', () => { if (document.hidden) stop(); });
