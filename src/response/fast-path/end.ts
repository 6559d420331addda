import type { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { byteLength, isAscii, textOfBytes } from '../../bytes.js';
import { isFastPathEnabled } from '../../node-internals.js';
import {
  areOriginalsKnown,
  canProbe,
  isUnwatched,
  NodeDuplex,
  NodeResponse,
  originalEnd,
  originalWrite,
} from './pristine.js';
import { composeHead } from './serialize-head.js';

export type TextEncoding = 'latin1' | 'utf8';

/** Above this size, copying a body costs more than writing it by itself. */
const SMALL_BODY = 12_288;

/**
 * Does what `res.end` does with a body.
 *
 * The head of most responses is composed here (compose.ts), and a small body is appended to it while Node ends the response,
 * so that both are one text and one chunk. Before Node 24 there would be two or three: the head, the body, and an empty one
 * for the `finish` event.
 */
export function endWithBody(res: any, body: string | Buffer, encoding?: TextEncoding): void {
  if (body.length > SMALL_BODY || !canEndUnseen(res)) {
    res.end(body, encoding);
    return;
  }
  if (body.length === 0) {
    endEmpty(res, body, encoding);
    return;
  }
  const isText = typeof body === 'string' && encoding !== 'latin1';
  res._contentLength = isText ? byteLength(body, encoding) : body.length;
  // A wrapper of `end` that was installed while the headers were written comes too late for this call.
  if (!endInOnePiece(res, body, encoding)) originalEnd.call(res, body, encoding);
}

/** Does what `res.end` does without a body. */
export function endWithoutBody(res: any): void {
  if (canEndUnseen(res)) endEmpty(res);
  else res.end();
}

function endEmpty(res: any, body?: string | Buffer, encoding?: TextEncoding): void {
  // Node notes it before it writes a head.
  res._contentLength = 0;
  // An empty buffer counts as a body, which Node may refuse where there is none, and has written by itself.
  if (composeHead(res) && res._hasBody) originalEnd.call(res);
  else originalEnd.call(res, body, encoding);
}

/** Does what piping a file into a response does, for a file of one chunk. */
export function endWithFile(res: any, bytes: Buffer): void {
  // One that waits may not be ended by now, but when the bytes before it are gone.
  const isSmall = bytes.length <= SMALL_BODY && bytes.length > 0;
  if (!isSmall || res.socket === null || res.write !== originalWrite || !canEndUnseen(res)) {
    writeAndEnd(res, bytes, res.write);
    return;
  }
  res._contentLength = null;
  if (!endInOnePiece(res, bytes, undefined)) writeAndEnd(res, bytes, originalWrite);
}

function writeAndEnd(res: any, bytes: Buffer, write: (bytes: Buffer) => boolean): void {
  if (bytes.length > 0 && write.call(res, bytes) === false) endWhenDrained(res);
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

/** Writes the headers and, if that is still possible then, ends the response with them. */
function endInOnePiece(res: any, body: string | Buffer, encoding: TextEncoding | undefined): boolean {
  // While a head is composed, no code of others runs that could change anything else.
  const isComposed = composeHead(res);
  if (!isComposed) res._implicitHeader();
  const head = res._header;
  const canAppend = isComposed ? res._hasBody && !res.finished : canAppendBody(res);
  // Until a response that waits is written, its bytes are still those of whoever sent them.
  const canCopy = res.socket !== null || typeof body === 'string';
  const whole = canAppend && canCopy ? joinHeadAndBody(head, body, encoding) : null;
  if (whole === null) return false;
  res._header = whole;
  try {
    originalEnd.call(res, undefined, 'latin1');
  } finally {
    res._header = head;
  }
  return true;
}

/** Whether only Node's own code runs while `_header` includes the body, and by the path tried in `writesTheSame`. */
function canEndUnseen(res: any): boolean {
  return isEnabled() && res._header === null && !res.finished && canJoin(res);
}

/** Checked again after the headers were written: listeners of that (on-headers) may have changed anything. */
function canAppendBody(res: any): boolean {
  const isHead = typeof res._header === 'string' && !res._headerSent && !res.finished;
  return isHead && res._hasBody && !res.chunkedEncoding && canJoin(res);
}

function canJoin(res: any): boolean {
  return (
    isUnwatched(res) &&
    !res.destroyed &&
    !res.socket?.destroyed &&
    !res.strictContentLength &&
    res.listenerCount('prefinish') === 0
  );
}

/** Head and body as a text with one byte per character; null if some need more in the encoding of the body. */
function joinHeadAndBody(
  head: string,
  body: string | Buffer,
  encoding: TextEncoding | undefined,
): string | null {
  if (typeof body !== 'string') return head + textOfBytes(body);
  const whole = head + body;
  return encoding === 'latin1' || isAscii(whole) ? whole : null;
}

let enabled: boolean | undefined;

/** Found out at the first response that could profit after Node's own functions are known. */
function isEnabled(): boolean {
  if (enabled === undefined && areOriginalsKnown())
    enabled = isFastPathEnabled && canProbe() && writesTheSame();
  return enabled === true;
}

/** Whether this version of Node writes one chunk by `endInOnePiece`, with the bytes that it writes by itself. */
function writesTheSame(): boolean {
  return [false, true].every((isWaiting) => {
    const several = recordWrites(isWaiting, (res) => res.end(PROBE, 'latin1'));
    const one = recordWrites(isWaiting, (res) => {
      endInOnePiece(res, PROBE, 'latin1');
    });
    return one.length === 1 && one[0] === several.join('');
  });
}

const PROBE = 'hello';

/** The chunks that a response writes to its socket, which it gets when it has ended if it has to wait for another one. */
function recordWrites(isWaiting: boolean, answer: (res: ServerResponse) => void): string[] {
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
  res.setHeader('Content-Length', PROBE.length);
  answer(res);
  if (isWaiting) res.assignSocket(socket);
  return pieces;
}
