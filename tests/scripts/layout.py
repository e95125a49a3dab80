"""What lies where on the table: pieces that cover each other, cards whose number is hidden, controls out of reach."""

OVERLAPS = """() => {
  const shown = e => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden'
    && !e.closest('.vh') && getComputedStyle(e).clipPath === 'none';
  const pieces = (selector, owner) => [...document.querySelectorAll(selector)].filter(shown).map(e => {
    const range = document.createRange();   // of words, what is written: their boxes may be wider
    range.selectNodeContents(e);
    const words = e.matches('strong, small, .name') ? range : e;
    const name = `${owner(e)} ${e.tagName}.${e.className.baseVal ?? e.className ?? ''}`;
    return { owner: owner(e), name, box: words.getBoundingClientRect() };
  });
  const seat = e => e.closest('.seat').id, rank = () => 'pile';
  const all = [
    ...pieces('.seat :is(.face, .name, .count, .bubble, .drawn > .card)', seat),
    ...pieces('#pile :is(.last .card, .past .card, .std strong, .std small, .flow li)', rank),
  ];
  const found = [];
  for (const [index, a] of all.entries()) for (const b of all.slice(index + 1)) {
    if (a.owner === b.owner) continue;
    const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (x > 2 && y > 2) found.push(`${a.name} / ${b.name}: ${x.toFixed(0)}x${y.toFixed(0)}`);
  }
  return found;
}"""
"""Pieces of different owners on the felt (two seats, or a seat and the pile) that cover each other by over 2 px."""

OUTSIDE = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  const watched = '.seat :is(.face, .name, .count, .bubble, .ring), #pile :is(.card, strong), .controls *';
  for (const e of document.querySelectorAll(watched)) {
    const box = e.getBoundingClientRect(), shown = !e.closest('.vh') && getComputedStyle(e).clipPath === 'none';
    if (box.width && shown && (box.left < -0.5 || box.right > wide + 0.5))
      found.push(`outside the window: ${e.tagName}.${e.className.baseVal ?? e.className}`);
  }
  for (const e of document.querySelectorAll('.controls :is(.btn, .mix, .stepper, .stepper *), .flow li'))
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth)
      found.push(`too narrow: ${e.className || e.tagName} ${e.innerText}`);
  return found;
}"""
"""Pieces beside the window, and controls that are too narrow for what is in them."""

COVERED_NUMBERS = """() => [...document.querySelectorAll('#hand .grp')].filter(group => {
  const card = group.querySelector('.card').getBoundingClientRect();
  const badge = group.querySelector('.badge').getBoundingClientRect();
  return badge.bottom > card.top + card.height * 0.07 && badge.left < card.left + card.width * 0.8;
}).map(group => group.dataset.rank)"""
"""Ranks whose badge lies over the number: drawn from 7 % of a card's height on, up to 80 % of its width."""

OUT_OF_REACH = """() => [...document.querySelectorAll('#controls .row:last-of-type button')].filter(button => {
  if (!button.getClientRects().length) return false;
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top < 0 || box.bottom > innerHeight || !button.contains(top);
}).map(button => button.innerText)"""
"""The buttons that answer, as far as they cannot be pressed without scrolling."""
