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
 * Most heads are serialized by serialize-head.ts. A small body is appended to the head while Node ends the response, so that both are
 * one string and one write. Before Node 24, there would be two or three writes: the head, the body, and an empty one for the `finish`
 * event.
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
  if (isSerialized && (res._hasBody || typeof body !== 'object') && endUnwired(res, res._header)) return;
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
 * Writes the headers and, if that is still possible then, ends the response with them. `isEnd` if Node would call the listeners of
 * on-headers in `end`, with the socket corked: what they write then stays there until `end` returns, and is lost if they throw.
 */
function endInOnePiece(
  res: any,
  body: string | Buffer,
  encoding: TextEncoding | undefined,
  isEnd: boolean,
): boolean {
  // While a head is serialized, no code of users runs that could change anything else.
  const isSerialized = serializeHead(res);
  if (!isSerialized) {
    if (isEnd) res.socket?.cork();
    res._implicitHeader();
  }
  const head = res._header;
  const canAppend = isSerialized ? res._hasBody && !res.finished : canAppendBody(res);
  // The bytes of a waiting response may still be changed by the handler until they are written.
  const canCopy = res.socket !== null || typeof body === 'string';
  const whole = canAppend && canCopy ? joinHeadAndBody(head, body, encoding) : null;
  if (whole === null) return false;
  if (isSerialized && endUnwired(res, whole)) return true;
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

function endUnwired(res: any, text: string): boolean {
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
  return isEnabled ? null : 'This version of Node ends a response in another way.';
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
