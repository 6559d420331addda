/**
 * The pairs of a urlencoded text whose keys are plain names. Written here because the object has to be an ordinary one:
 * fast-querystring makes one with another prototype, and to change that afterwards costs half as much as reading did.
 */
import decode from 'fast-decode-uri-component';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
/** In texts shorter than this, replacing each plus where it stands costs no more than a copy of all. */
const LONG = 256;

/** Values are strings, or arrays of them where a key comes more than once. */
export type Pairs = Record<string, unknown>;

/** Reads a text in one pass, which notices on its way what each key and value will need to be decoded. */
export function readPairs(given: string): Pairs {
  const text = given.length >= LONG && given.includes('+') ? withSpaces(given) : given;
  const pairs: Pairs = {};
  let start = 0;
  let equals = -1;
  let escapedKey = false;
  let escaped = false;
  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? AMPERSAND : text.charCodeAt(i);
    if (code === AMPERSAND) {
      if (equals !== -1) {
        const value = text.slice(equals + 1, i);
        add(pairs, plain(text.slice(start, equals), escapedKey), plain(value, escaped));
      } else if (i > start) {
        add(pairs, plain(text.slice(start, i), escaped), '');
      }
      start = i + 1;
      equals = -1;
      escaped = false;
    } else if (code === EQUALS) {
      if (equals === -1) {
        equals = i;
        escapedKey = escaped;
        escaped = false;
      }
    } else if (code === PERCENT || code === PLUS) {
      escaped = true;
    }
  }
  return pairs;
}

/** Keys without a name are dropped, and one that would not be a field. */
function add(pairs: Pairs, key: string, value: string): void {
  if (key === '' || key === '__proto__') return;
  const before = pairs[key];
  if (before === undefined) pairs[key] = value;
  else if (!Object.hasOwn(pairs, key)) define(pairs, key, value);
  else if (typeof before === 'string') pairs[key] = [before, value];
  else (before as string[]).push(value);
}

/** For names such as `toString`, which cannot be assigned to where prototypes are frozen. */
function define(pairs: Pairs, key: string, value: string): void {
  Object.defineProperty(pairs, key, { configurable: true, enumerable: true, writable: true, value });
}

/** What cannot be decoded stays as it is. */
function plain(text: string, escaped: boolean): string {
  if (!escaped) return text;
  const spaced = text.replaceAll('+', ' ');
  return decode(spaced) ?? spaced;
}

/** Among bytes a plus is replaced in place; in strings, each one replaced costs more than reading its pair. */
function withSpaces(text: string): string {
  const bytes = Buffer.from(text);
  for (let i = bytes.indexOf(PLUS); i < bytes.length; i++) {
    if (bytes[i] === PLUS) bytes[i] = SPACE;
  }
  return bytes.toString();
}
