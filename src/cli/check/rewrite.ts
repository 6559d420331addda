import { parse } from 'path-to-regexp';
import pathToRegexp from 'path-to-regexp-v0';

/** A path of 4.x in the grammar of 5.x or, where that has no words for it, the RegExp that it is. */
export function rewriteFor5(path: string): string | null {
  const translated = translate(path);
  if (translated !== null && isOf5(translated)) return `'${translated}'`;
  return asRegExp(path);
}

/** The same for one of several paths, of which 5.x may know some. */
export function rewriteIfNeeded(path: string): string | null {
  return isOf5(path) ? `'${path}'` : rewriteFor5(path);
}

/** A path of 5.x in the grammar of 4.x. */
export function rewriteFor4(path: string): string {
  const written = path
    .replace(/\{(\/?\.?:\w+)\}/g, '$1?')
    .replace(/\{([^{}]*)\}/g, '($1)?')
    .replace(/\*[A-Za-z_]\w*/g, '*');
  return `'${written}'`;
}

/** The words of 4.x, the longer ones first. */
const WORD =
  /(?<optional>[/.]?:\w+)\?|(?<parameter>:\w+)(?![(*])|\((?<group>[\w/-]+)\)\?|(?<wild>\*)|(?<maybe>[\w-])\?|(?<text>[\w/.~@%&=;,'-])|(?<reserved>!)/y;

/** Null where 5.x has nothing like it. */
function translate(path: string): string | null {
  if (path === '*') return '/{*splat}';
  let wildcards = 0;
  let written = '';
  let at = 0;
  while (at < path.length) {
    WORD.lastIndex = at;
    const found = WORD.exec(path);
    if (found === null) return null;
    const { optional, parameter, group, wild, maybe, text, reserved } = found.groups!;
    // A star of 4.x also stands for nothing at all.
    if (wild) written += `{*splat${++wildcards === 1 ? '' : wildcards}}`;
    else if (reserved) written += `\\${reserved}`;
    else if (optional ?? group ?? maybe) written += `{${optional ?? group ?? maybe}}`;
    else written += parameter ?? text;
    at = WORD.lastIndex;
  }
  return written;
}

function isOf5(path: string): boolean {
  try {
    parse(path);
    return true;
  } catch {
    return false;
  }
}

/** With the names that its parameters have; null if 4.x refuses it as well. */
function asRegExp(path: string): string | null {
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
