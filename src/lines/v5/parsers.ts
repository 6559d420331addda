import { parse as parseContentType } from 'content-type';
import onFinished from 'on-finished';
import qs from 'qs';
import typeIs from 'type-is';
import { charsets } from '../../parsers/charset.js';
import { createParsers } from '../../parsers/create.js';
import { hasParameters, isSameType } from '../../parsers/headers.js';
import { allInflaters } from '../../parsers/inflate.js';
import type { BodyRequest, ParserLine } from '../../parsers/line.js';
import { createParseExtended, createParseSimple, type ParseNested } from '../../parsers/query.js';
import { createReadHook } from '../../parsers/read.js';
import { createStrictError } from '../../parsers/syntax.js';

const parseNested: ParseNested = (text, options) => qs.parse(text, options);

/** The parsers of 5.x, which are those of the standalone module as well. */
export const parserLine5: ParserLine = {
  readHook: createReadHook(),
  hooksEveryRequest: true,
  isRead: (req) => !isArriving(req) && Boolean(onFinished.isFinished(req)),
  initBody(req) {
    // As in body-parser: middleware checks `'body' in req`.
    if (!('body' in req)) (req as BodyRequest).body = undefined;
  },
  markRead() {},
  takeStream: requireStream,
  matchesType: (header, types) => isSameType(header, types) || Boolean(typeIs.is(header, types)),
  charsetOf: (header) =>
    hasParameters(header) ? parseContentType(header).parameters.charset?.toLowerCase() : undefined,
  createStrictError,
  charsets,
  inflaters: allInflaters,
  defaults: {
    limit: 102_400,
    charset: 'utf-8',
    parameterLimit: 1000,
    depth: 32,
    types: {
      json: 'application/json',
      raw: 'application/octet-stream',
      text: 'text/plain',
      urlencoded: 'application/x-www-form-urlencoded',
    },
  },
  defaultCharset: { json: true, text: true, urlencoded: true },
  urlencoded: {
    charsets: ['utf-8', 'iso-8859-1'],
    parseSimple: createParseSimple(parseNested),
    parseExtended: createParseExtended(parseNested),
    isExtended: Boolean,
  },
};

/** Requests of tests may be plain objects. */
export function requireStream(req: BodyRequest): void {
  if (typeof req.on !== 'function') throw new TypeError('argument stream must be a stream');
}

/** What on-finished would return for most requests: they have not ended, and more can be read. */
function isArriving(req: any): boolean {
  return (
    req.complete === false &&
    req.upgrade === false &&
    req.finished === undefined &&
    req.socket?.readable === true
  );
}

export const { readHook } = parserLine5;

export const { json, raw, text, urlencoded } = createParsers(parserLine5);
