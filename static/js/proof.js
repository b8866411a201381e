/* The proof of an arena's dice, in the browser: the same as rules/arena/proof.py, checked against the same test vectors.
   A hall's plain-HTTP network has no crypto.subtle, so SHA-256 (FIPS 180-4) stands here in full. */
const ROUND = [];
const START = [];
{
  const root = (n, power) => Math.floor((n ** power - Math.floor(n ** power)) * 2 ** 32);
  for (let n = 2; ROUND.length < 64; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (START.length < 8) START.push(root(n, 1 / 2));
    ROUND.push(root(n, 1 / 3));
  }
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 of bytes, as bytes. */
export function sha256(bytes) {
  const size = ((bytes.length + 9 + 63) >> 6) << 6;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < size; at += 64) block(state, w, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

function block(state, w, view, at) {
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
}

const utf8 = (text) => new TextEncoder().encode(text);
export const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (a, b) => { const out = new Uint8Array(a.length + b.length); out.set(a); out.set(b, a.length); return out; };

/** HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes. */
export function hmac(key, message) {
  const pad = (byte) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

/** What is published for a match's chain, from the anchor in hex. */
export const commitment = (match, anchor) => hex(sha256(utf8(`${match}|${anchor}`)));

/** Which chain (from 1) and which of its `links` serves a throw, by round (from 1) and role. */
export function place(round, role, roles = ["A", "B", "CA", "CB", "DA", "DB"], links = 1000) {
  const n = (round - 1) * roles.length + roles.indexOf(role);
  return [Math.floor(n / links) + 1, (n % links) + 1];
}

/** The two dice of a throw, from its link in hex. */
export function dice(link, match, i, role, wordsA, wordsB) {
  const said = `arena-v1|${match}|${i}|${role}|${hex(sha256(utf8(wordsA)))}|${hex(sha256(utf8(wordsB)))}`;
  let stream = hmac(unhex(link), utf8(said));
  const found = [];
  for (;;) {
    for (const byte of stream) if (byte < 240) found.push((byte % 20) + 1);
    if (found.length >= 2) return found.slice(0, 2);
    stream = sha256(stream);
  }
}

/** Whether a link (hex) is the i-th of the chain with this anchor (hex). */
export function leadsTo(link, i, anchor) {
  let bytes = unhex(link);
  for (let n = 0; n < i; n += 1) bytes = sha256(bytes);
  return hex(bytes) === anchor;
}
