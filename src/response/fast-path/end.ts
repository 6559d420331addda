/** Ends a response: writes the head and the body in one call. */
import type { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { byteLength, isAscii, textOfBytes } from '../../bytes.js';
import { hasListeners } from '../../node-internals.js';
import { PATCHED_MEANWHILE } from './head.js';
import {
  canSelfTest,
  connectionOf,
  isUnobserved,
  NodeDuplex,
  NodeResponse,
  pristineEnd,
  pristineWrite,
  whyNotPristine,
  withSampleSocket,
} from './pristine.js';
import { serializeHead } from './serialize-head.js';

export type TextEncoding = 'latin1' | 'utf8';

/** Above this size, copying a body costs more than writing it separately. */
const SMALL_BODY = 12_288;

/**
 * Does what `res.end` does with a body.
 *
 * Most heads are serialized by serialize-head.ts. The head and a small body become one string. The connection writes it
 * (src/server/connection.ts) if it handles the response, and otherwise Node's `end`, in place of the head. Before Node 24, Node alone
 * would make two or three writes: the head, the body, and an empty one for the `finish` event.
 */
export function endWithBody(res: any, body: string | Buffer, encoding?: TextEncoding): void {
  if (body.length > SMALL_BODY || !canEndUnobserved(res)) {
    res.end(body, encoding);
    return;
  }
  if (body.length === 0) {
    endEmpty(res, body, encoding);
    return;
  }
  const isText = typeof body === 'string' && encoding !== 'latin1';
  res._contentLength = isText ? byteLength(body, encoding) : body.length;
  // Not `res.end`: if it was patched while the headers were written, that is too late for this call.
  if (!endInOnePiece(res, body, encoding, true)) pristineEnd.call(res, body, encoding);
}

/** Does what `res.end` does without a body. */
export function endWithoutBody(res: any): void {
  if (canEndUnobserved(res)) endEmpty(res);
  else res.end();
}

function endEmpty(res: any, body?: string | Buffer, encoding?: TextEncoding): void {
  // Node sets this before it writes a head.
  res._contentLength = 0;
  // Node treats an empty buffer as a body: it may reject it if none is allowed, and writes it separately.
  const isSerialized = serializeHead(res);
  if (isSerialized && (res._hasBody || typeof body !== 'object') && endByConnection(res, res._header)) return;
  if (isSerialized && res._hasBody) pristineEnd.call(res);
  else pristineEnd.call(res, body, encoding);
}

/** Does what piping a file into a response does, for a file of one chunk. */
export function endWithFile(res: any, bytes: Buffer): void {
  // A response without a socket is waiting for an earlier one, and must be ended once the bytes before it have been written.
  const isSmall = bytes.length <= SMALL_BODY && bytes.length > 0;
  if (!isSmall || res.socket === null || res.write !== pristineWrite || !canEndUnobserved(res)) {
    writeAndEnd(res, bytes, res.write);
    return;
  }
  res._contentLength = null;
  if (!endInOnePiece(res, bytes, undefined, false)) writeAndEnd(res, bytes, pristineWrite);
}

function writeAndEnd(res: any, bytes: Buffer, write: (bytes: Buffer) => boolean): void {
  if (bytes.length > 0 && write.call(res, bytes) === false) endWhenDrained(res);
  else res.end();
}

function endWhenDrained(res: ServerResponse): void {
  const onDrain = (): void => {
    res.removeListener('close', onClose);
    // As late as a stream that has nothing more.
    process.nextTick(() => res.end());
  };
  const onClose = (): void => {
    res.removeListener('drain', onDrain);
  };
  res.once('drain', onDrain);
  res.once('close', onClose);
}

/**
 * Ends a response with head and body in one piece. Returns false if the caller still has to end it; the headers may have been written
 * by then. `isCalledByEnd` if the caller stands for `res.end`, in which Node corks the socket before it calls listeners of on-headers:
 * what they write stays there until `end` returns, and is lost if they throw.
 */
function endInOnePiece(
  res: any,
  body: string | Buffer,
  encoding: TextEncoding | undefined,
  isCalledByEnd: boolean,
): boolean {
  // While a head is serialized, no user code runs that could change anything else.
  const isSerialized = serializeHead(res);
  if (!isSerialized) {
    if (isCalledByEnd) res.socket?.cork();
    res._implicitHeader();
  }
  const head = res._header;
  const canAppend = isSerialized ? res._hasBody && !res.finished : canAppendBody(res);
  // While a response waits for an earlier one, the handler can still change the buffer.
  const canCopy = res.socket !== null || typeof body === 'string';
  const whole = canAppend && canCopy ? joinHeadAndBody(head, body, encoding) : null;
  if (whole === null) return false;
  if (isSerialized && endByConnection(res, whole)) return true;
  res._header = whole;
  try {
    pristineEnd.call(res, undefined, 'latin1');
  } finally {
    res._header = head;
  }
  return true;
}

/** Whether only Node's own code runs while `_header` includes the body, as in the self-test `writesTheSame`. */
function canEndUnobserved(res: any): boolean {
  return isEnabled && res._header === null && !res.finished && canJoin(res);
}

/** Checked again after the headers were written: listeners (on-headers) may have changed anything. */
function canAppendBody(res: any): boolean {
  const isHead = typeof res._header === 'string' && !res._headerSent && !res.finished;
  return isHead && res._hasBody && !res.chunkedEncoding && canJoin(res);
}

function canJoin(res: any): boolean {
  return (
    isUnobserved(res) &&
    !res.destroyed &&
    !res.socket?.destroyed &&
    !res.strictContentLength &&
    !hasListeners(res, 'prefinish')
  );
}

/** Lets the connection write the response, if it handles it. */
function endByConnection(res: any, text: string): boolean {
  return connectionOf(res)?.end(res, text) === true;
}

/** Head and body as a string with one byte per character; null if a character needs more bytes in the encoding of the body. */
function joinHeadAndBody(
  head: string,
  body: string | Buffer,
  encoding: TextEncoding | undefined,
): string | null {
  if (typeof body !== 'string') return head + textOfBytes(body);
  const whole = head + body;
  return encoding === 'latin1' || isAscii(whole) ? whole : null;
}

let isEnabled = false;

/** Writes head and body at once from now on, if Node writes the same. Returns why not, or null. */
export function tryEnd(): string | null {
  if (!canSelfTest()) return whyNotPristine() ?? PATCHED_MEANWHILE;
  isEnabled = writesTheSame();
  return isEnabled ? null : 'This version of Node ends responses differently.';
}

/** Whether `endInOnePiece` makes this version of Node write one chunk, with the same bytes as `res.end`. */
function writesTheSame(): boolean {
  return [false, true].every((isWaiting) => {
    const several = recordWrites(isWaiting, (res) => res.end(SAMPLE_BODY, 'latin1'));
    const one = recordWrites(isWaiting, (res) => {
      endInOnePiece(res, SAMPLE_BODY, 'latin1', true);
    });
    return one.length === 1 && one[0] === several.join('');
  });
}

const SAMPLE_BODY = 'hello';

/** The chunks that a response writes to its socket. A waiting response gets the socket after it has ended. */
function recordWrites(isWaiting: boolean, send: (res: ServerResponse) => void): string[] {
  const pieces: string[] = [];
  const socket: any = new NodeDuplex({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      pieces.push(chunk);
      done();
    },
    writev(chunks, done) {
      pieces.push(...chunks.map(({ chunk }) => chunk));
      done();
    },
  });
  const req = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, socket } as IncomingMessage;
  const res = new NodeResponse(req);
  if (isWaiting) (res as any)._onPendingData = (_amount: number): void => {};
  else res.assignSocket(socket);
  res.sendDate = false;
  res.setHeader('Content-Length', SAMPLE_BODY.length);
  withSampleSocket(socket, () => send(res));
  if (isWaiting) res.assignSocket(socket);
  return pieces;
}
