// Toasts of ordinary pages: those the page came with fade after a while, and other modules may show new ones.
const SHOWN_MS = 6000;

/** Notices at the foot of a page must not lie on the field somebody is typing into. */
function makeRoom(list) {
  document.documentElement.style.setProperty('--notices', `${list.offsetHeight}px`);
  if (document.activeElement?.matches('input, textarea')) document.activeElement.scrollIntoView({ block: 'nearest' });
}

const list = document.getElementById('toast');
if (list) {
  new MutationObserver(() => makeRoom(list)).observe(list, { childList: true });
  if (list.childElementCount) makeRoom(list);
}

/** Closes one toast later; looking at it or standing on it keeps it. */
function expire(toast) {
  setTimeout(() => {
    if (toast.matches(':hover, :focus-within')) expire(toast);
    else toast.remove();
  }, SHOWN_MS);
}

/** Shows one good notice and has it read out; `text` is set as text, never as HTML. */
export function notice(text) {
  if (!list) return;
  const toast = document.createElement('div');
  toast.className = 'toast good';
  toast.innerHTML = '<svg width="24" height="24" aria-hidden="true"><use href="#i-check"/></svg><span></span>';
  toast.querySelector('span').textContent = text;
  list.replaceChildren(toast);
  const say = document.getElementById('say');
  if (say) say.textContent = text;
  expire(toast);
}

document.addEventListener('click', event => {
  if (event.target.closest('[data-dismiss]')) event.target.closest('.toast')?.remove();
});
// Only what worked goes away by itself: a failure stays until it has been read.
document.querySelectorAll('#toast .toast.good').forEach(expire);
