import pathToRegexp from 'path-to-regexp-v0';
import type { Part, ReadTemplate } from '../../registration/template.js';

/** A parameter with its prefix, pattern and `?`, an escaped character, a wildcard, a text, or anything else. */
const PIECE =
  /([/.]?):(\w+)(\([^()]*\))?(\?)?(?![\w*(])|\\(\W)|(\*)|([\w\-./~!@%&=;,'"<> `#]+?(?=[/.]?:|[^\w\-./~!@%&=;,'"<> `#]|$))|(.)/gs;

/**
 * Parses a path of the 4.x grammar for `app.url`. Null for paths that use RegExp syntax, which cannot be filled in.
 */
export const readTemplate4: ReadTemplate = (path, options) => {
  const parts: Part[] = [];
  let wildcards = 0;
  for (const [, lead = '', name, , optional, escaped, star, text, other] of path.matchAll(PIECE)) {
    if (other !== undefined) return null;
    if (star !== undefined) parts.push({ kind: 'rest', name: String(wildcards++) });
    else if (name === undefined) parts.push({ kind: 'text', text: escaped ?? text! });
    else if (optional === undefined) parts.push({ kind: 'text', text: lead }, { kind: 'segment', name });
    // The slash or dot before an optional parameter is optional as well.
    else
      parts.push({
        kind: 'optional',
        parts: [
          { kind: 'text', text: lead },
          { kind: 'segment', name },
        ],
      });
  }
  const regexp = pathToRegexp(path, [], options);
  return { parts, matches: (text) => regexp.test(text) };
};
