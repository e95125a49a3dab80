// The hand gets lower by what one lays oneself, and by nothing else: when cards are taken as a tax or played for somebody,
// it keeps its height, so that nothing moves under a finger or an eye.
import { hand } from './dom.js';

let before = 0, isMine = false;

document.addEventListener('table:answered', () => { isMine = true; });
document.addEventListener('table:before', () => { before = hand()?.offsetHeight || 0; });
document.addEventListener('table:after', () => {
  const now = hand();
  if (!now) return;
  now.style.minHeight = isMine || !now.querySelector('.grp') ? '' : `${before}px`;
  isMine = false;
});
