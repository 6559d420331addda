import diagnostics from 'node:diagnostics_channel';
import type http from 'node:http';
import type { EndsConnection } from '../contracts/connection.js';
import type { ConnectionInternals, ExchangeInternals } from '../node-internals.js';
import { kConnection } from '../symbols.js';

/*
 * What a connection does with each request, from the parser to the socket, while nobody observes it.
 *
 * Node calls `parser.onIncoming` for each request. Its own function creates the response and wires both messages: listeners on the
 * response and on the socket, lists of what is in flight, a timer. When the response has been written, all of that is undone in five
 * ticks. Most of it serves listeners that nobody has added. So `onIncoming` is replaced here: the response gets the fields that Node
 * sets, and is not wired. If it is sent whole, by `end` below, both messages get the fields that they finally have in Node.
 *
 * Whenever anything else happens, the exchange is handed over to Node: its own function is called with the same request and response.
 * The moments are: somebody uses the events of the response, its `write` or its `end`; another request arrives before this one is
 * done; the connection is closed or times out; the request has a body that was not read.
 */

/** What a connection needs to know about its server. */
export interface ConnectionOwner {
  readonly server: http.Server;
  /** Whether the request that Node has just created has the application's prototypes. */
  readonly isOwn: boolean;
  /** The response that the server's class of responses returns, instead of a new one, while an exchange is handed over. */
  handedOver: object | null;
  createResponse(req: any, options: object): any;
  /** Whether nobody has replaced a method that Node would call after the application got the messages. */
  hasNoLateOverrides(): boolean;
}

enum State {
  /** Between two requests. */
  Idle,
  /** A request has arrived. */
  Open,
  /** The response has been passed to the socket, and has not been written yet. */
  Ended,
}

/** Null until the fast path has been tried out, and if it is off. */
let internals: ExchangeInternals | null = null;

/** Takes connections over from now on. */
export function enableConnections(found: ExchangeInternals): void {
  internals = found;
}

/** Whether connections are taken over. */
export function areConnectionsTaken(): boolean {
  return internals !== null;
}

const finishChannel = diagnostics.channel('http.server.response.finish');

type Socket = ConnectionInternals & Record<PropertyKey, any>;

/** Takes a connection over, if it is as Node's server has left it. Called before `onIncoming`, for each request. */
export function takeConnection(owner: ConnectionOwner, socket: Socket | null): void {
  const parser: any = socket?.parser;
  if (!parser || internals === null || parser.onIncoming?.[kConnection] !== undefined) return;
  const nodeOnClose = closeListenerOf(socket!);
  if (nodeOnClose === null || parser.onIncoming?.name !== 'bound parserOnIncoming') return;
  const connection = new Connection(owner, socket!, parser, internals);
  connection.listenToClose(nodeOnClose);
  parser.onIncoming = connection.onIncoming;
}

/** Node's listener, if nobody else listens: the order of listeners could then be another one. */
function closeListenerOf(socket: Socket): ((...args: unknown[]) => void) | null {
  const listener = socket._events?.close;
  return typeof listener === 'function' && listener.name === 'bound socketOnClose' ? listener : null;
}

class Connection implements EndsConnection {
  readonly #owner: ConnectionOwner;
  readonly #server: any;
  readonly #socket: Socket;
  readonly #parser: any;
  readonly #internals: ExchangeInternals;
  readonly #nodeOnIncoming: (req: unknown, keepAlive: boolean) => number;
  /** What Node passes to the constructor of responses. */
  readonly #options: { highWaterMark: number; rejectNonStandardBodyWrites: unknown };

  readonly onIncoming: (req: unknown, keepAlive: boolean) => number;
  readonly #onPendingData: (amount: number) => void;
  readonly #onWritten: (error?: unknown) => void;
  /** The listeners of the socket's `close`, as they are between requests and while one is in flight. */
  #idleListener: unknown = null;
  #openListeners: unknown[] = [];

  #state: State = State.Idle;
  #req: any = null;
  #res: any = null;
  #hasBody = false;
  /** Whether the parser has been made to forget the request, because all of it has arrived and nobody reads it. */
  #isDetached = false;

