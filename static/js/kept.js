// Switching the language loads the page again: what has been typed, passwords apart, is kept over it in this tab.
const KEY = 'kings-kept';

/** The fields of the page's forms that a person fills in, no password even if it is shown; the number tells two of
    a name apart. */
function* fields() {
  for (const form of document.querySelectorAll('form[method=post]:not(dialog *, [data-language])')) {
    const count = {};
    for (const field of form.querySelectorAll('input:not([type=hidden], [readonly], .pwbox input)')) {
      if (field.name === 'language') continue; // has just been chosen
      const name = `${form.getAttribute('action')} ${field.name}`;
      count[name] = (count[name] ?? 0) + 1;
      yield [`${name} ${count[name]}`, field, form];
    }
  }
}

/** What is in fields that a person has changed, or of which a refused form says that they were. */
function typed() {
  const found = {};
  for (const [key, field, form] of fields()) {
    const isBox = field.matches('[type=checkbox], [type=radio]');
    const edited = isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
    if (edited || form.querySelector('.err, [data-problems]')) found[key] = isBox ? field.checked : field.value;
  }
  return found;
}

function restore(found) {
  for (const [key, field] of fields()) {
    if (!(key in found)) continue;
    if (typeof found[key] === 'boolean') field.checked = found[key];
    else if (field.value === field.defaultValue) field.value = found[key]; // unless somebody types fast
  }
}

document.addEventListener('submit', event => {
  if (!event.target.matches('[data-language]')) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ page: event.target.elements.next.value, typed: typed() }));
  } catch { /* storage is blocked: the page comes back empty */ }
});

try {
  const kept = JSON.parse(sessionStorage.getItem(KEY));
  sessionStorage.removeItem(KEY);
  if (kept && kept.page === location.pathname + location.search) restore(kept.typed);
} catch { /* storage is blocked */ }
