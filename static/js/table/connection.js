// The one socket of this tab: its banners, its heartbeat, and the decision when to come back. htmx opens the socket;
// its own reconnecting is switched off, because the close codes of this site mean more than it knows.
import { shownChat } from './chatlog.js';
import { $ } from './dom.js';
import { shownVersion } from './frames.js';
import { say } from './say.js';
import { word } from './words.js';

// A line that died without a word is noticed within HEARTBEAT_MS + PATIENCE_MS.
const HEARTBEAT_MS = 6_000, PATIENCE_MS = 4_000, PROBE_MS = 2_000;
const OPENING_MS = 6_000, CALM_DOWN_MS = 10_000, BACK_MS = 3_000, SPREAD_MS = 2_000;
const FAILED_AFTER = 10;   // tries; it goes on trying, but offers a reload
const NEVER_MS = 2 ** 31 - 1;
const FINAL = { 4404: 'gone', 4409: 'removed', 4410: 'closed' };

const root = document.documentElement;
let socket = null, wrapper = null;
let state = 'opening';        // opening · synced · lost · stopped
let tries = 0, shownAtLoss = shownVersion();
let retryTimer, openTimer, pongTimer = 0, pongDue = 0, backTimer;
let banner = null, restart = null;   // `restart`: the banner of a restart that was announced

/** True while commands can be sent and the page shows the newest version. */
export const isLive = () => state === 'synced' && socket?.readyState === WebSocket.OPEN;

/** Sends one command as it is; only while the socket is open. */
export function transmit(body) {
  socket.send(body);
}

// ── opening ──

htmx.config.wsReconnectDelay = () => NEVER_MS;
htmx.createWebSocket = address => {
  const url = new URL(address, location.href);
  const { match, version } = shownVersion();
  url.searchParams.set('match', match);
  url.searchParams.set('since', version);
  url.searchParams.set('chat', shownChat());
  socket = new WebSocket(url);
  // What follows from it is in its close; htmx would write each one into the console as "[object Event]".
  socket.addEventListener('error', event => event.stopImmediatePropagation());
  const opening = socket;
  clearTimeout(openTimer);
  openTimer = setTimeout(() => opening.readyState === WebSocket.CONNECTING && opening.close(), OPENING_MS);
  return socket;
};

document.addEventListener('htmx:wsOpen', event => {
  wrapper = event.detail.socketWrapper;
  clearTimeout(openTimer);
  heard();
  // After a loss everything is asked for again: one whole snapshot, never half of an old table and half of a new one.
  if (state === 'lost') transmit(JSON.stringify({ type: 'sync' }));
  ping();
});

// ── in step with the server ──

document.addEventListener('table:marker', ({ detail: { at, pong } }) => {
  if (pong) heard();
  const { match, version } = shownVersion();
  if (at && +at.version >= version) return synced();
  if (!pong) return;
  if (pong.version === undefined || (pong.match === match && +pong.version <= version)) {
    synced();
  } else if (state !== 'lost') {   // after a loss a snapshot is on its way already
    transmit(JSON.stringify({ type: 'sync' }));
  }
});

function synced() {
  if (state === 'synced' || state === 'stopped') return;
  const wasLost = state === 'lost';
  restart = null;
  state = 'synced';
  tries = 0;
  freeze(false);
  if (wasLost) showBack();
  document.dispatchEvent(new CustomEvent('table:live'));
}

function showBack() {
  const { match, version } = shownVersion();
  // Versions count the actions of one match; the first state of another one is not news about this one.
  const news = { moves: match && match === shownAtLoss.match ? version - shownAtLoss.version : 0 };
  document.dispatchEvent(new CustomEvent('table:missed', { detail: news }));   // one's own move was not missed
  const missed = news.moves;
  const note = missed > 0 ? word(missed === 1 ? 'backNoteOne' : 'backNote', { n: missed }) : '';
  show({ kind: 'ok', icon: 'i-on', title: word('back'), note });
  say(word('sayBack'));
  clearTimeout(backTimer);
  backTimer = setTimeout(() => state === 'synced' && show(restart), BACK_MS);
}

// ── losing it and coming back ──

document.addEventListener('htmx:wsClose', event => {
  if (event.detail.event.target !== socket) return;   // an old socket that was replaced
  wrapper = event.detail.socketWrapper;
  clearTimeout(openTimer);
  heard();
  const { code } = event.detail.event;
  if (code === 4401) return stop({ title: word('loggedOut'), action: word('logIn') }, () => location.reload());
  if (code === 4411) return stop({ title: word('replaced'), action: word('reload') });
  if (FINAL[code]) return stop({ title: word(FINAL[code]), link: '/', action: word('toLobby') });
  lost();
  retry(code === 4408 ? CALM_DOWN_MS * (1 + Math.random()) : code === 4412 ? 200 + Math.random() * SPREAD_MS : backoff(), code === 4408);
});

