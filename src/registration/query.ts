import qs, { type IParseOptions } from 'qs';
import { countPairs, isFlat, readPairs } from '../parsers/pairs.js';

/** Up to this many parameters none of the limits of qs applies: if all have one name, they are an array. */
const MAX_FLAT_PAIRS = 20;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PLUS = 0x2b;
const PERCENT = 0x25;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/** Parses a query as qs does with these options. */
export function parseQuery(text: string | null, options: IParseOptions): unknown {
  // qs would read its options first.
  if (text === null || text === '') return {};
  if (typeof text !== 'string') return qs.parse(text as string, options);
  const plain = readPlain(text);
  if (plain !== undefined) return plain;
  const isSimple = countPairs(text, MAX_FLAT_PAIRS) <= MAX_FLAT_PAIRS && isFlat(text);
  return isSimple ? readPairs(text) : qs.parse(text, options);
}

/**
 * A query as most are: few parameters, each once, nothing escaped and nothing nested; undefined for others. One pass instead of a
 * search for each special character and a change of prototype: a 4.x application parses the query of each request.
 */
function readPlain(text: string): Record<string, string> | undefined {
  const pairs: Record<string, string> = {};
  const { length } = text;
  let count = 0;
  let start = 0;
  let equals = -1;
  for (let i = 0; i <= length; i++) {
    const code = i === length ? AMPERSAND : text.charCodeAt(i);
    if (code === AMPERSAND) {
      if (++count > MAX_FLAT_PAIRS) return undefined;
      const key = text.slice(start, equals === -1 ? i : equals);
      // Repeated, or inherited and not to be assigned, as `__proto__`.
      if (key in pairs) return undefined;
      // qs drops what has no name.
      if (key !== '') pairs[key] = equals === -1 ? '' : text.slice(equals + 1, i);
      start = i + 1;
      equals = -1;
    } else if (code === EQUALS) {
      if (equals === -1) equals = i;
    } else if (code === PERCENT || code === PLUS || code === OPENING || code === CLOSING) return undefined;
  }
  return pairs;
}
