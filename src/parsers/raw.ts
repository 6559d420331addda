import type { ParserLine } from './line.js';
import type { Next } from './middleware.js';
import { createBodyParser } from './middleware.js';
import { commonOptions, type Options } from './options.js';

export function createRaw(line: ParserLine) {
  return function raw(given?: Options) {
    const options = commonOptions(given, 'raw', line);
    const parser = createBodyParser({ line, options, acceptsCharset: null, parse: (body) => body });
    return function rawParser(req: any, res: any, next: Next): void {
      parser.handle(req, res, next);
    };
  };
}
