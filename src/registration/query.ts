import qs, { type IParseOptions } from 'qs';
import { countPairs, isFlat, readPairs } from '../parsers/pairs.js';

/** Up to this many parameters none of the limits of qs applies: if all have one name, they are an array. */
const MAX_FLAT_PAIRS = 20;

/** Parses a query as qs does with these options. */
export function parseQuery(text: string | null, options: IParseOptions): unknown {
  // qs would read its options first.
  if (text === null || text === '') return {};
  if (typeof text === 'string' && countPairs(text, MAX_FLAT_PAIRS) <= MAX_FLAT_PAIRS && isFlat(text))
    return readPairs(text);
  return qs.parse(text as string, options);
}