  constructor(owner: ConnectionOwner, socket: Socket, parser: any, found: ExchangeInternals) {
    this.#owner = owner;
    this.#server = owner.server;
    this.#socket = socket;
    this.#parser = parser;
    this.#internals = found;
    this.#nodeOnIncoming = parser.onIncoming;
    this.#options = {
      highWaterMark: socket.writableHighWaterMark,
      rejectNonStandardBodyWrites: this.#server.rejectNonStandardBodyWrites,
    };
    this.onIncoming = hidden('parserOnIncoming', (req: unknown, keepAlive: boolean) =>
      this.#handleIncoming(req, keepAlive),
    );
    Object.defineProperty(this.onIncoming, kConnection, { value: this });
    this.#onPendingData = hidden('updateOutgoingData', (amount: number) => this.#queue(amount));
    Object.defineProperty(this.#onPendingData, kConnection, { value: this });
    this.#onWritten = (error) => this.#afterWrite(error);
  }

  listenToClose(nodeOnClose: (...args: unknown[]) => void): void {
    const connection = this;
    const socketOnClose = function (this: unknown, ...args: unknown[]): void {
      connection.#handOverToClose();
      nodeOnClose.apply(this, args);
    };
    // So that `listeners` lists Node's function, and `removeListener` finds it.
    (socketOnClose as any).listener = nodeOnClose;
    this.#idleListener = socketOnClose;
    this.#openListeners = [socketOnClose, this.#internals.onResponseClose];
    this.#socket._events.close = socketOnClose;
  }

