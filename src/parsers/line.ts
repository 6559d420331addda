/** What differs between the lines in parsing. Parsers never ask which line they belong to. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Charsets } from './charset.js';
import type { Inflaters } from './inflate.js';
import type { QueryParser } from './query.js';

/** The parts of a request that parsers read and write. */
export type BodyRequest = IncomingMessage & { body?: unknown; _body?: boolean };

/** Reads a body, or a part of what that takes. */
export type Run = (req: BodyRequest, res: ServerResponse, next: (error?: unknown) => void) => void;
/** Runs it. */
export type Read = (...args: [...Parameters<Run>, run: Run]) => void;

export interface ParserLine {
  /** The way into reading, as a member of an object, because agents replace it. */
  readonly reading: { read: Read };
  /** Whether `reading` is entered for every request, and decides which of them are read. */
  readonly decidesByReading: boolean;
  /** Whether the body has been read or parsed: the request is then passed on unchanged. */
  isRead(req: BodyRequest): boolean;
  /** Gives `req.body` the value that it has when nothing gets parsed. */
  initBody(req: BodyRequest): void;
  /** Marks the request, so that parsers behind this one skip it. */
  markRead(req: BodyRequest): void;
  /** Whether a Content-Type is one of the wanted types. */
  matchesType(header: string | undefined, types: string | readonly unknown[]): boolean;
  /** The charset of a Content-Type, in lower case; undefined if it names none. */
  charsetOf(header: string): string | undefined;
  /** The error for JSON whose text begins, at this index, with neither a brace nor a bracket. */
  createStrictError(text: string, index: number): unknown;
  readonly charsets: Charsets;
  readonly inflaters: Inflaters;
  readonly defaults: ParserDefaults;
  /** Which parsers have the option `defaultCharset`. */
  readonly defaultCharset: { readonly json: boolean; readonly text: boolean; readonly urlencoded: boolean };
  readonly urlencoded: {
    readonly charsets: readonly string[];
    /** Reads a body when `extended` is false. */
    readonly parseSimple: QueryParser;
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
