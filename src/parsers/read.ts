/** The only code that reads a body from its stream: limit, length, aborts and errors are seen to here. */
import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { createDecoder, type Decoder, isNative } from './charset.js';
import {
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
}

/** Gets text if the plan's charset has to be decoded chunk by chunk, else bytes; `shared` if others may hold them. */
export type Receive = (error: unknown, body: Buffer | string, shared: boolean) => void;

const NOTHING = Buffer.alloc(0);

/** Reads all of the stream; `receive` is called once, later, in the async context of this call. */
export function readBody(stream: Readable, plan: ReadPlan, receive: Receive): void {
  let decoder: Decoder | null = null;
  let refused: unknown = refusal(stream, plan);
  if (refused === null && plan.charset !== null && !isNative(plan.charset)) {
    try {
      decoder = createDecoder(plan.charset);
    } catch (error) {
      refused = error;
    }
  }
  if (refused === null) {
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

function halt(stream: Readable): void {
  stream.unpipe?.();
  stream.pause?.();
}

/** It is the async resource itself, because a second object per request would be seen in the throughput. */
class Reading extends AsyncResource {
  readonly #stream: Readable;
  readonly #plan: ReadPlan;
  readonly #decoder: Decoder | null;
  readonly #receive: Receive;
  readonly #gather: Gather;
  #text = '';
  #received = 0;
  #complete = false;

  constructor(stream: Readable, plan: ReadPlan, decoder: Decoder | null, receive: Receive) {
    super('MaglevBodyReading');
    this.#stream = stream;
    this.#plan = plan;
    this.#decoder = decoder;
    this.#receive = receive;
    this.#gather = new Gather(plan.length);
  }

  attach(): void {
    const stream = this.#stream;
    stream.on('aborted', this.#onAborted);
    stream.on('close', this.#detach);
    stream.on('data', this.#onData);
    stream.on('end', this.#onEnd);
    stream.on('error', this.#onEnd);
  }

  // Also the listener for a stream that closes without a word: nobody is told then, and nothing is kept.
  readonly #detach = (): void => {
    const stream = this.#stream;
    stream.removeListener('aborted', this.#onAborted);
    stream.removeListener('data', this.#onData);
    stream.removeListener('end', this.#onEnd);
    stream.removeListener('error', this.#onEnd);
    stream.removeListener('close', this.#detach);
  };

  readonly #onAborted = (): void => {
    if (!this.#complete) this.#fail(requestAborted(this.#plan.length, this.#received));
  };

  readonly #onData = (chunk: Buffer): void => {
    if (this.#complete) return;
    this.#received += chunk.length;
    if (this.#received > this.#plan.limit) {
      this.#fail(grownTooLarge(this.#received, this.#plan.limit));
    } else if (this.#decoder !== null) {
      this.#text += this.#decoder.write(chunk);
    } else {
      // Stand-ins for requests may speak in strings.
      this.#gather.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    }
  };

  readonly #onEnd = (error?: unknown): void => {
    if (this.#complete) return;
    const { length } = this.#plan;
    if (error) this.#fail(error);
    else if (length !== null && this.#received !== length) this.#fail(sizeInvalid(length, this.#received));
    else this.#succeed();
  };

  #fail(error: unknown): void {
    this.#complete = true;
    this.#detach();
    halt(this.#stream);
    this.runInAsyncScope(this.#receive, undefined, error, NOTHING, false);
  }

  #succeed(): void {
    this.#complete = true;
    if (this.#decoder !== null) {
      const text = this.#text + (this.#decoder.end() || '');
      this.#detach();
      this.runInAsyncScope(this.#receive, undefined, null, text, false);
      return;
    }
    const { body, copied } = this.#gather.take();
    const shared = !copied && isShared(body, this.#stream);
    this.#detach();
    this.runInAsyncScope(this.#receive, undefined, null, body, shared);
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
