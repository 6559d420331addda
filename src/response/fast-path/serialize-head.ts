/**
 * Composes the head of a response as one string with the bytes that Node would write, for a fraction of the time that its
 * `writeHead` takes: status line, headers in their order, Date, Connection and Keep-Alive. `isOrdinary` and `isOrdinaryHeader`
 * say which responses that is done for: those that Node treats in no special way, and whose `writeHead` nobody has wrapped.
 * All others are left to Node. So are all of them if this version of Node writes other bytes (see compose-probe.ts).
 */
import { OutgoingMessage, STATUS_CODES } from 'node:http';
import { NO_DIGITS, readDigits } from '../../digits.js';
import { HTML_TYPE, JSON_TYPE } from '../headers.js';
import { type Head, type HeaderEntry, triedHeadersSymbol } from './head.js';
import { canCompose } from './head-selftest.js';
import { originalImplicitHeader, originalStoreHeader, originalWriteHead } from './pristine.js';
import { isOrdinaryHeader, knownHeader } from './set-header.js';

/** Does what `_implicitHeader` does for a response that has headers; false, and nothing is done, if that is left to Node. */
export function composeHead(res: any): boolean {
  return canCompose(compose) && compose(res);
}

/** The messages of Node, which users may change, and then Node checks them. */
const MESSAGES: readonly (string | undefined)[] = Object.assign([], STATUS_CODES);
const STATUS_LINES = MESSAGES.map((message, status) => `HTTP/1.1 ${status} ${message}\r\n`);

function compose(res: any): boolean {
  const head: Head | null = res[triedHeadersSymbol()!];
  const status: unknown = res.statusCode;
  const message = typeof status === 'number' ? MESSAGES[status] : undefined;
  if (head === null || message === undefined || message !== STATUS_CODES[status as number]) return false;
  if ((status as number) < 200 || !isOrdinary(res, message)) return false;

  let text = STATUS_LINES[status as number]!;
  let length: unknown;
  // Not for..in: on Node 26 its loop is compiled and thrown away again and again. And reading by changing names is slow.
  const keys = Object.keys(head);
  const entries = Object.values(head);
  for (let i = 0; i < keys.length; i++) {
    const entry = entries[i]!;
    let line = knownLine(entry);
    if (line === null) {
      const key = keys[i]!;
      if (!isOrdinaryHeader(key, entry[1])) return false;
      if (key === 'content-length') length = entry[1];
      line = lineOf(entry[0], entry[1]);
    }
    text += line;
  }
  const hasBody = res._hasBody && !isBodyless(status as number);
  // Without a length Node sends a body in pieces, and closes connections of HTTP/1.0.
  if (length === undefined && (hasBody || !res.useChunkedEncodingByDefault)) return false;

  // In the order in which Node writes them: some are new properties of the response.
  res.statusMessage ||= message;
  res.statusCode = status;
  if (!hasBody) res._hasBody = false;
  if (length !== undefined) {
    const digits = readDigits(length);
    res._contentLength = digits === NO_DIGITS ? Number(length) : digits;
    res._removedContLen = false;
  }
  const keepsAlive: boolean = res.shouldKeepAlive;
  if (!keepsAlive) res._last = true;
  res._header =
    text + (keepsAlive ? keptLines(dateLine(), res._keepAliveTimeout) : `${dateLine()}${CLOSE_LINES}`);
  res._headerSent = false;
  return true;
}

const JSON_LINE = `Content-Type: ${JSON_TYPE}\r\n`;
const HTML_LINE = `Content-Type: ${HTML_TYPE}\r\n`;

/** The line of a header that most responses have: each text that need not be joined is memory that need not be freed. */
function knownLine([name, value]: HeaderEntry): string | null {
  if (name === 'X-Powered-By' && value === 'Maglev') return 'X-Powered-By: Maglev\r\n';
  if (name === 'Content-Type' && value === JSON_TYPE) return JSON_LINE;
  if (name === 'Content-Type' && value === HTML_TYPE) return HTML_LINE;
  const known = knownHeader(name);
  return known !== undefined && known.value !== null && known.value === value ? known.line : null;
}

function lineOf(name: string, value: unknown): string {
  // biome-ignore lint/style/useTemplate: V8 makes a call of each placeholder, to turn into a text what is one
  return typeof value === 'string' ? name + ': ' + value + '\r\n' : `${name}: ${value}\r\n`;
}

/** Whether Node would write a head without anything special, and nobody sees it being written. */
function isOrdinary(res: any, message: string): boolean {
  return (
    res.writeHead === originalWriteHead &&
    res._implicitHeader === originalImplicitHeader &&
    res._storeHeader === originalStoreHeader &&
    (!res.statusMessage || res.statusMessage === message) &&
    res.sendDate === true &&
    res._defaultKeepAlive === true &&
    res._removedConnection === false &&
    res.chunkedEncoding === false &&
    res._expect_continue === false &&
    !res.maxRequestsOnConnectionReached &&
    !(res._maxRequestsPerSocket > 0)
  );
}

/** Whether a response with this status has no body. */
function isBodyless(status: number): boolean {
  return status === 204 || status === 304;
}

const CLOSE_LINES = 'Connection: close\r\n\r\n';

let lastDate = '';
let lastTimeout: unknown;
let cachedLines = '';

/** The end of a head on a kept connection, which is the same for all responses of a second: servers have one timeout. */
function keptLines(date: string, timeout: any): string {
  if (date !== lastDate || timeout !== lastTimeout) {
    lastDate = date;
    lastTimeout = timeout;
    const keepAlive = timeout ? `Keep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n` : '';
    cachedLines = `${date}Connection: keep-alive\r\n${keepAlive}\r\n`;
  }
  return cachedLines;
}

/** Taken now: tests of applications replace the clock, of which Node takes no notice. */
const { now } = Date;
const NodeDate = Date;

let currentDateLine = '';
/** The second since 1970 that `currentDateLine` is known to be right for. */
let second = -1;

/**
 * The Date header that Node would write. Node makes it once in a second, and forgets it by a timer, which may be late. So each
 * second Node is asked for it until it is that of the second: then it stays the same to the end of that.
 */
function dateLine(): string {
  const present = Math.floor(now() / 1000);
  if (present !== second) {
    currentDateLine = readDateLine();
    second =
      currentDateLine.slice('Date: '.length, -2) === new NodeDate(present * 1000).toUTCString()
        ? present
        : -1;
  }
  return currentDateLine;
}

function readDateLine(): string {
  const message = new OutgoingMessage() as any;
  message.sendDate = true;
  message._storeHeader('', null);
  const head: string = message._header;
  return head.slice(0, head.indexOf('\r\n') + 2);
}