/** Full jitter, never more than 5 s: a thousand tables must not come back in the same moment. */
const backoff = () => 200 + Math.random() * Math.min(5_000, 500 * 2 ** tries);

function lost() {
  if (state === 'stopped') return;
  if (state !== 'lost') {
    shownAtLoss = shownVersion();
    if (!restart) say(word('sayLost'));
  }
  state = 'lost';
  freeze(true);
}

function retry(delay, tooFast = false) {
  clearTimeout(retryTimer);
  if (!navigator.onLine) return show({ icon: 'i-off', title: word('offline'), note: word('offlineNote') });
  tries += 1;
  if (tooFast) show({ kind: 'warn', icon: 'i-clock', title: word('slow'), note: word('tryingNote') });
  else if (tries > FAILED_AFTER) show({ icon: 'i-off', title: word('failed'), action: word('reload') });
  else show(restart || { spin: true, title: tries === 1 ? word('lost') : word('trying', { n: tries }), note: word('tryingNote') });
  retryTimer = setTimeout(reconnect, delay);
}

/** The site is about to restart: the page says so until it is back. */
export function expectRestart(title, note) {
  restart = { kind: 'info', spin: true, title, note };
  show(restart);
}

function reconnect() {
  clearTimeout(retryTimer);
  if (state !== 'stopped' && socket?.readyState !== WebSocket.CONNECTING) wrapper?.reconnect();
}

function stop(shownBanner, then) {
  state = 'stopped';
  clearTimeout(retryTimer);
  freeze(true);
  show({ icon: 'i-off', ...shownBanner });
  then?.();
}

// ── is it still there? ──

function ping(patience = PATIENCE_MS) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  transmit(JSON.stringify({ type: 'ping', t: Math.round(performance.now()) }));
  const due = performance.now() + patience;
  if (pongTimer && pongDue <= due) return;   // an earlier question runs out sooner
  clearTimeout(pongTimer);
  pongDue = due;
  pongTimer = setTimeout(replace, patience);
}

/** The present socket answered, or another one takes its place: nothing is waited for any more. */
function heard() {
  clearTimeout(pongTimer);
  pongTimer = 0;
}

/** Gives up a socket that does not answer, without waiting for the network to notice. */
function replace() {
  heard();
  if (state === 'stopped') return;
  lost();
  tries += 1;
  show({ spin: true, title: word('trying', { n: tries }), note: word('tryingNote') });
  reconnect();
}

/** Looks at once after a nap, a change of network, or a return to the tab. */
export function probe() {
  if (state === 'stopped') return;
  if (socket?.readyState === WebSocket.OPEN) ping(PROBE_MS);
  else if (wrapper && socket?.readyState !== WebSocket.CONNECTING) reconnect();
}

setInterval(() => ping(), HEARTBEAT_MS);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && probe());
window.addEventListener('pageshow', event => event.persisted && probe());
window.addEventListener('online', probe);
window.addEventListener('offline', () => {
  lost();
  show({ icon: 'i-off', title: word('offline'), note: word('offlineNote') });
});

// ── what the page shows of it ──

/** Without a connection the form is inert: nothing may be pressed that could arrive stale. The cards stay visible. */
function freeze(off) {
  if (off) root.dataset.net = 'off'; else delete root.dataset.net;
  applyFreeze();
}

function applyFreeze() {
  const controls = document.getElementById('controls');
  if (controls) controls.inert = root.dataset.net === 'off';
}

function show(next) {
  banner = next;
  paint();
}

const SPINNER = '<svg class="spin" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 1-8.5 6" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/></svg>';

/** Draws the banner where this page has its place for it; the stage may have been replaced meanwhile. */
function paint() {
  const element = $('#stage [data-net-banner]') || document.getElementById('net');
  if (!element) return;
  element.hidden = !banner;
  element.className = `net ${banner?.kind || ''}`;
  if (!banner) return element.replaceChildren();
  element.innerHTML = `${banner.spin ? SPINNER : `<svg width="24" height="24" aria-hidden="true"><use href="#${banner.icon}"/></svg>`}<span><b></b></span>`;
  $('b', element).textContent = banner.title;
  $('span', element).append(banner.note || '');
  if (!banner.action) return;
  const act = document.createElement(banner.link ? 'a' : 'button');
  act.className = 'btn alt sm';
  act.textContent = banner.action;
  if (banner.link) act.href = banner.link; else act.addEventListener('click', () => location.reload());
  element.append(act);
}

document.addEventListener('table:after', () => { paint(); applyFreeze(); });
