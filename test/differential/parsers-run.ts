/** Sends an upload through parsers inside the process, chunk by chunk, and writes down what happened. */
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

/** Turns in which nothing comes before that counts as the outcome, of an upload that is broken and of a whole one. */
const SILENCE = 25;
const LONG_SILENCE = 40 * SILENCE;

export async function observe(parsers: Parsers, spec: UploadSpec): Promise<string[]> {
  const trace: string[] = [];
  const upload = uploadOf(spec);
  let stack: Middleware[];
  try {
    const options = optionsOf(spec.options, upload.size, (line) => trace.push(line));
    stack = spec.kinds.map((kind) => parsers[kind]!(options));
  } catch (error: any) {
    // Ours say more than the real ones, after the same words.
    return [`refuses to be made: ${error.name} ${error.message.split(' (got')[0]}`];
  }
  const req = await requestFor(spec, upload);
  const res = new ServerResponse(req);
  const done = pass(stack, req, res, trace);
  await deliver(req, upload, spec);
  await orSilence(done, spec);
  await new Promise(setImmediate);
  const seen = [
    ...trace,
    `afterwards ${leavesInflater(spec) ? '' : describeStream(req)}`,
    ...describeBody(req),
  ];
  req.destroy();
  return seen;
}

/** Runs the parsers one after the other, each in an async context that only the caller of the first has entered. */
function pass(stack: Middleware[], req: any, res: any, trace: string[]): Promise<void> {
  return new Promise((resolve) => {
    const step = (index: number): void => {
      if (index === stack.length) {
        resolve();
        return;
      }
      let returned = false;
      const next = (error?: unknown, ...more: unknown[]): void => {
        trace.push(`next ${index} ${returned ? 'later' : 'at once'} in ${context.getStore()} ${more.length}`);
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
  if (spec.fate === 'decoded before') req.setEncoding('utf8');
  if (spec.fate === 'read before') {
    for (const chunk of chunks) req.push(chunk);
    finish(req);
    req.resume();
    await new Promise((resolve) => req.on('end', resolve));
  }
  return req;
}

async function deliver(req: any, { chunks }: Upload, { fate }: UploadSpec): Promise<void> {
  if (fate === 'read before') return;
  const sent = fate === 'whole' || fate === 'decoded before' ? chunks : chunks.slice(0, -1);
  for (const chunk of sent) {
    req.push(chunk);
    await new Promise(setImmediate);
  }
  if (fate === 'aborted') req.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  else if (fate === 'failed') fail(req);
  else if (fate === 'closed') req.emit('close');
  else if (fate !== 'unended') finish(req);
}

// An error that nobody listens for would be the test's own.
function fail(req: any): void {
  if (req.listenerCount('error') > 0) req.emit('error', new Error('broken stream'));
}

function finish(req: any): void {
  req.complete = true;
  req.push(null);
}

/** The real parsers leave the inflater of a broken upload on its pipe; ours take it off, and say as little. */
function leavesInflater({ fate, contentEncoding }: UploadSpec): boolean {
  return ['aborted', 'closed', 'unended', 'failed'].includes(fate) && contentEncoding !== null;
}

/**
 * Some uploads end in silence. It is counted in turns of the event loop and of the threads that inflate, not by the clock: so a
 * busy machine, on which these are slow, is given longer.
 */
async function orSilence(done: Promise<void>, { fate }: UploadSpec): Promise<void> {
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  const turns = fate === 'whole' ? LONG_SILENCE : SILENCE;
  for (let turn = 0; turn < turns && !isDone; turn++) {
    await inflate(EMPTY);
    await new Promise(setImmediate);
  }
}

function describeStream(req: any): string {
  const events = ['aborted', 'close', 'data', 'end', 'error', 'readable'];
  const listeners = events.map((event) => req.listenerCount(event)).join();
  const { readableEnded, readableFlowing, destroyed, complete, aborted } = req;
  // Inflating takes place in another thread, so how far the request has come meanwhile is chance.
  if (req.headers['content-encoding'] !== undefined) return listeners;
  return `${listeners} ended ${readableEnded} flows ${readableFlowing} ${destroyed} ${complete} ${aborted}`;
}

function describeBody(req: any): string[] {
  const own = Object.getOwnPropertyDescriptor(req, 'body');
  const flag = `_body ${describe(req._body)}`;
  return own === undefined ? ['no body', flag] : [`body ${describe(own.value)} ${own.enumerable}`, flag];
}
