import type { Pattern, Token } from '../../../compiler/ir.js';

/** Texts that have little in common, so that an expression which takes them all takes most others as well. */
const TEXTS = ['7', 'a', 'Some-Name_2', 'x.y~z', '%20!', 'index.html'];

/** Paths that a pattern matches; none for one that cannot be read. */
export function samplesOf(pattern: Pattern): string[] {
  if (pattern === null) return [];
  return pattern.flatMap((tokens) => (tokens.some(({ kind }) => kind === 'rest') ? [] : fill(tokens)));
}

function fill(tokens: readonly Token[]): string[] {
  const texts = tokens.every(({ kind }) => kind === 'text') ? [''] : TEXTS;
  return texts.map((text) => tokens.map((token) => (token.kind === 'text' ? token.text : text)).join(''));
}
