/**
 * The predicate of the fast path. A response takes the fast path when it is unobserved: every function that would have been called
 * instead is Node's own, so the difference cannot be seen. A function is pristine if it is Node's own, and patched if other code
 * has replaced or wrapped it.
 *
 * Read the files in this order: head.ts (sets headers), set-header.ts (replaces `setHeader` and `removeHeader`), serialize-head.ts and
 * head-selftest.ts (write the head as one string), end.ts (writes head and body in one call), small-file.ts (sends files).
 */
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import stream from 'node:stream';
import { HEADERS_SYMBOL_IN_SOURCE, isNodeFunction } from '../../node-internals.js';

/** Whether a response is written to its socket by Node's own code only. */
export function isUnobserved(res: any): boolean {
  return (
    res.end === pristineEnd &&
    res._send === pristineSend &&
    res._writeRaw === pristineWriteRaw &&
    res.emit === pristineEmit &&
    (res.socket === null ? isQueueUnobserved(res) : res.socket?.write === pristineSocketWrite)
  );
}

/**
 * The same for a response that waits for an earlier one on its connection: it has no socket yet, and will be written to that of its
 * request. False if a part of it waits already (`100 Continue`), and if the earlier one gets a `drain` event for it. Also false for a
 * response that no server has created: only servers set `_onPendingData`, to a function with one argument.
 */
function isQueueUnobserved(res: any): boolean {
  const socket = res.req?.socket;
  return (
    socket?.write === pristineSocketWrite &&
    res.outputData.length === 0 &&
    res._onPendingData?.length === 1 &&
    !socket._httpMessage?.writableNeedDrain
  );
}

/** Node's classes and functions when maglev is loaded. */
export const { OutgoingMessage: NodeMessage, ServerResponse: NodeResponse } = http;
export const { Duplex: NodeDuplex } = stream;
const outgoing = NodeMessage.prototype as any;
const serverResponse = NodeResponse.prototype as any;
const { end, write, setHeader, getHeader, removeHeader, _storeHeader, _send, _writeRaw } = outgoing;
const { writeHead, _implicitHeader } = serverResponse;
const { emit } = EventEmitter.prototype;
const { write: socketWrite } = NodeDuplex.prototype;

/** Null until `detectPristine` is called, and if the function was patched before maglev was loaded. */
export let pristineEnd: any = null;
export let pristineWrite: any = null;
export let pristineSetHeader: any = null;
export let pristineGetHeader: any = null;
export let pristineRemoveHeader: any = null;
export let pristineStoreHeader: any = null;
export let pristineWriteHead: any = null;
export let pristineImplicitHeader: any = null;
let pristineSend: any = null;
let pristineWriteRaw: any = null;
let pristineEmit: any = null;
let pristineSocketWrite: any = null;
let isDetected = false;

/** Whether `detectPristine` was called. Until then no function counts as pristine, and the fast path is not taken. */
export function isPristineKnown(): boolean {
  return isDetected;
}

/** Not done when maglev is loaded, because it takes some milliseconds, which only pay off in long-running processes. */
export function detectPristine(): void {
  if (isDetected) return;
  isDetected = true;
  pristineEnd = ifPristine(end, '_http_outgoing');
  pristineWrite = ifPristine(write, '_http_outgoing');
  pristineSetHeader = ifPristine(setHeader, '_http_outgoing');
  pristineGetHeader = ifPristine(getHeader, '_http_outgoing');
  pristineRemoveHeader = ifPristine(removeHeader, '_http_outgoing');
  pristineStoreHeader = ifPristine(_storeHeader, '_http_outgoing');
  pristineWriteHead = ifPristine(writeHead, '_http_server');
  pristineImplicitHeader = ifPristine(_implicitHeader, '_http_server');
  pristineSend = ifPristine(_send, '_http_outgoing');
  pristineWriteRaw = ifPristine(_writeRaw, '_http_outgoing');
  pristineEmit = ifPristine(emit, 'events');
  pristineSocketWrite = ifPristine(socketWrite, 'internal/streams/writable');
}

function ifPristine(member: unknown, module: string): unknown {
  return isNodeFunction(member, module) ? member : null;
}

/**
 * Whether a response that is created for a self-test is unobserved: all members that it may touch are Node's, and there are no
 * subscribers to new responses.
 */
export function canSelfTest(): boolean {
  detectPristine();
  return (
    hasPristineMembers(outgoing, '_http_outgoing') &&
    hasPristineMembers(serverResponse, '_http_server') &&
    // Inherited, and maybe patched since.
    serverResponse.emit === pristineEmit &&
    NodeDuplex.prototype.write === pristineSocketWrite &&
    !diagnostics.channel('http.server.response.created').hasSubscribers
  );
}

function hasPristineMembers(prototype: object, module: string): boolean {
  return Object.getOwnPropertyNames(prototype).every((name) => {
    if (name === 'constructor') return true;
    const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, name)!;
    return [value, get, set].every((one) => typeof one !== 'function' || isOfNode(one, module));
  });
}

/** Node wraps its deprecated members itself; the fast path uses none of them. */
function isOfNode(member: unknown, module: string): boolean {
  return isNodeFunction(member, module) || isNodeFunction(member, 'internal/util');
}

// setHeader and removeHeader, which set-header.ts replaces

/** The functions that replace Node's on responses; set when set-header.ts is loaded. */
export const replacements: { setHeader: unknown; removeHeader: unknown } = {
  setHeader: undefined,
  removeHeader: undefined,
};

/** Node's when maglev is loaded. */
export const { setHeader: loadedSetHeader, removeHeader: loadedRemoveHeader } = serverResponse;

/**
 * Whether these look like Node's: their text contains the symbol that they use. This does not need Node's sources, which take milliseconds
 * to read. Code that skips them also compares with `pristineSetHeader`, which is exact.
 */
export function areMethodsOfNode(): boolean {
  return isMethodOfNode('setHeader', loadedSetHeader) && isMethodOfNode('removeHeader', loadedRemoveHeader);
}

function isMethodOfNode(name: 'setHeader' | 'removeHeader', method: unknown): boolean {
  const isOfMessages = !Object.hasOwn(serverResponse, name) && NodeMessage.prototype[name] === method;
  return isOfMessages && String(method).includes(HEADERS_SYMBOL_IN_SOURCE);
}

/** Whether the methods of Node's responses have not been patched since maglev was loaded. */
export function areMethodsAsLoaded(): boolean {
  return serverResponse.setHeader === loadedSetHeader && serverResponse.removeHeader === loadedRemoveHeader;
}

/**
 * Whether a response's `setHeader` is Node's or our replacement, so that skipping the call is unobservable. Node's may have been patched
 * since the request came.
 */
export function isPristineSetHeader(setHeader: unknown): boolean {
  if (setHeader === pristineSetHeader) return true;
  return setHeader === replacements.setHeader && serverResponse.setHeader === pristineSetHeader;
}

export function isPristineRemoveHeader(removeHeader: unknown): boolean {
  if (removeHeader === pristineRemoveHeader) return true;
  return removeHeader === replacements.removeHeader && serverResponse.removeHeader === pristineRemoveHeader;
}
