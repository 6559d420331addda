import { tooDeep, tooManyParameters } from './errors.js';
import type { ParserLine } from './line.js';
import { BodyParser, type Next, type Parse } from './middleware.js';
import { commonOptions, type Options, refuse } from './options.js';
import { countPairs } from './pairs.js';
import { parseExtended } from './query.js';

export function createUrlencoded(line: ParserLine) {
  return function urlencoded(given?: Options) {
    if (given?.extended === undefined) line.urlencoded.warnUndecided();
    const options = commonOptions(given, 'urlencoded', line);
    requireCharset(options.defaultCharset, line);
    const parser = new BodyParser({
      line,
      options,
      acceptsCharset: (charset) => line.urlencoded.charsets.includes(charset),
      parse: createParse(given, line),
    });
    return function urlencodedParser(req: any, res: any, next: Next): void {
      parser.handle(req, res, next);
    };
  };
}

function createParse(options: Options, line: ParserLine): Parse {
  const extended = line.urlencoded.isExtended(options?.extended);
  const parameterLimit = parameterLimitOf(options?.parameterLimit, line);
  const depth = extended ? depthOf(options?.depth, line) : 0;
  const queryOptions = {
    parameterLimit,
    depth,
    charsetSentinel: options?.charsetSentinel,
    interpretNumericEntities: options?.interpretNumericEntities,
  };
  const parseQuery = extended ? parseExtended : line.urlencoded.plain;

  return function parse(text: string, charset) {
    if (text.length === 0) return {};
    const count = countPairs(text, parameterLimit);
    if (count > parameterLimit) throw tooManyParameters();
    try {
      return parseQuery(text, count, charset!, queryOptions);
    } catch (error) {
      throw error instanceof RangeError ? tooDeep() : error;
    }
  };
}

function requireCharset(charset: string, line: ParserLine): void {
  const { charsets } = line.urlencoded;
  if (charsets.includes(charset)) return;
  refuse(
    `option defaultCharset must be either ${charsets.join(' or ')}`,
    charset,
    charsets.map((name) => `'${name}'`).join(' or '),
  );
}

function parameterLimitOf(value: any, line: ParserLine): number {
  const limit = value === undefined ? line.defaults.parameterLimit : value;
  if (Number.isNaN(Number(limit)) || limit < 1) {
    refuse('option parameterLimit must be a positive number', value, 'a number of at least 1, or Infinity');
  }
  return Number.isFinite(Number(limit)) ? limit | 0 : Number.POSITIVE_INFINITY;
}

// Handed on as it is: qs has its own view of values that are no numbers.
function depthOf(value: any, line: ParserLine): any {
  const depth = value === undefined ? line.defaults.depth : value;
  if (Number.isNaN(Number(depth)) || depth < 0) {
    refuse('option depth must be a zero or a positive number', value, 'a number of at least 0');
  }
  return depth;
}
