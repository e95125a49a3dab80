// SHA-256 by the browser itself, and the bytes that go into it.

const encoder = new TextEncoder();

/** True where the browser lets a page compute hashes: over https, or on this machine. */
export const canHash = Boolean(globalThis.crypto?.subtle);

/** The 32 bytes of SHA-256 over all of these parts; texts count as UTF-8. */
export async function sha256(...parts) {
  const all = parts.map(part => typeof part === 'string' ? encoder.encode(part) : part);
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of all) { bytes.set(part, place); place += part.length; }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of a text in hex. Throws RangeError where it is none. */
export function unhex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new RangeError('not hex');
  return Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));
}

/** A JSON value as the log's links are computed from it: keys sorted, no spaces. Its texts are ASCII. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.keys(value).sort().map(key => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join(',')}}`;
}
