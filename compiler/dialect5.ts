import { type Token as PathToken, parse as parsePath } from 'path-to-regexp';
import { decodeWith } from './decode.js';
import type { Dialect, MatchOptions, Params, Pattern, Token } from './ir.js';

/** Past this many alternatives of one layer the tree would cost more than the RegExp it replaces. */
const MAX_ALTERNATIVES = 16;
const TRAILING_SLASHES = /\/+$/;

/** The 5.x grammar: `:name`, `:"quoted"`, `*wild`, `{optional}` and escapes. */
export const dialect5: Dialect = {
  parse,
  decode: decodeWith((error) => {
    error.status = 400;
  }),
  createParams,
  mountEnds: '/',
  sharedKeys: false,
};

function createParams(): Params {
  return Object.create(null);
}

function parse(path: unknown, options: MatchOptions): Pattern {
  const alternatives: Token[][] = [];
  for (const one of Array.isArray(path) ? path : [path]) {
    if (one instanceof RegExp || Array.isArray(one)) return null;
    if (options.strict && typeof one !== 'string') return null;
    for (const tokens of parseOne(String(one), options)) alternatives.push(tokens);
    if (alternatives.length > MAX_ALTERNATIVES) return null;
  }
  return alternatives;
}

function parseOne(path: string, options: MatchOptions): Token[][] {
  const loose =
    options.strict || path === '/' || !path.endsWith('/') ? path : path.replace(TRAILING_SLASHES, '');
  const alternatives: Token[][] = [];
  expand(parsePath(loose).tokens, 0, [], alternatives);
  return alternatives;
}

/** Unfolds optional groups, the longer alternative first, and stops as soon as there are too many. */
function expand(tokens: readonly PathToken[], from: number, head: Token[], found: Token[][]): void {
  let sequence = head;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.type === 'group') {
      if (found.length > MAX_ALTERNATIVES) return;
      expand([...token.tokens, ...tokens.slice(i + 1)], 0, sequence, found);
      continue;
    }
    sequence = [...sequence, translate(token)];
  }
  if (found.length <= MAX_ALTERNATIVES) found.push(sequence);
}

function translate(token: Exclude<PathToken, { type: 'group' }>): Token {
  if (token.type === 'text') return { kind: 'text', text: token.value };
  return { kind: token.type === 'param' ? 'param' : 'wild', name: token.name };
}
