import { parse, pathToRegexp, type Token } from 'path-to-regexp';
import type { Part, ReadTemplate } from '../../registration/template.js';

/** Parses a path of the 5.x grammar for `app.url`. */
export const readTemplate5: ReadTemplate = (path, { end, sensitive, strict }) => {
  const { regexp } = pathToRegexp(path, { end, sensitive, trailing: !strict });
  return { parts: parse(path).tokens.map(translate), matches: (text) => regexp.test(text) };
};

function translate(token: Token): Part {
  if (token.type === 'text') return { kind: 'text', text: token.value };
  if (token.type === 'group') return { kind: 'optional', parts: token.tokens.map(translate) };
  return { kind: token.type === 'param' ? 'segment' : 'segments', name: token.name };
}