  /** Called by Node's parser when the headers of a request have arrived. */
  #handleIncoming(req: any, keepAlive: boolean): number {
    if (this.#state !== State.Idle) this.handOver();
    else if (this.#owner.isOwn && keepAlive && this.#canStart(req)) return this.#start(req);
    return this.#nodeOnIncoming(req, keepAlive);
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
      socket._events.close === this.#idleListener &&
      !socket._paused &&
      socket._writableState.needDrain !== true &&
      !(server.maxRequestsPerSocket > 0) &&
      !server.timeout &&
      server.httpAllowHalfOpen === false &&
      typeof server.keepAliveTimeout === 'number' &&
      server.keepAliveTimeout >= 0 &&
      !server[this.#internals.kOptimizeEmptyRequests] &&
      this.#owner.hasNoLateOverrides() &&
      this.#readHeaders(req.rawHeaders)
    );
  }

  /** Whether the headers have a host, and expect nothing. Without parsing them, which takes longer the more there are. */
  #readHeaders(rawHeaders: string[]): boolean {
    let hasHost = false;
    let hasBody = false;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!;
      switch (name.length) {
        case 4:
          if (name === 'Host' || name.toLowerCase() === 'host') hasHost = true;
          break;
        case 6:
          if (name.toLowerCase() === 'expect') return false;
          break;
        case 14:
          if (name.toLowerCase() === 'content-length') hasBody = true;
          break;
        case 17:
          if (name.toLowerCase() === 'transfer-encoding') hasBody = true;
          break;
        default:
      }
    }
    this.#hasBody = hasBody;
    return hasHost;
  }

  #start(req: any): number {
    const server = this.#server;
    const socket = this.#socket;
    const { kUniqueHeaders, kStatistics } = this.#internals;
    this.#options.rejectNonStandardBodyWrites = server.rejectNonStandardBodyWrites;
    const res = this.#owner.createResponse(req, this.#options);
    if (res[kStatistics] !== undefined || res._traceEventId !== undefined) {
      // Somebody measures responses.
      return this.#callNode(req, res, true);
    }
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res._onPendingData = this.#onPendingData;
    res.shouldKeepAlive = true;
    res[kUniqueHeaders] = server[kUniqueHeaders];
    res._events = new Proxy(res, LATE_EVENTS);
    res._eventsCount = 1;
    if (this.#hasIdleTimer()) socket.timeout = 0;
    socket._httpMessage = res;
    socket._events.close = this.#openListeners;
    res.socket = socket;
    this.#req = req;
    this.#res = res;
    this.#state = State.Open;
    this.#isDetached = false;
    server.emit('request', req, res);
    if (this.#req === req) this.#leaveHandler(req);
    return 0;
  }

  /** The application has returned, and the exchange has not been handed over. */
  #leaveHandler(req: any): void {
    if (this.#state === State.Open) {
      // A timer is only left running, and not counted, while nothing can wait for it.
      if (this.#socket.timeout === 0 && this.#hasIdleTimer()) this.#socket.setTimeout(0);
    } else if (!this.#hasBody && this.#isUnread(req)) {
      this.#parser.incoming = null;
      req.complete = true;
      this.#isDetached = true;
    }
  }

  /** Whether a request without a body is as the application got it. */
  #isUnread(req: any): boolean {
    const { kAbortController } = this.#internals;
    const state = req._readableState;
    return (
      req._eventsCount === 0 &&
      req._consuming === false &&
      req._dumped === false &&
      state.flowing === null &&
      state.length === 0 &&
      state.destroyed === false &&
      (kAbortController === undefined || req[kAbortController] === null)
    );
  }

  /** Whether all of a body has been read. */
  #isRead(req: any): boolean {
    const { kAbortController } = this.#internals;
    return (
      req._consuming === true &&
      req.readableEnded === true &&
      (kAbortController === undefined || req[kAbortController] === null)
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
      !(this.#hasBody ? this.#isRead(this.#req) : this.#isUnread(this.#req) || this.#isRead(this.#req))
    ) {
      return false;
    }
    this.#state = State.Ended;
    res._headerSent = true;
    res.finished = true;
    socket.write(text, 'latin1', this.#onWritten);
    return true;
  }

  /** Called by the socket: now Node would emit `finish`. */
  #afterWrite(error: unknown): void {
    // After an error, Node emits no `finish`: the connection is being closed.
    if (this.#state !== State.Ended || error) return;
    const req = this.#req;
    if (finishChannel.hasSubscribers) {
      this.handOver();
    } else if (this.#isUnread(req) && !this.#hasBody) {
      this.#finishUnread(req);
      this.#finish();
    } else if (this.#isRead(req)) {
      if (this.#parser.incoming === req) this.#parser.incoming = null;
      this.#finish();
    } else {
      this.handOver();
    }
  }

  /** What is left of a request that Node has dumped. */
  #finishUnread(req: any): void {
    const { kState, finalState, kAbortSignalDetached, requestOnEnd } = this.#internals;
    req._dumped = true;
    req.complete = true;
    req._readableState[kState] = finalState;
    if (kAbortSignalDetached !== undefined) req[kAbortSignalDetached] = true;
    const onEnd = requestOnEnd();
    if (onEnd !== undefined) {
      req._events.end = onEnd;
      req._eventsCount = 1;
    }
    if (this.#parser.incoming === req) this.#parser.incoming = null;
  }

  #finish(): void {
    const res = this.#res;
    const socket = this.#socket;
    const { kWritableFinished } = this.#internals;
    if (kWritableFinished !== undefined) res[kWritableFinished] = true;
    this.#release();
    socket._httpMessage = null;
    res.socket = null;
    res.destroyed = true;
    res._closed = true;
    this.#startIdleTimer();
  }

  /** Forgets the exchange, and the listener of its response. */
  #release(): void {
    const socket = this.#socket;
    const { close } = socket._events;
    if (close === this.#openListeners && this.#openListeners.length === 2) {
      socket._events.close = this.#idleListener;
    } else {
      // Others listen now, too.
      this.#openListeners = [this.#idleListener, this.#internals.onResponseClose];
      socket.removeListener('close', this.#internals.onResponseClose);
    }
    this.#state = State.Idle;
    this.#req = null;
    this.#res = null;
  }

  /** Whether the timer that Node starts after a response is running. */
  #hasIdleTimer(): boolean {
    const timer = this.#socket[this.#internals.kTimeout];
    return timer != null && timer._destroyed === false && timer._idleTimeout === this.#idleTime();
  }

  #idleTime(): number {
    const { keepAliveTimeout, keepAliveTimeoutBuffer: buffer } = this.#server;
    return keepAliveTimeout + (Number.isFinite(buffer) && buffer >= 0 ? buffer : 1000);
  }

  /**
   * Node starts a timer after each response, and stops it when the next request arrives. Reading and writing restarts a timer anyway, so
   * it is left running for requests to which the application responds at once.
   */
  #startIdleTimer(): void {
    const socket = this.#socket;
    if (!this.#server.keepAliveTimeout) return;
    if (this.#hasIdleTimer() && socket.timeout === 0) socket.timeout = this.#idleTime();
    else socket.setTimeout(this.#idleTime());
  }

  /** A response waits with data before it is wired. */
  #queue(amount: number): void {
    const res = this.#res;
    if (res === null) return;
    this.handOver();
    res._onPendingData(amount);
  }

  /** Whether a response is the one in flight. */
  isOpen(res: unknown): boolean {
    return res === this.#res;
  }

  #handOverToClose(): void {
    if (this.#state !== State.Idle) this.#handOver();
  }

  /** Lets Node's own functions do for the exchange what they do for any other. */
  handOver(): void {
    const hasEnded = this.#state === State.Ended;
    const res = this.#res;
    this.#handOver();
    // Node emits `finish` when the bytes that have been passed to the socket are written.
    if (hasEnded) {
      res.finished = false;
      this.#internals.end.call(res);
    }
  }

  #handOver(): void {
    const req = this.#req;
    const res = this.#res;
    const socket = this.#socket;
    const { kNeedDrain, kUniqueHeaders, kTimeout } = this.#internals;
    if (this.#isDetached) this.#attach(req);
    if (socket.timeout === 0 && this.#hasIdleTimer()) socket.setTimeout(0);
    this.#release();
    res._events = { __proto__: null };
    res._eventsCount = 0;
    const isAssigned = res.socket === socket && socket._httpMessage === res;
    socket._httpMessage = null;
    const { finished, _keepAliveTimeout, _maxRequestsPerSocket } = res;
    const [needDrain, uniqueHeaders] = [res[kNeedDrain], res[kUniqueHeaders]];
    const { timeout } = socket;
    const timer = socket[kTimeout];
    res.finished = false;
    res[kNeedDrain] = false;
    try {
      this.#callNode(req, res, false);
    } finally {
      res.finished = finished;
      res[kNeedDrain] = needDrain;
      res._keepAliveTimeout = _keepAliveTimeout;
      res._maxRequestsPerSocket = _maxRequestsPerSocket;
      res[kUniqueHeaders] = uniqueHeaders;
      if (!isAssigned) res.detachSocket(socket);
      if (socket.timeout !== timeout || socket[kTimeout] !== timer) socket.setTimeout(timeout);
    }
  }

  /** Lets the parser know a request again that it was made to forget. */
  #attach(req: any): void {
    this.#isDetached = false;
    if (this.#parser.incoming === null) this.#parser.incoming = req;
    req.push(null);
  }

  /** Calls Node's function with an existing response. `isNew` if the application has not got them yet. */
  #callNode(req: any, res: any, isNew: boolean): number {
    const events = this.#server._events;
    const { request } = events;
    const { httpVersionMajor } = req;
    this.#owner.handedOver = res;
    if (!isNew) {
      // Node checks the headers of HTTP/1.1, which the application may have changed, and then calls the application.
      req.httpVersionMajor = 0;
      events.request = ignoreRequest;
    }
    try {
      return this.#nodeOnIncoming(req, res.shouldKeepAlive);
    } finally {
      this.#owner.handedOver = null;
      if (!isNew) {
        req.httpVersionMajor = httpVersionMajor;
        events.request = request;
      }
    }
  }
}

