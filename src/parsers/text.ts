import type { ParserLine } from './line.js';
import { commonOptions, type Options } from './options.js';
import { createBodyParser, type Next } from './read.js';

export function createText(line: ParserLine) {
  return function text(given?: Options) {
    const options = commonOptions(given, 'text', line);
    // An unknown charset is rejected when its decoder is created.
    const parser = createBodyParser({ line, options, acceptsCharset: () => true, parse: (body) => body });
    return function textParser(req: any, res: any, next: Next): void {
      parser.handle(req, res, next);
    };
  };
}
