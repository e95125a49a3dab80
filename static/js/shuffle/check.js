// Is a record what it says? Believes no value of it: computes the secret's hash, the seed, every draw, every deal and
// the links of the log, and compares.
import { dealt, deckOf, drawnOrder, randomOrder } from './deals.js';
import { canonical, hex, sha256, unhex } from './hash.js';

const same = (a, b) => canonical(a) === canonical(b);

/** The seed made of a secret and the nonces by seat, all in hex. */
export async function seedOf(secret, nonces) {
  const parts = nonces.flatMap(nonce => [Uint8Array.of(nonce.length / 2), unhex(nonce)]);
  return hex(await sha256('kings.seed.1\0', unhex(secret), ...parts));
}

/** The link of the last action of a record's log. */
export async function headOf({ match, commitment, options, players, actions }) {
  const opening = { match, commitment, options, players: players.length };
  let link = await sha256('kings.log.1\0', canonical(opening));
  for (const { version, seat, type, payload, origin, at } of actions)
    link = await sha256(link, canonical({ version, seat, type, payload, origin, at }));
  return hex(link);
}

async function draws(record, deck, seed) {
  const players = record.players.length;
  if (record.options.firstRanking === 'random')
    return same(await randomOrder(players, seed), record.rounds[0].order) && same(record.draws, []);
  const { order, drawings } = await drawnOrder(deck, players, seed);
  return same(order, record.rounds[0].order) && same(drawings, record.draws);
}

async function deals(record, deck, seed) {
  for (const [index, { round, order, hands }] of record.rounds.entries()) {
    const before = record.result.rounds[index - 1];
    if (round !== index + 1 || (before && !same(before.order, order))) return false;
    if (!same(await dealt(deck, order, seed, round), hands)) return false;
  }
  return true;
}

/**
 * Every check by name: true, false, or null where there is nothing to compare with. `shown` is what was shown to the
 * players: the commitment before the match, every head after it. `own` is this browser's nonce, null if it has none.
 */
export async function check(record, shown, seat, own) {
  const { secret, nonces, seed } = record, deck = deckOf(record.options), bytes = unhex(seed);
  const promised = hex(await sha256(unhex(secret ?? seed))), head = await headOf(record);
  return {
    commitment: [record.commitment, shown.commitment].every(value => value === promised),
    seed: secret === null ? null : await seedOf(secret, nonces) === seed,
    own: own === null || seat === null || secret === null ? null : nonces[seat] === own,
    draws: await draws(record, deck, bytes),
    deals: await deals(record, deck, bytes),
    log: [record.head, ...shown.heads].every(value => value === head),
  };
}
