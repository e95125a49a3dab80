// Movement, by transform and opacity only: measure before a frame of the table is swapped in, play what its cues say
// afterwards. The next frame finishes what still runs. With less motion, or out of sight, things simply appear.
import { calm } from '../settings.js';
import { landCards, rememberPile, takeTrick } from './motion/cards.js';
import { deal } from './motion/deal.js';
import { finishAll } from './motion/running.js';
import { moveSeats, rememberSeats, showGreat } from './motion/seats.js';
import { payTaxes } from './motion/tax.js';
import { $, stage } from './dom.js';
import { show } from './toast.js';
import { word } from './words.js';

const isStill = () => calm() || document.hidden;
const drawsStage = text => text.includes('<div id="stage"');
const drawsTable = text => drawsStage(text) || text.includes('<ol id="seats"');

let matchBefore = '';

/** Whether a whole new table shows a match that begins, not a second look at the one that was there. */
function isJustDealt() {
  const match = stage()?.dataset.match;
  return match && match !== matchBefore && ['draw', 'message', 'flow'].includes($('#pile').dataset.kind);
}

document.addEventListener('table:before', ({ detail: { text } }) => {
  if (!drawsTable(text)) return;
  finishAll();
  matchBefore = stage()?.dataset.match || '';
  rememberSeats();
  rememberPile();
});

document.addEventListener('table:after', ({ detail: { text, cues } }) => {
  const isGreat = cues.some(([what]) => what === 'great');
  if (isGreat && calm()) show(word('great'), 'good');   // the sentence about it is read out in any case
  if (!drawsTable(text) || isStill()) return;
  if (drawsStage(text)) return isJustDealt() ? deal() : undefined;
  moveSeats();
  if (isGreat) showGreat();
  if (cues.some(([what]) => what === 'deal')) deal();
  takeTrick(cues);
  landCards(cues);
  payTaxes(cues);
});
