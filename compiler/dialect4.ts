import { createDecode } from './decode.js';
import type { Dialect, MatchOptions, Params, Pattern, Token } from './ir.js';

/**
 * The 4.x grammar (path-to-regexp 0.1) is a RegExp in which a few patterns are replaced, so most characters can change the
 * meaning of what precedes them. The parser reads the part whose meaning is certain and leaves the rest to the layer's RegExp.
 */
export const dialect4: Dialect = {
  parse,
  decode: createDecode((error) => {
    error.status = 400;
    error.statusCode = 400;
  }),
  createParams,
  mountEnds: '/.',
  sharedKeys: true,
};

const MAX_ALTERNATIVES = 16;
/** Characters that match literally. `.` is one of them, because the grammar escapes it. */
const LITERAL = /[\w\-./~!@%&=;,'"<> `#]/;
const PARAMETER = /^:(\w+)(\(.*?\))?(\*)?(\?)?/;
/**
 * Captures that always match one non-empty part of a segment: classes of word characters and lists of words. A star is not
 * allowed, because the grammar turns it into `(.*)`.
 */
const ONE_SEGMENT_CAPTURE = /^\((?:(?:\\[dw]|\[[\w-]+\])(?:\+|\{[1-9]\d*(?:,\d*)?\})?|\w+(?:\|\w+)*)\)$/;

function createParams(): Params {
  return {};
}

function parse(path: unknown, options: MatchOptions): Pattern {
  const alternatives: Token[][] = [];
  for (const one of elementsOf(path)) {
    const read = typeof one === 'string' ? readAlternatives(dropTrailingSlash(one, options)) : null;
    if (read === null) return null;
    alternatives.push(...read);
    if (alternatives.length > MAX_ALTERNATIVES) return null;
  }
  return alternatives;
}

/** Includes nested arrays. An empty array matches every path, which is left to its RegExp. */
function elementsOf(path: unknown): unknown[] {
  if (!Array.isArray(path)) return [path];
  return path.length === 0 ? [undefined] : Array.from(path).flatMap(elementsOf);
}

/** The alternatives of one path, or null if it is regexp-only. */
export function readAlternatives(path: string): Token[][] | null {
  return hasLooseBar(path) ? null : expandOptionals(readParts(path));
}

/** A `|` outside such a capture splits the whole RegExp, including its anchors. */
function hasLooseBar(path: string): boolean {
  const outside = path.replace(/:\w+(\(.*?\))/g, (whole, capture) =>
    ONE_SEGMENT_CAPTURE.test(capture) ? '' : whole,
  );
  return outside.includes('|');
}

/** Without `strict`, the grammar makes a trailing slash optional. Lookups ignore it in any case. */
function dropTrailingSlash(path: string, options: MatchOptions): string {
  return !options.strict && path.endsWith('/') ? path.slice(0, -1) : path;
}

interface Optional {
  readonly optional: readonly Token[];
}
type Part = Token | Optional;

function readParts(path: string): Part[] {
  const parts: Part[] = [];
  let text = '';
  for (let at = 0; at < path.length; ) {
    const char = path[at]!;
    if (char === '*') return [...parts, { kind: 'text', text }, REST_TOKEN];
    if (char === ':') {
      const found = PARAMETER.exec(path.slice(at));
      // For `/.:name` the grammar puts the slash after the dot, so the slash is not a segment boundary.
      if (found === null || found[3] !== undefined || text.endsWith('/.')) {
        return [...parts, ...dropLastCharacter(text.endsWith('/.') ? text.slice(0, -1) : text), REST_TOKEN];
      }
      if (found[2] !== undefined && !ONE_SEGMENT_CAPTURE.test(found[2])) {
        return [...parts, { kind: 'text', text }, REST_TOKEN];
      }
      parts.push(...readParameter(found, text));
      text = '';
      at += found[0].length;
      continue;
    }
    if (!LITERAL.test(char)) return [...parts, ...dropLastCharacter(text), REST_TOKEN];
    text += char;
    at += 1;
  }
  parts.push({ kind: 'text', text });
  return parts;
}

function readParameter([, name = '', capture, , optional]: RegExpExecArray, before: string): Part[] {
  const param: Token = { kind: 'param', name };
  // Two tokens in one segment make a shape imprecise: used for a custom capture, or for a segment whose end is optional.
  const uncertainSegment = [param, param];
  if (optional === undefined) {
    return [{ kind: 'text', text: before }, ...(capture === undefined ? [param] : uncertainSegment)];
  }
  // The slash or dot before an optional parameter is part of it.
  const lead = before.endsWith('/') || before.endsWith('.') ? before.slice(-1) : '';
  const whole = lead === '/' && capture === undefined;
  return [
    { kind: 'text', text: before.slice(0, before.length - lead.length) },
    { optional: [{ kind: 'text', text: lead }, ...(whole ? [param] : uncertainSegment)] },
  ];
}

const REST_TOKEN: Token = { kind: 'rest' };

/** The character that follows the text may change the meaning of its last one (`ab?`). */
function dropLastCharacter(text: string): Token[] {
  return text.length > 1 ? [{ kind: 'text', text: text.slice(0, -1) }] : [];
}

function expandOptionals(parts: readonly Part[]): Token[][] {
  let alternatives: Token[][] = [[]];
  for (const part of parts) {
    if ('optional' in part) {
      alternatives = alternatives.flatMap((head) => [[...head, ...part.optional], head]);
      if (alternatives.length > MAX_ALTERNATIVES) return alternatives;
    } else {
      for (const head of alternatives) head.push(part);
    }
  }
  return alternatives;
}
