// Picking cards. The server lists for every group what it can be played as; this file only moves within that list.
import { $, $$, form, group, hand, mode } from './dom.js';
import { calm } from '../settings.js';
import { say } from './say.js';
import { toast } from './toast.js';
import { cards, setWordsInFull, someWords, word } from './words.js';

const chosen = { rank: 0, count: 0, jesters: 0 };
let returned = {};   // tax: rank → how many go back

const have = rank => +(group(rank)?.dataset.have || 0);
const need = () => +(hand()?.dataset.need || 0);
const jestersHeld = () => +(hand()?.dataset.jesters || 0);
const total = () => Object.values(returned).reduce((sum, count) => sum + count, 0);
const isTax = () => mode() === 'tax';

/** What a group can be played as: [{count, jesters}], as the server listed it. */
function setsOf(rank) {
  return (group(rank)?.dataset.sets || '').split(' ').filter(Boolean).map(text => {
    const [count, jesters] = text.split('.').map(Number);
    return { count, jesters };
  });
}
const find = (rank, count, jesters) => setsOf(rank).find(set => set.count === count && set.jesters === jesters);

/** A tap on a group: following, the set with the fewest jesters; leading, all of that number. Again: nothing. */
export function pick(rank) {
  const element = group(rank);
  if (!element) return;
  if (isTax()) return pickReturn(rank);
  if (element.dataset.ok === 'v') return;
  if (element.dataset.ok === '0') return refuse(element);
  if (chosen.rank === rank) return clear(true);
  const plain = setsOf(rank).sort((a, b) => (rank === 13 ? 0 : a.jesters - b.jesters) || b.count - a.count);
  if (plain.length) choose(rank, plain[0]);
}

function choose(rank, { count, jesters }) {
  Object.assign(chosen, { rank, count, jesters });
  document.dispatchEvent(new CustomEvent('table:picked'));
  paint();
  if (mode() !== 'wait') say(word('saySelected', { r: rank, n: count }));
}

export function clear(speak = false) {
  const had = chosen.rank;
  Object.assign(chosen, { rank: 0, count: 0, jesters: 0 });
  paint();
  if (speak && had) say(word('sayCleared'));
}

/** One card more or less of the same set; only where the server lists it. */
export function step(by) {
  const jesters = chosen.rank === 13 ? chosen.jesters + by : chosen.jesters;
  const next = find(chosen.rank, chosen.count + by, jesters);
  if (next) choose(chosen.rank, next);
}

/** A jester more: following it takes a card's place, leading it comes on top; after the last one back to none. */
export function mix() {
  if (!jestersHeld()) return;
  if (!chosen.rank) return group(13)?.dataset.ok === '1' ? pick(13) : toast(word('pickFirst'));
  if (chosen.rank === 13) return;
  const numbers = chosen.count - chosen.jesters;
  const sets = setsOf(chosen.rank).filter(set => need() ? set.count === chosen.count : set.count - set.jesters === numbers);
  sets.sort((a, b) => a.jesters - b.jesters);
  const next = sets.find(set => set.jesters > chosen.jesters) || sets[0];
  if (next) choose(chosen.rank, next);
}

function refuse(element) {
  toast(hand().dataset[element.dataset.why === 'rank' ? 'whyRank' : 'whyCount'] || element.innerText.trim(), 'bad');
  if (calm()) return;
  const at = x => ({ transform: `translateX(${x}px)` });
  element.animate([at(0), at(-4), at(4), at(0)], { duration: 180 });
}

function pickReturn(rank) {
  const wanted = +form().dataset.need, count = returned[rank] || 0;
  if (count < have(rank) && total() < wanted) returned[rank] = count + 1;
  else if (count) returned[rank] = 0;
  else return toast(word(wanted === 1 ? 'chooseOne' : 'chooseMany', { n: wanted }), 'bad');
  paint();
}

function suggest() {
  returned = {};
  $$('#hand .grp[data-rec]').forEach(element => { returned[element.dataset.rank] = +element.dataset.rec; });
  paint();
}

