/** Files that are read in one go, in place of the stream that send would make for each. */
import { closeSync, fstatSync, open, read, type Stats } from 'node:fs';
import { type IncomingMessage, OutgoingMessage, type ServerResponse } from 'node:http';
import type { SendStream } from 'send';
import { end, endWith } from './ending.js';
import { isNodes } from './own.js';
import { makeLast, watchLength } from './shortage.js';

/** Options that send hands on to a stream of the file system, which has its own ways with them. */
const OF_STREAMS = ['autoClose', 'encoding', 'fd', 'flags', 'fs', 'mode', 'signal'];

/** Whether nothing in the options concerns the stream that is not made. */
export function canReadAtOnce(settings: Record<string, any>): boolean {
  return (
    !OF_STREAMS.some((name) => name in settings) && isPosition(settings.start) && isPosition(settings.end)
  );
}

function isPosition(value: unknown): boolean {
  return value === undefined || (Number.isInteger(value) && (value as number) >= 0);
}

/** Lets one of send's streams read its file at once, if that is small. */
export function readAtOnce(stream: SendStream): void {
  Object.assign(stream, READING);
}

/** Node's own, from before anybody could replace it. */
const { write } = OutgoingMessage.prototype;
const isOwnWrite = isNodes(write, 'write_(this');

/** Up to this size, which is what Node streams at a time, a file is read in one go. */
const SMALL = 64 * 1024;

/** The members of send's streams that its types leave out. */
interface Sender {
  req: IncomingMessage;
  res: ServerResponse;
  /** Of the file that is about to be sent, until somebody takes it over. */
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
 * What takes the place of the methods of send's streams by which they find and read a file. A file is opened at once,
 * asked about itself, and read in one go: two trips to the thread pool instead of five. What cannot be opened, or is no
 * file, is left to send.
 */
const READING: Pick<Sender, 'descriptor' | 'sendFile' | 'stream'> = {
  descriptor: null,

  sendFile(this: Sender, file) {
    if (!expectsBytes(this.req)) {
      original(this).sendFile.call(this, file);
      return;
    }
    open(file, 'r', (error, descriptor) => {
      const stat = error ? null : statOf(descriptor);
      if (stat === null) original(this).sendFile.call(this, file);
      else sendOpened(this, file, stat, descriptor);
    });
  },

  /** Sends part of a file whose headers are set. */
  stream(this: Sender, file, range) {
    const descriptor = stillThere(this, takeDescriptor(this));
    const isPiped = this.res.listenerCount('pipe') + this.res.listenerCount('unpipe') > 0;
    if (isPiped || range.end - range.start >= SMALL) {
      // Whoever is told of the stream may ask it for its path.
      if (isPiped && descriptor !== null) close(descriptor);
      else if (descriptor !== null) range.fd = descriptor;
      watchLength(this as unknown as SendStream, this.res);
      original(this).stream.call(this, file, range);
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

function original(sender: Sender): Sender {
  return Object.getPrototypeOf(sender);
}

/** A file need not be opened to say that it has not changed. */
function expectsBytes({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined
  );
}

/**
 * Null, and the descriptor closed, if it is not that of a file. The kernel knows an open file by heart: neither asking
 * about it nor closing it is worth a trip to the thread pool.
 */
function statOf(descriptor: number): Stats | null {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return stat;
  } catch {
    // Whoever asks next will say what is wrong.
  }
  close(descriptor);
  return null;
}

function close(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It was only read from: nothing is lost.
  }
}

function sendOpened(sender: Sender, file: string, stat: Stats, descriptor: number): void {
  sender.descriptor = descriptor;
  try {
    sender.emit('file', file, stat);
    sender.send(file, stat);
  } finally {
    // An answer without bytes, or an error of the application's.
    const unused = takeDescriptor(sender);
    if (unused !== null) close(unused);
  }
}

function takeDescriptor(sender: Sender): number | null {
  const { descriptor } = sender;
  sender.descriptor = null;
  return descriptor;
}

/** Null, and the descriptor closed, if the file went away while the application was setting headers. */
function stillThere(sender: Sender, descriptor: number | null): number | null {
  if (descriptor === null || sender.listenerCount('headers') === 0) return descriptor;
  if (fstatSync(descriptor).nlink > 0) return descriptor;
  close(descriptor);
  return null;
}

/** Reads the range, closes the file and ends the answer. */
function sendRange(sender: Sender, descriptor: number, { start, end }: Range): void {
  const bytes = Buffer.allocUnsafe(end - start + 1);
  fill(descriptor, bytes, 0, start, (error, count) => {
    close(descriptor);
    if (error) {
      sender.onStatError(error);
      return;
    }
    // A file that has shrunk meanwhile gives less, as it would give a stream. An empty one has a range of one byte.
    if (count < Number(sender.res.getHeader('Content-Length'))) makeLast(sender.res);
    give(sender.res, bytes.subarray(0, count));
  });
}

/** Who has taken the place of `write` or `end` is called as a stream would call them: logs tell the two apart. */
function give(res: ServerResponse, bytes: Buffer): void {
  if (isOwnWrite && res.write === write && res.end === end) {
    endWith(res, bytes);
    return;
  }
  if (bytes.length > 0 && res.write(bytes) === false) endWhenDrained(res);
  else res.end();
}

function endWhenDrained(res: ServerResponse): void {
  const onDrain = (): void => {
    res.removeListener('close', onClose);
    res.end();
  };
  const onClose = (): void => {
    res.removeListener('drain', onDrain);
  };
  res.once('drain', onDrain);
  res.once('close', onClose);
}

/** Reads until the buffer is full or the file at its end: one read may give less than it was asked for. */
function fill(
  descriptor: number,
  bytes: Buffer,
  filled: number,
  start: number,
  done: (error: NodeJS.ErrnoException | null, count: number) => void,
): void {
  read(descriptor, bytes, filled, bytes.length - filled, start + filled, (error, count) => {
    const total = filled + count;
    if (error || count === 0 || total === bytes.length) done(error, error ? 0 : total);
    else fill(descriptor, bytes, total, start, done);
  });
}
