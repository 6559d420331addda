/**
 * Reads the bodies of requests. Apart from the pipe into an inflater, no other code reads the bytes of a request. Read this file from top
 * to bottom:
 *
 * 1. Requests: `BodyParser` decides which requests a parser reads, with the same checks in the same order as body-parser. Agents can replace
 *    the hook that is called before these checks (5.x) or after them.
 * 2. Start: `start` of `BodyRead` checks the stream and the declared length, and adds the listeners.
 * 3. Chunks: `handleChunk` checks the limit and collects the bytes; `handleEndOrError` checks how many there are.
 * 4. Body: `receiveBody` verifies, decodes and parses it, sets `req.body` and calls `next`.
 */
import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import onFinished from 'on-finished';
import { isBuffer } from '../bytes.js';
import { hasListeners, type ReadableInternals } from '../node-internals.js';
import { addBodyListeners, removeBodyListeners } from '../request/body-listeners.js';
import { hasHttp2Body } from '../request/http2.js';
import { type Charsets, createDecoder, type Decoder, decodeWhole, isNative } from './charset.js';
import { ChunkBuffer } from './chunk-buffer.js';
import {
  badRequest,
  charsetUnsupported,
  declaredTooLarge,
  encodingForbidden,
  encodingUnsupported,
  grownTooLarge,
  parseFailed,
  requestAborted,
  sizeInvalid,
  streamEncodingSet,
  streamNotReadable,
  verifyFailed,
} from './errors.js';
import { HeaderMemo, isLength, lengthOf } from './headers.js';
import { inflaterFor } from './inflate.js';
import type { BodyRequest, ParserLine, Read, Run } from './line.js';
import type { CommonOptions, Verify } from './options.js';

export type Next = (error?: unknown) => void;
/** Called with text and its charset, or with bytes and null. */
export type Parse = (body: any, charset: string | null) => unknown;

/** How to read a body: the options of the parser, and what it derives from the Content-Type. */
export interface BodyPlan {
  /** The maximum number of bytes. */
  readonly limit: number;
  /** The charset of the text; null if the parser takes bytes. */
  readonly charset: string | null;
  /** The same for a text that may be decoded while it arrives; null if the bytes are needed. */
  readonly streamCharset: string | null;
  /** For charsets that Node does not decode itself. */
  readonly charsets: Charsets;
  readonly verify: Verify | null;
  readonly parse: Parse;
}

// 1. Requests

export interface ParserConfig {
  readonly line: ParserLine;
  readonly options: CommonOptions;
  /** Returns whether the parser can read a charset; null if it reads bytes. */
  readonly acceptsCharset: ((charset: string) => boolean) | null;
  readonly parse: Parse;
}

/** Creates a parser. The hook is read now: if it is replaced later, that has no effect, as in body-parser. */
export function createBodyParser(config: ParserConfig): BodyParser {
  const { readHook } = config.line;
  return readHook.read === read ? new BodyParser(config) : new HookedParser(config, readHook.read);
}

/** What a parser derives from a Content-Type. */
interface TypeFacts {
  readonly matches: boolean;
  readonly isCharsetAccepted: boolean;
  readonly plan: BodyPlan;
}

class BodyParser {
  readonly #line: ParserLine;
  readonly #options: CommonOptions;
  readonly #types: HeaderMemo<TypeFacts>;
  /** For requests without Content-Type, which only a `type` function can match. */
  readonly #untyped: TypeFacts;

