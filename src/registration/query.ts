import qs, { type IParseOptions } from 'qs';
import { countPairs, isFlat, readPairs } from '../parsers/pairs.js';

/** Fewer parameters than the limits of qs are about: so many may share a name and are an array in any case. */
const FEW = 20;

/** A query as qs reads it, with limits and rules for what is nested. */
export function parseQuery(text: string | null, options: IParseOptions): unknown {
  if (typeof text === 'string' && countPairs(text, FEW) <= FEW && isFlat(text)) return readPairs(text);
  return qs.parse(text as string, options);
}
