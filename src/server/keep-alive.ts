/** How long a connection waits for its next request: what Node does with a timer of the socket, by a place in a list. */
import type { Server } from 'node:http';
import type { ExchangeInternals } from '../node-internals.js';
import { type IdleConnection, type IdleConnections, joinIdleConnections } from './idle-connections.js';

/** Node's timers cannot wait any longer. */
const MAX_TIMEOUT = 2 ** 31 - 1;

type AnyServer = Server & { readonly keepAliveTimeoutBuffer?: number };

export class KeepAlive implements IdleConnection {
  readonly #server: AnyServer;
  readonly #socket: any;
  readonly #internals: ExchangeInternals;

  previous: IdleConnection | null = null;
  next: IdleConnection | null = null;
  deadline = 0;
  /** Null while the connection has not been idle yet, and when it is closed or upgraded. */
  #idleConnections: IdleConnections | null = null;
  /** Whether the last request is done and the next has not arrived, and whether the connection is in the list then. */
  #isIdle = false;
  #isListed = false;
  /** Whether Node has handled the last request, and started its own timer; undefined if that is not known. */
  #hasNodesTimer: boolean | undefined;
  /** How many bytes had been read and written when the connection was looked at first. */
  #bytesRead = 0;
  #bytesWritten = 0;

  constructor(server: AnyServer, socket: any, internals: ExchangeInternals) {
    this.#server = server;
    this.#socket = socket;
    this.#internals = internals;
  }

  /** Whether the server has a time that Node accepts as it is. */
  isPossible(): boolean {
    const { keepAliveTimeout } = this.#server;
    return Number.isFinite(keepAliveTimeout) && keepAliveTimeout >= 0 && this.#idleTime() <= MAX_TIMEOUT;
  }

  /** How long Node keeps an idle connection, in milliseconds. */
  #idleTime(): number {
    const { keepAliveTimeout, keepAliveTimeoutBuffer: buffer = 1000 } = this.#server;
    return keepAliveTimeout + (Number.isFinite(buffer) && buffer >= 0 ? buffer : 1000);
  }

  /** Called when a request arrives: after the response, the timer would be created in the asynchronous context of the handler. */
  #join(): void {
    const time = this.#idleTime();
    if (this.#idleConnections?.milliseconds === time) return;
    this.#idleConnections?.leave();
    this.#idleConnections = joinIdleConnections(time);
  }

  /** A response is done. Does what Node does by `socket.setTimeout`. */
  beginIdle(): void {
    const socket = this.#socket;
    if (!this.#server.keepAliveTimeout || socket.destroyed) return;
    const list = this.#idleConnections;
    this.#isIdle = true;
    if (list === null || this.#idleTime() !== list.milliseconds) {
      socket.setTimeout(this.#idleTime());
      return;
    }
    // Users may have started a timer.
    if (socket[this.#internals.kTimeout]?._destroyed === false) socket.setTimeout(0);
    socket.timeout = list.milliseconds;
    this.#isListed = true;
    list.add(this);
  }

  /** A request has arrived. Does what Node does then: it stops its timer, or one that users have started meanwhile. */
  endIdle(): void {
    if (!this.#isIdle) return;
    const socket = this.#socket;
    const time = this.#server.timeout || 0;
    this.#isIdle = false;
    const wasListed = this.#isListed;
    if (wasListed) this.#leaveList();
    const isSeen = socket.setTimeout !== this.#internals.methods.socket.setTimeout;
    if (wasListed && !isSeen && time === 0 && socket.timeout === this.#idleConnections!.milliseconds)
      socket.timeout = 0;
    else socket.setTimeout(time);
  }

  #leaveList(): void {
    this.#isListed = false;
    this.#idleConnections!.remove(this);
  }

  onFirstLook(): void {
    this.#bytesRead = this.#socket.bytesRead;
    this.#bytesWritten = this.#socket.bytesWritten;
  }

  onIdleTimeout(): void {
    const socket = this.#socket;
    const list = this.#idleConnections!;
    this.#leaveList();
    // Otherwise users have set another time.
    if (socket.timeout !== list.milliseconds) return;
    if (socket.bytesRead === this.#bytesRead && socket.bytesWritten === this.#bytesWritten) {
      socket._onTimeout();
      return;
    }
    // A part of a request has arrived, or users have written something, which would have restarted the timer.
    this.#isListed = true;
    list.add(this);
  }

  /** Node handles the request, and may start its own timer after the response. */
  leaveToNode(): void {
    this.#hasNodesTimer = true;
  }

  /** The request is not left to Node, which would have stopped its timer. */
  takeFromNode(): void {
    if (this.#hasNodesTimer !== false) this.#stopNodesTimer();
    this.#join();
  }

  #stopNodesTimer(): void {
    const socket = this.#socket;
    const isNodes =
      this.#hasNodesTimer === true ? this.#server.keepAliveTimeout > 0 : socket.timeout === this.#idleTime();
    this.#hasNodesTimer = false;
    if (isNodes && socket.timeout) socket.setTimeout(0);
  }

  /** The connection is closed, or is not one for requests any longer. */
  leave(): void {
    if (this.#isListed) this.#leaveList();
    this.#isIdle = false;
    this.#idleConnections?.leave();
    this.#idleConnections = null;
  }
}
