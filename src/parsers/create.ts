import { createJson } from './json.js';
import type { ParserLine } from './line.js';
import { createRaw } from './raw.js';
import { createText } from './text.js';
import { createUrlencoded } from './urlencoded.js';

/** The four parsers of a line. */
export function createParsers(line: ParserLine) {
  return {
    json: createJson(line),
    raw: createRaw(line),
    text: createText(line),
    urlencoded: createUrlencoded(line),
  };
}
