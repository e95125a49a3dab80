// What speaks to ear and skin, and what speaks while the page is out of sight, is fetched when it may be used at all:
// after the first press of a pointer or a key, or when the page is hidden.
import { remember } from '../settings.js';
import { toast } from './toast.js';

let isAwake = false;

function wake() {
  if (isAwake) return;
  isAwake = true;
  import('./senses.js').then(({ start }) => start({ remember, toast }), () => { isAwake = false; });
}

['pointerup', 'keydown'].forEach(name => document.addEventListener(name, wake));
document.addEventListener('visibilitychange', wake);
if (document.hidden) wake();
