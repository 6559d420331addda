import process from 'node:process';
import { clearInterval, setInterval } from '../timers.js';

// Taken when loaded: tests of applications replace them later.
const { floor, max } = Math;

/** A connection between two requests, as this list needs it. */
export interface IdleConnection {
  previous: IdleConnection | null;
  next: IdleConnection | null;
  /** When its time is over, by the clock of the list. */
  deadline: number;
  /** Called soon after it was added. */
  onFirstLook(): void;
  /** Called when its time is over. */
  onIdleTimeout(): void;
}

/** The clock and the timer that a list uses. Tests have others. */
export interface Clock {
  now(): number;
  setInterval(callback: () => void, milliseconds: number): { unref(): unknown };
  clearInterval(timer: any): void;
}

// Taken when loaded, because tests of applications replace it later. Not `performance`, whose module would have to be loaded.
const { bigint } = process.hrtime;
const here: Clock = { now: () => Number(bigint()) / 1e6, setInterval, clearInterval };

/** A connection is closed at most about a twentieth of the keep-alive time late: it waits for the first look, and for the last. */
const PRECISION = 40;
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
 *
 * The time of a connection begins with the first look at it, because reading the clock for each response would cost too much.
 */
export class IdleConnections {
  readonly milliseconds: number;
  readonly #clock: Clock;
  readonly #timer: { unref(): unknown };
  #members = 0;
  #first: IdleConnection | null = null;
  #last: IdleConnection | null = null;
  /** The first of those that were added after the last look. */
  #firstNew: IdleConnection | null = null;

  constructor(milliseconds: number, clock: Clock = here) {
    this.milliseconds = milliseconds;
    this.#clock = clock;
    const interval = max(MIN_INTERVAL, floor(milliseconds / PRECISION));
    this.#timer = clock.setInterval(() => this.#look(), interval);
    this.#timer.unref();
  }

  join(): void {
    this.#members++;
  }

  leave(): void {
    if (--this.#members > 0) return;
    this.#clock.clearInterval(this.#timer);
    lists.delete(this.milliseconds);
  }

  add(connection: IdleConnection): void {
    connection.previous = this.#last;
    if (this.#last === null) this.#first = connection;
    else this.#last.next = connection;
    this.#last = connection;
    this.#firstNew ??= connection;
  }

  remove(connection: IdleConnection): void {
    const { previous, next } = connection;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    if (this.#firstNew === connection) this.#firstNew = next;
    connection.previous = null;
    connection.next = null;
  }

  #look(): void {
    const now = this.#clock.now();
    for (let one = this.#firstNew; one !== null; one = one.next) {
      one.deadline = now + this.milliseconds;
      one.onFirstLook();
    }
    this.#firstNew = null;
    while (this.#first !== null && this.#first !== this.#firstNew && this.#first.deadline <= now)
      this.#first.onIdleTimeout();
  }
}
