/** How the parsers of the lines differ. Parsers do not know which line they belong to. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Charsets } from './charset.js';
import type { Inflaters } from './inflate.js';
import type { QueryParser } from './query.js';

/** The parts of a request that parsers read and write. */
export type BodyRequest = IncomingMessage & { body?: unknown; _body?: boolean; length?: undefined };

/** Handles a request, or reads its body. */
export type Run = (req: BodyRequest, res: ServerResponse, next: (error?: unknown) => void) => void;
/** Calls `run`. */
export type Read = (...args: [...Parameters<Run>, run: Run]) => void;

export interface ParserLine {
  /** The function that starts reading a body. It is a member of an object, so that agents can patch it. */
  readonly readHook: { read: Read };
  /** Whether `readHook` is called for every request, and not only for those whose body is read. */
  readonly hooksEveryRequest: boolean;
  /** Whether the body has been read or parsed: the request is then passed on unchanged. */
  isRead(req: BodyRequest): boolean;
  /** Sets `req.body` to the value that it has if nothing is parsed. */
  initBody(req: BodyRequest): void;
  /** Marks the request, so that later parsers skip it. */
  markRead(req: BodyRequest): void;
  /** Called before a body that is not compressed is read. Throws raw-body's error if the request is no stream. */
  takeStream(req: BodyRequest): void;
  /** Whether a Content-Type is one of the expected types. */
  matchesType(header: string | undefined, types: string | readonly unknown[]): boolean;
  /** The charset of a Content-Type, in lower case; undefined if it names none. */
  charsetOf(header: string): string | undefined;
  /** The error for JSON whose text starts, at this index, with neither a brace nor a bracket. */
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
    /** Reads a body when `extended` is true. */
    readonly parseExtended: QueryParser;
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
