// Where things are on the table's page. Fragments are replaced at any time, so nothing here is kept in a variable.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

export const stage = () => $('#stage[data-stage=table]');
export const hand = () => $('#hand');
/** The form that answers the open question; null while there is nothing to answer. */
export const form = () => $('#controls form.controls');
export const mode = () => $('#controls .controls')?.dataset.mode || '';
export const group = rank => $(`#hand .grp[data-rank="${rank}"]`);

/** The viewer's seat as text; empty for somebody who watches. */
export const me = () => stage()?.dataset.me || '';
export const isMyTurn = () => me() !== '' && Boolean($('#status')?.dataset.slot?.split(' ').includes(me()));

/** The decision the viewer owes and its kind ('play', 'tax' or 'rev'); null while nobody asks, or a bot answers. */
export function question() {
  const kind = mode(), decision = form()?.elements.decision?.value;
  return decision && ['play', 'tax', 'rev'].includes(kind) && !$('#controls .away') ? { kind, decision } : null;
}
