// The sounds of the table, made on the spot: a cue is a few short notes and bursts of noise. They are soft, they never
// pile up, and none of them is the only sign of anything.

// [shape, start ms, length ms, from Hz, to Hz, level]; a tone glides, a burst of noise is what a band around it lets through.
const roll = length => Array.from({ length: 13 }, (_, hit) => {
  const level = .035 + .075 * hit / 12;
  return [['noise', hit * length / 13, 60, 420, 300, level * 1.4], ['sine', hit * length / 13, 70, 130, 95, level]];
}).flat();
const rise = (notes, step, level) => notes.map((note, index) => ['triangle', index * step, step * 1.7, note, note, level]);

export const CUES = {
  turn: [['triangle', 0, 90, 523, 520, .16], ['noise', 0, 20, 1400, 1400, .1], ['triangle', 90, 90, 698, 694, .16], ['noise', 90, 20, 1800, 1800, .1]],
  play: [['noise', 0, 60, 1900, 900, .24], ['sine', 0, 45, 190, 120, .1]],
  others: [['noise', 0, 60, 1600, 800, .17], ['sine', 0, 40, 170, 110, .05]],
  pass: [['sine', 0, 90, 150, 95, .12], ['noise', 0, 40, 300, 220, .08]],
  trick: [['noise', 0, 220, 500, 2600, .45]],
  tick: [['noise', 0, 25, 3000, 3000, .2], ['triangle', 0, 25, 1150, 1150, .05]],
  out: rise([523, 659, 784], 95, .12),
  first: rise([523, 659, 784, 1047, 1319], 95, .12),
  tax: [['sine', 0, 420, 880, 880, .08], ['sine', 60, 420, 1320, 1320, .05], ['sine', 0, 200, 2640, 2640, .012]],
  revolution: roll(500),
  great: [...roll(500), ['sine', 500, 1400, 98, 96, .12], ['sine', 500, 1100, 147, 145, .07], ['sine', 500, 800, 233, 229, .05], ['sine', 500, 500, 391, 385, .03], ['noise', 500, 260, 900, 500, .1]],
  result: [...rise([392, 494, 587], 130, .1), ['triangle', 390, 420, 523, 523, .11], ['triangle', 390, 420, 784, 784, .06]],
  error: [['sine', 0, 60, 165, 120, .15], ['sine', 95, 70, 150, 105, .15]],
  chat: [['sine', 0, 70, 480, 820, .09]],
  lost: rise([587, 440], 130, .1),
  back: rise([440, 587], 130, .1),
};

const LOUDNESS = 2, MOST = 3, IN_A_ROW = 3, BURST_S = .08, GAP_S = .03, SOFT_S = .02;
const noises = new WeakMap();
let context = null, voices = [], lastFrame = -1;

function noiseOf(audio) {
  if (!noises.has(audio)) {
    const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    let seed = 1;   // always the same noise: how loud a cue is does not hang on luck
    const next = () => { seed = seed * 16807 % 2147483647; return seed / 1073741824 - 1; };
    buffer.copyToChannel(Float32Array.from({ length: buffer.length }, next), 0);
    noises.set(audio, buffer);
  }
  return noises.get(audio);
}

function note(audio, out, at, [shape, start, length, from, to, level]) {
  const begin = at + start / 1000, end = begin + length / 1000;
  const gain = audio.createGain(), isNoise = shape === 'noise';
  const source = isNoise ? audio.createBufferSource() : audio.createOscillator();
  const bent = isNoise ? audio.createBiquadFilter() : source;
  if (isNoise) {
    source.buffer = noiseOf(audio);
    bent.type = 'bandpass';
    source.connect(bent);
  } else source.type = shape;
  bent.frequency.setValueAtTime(from, begin);
  bent.frequency.exponentialRampToValueAtTime(to, end);
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUDNESS * level, begin + .004);
  gain.gain.exponentialRampToValueAtTime(.0005, end);
  bent.connect(gain).connect(out);
  source.start(begin);
  source.stop(end);
}

/** Puts a cue onto an audio context from `at` seconds on; returns when it ends. */
export function schedule(audio, out, name, at) {
  CUES[name].forEach(part => note(audio, out, at, part));
  return at + Math.max(...CUES[name].map(([, start, length]) => start + length)) / 1000;
}

function stop({ gain }) {
  gain.gain.setTargetAtTime(0, context.currentTime, SOFT_S / 3);
  setTimeout(() => gain.disconnect(), 5 * SOFT_S * 1000);
}

/** What may still be heard beside a new voice: of a burst of frames none, and never more than a few. */
function makeRoom(kind) {
  const now = context.currentTime, isBurst = kind === 'frame' && now - lastFrame < BURST_S;
  if (kind === 'frame') lastFrame = now;
  voices = voices.filter(voice => voice.end > now);
  const old = isBurst ? voices.filter(voice => voice.kind === 'frame') : voices.slice(0, Math.max(0, voices.length - MOST + 1));
  old.forEach(stop);
  voices = voices.filter(voice => !old.includes(voice));
}

/** Plays cues one after the other; those that are none make no sound. `kind` 'frame': what a frame of the table told. */
export function sound(names, kind = 'other') {
  if (context?.state !== 'running' || document.documentElement.dataset.sound === 'off') return;
  const known = [...new Set(names)].filter(name => CUES[name]).slice(-IN_A_ROW);
  if (!known.length) return;
  makeRoom(kind);
  const gain = context.createGain();
  gain.connect(context.destination);
  let at = context.currentTime;
  for (const name of known) at = schedule(context, gain, name, at) + GAP_S;
  voices.push({ gain, kind, end: at });
}

/** Asks the browser for its ear; it gives it within a press only, and may take it away again. */
export function unlock() {
  if (document.documentElement.dataset.sound === 'off' || !window.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  if (navigator.audioSession) navigator.audioSession.type = 'ambient';   // beside somebody's music, not instead of it
  context ??= new AudioContext();
  if (context.state !== 'running') context.resume().catch(() => { /* at the next press */ });
}
