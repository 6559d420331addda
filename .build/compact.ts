// Makes the texts of programs short, for what is installed with everybody who installs the framework, and read by few: the
// command, and the packages that come along. V8 keeps a text as long as it may have to compile a function of it.
import { transformSync } from 'esbuild';

/** Takes out comments, but for licences, and spaces. Names stay, and lines that a stack trace can point to. */
export function compact(text: string): string {
  const { code } = transformSync(text, {
    minifyWhitespace: true,
    legalComments: 'inline',
    charset: 'utf8',
    lineLimit: 120,
    logLevel: 'error',
  });
  return withNarrowText(withWholeTexts(code));
}

/** To keep lines short, texts have been divided, also names of packages that others look for. */
function withWholeTexts(code: string): string {
  return code.replace(/(?<!\\)((?:\\\\)*)\\\n/g, '$1');
}

/** Escapes the few characters that would make V8 keep the whole text with two bytes for each character. */
function withNarrowText(text: string): string {
  const narrow = text.replace(/(?<!\\)[^\0-\xff]/g, (unit) => `\\u${hex(unit.charCodeAt(0))}`);
  return narrow.length < text.length * 2 ? narrow : text;
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
