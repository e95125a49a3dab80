// What makes something is sent once: of a double tap the second would be told that the name of the first is taken.
const AGAIN_MS = 10_000; // after that the first is taken for lost
let sent = new WeakMap();

document.addEventListener('submit', event => {
  if (event.defaultPrevented || !event.target.matches('form[data-once]')) return;
  if (event.timeStamp - (sent.get(event.target) ?? -AGAIN_MS) < AGAIN_MS) event.preventDefault();
  else sent.set(event.target, event.timeStamp);
});

addEventListener('pageshow', () => { sent = new WeakMap(); }); // also for a page that comes back as it was left
