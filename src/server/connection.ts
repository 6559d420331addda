import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { IncomingMessage, OutgoingMessage, type Server } from 'node:http';
import net from 'node:net';
import process from 'node:process';
import { makeBare } from '../bare.js';
import type { LeanConnection } from '../contracts/connection.js';
import type { ConnectionInternals, ExchangeInternals } from '../node-internals.js';
import { kConnection } from '../symbols.js';
import { hideFromApplication, muteListenerEvents, setAside } from './hand-over.js';
import { KeepAlive } from './keep-alive.js';

// Taken when loaded: tests of applications replace it later.
const { max } = Math;

/*
 * What a connection does with each request, from the parser to the socket, while nobody observes it.
 *
 * Node calls `parser.onIncoming` for each request. Its own function creates the response and wires both messages: listeners on the
 * response and on the socket, lists of what is in flight, a timer. When the response has been written, all of that is undone in five
 * ticks. Most of it serves listeners that nobody has added. So `onIncoming` is replaced here: the response gets the fields and the
 * listener that Node sets, without the rest. When it has been written, by `end` below or by Node, `#finishExchange` does what Node's listener
 * does; what only listeners could notice is left out if there are none.
 *
 * Whenever anything else happens, the exchange is handed over to Node: its own function is called with the same request and response.
 * The moments are: another request arrives before this one is done; the socket emits `close`; the response waits with data;
 * somebody has replaced a method that Node would call.
 */

/** What a connection needs to know about its server. */
export interface ConnectionServerState {
  readonly server: Server;
  /** Whether the request that Node has just created has the application's prototypes. */
  readonly isRequestOurs: boolean;
  /** The existing response that the server's `ServerResponse` returns during a hand-over; null otherwise. */
  handedOver: object | null;
  createResponse(req: any, options: object): any;
  /** Called before Node handles a request. Makes it one of Node, as well as a response, if users have defined an accessor that Node calls. */
  restoreIfSeen(req: any, res?: any): void;
  /** The prototypes that the last request and response have, or will have. */
  readonly app: { readonly request: any; readonly response: any };
  /** Each hand-over adds 1, each response that is finished without one subtracts 4, each request that is left to Node 1/256. */
  handOverScore: number;
}

enum State {
  /** Between two requests. */
  Idle,
  /** A request has arrived. */
  Open,
  /** `end` has passed the response to `socket.write`, which has not called back yet. */
  Ended,
}

/** From this score on, requests are left to Node. */
const MAX_HAND_OVER_SCORE = 64;
const REQUESTS_BETWEEN_ATTEMPTS = 256;

/** Null until the fast path has been tried out, and if it is off. */
let internals: ExchangeInternals | null = null;

/** Starts to take connections over, or stops if it gets null. */
export function enableConnections(found: ExchangeInternals | null): void {
  internals = found;
}

/** Whether connections are taken over. */
export function areConnectionsTaken(): boolean {
  return internals !== null;
}

const outgoing = OutgoingMessage.prototype as any;
/** Undefined in Node 20, where a response has a field. */
const setSocket = Object.getOwnPropertyDescriptor(outgoing, 'socket')?.set;
/** Reads a property as if the application had not got the request yet: its prototypes may have accessors. */
const asOfNode: { headersOf(): any } = {
  headersOf(this: any): any {
    return super.headers;
  },
};
Object.setPrototypeOf(asOfNode, IncomingMessage.prototype);
const finishChannel = diagnostics.channel('http.server.response.finish');

type Socket = Omit<ConnectionInternals, '_writableState'> & Record<PropertyKey, any>;

/** Whether a connection has been taken over. */
export function isTaken(socket: any): boolean {
  return socket?.parser?.onIncoming?.[kConnection] !== undefined;
}

/** Takes a connection over, if it is as Node's server has left it. Called before `onIncoming`, for each request until then. */
export function takeConnection(serverState: ConnectionServerState, socket: Socket | null): void {
  const parser: any = socket?.parser;
  if (!parser || internals === null) return;
  const nodeOnClose = closeListenerOf(socket!);
  const onRequestEnd = internals.requestOnEnd();
  if (
    nodeOnClose === null ||
    typeof onRequestEnd !== 'function' ||
    socket!.setTimeout !== internals.methods.socket.setTimeout ||
    socket!.on?.name !== 'socketListenerWrap' ||
    parser.onIncoming?.name !== 'bound parserOnIncoming'
  )
    return;
  const connection = new Connection(serverState, socket!, parser, internals, onRequestEnd);
  connection.listenToClose(nodeOnClose);
  parser.onIncoming = connection.onIncoming;
}

