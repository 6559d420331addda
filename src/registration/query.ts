import qs, { type IParseOptions } from 'qs';
import { isPlain, readPairs } from '../parsers/pairs.js';

/** Fewer parameters than the limits of qs are about: so many may share a name and are an array in any case. */
const FEW = 20;

/** A query as qs reads it, with limits and rules for what is nested. */
export function parseQuery(text: string | null, options: IParseOptions): unknown {
  if (typeof text === 'string' && hasFew(text) && isPlain(text)) return readPairs(text);
  return qs.parse(text as string, options);
}

function hasFew(text: string): boolean {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= FEW; at = text.indexOf('&', at + 1)) count++;
  return count <= FEW;
}
