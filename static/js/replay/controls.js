// The scrubber, the buttons and the choice of whose hand is seen.
import { $, $$ } from '../table/dom.js';
import { stop, toggle } from './playing.js';
import { go, last, replay, step } from './steps.js';

const WAYS = { first: () => 0, prev: () => step() - 1, next: () => step() + 1, last };

document.addEventListener('click', event => {
  const link = event.target.closest('[data-go],[data-mark]');
  if (event.target.closest('[data-play]')) return toggle();
  if (event.target.closest('[data-copy="#here"]')) $('#here').value = location.href;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  if (link.dataset.mark) go(+link.dataset.mark, replay().dataset.viewer);   // as its owner saw it then
  else go(WAYS[link.dataset.go]());
}, true);

document.addEventListener('input', event => {
  if (event.target.id !== 'pos') return;
  stop();
  go(step());
});

document.addEventListener('change', event => {
  if (event.target.id === 'as') go(step(), event.target.value);
});

$('.scrub').addEventListener('submit', event => { event.preventDefault(); go(step()); });
$$('[data-play],.scrub .speed').forEach(part => { part.hidden = false; });
