// The waiting room: answers that refuse are shown, links become whole, and pieces that arrive from the server
// are put in without taking the focus or a half-edited form away.
import { nameTab } from './table/title.js';

/** Invite links are rendered as paths; a person needs the whole address. */
function completeLinks(root) {
  root.querySelectorAll('[data-absolute]').forEach(node => {
    const whole = new URL(node.dataset.absolute, location.href).href;
    if ('share' in node.dataset) node.dataset.share = whole;
    else node.value = whole;
  });
}

/** The tab is called like the room. */
function showTitle() {
  const title = document.getElementById('roomhead')?.dataset.title;
  if (title) nameTab(title);
}

/** Whether a person has changed any of these fields since the server last said what is in them. */
function isEdited(fields) {
  return fields.some(field => field.type === 'text' ? field.value !== field.defaultValue : field.checked !== field.defaultChecked);
}

/** Gives the fields of `form` what `fresh` has, but leaves alone what a person has changed and not yet sent. */
function mergeFields(form, fresh) {
  const all = [...form.querySelectorAll('input[id]')];
  new Set(all.map(field => field.name)).forEach(name => {
    const fields = all.filter(field => field.name === name);
    const edited = isEdited(fields);
    const wanted = fields.map(field => fresh.querySelector(`#${CSS.escape(field.id)}`));
    fields.forEach((field, index) => {
      if (!wanted[index]) return;
      const { checked } = field;
      const { defaultChecked, defaultValue } = wanted[index];
      if (field.type === 'text') {
        if (!edited) field.value = defaultValue;
        field.defaultValue = defaultValue;
      } else {
        field.defaultChecked = defaultChecked; // may change `checked` too
        field.checked = edited ? checked : defaultChecked;
      }
    });
  });
}

let focused = '', menu = '', typed = [], unfolded = [];

document.addEventListener('htmx:beforeSwap', event => {
  const { xhr, requestConfig } = event.detail;
  if (!requestConfig?.path.startsWith('/r/')) return;
  document.querySelectorAll('#toast .toast').forEach(toast => toast.remove()); // older than this answer
  const refused = xhr.status >= 400 && xhr.status < 500;
  if (refused && !xhr.response.includes('hx-swap-oob')) return; // a whole page that says sorry
  if (refused) Object.assign(event.detail, { shouldSwap: true, isError: false });
  if (!event.detail.shouldSwap || requestConfig.elt.isConnected) return;
  // The socket was faster and has replaced the form that asked; htmx would look for targets inside the old one.
  event.detail.shouldSwap = false;
  window.htmx.swap(document.body, xhr.response, { swapStyle: 'none' });
});

document.addEventListener('htmx:oobBeforeSwap', event => {
  const { target, fragment } = event.detail;
  const fresh = fragment.querySelector?.('#options') ?? fragment;
  if (target.id === 'options' && 'editable' in target.dataset && 'editable' in (fresh.dataset ?? {})) {
    mergeFields(target, fresh);
    event.detail.shouldSwap = false;
    event.preventDefault();
    return;
  }
  const active = target.contains(document.activeElement) ? document.activeElement : null;
  focused = active?.id ?? '';
  menu = active?.closest('.menu')?.querySelector('summary').id ?? '';
  unfolded = [...target.querySelectorAll('details[open][id]')].map(details => details.id);
  // A whole new room, as after a lost line: what was being typed is put back.
  const texts = target.id === 'stage' ? [...target.querySelectorAll('#options input[type=text], #options input:not([type])')] : [];
  typed = texts.filter(field => isEdited([field])).map(field => [field.id, field.value]);
});

document.addEventListener('htmx:oobAfterSwap', event => {
  const { target } = event.detail;
  const node = document.getElementById(target.id);
  if (node) completeLinks(node);
  if (['roomhead', 'stage'].includes(target.id)) showTitle();
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  typed = [];
  for (const id of unfolded) document.getElementById(id)?.setAttribute('open', '');
  unfolded = [];
  if (!focused) return;
  // The control may be gone (a bot that was removed): its menu or its section's heading is the next best place.
  const again = document.getElementById(focused) ?? document.getElementById(menu) ?? node?.querySelector('[tabindex="-1"]');
  focused = '';
  again?.focus({ preventScroll: true });
});

/** A menu is put away by a press beside it or by Escape, which gives the focus back. */
function foldMenus(except) {
  document.querySelectorAll('.menu[open]').forEach(menu => { if (menu !== except) menu.open = false; });
}

document.addEventListener('toggle', event => {
  if (event.target.matches?.('.menu[open]')) event.target.lastElementChild.scrollIntoView({ block: 'nearest' });
}, true);
document.addEventListener('click', event => foldMenus(event.target.closest('.menu')));
document.addEventListener('keydown', event => {
  const open = event.key === 'Escape' && (event.target.closest?.('.menu[open]') ?? document.querySelector('#react[open]'));
  if (!open) return;
  open.open = false;
  open.querySelector('summary').focus();
});

completeLinks(document);
