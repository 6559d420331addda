import type { Token } from './ir.js';

/**
 * Paths whose segments are plain text or one parameter each. Nearly all paths are, both grammars read them alike, and
 * no such path can be a wrong pattern: what else there is to know about a path can wait until somebody asks.
 */
const SIMPLE = /^(?:\/(?:[\w\-.~!&'@,;=%]+|:[A-Za-z_]\w*))*\/?$/;

export function isSimple(path: string): boolean {
  return SIMPLE.test(path);
}

/** The tokens of a simple path. */
export function readSimple(path: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (;;) {
    const colon = path.indexOf('/:', from);
    if (colon === -1) break;
    let end = path.indexOf('/', colon + 2);
    if (end === -1) end = path.length;
    tokens.push(plain(path.slice(from, colon + 1)), { kind: 'param', name: path.slice(colon + 2, end) });
    from = end;
  }
  if (from < path.length) tokens.push(plain(path.slice(from)));
  return tokens;
}

function plain(text: string): Token {
  return { kind: 'text', text, plain: true };
}