  constructor(config: ParserConfig) {
    const { line, options, acceptsCharset } = config;
    const { type, defaultCharset } = options;
    this.#line = line;
    this.#options = options;
    this.#types = new HeaderMemo((header) => {
      const matches = typeof type !== 'function' && line.matchesType(header, type);
      const charset = acceptsCharset === null ? null : line.charsetOf(header) || defaultCharset;
      return createTypeFacts(config, matches, charset);
    });
    this.#untyped = createTypeFacts(config, false, acceptsCharset === null ? null : defaultCharset);
  }

  handle(req: BodyRequest, res: ServerResponse, next: Next): void {
    const facts = this.#matchType(req);
    if (facts === null) {
      next();
    } else if (facts.isCharsetAccepted) {
      this.read(req, res, next, facts);
    } else {
      const charset = facts.plan.charset!;
      next(charsetUnsupported(charset, charset));
    }
  }

  protected read(req: BodyRequest, res: ServerResponse, next: Next, facts: TypeFacts): void {
    this.#line.markRead(req);
    const error = this.#checkCharset(facts);
    if (error !== null) {
      next(error);
      return;
    }
    const encoding = req.headers['content-encoding']?.toLowerCase() || 'identity';
    let inflater: Transform | null = null;
    if (encoding !== 'identity') {
      inflater = this.#options.inflate ? inflaterFor(encoding, this.#line.inflaters) : null;
      if (inflater === null) {
        next(this.#options.inflate ? encodingUnsupported(encoding) : encodingForbidden(encoding));
        return;
      }
      // Requests of tests may be plain objects.
      try {
        req.pipe(inflater);
      } catch (thrown) {
        next(thrown);
        return;
      }
    } else {
      this.#line.takeStream(req);
    }
    new BodyRead(req, res, next, facts.plan, inflater).start();
  }

  /** Null if this parser skips the request. */
  #matchType(req: BodyRequest): TypeFacts | null {
    if (this.#line.isRead(req)) return null;
    this.#line.initBody(req);
    if (!hasBody(req)) return null;
    const { type } = this.#options;
    const wanted = typeof type === 'function' ? type(req) : null;
    if (wanted !== null && !wanted) return null;
    // Read after the `type` function was called, since that may change the header.
    const header = req.headers['content-type'];
    const facts = header ? this.#types.get(header) : this.#untyped;
    return wanted || facts.matches ? facts : null;
  }

  #checkCharset({ plan }: TypeFacts): unknown {
    const charset = plan.charset;
    // `verify` runs before decoding, so an unknown charset is rejected first.
    if (charset === null || plan.verify === null || isNative(charset)) return null;
    return this.#line.charsets.encodingExists(charset)
      ? null
      : charsetUnsupported(charset, charset.toLowerCase());
  }
}

function createTypeFacts(config: ParserConfig, matches: boolean, charset: string | null): TypeFacts {
  const { line, options, acceptsCharset, parse } = config;
  const { limit, verify } = options;
  return {
    matches,
    isCharsetAccepted: charset === null || acceptsCharset!(charset),
    plan: {
      limit,
      charset,
      streamCharset: verify === null ? charset : null,
      charsets: line.charsets,
      verify,
      parse,
    },
  };
}

function hasBody(req: BodyRequest): boolean {
  const { headers } = req;
  if (headers['transfer-encoding'] !== undefined || isLength(headers['content-length'])) return true;
  return hasHttp2Body(req);
}

/** The hook that agents patch to wrap the reading of a body: body-parser exports it from `lib/read.js`. Each line has its own. */
export function createReadHook(): ParserLine['readHook'] {
  return { read };
}

/** Agents replace it with a function that passes another `next`. */
function read(req: BodyRequest, res: ServerResponse, next: Next, run: Run): void {
  run(req, res, next);
}

/** Used if the hook has been replaced. */
class HookedParser extends BodyParser {
  readonly #read: Read;
  readonly #hooksEveryRequest: boolean;

  constructor(config: ParserConfig, read: Read) {
    super(config);
    this.#read = read;
    this.#hooksEveryRequest = config.line.hooksEveryRequest;
  }