/** Node's listener. Others may listen, too. */
function closeListenerOf(socket: Socket): ((...args: unknown[]) => void) | null {
  const listeners = [socket._events?.close].flat();
  return listeners.find((one: any) => one?.name === 'bound socketOnClose') ?? null;
}

class Connection implements LeanConnection {
  readonly #serverState: ConnectionServerState;
  readonly #server: any;
  readonly #socket: Socket;
  readonly #parser: any;
  readonly #internals: ExchangeInternals;
  /** `on` of the socket, as Node has wrapped it. */
  readonly #socketOn: unknown;
  readonly #nodeOnIncoming: (req: unknown, keepAlive: boolean) => number;
  /** What Node passes to the constructor of responses. */
  readonly #options: { highWaterMark: number; rejectNonStandardBodyWrites: unknown };

  readonly #keepAlive: KeepAlive;

  readonly onIncoming: (req: unknown, keepAlive: boolean) => number;
  readonly #onPendingData: (amount: number) => void;
  readonly #onWritten: (error?: unknown) => void;
  /** The first listener of `finish` of each response. */
  readonly #onFinishEvent: (this: unknown) => void;
  /** What Node calls at the end of a request that is read after its response. */
  readonly #onRequestEnd: unknown;
  readonly #onCloseTick: () => void;
  /** The listeners of the socket's `close`, as they are between requests and while one is in flight. */
  #idleListener: unknown = null;
  #openListeners: unknown[] = [];

  #state: State = State.Idle;
  #req: any = null;
  #res: any = null;
  /** The response whose bytes the socket has got. */
  #ended: any = null;
  /** The response that is closed in the next tick, and its request: users may change `res.req`. */
  #closingResponse: any = null;
  #closingRequest: any = null;
  /** The request that has been dumped without Node, and is closed in the next tick. */
  #dumped: any = null;
  #hasBody = false;
  /** How many bytes of the response wait. */
  #waiting = 0;
  /** Whether the parser has been made to forget the request, because all of it has arrived and nobody reads it. */
  #isDetachedFromParser = false;

