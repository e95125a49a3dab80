// Arrows step, with Shift from trick to trick; Home, End, Space. The scrubber has its own arrows: they do the same.
import { $ } from '../table/dom.js';
import { stop, toggle } from './playing.js';
import { go, last, step, trick } from './steps.js';

const WAYS = { ArrowLeft: () => step() - 1, ArrowRight: () => step() + 1, Home: () => 0, End: last };
const TRICKS = { ArrowLeft: () => trick(-1), ArrowRight: () => trick(1) };

document.addEventListener('keydown', event => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || $('dialog[open]')) return;
  const onScrubber = event.target.id === 'pos';
  const isChosen = event.target.matches?.('[type=radio]:checked');   // Space has nothing to do there
  if (event.code === 'Space' && (onScrubber || isChosen || !event.target.closest?.('button,a,summary,input,select,textarea'))) {
    event.preventDefault();
    return toggle();
  }
  if (!onScrubber && event.target.closest?.('input,select,textarea,#log')) return;
  const way = (event.shiftKey ? TRICKS : WAYS)[event.key];
  if (!way || onScrubber && !event.shiftKey || document.documentElement.dataset.keys === 'off') return;
  event.preventDefault();
  stop();
  go(way());
});
