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
import http, { type IncomingMessage } from 'node:http';
import stream from 'node:stream';
import type { Steps } from '../../../compiler/steps.js';
import type { LeanConnection } from '../../contracts/connection.js';
import { looksLikeNodes, NodeFunctions, rejectedByNode } from '../../node-functions.js';
import { ACCESSORS_OF_NODE, OVERRIDDEN_BY_NODE, socketPrototype } from '../../node-internals.js';
import { kConnection } from '../../symbols.js';

/** Whether a response is written to its socket by Node's own code only. */
export function isUnobserved(res: any): boolean {
  return (
    res.end === pristineEnd &&
    res._send === pristineSend &&
    res._writeRaw === pristineWriteRaw &&
    res._flushOutput === pristineFlushOutput &&
    res.emit === pristineEmit &&
    (res.socket === null ? isQueueUnobserved(res) : isSocketUnobserved(res.socket))
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
    isSocketUnobserved(socket) &&
    res.outputData.length === 0 &&
    res._onPendingData?.length === 1 &&
    !socket._httpMessage?.writableNeedDrain
  );
}

/** The connection that sends a response itself, if there is one (src/server/connection.ts). */
export function connectionOf(res: any): LeanConnection | undefined {
  return res._onPendingData?.[kConnection];
}

/**
 * Whether chunks get from a response to the connection by Node's own code only: fewer chunks of the same bytes cannot be seen. Streams of
 * others, as tests assign them to responses, see the chunks that Node writes.
 */
function isSocketUnobserved(socket: any): boolean {
  return (
    socket?.write === pristineSocketWrite &&
    socket.cork === pristineCork &&
    socket.uncork === pristineUncork &&
    ((socket._write === pristineInnerWrite &&
      socket._writev === pristineWritev &&
      socket._writeGeneric === pristineWriteGeneric) ||
      socket === sampleSocket)
  );
}

/** A stream that records what is written to it, in a self-test. */
let sampleSocket: unknown = null;

/** Calls `run` while `socket` counts as a connection. */
export function withSampleSocket(socket: unknown, run: () => void): void {
  sampleSocket = socket;
  try {
    run();
  } finally {
    sampleSocket = null;
  }
}

/** Node's classes and functions when maglev is loaded. */
export const { OutgoingMessage: NodeMessage, ServerResponse: NodeResponse } = http;
export const { Duplex: NodeDuplex } = stream;
const outgoing = NodeMessage.prototype as any;
const serverResponse = NodeResponse.prototype as any;
const { end, write, setHeader, getHeader, removeHeader, _storeHeader, _send, _writeRaw, _flushOutput } =
  outgoing;
const { writeHead, _implicitHeader } = serverResponse;
const { emit } = EventEmitter.prototype;
const { write: socketWrite, cork, uncork } = NodeDuplex.prototype;
const { _write, _writev, _writeGeneric } = socketPrototype;

/** What the fast path skips. */
const SKIPPED = {
  'http.OutgoingMessage': {
    prototype: outgoing,
    area: 'http',
    members: { end, write, setHeader, getHeader, removeHeader, _storeHeader, _send, _writeRaw, _flushOutput },
  },
  'http.ServerResponse': { prototype: serverResponse, area: 'http', members: { writeHead, _implicitHeader } },
  'events.EventEmitter': { prototype: EventEmitter.prototype, area: 'events', members: { emit } },
  'stream.Duplex': {
    prototype: NodeDuplex.prototype,
    area: 'stream',
    members: { write: socketWrite, cork, uncork },
  },
  'net.Socket': { prototype: socketPrototype, area: 'net', members: { _write, _writev, _writeGeneric } },
} as const;

/** Those to which Node gives no name. */
const NAMELESS: ReadonlySet<unknown> = new Set([
  socketWrite,
  cork,
  uncork,
  _write,
  _writev,
  _writeGeneric,
  _flushOutput,
]);

/** Null until they are known, and if somebody has patched any of them. */
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
let pristineFlushOutput: any = null;
let pristineSocketWrite: any = null;
let pristineCork: any = null;
let pristineUncork: any = null;
let pristineInnerWrite: any = null;
let pristineWritev: any = null;
let pristineWriteGeneric: any = null;

/** Why the functions are not pristine, as a sentence; null if they are, and undefined until that is known. */
let obstacle: string | null | undefined;
/** The members of both prototypes when they were found to be Node's. */
let nodesMembers: readonly unknown[] = [];

/** Why no response is unobserved, as a sentence; null if they may be, and undefined until `detectPristine` has run. */
export function whyNotPristine(): string | null | undefined {
  return obstacle;
}

