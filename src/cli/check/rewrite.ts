import { parse } from 'path-to-regexp';
import pathToRegexp from 'path-to-regexp-v0';

/** A path of 4.x in the grammar of 5.x or, if it cannot be written there, as a RegExp. */
export function rewriteFor5(path: string): string | null {
  const translated = translate(path);
  if (translated !== null && isValidIn5(translated)) return `'${translated}'`;
  return writeAsRegExp(path);
}

/** The same for one of several paths, some of which may be valid in 5.x. */
export function rewriteIfNeeded(path: string): string | null {
  return isValidIn5(path) ? `'${path}'` : rewriteFor5(path);
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
  /(?<optional>[/.]?:\w+)\?|(?<parameter>:\w+)(?![(*])|\((?<group>[\w/-]+)\)\?|(?<wild>\*)|(?<maybe>[\w-])\?|(?<text>[\w/.~@%&=;,'-])|(?<reserved>!)/y;

/** Null if it cannot be written in 5.x. */
function translate(path: string): string | null {
  if (path === '*') return '/{*splat}';
  let wildcards = 0;
  let written = '';
  let at = 0;
  while (at < path.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(path);
    if (found === null) return null;
    const { optional, parameter, group, wild, maybe, text, reserved } = found.groups!;
    // A star of 4.x also matches nothing.
    if (wild) written += `{*splat${++wildcards === 1 ? '' : wildcards}}`;
    else if (reserved) written += `\\${reserved}`;
    else if (optional ?? group ?? maybe) written += `{${optional ?? group ?? maybe}}`;
    else written += parameter ?? text;
    at = TOKEN.lastIndex;
  }
  return written;
}

function isValidIn5(path: string): boolean {
  try {
    parse(path);
    return true;
  } catch {
    return false;
  }
}

/** With the names of its parameters; null if 4.x rejects it, too. */
function writeAsRegExp(path: string): string | null {
  try {
    const keys: { name: string | number }[] = [];
    const { source, flags } = pathToRegexp(path, keys as never, {});
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
