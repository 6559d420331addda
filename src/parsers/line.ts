/**
 * What differs between the lines: the parsers of 5.x are those of the standalone module, and another line overrides
 * what it decides otherwise. No parser asks which line it serves.
 */
import type { IncomingMessage } from 'node:http';
import { parse as parseContentType } from 'content-type';
import { type Charsets, charsets } from './charset.js';
import { allInflaters, type Inflaters } from './inflate.js';
import { onFinished, typeIs } from './libraries.js';
import { parsePlain, type QueryParser } from './query.js';

/** The parts of a request that parsers read and write. */
export type BodyRequest = IncomingMessage & { body?: unknown; _body?: boolean };

export interface ParserLine {
  /** The body is gone or parsed: the request passes untouched. */
  isRead(req: BodyRequest): boolean;
  /** Gives `req.body` the value that it has when nothing gets parsed. */
  prepare(req: BodyRequest): void;
  /** Leaves word that this body is being read. */
  claim(req: BodyRequest): void;
  /** Whether a Content-Type is one of the wanted types. */
  matches(header: string | undefined, types: string | readonly unknown[]): boolean;
  /** The charset of a Content-Type, in lower case; undefined if it names none. */
  charsetOf(header: string): string | undefined;
  readonly charsets: Charsets;
  readonly inflaters: Inflaters;
  readonly defaults: ParserDefaults;
  /** Which parsers take the option `defaultCharset`. */
  readonly defaultCharset: { readonly json: boolean; readonly text: boolean; readonly urlencoded: boolean };
  readonly urlencoded: {
    readonly charsets: readonly string[];
    /** Reads a body when `extended` is false. */
    readonly plain: QueryParser;
    /** Called when the application has not said whether it wants `extended`. */
    warnUndecided(): void;
    isExtended(option: unknown): boolean;
  };
}

export interface ParserDefaults {
  readonly limit: number;
  readonly charset: string;
  readonly parameterLimit: number;
  readonly depth: number;
  readonly types: {
    readonly json: string;
    readonly raw: string;
    readonly text: string;
    readonly urlencoded: string;
  };
}

export const line5: ParserLine = {
  isRead: (req) => Boolean(onFinished.isFinished(req)),
  prepare(req) {
    // Middleware asks whether there is a `body`, so it has to exist, without a value.
    if (!('body' in req)) (req as BodyRequest).body = undefined;
  },
  claim() {},
  matches: (header, types) => Boolean(typeIs.is(header, types)),
  charsetOf: (header) => parseContentType(header).parameters.charset?.toLowerCase(),
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
    plain: parsePlain,
    warnUndecided() {},
    isExtended: Boolean,
  },
};
