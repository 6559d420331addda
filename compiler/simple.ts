import type { MatchOptions } from './ir.js';
import type { Segment, Shape } from './shape.js';

/**
 * Paths in which each segment is plain text or one parameter, as in nearly all paths. All grammars accept them and read them the same
 * way (`!` is not among the characters, because 5.x rejects it), so they need no parser.
 */
const SIMPLE = /^(?:\/(?:[\w\-.~&'@,;=%]+|:[A-Za-z_]\w*))*\/?$/;
const COLON = 58;

export function isSimple(path: string): boolean {
  return SIMPLE.test(path);
}

/** The shape of a simple path. Parsing it into tokens first would be slower for large tables. */
export function simpleShape(path: string, { strict, sensitive }: MatchOptions): Shape {
  const slash = path.endsWith('/');
  const parts = (slash ? path.slice(1, -1) : path.slice(1)).split('/');
  if (parts.length === 1 && parts[0] === '') parts.length = 0;
  const segments: Segment[] = parts;
  // `push` would allocate space for seventeen elements.
  const names = new Array<string | null>(parts.length);
  let precise = true;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const isParam = part.charCodeAt(0) === COLON;
    names[i] = isParam ? part.slice(1) : null;
    segments[i] = isParam ? null : part.toLowerCase();
    if (sensitive && !isParam && segments[i] !== part.toUpperCase()) precise = false;
  }
  return {
    segments,
    names,
    wild: null,
    open: false,
    precise,
    endsWithSlash: slash && (strict || parts.length === 0),
  };
}
