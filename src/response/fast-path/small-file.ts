/** Sends small files, each read in one call instead of with the stream that send would create. */
import fs, { open, type ReadStream, read, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { SendStream } from 'send';
import { isNodeFunction } from '../../node-internals.js';
import { endWithFile } from './end.js';
import { readHeader } from './head.js';

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

/** Makes a `SendStream` read its file in one call, if the file is small. */
export function readAtOnce(stream: SendStream): void {
  if (isFileSystemPristine()) Object.assign(stream, READ_METHODS);
}

/** The functions of `fs` that send and its streams call. Mock file systems and graceful-fs patch them. */
const FS_MEMBERS = ['stat', 'createReadStream', 'open', 'read', 'close'] as const;
const { fstatSync, closeSync } = fs;
const { pipe } = Readable.prototype;
/** The functions at the time when maglev was loaded, and those of them that are pristine, detected when the first file is sent. */
const loaded = FS_MEMBERS.map((name) => fs[name]);
let pristine: readonly unknown[] | undefined;
let pristineReadStream: { readonly value: unknown } | undefined;

function isFileSystemPristine(): boolean {
  pristine ??= loaded.map((member) => (isNodeFunction(member, 'fs') ? member : null));
  for (let i = 0; i < FS_MEMBERS.length; i++) if (fs[FS_MEMBERS[i]!] !== pristine[i]) return false;
  // Reading it when maglev is loaded would make Node load it.
  pristineReadStream ??= {
    value: isNodeFunction(fs.ReadStream, 'internal/fs/streams') ? fs.ReadStream : null,
  };
  return fs.ReadStream === pristineReadStream.value && Readable.prototype.pipe === pipe;
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
  listenerCount(event: 'headers'): number;
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
    const isPiped = this.res.listenerCount('pipe') + this.res.listenerCount('unpipe') > 0;
    if (isPiped || range.end - range.start >= MAX_READ) {
      // Listeners of `pipe` may read the path of the stream, which a stream created from a descriptor does not have.
      if (isPiped && descriptor !== null) close(descriptor);
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
  if (descriptor === null || sender.listenerCount('headers') === 0) return descriptor;
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
