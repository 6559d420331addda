import { type Token as PathToken, parse as parsePath } from 'path-to-regexp';
import { createDecode } from './decode.js';
import type { Dialect, MatchOptions, Params, Pattern, Token } from './ir.js';

/** If a layer has more alternatives, the tree costs more than the RegExp that it replaces. */
const MAX_ALTERNATIVES = 16;
/** Each group adds at least one alternative. */
const MAX_GROUPS = MAX_ALTERNATIVES - 1;
const TRAILING_SLASHES = /\/+$/;

/** The 5.x grammar: `:name`, `:"quoted"`, `*wild`, `{optional}` and escapes. */
export const dialect5: Dialect = {
  parse,
  decode: createDecode((error) => {
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
    const own = parsePattern(String(one), options);
    if (own === null) return null;
    for (const tokens of own) alternatives.push(tokens);
    if (alternatives.length > MAX_ALTERNATIVES) return null;
  }
  return alternatives;
}

/** The alternatives of one path; null if there are too many. */
function parsePattern(path: string, options: MatchOptions): Token[][] | null {
  const loose =
    options.strict || path === '/' || !path.endsWith('/') ? path : path.replace(TRAILING_SLASHES, '');
  const { tokens } = parsePath(loose);
  if (countGroups(tokens) > MAX_GROUPS) return null;
  const alternatives: Token[][] = [];
  expandGroups(tokens, [], alternatives);
  return alternatives;
}

/** Includes nested groups; stops when there are too many. */
function countGroups(tokens: readonly PathToken[]): number {
  const open = [tokens];
  let count = 0;
  for (const inside of open) {
    for (const token of inside) {
      if (token.type !== 'group') continue;
      if (++count > MAX_GROUPS) return count;
      open.push(token.tokens);
    }
  }
  return count;
}

/** Expands optional groups, the longer alternative first, and stops as soon as there are too many. */
function expandGroups(tokens: readonly PathToken[], head: readonly Token[], found: Token[][]): void {
  const sequence = [...head];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.type === 'group') {
      if (found.length > MAX_ALTERNATIVES) return;
      expandGroups([...token.tokens, ...tokens.slice(i + 1)], sequence, found);
      continue;
    }
    sequence.push(translateToken(token));
  }
  if (found.length <= MAX_ALTERNATIVES) found.push(sequence);
}

function translateToken(token: Exclude<PathToken, { type: 'group' }>): Token {
  if (token.type === 'text') return { kind: 'text', text: token.value };
  return { kind: token.type === 'param' ? 'param' : 'wild', name: token.name };
}
