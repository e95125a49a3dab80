// The words of scripts in the page's language, read once from the page's <template id="words">.

const words = new Map();
const template = document.getElementById('words');
template?.content.querySelectorAll('[data-word]').forEach(item => words.set(item.dataset.word, item.textContent));

/** The text under a key with its {placeholders} filled; the key itself where the page does not carry it. */
export function word(key, params = {}) {
  return (words.get(key) ?? key).replace(/\{(\w+)\}/g, (_match, name) => params[name] ?? '');
}

/** A number of cards in words. */
export const cards = count => word(count === 1 ? 'card' : 'cards', { n: count });

const setWords = (rank, count) => rank === 13 ? word('jesterSet', { n: count }) : word('set', { r: rank, n: count });

/** A set as the table names it, and the jesters in it. */
export function setWordsInFull(rank, count, jesters) {
  const set = setWords(rank, count);
  return jesters && rank !== 13 ? word(jesters === 1 ? 'withJester' : 'withJesters', { set, j: jesters }) : set;
}

/** One or two cards of a rank that are given away, in words that cannot be read as a set. */
export const someWords = (rank, count) => word(`some${rank === 13 ? 'Jester' : ''}${count}`, { r: rank });