/** Finds out whether the functions are Node's. Until that is done, the fast path is not taken. */
export function* detectPristine(): Steps<void> {
  if (obstacle !== undefined) return;
  const nodes = new NodeFunctions();
  yield;
  const replaced = findReplaced(nodes);
  yield;
  const found = replaced ?? (yield* findForeign(nodes));
  // Meanwhile somebody else may have called this.
  obstacle ??= found;
  if (obstacle !== null) return;
  nodesMembers = listMembers();
  pristineEnd = end;
  pristineWrite = write;
  pristineSetHeader = setHeader;
  pristineGetHeader = getHeader;
  pristineRemoveHeader = removeHeader;
  pristineStoreHeader = _storeHeader;
  pristineWriteHead = writeHead;
  pristineImplicitHeader = _implicitHeader;
  pristineSend = _send;
  pristineWriteRaw = _writeRaw;
  pristineEmit = emit;
  pristineFlushOutput = _flushOutput;
  pristineSocketWrite = socketWrite;
  pristineCork = cork;
  pristineUncork = uncork;
  pristineInnerWrite = _write;
  pristineWritev = _writev;
  pristineWriteGeneric = _writeGeneric;
}

/**
 * Whether a response that is created for a self-test is unobserved: all members that it may touch are Node's, and there are no
 * subscribers to new responses.
 */
export function canSelfTest(): boolean {
  if (obstacle !== null || findPatched() !== null || findSubscriber() !== null) return false;
  const members = listMembers();
  return members.length === nodesMembers.length && members.every((one, i) => one === nodesMembers[i]);
}

function listMembers(): unknown[] {
  return [outgoing, serverResponse].flatMap((prototype) => {
    const descriptors = Object.entries(Object.getOwnPropertyDescriptors(prototype as object));
    return descriptors.flatMap(([name, { value, get, set }]) => [name, value, get, set]);
  });
}

function findSubscriber(): string | null {
  const name = 'http.server.response.created';
  return diagnostics.channel(name).hasSubscribers
    ? `Something subscribes to the diagnostics channel ${name}.`
    : null;
}

/** A function that does not look like Node's, found without calling any; null if there is none. */
function findReplaced(nodes: NodeFunctions): string | null {
  for (const [owner, { members }] of Object.entries(SKIPPED)) {
    for (const [name, fn] of Object.entries(members)) {
      const isNameless = NAMELESS.has(fn) && nodes.looksLikeNodes(fn, '');
      if (!isNameless && !nodes.looksLikeNodes(fn, name)) return replacedText(name, owner);
    }
  }
  return (
    findPatched() ??
    findReplacedMember(nodes, outgoing, 'http.OutgoingMessage') ??
    findReplacedMember(nodes, serverResponse, 'http.ServerResponse')
  );
}

function replacedText(name: string, owner: string): string {
  return `Something has replaced \`${name}\` of ${owner}.`;
}

/** A function that has been patched since maglev was loaded; null if there is none. */
function findPatched(): string | null {
  for (const [owner, { prototype, members }] of Object.entries(SKIPPED)) {
    for (const [name, fn] of Object.entries(members)) {
      if (Object.getOwnPropertyDescriptor(prototype, name)?.value !== fn) return replacedText(name, owner);
    }
  }
  // Where a response inherits it, or does not any longer.
  return serverResponse.emit === emit ? null : replacedText('emit', 'http.ServerResponse');
}

