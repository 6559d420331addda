/**
 * What responses have in the place of Node's `setHeader` and `removeHeader`. Applications set a dozen headers for an answer, which
 * takes Node a tenth of the time of it: it checks name and value each time, and since Node 24 asks the server how strictly. Here a
 * name is checked by Node once, and a text of printable ASCII is a valid value however strict Node is; all other calls are Node's.
 * They are withdrawn as long as somebody has replaced Node's, so that nobody misses a call.
 */
import { memberOf } from '../member.js';
import { kInPlaceOfNode } from '../symbols.js';
import { countLook, dropHeaders, headersOf, isHeadUsable } from './head.js';
import { keepHeader, knownHeader } from './known-header.js';
import { NodeResponse, originalRemoveHeader, originalSetHeader } from './originals.js';
import {
  areMethodsAsLoaded,
  areMethodsOfNode,
  loadedRemoveHeader,
  loadedSetHeader,
  standIns,
} from './stand-in.js';

/**
 * What has the methods, between the prototypes of the lines and Node's: who looks at those of the lines finds what Express has. It is
 * there from the start, because V8 makes all responses slower if their prototypes get another one.
 */
const inPlaceOfNode: any = Object.create(NodeResponse.prototype, { [kInPlaceOfNode]: { value: true } });

/** Not where somebody had replaced Node's before maglev was loaded. */
const canStandIn = process.env.MAGLEV_SHORTCUTS !== 'off' && areMethodsOfNode();

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
