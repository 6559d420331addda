/** The only code that reads a body from its stream: limit, length, aborts and errors are seen to here. */
import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { type Charsets, createDecoder, type Decoder, isNative } from './charset.js';
import {
  charsetUnsupported,
  declaredTooLarge,
  grownTooLarge,
  requestAborted,
  sizeInvalid,
  streamEncodingSet,
  streamNotReadable,
} from './errors.js';
import { Gather } from './gather.js';

export interface ReadPlan {
  /** Bytes that are accepted. */
  readonly limit: number;
  /** Charset to decode while reading, or null for bytes. */
  readonly charset: string | null;
  /** Asked about charsets that Node does not decode itself. */
  readonly charsets: Charsets;
}

const NOTHING = Buffer.alloc(0);

/** In place of what a reading has had, and will not be asked for again. */
export const GONE = null as never;

/** Less than this is decoded sooner in one go than chunk by chunk. */
const MUCH = 16 * 1024;

/**
 * Reads all of a stream. The hottest object of the parsers, so it is built for speed: it is the async resource itself,
 * its fields are plain and set once (private names and declared fields cost twice as much to set up), and most bodies
 * never need the objects that it can do without.
 */
export abstract class Reading extends AsyncResource {
  declare protected stream: Readable;
  declare private readonly plan: ReadPlan;
  /** Bytes that the sender announced, or null. */
  declare private readonly length: number | null;
  declare private readonly onAborted: () => void;
  declare private readonly onData: (chunk: Buffer) => void;
  declare private readonly onEnd: (error?: unknown) => void;
  declare private readonly onClose: () => void;
  declare private decoder: Decoder | null;
  declare private first: Buffer | null;
  declare private gather: Gather | null;
  declare private text: string;
  declare private received: number;
  declare private complete: boolean;

  constructor(stream: Readable, plan: ReadPlan, length: number | null) {
    super('MaglevBody');
    this.stream = stream;
    this.plan = plan;
    this.length = length;
    this.onAborted = () => this.abort();
    this.onData = (chunk) => this.take(chunk);
    this.onEnd = (error) => this.end(error);
    // A stream that closes without a word: nobody is told, and nothing is kept.
    this.onClose = () => {
      if (!this.complete) this.detach();
    };
    this.decoder = null;
    this.first = null;
    this.gather = null;
    this.text = '';
    this.received = 0;
    this.complete = false;
  }

  /**
   * Called once, later, in the async context in which this was made. The body is text if the plan has a charset, unless
   * it is small or came in one chunk.
   */
  abstract receive(error: unknown, body: Buffer | string): void;

  begin(): void {
    const refused = this.refusal();
    if (refused === null) {
      this.attach();
    } else {
      process.nextTick(() => {
        halt(this.stream);
        this.receive(refused, NOTHING);
        this.letGo();
      });
    }
  }

  /**
   * The bytes, in memory that nobody else may hold: other listeners, or whoever made a request that no HTTP parser has
   * made. Part of a larger piece of memory does not do either, since keeping it would keep the rest.
   */
  protected owned(body: Buffer): Buffer {
    return this.gather === null && isShared(body, this.stream) ? Buffer.from(body) : body;
  }

  /** Why reading need not begin. */
  private refusal(): unknown {
    const { length, plan } = this;
    const { limit, charset } = plan;
    if (length !== null && length > limit) return declaredTooLarge(length, limit);
    const stream = this.stream as any;
    const state = stream._readableState;
    // A stream that decodes by itself has lost the bytes.
    if (stream._decoder || (state && (state.encoding || state.decoder))) return streamEncodingSet();
    if (stream.readable !== undefined && !stream.readable) return streamNotReadable();
    if (charset === null || isNative(charset)) return null;
    if (!plan.charsets.encodingExists(charset)) return charsetUnsupported(charset, charset.toLowerCase());
    this.decoder = createDecoder(charset, plan.charsets);
    return null;
  }

  private attach(): void {
    const { stream } = this;
    stream.on('aborted', this.onAborted);
    stream.on('close', this.onClose);
    stream.on('data', this.onData);
    stream.on('end', this.onEnd);
    stream.on('error', this.onEnd);
  }

  private detach(): void {
    const { stream } = this;
    stream.removeListener('aborted', this.onAborted);
    stream.removeListener('data', this.onData);
    stream.removeListener('end', this.onEnd);
    stream.removeListener('error', this.onEnd);
    stream.removeListener('close', this.onClose);
  }

  private abort(): void {
    if (!this.complete) this.settle(requestAborted(this.length, this.received), NOTHING);
  }

  private take(chunk: Buffer): void {
    if (this.complete) return;
    this.received += chunk.length;
    const { limit } = this.plan;
    if (this.received > limit) {
      this.settle(grownTooLarge(this.received, limit), NOTHING);
    } else if (this.decoder !== null) {
      this.text += this.decoder.write(bytesOf(chunk));
    } else if (this.first === null) {
      this.first = bytesOf(chunk);
    } else {
      this.keep(this.first, bytesOf(chunk));
    }
  }

  /** From the second chunk on: much text is decoded as it comes, which saves putting the bytes together. */
  private keep(first: Buffer, chunk: Buffer): void {
    const { charset, charsets } = this.plan;
    if (charset === null || (this.length !== null && this.length < MUCH)) {
      this.gather ??= new Gather(first, this.length);
      this.gather.add(chunk);
    } else {
      this.decoder = createDecoder(charset, charsets);
      this.text = this.decoder.write(first) + this.decoder.write(chunk);
      this.first = null;
    }
  }

  private end(error: unknown): void {
    if (this.complete) return;
    const { length } = this;
    if (error) {
      this.settle(error, NOTHING);
    } else if (length !== null && this.received !== length) {
      this.settle(sizeInvalid(length, this.received), NOTHING);
    } else if (this.decoder !== null) {
      this.settle(null, this.text + (this.decoder.end() || ''));
    } else {
      this.settle(null, this.gather?.take() ?? this.first ?? Buffer.alloc(0));
    }
  }

  private settle(error: unknown, body: Buffer | string): void {
    this.complete = true;
    this.detach();
    if (error) halt(this.stream);
    // Without a `this`, Node calls the function instead of applying it: half the price.
    this.runInAsyncScope(deliver, undefined, this, error, body);
    this.letGo();
  }

  /**
   * Forgets the request. This object is young when the body comes, but now and then one gets old enough to stay until
   * the engine collects its old generation, and what it held would stay as well: with large bodies that was a third of
   * what they cost.
   */
  protected letGo(): void {
    this.stream = GONE;
    this.decoder = null;
    this.first = null;
    this.gather = null;
    this.text = '';
  }
}

function deliver(reading: Reading, error: unknown, body: Buffer | string): void {
  reading.receive(error, body);
}

/** Stand-ins for requests may speak in strings, and streams of the web in bytes that are no buffers. */
function bytesOf(chunk: Buffer | Uint8Array | string): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function halt(stream: Readable): void {
  stream.unpipe?.();
  stream.pause?.();
}

function isShared(chunk: Buffer, stream: any): boolean {
  if (chunk.length !== chunk.buffer.byteLength || stream.listenerCount('data') > 0) return true;
  return stream.headers !== undefined && stream.socket?.parser?.incoming !== stream;
}
