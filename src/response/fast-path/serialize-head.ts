/**
 * Serializes the head of a response as one string with the bytes that Node would write, in a fraction of the time that its `writeHead`
 * takes: status line, headers in their order, Date, Connection and Keep-Alive. `isOrdinary` and `isOrdinaryHeader` select the responses
 * that Node does not treat specially, and whose `writeHead` is pristine. Node writes the head of all others, and of all responses if
 * this version of Node writes different bytes (head-selftest.ts).
 */
import { OutgoingMessage, STATUS_CODES } from 'node:http';
import { NO_DIGITS, readDigits } from '../../digits.js';
import { HTML_TYPE, JSON_TYPE } from '../headers.js';
import { Beginning } from './beginning.js';
import { type Head, PATCHED_MEANWHILE, testedHeadersSymbol } from './head.js';
import { equalsNode } from './head-selftest.js';
import { canSelfTest, pristineImplicitHeader, pristineStoreHeader, pristineWriteHead } from './pristine.js';
import { isOrdinaryHeader, knownHeader } from './set-header.js';

// Taken when loaded: tests of applications replace it later.
const { floor } = Math;

/** Does what `_implicitHeader` does for a response that has headers. Returns false, and does nothing, if Node has to write the head. */
export function serializeHead(res: any): boolean {
  return isEnabled && serialize(res);
}

let isEnabled = false;

/** Serializes heads from now on, if Node writes the same. Returns why not, or null. */
export function tryHead(): string | null {
  if (testedHeadersSymbol() === undefined) return 'Headers are set by Node.';
  if (!canSelfTest()) return PATCHED_MEANWHILE;
  isEnabled = equalsNode(serialize);
  return isEnabled ? null : 'This version of Node writes the head of a response differently.';
}

/** Node's messages. If a user changes one in STATUS_CODES, Node writes the head, because it has to check the message. */
const MESSAGES: readonly (string | undefined)[] = Object.assign([], STATUS_CODES);
/** Every line begins with a line break, which the last one does not need. */
const STATUS_LINES = MESSAGES.map((message, status) => new Beginning(`HTTP/1.1 ${status} ${message}`));

function serialize(res: any): boolean {
  const head: Head | null = res[testedHeadersSymbol()!];
  const status: unknown = res.statusCode;
  const message = typeof status === 'number' ? MESSAGES[status] : undefined;
  if (head === null || message === undefined || message !== STATUS_CODES[status as number]) return false;
  if ((status as number) < 200 || !isOrdinary(res, message)) return false;

  /** Null after the first header that is not constant. */
  let beginning: Beginning | null = STATUS_LINES[status as number]!;
  let text = beginning.text;
  let length: unknown;
  // Not for..in, which V8 optimises and deoptimises repeatedly on Node 26. Property lookups with varying names are slow, too.
  const entries = Object.values(head);
  for (let i = 0; i < entries.length; i++) {
    const [name, value] = entries[i]!;
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    if (name === 'Content-Length' || name === 'ETag') {
      beginning = null;
      if (name === 'Content-Length') length = value;
      text += (name === 'ETag' ? '\r\nETag: ' : '\r\nContent-Length: ') + value;
      continue;
    }
    const known = knownHeader(name);
    const line =
      frequentLine(name, value) ?? (known !== undefined && known.value === value ? known.line : null);
    if (line !== null) {
      beginning = beginning === null ? null : beginning.followedBy(line);
      text = beginning === null ? text + line : beginning.text;
      continue;
    }
    beginning = null;
    const key = known === undefined ? name.toLowerCase() : known.key;
    if (!isOrdinaryHeader(key)) return false;
    if (key === 'content-length') length = value;
    text += (known === undefined ? `\r\n${name}: ` : known.lineStart) + value;
  }
  const hasBody = res._hasBody && !isBodyless(status as number);
  // Without a length, Node uses chunked encoding, and closes HTTP/1.0 connections.
  if (length === undefined && (hasBody || !res.useChunkedEncodingByDefault)) return false;

  // In the order in which Node sets them, because some of them are new properties of the response.
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
    text + (keepsAlive ? keptLines(dateLine(), res._keepAliveTimeout) : `\r\n${dateLine()}${CLOSE_LINES}`);
  res._headerSent = false;
  return true;
}

const JSON_LINE = `\r\nContent-Type: ${JSON_TYPE}`;
const HTML_LINE = `\r\nContent-Type: ${HTML_TYPE}`;

/** The line of a header that nearly all responses have. */
function frequentLine(name: string, value: unknown): string | null {
  if (name === 'X-Powered-By' && value === 'Maglev') return '\r\nX-Powered-By: Maglev';
  if (name === 'Content-Type' && value === JSON_TYPE) return JSON_LINE;
  if (name === 'Content-Type' && value === HTML_TYPE) return HTML_LINE;
  return null;
}

/** Whether Node would write the head without special treatment, with pristine functions. */
function isOrdinary(res: any, message: string): boolean {
  return (
    res.writeHead === pristineWriteHead &&
    res._implicitHeader === pristineImplicitHeader &&
    res._storeHeader === pristineStoreHeader &&
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

/** The end of a head with keep-alive, cached: it is the same for all responses within a second, since a server has one timeout. */
function keptLines(date: string, timeout: any): string {
  if (date !== lastDate || timeout !== lastTimeout) {
    lastDate = date;
    lastTimeout = timeout;
    const keepAlive = timeout ? `Keep-Alive: timeout=${floor(timeout / 1000)}\r\n` : '';
    cachedLines = `\r\n${date}Connection: keep-alive\r\n${keepAlive}\r\n`;
  }
  return cachedLines;
}

/** Read when maglev is loaded, because users' tests mock the clock, and Node does not use the mock. */
const { now } = Date;
const NodeDate = Date;
/** False if it was mocked before: the clock may then stand still. Functions that are bound or proxies have no name in their text. */
const isClockNative = Function.prototype.toString.call(now) === 'function now() { [native code] }';

let currentDateLine = '';
/** The Unix time, in seconds, for which `currentDateLine` is known to be correct. */
let second = -1;

/**
 * The Date header that Node would write. Node caches it until a timer fires, which may be late. So it is read from Node again in each
 * second until it matches that second; then it stays the same until the second ends. Without a clock it is read for each response.
 */
function dateLine(): string {
  if (!isClockNative) return readDateLine();
  const current = floor(now() / 1000);
  if (current !== second) {
    currentDateLine = readDateLine();
    second =
      currentDateLine.slice('Date: '.length, -2) === new NodeDate(current * 1000).toUTCString()
        ? current
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