function ignoreRequest(): void {}

/** Gives a function the name and look of a bound one of Node. */
function hidden<Fn extends (...args: any[]) => unknown>(name: string, fn: Fn): Fn {
  return Object.defineProperty(fn, 'name', { configurable: true, value: `bound ${name}` });
}

/** Hands the exchange of a response over, and returns its listeners. The response may also be one that is done. */
function eventsOf(res: any): any {
  const connection: Connection | undefined = res._onPendingData[kConnection];
  if (connection === undefined) return res._events;
  if (connection.isOpen(res)) {
    connection.handOver();
  } else {
    res._onPendingData = () => {};
    res._events = { __proto__: null };
    res._eventsCount = 0;
  }
  return res._events;
}

/** What stands for the listeners of a response until somebody looks at them. */
const LATE_EVENTS: ProxyHandler<any> = {
  get: (res, name) => eventsOf(res)[name],
  set: (res, name, value) => Reflect.set(eventsOf(res), name, value),
  has: (res, name) => name in eventsOf(res),
  deleteProperty: (res, name) => delete eventsOf(res)[name],
  ownKeys: (res) => Reflect.ownKeys(eventsOf(res)),
  getOwnPropertyDescriptor: (res, name) => {
    const own = Reflect.getOwnPropertyDescriptor(eventsOf(res), name);
    return own && { ...own, configurable: true };
  },
  defineProperty: (res, name, descriptor) => Reflect.defineProperty(eventsOf(res), name, descriptor),
  getPrototypeOf: (res) => Reflect.getPrototypeOf(eventsOf(res)),
};
