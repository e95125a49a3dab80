// What this browser keeps of shuffles, in itself alone: its nonces by commitment, the heads of logs by match. The last few.
const MOST = 60;

class Kept {
  constructor(key) { this.key = key; }

  /** All that is kept. */
  all() {
    try { return JSON.parse(localStorage.getItem(this.key)) || {}; } catch { return {}; }
  }

  /** Keeps one value for good: what is kept under its name stays; the oldest go. */
  keep(name, value) {
    const all = this.all();
    if (name in all) return;
    const pairs = [...Object.entries(all), [name, value]].slice(-MOST);
    try { localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(pairs))); } catch { /* storage is blocked */ }
  }
}

export const nonces = new Kept('kings-nonces');
export const heads = new Kept('kings-heads');
