import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { type IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { isNodeFunction } from './node-function.js';

export type TextEncoding = 'latin1' | 'utf8';

const { end: nodeEnd, _send, _writeRaw } = OutgoingMessage.prototype as any;
const { emit } = EventEmitter.prototype;
const { write } = Duplex.prototype;

/** Above this size, copying a body costs more than writing it by itself. */
const SMALL_BODY = 12_288;
const notAscii = /[^\0-\x7f]/;
/** Node's own `res.end`, to compare with; null if an agent replaced it before maglev was loaded. */
export const originalEnd: unknown = isNodeFunction(nodeEnd, '_implicitHeader') ? nodeEnd : null;
const hasOriginalPrototypes =
  originalEnd !== null &&
  isNodeFunction(_send, '_headerSent') &&
  isNodeFunction(_writeRaw, 'outputData') &&
  isNodeFunction(emit, 'kErrorMonitor') &&
  isNodeFunction(write, '_write(this');
const isEnabled = process.env.MAGLEV_SHORTCUTS !== 'off' && hasOriginalPrototypes && savesWrites();

/**
 * Does what `res.end` does, for a body that has bytes.
 *
 * Before Node 24 a response with a body is written to the socket in two or three chunks: the head, the body, and an empty
 * one for the `finish` event. `writev` of these costs more than making them. A response without a body is one chunk. So
 * a small body is appended to the head while Node ends the response.
 */
export function endWithBody(res: any, body: string | Buffer, encoding?: TextEncoding): void {
  const isSmall = body.length <= SMALL_BODY && body.length > 0;
  if (isEnabled && isSmall && canEndInOnePiece(res)) endInOnePiece(res, body, encoding);
  else res.end(body, encoding);
}

function endInOnePiece(res: any, body: string | Buffer, encoding: TextEncoding | undefined): void {
  res._contentLength = typeof body === 'string' ? Buffer.byteLength(body, encoding) : body.length;
  res._implicitHeader();
  const head = res._header;
  const whole = canAppendBody(res) ? joinHeadAndBody(head, body, encoding) : null;
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

/** Checked again after the headers were written: listeners of that (on-headers) may have changed anything. */
function canAppendBody(res: any): boolean {
  const isHead = typeof res._header === 'string' && !res._headerSent && !res.finished;
  return isHead && res._hasBody && !res.chunkedEncoding && hasOriginalMethods(res);
}

/** Head and body as a text with one byte per character; null if some need more in the encoding of the body. */
function joinHeadAndBody(
  head: string,
  body: string | Buffer,
  encoding: TextEncoding | undefined,
): string | null {
  if (typeof body !== 'string') return head + body.toString('latin1');
  const whole = head + body;
  return encoding === 'latin1' || !notAscii.test(whole) ? whole : null;
}

/** Whether only Node's own code runs while `_header` includes the body, and by the path tried in `savesWrites`. */
function canEndInOnePiece(res: any): boolean {
  return res._header === null && hasOriginalMethods(res);
}

function hasOriginalMethods(res: any): boolean {
  return (
    res.socket?.write === write &&
    !res.destroyed &&
    !res.strictContentLength &&
    res.end === originalEnd &&
    res._send === _send &&
    res._writeRaw === _writeRaw &&
    res.emit === emit &&
    res.listenerCount('prefinish') === 0
  );
}

/** Whether this version of Node writes several chunks, but one with the same bytes by `endInOnePiece`. */
function savesWrites(): boolean {
  const body = 'hello';
  const several = recordWrites(body, (res) => res.end(body, 'latin1'));
  const one = recordWrites(body, (res) => endInOnePiece(res, body, 'latin1'));
  return several.length > 1 && one.length === 1 && one[0] === several.join('');
}

/** The chunks that a response writes to its socket. */
function recordWrites(body: string, answer: (res: ServerResponse) => void): string[] {
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
  // Agents that patch `emit` must not see this response.
  res.emit = emit;
  res.setHeader('Content-Length', body.length);
  answer(res);
  return pieces;
}
