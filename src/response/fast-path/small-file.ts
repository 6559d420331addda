/** Sends small files: reads each in one call, instead of the stream that send would create. */
import { EventEmitter } from 'node:events';
import fs, { open, type ReadStream, read, type Stats } from 'node:fs';
import { type IncomingMessage, OutgoingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { SendStream } from 'send';
import { looksLikeNodes, NodeFunctions } from '../../node-functions.js';
import { hasListeners, isFastPathEnabled, OFF_BY_USER, socketPrototype } from '../../node-internals.js';
import { setTimeout } from '../../timers.js';
import { endWithFile } from './end.js';
import { readHeader } from './head.js';
import { areListenersUnobserved } from './pristine.js';

/** Options that send passes on to `fs.createReadStream`. */
const STREAM_OPTIONS = ['autoClose', 'encoding', 'fd', 'flags', 'fs', 'mode', 'signal'];

/** Whether none of the options is for the stream, which is not created for small files. */
export function canReadAtOnce(settings: Record<string, any>): boolean {
  return (
    !STREAM_OPTIONS.some((name) => name in settings) && isPosition(settings.start) && isPosition(settings.end)
  );
}

function isPosition(value: unknown): boolean {
  return value === undefined || (Number.isInteger(value) && (value as number) >= 0);
}

/** Makes a stream of send read its file in one call, if the file is small. */
export function readAtOnce(stream: SendStream, res: ServerResponse): void {
  if (isFileSystemPristine()) Object.assign(stream, READ_METHODS);
  else closeAfterShortFile(stream, res);
}

const noop = (): void => {};
/**
 * What send and its streams call on `fs`, and what is called here, which mock file systems and graceful-fs patch, and a call by which
 * Node's own is recognized: it rejects the value as a path, descriptor, callback or position.
 */
const FS_CALLS = {
  stat: (fn, rejected) => fn(rejected, noop),
  createReadStream: (fn, rejected) => fn('', { start: rejected }),
  open: (fn, rejected) => fn(rejected, 'r', noop),
  read: (fn, rejected) => fn(rejected, noop),
  close: (fn, rejected) => fn(rejected, rejected),
  fstatSync: (fn, rejected) =>
    fn(rejected, {
      get bigint() {
        return rejected.constructor;
      },
    }),
  // Node passes it on to native code, which does not read the value.
  closeSync: null,
  // Reading it when maglev is loaded would make Node load it.
  ReadStream: (fn, rejected) => Reflect.construct(fn, ['', { start: rejected }]),
} satisfies Record<string, ((fn: any, rejected: any) => unknown) | null>;
type Member = keyof typeof FS_CALLS;
const FS_MEMBERS = Object.keys(FS_CALLS) as Member[];
const { fstatSync, closeSync } = fs;
const { pipe } = Readable.prototype;
const loaded = FS_MEMBERS.map((name) => (name === 'ReadStream' ? undefined : fs[name]));
/** Those that are pristine, null if any is not, and undefined until they have been tried out. */
let pristine: readonly unknown[] | null | undefined;
let isTrialDue = false;

function isFileSystemPristine(): boolean {
  if (pristine == null) {
    if (pristine === undefined) tryFilesSoon();
    return false;
  }
  for (let i = 0; i < FS_MEMBERS.length; i++) if (fs[FS_MEMBERS[i]!] !== pristine[i]) return false;
  return Readable.prototype.pipe === pipe;
}

/** Not at once, because a request would wait for it. */
function tryFilesSoon(): void {
  if (isTrialDue) return;
  isTrialDue = true;
  setTimeout(tryFiles, 0).unref();
}

let obstacle: string | null | undefined;

/** Reads small files in one call from now on, if the functions that this skips are Node's. Returns why not, or null. */
export function tryFiles(): string | null {
  obstacle ??= isFastPathEnabled ? findForeign() : OFF_BY_USER;
  pristine = obstacle === null ? FS_MEMBERS.map((name) => fs[name]) : null;
  return obstacle;
}

function findForeign(): string | null {
  const nodes = new NodeFunctions();
  const foreign = FS_MEMBERS.find((name, i) => {
    const fn: any = fs[name];
    const isChanged = name !== 'ReadStream' && fn !== loaded[i];
    if (isChanged || !nodes.looksLikeNodes(fn, name)) return true;
    const call = FS_CALLS[name];
    return call !== null && !nodes.isInNode(fn, 'fs', (rejected) => call(fn, rejected));
  });
  return foreign === undefined ? null : `Something has replaced \`${foreign}\` of fs.`;
}

/** Files up to this size, which is the chunk size of Node's file streams, are read in one call. */
const MAX_READ = 64 * 1024;

/** The members of send's streams that its types do not declare. */
interface Sender {
  req: IncomingMessage;
  res: ServerResponse;
  /** The descriptor of the opened file, until `stream` uses it. */
  descriptor: number | null;
  emit(event: 'file', file: string, stat: Stats): void;
  send(file: string, stat: Stats): void;
  sendFile(file: string): void;
  stream(file: string, range: Range): void;
  onStatError(error: NodeJS.ErrnoException): void;
}

/** Both ends included. */
interface Range {
  start: number;
  end: number;
  fd?: number;
}

/**
 * Replaces the methods with which a `SendStream` finds and reads a file: it is opened without `stat`, and read in one call. This takes
 * two round trips to the thread pool instead of five. Whatever cannot be opened, or is not a file, is left to send.
 */
const READ_METHODS: Pick<Sender, 'descriptor' | 'sendFile' | 'stream'> = {
  descriptor: null,

  sendFile(this: Sender, file) {
    if (!needsBytes(this.req)) {
      sendPrototypeOf(this).sendFile.call(this, file);
      return;
    }
    open(file, 'r', (error, descriptor) => {
      const stat = error ? null : statFile(descriptor);
      if (stat === null) sendPrototypeOf(this).sendFile.call(this, file);
      else sendOpened(this, file, stat, descriptor);
    });
  },

  /** Sends part of a file whose headers are set. */
  stream(this: Sender, file, range) {
    const descriptor = closeIfDeleted(this, takeDescriptor(this));
    const isObserved = isPipeObserved(this.res, this.req);
    if (isObserved || range.end - range.start >= MAX_READ) {
      // Listeners of `pipe` may read the path of the stream, which it lacks if made from a descriptor.
      if (isObserved && descriptor !== null) close(descriptor);
      else if (descriptor !== null) range.fd = descriptor;
      closeAfterShortFile(this as unknown as SendStream, this.res);
      sendPrototypeOf(this).stream.call(this, file, range);
    } else if (descriptor === null) {
      open(file, 'r', (error, opened) => {
        if (error) this.onStatError(error);
        else sendRange(this, opened, range);
      });
    } else {
      sendRange(this, descriptor, range);
    }
  },
};

/** What a stream that is piped into a response calls on it, or makes it call on its socket, besides `write` and `end`. */
class PipeMembers {
  readonly #names: readonly string[];
  readonly #members: readonly unknown[];

  /** Takes those that are Node's own: members that somebody patched before are always observed. */
  constructor(prototype: any, names: readonly string[]) {
    this.#names = names;
    this.#members = names.map((name) => (isNodes(prototype[name], name) ? prototype[name] : null));
  }

  areIn(target: any): boolean {
    for (let i = 0; i < this.#names.length; i++)
      if (target[this.#names[i]!] !== this.#members[i]) return false;
    return true;
  }
}

/** Some of Node's functions have no name. */
function isNodes(fn: unknown, name: string): boolean {
  return looksLikeNodes(fn, name === 'on' ? 'addListener' : name) || looksLikeNodes(fn, '');
}

/** The events that a pipe causes, and nothing else does that a small file would cause. */
const PIPE_EVENTS = ['pipe', 'unpipe', 'newListener', 'removeListener'] as const;

let pipeMembers: { emitter: PipeMembers; message: PipeMembers; socket: PipeMembers } | undefined;

/** Whether somebody could notice that nothing is piped: by a listener, or by a patched function. */
function isPipeObserved(res: ServerResponse, req: IncomingMessage): boolean {
  pipeMembers ??= {
    emitter: new PipeMembers(EventEmitter.prototype, [
      'emit',
      'on',
      'once',
      'prependListener',
      'removeListener',
    ]),
    message: new PipeMembers(OutgoingMessage.prototype, ['_send', '_writeRaw', 'cork', 'uncork']),
    socket: new PipeMembers(socketPrototype, [
      'write',
      'cork',
      'uncork',
      '_write',
      '_writev',
      '_writeGeneric',
    ]),
  };
  const { emitter, message, socket } = pipeMembers;
  for (const event of PIPE_EVENTS) if (hasListeners(res, event)) return true;
  // Its messages are others, and Express does not know it.
  if (req.httpVersionMajor === 2) return false;
  if (!areListenersUnobserved(res.socket ?? req.socket)) return true;
  return !emitter.areIn(res) || !message.areIn(res) || !socket.areIn(res.socket ?? res.req?.socket ?? {});
}

function sendPrototypeOf(sender: Sender): Sender {
  return Object.getPrototypeOf(sender);
}

/** False if the response, such as a 304, may not need any bytes of the file. */
function needsBytes({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined
  );
}

/**
 * Closes the descriptor and returns null if it does not belong to a file. `fstat` and `close` of an open file do not wait for the
 * disk, so they are called synchronously: a round trip to the thread pool would take longer.
 */
function statFile(descriptor: number): Stats | null {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return stat;
  } catch {
    // send then calls `stat`, and reports the error.
  }
  close(descriptor);
  return null;
}

function close(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // The file was only read, so nothing can be lost.
  }
}

function sendOpened(sender: Sender, file: string, stat: Stats, descriptor: number): void {
  sender.descriptor = descriptor;
  try {
    sender.emit('file', file, stat);
    sender.send(file, stat);
  } finally {
    // Not used by `stream`: the response has no body, or a listener threw.
    const unused = takeDescriptor(sender);
    if (unused !== null) close(unused);
  }
}

function takeDescriptor(sender: Sender): number | null {
  const { descriptor } = sender;
  sender.descriptor = null;
  return descriptor;
}

/** Closes the descriptor and returns null if the file was deleted while the application was setting headers. */
function closeIfDeleted(sender: Sender, descriptor: number | null): number | null {
  if (descriptor === null || !hasListeners(sender, 'headers')) return descriptor;
  if (fstatSync(descriptor).nlink > 0) return descriptor;
  close(descriptor);
  return null;
}

/** Reads the range, closes the file and ends the response. */
function sendRange(sender: Sender, descriptor: number, { start, end }: Range): void {
  const bytes = Buffer.allocUnsafe(end - start + 1);
  readFully(descriptor, bytes, 0, start, (error, count) => {
    close(descriptor);
    if (error) {
      sender.onStatError(error);
      return;
    }
    // A file that has become shorter is sent up to its end, as with a stream. The range of an empty file is one byte.
    if (isShorterThanDeclared(sender.res, count)) disableKeepAlive(sender.res);
    endWithFile(sender.res, bytes.subarray(0, count));
  });
}

/** Reads until the buffer is full or the file ends: one read may return less than requested. */
function readFully(
  descriptor: number,
  bytes: Buffer,
  filled: number,
  start: number,
  done: (error: NodeJS.ErrnoException | null, count: number) => void,
): void {
  read(descriptor, bytes, filled, bytes.length - filled, start + filled, (error, count) => {
    const total = filled + count;
    if (error || count === 0 || total === bytes.length) done(error, error ? 0 : total);
    else readFully(descriptor, bytes, total, start, done);
  });
}

/**
 * Closes the connection if a file is shorter than its Content-Length: the client would read the next response as the rest of
 * the file.
 */
export function closeAfterShortFile(file: SendStream, res: any): void {
  file.on('stream', (stream: ReadStream) => {
    stream.once('end', () => {
      if (isShorterThanDeclared(res, stream.bytesRead)) disableKeepAlive(res);
    });
  });
}

function isShorterThanDeclared(res: any, length: number): boolean {
  return length < Number(readHeader(res, 'content-length'));
}

/** Closes the connection after this response. */
function disableKeepAlive(res: any): void {
  if (res.headersSent) res._last = true;
  else res.shouldKeepAlive = false;
}
