import { errorMonitor } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Connection, connectionsOf, listeningIdOf } from '../node-internals.js';
import { nextTurn } from '../timers.js';

/** `errorMonitor`, which the types of servers lack. */
const ERROR_MONITOR = errorMonitor as unknown as 'error';

type NodeResponse = NonNullable<Connection['_httpMessage']>;

/** The default backlog of `server.listen`. */
const BACKLOG = 511;

/**
 * Closes a server gracefully. Requests on accepted connections get their response. The last response on a connection has
 * `Connection: close`. On idle connections, or if the headers of the last response have already been sent, a request that the client
 * sends while the connection is being closed is lost. The option `idle` leaves time for such requests.
 */
export class Drain {
  readonly #server: Server;
  readonly #sockets = new Set<Connection>();
  #accepted = 0;
  /** The responses that were given `Connection: close`. */
  readonly #lastResponses = new WeakMap<Connection, NodeResponse>();
  readonly #onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    this.#closeAfter(req.socket, res as NodeResponse);
  };
  /** Idle connections are kept open. */
  #keepsIdle = true;
  #isClosingIdle = false;
  #closed: Promise<void> | undefined;

  readonly #onConnection = (socket: Connection): void => {
    this.#accepted++;
    this.#addSocket(socket);
  };

  constructor(server: Server) {
    this.#server = server;
  }

  /** Resolves when the last connection is closed. */
  close(): Promise<void> {
    this.#closed ??= this.#closeServer().finally(() => {
      this.#closed = undefined;
      this.#keepsIdle = true;
    });
    return this.#closed;
  }

  /** Closes idle connections, now and from now on. */
  closeIdle(): void {
    this.#keepsIdle = false;
    if (!this.#server.listening) this.#closeIdleSoon();
  }

  destroyConnections(): void {
    // No connection may be accepted afterwards.
    if (this.#server.listening) this.#stopListening();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #closeServer(): Promise<void> {
    const server = this.#server;
    if (isWaiting(server)) {
      await cancelListen(server);
      return;
    }
    this.#watchConnections();
    // A server that does not listen but has connections is already closing.
    if (!server.listening && this.#sockets.size === 0 && !(await waitUntilListening(server))) {
      server.off('connection', this.#onConnection);
      return;
    }
    const closed = new Promise<void>((resolve) => server.once('close', resolve));
    server.prependListener('request', this.#onRequest);
    for (const socket of this.#sockets)
      if (socket._httpMessage) this.#closeAfter(socket, socket._httpMessage);
    await this.#acceptWaiting();
    if (server.listening) this.#stopListening();
    if (!this.#keepsIdle) this.#closeIdleSoon();
    await closed;
    server.off('request', this.#onRequest);
    server.off('connection', this.#onConnection);
  }

  /** Adds listeners only when the server is closed: until then, it has the same listeners as with Express. */
  #watchConnections(): void {
    this.#server.on('connection', this.#onConnection);
    for (const socket of connectionsOf(this.#server)) this.#addSocket(socket);
  }

  #addSocket(socket: Connection): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Accepts the connections in the backlog, which would otherwise be reset. Node accepts one per tick of the event loop. */
  async #acceptWaiting(): Promise<void> {
    for (let turns = 0; turns < BACKLOG && this.#server.listening; turns++) {
      const accepted = this.#accepted;
      await waitForReads();
      if (this.#accepted === accepted) return;
    }
  }

  /** `server.close` calls `closeIdleConnections`, which drops requests that have arrived but have not been read. */
  #stopListening(): void {
    const server = this.#server;
    const { closeIdleConnections } = server;
    server.closeIdleConnections = () => {};
    server.close();
    server.closeIdleConnections = closeIdleConnections;
  }

  /** Closes a connection after this response and those that follow it. */
  #closeAfter(socket: Connection, response: NodeResponse): void {
    const { req } = response;
    const newest = socket.parser?.incoming ?? req;
    if (newest === req && response.shouldKeepAlive && !response.headersSent)
      this.#sendConnectionClose(socket, response);
    // Node would close the connection while the client is still sending, and the client would miss the response.
    response.prependOnceListener('finish', () => {
      if (!req.complete) response._last = false;
    });
    response.once('finish', () => this.#afterResponse(socket, response));
  }

  #sendConnectionClose(socket: Connection, response: NodeResponse): void {
    const former = this.#lastResponses.get(socket);
    if (former && !former.headersSent) former.shouldKeepAlive = true;
    response.shouldKeepAlive = false;
    this.#lastResponses.set(socket, response);
  }

  /** Called when a response has been sent. */
  #afterResponse(socket: Connection, response: NodeResponse): void {
    // Node has set `_httpMessage` to the response of the next pipelined request, if there is one.
    if (socket._httpMessage) this.#closeAfter(socket, socket._httpMessage);
    else if (!response.req.complete)
      response.req.once('close', () => this.#afterResponse(socket, response)).resume();
    else if (!response.shouldKeepAlive) socket.destroySoon();
    else if (!this.#keepsIdle) this.#closeIdleSoon();
  }

  /** Closes idle connections, after received data has been read. */
  async #closeIdleSoon(): Promise<void> {
    if (this.#isClosingIdle) return;
    this.#isClosingIdle = true;
    await waitForReads();
    this.#isClosingIdle = false;
    this.#closeIdleNow();
  }

  /**
   * Node considers a connection idle once its response has been ended, even if not all of it has been written, so `finished` is set
   * to false during the call. Node does not consider a connection idle if it has had no request yet. Browsers open such connections
   * in advance; they are closed here.
   */
  #closeIdleNow(): void {
    const ended = [...this.#sockets].flatMap(({ _httpMessage: response }) =>
      response?.finished ? response : [],
    );
    for (const response of ended) response.finished = false;
    this.#server.closeIdleConnections();
    for (const response of ended) response.finished = true;
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Servers whose `listen` is waiting for a DNS lookup or for the primary process of a cluster. */
const starting = new WeakMap<Server, Promise<boolean>>();
/** The same, with what tells whether they were closed since. */
const waiting = new WeakMap<Server, unknown>();

/** Called after `listen`: remembers that a server is about to listen. No listener is added to it, because Express adds none. */
export function watchStart(server: Server): void {
  if (server.listening) return;
  const id = listeningIdOf(server);
  if (id === undefined) watchStartByListeners(server);
  else waiting.set(server, id);
}

/** Whether a server may still be about to listen: it does not listen, and was not closed since it was told to. */
function isWaiting(server: Server): boolean {
  return !server.listening && waiting.has(server) && waiting.get(server) === listeningIdOf(server);
}

/** Where a waiting `listen` cannot be cancelled: remembers whether it succeeds. */
function watchStartByListeners(server: Server): void {
  const started = new Promise<boolean>((resolve) => {
    const end = (isListening: boolean): void => {
      server.off('listening', onListening).off('close', onFailure).off(ERROR_MONITOR, onFailure);
      starting.delete(server);
      resolve(isListening);
    };
    const onListening = (): void => end(true);
    const onFailure = (): void => end(false);
    server.on('listening', onListening).on('close', onFailure).on(ERROR_MONITOR, onFailure);
  });
  starting.set(server, started);
}

/** Node then forgets that it was told to listen. */
async function cancelListen(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.once('close', resolve));
  server.close();
  await closed;
}

async function waitUntilListening(server: Server): Promise<boolean> {
  return (await starting.get(server)) ?? false;
}

/** Resolves after a full tick of the event loop, when pending connections and data have been accepted and read. */
async function waitForReads(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
