/** The only code that reads a body from its stream. It checks the limit and the length, and handles aborts and errors. */
import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { isBuffer } from '../bytes.js';
import type { ReadableInternals } from '../node-internals.js';
import { type Charsets, createDecoder, type Decoder, isNative } from './charset.js';
import { ChunkBuffer } from './chunk-buffer.js';
import {
  charsetUnsupported,
  declaredTooLarge,
  grownTooLarge,
  requestAborted,
  sizeInvalid,
  streamEncodingSet,
  streamNotReadable,
} from './errors.js';

export interface ReadPlan {
  /** The maximum number of bytes. */
  readonly limit: number;
  /** Charset to decode while reading, or null for bytes. */
  readonly charset: string | null;
  /** For charsets that Node does not decode itself. */
  readonly charsets: Charsets;
}

const EMPTY = Buffer.alloc(0);

/** Replaces references to a finished request, so that it can be garbage collected. */
export const CLEARED = null as never;

/** Shorter bodies are decoded faster in one call than chunk by chunk. */
const MIN_STREAMED_TEXT = 16 * 1024;

/**
 * Reads a whole stream. A reader is created for each body, so it is itself the async resource, its fields are plain and set once
 * (private names and class fields take twice as long to initialise), and other objects are created only when needed.
 */
export abstract class BodyReader extends AsyncResource {
  declare protected stream: Readable;
  declare private readonly plan: ReadPlan;
  /** The declared number of bytes, or null. */
  declare private readonly length: number | null;
  declare private readonly onAborted: () => void;
  declare private readonly onData: (chunk: Buffer) => void;
  declare private readonly onEnd: (error?: unknown) => void;
  declare private readonly onClose: () => void;
  declare private decoder: Decoder | null;
  declare private first: Buffer | null;
  declare private chunks: ChunkBuffer | null;
  declare private text: string;
  declare private received: number;
  declare private isComplete: boolean;

  constructor(stream: Readable, plan: ReadPlan, length: number | null) {
    super('MaglevBody');
    this.stream = stream;
    this.plan = plan;
    this.length = length;
    this.onAborted = () => this.handleAbort();
    this.onData = (chunk) => this.handleChunk(chunk);
    this.onEnd = (error) => this.handleEnd(error);
    // A stream may close without `end`, `error` or `aborted`: as in raw-body, `next` is then never called.
    this.onClose = () => {
      if (!this.isComplete) this.detachListeners();
    };
    this.decoder = null;
    this.first = null;
    this.chunks = null;
    this.text = '';
    this.received = 0;
    this.isComplete = false;
  }

  /**
   * Called once, asynchronously, in the async context in which the reader was created. The body is text if the plan has a charset, unless
   * it is small or arrived in one chunk.
   */
  abstract receiveBody(error: unknown, body: Buffer | string): void;

  start(): void {
    const error = this.checkReadable();
    if (error === null) {
      this.attachListeners();
    } else {
      process.nextTick(() => {
        pauseStream(this.stream);
        this.receiveBody(error, EMPTY);
        this.dropReferences();
      });
    }
  }

  /**
   * Copies bytes that other code can change: other `data` listeners, or the creator of a request that did not come from
   * Node's HTTP parser. A slice of a larger ArrayBuffer is also copied, since it would keep the whole buffer alive.
   */
  protected copyIfShared(body: Buffer): Buffer {
    return this.chunks === null && isShared(body, this.stream) ? Buffer.from(body) : body;
  }

  /** The error for a stream that cannot be read, or null. */
  private checkReadable(): unknown {
    const { length, plan } = this;
    const { limit, charset } = plan;
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

  private attachListeners(): void {
    const { stream } = this;
    stream.on('aborted', this.onAborted);
    stream.on('close', this.onClose);
    stream.on('data', this.onData);
    stream.on('end', this.onEnd);
    stream.on('error', this.onEnd);
  }

  private detachListeners(): void {
    const { stream } = this;
    stream.removeListener('aborted', this.onAborted);
    stream.removeListener('data', this.onData);
    stream.removeListener('end', this.onEnd);
    stream.removeListener('error', this.onEnd);
    stream.removeListener('close', this.onClose);
  }

  private handleAbort(): void {
    if (!this.isComplete) this.finishReading(requestAborted(this.length, this.received), EMPTY);
  }

  private handleChunk(chunk: Buffer): void {
    if (this.isComplete) return;
    this.received += chunk.length;
    const { limit } = this.plan;
    if (this.received > limit) {
      this.finishReading(grownTooLarge(this.received, limit), EMPTY);
    } else if (this.decoder !== null) {
      this.text += this.decoder.write(bytesOf(chunk));
    } else if (this.first === null) {
      this.first = bytesOf(chunk);
    } else {
      this.storeChunk(this.first, bytesOf(chunk));
    }
  }

  /** From the second chunk on: long text is decoded chunk by chunk, which saves concatenating its bytes. */
  private storeChunk(first: Buffer, chunk: Buffer): void {
    const { charset, charsets } = this.plan;
    if (charset === null || (this.length !== null && this.length < MIN_STREAMED_TEXT)) {
      this.chunks ??= new ChunkBuffer(first, this.length);
      this.chunks.add(chunk);
    } else {
      this.decoder = createDecoder(charset, charsets);
      this.text = this.decoder.write(first) + this.decoder.write(chunk);
      this.first = null;
    }
  }

  private handleEnd(error: unknown): void {
    if (this.isComplete) return;
    const { length } = this;
    if (error) {
      this.finishReading(error, EMPTY);
    } else if (length !== null && this.received !== length) {
      this.finishReading(sizeInvalid(length, this.received), EMPTY);
    } else if (this.decoder !== null) {
      this.finishReading(null, this.text + (this.decoder.end() || ''));
    } else {
      this.finishReading(null, this.chunks?.concat() ?? this.first ?? Buffer.alloc(0));
    }
  }

  private finishReading(error: unknown, body: Buffer | string): void {
    this.isComplete = true;
    this.detachListeners();
    if (error) pauseStream(this.stream);
    // With `undefined` as `this`, Node calls the function directly, in half the time that Reflect.apply takes.
    this.runInAsyncScope(callReceive, undefined, this, error, body);
    this.dropReferences();
  }

  /**
   * Clears references to the request. Some of these objects are promoted to V8's old generation, and would keep requests
   * and bodies alive until a full garbage collection, which took a third of the CPU time with large bodies.
   */
  protected dropReferences(): void {
    this.stream = CLEARED;
    this.decoder = null;
    this.first = null;
    this.chunks = null;
    this.text = '';
  }
}

function callReceive(reader: BodyReader, error: unknown, body: Buffer | string): void {
  reader.receiveBody(error, body);
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
  if (chunk.length !== chunk.buffer.byteLength || stream.listenerCount('data') > 0) return true;
  return stream.headers !== undefined && stream.socket?.parser?.incoming !== stream;
}
