/** Finds out how Node's server handles a request and its response, with one that exists only in memory. */
import diagnostics from 'node:diagnostics_channel';
import http from 'node:http';
import net from 'node:net';
import { Duplex } from 'node:stream';
import { looksLikeNodes } from '../node-functions.js';
import { type ExchangeInternals, findSymbol, LATE_METHODS, socketPrototype } from '../node-internals.js';

const { IncomingMessage, ServerResponse } = http;
const outgoing = http.OutgoingMessage.prototype as any;

const CHANNELS = ['http.server.request.start', 'http.server.response.created', 'http.server.response.finish'];

/** Returns why it is not as expected, as a sentence, if it is not. */
export function findExchangeInternals(): ExchangeInternals | string {
  // They would see the sample.
  const observed = CHANNELS.find((name) => diagnostics.channel(name).hasSubscribers);
  if (observed !== undefined) return `Something subscribes to the diagnostics channel ${observed}.`;
  const methods = findLateMethods();
  if (methods === undefined)
    return 'Something has replaced a method that Node calls when a response has been sent.';
  const sample = runSample();
  if (typeof sample === 'string') return sample;
  const { server, req, res, closeListeners } = sample;
  const kState = findSymbol((req as any)._readableState, 'kState');
  const kStatistics = findStatisticsSymbol();
  const kTimeout = findTimeoutSymbol();
  const kEndCallbacks = findSymbol(res, 'kEndCallbacks');
  const found = {
    kUniqueHeaders: findSymbol(server, 'kUniqueHeaders'),
    kOptimizeEmptyRequests: findSymbol(server, 'OptimizeEmptyRequestsOption') ?? Symbol('missing'),
    kNeedDrain: findSymbol(res, 'kNeedDrain'),
    kStatistics,
    kWritableFinished: findSymbol(res, 'kWritableFinished'),
    kAbortController: findSymbol(req, 'kAbortController'),
    kAbortSignalDetached: findSymbol(req, 'kAbortSignalDetached'),
    kState,
    ...(kState === undefined ? undefined : findStates(kState)),
    kTimeout,
    kEndCallbacks: kEndCallbacks ?? Symbol('missing'),
    emitFinish: kEndCallbacks === undefined ? emitFinish : createEmitFinish(res, kEndCallbacks),
    methods,
    outgoingFinish: outgoing._finish,
    socketOn: net.Socket.prototype.on,
    onResponseClose: closeListeners[1],
    requestOnEnd: () => (req as any)._events.end,
  };
  const isExpected =
    closeListeners.length === 2 &&
    closeListeners[0]!.name === 'bound socketOnClose' &&
    closeListeners[1]!.name === 'onServerResponseClose';
  const missing = Object.entries(found).find(([name, value]) => value === undefined && !OPTIONAL.has(name));
  if (missing !== undefined) return `This version of Node has no ${missing[0]}.`;
  if (!isExpected) return 'This version of Node listens to its sockets in another way.';
  return found as ExchangeInternals;
}

const OPTIONAL: ReadonlySet<string> = new Set([
  'kWritableFinished',
  'kAbortController',
  'kAbortSignalDetached',
]);

interface Sample {
  readonly server: http.Server;
  readonly req: http.IncomingMessage;
  readonly res: http.ServerResponse;
  readonly closeListeners: ((...args: unknown[]) => void)[];
}

function runSample(): Sample | string {
  let sample: Sample | undefined;
  const server = new http.Server();
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  server.emit = (name: string, ...[req, res]: any[]) => {
    if (name !== 'request') return true;
    sample = { server, req, res, closeListeners: socket.listeners('close') as any };
    res.end('sample');
    return true;
  };
  for (const listener of server.listeners('connection')) listener.call(server, socket);
  socket.emit('data', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'latin1'));
  return sample ?? "Node's server does not work in memory.";
}

/** The flags of a request without a body: at first, when Node has dumped it, and when it is closed. */
function findStates(kState: symbol): Pick<ExchangeInternals, 'initialState' | 'dumpedState' | 'finalState'> {
  const req: any = new IncomingMessage(new Duplex({ read() {}, write() {} }) as any);
  const state = req._readableState;
  const initialState: number = state[kState];
  req.complete = true;
  // Node dumps it by letting it flow, or by reading until its end.
  req.push(null);
  req._dump();
  const { flowing } = state;
  state[kState] = initialState;
  if (flowing !== null) state.flowing = flowing;
  const dumpedState = state[kState];
  for (const flag of ['ended', 'endEmitted', 'destroyed', 'closed', 'closeEmitted']) state[flag] = true;
  return { initialState, dumpedState, finalState: state[kState] };
}

const OWNERS: Record<keyof typeof LATE_METHODS, any> = {
  request: IncomingMessage.prototype,
  response: ServerResponse.prototype,
  socket: socketPrototype,
};

/** Undefined if one of them does not look like Node's. */
function findLateMethods(): ExchangeInternals['methods'] | undefined {
  const found = Object.entries(LATE_METHODS).map(([owner, names]) => {
    const prototype = OWNERS[owner as keyof typeof LATE_METHODS];
    return [owner, Object.fromEntries(names.map((name) => [name, prototype[name]]))] as const;
  });
  const all = found.flatMap(([, methods]) => Object.values(methods));
  const areNodes = [...all, net.Socket.prototype.on, outgoing._finish].every((method) =>
    looksLikeNodes(method, method?.name),
  );
  return areNodes ? (Object.fromEntries(found) as ExchangeInternals['methods']) : undefined;
}

/** Before Node 24. */
function emitFinish(res: any): void {
  if (!res.socket?._hadError) res.emit('finish');
}

/** Since Node 24: `end` has callbacks of its own, which also get errors. */
function createEmitFinish(sample: object, kEndCallbacks: symbol): ExchangeInternals['emitFinish'] {
  const kWritableFinished = findSymbol(sample, 'kWritableFinished')!;
  const kFlushError = findSymbol(sample, 'kFlushError')!;
  const flush = (res: any, error: unknown): void => {
    const callbacks = res[kEndCallbacks];
    res[kEndCallbacks] = null;
    // Each gets the list as `this`.
    for (let i = 0; i < (callbacks?.length ?? 0); i++) callbacks[i](error);
  };
  return (res, error) => {
    const { socket } = res;
    const failure = error || res.errored || socket?.errored;
    if (failure || socket?._hadError) {
      res[kFlushError] = failure ?? new Error('Cannot call end after a stream was destroyed');
      flush(res, res[kFlushError]);
      return;
    }
    res[kWritableFinished] = true;
    flush(res, null);
    res.emit('finish');
  };
}

/** The symbol under which a response holds what `performance` measures: only while somebody observes it. */
function findStatisticsSymbol(): symbol | undefined {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ entryTypes: ['http'] });
  const res = new ServerResponse({ method: 'GET' } as http.IncomingMessage);
  observer.disconnect();
  return findSymbol(res, 'ServerResponseStatistics');
}

function findTimeoutSymbol(): symbol | undefined {
  return findSymbol(new net.Socket(), 'timeout');
}
