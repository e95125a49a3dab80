// The page that checks a shuffle: reads the record, computes everything again, says for each check what came of it.
import { check } from './shuffle/check.js';
import { canHash } from './shuffle/hash.js';
import { heads, nonces } from './shuffle/kept.js';

const list = document.querySelector('[data-record]'), verdict = document.getElementById('verdict');

function show(results) {
  for (const [name, passed] of Object.entries(results)) {
    const line = list.querySelector(`[data-check="${name}"]`);
    line.className = passed === null ? 'none' : passed ? 'passed' : 'failed';
    line.querySelector('b').textContent = list.dataset[line.className];
  }
}

function conclude(name) {
  verdict.textContent = verdict.dataset[name];
  verdict.classList.add(name);
}

async function run() {
  if (!canHash) return conclude('unable');
  const answer = await fetch(list.dataset.record, { headers: { accept: 'application/json' } });
  if (!answer.ok) return conclude('lost');
  const { seat, match, commitment, head } = list.dataset;
  const shown = { commitment, heads: [head, heads.all()[match]].filter(Boolean) };
  const own = nonces.all()[commitment] ?? null;
  const results = await check(await answer.json(), shown, seat === '' ? null : +seat, own);
  show(results);
  conclude(Object.values(results).includes(false) ? 'bad' : 'good');
}

run().catch(() => conclude('lost'));
