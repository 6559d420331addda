import { tooDeep, tooManyParameters } from './errors.js';
import { FormKeys } from './form-keys.js';
import type { ParserLine } from './line.js';
import { commonOptions, type Options, throwInvalidOption } from './options.js';
import { countPairs } from './pairs.js';
import { createBodyParser, type Next, type Parse } from './read.js';

export function createUrlencoded(line: ParserLine) {
  return function urlencoded(given?: Options) {
    const options = commonOptions(given, 'urlencoded', line);
    requireCharset(options.defaultCharset, line);
    const parser = createBodyParser({
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
  const parameterLimit = readParameterLimit(options?.parameterLimit, line);
  const depth = extended ? readDepth(options?.depth, line) : 0;
  const queryOptions = {
    parameterLimit,
    depth,
    charsetSentinel: options?.charsetSentinel,
    interpretNumericEntities: options?.interpretNumericEntities,
  };
  const keys = new FormKeys();
  const parseQuery = extended ? line.urlencoded.parseExtended : line.urlencoded.parseSimple;

  return function parse(text: string, charset) {
    if (text.length === 0) return {};
    const count = countPairs(text, parameterLimit);
    if (count > parameterLimit) throw tooManyParameters();
    try {
      return parseQuery(text, count, charset!, queryOptions, keys);
    } catch (error) {
      throw error instanceof RangeError ? tooDeep() : error;
    }
  };
}

function requireCharset(charset: string, line: ParserLine): void {
  const { charsets } = line.urlencoded;
  if (charsets.includes(charset)) return;
  throwInvalidOption(
    `option defaultCharset must be either ${charsets.join(' or ')}`,
    charset,
    charsets.map((name) => `'${name}'`).join(' or '),
  );
}

function readParameterLimit(value: any, line: ParserLine): number {
  const limit = value === undefined ? line.defaults.parameterLimit : value;
  if (Number.isNaN(Number(limit)) || limit < 1) {
    throwInvalidOption(
      'option parameterLimit must be a positive number',
      value,
      'a number of at least 1, or Infinity',
    );
  }
  return Number.isFinite(Number(limit)) ? limit | 0 : Number.POSITIVE_INFINITY;
}

/** Not converted to a number, because qs handles other values in its own way. */
function readDepth(value: any, line: ParserLine): any {
  const depth = value === undefined ? line.defaults.depth : value;
  if (Number.isNaN(Number(depth)) || depth < 0) {
    throwInvalidOption('option depth must be a zero or a positive number', value, 'a number of at least 0');
  }
  return depth;
}
