import { clearInterval, setInterval } from '../timers.js';

/** A connection between two requests, as this list needs it. */
export interface IdleConnection {
  previous: IdleConnection | null;
  next: IdleConnection | null;
  /** The sweep in which its time is over. */
  lastSweep: number;
  /** Called when its time is over. */
  onIdleTimeout(): void;
}

/** A connection is closed at most about a twentieth of the keep-alive time late. */
const PRECISION = 20;
const MIN_INTERVAL = 25;

const lists = new Map<number, IdleConnections>();

/** The list for a keep-alive time, in milliseconds; the connection leaves it by `leave`. */
export function joinIdleConnections(milliseconds: number): IdleConnections {
  let list = lists.get(milliseconds);
  if (list === undefined) lists.set(milliseconds, (list = new IdleConnections(milliseconds)));
  list.join();
  return list;
}

/**
 * The idle connections with the same keep-alive time, in the order in which it will be over. Node starts and stops a timer for each
 * response, and restarts it for each read and write, which costs 2 % of a short one. Here a single timer looks at the first of the list.
 * It runs as long as there are connections, so that it is not started in the asynchronous context of a request.
 */
export class IdleConnections {
  readonly milliseconds: number;
  readonly #timer: NodeJS.Timeout;
  readonly #sweeps: number;
  #members = 0;
  #first: IdleConnection | null = null;
  #last: IdleConnection | null = null;
  #sweep = 0;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
    const interval = Math.max(MIN_INTERVAL, Math.floor(milliseconds / PRECISION));
    // One more, because the first sweep may come at once.
    this.#sweeps = Math.ceil(milliseconds / interval) + 1;
    this.#timer = setInterval(() => this.#look(), interval);
    this.#timer.unref();
  }

  join(): void {
    this.#members++;
  }

  leave(): void {
    if (--this.#members > 0) return;
    clearInterval(this.#timer);
    lists.delete(this.milliseconds);
  }

  add(connection: IdleConnection): void {
    connection.lastSweep = this.#sweep + this.#sweeps;
    connection.previous = this.#last;
    if (this.#last === null) this.#first = connection;
    else this.#last.next = connection;
    this.#last = connection;
  }

  remove(connection: IdleConnection): void {
    const { previous, next } = connection;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    connection.previous = null;
    connection.next = null;
  }

  #look(): void {
    this.#sweep++;
    while (this.#first !== null && this.#first.lastSweep <= this.#sweep) this.#first.onIdleTimeout();
  }
}
