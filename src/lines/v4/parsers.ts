import querystring from 'node:querystring';
import { parse as parseContentType } from 'content-type-v1';
import depd from 'depd';
import iconv from 'iconv-lite-v0';
import qs from 'qs-v6.16';
import typeIs from 'type-is-v1';
import { createParsers } from '../../parsers/create.js';
import { hasParameters, isSameType } from '../../parsers/headers.js';
import { gzipAndDeflate } from '../../parsers/inflate.js';
import type { BodyRequest, ParserLine } from '../../parsers/line.js';
import type { Options } from '../../parsers/options.js';
import { createParseExtended } from '../../parsers/query.js';
import { createReadHook } from '../../parsers/read.js';
import { parserLine5, requireStream } from '../v5/parsers.js';

const deprecate = depd('maglev');

/** What differs from the parsers of 5.x. */
export const parserLine4: ParserLine = {
  ...parserLine5,
  readHook: createReadHook(),
  hooksEveryRequest: false,
  isRead: (req) => Boolean(req._body),
  initBody(req) {
    // Always assigned: if the property is read-only, Express fails here.
    req.body = req.body || {};
  },
  markRead(req) {
    req._body = true;
  },
  takeStream(req) {
    setLength(req);
    requireStream(req);
  },
  matchesType: (header, types) => isSameType(header, types) || Boolean(typeIs.is(header, types)),
  charsetOf,
  charsets: {
    encodingExists: (charset) => iconv.encodingExists(charset),
    getDecoder: (charset) => iconv.getDecoder(charset),
    decode: (body, charset) => iconv.decode(body, charset),
  },
  inflaters: gzipAndDeflate,
  defaultCharset: { json: false, text: true, urlencoded: false },
  urlencoded: {
    charsets: ['utf-8'],
    parseSimple: (text, _count, _charset, { parameterLimit }) =>
      querystring.parse(text, undefined, undefined, { maxKeys: parameterLimit }),
    parseExtended: createParseExtended((text, options) => qs.parse(text, options)),
    isExtended: (option) => option !== false,
  },
};

/** As in Express, a request then has this key, which `console.log(req)` shows. */
export function setLength(req: BodyRequest): void {
  req.length = undefined;
}

export const { readHook } = parserLine4;

const parsers = createParsers(parserLine4);

export const { json, raw, text } = parsers;

/** @example app.use(maglev.urlencoded({ extended: false })); */
export function urlencoded(options?: Options): ReturnType<typeof parsers.urlencoded> {
  // Not in `createUrlencoded`: depd names the caller of the function that warns.
  if (options?.extended === undefined) deprecate('undefined extended: provide extended option');
  return parsers.urlencoded(withoutNewer(options));
}

/** Hides two options that only 5.x has. Options that are a string or a number count as an empty object. */
export function withoutNewer(options: Options | undefined): Options {
  return Object.create(options ? Object(options) : null, {
    charsetSentinel: UNKNOWN,
    interpretNumericEntities: UNKNOWN,
  });
}

const UNKNOWN: PropertyDescriptor = { value: undefined };

function charsetOf(header: string): string | undefined {
  if (!hasParameters(header)) return undefined;
  try {
    return parseContentType(header).parameters.charset?.toLowerCase();
  } catch {
    return undefined;
  }
}
