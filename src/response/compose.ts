/**
 * Composes the head of a response as one string with the bytes that Node would write, for a fraction of the time that its
 * `writeHead` takes: status line, headers in their order, Date, Connection and Keep-Alive. `isOrdinary` and `isOrdinaryHeader`
 * say which responses that is done for: those that Node treats in no special way, and whose `writeHead` nobody has wrapped.
 * All others are left to Node. So are all of them if this version of Node writes other bytes (see compose-probe.ts).
 */
import { STATUS_CODES } from 'node:http';
import { canCompose } from './compose-probe.js';
import { dateLine } from './date.js';
import { type Head, headersSymbol } from './head.js';
import { originalImplicitHeader, originalStoreHeader, originalWriteHead } from './originals.js';

/** Does what `_implicitHeader` does for a response that has headers; false, and nothing is done, if that is left to Node. */
export function composeHead(res: any): boolean {
  return canCompose(compose) && compose(res);
}

/** The messages of Node, which users may change, and then Node checks them. */
const MESSAGES: readonly (string | undefined)[] = Object.assign([], STATUS_CODES);

function compose(res: any): boolean {
  const head: Head | null = res[headersSymbol!];
  const status: unknown = res.statusCode;
  const message = typeof status === 'number' ? MESSAGES[status] : undefined;
  if (head === null || message === undefined || message !== STATUS_CODES[status as number]) return false;
  if (!isOrdinary(res)) return false;

  let text = `HTTP/1.1 ${status} ${message}\r\n`;
  let length: unknown;
  // Not for..in: on Node 26 its loop is compiled and thrown away again and again.
  const keys = Object.keys(head);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const entry = head[key]!;
    const value = entry[1];
    if (!isOrdinaryHeader(key, value)) return false;
    if (key === 'content-length') length = value;
    text += `${entry[0]}: ${value}\r\n`;
  }
  const hasBody: boolean = res._hasBody && !isBodyless(status as number);
  if (length === undefined && (hasBody || !res.useChunkedEncodingByDefault)) return false;

  // In the order in which Node writes them: some are new properties of the response.
  res.statusMessage = message;
  res.statusCode = status;
  if (!hasBody) res._hasBody = false;
  if (length !== undefined) {
    res._contentLength = Number(length);
    res._removedContLen = false;
  }
  res._header = text + dateLine() + connectionLines(res._keepAliveTimeout);
  res._headerSent = false;
  return true;
}

/** Whether Node would write a head without anything special, and nobody sees it being written. */
function isOrdinary(res: any): boolean {
  return (
    res.writeHead === originalWriteHead &&
    res._implicitHeader === originalImplicitHeader &&
    res._storeHeader === originalStoreHeader &&
    !res.statusMessage &&
    res.sendDate === true &&
    res.shouldKeepAlive === true &&
    res._defaultKeepAlive === true &&
    res._removedConnection === false &&
    res.chunkedEncoding === false &&
    res._expect_continue === false &&
    !res.maxRequestsOnConnectionReached &&
    !(res._maxRequestsPerSocket > 0)
  );
}

/** Node changes the value of some headers, and others change what it does. */
function isOrdinaryHeader(key: string, value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number';
  switch (key) {
    case 'connection':
    case 'content-disposition':
    case 'date':
    case 'expect':
    case 'keep-alive':
    case 'trailer':
    case 'transfer-encoding':
      return false;
    default:
      return true;
  }
}

/** A response with this status has no body. Those below 200 are not final. */
function isBodyless(status: number): boolean {
  return status === 204 || status === 304 || status < 200;
}

let lastTimeout: unknown;
let lastLines = '';

/** The end of a head: servers have one timeout, so it is the same for each response. */
function connectionLines(timeout: any): string {
  if (timeout !== lastTimeout) {
    lastTimeout = timeout;
    const keepAlive = timeout ? `Keep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n` : '';
    lastLines = `Connection: keep-alive\r\n${keepAlive}\r\n`;
  }
  return lastLines;
}
