import { dialect4, readAlternatives } from './dialect4.js';
import type { Dialect, Params, Pattern, Token } from './ir.js';

/**
 * The 3.x grammar is that of 4.x, except that a trailing slash is significant, an array becomes one RegExp whose alternatives
 * share their groups, and params are an array.
 */
export const dialect3: Dialect = {
  ...dialect4,
  parse,
  decode,
  createParams,
};

const MAX_ALTERNATIVES = 16;

function parse(path: unknown): Pattern {
  if (typeof path === 'string') return readAlternatives(path);
  if (!Array.isArray(path) || path.length === 0) return null;
  const alternatives: Token[][] = [];
  for (const one of path) {
    const read = typeof one === 'string' ? readAlternatives(one) : null;
    // An unreadable part of one element may change the meaning of the next.
    if (read === null || read.some((tokens) => tokens.some(({ kind }) => kind === 'rest'))) return null;
    alternatives.push(...read);
    if (alternatives.length > MAX_ALTERNATIVES) return null;
  }
  // The group around the elements also captures, so the names belong to other groups, which only the RegExp knows.
  return alternatives.length === 1 ? [alternatives[0]!, alternatives[0]!] : alternatives;
}

function decode(value: string): string {
  if (value.indexOf('%') === -1) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    throw Object.assign(new Error(`Failed to decode param '${value}'`), { status: 400 });
  }
}

/** In 3.x `req.params` is an array with named properties. */
function createParams(): Params {
  return [] as unknown as Params;
}
