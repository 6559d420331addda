/** The only code that reads a body from its stream: limit, length, aborts and errors are seen to here. */
import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { createDecoder, type Decoder, isNative } from './charset.js';
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
  /** Bytes that the sender announced, or null. */
  readonly length: number | null;
  /** Bytes that are accepted. */
  readonly limit: number;
  /** Charset to decode while reading, or null for bytes. */
  readonly charset: string | null;
  /** Asked about charsets that Node does not decode itself. */
  charsetExists(charset: string): boolean;
}

/** Gets text if the plan's charset has to be decoded chunk by chunk, else bytes; `shared` if others may hold them. */
export type Receive = (error: unknown, body: Buffer | string, shared: boolean) => void;

const NOTHING = Buffer.alloc(0);

/** Reads all of the stream; `receive` is called once, later, in the async context of this call. */
export function readBody(stream: Readable, plan: ReadPlan, receive: Receive): void {
  const refused = refusal(stream, plan) ?? refusedCharset(plan);
  if (refused === null) {
    const { charset } = plan;
    const decoder = charset === null || isNative(charset) ? null : createDecoder(charset);
    new Reading(stream, plan, decoder, receive).attach();
  } else {
    process.nextTick(() => {
      halt(stream);
      receive(refused, NOTHING, false);
    });
  }
}

/** Why reading need not begin. */
function refusal(stream: any, { length, limit }: ReadPlan): unknown {
  if (length !== null && length > limit) return declaredTooLarge(length, limit);
  const state = stream._readableState;
  // A stream that decodes by itself has lost the bytes.
  if (stream._decoder || (state && (state.encoding || state.decoder))) return streamEncodingSet();
  if (stream.readable !== undefined && !stream.readable) return streamNotReadable();
  return null;
}

function refusedCharset({ charset, charsetExists }: ReadPlan): unknown {
  if (charset === null || isNative(charset) || charsetExists(charset)) return null;
  return charsetUnsupported(charset, charset.toLowerCase());
}

function halt(stream: Readable): void {
  stream.unpipe?.();
  stream.pause?.();
}

/**
 * The hottest object of the parsers, so it is built for speed: it is the async resource itself, its fields are plain
 * (private names cost twice as much to set up), and most bodies never need the objects that it can do without.
 */
class Reading extends AsyncResource {
  private readonly stream: Readable;
  private readonly plan: ReadPlan;
  private readonly decoder: Decoder | null;
  private readonly receive: Receive;
  private readonly onAborted: () => void;
  private readonly onData: (chunk: Buffer) => void;
  private readonly onEnd: (error?: unknown) => void;
  private readonly onClose: () => void;
  private first: Buffer | null;
  private gather: Gather | null;
  private text: string;
  private received: number;
  private complete: boolean;

  constructor(stream: Readable, plan: ReadPlan, decoder: Decoder | null, receive: Receive) {
    super('MaglevBody');
    this.stream = stream;
    this.plan = plan;
    this.decoder = decoder;
    this.receive = receive;
    this.onAborted = () => this.abort();
    this.onData = (chunk) => this.take(chunk);
    this.onEnd = (error) => this.end(error);
    // A stream that closes without a word: nobody is told, and nothing is kept.
    this.onClose = () => this.detach();
    this.first = null;
    this.gather = null;
    this.text = '';
    this.received = 0;
    this.complete = false;
  }

  attach(): void {
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
    if (!this.complete) this.settle(requestAborted(this.plan.length, this.received), NOTHING, false);
  }

  private take(chunk: Buffer): void {
    if (this.complete) return;
    this.received += chunk.length;
    const { limit } = this.plan;
    if (this.received > limit) {
      this.settle(grownTooLarge(this.received, limit), NOTHING, false);
    } else if (this.decoder !== null) {
      this.text += this.decoder.write(chunk);
    } else {
      // Stand-ins for requests may speak in strings.
      this.keep(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    }
  }

  private keep(chunk: Buffer): void {
    if (this.first === null) {
      this.first = chunk;
    } else {
      this.gather ??= new Gather(this.first, this.plan.length);
      this.gather.add(chunk);
    }
  }

  private end(error: unknown): void {
    if (this.complete) return;
    const { length } = this.plan;
    if (error) {
      this.settle(error, NOTHING, false);
    } else if (length !== null && this.received !== length) {
      this.settle(sizeInvalid(length, this.received), NOTHING, false);
    } else if (this.decoder !== null) {
      this.settle(null, this.text + (this.decoder.end() || ''), false);
    } else if (this.gather !== null) {
      this.settle(null, this.gather.take(), false);
    } else {
      const body = this.first ?? Buffer.alloc(0);
      this.settle(null, body, isShared(body, this.stream));
    }
  }

  private settle(error: unknown, body: Buffer | string, shared: boolean): void {
    this.complete = true;
    this.detach();
    if (error) halt(this.stream);
    this.runInAsyncScope(this.receive, undefined, error, body, shared);
  }
}

/**
 * Whether others may hold this chunk: other listeners, or whoever made a request that no HTTP parser has made. Part of
 * a larger piece of memory counts too, since keeping it would keep the rest.
 */
function isShared(chunk: Buffer, stream: any): boolean {
  if (chunk.length !== chunk.buffer.byteLength || stream.listenerCount('data') > 1) return true;
  return stream.headers !== undefined && stream.socket?.parser?.incoming !== stream;
}