function findReplacedMember(nodes: NodeFunctions, prototype: object, owner: string): string | null {
  for (const [name, { value, get, set }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor') continue;
    const isNodes =
      typeof value === 'function'
        ? isMethodOfNode(nodes, prototype, name, value)
        : [get, set].every((one) => one === undefined || isAccessorOfNode(nodes, name, one));
    if (!isNodes) return replacedText(name, owner);
  }
  return null;
}

function isMethodOfNode(nodes: NodeFunctions, prototype: object, name: string, method: any): boolean {
  const isOverride = prototype === serverResponse && Object.hasOwn(outgoing, name);
  if (isOverride && !OVERRIDDEN_BY_NODE.has(name)) return false;
  // Some of Node's have no name, and one is there under two names.
  const isAlias = Object.getOwnPropertyDescriptor(prototype, method.name)?.value === method;
  return isAlias
    ? nodes.looksLikeNodes(method, method.name)
    : method.name === '' && nodes.beginsWithThis(method);
}

function isAccessorOfNode(nodes: NodeFunctions, name: string, accessor: any): boolean {
  if (nodes.beginsWithThis(accessor)) {
    return ACCESSORS_OF_NODE.has(name) || nodes.isAccessorInNode(accessor, 'http');
  }
  return ACCESSORS_OF_NODE.has(name) && nodes.looksLikeNodes(accessor, accessor.name);
}

/** A function that is in no script of Node; null if there is none. Calls those that look like Node's, as they are called otherwise. */
function* findForeign(nodes: NodeFunctions): Steps<string | null> {
  const foreign = new Set(
    Object.entries(SKIPPED).flatMap(([owner, { area, members }]) => {
      return Object.entries(members).map(([name, fn]) => ({ owner, area, name, fn }));
    }),
  );
  const notice = (): void => {
    for (const one of foreign) if (nodes.isRunningInNode(one.fn, one.area)) foreign.delete(one);
  };
  for (const sample of SAMPLES) {
    const change = findPatched() ?? findSubscriber();
    if (change !== null) return change;
    attempt(() => sample(notice));
    yield;
  }
  const [first] = foreign;
  return first === undefined ? null : replacedText(first.name, first.owner);
}

/** These use a response, and call `notice` whenever Node calls something back, while its functions are running. */
const SAMPLES: readonly ((notice: () => void) => void)[] = [
  (notice) => {
    const res: any = createSample();
    const write = (_chunk: unknown, _encoding: unknown, done: () => void): void => {
      notice();
      done();
    };
    res.assignSocket(new NodeDuplex({ write }));
    res.once('prefinish', notice);
    // Converted when it is set, and when the head is written.
    const value = {
      toString() {
        notice();
        return 'value';
      },
    };
    res.setHeader('X-Sample', value);
    res.flushHeaders();
    res.end();
  },
  (notice) => createSample().getHeader(rejectedByNode(notice)),
  (notice) => createSample().removeHeader(rejectedByNode(notice)),
  (notice) => createSample().write(rejectedByNode(notice)),
  (notice) => {
    const stream = noticing(notice, '_writableState', { corked: 0 });
    cork.call(stream);
    uncork.call(stream);
  },
  (notice) => {
    const socket = noticing(notice, '_writeGeneric', () => {});
    _write.call(socket);
    _writev.call(socket);
  },
  (notice) => _writeGeneric.call(noticing(notice, 'connecting', true)),
  (notice) => _flushOutput.call(noticing(notice, 'outputData', []), null),
];

/** Has a property, and calls `notice` when that is read. */
function noticing(notice: () => void, name: string, value: unknown): any {
  return Object.defineProperty({}, name, {
    get() {
      notice();
      return value;
    },
  });
}

function createSample(): any {
  return new NodeResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage);
}

function attempt(call: () => void): void {
  try {
    call();
  } catch {
    // What was not reached by then is not known to be Node's.
  }
}

// The methods that add and remove listeners

const emitterPrototype = EventEmitter.prototype;
const { on, removeListener } = emitterPrototype;
const streamPrototype = stream.Stream.prototype;
const { on: streamOn, removeListener: streamRemoveListener } = stream.Readable.prototype;
/** Whether these are Node's own. Those of streams have no name. */
const areListenersNodes =
  looksLikeNodes(on, 'addListener') &&
  looksLikeNodes(removeListener, 'removeListener') &&
  looksLikeNodes(streamOn, '') &&
  looksLikeNodes(streamRemoveListener, '');

/** Node gives each connection of a server functions with this name, which call those of the prototype. */
const WRAPPED_BY_NODE = 'socketListenerWrap';

/** Whether nobody sees which listeners are added to a connection, and to its messages by the prototypes' methods, and removed. */
export function areListenersUnobserved(socket: any): boolean {
  return (
    areListenersNodes &&
    emitterPrototype.on === on &&
    emitterPrototype.removeListener === removeListener &&
    socketPrototype.on === streamOn &&
    socket?.removeListener === streamRemoveListener &&
    (socket.on === streamOn || socket.on?.name === WRAPPED_BY_NODE)
  );
}

/** Whether nobody sees which listeners are added to a request by its methods, and removed. */
export function areRequestListenersUnobserved(req: any): boolean {
  return (
    areListenersNodes &&
    streamPrototype.on === on &&
    streamPrototype.removeListener === removeListener &&
    req.on === streamOn &&
    req.removeListener === streamRemoveListener
  );
}

// setHeader and removeHeader, which set-header.ts replaces

/** The functions that replace Node's on responses; set when set-header.ts is loaded. */
export const replacements: { setHeader: unknown; removeHeader: unknown } = {
  setHeader: undefined,
  removeHeader: undefined,
};

/** Node's when maglev is loaded. */
export const { setHeader: loadedSetHeader, removeHeader: loadedRemoveHeader } = serverResponse;

/** Whether these look like Node's. Code that skips them also compares with `pristineSetHeader`, which is exact. */
export function areMethodsOfNode(): boolean {
  return (
    isInheritedFromNode('setHeader', loadedSetHeader) &&
    isInheritedFromNode('removeHeader', loadedRemoveHeader)
  );
}

function isInheritedFromNode(name: 'setHeader' | 'removeHeader', method: unknown): boolean {
  const isInherited = !Object.hasOwn(serverResponse, name) && NodeMessage.prototype[name] === method;
  return isInherited && looksLikeNodes(method, name);
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
