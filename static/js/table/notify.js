// The browser's own notification that the table waits, for whoever looks elsewhere. Allowing it is offered when it would
// have helped: a question came while the page was out of sight. It says nothing of cards.
import { $, question, stage } from './dom.js';
import { word } from './words.js';

const OFFERED = 'kings-notify-offered';
const root = document.documentElement;
const isPossible = 'Notification' in window && 'requestPermission' in Notification;
let keep, tell, told = '', tag = '', shown = null, isMissed = false, offer = null;

/** A name as text that cannot turn a line around or hide in it. */
const inert = text => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim().slice(0, 60);

const registration = () => navigator.serviceWorker?.getRegistration().catch(() => null);

async function notify(kind) {
  const title = word(kind === 'play' ? 'myTurn' : 'asked');
  tag = `kings-${stage().dataset.match}`;   // a later one of the match takes its place
  const options = {
    tag, renotify: true, lang: root.lang, data: { url: location.pathname },
    body: inert($('.bar h1 bdi')?.textContent || ''),
    icon: $('link[rel=icon][type="image/svg+xml"]')?.href,
  };
  try {
    shown = new Notification(title, options);
    shown.onclick = () => { window.focus(); withdraw(); };
  } catch {   // Android lets only a service worker notify
    (await registration())?.showNotification(title, options).catch(() => { /* taken back meanwhile */ });
  }
}

/** Takes away what has been answered or seen. */
async function withdraw() {
  told = '';
  shown?.close();
  shown = null;
  const found = await (await registration())?.getNotifications?.({ tag });
  found?.forEach(notification => notification.close());
}

function look() {
  const asked = question();
  if (!asked || asked.kind === 'rev' && !isAlone()) { if (told) withdraw(); return; }
  if (!document.hidden || asked.decision === told) return;
  isMissed = true;
  if (root.dataset.notify !== 'on' || !isPossible || Notification.permission !== 'granted') return;
  told = asked.decision;
  notify(asked.kind);
}

/** Whether all others have looked at their hands: from then on the table waits for the viewer alone. */
const isAlone = () => document.querySelectorAll('.seat').length - document.querySelectorAll('.bubble.ok').length === 1;

// ── allowing it ──

/** Asks the browser within somebody's press, and keeps what came of it. */
async function ask() {
  closeOffer();
  const answer = await Notification.requestPermission();
  keep('notify', answer === 'granted' ? 'on' : '');
  if (answer === 'denied') tell(word('notifyBlocked'), 'bad');
}

function wasOffered() {
  try { return localStorage.getItem(OFFERED); } catch { return ''; }
}

function closeOffer() {
  offer?.remove();
  offer = null;
  try { localStorage.setItem(OFFERED, '1'); } catch { /* storage is blocked: it is offered again */ }
}

function showOffer() {
  if (offer || wasOffered() || !isPossible || Notification.permission !== 'default') return;
  offer = document.createElement('div');
  offer.className = 'offer';
  offer.innerHTML = '<button type="button" class="btn sm"><svg width="24" height="24" aria-hidden="true"><use href="#i-info"/></svg><span></span></button>'
    + '<button type="button" class="btn ghost icon"><svg width="24" height="24" aria-hidden="true"><use href="#i-x"/></svg></button>';
  const [yes, no] = offer.querySelectorAll('button');
  $('span', yes).textContent = word('notifyOffer');
  no.setAttribute('aria-label', word('close'));
  yes.addEventListener('click', ask);
  no.addEventListener('click', closeOffer);
  $('#toast').append(offer);
}

/** Begins to watch. `remember` keeps a setting, `toast` shows a notice. */
export function watchQuestions({ remember, toast }) {
  keep = remember;
  tell = toast;
  document.addEventListener('table:after', look);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    withdraw();
    if (isMissed) showOffer();
    isMissed = false;
  });
  addEventListener('pagehide', withdraw);
  document.addEventListener('change', ({ target }) => {
    if (target.name === 'notify' && target.checked && isPossible && Notification.permission !== 'granted') ask();
  });
}
