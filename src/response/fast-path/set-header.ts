/**
 * What responses have in the place of Node's `setHeader` and `removeHeader`. Applications set a dozen headers for an answer, which
 * takes Node a tenth of the time of it: it checks name and value each time, and since Node 24 asks the server how strictly. Here a
 * name is checked by Node once, and a text of printable ASCII is a valid value however strict Node is; all other calls are Node's.
 * They are withdrawn as long as somebody has replaced Node's, so that nobody misses a call.
 */
import { Buffer } from 'node:buffer';
import { memberOf } from '../../member.js';
import { ownText } from '../../memo.js';
import { isFastPathEnabled } from '../../node-internals.js';
import { kInPlaceOfNode } from '../../symbols.js';
import { countLook, dropHeaders, headersOf, isHeadUsable } from './head.js';
import {
  areMethodsAsLoaded,
  areMethodsOfNode,
  loadedRemoveHeader,
  loadedSetHeader,
  NodeResponse,
  originalRemoveHeader,
  originalSetHeader,
  standIns,
} from './pristine.js';

/**
 * What has the methods, between the prototypes of the lines and Node's: who looks at those of the lines finds what Express has. It is
 * there from the start, because V8 makes all responses slower if their prototypes get another one.
 */
const inPlaceOfNode: any = Object.create(NodeResponse.prototype, { [kInPlaceOfNode]: { value: true } });

/** Not where somebody had replaced Node's before maglev was loaded. */
const canStandIn = isFastPathEnabled && areMethodsOfNode();

/** Makes a line's prototype of responses. */
export function createResponsePrototype(): any {
  return Object.create(canStandIn ? inPlaceOfNode : NodeResponse.prototype);
}

let areOffered = false;
const METHODS = ['setHeader', 'removeHeader'] as const;

/**
 * Called for each request: withdraws the methods if Node's are replaced, or if headers turn out to be set by Node only. Until
 * that is known they are there and call Node's: were they added between two responses, V8 would from then on look up each
 * symbol that Node sets on a new response, which costs a tenth of a short answer.
 */
export function updateStandIns(): void {
  const canOffer = canStandIn && isHeadUsable() && areMethodsAsLoaded();
  if (canOffer === areOffered) return;
  if (canOffer) offer();
  else withdraw();
}

function offer(): void {
  areOffered = true;
  for (const method of METHODS) {
    // Not assigned, which throws if somebody has frozen Node's prototype.
    if (!Object.hasOwn(inPlaceOfNode, method))
      Object.defineProperty(inPlaceOfNode, method, memberOf(standIns[method]));
  }
}

function withdraw(): void {
  areOffered = false;
  // Others may have put theirs here, for Node's prototype.
  for (const method of METHODS) if (inPlaceOfNode[method] === standIns[method]) delete inPlaceOfNode[method];
}

/** Whether a method was found on a response although somebody has replaced Node's since the request came. */
function isOutdated(res: any, method: 'setHeader' | 'removeHeader'): boolean {
  if (!areOffered || areMethodsAsLoaded()) return false;
  const isFound = res?.[method] === standIns[method];
  withdraw();
  return isFound;
}

const notPrintable = /[^\t\x20-\x7e]/;

function setHeader(this: any, name: string, value: unknown): unknown {
  if (isOutdated(this, 'setHeader')) return this.setHeader(name, value);
  const known = knownHeader(name);
  const isUsual = known?.hasAlways(value) === true;
  if (!isUsual && !isPlain(value)) return loadedSetHeader.call(this, name, value);
  const head = known === undefined || loadedSetHeader !== originalSetHeader ? null : headersOf(this);
  if (head !== null) {
    head[known!.key] = [name, value];
    return this;
  }
  const result = loadedSetHeader.call(this, name, value);
  countLook();
  if (known === undefined) keepHeader(name, value);
  return result;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? !notPrintable.test(value) : typeof value === 'number';
}

/** Node notes that these were removed. And a response that loses its type loses its length as well. */
const LEFT_TO_NODE = new Set(['connection', 'content-length', 'content-type', 'date', 'transfer-encoding']);

function removeHeader(this: any, name: string): unknown {
  if (isOutdated(this, 'removeHeader')) return this.removeHeader(name);
  const key = typeof name === 'string' ? name.toLowerCase() : '';
  const isNodes = loadedRemoveHeader === originalRemoveHeader;
  if (isNodes && !LEFT_TO_NODE.has(key) && dropHeaders(this, [key])) return undefined;
  return loadedRemoveHeader.call(this, name);
}

Object.assign(standIns, { setHeader, removeHeader });
if (canStandIn) offer();

// Headers that are known: what Node has accepted before

export class KnownHeader {
  /** The name in lower case. */
  declare readonly key: string;
  /** The value that it has always had, if that is a text that Node writes as it is; otherwise null. */
  declare value: string | null;
  /** What is sent of it with that value. */
  declare line: string;

  constructor(name: string, key: string, value: string | null) {
    this.key = key;
    this.value = value;
    this.line = value === null ? '' : flat(`${name}: ${value}\r\n`);
  }

  /** Whether this is the value that it has always had. */
  hasAlways(value: unknown): boolean {
    if (this.value === null) return false;
    if (this.value === value) return true;
    this.value = null;
    this.line = '';
    return false;
  }
}

/** The same text in one piece: V8 takes a text that was joined for references to its parts, and copies them one by one. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

const headers = new Map<string, KnownHeader>();
/** Those that come later are not known. */
const MAX_NAMES = 256;

export function knownHeader(name: string): KnownHeader | undefined {
  return headers.get(name);
}

/** Remembers a name that Node has accepted, and its value. */
export function keepHeader(name: string, value: unknown): void {
  // Copies, as V8 takes a part of a text for a reference into the whole of it.
  const ownName = headers.size < MAX_NAMES ? ownText(name) : null;
  if (ownName === null) return;
  const key = ownName.toLowerCase();
  const canStay = typeof value === 'string' && isOrdinaryHeader(key, value) && key !== 'content-length';
  headers.set(ownName, new KnownHeader(ownName, key, canStay ? ownText(value) : null));
}

/** Node changes the value of some headers, and others change what it does. */
export function isOrdinaryHeader(key: string, value: unknown): boolean {
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
      return typeof value === 'string' || typeof value === 'number';
  }
}
