import type { IncomingMessage } from 'node:http';
import { inspect, isDeepStrictEqual } from 'node:util';
import { findHeadersSymbol, isFastPathEnabled } from '../../node-internals.js';
import {
  canProbe,
  findOriginals,
  isNodesSetHeader,
  NodeMessage,
  NodeResponse,
  originalGetHeader,
} from './pristine.js';

/** A header as Node stores it: its name as it was given, and its value. Node changes it, so responses must not share one. */
export type HeaderEntry = readonly [name: string, value: unknown];

/** The headers of a response by their names in lower case, in the order in which they will be sent. */
export type Head = Record<string, HeaderEntry | undefined>;

let found: { readonly symbol: symbol | undefined } | undefined;
let tried: { readonly symbol: symbol | undefined } | undefined;

/** Node's `kOutHeaders`, which it does not export. Found also where its functions have been replaced. */
export function headersSymbol(): symbol | undefined {
  found ??= { symbol: findHeadersSymbol(new NodeMessage()) };
  return found.symbol;
}

/** The same, if writing there does what is expected, and nobody could see that it was tried. */
export function triedHeadersSymbol(): symbol | undefined {
  tried ??= { symbol: tryHeadersSymbol() };
  return tried.symbol;
}

/**
 * How often headers are set by Node before it is found out whether that can be done without: some five answers. Finding out
 * takes longer than the first hundred answers gain by it.
 */
const PATIENCE = 12;
let looks = 0;
/** Node's `kOutHeaders`, if headers are set past `setHeader`. */
let symbol: symbol | undefined;

/** Called where headers are set by Node. */
export function countLook(): void {
  if (looks < PATIENCE && ++looks === PATIENCE) findShortcuts();
}

/** Finds out what can be done past Node's functions; before, nothing is. */
export function findShortcuts(): void {
  looks = PATIENCE;
  findOriginals();
  symbol = isFastPathEnabled ? triedHeadersSymbol() : undefined;
}

/** Whether headers are set past Node's functions, or will be once that has been found out. */
export function isHeadUsable(): boolean {
  return symbol !== undefined || looks < PATIENCE;
}

/**
 * The record in which Node stores the headers of a response. Writing a valid header there is what `setHeader` does,
 * without its checks. Null if an agent has replaced `setHeader` or `getHeader`, if the headers have been sent, for
 * objects that are not responses of Node, and for versions of Node that store headers in another way.
 */
export function headOf(res: any): Head | null {
  if (isNodesSetHeader(res.setHeader) && res.getHeader === originalGetHeader) return headersOf(res);
  countLook();
  return null;
}

/** The same for those who know that nobody would see `setHeader` being called. */
export function headersOf(res: any): Head | null {
  if (symbol === undefined || res._header !== null) return null;
  const head = res[symbol];
  if (head !== null) return head ?? null;
  res[symbol] = new EmptyHead();
  return res[symbol];
}

/**
 * Takes headers out of the record of a response; false if that is left to Node, which deletes them. That would make a hash table of
 * the record, and the response dearer by a tenth.
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
 * Makes a record that inherits nothing. `Object.create(null)`, which Node uses, would be a hash table for V8: slower to fill, and
 * much slower to list.
 */
const EmptyHead = function EmptyHead() {} as unknown as new () => Head;
EmptyHead.prototype = Object.freeze(
  Object.defineProperty(Object.create(null), inspect.custom, {
    // Those who print a response see what Node has there.
    value(this: Head): Head {
      return Object.assign(Object.create(null), this);
    },
  }),
);

/** Reads a header by its name in lower case, past wrappers of `getHeader`, which Express would not have called. */
export function readHeader(res: any, key: string): unknown {
  const name = headersSymbol();
  const head: Head | null | undefined = name === undefined ? undefined : res[name];
  return head ? head[key]?.[1] : res.getHeader(key);
}

/** Sets a header; its key is the name in lower case, and both are valid. `setHeader` is called where that can be seen. */
export function putHeader(
  res: any,
  key: string,
  name: string,
  value: string,
  setHeader: any = res.setHeader,
): void {
  const head = isNodesSetHeader(setHeader) ? headersOf(res) : null;
  if (head !== null) {
    head[key] = [name, value];
    return;
  }
  countLook();
  setHeader.call(res, name, value);
}

/** On a response only, if nobody has asked before: V8 expects messages of each class that was ever made wherever one is made. */
function tryHeadersSymbol(): symbol | undefined {
  if (!canProbe()) return undefined;
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
