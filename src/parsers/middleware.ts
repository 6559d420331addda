/** The way of a request through any of the parsers, in the order in which its questions are asked. */
import type { ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { decodeWhole, isNative } from './charset.js';
import {
  badRequest,
  charsetUnsupported,
  encodingForbidden,
  encodingUnsupported,
  parseFailed,
  verifyFailed,
} from './errors.js';
import { HeaderMemo } from './headers.js';
import { inflaterFor } from './inflate.js';
import { onFinished } from './libraries.js';
import type { BodyRequest, ParserLine } from './line.js';
import type { CommonOptions } from './options.js';
import { readBody } from './read.js';

export type Next = (error?: unknown) => void;
/** Gets text and its charset, or bytes and null. */
export type Parse = (body: any, charset: string | null) => unknown;

export interface Recipe {
  readonly line: ParserLine;
  readonly options: CommonOptions;
  /** True for charsets that the parser can read; null if it reads bytes. */
  readonly acceptsCharset: ((charset: string) => boolean) | null;
  readonly parse: Parse;
}

/** A request on its way, with what has been found out about its body. */
interface Exchange {
  readonly req: BodyRequest;
  readonly res: ServerResponse;
  readonly next: Next;
  readonly charset: string | null;
}

/** What a Content-Type means to a parser. */
interface TypeFacts {
  readonly matches: boolean;
  /** Null if the parser reads bytes. */
  readonly charset: string | null;
}

export class BodyParser {
  readonly #line: ParserLine;
  readonly #options: CommonOptions;
  readonly #acceptsCharset: ((charset: string) => boolean) | null;
  readonly #parse: Parse;
  readonly #types: HeaderMemo<TypeFacts>;
  /** Of a request without Content-Type, which only a function can want. */
  readonly #untyped: TypeFacts;

  constructor({ line, options, acceptsCharset, parse }: Recipe) {
    const { type, defaultCharset } = options;
    this.#line = line;
    this.#options = options;
    this.#acceptsCharset = acceptsCharset;
    this.#parse = parse;
    this.#types = new HeaderMemo((header) => ({
      matches: typeof type !== 'function' && line.matches(header, type),
      charset: acceptsCharset === null ? null : line.charsetOf(header) || defaultCharset,
    }));
    this.#untyped = { matches: false, charset: acceptsCharset === null ? null : defaultCharset };
  }

  handle(req: BodyRequest, res: ServerResponse, next: Next): void {
    const facts = this.#wants(req);
    if (facts === null) {
      next();
      return;
    }
    const { charset } = facts;
    const refused = this.#refuseCharset(req, charset);
    if (refused !== null) {
      next(refused);
      return;
    }
    const exchange = { req, res, next, charset };
    const encoding = req.headers['content-encoding']?.toLowerCase() || 'identity';
    if (encoding === 'identity') this.#read(exchange, req, declaredLength(req), nothing);
    else this.#inflate(exchange, encoding);
  }

  /** Null if the request has nothing for this parser. */
  #wants(req: BodyRequest): TypeFacts | null {
    if (this.#line.isRead(req)) return null;
    this.#line.prepare(req);
    if (!hasBody(req)) return null;
    const { type } = this.#options;
    const wanted = typeof type === 'function' ? type(req) : null;
    if (wanted !== null && !wanted) return null;
    // Only now: a function may have set the header right.
    const header = req.headers['content-type'];
    const facts = header ? this.#types.get(header) : this.#untyped;
    return wanted || facts.matches ? facts : null;
  }

  #refuseCharset(req: BodyRequest, charset: string | null): unknown {
    if (charset !== null && !this.#acceptsCharset!(charset)) return charsetUnsupported(charset, charset);
    this.#line.claim(req);
    // Where the body is verified before it is decoded, the charset has to be known first.
    if (charset === null || this.#options.verify === null || isNative(charset)) return null;
    return this.#line.charsetExists(charset) ? null : charsetUnsupported(charset, charset.toLowerCase());
  }

  #inflate(exchange: Exchange, encoding: string): void {
    const { req, next } = exchange;
    const stream = this.#options.inflate ? inflaterFor(encoding, this.#line.inflaters) : null;
    if (stream === null) {
      next(this.#options.inflate ? encodingUnsupported(encoding) : encodingForbidden(encoding));
      return;
    }
    req.pipe(stream);
    this.#read(exchange, stream, null, watch(req, stream));
  }

  #read(exchange: Exchange, stream: Readable, length: number | null, unwatch: () => void): void {
    const { req, next, charset } = exchange;
    const { limit, verify } = this.#options;
    const { charsetExists } = this.#line;
    const plan = { length, limit, charset: verify === null ? charset : null, charsetExists };
    readBody(stream, plan, (error, body, shared) => {
      unwatch();
      if (error) {
        giveUp(req, stream, badRequest(error), next);
        return;
      }
      if (stream !== req) release(req, stream);
      const own = shared && (charset === null || verify !== null) ? Buffer.from(body) : body;
      if (verify === null || this.#verifies(exchange, own)) this.#finish(exchange, own);
    });
  }

  #verifies({ req, res, next, charset }: Exchange, body: Buffer | string): boolean {
    try {
      this.#options.verify!(req, res, body as Buffer, charset);
      return true;
    } catch (error) {
      next(verifyFailed(error, body));
      return false;
    }
  }

  #finish({ req, next, charset }: Exchange, body: Buffer | string): void {
    let content = body;
    try {
      if (typeof body !== 'string' && charset !== null) content = decodeWhole(body, charset);
      req.body = this.#parse(content, charset);
    } catch (error) {
      next(parseFailed(error, content));
      return;
    }
    next();
  }
}

function hasBody({ headers }: BodyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || !Number.isNaN(Number(headers['content-length']));
}

function declaredLength({ headers }: BodyRequest): number | null {
  const length = headers['content-length'] ?? null;
  return length === null || Number.isNaN(Number(length)) ? null : Number.parseInt(length, 10);
}

/**
 * A request that breaks off ends no pipe: unwatched, its inflater would wait for the garbage collector. What it has
 * been given it still works off, since that alone may be too much.
 */
function watch(req: BodyRequest, stream: Transform): () => void {
  const onClose = (): void => {
    if (!req.readableEnded && !stream.destroyed) stream.write(NOTHING, () => stream.destroy());
  };
  req.once('close', onClose);
  return () => req.removeListener('close', onClose);
}

const NOTHING = Buffer.alloc(0);

function nothing(): void {}

/** The rest of the body is read off, so that the connection stays usable, before the error goes on. */
function giveUp(req: BodyRequest, stream: Readable, error: unknown, next: Next): void {
  if (stream !== req) {
    req.unpipe();
    stream.destroy();
  }
  if (onFinished.isFinished(req)) {
    next(error);
  } else {
    onFinished(req, () => next(error));
    req.resume();
  }
}

/** What follows the compressed data is none of the inflater's business, and must not block the connection. */
function release(req: BodyRequest, stream: Readable): void {
  req.unpipe(stream as any);
  stream.on('error', () => {});
  stream.destroy();
  req.resume();
}