  constructor(
    serverState: ConnectionServerState,
    socket: Socket,
    parser: any,
    found: ExchangeInternals,
    onRequestEnd: unknown,
  ) {
    this.#onRequestEnd = onRequestEnd;
    this.#serverState = serverState;
    this.#server = serverState.server;
    this.#socket = socket;
    this.#parser = parser;
    this.#internals = found;
    this.#nodeOnIncoming = parser.onIncoming;
    this.#socketOn = socket.on;
    this.#keepAlive = new KeepAlive(this.#server, socket, found);
    this.#options = {
      highWaterMark: socket.writableHighWaterMark,
      rejectNonStandardBodyWrites: this.#server.rejectNonStandardBodyWrites,
    };
    // Bound, as Node's are: their names are visible, and V8 reads `kConnection` faster than of functions that have been renamed.
    this.onIncoming = this.parserOnIncoming.bind(this);
    Object.defineProperty(this.onIncoming, kConnection, { value: this });
    this.#onPendingData = this.updateOutgoingData.bind(this);
    Object.defineProperty(this.#onPendingData, kConnection, { value: this });
    this.#onWritten = (error) => this.#afterWrite(error);
    const connection = this;
    this.#onFinishEvent = asBound('resOnFinish', function (this: any) {
      // Node's listener is bound to its response: it does the same if something else calls it.
      connection.#afterFinishEvent(
        this?._onPendingData === connection.#onPendingData ? this : connection.#res,
      );
    });
    this.#onCloseTick = () => this.#closeMessages();
  }

  listenToClose(nodeOnClose: (...args: unknown[]) => void): void {
    const connection = this;
    const socketOnClose = asBound('socketOnClose', function (this: unknown, ...args: unknown[]): void {
      connection.#handOverToClose();
      nodeOnClose.apply(this, args);
    });
    // So that `listeners` lists Node's function, and `removeListener` finds it.
    (socketOnClose as any).listener = nodeOnClose;
    this.#idleListener = socketOnClose;
    this.#renewListeners();
    const events = this.#socket._events;
    if (Array.isArray(events.close)) events.close[events.close.indexOf(nodeOnClose)] = socketOnClose;
    else events.close = socketOnClose;
  }

  /** Called by Node's parser when the headers of a request have arrived. */
  parserOnIncoming(req: any, keepAlive: boolean): number {
    this.#keepAlive.endIdle();
    if (this.#state !== State.Idle) this.handOver();
    else if (this.#serverState.isRequestOurs && this.#canStart(req)) return this.#start(req, keepAlive);
    this.#keepAlive.leaveToNode();
    this.#serverState.restoreIfSeen(req);
    const result = this.#nodeOnIncoming(req, keepAlive);
    if (req.upgrade) this.#keepAlive.leave();
    return result;
  }

  /** Whether Node would do nothing special before the application gets the request. */
  #canStart(req: any): boolean {
    const server = this.#server;
    const socket = this.#socket;
    return (
      !req.upgrade &&
      req.httpVersionMajor === 1 &&
      req.httpVersionMinor === 1 &&
      socket._httpMessage == null &&
      this.#listensToClose() &&
      !socket._paused &&
      socket._writableState.needDrain !== true &&
      !(server.maxRequestsPerSocket > 0) &&
      !server.timeout &&
      server.httpAllowHalfOpen === false &&
      this.#keepAlive.isPossible() &&
      !server[this.#internals.kOptimizeEmptyRequests] &&
      this.#isWorthwhile() &&
      this.#hasNodesSocketMethods() &&
      this.#canRemoveListeners() &&
      this.#acceptsHeaders(req)
    );
  }

  /**
   * A hand-over costs a sixth of what a request without one saves. Where nearly all requests are handed over (pipelining), Node handles
   * them from the start, except for one now and then.
   */
  #isWorthwhile(): boolean {
    const serverState = this.#serverState;
    if (serverState.handOverScore < MAX_HAND_OVER_SCORE) return true;
    serverState.handOverScore -= 1 / REQUESTS_BETWEEN_ATTEMPTS;
    return false;
  }

  /** Whether nobody has replaced a method that Node would call on these, or on their prototypes, after the application got them. */
  #hasNodesMethods(req: any, res: any): boolean {
    const { response } = this.#internals.methods;
    return (
      this.#hasNodesRequestMethods(req) &&
      this.#hasNodesEndMethods(res) &&
      res.emit === response.emit &&
      res.listenerCount === response.listenerCount &&
      res.removeListener === response.removeListener &&
      res.detachSocket === response.detachSocket &&
      this.#hasNodesSocketMethods()
    );
  }

  /**
   * Whether nobody sees which listeners are removed from messages: a hand-over removes others than Node. The other methods of messages are
   * checked when the request is done: until then, only a hand-over needs them, which may happen at any time.
   */
  #canRemoveListeners(): boolean {
    const { request, response } = this.#serverState.app;
    const { methods } = this.#internals;
    return (
      request.removeListener === methods.request.removeListener &&
      response.removeListener === methods.response.removeListener
    );
  }

  /** Those of the connection that Node calls when a request arrives, and when it is done. Nobody must listen to changes of listeners. */
  #hasNodesSocketMethods(): boolean {
    const { methods, socketOn } = this.#internals;
    const socket = this.#socket;
    return (
      socket._events.removeListener === undefined &&
      socket._events.newListener === undefined &&
      socket.on === this.#socketOn &&
      net.Socket.prototype.on === socketOn &&
      socket.removeListener === methods.socket.removeListener &&
      socket.setTimeout === methods.socket.setTimeout &&
      socket.destroySoon === methods.socket.destroySoon
    );
  }

  /** Those that Node calls when a request is done. */
  #hasNodesRequestMethods(req: any): boolean {
    const { request } = this.#internals.methods;
    return (
      req.on === request.on &&
      req.emit === request.emit &&
      req.listenerCount === request.listenerCount &&
      req.removeListener === request.removeListener &&
      req.removeAllListeners === request.removeAllListeners &&
      req.push === request.push &&
      req.read === request.read &&
      req.resume === request.resume &&
      req.destroy === request.destroy &&
      req._dump === request._dump &&
      req._read === request._read &&
      req._destroy === request._destroy
    );
  }

  /** Those that Node calls when a response is ended, besides those that the fast path has checked before. */
  #hasNodesEndMethods(res: any): boolean {
    const { methods, outgoingFinish } = this.#internals;
    const { response } = methods;
    return (
      res.cork === response.cork &&
      res.uncork === response.uncork &&
      res._finish === response._finish &&
      outgoing._finish === outgoingFinish
    );
  }

  /** Whether the headers have a host, and expect nothing. Node reads them as well. */
  #acceptsHeaders(req: any): boolean {
    const headers = asOfNode.headersOf.call(req);
    this.#hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    return headers.host !== undefined && headers.expect === undefined;
  }

  #start(req: any, keepAlive: boolean): number {
    const server = this.#server;
    const socket = this.#socket;
    const { kUniqueHeaders, kStatistics } = this.#internals;
    this.#options.rejectNonStandardBodyWrites = server.rejectNonStandardBodyWrites;
    const res = this.#serverState.createResponse(req, this.#options);
    if (res[kStatistics] !== undefined || res._traceEventId !== undefined) {
      // Somebody measures responses.
      this.#serverState.restoreIfSeen(req, res);
      res.shouldKeepAlive = keepAlive;
      return this.#callNode(req, res, true);
    }
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res._onPendingData = this.#onPendingData;
    res.shouldKeepAlive = keepAlive;
    res[kUniqueHeaders] = server[kUniqueHeaders];
    res._events = new FirstListener(this.#onFinishEvent);
    res._eventsCount = 1;
    this.#keepAlive.takeFromNode();
    socket._httpMessage = res;
    this.#startListening();
    if (setSocket === undefined) res.socket = socket;
    else setSocket.call(res, socket);
    this.#req = req;
    this.#res = res;
    this.#state = State.Open;
    this.#waiting = 0;
    this.#isDetachedFromParser = false;
    server.emit('request', req, res);
    if (this.#req === req) this.#detachFromParser(req);
    return 0;
  }

  /** The application has returned. A request without a body has arrived completely by now, so the parser can forget it. */
  #detachFromParser(req: any): void {
    if (this.#res.finished && this.#isUnseen(req, this.#res)) {
      this.#parser.incoming = null;
      req.complete = true;
      this.#isDetachedFromParser = true;
    }
  }

  /** Whether the request has no body and is as the application got it, and nobody listens to it or its response. */
  #isUnseen(req: any, res: any): boolean {
    const state = req._readableState;
    return (
      !this.#hasBody &&
      !this.#hasListeners(res) &&
      req._eventsCount === 0 &&
      req._consuming === false &&
      req._dumped === false &&
      state.flowing === null &&
      state.length === 0 &&
      state.decoder === null &&
      state.destroyed === false
    );
  }

  /** Writes the head and the body of a response that nobody observes. Returns false, and does nothing, if Node has to do that. */
  end(res: any, text: string): boolean {
    const socket = this.#socket;
    if (
      this.#state !== State.Open ||
      res !== this.#res ||
      socket._httpMessage !== res ||
      res.socket !== socket ||
      !socket.writable ||
      socket._writableState.corked !== 0 ||
      !this.#hasNodesEndMethods(res)
    ) {
      return false;
    }
    this.#state = State.Ended;
    this.#ended = res;
    res._headerSent = true;
    res.finished = true;
    socket.write(text, 'latin1', this.#onWritten);
    return true;
  }

  /** Called by the socket when it has written what `end` has passed to it: when Node would emit `finish`. */
  #afterWrite(error: unknown): void {
    const res = this.#ended;
    this.#ended = null;
    const { kEndCallbacks, kWritableFinished, emitFinish } = this.#internals;
    const isWritten =
      res === this.#res &&
      !error &&
      res[kEndCallbacks] == null &&
      !this.#socket.errored &&
      !this.#socket._hadError;
    if (!isWritten || this.#hasListeners(res) || !this.#canFinish(res)) {
      emitFinish(res, error);
      return;
    }
    if (kWritableFinished !== undefined) res[kWritableFinished] = true;
    this.#finishExchange();
  }

  /** Called when a response emits `finish`. */
  #afterFinishEvent(res: any): void {
    if (res === null) return;
    // Somebody emits it again. This throws the error that Node's listener throws.
    if (res !== this.#res) res.detachSocket(this.#socket);
    else if (this.#canFinish(res)) this.#finishExchange();
    else this.handOver()?.();
  }

  /** Whether a response has other listeners than the one that Node adds. */
  #hasListeners(res: any): boolean {
    return res._eventsCount !== 1 || res._events.finish !== this.#onFinishEvent;
  }

  /** Whether `#finishExchange` can stand for Node's listener of `finish` unnoticed. */
  #canFinish(res: any): boolean {
    const req = this.#req;
    const socket = this.#socket;
    const { kAbortController } = this.#internals;
    return (
      res.finished === true &&
      res.socket === socket &&
      socket._httpMessage === res &&
      !finishChannel.hasSubscribers &&
      (kAbortController === undefined || req[kAbortController] === null) &&
      this.#hasNodesMethods(req, res)
    );
  }

  /** Does what Node does when a response emits `finish`. Half of it happens in a later tick. */
  #finishExchange(): void {
    const serverState = this.#serverState;
    if (serverState.handOverScore > 0) serverState.handOverScore = max(0, serverState.handOverScore - 4);
    const req = this.#req;
    const res = this.#res;
    const socket = this.#socket;
    const { kAbortSignalDetached } = this.#internals;
    if (kAbortSignalDetached !== undefined) req[kAbortSignalDetached] = true;
    if (this.#isUnseen(req, res)) this.#dump(req);
    else this.#clearIncomingAtEnd(req);
    this.#stopListening();
    this.#forget();
    socket._httpMessage = null;
    res.socket = null;
    this.#closingResponse = res;
    this.#closingRequest = req;
    process.nextTick(this.#onCloseTick);
    if (!res._last) this.#keepAlive.beginIdle();
    else socket.destroySoon();
  }

  /** Lets the parser forget a request that somebody has read, or listens to, as soon as all of it has been read. */
  #clearIncomingAtEnd(req: any): void {
    if (this.#isDetachedFromParser) this.#restoreIncoming(req);
    if (!req._consuming && !req._readableState.resumeScheduled) req._dump();
    // None if the request has been destroyed.
    const parser = req.socket?.parser;
    if (parser?.incoming !== req) return;
    if (req.readableEnded) parser.incoming = null;
    else req.on('end', this.#onRequestEnd);
  }

  /** Sets what Node's `_dump` sets at once. */
  #dump(req: any): void {
    const { kState, dumpedState } = this.#internals;
    this.#dumped = req;
    req._dumped = true;
    req._readableState[kState] = dumpedState;
    req._events.end = this.#onRequestEnd;
    req._eventsCount = 1;
  }

  /** The tick after: when Node would emit `close` on the response, and soon on the request. */
  #closeMessages(): void {
    const res = this.#closingResponse;
    const req = this.#closingRequest;
    this.#closingResponse = null;
    this.#closingRequest = null;
    if (!res._closed) {
      res.destroyed = true;
      res._closed = true;
      if (this.#hasListeners(res) || res.emit !== this.#internals.methods.response.emit) res.emit('close');
    }
    if (this.#dumped !== req) return;
    this.#dumped = null;
    const { kState, dumpedState, initialState, finalState } = this.#internals;
    const state = req._readableState;
    if (
      state[kState] === dumpedState &&
      req._eventsCount === 1 &&
      req._events.end === this.#onRequestEnd &&
      this.#hasNodesRequestMethods(req)
    ) {
      state[kState] = finalState;
      if (this.#parser.incoming === req) this.#parser.incoming = null;
      return;
    }
    // Somebody uses the request now, so Node has to emit its events.
    if (state[kState] === dumpedState) state[kState] = initialState;
    req._dumped = false;
    req.push(null);
    req._dump();
  }

  #listensToClose(): boolean {
    const { close } = this.#socket._events;
    return close === this.#idleListener || (Array.isArray(close) && close.includes(this.#idleListener));
  }

  /** Adds the listener of the response. */
  #startListening(): void {
    const socket = this.#socket;
    if (socket._events.close === this.#idleListener) socket._events.close = this.#openListeners;
    else socket.on('close', this.#internals.onResponseClose);
  }

  #stopListening(): void {
    const socket = this.#socket;
    const { close } = socket._events;
    if (close === this.#openListeners && this.#openListeners.length === 2) {
      socket._events.close = this.#idleListener;
      return;
    }
    // Others listen now, too.
    if (close === this.#openListeners) this.#renewListeners();
    socket.removeListener('close', this.#internals.onResponseClose);
  }

  /** Lets an emitter make the list: Node notes on it whether it is being called. */
  #renewListeners(): void {
    const emitter: any = new EventEmitter();
    emitter._events.close = this.#idleListener;
    emitter._eventsCount = 1;
    emitter.on('close', this.#internals.onResponseClose);
    this.#openListeners = emitter._events.close;
  }

  #forget(): void {
    this.#state = State.Idle;
    this.#req = null;
    this.#res = null;
  }

  /** A response has data that waits, or waits no longer: often its head, until the body is passed to the socket in the same call. */
  updateOutgoingData(amount: number): void {
    const res = this.#res;
    const socket = this.#socket;
    if (res === null) return;
    const canWrite = res.socket === socket && socket._httpMessage === res && socket.writable;
    this.#waiting += amount;
    if (!canWrite || res[this.#internals.kNeedDrain]) this.handOver();
  }

  /** Lets Node's own functions do for the exchange what they do for any other. Returns Node's listener of `finish`. */
  handOver(): (() => void) | undefined {
    this.#keepAlive.leaveToNode();
    this.#serverState.handOverScore++;
    const req = this.#req;
    const res = this.#res;
    const socket = this.#socket;
    const { kNeedDrain, kUniqueHeaders, methods, onResponseClose, outgoingFinish } = this.#internals;
    if (this.#isDetachedFromParser) this.#restoreIncoming(req);
    const isAssigned = res.socket === socket && socket._httpMessage === res;
    this.#forget();
    const { _events: events, _eventsCount: count } = res;
    res._events = { __proto__: null };
    res._eventsCount = 0;
    let nodeOnFinish: (() => void) | undefined;
    socket._httpMessage = null;
    const { timeout } = socket;
    const { _keepAliveTimeout, _maxRequestsPerSocket } = res;
    const [needDrain, uniqueHeaders] = [res[kNeedDrain], res[kUniqueHeaders]];
    res[kNeedDrain] = false;
    const restore = setAside(res);
    // Otherwise Node would call `_finish` again, or write what waits for a socket that users have detached.
    const hasNodesFinish = res._finish === methods.response._finish && outgoing._finish === outgoingFinish;
    const mustSkipFlush = !isAssigned || (res.finished && !hasNodesFinish);
    if (mustSkipFlush) res._flush = () => {};
    const { on } = socket;
    if (on !== this.#socketOn) socket.on = this.#socketOn;
    const unmute = muteListenerEvents(socket._events);
    try {
      this.#callNode(req, res, false);
      nodeOnFinish = res._events.finish;
    } finally {
      res._events = events;
      res._eventsCount = count;
      replaceListener(events, this.#onFinishEvent, nodeOnFinish);
      if (mustSkipFlush) delete res._flush;
      restore?.();
      if (on !== this.#socketOn) socket.on = on;
      // Node has added a second one. The newer is removed, to keep the order of listeners; by Node's function, so that no wrapper is called.
      (methods.socket.removeListener as any).call(socket, 'close', onResponseClose);
      unmute?.();
      this.#renewListeners();
      res[kNeedDrain] = needDrain;
      res._keepAliveTimeout = _keepAliveTimeout;
      res._maxRequestsPerSocket = _maxRequestsPerSocket;
      res[kUniqueHeaders] = uniqueHeaders;
      if (this.#waiting > 0) res._onPendingData(this.#waiting);
      if (!isAssigned) res.detachSocket(socket);
      if (socket.timeout !== timeout) socket.setTimeout(timeout);
    }
    return nodeOnFinish;
  }

  #handOverToClose(): void {
    if (this.#state !== State.Idle) this.handOver();
    this.#keepAlive.leave();
  }

  /** Lets the parser know a request again that it was made to forget. */
  #restoreIncoming(req: any): void {
    this.#isDetachedFromParser = false;
    if (this.#parser.incoming === null) this.#parser.incoming = req;
    req.push(null);
  }

  /** Calls Node's function with an existing response. `isNew` if the application has not got them yet. */
  #callNode(req: any, res: any, isNew: boolean): number {
    const restore = isNew ? null : hideFromApplication(this.#server, req);
    this.#serverState.handedOver = res;
    try {
      return this.#nodeOnIncoming(req, res.shouldKeepAlive);
    } finally {
      this.#serverState.handedOver = null;
      restore?.();
    }
  }
}

/**
 * The listeners of a response that has only Node's. They inherit nothing, but have a prototype: V8 would make a record without one a hash
 * table, which takes several times as long to create and to read.
 */
const FirstListener = function FirstListener(this: { finish: unknown }, finish: unknown): void {
  this.finish = finish;
} as unknown as new (
  finish: unknown,
) => object;
makeBare(FirstListener);

/** Gives a function the name and look of a bound one of Node. */
function asBound<Fn extends (...args: any[]) => unknown>(name: string, fn: Fn): Fn {
  return Object.defineProperty(fn, 'name', { configurable: true, value: `bound ${name}` });
}

/** Puts a listener of `finish` in the place of another, unless users have removed that. */
function replaceListener(events: any, listener: unknown, replacement: unknown): void {
  const { finish } = events;
  if (finish === listener) events.finish = replacement;
  else if (Array.isArray(finish) && finish.includes(listener)) finish[finish.indexOf(listener)] = replacement;
}
