// The page of no connection: looks whether the server answers again, then shows what was asked for at this address.
const RETRY_MS = 3000;
const asked = location.pathname === document.body.dataset.offline ? '/' : location.href;
let isLooking = false;

async function look() {
  if (isLooking) return;
  isLooking = true;
  try {
    const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' });
    if (answer.ok) location.replace(asked);
  } catch { /* not yet */ }
  isLooking = false;
}

document.querySelectorAll('[data-again]').forEach(link => { link.href = asked; });
if (asked !== '/') {
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  setInterval(look, RETRY_MS);
}
