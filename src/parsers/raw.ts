import type { ParserLine } from './line.js';
import { commonOptions, type Options } from './options.js';
import { createBodyParser, type Next } from './read.js';

export function createRaw(line: ParserLine) {
  return function raw(given?: Options) {
    const options = commonOptions(given, 'raw', line);
    const parser = createBodyParser({ line, options, acceptsCharset: null, parse: (body) => body });
    return function rawParser(req: any, res: any, next: Next): void {
      parser.handle(req, res, next);
    };
  };
}
