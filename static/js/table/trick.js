// The tricks before, in a dialog: fetched when they are asked for, so that they cost nothing in the frames.
import { $, $$, stage } from './dom.js';
import { toast } from './toast.js';
import { word } from './words.js';

/** Shows what everybody has seen of a finished trick of this round: the last one, or that of a number. */
export async function showTrick(number = '') {
  const dialog = $('#trick');
  if (!dialog || dialog.open && !number || !stage()) return;
  const pressed = $$('.body [data-trick]', dialog).indexOf(document.activeElement);
  try {
    const query = number && `?n=${number}`;
    const answer = await fetch(`/r/${location.pathname.split('/')[2]}/trick/${query}`, { redirect: 'error' });
    if (!answer.ok) throw new Error(answer.status);
    $('.body', dialog).innerHTML = await answer.text();
  } catch {
    return toast(word('noTrick'), 'bad');
  }
  if (!dialog.open && !$('dialog[open]')) dialog.showModal();
  const ways = $$('.body [data-trick]', dialog);
  if (pressed >= 0) (ways[pressed]?.disabled ? ways[1 - pressed] : ways[pressed])?.focus();
}

document.addEventListener('click', event => {
  const button = event.target.closest('[data-trick]');
  if (button) showTrick(button.dataset.trick);
});
document.addEventListener('keydown', event => {
  const way = { ArrowLeft: 0, ArrowRight: 1 }[event.key];
  if (way !== undefined && $('#trick[open]')) $$('#trick .body [data-trick]')[way]?.click();
});
