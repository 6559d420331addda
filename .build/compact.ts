// Shortens programs that are installed with the framework but rarely read: the command and the bundled packages. V8 keeps a
// source text as long as it may have to compile a function of it.
import { transformSync } from 'esbuild';

/** Removes whitespace and comments, except licences. Keeps names, and the lines that a stack trace can point to. */
export function compact(text: string): string {
  const { code } = transformSync(text, {
    minifyWhitespace: true,
    legalComments: 'inline',
    charset: 'utf8',
    lineLimit: 120,
    logLevel: 'error',
  });
  return withNarrowText(withUnsplitStrings(code));
}

/** esbuild splits strings to keep lines short, including package names that other tools search for. */
function withUnsplitStrings(code: string): string {
  return code.replace(/(?<!\\)((?:\\\\)*)\\\n/g, '$1');
}

/** Escapes the few characters that would make V8 store the complete text with two bytes per character. */
function withNarrowText(text: string): string {
  const narrow = text.replace(/(?<!\\)[^\0-\xff]/g, (unit) => `\\u${hex(unit.charCodeAt(0))}`);
  return narrow.length < text.length * 2 ? narrow : text;
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
