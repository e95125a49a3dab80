// Keeps the list of my rooms as it is on the server, while somebody looks: nothing flickers, the focus stays.

const EVERY = 15_000;
const PATIENCE = 10_000;
let asking = false;

/** Puts what is new into the rows that are there already, so that a focus or a press under way stays where it is. */
function merge(list, fresh) {
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const rows = [...fresh.children].map(row => {
    const old = document.getElementById(row.id)?.firstElementChild;
    if (!old) return row;
    const link = row.firstElementChild;
    if (old.className !== link.className) old.className = link.className;
    if (old.innerHTML !== link.innerHTML) old.innerHTML = link.innerHTML;
    return old.parentElement;
  });
  if (rows.length !== list.children.length || rows.some((row, place) => list.children[place] !== row)) list.replaceChildren(...rows);
  if (!focused || focused === document.activeElement) return;
  (focused.isConnected ? focused : document.getElementById('mine-h')).focus({ preventScroll: true });
}

/** Asks once; a line that is down is no news, and the next time comes soon. */
async function look() {
  const section = document.getElementById('myrooms');
  if (!section || asking || document.hidden) return;
  asking = true;
  try {
    const answer = await fetch(section.dataset.fresh, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 401) location.reload(); // logged out elsewhere
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('myrooms');
    const lists = [section, fresh].map(node => node.querySelector('.list'));
    if (lists.every(Boolean)) merge(...lists);
    else if (lists.some(Boolean)) { // the first room, or no room any more
      const held = section.contains(document.activeElement);
      section.replaceWith(fresh);
      if (held) document.getElementById('mine-h').focus({ preventScroll: true });
    }
  } catch { /* offline, or a server that is away */ } finally {
    asking = false;
  }
}

setInterval(look, EVERY);
document.addEventListener('visibilitychange', look);
addEventListener('pageshow', event => { if (event.persisted) look(); });