  override handle(req: BodyRequest, res: ServerResponse, next: Next): void {
    if (!this.#hooksEveryRequest) super.handle(req, res, next);
    else this.#read(req, res, next, (...args) => super.handle(...args));
  }

  protected override read(req: BodyRequest, res: ServerResponse, next: Next, facts: TypeFacts): void {
    if (this.#hooksEveryRequest) super.read(req, res, next, facts);
    else this.#read(req, res, next, (...args) => super.read(...args, facts));
  }
}

const EMPTY = Buffer.alloc(0);

/** Replaces references to a finished request, so that it can be garbage collected. */
const CLEARED = null as never;

/** Shorter bodies are decoded faster in one call than chunk by chunk. */
const MIN_STREAMED_TEXT = 16 * 1024;

/**
 * One is created for each body, so it is itself the async resource, its fields are plain and set once (private names and class
 * fields take twice as long to initialise), and other objects are created only when needed.
 */
class BodyRead extends AsyncResource {
  declare private req: BodyRequest;
  declare private res: ServerResponse;
  declare private next: Next;
  declare private readonly plan: BodyPlan;
  /** The request or its inflater. */
  declare private stream: Readable;
  /** The declared number of bytes, or null. */
  declare private readonly length: number | null;
  declare readonly onAborted: () => void;
  declare readonly onData: (chunk: Buffer) => void;
  declare readonly onEndOrError: (error?: unknown) => void;
  declare readonly onClose: () => void;
  declare private removeCloseListener: (() => void) | null;
  declare private decoder: Decoder | null;
  declare private firstChunk: Buffer | null;
  declare private chunks: ChunkBuffer | null;
  declare private text: string;
  declare private received: number;
  declare private isComplete: boolean;

  constructor(req: BodyRequest, res: ServerResponse, next: Next, plan: BodyPlan, inflater: Transform | null) {
    super('MaglevBody');
    this.req = req;
    this.res = res;
    this.next = next;
    this.plan = plan;
    this.stream = inflater ?? req;
    this.length = inflater === null ? lengthOf(req.headers['content-length']) : null;
    this.onAborted = () => this.handleAbort();
    this.onData = (chunk) => this.handleChunk(chunk);
    this.onEndOrError = (error) => this.handleEndOrError(error);
    // A stream may close without `end`, `error` or `aborted`: as in raw-body, `next` is then never called.
    this.onClose = () => {
      if (!this.isComplete) removeBodyListeners(this.stream, this);
    };
    this.removeCloseListener = inflater === null ? null : destroyOnClose(req, inflater);
    this.decoder = null;
    this.firstChunk = null;
    this.chunks = null;
    this.text = '';
    this.received = 0;
    this.isComplete = false;
  }

  // 2. Start

  start(): void {
    const error = this.prepareStream();
    if (error === null) {
      addBodyListeners(this.stream, this);
    } else {
      process.nextTick(() => {
        pauseStream(this.stream);
        this.receiveBody(error, EMPTY);
        this.dropReferences();
      });
    }
  }

  /** Creates the decoder, if the charset needs one. Returns the error for a stream that cannot be read, or null. */
  private prepareStream(): unknown {
    const { length, plan } = this;
    const { limit, streamCharset: charset } = plan;
    if (length !== null && length > limit) return declaredTooLarge(length, limit);
    const stream = this.stream as Readable & ReadableInternals;
    const state = stream._readableState;
    // A stream with an encoding emits strings: the bytes are lost.
    if (stream._decoder || (state && (state.encoding || state.decoder))) return streamEncodingSet();
    if (stream.readable !== undefined && !stream.readable) return streamNotReadable();
    if (charset === null || isNative(charset)) return null;
    if (!plan.charsets.encodingExists(charset)) return charsetUnsupported(charset, charset.toLowerCase());
    this.decoder = createDecoder(charset, plan.charsets);
    return null;
  }

  // 3. Chunks

  private handleChunk(chunk: Buffer): void {
    if (this.isComplete) return;
    this.received += chunk.length;
    const { limit } = this.plan;
    if (this.received > limit) {
      this.finishReading(grownTooLarge(this.received, limit), EMPTY);
    } else if (this.decoder !== null) {
      this.text += this.decoder.write(bytesOf(chunk));
    } else if (this.firstChunk === null) {
      this.firstChunk = bytesOf(chunk);
    } else {
      this.storeChunk(this.firstChunk, bytesOf(chunk));
    }
  }

  /** From the second chunk on: long text is decoded chunk by chunk, which saves concatenating its bytes. */
  private storeChunk(first: Buffer, chunk: Buffer): void {
    const { streamCharset, charsets } = this.plan;
    if (streamCharset === null || (this.length !== null && this.length < MIN_STREAMED_TEXT)) {
      this.chunks ??= new ChunkBuffer(first, this.length);
      this.chunks.add(chunk);
    } else {
      this.decoder = createDecoder(streamCharset, charsets);
      this.text = this.decoder.write(first) + this.decoder.write(chunk);
      this.firstChunk = null;
    }
  }

  private handleAbort(): void {
    if (!this.isComplete) this.finishReading(requestAborted(this.length, this.received), EMPTY);
  }

  private handleEndOrError(error: unknown): void {
    if (this.isComplete) return;
    const { length } = this;
    if (error) {
      this.finishReading(error, EMPTY);
    } else if (length !== null && this.received !== length) {
      this.finishReading(sizeInvalid(length, this.received), EMPTY);
    } else if (this.decoder !== null) {
      this.finishReading(null, this.text + (this.decoder.end() || ''));
    } else {
      this.finishReading(null, this.chunks?.concat() ?? this.firstChunk ?? Buffer.alloc(0));
    }
  }

  private finishReading(error: unknown, body: Buffer | string): void {
    this.isComplete = true;
    removeBodyListeners(this.stream, this);
    if (error) pauseStream(this.stream);
    // With `undefined` as `this`, Node calls the function directly, in half the time that Reflect.apply takes.
    this.runInAsyncScope(callReceive, undefined, this, error, body);
    this.dropReferences();
  }

  /**
   * Clears references to the request. Some of these objects are promoted to V8's old generation, and would keep requests
   * and bodies alive until a full garbage collection, which took a third of the CPU time with large bodies.
   */
  private dropReferences(): void {
    this.req = CLEARED;
    this.res = CLEARED;
    this.next = CLEARED;
    this.stream = CLEARED;
    this.removeCloseListener = null;
    this.decoder = null;
    this.firstChunk = null;
    this.chunks = null;
    this.text = '';
  }

  // 4. Body

  /**
   * Called once, when the body is complete or has failed, in the async context in which this was created. The body
   * is text if it was decoded while it arrived.
   */
  receiveBody(error: unknown, body: Buffer | string): void {
    const { req, stream, next } = this;
    this.removeCloseListener?.();
    if (error) {
      rejectBody(req, stream, badRequest(error), next);
      return;
    }
    if (stream !== req) detachInflater(req, stream);
    if (typeof body === 'string') this.parseBody(body);
    else this.verifyAndParse(body);
  }

  private verifyAndParse(body: Buffer): void {
    const { verify, charset } = this.plan;
    if (charset !== null && verify === null) {
      this.parseBody(body);
      return;
    }
    const own = this.copyIfShared(body);
    if (verify === null || this.runVerify(verify, own)) this.parseBody(own);
  }

  /**
   * Copies bytes that other code can change: other `data` listeners, or the creator of a request that did not come from
   * Node's HTTP parser. A slice of a larger ArrayBuffer is also copied, since it would keep the whole buffer alive.
   */
  private copyIfShared(body: Buffer): Buffer {
    return this.chunks === null && isShared(body, this.stream) ? Buffer.from(body) : body;
  }

  private runVerify(verify: Verify, body: Buffer): boolean {
    try {
      verify(this.req, this.res, body, this.plan.charset);
      return true;
    } catch (error) {
      this.next(verifyFailed(error, body));
      return false;
    }
  }

  private parseBody(body: Buffer | string): void {
    const { req, next } = this;
    const { charset, charsets, parse } = this.plan;
    let content = body;
    try {
      if (typeof body !== 'string' && charset !== null) content = decodeWhole(body, charset, charsets);
      req.body = parse(content, charset);
    } catch (error) {
      next(parseFailed(error, content));
      return;
    }
    next();
  }
}

function callReceive(read: BodyRead, error: unknown, body: Buffer | string): void {
  read.receiveBody(error, body);
}

/** Mocked requests may emit strings, and web streams emit Uint8Arrays. */
function bytesOf(chunk: Buffer | Uint8Array | string): Buffer {
  if (isBuffer(chunk)) return chunk;
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function pauseStream(stream: Readable): void {
  stream.unpipe?.();
  stream.pause?.();
}

function isShared(chunk: Buffer, stream: any): boolean {
  if (chunk.length !== chunk.buffer.byteLength || hasListeners(stream, 'data')) return true;
  return stream.headers !== undefined && stream.socket?.parser?.incoming !== stream;
}

/**
 * `pipe` does not end the inflater of an aborted request, so it is destroyed here. It first processes the data it has received,
 * since that alone may exceed the limit.
 */
function destroyOnClose(req: BodyRequest, stream: Transform): () => void {
  // Requests of tests may only have `pipe`.
  if (typeof req.once !== 'function') return () => {};
  const onClose = (): void => {
    if (!req.readableEnded && !stream.destroyed) stream.write(EMPTY, () => stream.destroy());
  };
  req.once('close', onClose);
  return () => req.removeListener('close', onClose);
}

/** Reads the rest of the body, so that the connection can be reused, then calls `next` with the error. */
function rejectBody(req: BodyRequest, stream: Readable, error: unknown, next: Next): void {
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

/** Bytes after the end of the compressed data are read and dropped, or they would block the connection. */
function detachInflater(req: BodyRequest, stream: Readable): void {
  req.unpipe(stream as any);
  stream.on('error', () => {});
  stream.destroy();
  req.resume();
}