/** Draws the choice onto whatever hand and form are on the page now. */
export function paint() {
  for (const element of $$('#hand .grp')) paintGroup(element);
  const current = form();
  if (!current || current.getAttribute('aria-busy') === 'true') return;
  if (isTax()) paintReturn(current);
  else if (mode() === 'play' || mode() === 'wait') paintForm(current);
}

function paintGroup(element) {
  const rank = +element.dataset.rank, held = have(rank);
  const own = isTax() ? returned[rank] || 0
    : rank !== chosen.rank ? 0 : rank === 13 ? chosen.count : chosen.count - chosen.jesters;
  const mixed = !isTax() && rank === 13 && chosen.rank !== 13 ? chosen.jesters : 0;
  element.setAttribute('aria-pressed', String(own > 0));
  element.classList.toggle('is-mixed', mixed > 0);
  $$('.card', element).forEach((card, index) => card.classList.toggle('is-up', index < (own || mixed)));
  $('.badge', element).textContent = own || mixed ? `${own || mixed}/${held}` : `×${held}`;
}

function paintReturn(current) {
  const wanted = +current.dataset.need, count = total();
  const parts = Object.entries(returned).filter(([, amount]) => amount);
  $('.go', current).disabled = count !== wanted;
  $('[data-what]', current).textContent = count < wanted
    ? word('chooseMore', { n: wanted - count })
    : parts.map(([rank, amount]) => someWords(+rank, amount)).join(' + ');
  current.elements.ranks.value = parts.flatMap(([rank, amount]) => Array(amount).fill(rank)).join(',');
}

function paintForm(current) {
  const waiting = mode() === 'wait', on = chosen.rank > 0, fixed = need();
  $('.go', current).disabled = !on || waiting;
  const hint = 'stuck' in current.dataset ? '' : word(waiting ? 'pickAhead' : 'pickFirst');
  $('[data-what]', current).textContent = on ? setWordsInFull(chosen.rank, chosen.count, chosen.jesters) : hint;
  $('[data-qty]', current).textContent = fixed ? word('fixed', { n: fixed }) : on ? cards(chosen.count) : '–';
  for (const button of $$('[data-step]', current)) {
    const by = +button.dataset.step;
    const jesters = chosen.rank === 13 ? chosen.jesters + by : chosen.jesters;
    button.disabled = !on || !find(chosen.rank, chosen.count + by, jesters);
  }
  const shownJesters = chosen.rank === 13 ? 0 : chosen.jesters;
  $('.mix', current).setAttribute('aria-pressed', String(shownJesters > 0));
  $('[data-mix]', current).textContent = `${shownJesters} / ${jestersHeld()}`;
  current.elements.rank.value = on ? chosen.rank : '';
  current.elements.count.value = on ? chosen.count : '';
  current.elements.jesters.value = on ? chosen.jesters : 0;
}

/** After a swap the choice stays if the server still lists it. */
function keep() {
  if (!isTax()) returned = {};
  if (chosen.rank && !find(chosen.rank, chosen.count, chosen.jesters)) Object.assign(chosen, { rank: 0, count: 0, jesters: 0 });
  paint();
}

/** Moves the one Tab stop of the hand. */
export function rove(element) {
  $$('#hand .grp').forEach(other => { other.tabIndex = other === element ? 0 : -1; });
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });   // not under the controls that stick to the window's foot
}

document.addEventListener('click', event => {
  const at = selector => event.target.closest(selector);
  if (at('#hand .grp')) { pick(+at('.grp').dataset.rank); rove(at('.grp')); }
  else if (at('[data-step]')) step(+at('[data-step]').dataset.step);
  else if (at('.mix')) mix();
  else if (at('[data-suggest]')) suggest();
  else if (at('#controls [aria-disabled=true]')) {   // a pass on a lead: it may be asked why, and is never sent
    event.preventDefault();
    toast(word('mustLead'), 'bad');
  }
});
document.addEventListener('table:after', keep);
document.addEventListener('table:answered', paint);
paint();
