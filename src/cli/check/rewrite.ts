import { pathToRegexp as pathToRegexp5 } from 'path-to-regexp';
import pathToRegexp from 'path-to-regexp-v0';
import type { Layer } from '../inspect/steps.js';

/** Optional parts in braces and named wildcards; a brace with a number is RegExp syntax. */
export const SYNTAX_OF_5 = /\{(?!\d)[^}]*\}|\*[A-Za-z_]/;
/** The part of it that is unlikely in 4.x, which has `/ab*cd`: wildcards whose name is a complete segment. */
export const SYNTAX_OF_5_ONLY = /\{(?!\d)[^}]*\}|\/\*[A-Za-z_]\w*(?:\/|$)/;

/** A rewritten path of 4.x. */
export interface Rewritten {
  /** As written in code. */
  readonly written: string;
  /** The path, if it is not a RegExp. */
  readonly path: string | null;
  /** The new names of `req.params[0]` and so on; null for one that no longer exists. RegExps keep their numbers. */
  readonly numbered: readonly (string | null)[];
}

/** How a layer matches its path, which a RegExp has to express itself. */
export interface Matching {
  /** A route matches the complete path, middleware its start. */
  readonly end: boolean;
  readonly sensitive: boolean;
  readonly strict: boolean;
}

const DEFAULT_MATCHING: Matching = { end: true, sensitive: false, strict: false };

export function matchingOf({ methods, matcher }: Layer): Matching {
  const end = methods !== null;
  if (matcher.kind !== 'regexps') return { ...DEFAULT_MATCHING, end };
  return {
    end,
    sensitive: matcher.regexps.every(([, flags]) => !flags.includes('i')),
    // A trailing slash is optional if matching is not strict.
    strict: end && matcher.regexps.every(([source]) => !source.includes('\\/?$')),
  };
}

/**
 * A path of 4.x in the grammar of 5.x or, if that is not possible, as a RegExp that matches like the layer. Null for a path of
 * 5.x.
 */
export function rewritePath(path: string, matching = DEFAULT_MATCHING): Rewritten | null {
  if (SYNTAX_OF_5_ONLY.test(path)) return null;
  const translated = translate(path);
  if (translated !== null && reasonIn5(translated.path!) === null) return translated;
  const written = writeAsRegExp(path, matching);
  return written === null ? null : { written, path: null, numbered: [] };
}

/** The same, as written in code. */
export function rewriteFor5(path: string, matching = DEFAULT_MATCHING): string | null {
  return rewritePath(path, matching)?.written ?? null;
}

/** The same for one of several paths, some of which may be valid in 5.x. */
export function rewriteIfNeeded(path: string, matching = DEFAULT_MATCHING): string | null {
  return reasonIn5(path) === null ? `'${path}'` : rewriteFor5(path, matching);
}

/** A path of 5.x in the grammar of 4.x. */
export function rewriteFor4(path: string): string {
  const written = path
    .replace(/\{(\/?\.?:\w+)\}/g, '$1?')
    .replace(/\{([^{}]*)\}/g, '($1)?')
    .replace(/\*[A-Za-z_]\w*/g, '*');
  return `'${written}'`;
}

/** The tokens of 4.x, the longer ones first. */
const TOKEN =
  /(?<optional>[/.]?:\w+)\?|(?<parameter>:\w+)(?![\w(*])|\((?<group>[\w/-]+)\)\?|(?<wild>\*)|(?<maybe>[\w-])\?|(?<text>[\w/.~@%&=;,'-])|(?<reserved>!)/y;

/** Null if it cannot be expressed in 5.x. */
function translate(path: string): Rewritten | null {
  if (path === '*') return { path: '/{*splat}', written: "'/{*splat}'", numbered: ['splat'] };
  const numbered: (string | null)[] = [];
  let wildcards = 0;
  let written = '';
  let at = 0;
  while (at < path.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(path);
    if (found === null) return null;
    const { optional, parameter, group, wild, maybe, text, reserved } = found.groups!;
    if (wild) {
      const name = `splat${++wildcards === 1 ? '' : wildcards}`;
      numbered.push(name);
      // A star of 4.x also matches the empty string.
      written += `{*${name}}`;
    } else if (reserved) written += `\\${reserved}`;
    else if (optional ?? group ?? maybe) written += `{${optional ?? group ?? maybe}}`;
    else written += parameter ?? text;
    if (group) numbered.push(null);
    at = TOKEN.lastIndex;
  }
  return { path: written, written: `'${written}'`, numbered };
}

/** Why 5.x rejects a path; null if it accepts it. */
export function reasonIn5(path: string): string | null {
  try {
    pathToRegexp5(path);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** With the names of its parameters; null if 4.x rejects it too. */
function writeAsRegExp(path: string, matching: Matching): string | null {
  try {
    const keys: { name: string | number }[] = [];
    const { source, flags } = pathToRegexp(path, keys as never, matching);
    let group = 0;
    const named = source.replace(/\\.|\((?!\?)/g, (text) => {
      const name = text === '(' ? keys[group++]?.name : undefined;
      return typeof name === 'string' ? `(?<${name}>` : text;
    });
    return String(new RegExp(named, flags));
  } catch {
    return null;
  }
}
