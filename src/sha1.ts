import { isAscii } from './bytes.js';
import { hashBlock } from './sha1-block.js';

// Taken when loaded: tests of applications replace them later.
const { max, min } = Math;

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
const words = new Int32Array(BLOCK_WORDS);
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
    hashBlock(words, state);
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
  const length = max(0, min(rest, BLOCK_LENGTH));
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
