/** What the lines decide differently about parsing. No parser asks which line it serves. */
import type { IncomingMessage } from 'node:http';
import type { Charsets } from './charset.js';
import type { Inflaters } from './inflate.js';
import type { QueryParser } from './query.js';

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
