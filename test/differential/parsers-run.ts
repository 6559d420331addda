/** Sends an upload through parsers inside the process, chunk by chunk, and records the events. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { UploadSpec } from './parsers-model.js';
import { describe, describeError } from './parsers-observe.js';
import { optionsOf, type Upload, uploadOf } from './parsers-upload.js';

type Middleware = (req: any, res: any, next: (error?: unknown) => void) => unknown;
export type Parsers = Record<string, (options?: any) => Middleware>;

const context = new AsyncLocalStorage<string>();
const inflate = promisify(zlib.inflate);
const EMPTY = zlib.deflateSync('');

/** Ticks without an event after which an upload counts as stalled: for an incomplete upload and for a complete one. */
const IDLE_TICKS = 25;
const LONG_IDLE_TICKS = 40 * IDLE_TICKS;

export async function observe(parsers: Parsers, spec: UploadSpec): Promise<string[]> {
  const trace: string[] = [];
  const upload = uploadOf(spec);
  let stack: Middleware[];
  try {
    const options = optionsOf(spec.options, upload.size, (line) => trace.push(line));
    stack = spec.kinds.map((kind) => parsers[kind]!(options));
  } catch (error: any) {
    // maglev's messages are longer, with the same start.
    return [`refuses its options: ${error.name} ${error.message.split(' (got')[0]}`];
  }
  const req = await requestFor(spec, upload);
  const res = new ServerResponse(req);
  const done = pass(stack, req, res, trace);
  await deliver(req, upload, spec);
  await orIdle(done, spec);
  await new Promise(setImmediate);
  const seen = [
    ...trace,
    `afterwards ${leavesInflater(spec) ? '' : describeStream(req)}`,
    ...describeBody(req),
  ];
  req.destroy();
  return seen;
}

/** Runs the parsers in sequence, in an async context that only the caller of the first parser has entered. */
function pass(stack: Middleware[], req: any, res: any, trace: string[]): Promise<void> {
  return new Promise((resolve) => {
    const step = (index: number): void => {
      if (index === stack.length) {
        resolve();
        return;
      }
      let returned = false;
      const next = (error?: unknown, ...more: unknown[]): void => {
        trace.push(
          `next ${index} ${returned ? 'later' : 'immediately'} in ${context.getStore()} ${more.length}`,
        );
        trace.push(`now ${describeStream(req)}`, ...describeBody(req));
        if (error !== undefined) trace.push(...describeError(error));
        step(index + 1);
      };
      try {
        const result = stack[index]!(req, res, next);
        if (result !== undefined) trace.push(`returned ${describe(result)}`);
      } catch (error) {
        trace.push('threw', ...describeError(error));
        resolve();
      }
      returned = true;
    };
    context.run('the context', () => step(0));
  });
}

async function requestFor(spec: UploadSpec, { headers, chunks }: Upload): Promise<IncomingMessage> {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() });
  socket.on('error', () => {});
  const req: any = new IncomingMessage(socket as any);
  req.method = 'POST';
  req.url = '/';
  req.headers = headers;
  if (spec.before === 'body') req.body = { from: 'the platform' };
  if (spec.before === 'empty body') req.body = '';
  if (spec.before === '_body') req._body = true;
  if (spec.outcome === 'decoded before') req.setEncoding('utf8');
  if (spec.outcome === 'read before') {
    for (const chunk of chunks) req.push(chunk);
    finish(req);
    req.resume();
    await new Promise((resolve) => req.on('end', resolve));
  }
  return req;
}

async function deliver(req: any, { chunks }: Upload, { outcome }: UploadSpec): Promise<void> {
  if (outcome === 'read before') return;
  const sent = outcome === 'complete' || outcome === 'decoded before' ? chunks : chunks.slice(0, -1);
  for (const chunk of sent) {
    req.push(chunk);
    await new Promise(setImmediate);
  }
  if (outcome === 'aborted') req.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  else if (outcome === 'failed') fail(req);
  else if (outcome === 'closed') req.emit('close');
  else if (outcome !== 'unended') finish(req);
}

// Without a listener, the error would fail the test itself.
function fail(req: any): void {
  if (req.listenerCount('error') > 0) req.emit('error', new Error('broken stream'));
}

function finish(req: any): void {
  req.complete = true;
  req.push(null);
}

/** body-parser leaves the inflater of an incomplete upload piped; maglev unpipes it. Neither reports an error. */
function leavesInflater({ outcome, contentEncoding }: UploadSpec): boolean {
  return ['aborted', 'closed', 'unended', 'failed'].includes(outcome) && contentEncoding !== null;
}

/**
 * Some uploads never end. This counts ticks of the event loop and jobs of the inflating threads instead of time, so that a
 * busy machine gets more time.
 */
async function orIdle(done: Promise<void>, { outcome }: UploadSpec): Promise<void> {
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  const turns = outcome === 'complete' ? LONG_IDLE_TICKS : IDLE_TICKS;
  for (let turn = 0; turn < turns && !isDone; turn++) {
    await inflate(EMPTY);
    await new Promise(setImmediate);
  }
}

function describeStream(req: any): string {
  const events = ['aborted', 'close', 'data', 'end', 'error', 'readable'];
  const listeners = events.map((event) => req.listenerCount(event)).join();
  const { readableEnded, readableFlowing, destroyed, complete, aborted } = req;
  // Inflating runs in another thread, so the progress of the request varies.
  if (req.headers['content-encoding'] !== undefined) return listeners;
  return `${listeners} ended ${readableEnded} flows ${readableFlowing} ${destroyed} ${complete} ${aborted}`;
}

function describeBody(req: any): string[] {
  const own = Object.getOwnPropertyDescriptor(req, 'body');
  const flag = `_body ${describe(req._body)}`;
  return own === undefined ? ['no body', flag] : [`body ${describe(own.value)} ${own.enumerable}`, flag];
}
