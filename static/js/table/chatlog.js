// The lines of chat on the page: each once, the newest fifty, nothing from before the host cleared it.
import { $, $$ } from './dom.js';

const KEPT = 50, AT_END_PX = 60;

export const chatLog = () => $('#chat-log');
export const chatLines = () => $$('#chat-log > li');
export const numberOf = line => +line.id.slice('chat-'.length);

/** What the page shows, as the server names it: the newest number and the sum of all. */
export function shownChat() {
  const numbers = chatLines().map(numberOf);
  return numbers.length ? `${numbers.at(-1)}.${numbers.reduce((sum, number) => sum + number)}` : '0.0';
}

/** Takes away lines that are there twice, were cleared, or are too old. */
export function tidy() {
  const seen = new Set();
  for (const line of chatLines()) {
    if (seen.has(line.id)) line.remove();
    seen.add(line.id);
    if ('clears' in line.dataset) while (line.previousElementSibling) line.previousElementSibling.remove();
  }
  chatLines().slice(0, -KEPT).forEach(line => line.remove());
}

/** Whether the reader is at the end of the list. */
function isAtEnd() {
  const log = chatLog();
  return !log || log.scrollHeight - log.scrollTop - log.clientHeight < AT_END_PX;
}

export function toEnd() {
  const log = chatLog();
  if (log) log.scrollTop = log.scrollHeight;
}

// Who reads the end stays there, whatever comes or grows; scrolling away ends that.
let follows = true;

/** Goes to the end where that is where the reader was. */
export function stay() {
  if (follows) toEnd();
}

document.addEventListener('scroll', ({ target }) => { if (target === chatLog()) follows = isAtEnd(); }, true);
$$('#chat').forEach(chat => new ResizeObserver(stay).observe(chat));
new MutationObserver(stay).observe(document.documentElement, { attributeFilter: ['data-size'] });
