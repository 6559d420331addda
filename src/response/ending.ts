import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { type IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { isNodes } from './own.js';

export type TextEncoding = 'latin1' | 'utf8';

const { end: nodeEnd, _send, _writeRaw } = OutgoingMessage.prototype as any;
const { emit } = EventEmitter.prototype;
const { write } = Duplex.prototype;

/** Above this size, copying a body costs more than gathering its pieces. */
const SMALL_BODY = 12_288;
const notAscii = /[^\0-\x7f]/;
/** Node's own, to compare with; null where somebody has replaced it before we came. */
export const end: unknown = isNodes(nodeEnd, '_implicitHeader') ? nodeEnd : null;
const isOwn =
  end !== null &&
  isNodes(_send, '_headerSent') &&
  isNodes(_writeRaw, 'outputData') &&
  isNodes(emit, 'kErrorMonitor') &&
  isNodes(write, '_write(this');
const isWorthIt = process.env.MAGLEV_SHORTCUTS !== 'off' && isOwn && isBetterInOnePiece();

/**
 * Does what `res.end` does, for a body that has bytes.
 *
 * Before Node 24 a response with a body is handed to the socket in two or three pieces: the head, the body, and an empty
 * one, there to learn when all has gone. Gathering them costs more than making them. A response without a body is one
 * piece. So a small body is passed off as the end of the head while Node ends the response.
 */
export function endWith(res: any, body: string | Buffer, encoding?: TextEncoding): void {
  const isSmall = body.length <= SMALL_BODY && body.length > 0;
  if (isWorthIt && isSmall && isUnseen(res)) endInOnePiece(res, body, encoding);
  else res.end(body, encoding);
}

function endInOnePiece(res: any, body: string | Buffer, encoding: TextEncoding | undefined): void {
  res._contentLength = typeof body === 'string' ? Buffer.byteLength(body, encoding) : body.length;
  res._implicitHeader();
  const head = res._header;
  const whole = canTakeBody(res) ? wholeOf(head, body, encoding) : null;
  if (whole === null) {
    res.end(body, encoding);
    return;
  }
  res._header = whole;
  try {
    nodeEnd.call(res, undefined, 'latin1');
  } finally {
    res._header = head;
  }
}

/** Whoever was told of the headers may have changed them, what they mean for the body, and how that goes out. */
function canTakeBody(res: any): boolean {
  const isHead = typeof res._header === 'string' && !res._headerSent && !res.finished;
  return isHead && res._hasBody && !res.chunkedEncoding && isUntouched(res);
}

/** Head and body as a text of which each character is a byte; null where the encoding of the body makes more of some. */
function wholeOf(head: string, body: string | Buffer, encoding: TextEncoding | undefined): string | null {
  if (typeof body !== 'string') return head + body.toString('latin1');
  const whole = head + body;
  return encoding === 'latin1' || !notAscii.test(whole) ? whole : null;
}

/** Whether only Node's own code will run while the head is not what it should be, on the ways that have been tried. */
function isUnseen(res: any): boolean {
  return res._header === null && isUntouched(res);
}

function isUntouched(res: any): boolean {
  return (
    res.socket?.write === write &&
    !res.destroyed &&
    !res.strictContentLength &&
    res.end === end &&
    res._send === _send &&
    res._writeRaw === _writeRaw &&
    res.emit === emit &&
    res.listenerCount('prefinish') === 0
  );
}

/** Whether this Node writes several pieces, but one with the same bytes in the way above. */
function isBetterInOnePiece(): boolean {
  const body = 'hello';
  const several = piecesOf(body, (res) => res.end(body, 'latin1'));
  const one = piecesOf(body, (res) => endInOnePiece(res, body, 'latin1'));
  return several.length > 1 && one.length === 1 && one[0] === several.join('');
}

/** What a response hands to its socket. */
function piecesOf(body: string, answer: (res: ServerResponse) => void): string[] {
  const pieces: string[] = [];
  const socket = new Duplex({
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
  const req = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage;
  const res = new ServerResponse(req);
  res.assignSocket(socket as any);
  res.sendDate = false;
  // Nobody who listens to all responses is to hear of this one.
  res.emit = emit;
  res.setHeader('Content-Length', body.length);
  answer(res);
  return pieces;
}
