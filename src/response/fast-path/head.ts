/** The headers of a response: read and set in Node's own record, without calling `setHeader` and `getHeader`. */
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { makeBare } from '../../bare.js';
import { findHeadersSymbol } from '../../node-internals.js';
import {
  canSelfTest,
  isPristineSetHeader,
  NodeMessage,
  NodeResponse,
  pristineGetHeader,
  whyNotPristine,
} from './pristine.js';

/** A header as Node stores it: its name as given, and its value. Node modifies it, so responses must not share one. */
export type HeaderEntry = readonly [name: string, value: unknown];

/** The headers of a response by their names in lower case, in the order in which they will be sent. */
export type Head = Record<string, HeaderEntry | undefined>;

let found: { readonly symbol: symbol | undefined } | undefined;

/** Node's `kOutHeaders`, even if its functions are patched. */
export function headersSymbol(): symbol | undefined {
  found ??= { symbol: findHeadersSymbol(new NodeMessage()) };
  return found.symbol;
}

/** How many headers are set by Node before it is tried out whether that can be skipped, in about five responses. */
const HEADERS_BEFORE_TRIAL = 12;
let nodeHeaders = 0;

/** What tries out the fast path soon; set when src/fast-paths.ts is loaded. */
export const trial: { start(): void } = { start() {} };

/** Called when a header is set by Node. */
export function countNodeHeader(): void {
  if (nodeHeaders < HEADERS_BEFORE_TRIAL && ++nodeHeaders === HEADERS_BEFORE_TRIAL) trial.start();
}

/** Node's `kOutHeaders`, if headers are set without `setHeader`. */
let symbol: symbol | undefined;
let isTried = false;

/** Sets headers without `setHeader` from now on, if that has the expected effect. Returns why not, or null. */
export function tryHeaders(): string | null {
  isTried = true;
  if (!canSelfTest()) return whyNotPristine() ?? PATCHED_MEANWHILE;
  symbol = testHeadersSymbol();
  return symbol === undefined
    ? 'This version of Node stores headers in a way that maglev does not know.'
    : null;
}

export const PATCHED_MEANWHILE = 'Something has replaced functions of Node while they were tried out.';

/** Leaves headers to `setHeader`, unless it has been found out that this can be skipped. */
export function leaveUntried(): void {
  isTried = true;
}

/** Node's `kOutHeaders`, if a self-test has shown that writing there has the expected effect. */
export function testedHeadersSymbol(): symbol | undefined {
  return symbol;
}

/** Whether headers are set without `setHeader`, or will be if the self-test passes. */
export function canUseHead(): boolean {
  return symbol !== undefined || !isTried;
}

/**
 * The record in which Node stores the headers of a response. Writing a valid header there is what `setHeader` does,
 * without its checks. Null if `setHeader` or `getHeader` is patched, if the headers have been sent, for objects that are
 * not Node's responses, and in versions of Node that store headers in another way.
 */
export function headOf(res: any): Head | null {
  if (isPristineSetHeader(res.setHeader) && res.getHeader === pristineGetHeader) return headersOf(res);
  countNodeHeader();
  return null;
}

/** The same for callers that know that `setHeader` is pristine. */
export function headersOf(res: any): Head | null {
  if (symbol === undefined || res._header !== null) return null;
  const head = res[symbol];
  if (head !== null) return head ?? null;
  res[symbol] = new EmptyHead();
  return res[symbol];
}

/**
 * Removes headers by copying the others to a new record. Returns false if Node has to remove them. Node deletes them, which makes V8
 * turn the record into a hash table: the response then costs 10 % more.
 */
export function dropHeaders(res: any, keys: readonly string[]): boolean {
  const head: Head | null = symbol === undefined || res._header !== null ? null : res[symbol];
  if (!(head instanceof EmptyHead) || !Object.hasOwn(res, symbol!)) return false;
  if (keys.every((key) => head[key] === undefined)) return false;
  const rest = new EmptyHead();
  for (const name of Object.keys(head)) if (!keys.includes(name)) rest[name] = head[name];
  res[symbol!] = rest;
  return true;
}

/**
 * Creates a record that inherits nothing. `Object.create(null)`, which Node uses, is a hash table in V8: slower to fill, and much slower
 * to list.
 */
const EmptyHead = function EmptyHead() {} as unknown as new () => Head;
makeBare(EmptyHead);

/** Reads a header by its lower-case name. Does not call a patched `getHeader`, because Express would not call it here. */
export function readHeader(res: any, key: string): unknown {
  const name = headersSymbol();
  const head: Head | null | undefined = name === undefined ? undefined : res[name];
  return head ? head[key]?.[1] : res.getHeader(key);
}

/** Sets a header with a valid name and value; `key` is the name in lower case. Calls `setHeader` if that is patched. */
export function putHeader(
  res: any,
  key: string,
  name: string,
  value: string,
  setHeader: any = res.setHeader,
): void {
  const head = isPristineSetHeader(setHeader) ? headersOf(res) : null;
  if (head !== null) {
    head[key] = [name, value];
    return;
  }
  countNodeHeader();
  setHeader.call(res, name, value);
}

/** Creates only a response, if possible, because V8 optimises for the classes of all messages that were ever created. */
function testHeadersSymbol(): symbol | undefined {
  const probe = new NodeResponse({ method: 'GET' } as IncomingMessage) as any;
  found ??= { symbol: findHeadersSymbol(probe) };
  const { symbol } = found;
  if (symbol === undefined || probe[symbol] !== null || probe._header !== null) return undefined;
  probe.setHeader('X-Set', 'a');
  const expected = Object.assign(Object.create(null), { 'x-set': ['X-Set', 'a'] });
  if (!isDeepStrictEqual(probe[symbol], expected)) return undefined;
  probe[symbol]['x-put'] = ['X-Put', 'b'];
  return probe.getHeader('X-Put') === 'b' ? symbol : undefined;
}
