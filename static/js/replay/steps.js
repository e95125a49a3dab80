// Goes from step to step: fetches the fragments of a step, puts them into the page, keeps the address right.
import { $, $$ } from '../table/dom.js';
import { say } from '../table/say.js';
import { notice } from '../notices.js';

const AHEAD = 3;              // steps fetched before they are asked for
const pages = new Map();      // address → promise of its fragments
let wanted = 0;

export const replay = () => $('#stage[data-stage=replay]');
const slider = () => $('#pos');
export const step = () => Number(slider().value);
export const last = () => Number(slider().max);
const seenAs = () => replay().dataset.as;

const query = (as = seenAs()) => new URLSearchParams({ as, v: replay().dataset.key });
const address = (number, as) => `${replay().dataset.base}step/${number}/?${query(as)}`;

/** The fragments of a step; what failed is asked for again the next time. */
function fetched(number, as) {
  const from = address(number, as);
  if (!pages.has(from)) {
    const answer = fetch(from, { redirect: 'error' }).then(reply => {
      if (!reply.ok) throw new Error(reply.status);
      return reply.text();
    });
    answer.catch(() => pages.delete(from));
    pages.set(from, answer);
    if (pages.size > 64) pages.delete(pages.keys().next().value);
  }
  return pages.get(from);
}

/** Shows a step, as somebody saw it. Of several that are asked for at once the last one is shown. */
export async function go(number, as = seenAs()) {
  const to = Math.max(0, Math.min(last(), number));
  const asked = wanted += 1;
  mark(to);
  let html;
  try {
    html = await fetched(to, as);
  } catch {
    if (asked === wanted) notice(slider().dataset.failed);
    return false;
  }
  if (asked !== wanted) return false;
  show(html);
  replay().dataset.as = $('#as').value = as;
  replay().dataset.me = as === 'all' ? replay().dataset.viewer : as;
  mark(to);
  history.replaceState(history.state, '', `?${new URLSearchParams({ step: to, as })}`);
  for (let next = to + 1; next <= Math.min(to + AHEAD, last()); next += 1) fetched(next, as).catch(() => { /* later */ });
  return true;
}

function show(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const fragment of [...template.content.children]) document.getElementById(fragment.id)?.replaceWith(fragment);
  const moment = $('#moment'), log = $('#log');
  say(moment.dataset.say);
  log.scrollTop = log.scrollHeight;
}

/** The scrubber and the links as they are at a step. */
function mark(to) {
  slider().value = to;
  slider().setAttribute('aria-valuetext', slider().dataset.text.replace('{a}', to).replace('{b}', last()));
  const ways = { first: 0, prev: Math.max(0, to - 1), next: Math.min(last(), to + 1), last: last() };
  const told = $('[data-coach]');
  for (const link of $$('[data-mark]')) {
    if (+link.dataset.mark === to) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
  }
  if (told) told.textContent = $(`[data-mark="${to}"]`)?.dataset.told ?? '';
  for (const link of $$('[data-go]')) {
    link.href = `?${new URLSearchParams({ step: ways[link.dataset.go], as: seenAs() })}`;
    link.toggleAttribute('aria-disabled', ways[link.dataset.go] === to);
    if (ways[link.dataset.go] === to) link.setAttribute('aria-disabled', 'true');
  }
}

/** The step at which the trick before or after begins. */
export function trick(direction) {
  const starts = replay().dataset.tricks.split(' ').map(Number);
  return direction > 0 ? starts.find(start => start > step()) ?? last() : starts.findLast(start => start < step()) ?? 0;
}
