// The room's chat: what is said is sent once, and stays in the field while it cannot be sent; what arrives is shown,
// read out and counted once. Hangul: nothing is sent while a syllable is being composed, and never by a key alone.
import { showAtSeat } from './bubbles.js';
import { chatLines, chatLog, numberOf, stay, tidy, toEnd } from './chatlog.js';
import { newId } from './commands.js';
import { isLive, transmit } from './connection.js';
import { $, $$, me, mode, stage } from './dom.js';
import { closeSheet, isSheet, isSideOpen, openSheet } from './side.js';
import { toast } from './toast.js';
import { word } from './words.js';

const LONGEST = 300, GATHER_MS = 500, READ_OUT = 3, KEPT_MS = 10_000;

const root = document.documentElement, chat = document.getElementById('chat');
const unanswered = new Map();   // id → {body, text}: sent again with the same id when the line is back
let isComposing = false;
let newest = Math.max(0, ...chatLines().map(numberOf));
let gathered = [], gathering, fading;

// ── saying something ──

/** Sends a command; false, with a notice, while there is no line. `text`: what goes back into the field if refused. */
function send(command, text = '') {
  if (!isLive()) {
    toast(word('chatOffline'), 'bad');
    return false;
  }
  const id = newId(), body = JSON.stringify({ ...command, id });
  unanswered.set(id, { body, text });
  transmit(body);
  return true;
}

function submit(field) {
  const text = field.value;
  if (isComposing || !text.trim()) return;
  $('#react').open = false;
  if ([...text.normalize('NFC').trim()].length > LONGEST) return toast(word('chatLong', { limit: LONGEST }), 'bad');
  if (send({ type: 'chat', text }, text)) setTimeout(() => { field.value = ''; });   // or the last syllable comes back
}

document.addEventListener('table:live', () => { for (const { body } of unanswered.values()) transmit(body); });
document.addEventListener('table:marker', ({ detail: { ack } }) => {
  const sent = ack && unanswered.get(ack.id);
  if (!sent) return;
  unanswered.delete(ack.id);
  const field = $('#msg');
  if (ack.result === 'rejected' && sent.text && !field.value) field.value = sent.text;
});

document.addEventListener('compositionstart', event => { if (event.target.id === 'msg') isComposing = true; });
document.addEventListener('compositionend', event => { if (event.target.id === 'msg') isComposing = false; });
document.addEventListener('submit', event => {
  const form = event.target;
  if (form.matches('[data-chat-form]')) {
    event.preventDefault();
    submit(form.elements.text);
  } else if (form.matches('[data-order-form]')) {
    event.preventDefault();
    if (send({ type: 'order', order: event.submitter.value, to: +form.elements.to.value })) showTable();
  } else if (form.closest('#who')) {
    form.closest('dialog').close();
  }
});

/** What was shown at a seat should be seen there: nothing lies over the table any more. */
function showTable() {
  $('#orders').close();
  $('#react').open = false;
  if (stage() && isSideOpen()) closeSheet();
}

function clicked(at) {
  if (at('button[data-emote]')) { send({ type: 'emote', emote: at('[data-emote]').dataset.emote }); showTable(); }
  else if (at('[data-preset]')) send({ type: 'chat', preset: at('[data-preset]').dataset.preset });
  else if (at('[data-orders]')) openOrders(at('[data-orders]').dataset.orders);
  else if (at('[data-who]')) askAbout(at('[data-who]').closest('li'));
  else if (at('[data-chat]')) { if (isSheet('chat') && isSeen()) closeSheet(); else openSheet('chat'); }
}
document.addEventListener('click', event => clicked(selector => event.target.closest(selector)));

/** Orders depend on who stands where at this moment: the server lists them. */
async function openOrders(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return toast(word('ordersNot'), 'bad');
  $('#orders-body').innerHTML = await answer.text();
  nameTarget();
  $('#orders').showModal();
}

function nameTarget() {
  const to = $('#order-to').selectedOptions[0]?.textContent || '';
  $$('#orders [data-text]').forEach(button => { button.textContent = button.dataset.text.replace('{to}', () => to); });
}
document.addEventListener('change', event => { if (event.target.id === 'order-to') nameTarget(); });

function askAbout(line) {
  $('#who-h').textContent = $('b', line).textContent;
  $$('#who [name=line]').forEach(field => { field.value = numberOf(line); });
  $('#who').showModal();
}

document.addEventListener('keydown', event => {
  if (event.isComposing || event.keyCode === 229 || $('dialog[open]')) return;
  if (event.key === 'Escape' && !stage() && !event.target.closest?.('.menu[open]')) return closeSheet();
  if (event.target.closest?.('#chat-log') && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) return rove(event);
  if (event.code !== 'Slash' || root.dataset.keys === 'off' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.('input,textarea,select')) return;
  event.preventDefault();
  openSheet('chat');
  [$('#msg'), $('#chat .phrases button')].find(element => element.checkVisibility?.() ?? element.offsetParent)?.focus();
});

/** The menus of lines are reached from the list by its arrow keys, not by fifty stops of Tab. */
function rove(event) {
  const menus = $$('#chat-log [data-who]'), at = menus.indexOf(event.target);
  const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? menus.length - 1 : at - 1;
  if (!menus[next]) return;
  event.preventDefault();
  menus[next].focus();
}

// ── hearing something ──

const isChat = text => text.includes('id="chat-log"');
const isSeen = () => !isSheet('chat') || Boolean(chat?.classList.contains('open'));

document.addEventListener('table:after', ({ detail: { text } }) => {
  applyStage();
  if (!isChat(text)) return;
  tidy();
  const fresh = chatLines().filter(line => numberOf(line) > newest);
  newest = Math.max(newest, ...fresh.map(numberOf));
  if (fresh.some(line => line.classList.contains('mine')) || text.includes('data-shows')) toEnd();
  else stay();
  const isNews = !text.includes('data-shows');   // a whole list is what was missed, not what happens now
  fresh.forEach(line => hear(line, isNews));
});

function hear(line, isNews) {
  if (isNews && (line.dataset.emote || line.classList.contains('order'))) showAtSeat(line);
  if (line.matches('.mine,.bot') || (line.matches('.fact') && stage())) return;
  gather(line.matches('.fact') ? line.textContent : word('sayLine', { name: $('b', line).textContent, text: $('p', line).textContent }));
  if (line.matches('.fact') || line.dataset.emote || isSeen()) return;
  root.dataset.unread = '';
  document.dispatchEvent(new CustomEvent('table:chat'));
}

/** Reads a burst out as one: a few lines as they are, more as their number. */
function gather(text) {
  gathered.push(text.trim());
  clearTimeout(gathering);
  gathering = setTimeout(() => {
    const region = $('#say-chat');
    region.textContent = gathered.length > READ_OUT ? word('sayLines', { n: gathered.length }) : gathered.join('\n');
    gathered = [];
    clearTimeout(fading);
    fading = setTimeout(() => { region.textContent = ''; }, KEPT_MS);
  }, GATHER_MS);
}

// ── where it stands ──

function applyStage() {
  if (!chat) return;
  chat.dataset.at = $('#stage')?.dataset.stage || '';
  chat.toggleAttribute('data-plays', me() !== '' && mode() !== 'finished');
}

// The emotes lie over the last lines.
document.addEventListener('toggle', ({ target }) => { if (target.id === 'react') chatLog().inert = target.open; }, true);

document.addEventListener('table:side', () => {
  if (!isSeen()) return;
  delete root.dataset.unread;
  toEnd();
});

if (chatLog()) {
  applyStage();
  toEnd();
}
