import type { Pattern, Token } from '../../../compiler/ir.js';

/** Texts with little in common: an expression that matches all of them probably matches any text. */
const TEXTS = ['7', 'a', 'Some-Name_2', 'x.y~z', '%20!', 'index.html'];

/** Paths that a pattern matches; none for a regexp-only one. */
export function samplesOf(pattern: Pattern): string[] {
  if (pattern === null) return [];
  return pattern.flatMap((tokens) => (tokens.some(({ kind }) => kind === 'rest') ? [] : fillTokens(tokens)));
}

function fillTokens(tokens: readonly Token[]): string[] {
  const texts = tokens.every(({ kind }) => kind === 'text') ? [''] : TEXTS;
  return texts.map((text) => tokens.map((token) => (token.kind === 'text' ? token.text : text)).join(''));
}
