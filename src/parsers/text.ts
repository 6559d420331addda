import type { ParserLine } from './line.js';
import { BodyParser, type Next } from './middleware.js';
import { commonOptions, type Options } from './options.js';

export function createText(line: ParserLine) {
  return function text(given?: Options) {
    const options = commonOptions(given, 'text', line);
    // Any charset will do until a decoder is asked for.
    const parser = new BodyParser({ line, options, acceptsCharset: () => true, parse: (body) => body });
    return function textParser(req: any, res: any, next: Next): void {
      parser.handle(req, res, next);
    };
  };
}
