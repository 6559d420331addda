/**
 * What Node's responses are made of, to compare with: the shortcuts of this folder skip calls that a wrapper would see,
 * so they are taken only where there is none. Each is null if somebody replaced it before maglev was loaded.
 */
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import stream from 'node:stream';
import { HEADERS_SYMBOL_IN_SOURCE, isNodeFunction } from '../../node-internals.js';

/** All as they are when maglev is loaded: the classes, to try something out with; what they have, to compare with. */
export const { OutgoingMessage: NodeMessage, ServerResponse: NodeResponse } = http;
export const { Duplex: NodeDuplex } = stream;
const outgoing = NodeMessage.prototype as any;
const serverResponse = NodeResponse.prototype as any;
const { end, write, setHeader, getHeader, removeHeader, _storeHeader, _send, _writeRaw } = outgoing;
const { writeHead, _implicitHeader } = serverResponse;
const { emit } = EventEmitter.prototype;
const { write: socketWrite } = NodeDuplex.prototype;

export let originalEnd: any = null;
export let originalWrite: any = null;
export let originalSetHeader: any = null;
export let originalGetHeader: any = null;
export let originalRemoveHeader: any = null;
export let originalStoreHeader: any = null;
export let originalWriteHead: any = null;
export let originalImplicitHeader: any = null;
let originalSend: any = null;
let originalWriteRaw: any = null;
let originalEmit: any = null;
let originalSocketWrite: any = null;
let areKnown = false;

/** Whether `findOriginals` was called: until then nothing counts as Node's, and no shortcut is taken. */
export function areOriginalsKnown(): boolean {
  return areKnown;
}

/** Not done when maglev is loaded, because it takes some milliseconds that short processes never get back. */
export function findOriginals(): void {
  if (areKnown) return;
  areKnown = true;
  originalEnd = ifOriginal(end, '_http_outgoing');
  originalWrite = ifOriginal(write, '_http_outgoing');
  originalSetHeader = ifOriginal(setHeader, '_http_outgoing');
  originalGetHeader = ifOriginal(getHeader, '_http_outgoing');
  originalRemoveHeader = ifOriginal(removeHeader, '_http_outgoing');
  originalStoreHeader = ifOriginal(_storeHeader, '_http_outgoing');
  originalWriteHead = ifOriginal(writeHead, '_http_server');
  originalImplicitHeader = ifOriginal(_implicitHeader, '_http_server');
  originalSend = ifOriginal(_send, '_http_outgoing');
  originalWriteRaw = ifOriginal(_writeRaw, '_http_outgoing');
  originalEmit = ifOriginal(emit, 'events');
  originalSocketWrite = ifOriginal(socketWrite, 'internal/streams/writable');
}

/** Whether nothing sees how a response is written to its socket, but Node's own code. */
export function isUnwatched(res: any): boolean {
  return (
    res.end === originalEnd &&
    res._send === originalSend &&
    res._writeRaw === originalWriteRaw &&
    res.emit === originalEmit &&
    (res.socket === null ? isUnwatchedQueue(res) : res.socket?.write === originalSocketWrite)
  );
}

/**
 * The same for a response that waits for an earlier one on its connection: it has no socket yet, and will be written to that of its
 * request. Not if something of it waits already (`100 Continue`), nor if the earlier one gets a `drain` event for it. And not if it
 * was made by hand: only a server's responses tell it, by a function with one argument, how much waits.
 */
function isUnwatchedQueue(res: any): boolean {
  const socket = res.req?.socket;
  return (
    socket?.write === originalSocketWrite &&
    res.outputData.length === 0 &&
    res._onPendingData?.length === 1 &&
    !socket._httpMessage?.writableNeedDrain
  );
}

/**
 * Whether a response that is made to try something out is seen by nobody: all members that its life can touch are
 * Node's, and nobody is told of new responses.
 */
export function canProbe(): boolean {
  findOriginals();
  return (
    hasOriginals(outgoing, '_http_outgoing') &&
    hasOriginals(serverResponse, '_http_server') &&
    // Inherited, and maybe wrapped since.
    serverResponse.emit === originalEmit &&
    NodeDuplex.prototype.write === originalSocketWrite &&
    !diagnostics.channel('http.server.response.created').hasSubscribers
  );
}

function hasOriginals(prototype: object, module: string): boolean {
  return Object.getOwnPropertyNames(prototype).every((name) => {
    if (name === 'constructor') return true;
    const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, name)!;
    return [value, get, set].every((one) => typeof one !== 'function' || isOfNode(one, module));
  });
}

/** Deprecated members are wrapped by Node itself, and no shortcut uses one. */
function isOfNode(member: unknown, module: string): boolean {
  return isNodeFunction(member, module) || isNodeFunction(member, 'internal/util');
}

function ifOriginal(member: unknown, module: string): unknown {
  return isNodeFunction(member, module) ? member : null;
}

// setHeader and removeHeader

/** What responses have in the place of Node's methods (prototype.ts); set when that is loaded. */
export const standIns: { setHeader: unknown; removeHeader: unknown } = {
  setHeader: undefined,
  removeHeader: undefined,
};

/** As they are when maglev is loaded. */
export const { setHeader: loadedSetHeader, removeHeader: loadedRemoveHeader } = serverResponse;

/**
 * Whether they are Node's, as far as that can be told without its sources, which would take milliseconds: the symbol that they use
 * is in their text. Those who write headers past them know for certain (originals.ts).
 */
export function areMethodsOfNode(): boolean {
  return isMethodOfNode('setHeader', loadedSetHeader) && isMethodOfNode('removeHeader', loadedRemoveHeader);
}

function isMethodOfNode(name: 'setHeader' | 'removeHeader', method: unknown): boolean {
  const isOfMessages = !Object.hasOwn(serverResponse, name) && NodeMessage.prototype[name] === method;
  return isOfMessages && String(method).includes(HEADERS_SYMBOL_IN_SOURCE);
}

/** Whether nobody has replaced the methods of Node's responses since maglev was loaded. */
export function areMethodsAsLoaded(): boolean {
  return serverResponse.setHeader === loadedSetHeader && serverResponse.removeHeader === loadedRemoveHeader;
}

/**
 * Whether a response's `setHeader` is Node's or stands for it, so that nobody misses a call of it. Node's may have been replaced
 * since the request came.
 */
export function isNodesSetHeader(setHeader: unknown): boolean {
  if (setHeader === originalSetHeader) return true;
  return setHeader === standIns.setHeader && serverResponse.setHeader === originalSetHeader;
}

export function isNodesRemoveHeader(removeHeader: unknown): boolean {
  if (removeHeader === originalRemoveHeader) return true;
  return removeHeader === standIns.removeHeader && serverResponse.removeHeader === originalRemoveHeader;
}
