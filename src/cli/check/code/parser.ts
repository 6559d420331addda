// The only file that imports the parser and the text editor. They are ES modules, and only the command needs them: the build
// embeds them into this file (.build/embed.ts), so that they are not installed.
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import MagicString from 'magic-string';

/** A node of the syntax tree, of any type; acorn's own types are unions that every rule would have to narrow. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: any;
}

export interface Comment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Parsed {
  readonly program: Node;
  readonly comments: readonly Comment[];
}

const plain = Parser;
const typed = Parser.extend(tsPlugin());
const typedWithJsx = Parser.extend(tsPlugin({ jsx: true }));

/** Parses JavaScript, or TypeScript if the file name says so; throws a SyntaxError. */
export function parse(text: string, file: string): Parsed {
  const parsers = /\.[cm]?ts$/.test(file)
    ? [typed]
    : /\.tsx$/.test(file)
      ? [typedWithJsx]
      : [plain, typedWithJsx];
  let failure: unknown;
  // Files of either module system have the same extension, and some have Flow types only in comments.
  for (const parser of parsers) {
    for (const sourceType of ['module', 'script'] as const) {
      const comments: Comment[] = [];
      try {
        const program = parser.parse(text, {
          ecmaVersion: 'latest',
          sourceType,
          locations: true,
          // An edit of a parenthesized expression must include both parentheses or none.
          preserveParens: true,
          allowHashBang: true,
          allowReturnOutsideFunction: sourceType === 'script',
          onComment: (_block, comment, start, end) => comments.push({ text: comment, start, end }),
        });
        return { program: program as unknown as Node, comments };
      } catch (error) {
        failure ??= error;
      }
    }
  }
  throw failure;
}

/** The text after some edits, which must not overlap. */
export function edit(text: string, edits: readonly Edit[]): string {
  const edited = new MagicString(text);
  for (const { start, end, text: written } of edits) {
    if (start === end) edited.appendLeft(start, written);
    else if (written === '') edited.remove(start, end);
    else edited.update(start, end, written);
  }
  return edited.toString();
}
