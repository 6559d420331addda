import { isAscii } from './bytes.js';

const BLOCK_LENGTH = 64;
/** The length of the padding: one byte for a 1 bit, and eight for the length. */
const PADDING = 9;
/**
 * The length that fits into twelve blocks of SHA-1. Longer texts are hashed by Node. Its native code is faster, but the call costs
 * more: the code is no longer in the processor's caches when the next response needs it.
 */
export const MAX_LENGTH = 12 * BLOCK_LENGTH - PADDING;
/** Counting the bytes of a longer text costs less than hashing it up to a character that is not ASCII. */
const UNCOUNTED_LENGTH = 4 * BLOCK_LENGTH - PADDING;

const BLOCK_WORDS = 16;
const ROUNDS = 80;
const words = new Int32Array(ROUNDS);
/** The state after the blocks so far: five numbers. */
const state = new Int32Array(5);

/**
 * The first 27 characters of the SHA-1 of a text in Base64, which is all of it except the padding. Null if the text is long, or has
 * characters that are not ASCII.
 */
export function hashShortText(text: string): string | null {
  const { length } = text;
  if (length > MAX_LENGTH) return null;
  if (length > UNCOUNTED_LENGTH && !isAscii(text)) return null;
  startHash();
  const last = (length + PADDING - 1) & -BLOCK_LENGTH;
  for (let start = 0; start <= last; start += BLOCK_LENGTH) {
    if (!readBlock(text, start)) return null;
    if (start === last) words[BLOCK_WORDS - 1] = length << 3;
    hashBlock();
  }
  return toBase64(state[0]!, state[1]!, state[2]!, state[3]!, state[4]!);
}

function startHash(): void {
  state[0] = 0x67452301;
  state[1] = 0xefcdab89;
  state[2] = 0x98badcfe;
  state[3] = 0x10325476;
  state[4] = 0xc3d2e1f0;
}

/** Reads a part of a text into `words`; its end is followed by a one bit and zeros. False if a character is not one byte. */
function readBlock(text: string, start: number): boolean {
  const rest = text.length - start;
  const length = Math.max(0, Math.min(rest, BLOCK_LENGTH));
  let seen = 0;
  let word = 0;
  for (let at = start; word < length >> 2; word++, at += 4) {
    const first = text.charCodeAt(at);
    const second = text.charCodeAt(at + 1);
    const third = text.charCodeAt(at + 2);
    const fourth = text.charCodeAt(at + 3);
    seen |= first | second | third | fourth;
    words[word] = (first << 24) | (second << 16) | (third << 8) | fourth;
  }
  for (; word < BLOCK_WORDS; word++) words[word] = 0;
  for (let i = length & -4; i < length; i++) {
    const code = text.charCodeAt(start + i);
    seen |= code;
    words[i >> 2]! |= code << (24 - ((i & 3) << 3));
  }
  if (rest >= 0 && rest < BLOCK_LENGTH) words[rest >> 2]! |= 0x80 << (24 - ((rest & 3) << 3));
  return seen < 0x80;
}

/**
 * Four loops, because a branch in each round costs more, and five rounds at a time, after which each of the five numbers is back in
 * its variable. Sums are truncated to 32 bits one by one, so that V8 needs no doubles.
 */
