// The tab's title: the page's own name, or that the viewer is asked; without a connection nobody knows.
import { question } from './dom.js';
import { word } from './words.js';

let name = document.title;

function show() {
  const asked = document.documentElement.dataset.net === 'off' ? null : question();
  document.title = asked ? `● ${word(asked.kind === 'play' ? 'myTurn' : 'asked')}` : name;
}

/** What the tab is called while nothing is asked; plain text. */
export function nameTab(text) {
  name = text;
  show();
}

document.addEventListener('table:after', show);
new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['data-net'] });
show();
