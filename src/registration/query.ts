import { countPairs, isFlat, readPairs } from '../parsers/pairs.js';

/** With up to this many parameters, none of the limits of qs applies: if all have the same name, they become an array. */
const MAX_FLAT_PAIRS = 20;
/** For longer texts, it is faster to look for special characters first than to stop at one halfway. */
const LONG = 256;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PLUS = 0x2b;
const PERCENT = 0x25;
const OPENING = 0x5b;
const CLOSING = 0x5d;
const FIVE = 0x35;

type Query = Record<string, string | string[]>;

/** What any version of qs makes of a query without nested names; undefined for a query that it has to be asked about. */
export function parseFlatQuery(text: string | null): object | undefined {
  // qs would read its options first.
  if (text === null || text === '') return {};
  if (typeof text !== 'string') return undefined;
  if (text.length < LONG) return tryShort(text);
  const isSimple = countPairs(text, MAX_FLAT_PAIRS) <= MAX_FLAT_PAIRS && isFlat(text);
  return isSimple ? readPairs(text) : undefined;
}

function tryShort(text: string): Query | undefined {
  try {
    return readShort(text);
  } catch {
    // Invalid escapes: qs returns such a text unchanged.
    return undefined;
  }
}

/**
 * Parses common queries: short, with few parameters, none of them nested or named like a member of `Object.prototype`. Undefined for
 * other queries. It takes one pass and returns an ordinary object, because a 4.x application parses the query of each request, and an
 * object whose prototype has been changed is slow to use.
 */
function readShort(text: string): Query | undefined {
  const query: Query = {};
  const { length } = text;
  let count = 0;
  let start = 0;
  let equals = -1;
  let isEscaped = false;
  for (let i = 0; i <= length; i++) {
    const code = i === length ? AMPERSAND : text.charCodeAt(i);
    if (code === AMPERSAND) {
      if (++count > MAX_FLAT_PAIRS) return undefined;
      const key = text.slice(start, equals === -1 ? i : equals);
      const value = equals === -1 ? '' : text.slice(equals + 1, i);
      if (!(isEscaped ? add(query, decode(key), decode(value)) : add(query, key, value))) return undefined;
      start = i + 1;
      equals = -1;
      isEscaped = false;
    } else if (code === EQUALS) {
      if (equals === -1) equals = i;
    } else if (code === PERCENT) {
      if (text.charCodeAt(i + 1) === FIVE && isBracket(text.charCodeAt(i + 2))) return undefined;
      isEscaped = true;
    } else if (code === PLUS) isEscaped = true;
    else if (code === OPENING || code === CLOSING) return undefined;
  }
  return query;
}

/** False for an inherited name, which must not be assigned, such as `__proto__`. */
function add(query: Query, key: string, value: string): boolean {
  if (key in query) {
    if (!Object.hasOwn(query, key)) return false;
    const earlier = query[key]!;
    if (typeof earlier === 'string') query[key] = [earlier, value];
    else earlier.push(value);
  } else if (key !== '') {
    // qs drops parameters without a name.
    query[key] = value;
  }
  return true;
}

/** Whether this is the last digit of an escaped bracket: `%5B` or `%5D`, in either case. */
function isBracket(digit: number): boolean {
  const upper = digit & ~0x20;
  return upper === 0x42 || upper === 0x44;
}

/** Throws for a text with invalid escapes. */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}