function hashBlock(): void {
  for (let i = BLOCK_WORDS; i < ROUNDS; i += 2) {
    const word = words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!;
    words[i] = (word << 1) | (word >>> 31);
    const after = words[i - 2]! ^ words[i - 7]! ^ words[i - 13]! ^ words[i - 15]!;
    words[i + 1] = (after << 1) | (after >>> 31);
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let sum = 0;
  for (let i = 0; i < 20; i += 5) {
    sum = (((a << 5) | (a >>> 27)) + (d ^ (b & (c ^ d)))) | 0;
    e = (((((e + words[i]!) | 0) + 0x5a827999) | 0) + sum) | 0;
    b = (b << 30) | (b >>> 2);
    sum = (((e << 5) | (e >>> 27)) + (c ^ (a & (b ^ c)))) | 0;
    d = (((((d + words[i + 1]!) | 0) + 0x5a827999) | 0) + sum) | 0;
    a = (a << 30) | (a >>> 2);
    sum = (((d << 5) | (d >>> 27)) + (b ^ (e & (a ^ b)))) | 0;
    c = (((((c + words[i + 2]!) | 0) + 0x5a827999) | 0) + sum) | 0;
    e = (e << 30) | (e >>> 2);
    sum = (((c << 5) | (c >>> 27)) + (a ^ (d & (e ^ a)))) | 0;
    b = (((((b + words[i + 3]!) | 0) + 0x5a827999) | 0) + sum) | 0;
    d = (d << 30) | (d >>> 2);
    sum = (((b << 5) | (b >>> 27)) + (e ^ (c & (d ^ e)))) | 0;
    a = (((((a + words[i + 4]!) | 0) + 0x5a827999) | 0) + sum) | 0;
    c = (c << 30) | (c >>> 2);
  }
  for (let i = 20; i < 40; i += 5) {
    sum = (((a << 5) | (a >>> 27)) + (b ^ c ^ d)) | 0;
    e = (((((e + words[i]!) | 0) + 0x6ed9eba1) | 0) + sum) | 0;
    b = (b << 30) | (b >>> 2);
    sum = (((e << 5) | (e >>> 27)) + (a ^ b ^ c)) | 0;
    d = (((((d + words[i + 1]!) | 0) + 0x6ed9eba1) | 0) + sum) | 0;
    a = (a << 30) | (a >>> 2);
    sum = (((d << 5) | (d >>> 27)) + (e ^ a ^ b)) | 0;
    c = (((((c + words[i + 2]!) | 0) + 0x6ed9eba1) | 0) + sum) | 0;
    e = (e << 30) | (e >>> 2);
    sum = (((c << 5) | (c >>> 27)) + (d ^ e ^ a)) | 0;
    b = (((((b + words[i + 3]!) | 0) + 0x6ed9eba1) | 0) + sum) | 0;
    d = (d << 30) | (d >>> 2);
    sum = (((b << 5) | (b >>> 27)) + (c ^ d ^ e)) | 0;
    a = (((((a + words[i + 4]!) | 0) + 0x6ed9eba1) | 0) + sum) | 0;
    c = (c << 30) | (c >>> 2);
  }
  for (let i = 40; i < 60; i += 5) {
    sum = (((a << 5) | (a >>> 27)) + ((b & c) | (d & (b | c)))) | 0;
    e = (((((e + words[i]!) | 0) - 0x70e44324) | 0) + sum) | 0;
    b = (b << 30) | (b >>> 2);
    sum = (((e << 5) | (e >>> 27)) + ((a & b) | (c & (a | b)))) | 0;
    d = (((((d + words[i + 1]!) | 0) - 0x70e44324) | 0) + sum) | 0;
    a = (a << 30) | (a >>> 2);
    sum = (((d << 5) | (d >>> 27)) + ((e & a) | (b & (e | a)))) | 0;
    c = (((((c + words[i + 2]!) | 0) - 0x70e44324) | 0) + sum) | 0;
    e = (e << 30) | (e >>> 2);
    sum = (((c << 5) | (c >>> 27)) + ((d & e) | (a & (d | e)))) | 0;
    b = (((((b + words[i + 3]!) | 0) - 0x70e44324) | 0) + sum) | 0;
    d = (d << 30) | (d >>> 2);
    sum = (((b << 5) | (b >>> 27)) + ((c & d) | (e & (c | d)))) | 0;
    a = (((((a + words[i + 4]!) | 0) - 0x70e44324) | 0) + sum) | 0;
    c = (c << 30) | (c >>> 2);
  }
  for (let i = 60; i < ROUNDS; i += 5) {
    sum = (((a << 5) | (a >>> 27)) + (b ^ c ^ d)) | 0;
    e = (((((e + words[i]!) | 0) - 0x359d3e2a) | 0) + sum) | 0;
    b = (b << 30) | (b >>> 2);
    sum = (((e << 5) | (e >>> 27)) + (a ^ b ^ c)) | 0;
    d = (((((d + words[i + 1]!) | 0) - 0x359d3e2a) | 0) + sum) | 0;
    a = (a << 30) | (a >>> 2);
    sum = (((d << 5) | (d >>> 27)) + (e ^ a ^ b)) | 0;
    c = (((((c + words[i + 2]!) | 0) - 0x359d3e2a) | 0) + sum) | 0;
    e = (e << 30) | (e >>> 2);
    sum = (((c << 5) | (c >>> 27)) + (d ^ e ^ a)) | 0;
    b = (((((b + words[i + 3]!) | 0) - 0x359d3e2a) | 0) + sum) | 0;
    d = (d << 30) | (d >>> 2);
    sum = (((b << 5) | (b >>> 27)) + (c ^ d ^ e)) | 0;
    a = (((((a + words[i + 4]!) | 0) - 0x359d3e2a) | 0) + sum) | 0;
    c = (c << 30) | (c >>> 2);
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Indexed by six bits. */
const codes = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));

/** One call of `fromCharCode`: concatenation would create a rope. */
function toBase64(a: number, b: number, c: number, d: number, e: number): string {
  const at = (bits: number): number => codes[bits & 63]!;
  return String.fromCharCode(
    at(a >>> 26),
    at(a >>> 20),
    at(a >>> 14),
    at(a >>> 8),
    at(a >>> 2),
    at((a << 4) | (b >>> 28)),
    at(b >>> 22),
    at(b >>> 16),
    at(b >>> 10),
    at(b >>> 4),
    at((b << 2) | (c >>> 30)),
    at(c >>> 24),
    at(c >>> 18),
    at(c >>> 12),
    at(c >>> 6),
    at(c),
    at(d >>> 26),
    at(d >>> 20),
    at(d >>> 14),
    at(d >>> 8),
    at(d >>> 2),
    at((d << 4) | (e >>> 28)),
    at(e >>> 22),
    at(e >>> 16),
    at(e >>> 10),
    at(e >>> 4),
    at(e << 2),
  );
}
