import type { Server } from 'node:http';
import net from 'node:net';
import { Drain, watchStart } from './drain.js';

export interface CloseOptions {
  /** Milliseconds after which open connections are destroyed; without it, `close` waits for them. */
  readonly timeout?: number | undefined;
  /** Milliseconds for which idle connections may send one more request; without it they are closed immediately. */
  readonly idle?: number | undefined;
}

type Callback = (error?: unknown) => void;

/** The servers of each application. References are weak, because in tests an application outlives many servers. */
const opened = new WeakMap<object, Set<WeakRef<Server>>>();
const drains = new WeakMap<Server, Drain>();

/** Records a server on which an application listens. No listener is added to it, because Express adds none. */
export function trackServer(app: unknown, server: Server): void {
  // Users' tests mock `http.createServer`, and call `listen` without an application.
  if (!(server instanceof net.Server) || Object(app) !== app) return;
  let servers = opened.get(app as object);
  if (servers === undefined) opened.set(app as object, (servers = new Set()));
  for (const known of servers) if (known.deref() === undefined) servers.delete(known);
  servers.add(new WeakRef(server));
  watchStart(server);
}

/** Defines a non-enumerable `app.close`, unless the application has one. */
export function defineClose(app: object): void {
  const asyncDispose = (Symbol as { asyncDispose?: symbol }).asyncDispose;
  for (const [key, value] of [['close', close], ...(asyncDispose ? [[asyncDispose, dispose]] : [])]) {
    if (!Object.hasOwn(app, key as string)) {
      Object.defineProperty(app, key as string, { configurable: true, writable: true, value });
    }
  }
}

/**
 * Close the servers that `app.listen` opened: requests that have arrived get their response, new connections are not accepted,
 * and idle ones are closed.
 *
 * @example process.once('SIGTERM', () => app.close({ idle: 5_000, timeout: 10_000 }));
 */
function close(this: object, ...args: [CloseOptions?, Callback?] | [Callback?]): Promise<void> {
  const callback = args.find((arg) => typeof arg === 'function') as Callback | undefined;
  const options = typeof args[0] === 'function' ? undefined : (args[0] as CloseOptions | undefined);
  const [timeout, idle] = [readMilliseconds(options, 'timeout'), readMilliseconds(options, 'idle')];
  const closed = closeAll(drainsOf(this), timeout, idle);
  // In a separate tick, because an error thrown by the callback must not reject the promise.
  if (callback) closed.then(() => process.nextTick(callback));
  return closed;
}

function drainsOf(app: object): Drain[] {
  return [...(opened.get(app) ?? [])].flatMap((reference) => {
    const server = reference.deref();
    if (server === undefined) return [];
    let drain = drains.get(server);
    if (drain === undefined) drains.set(server, (drain = new Drain(server)));
    return drain;
  });
}

function dispose(this: { close(): Promise<void> }): Promise<void> {
  return this.close();
}

async function closeAll(
  drains: readonly Drain[],
  timeout: number | undefined,
  idle: number | undefined,
): Promise<void> {
  const closed = drains.map((drain) => drain.close());
  const closeIdle = () => {
    for (const drain of drains) drain.closeIdle();
  };
  const destroyConnections = () => {
    for (const drain of drains) drain.destroyConnections();
  };
  if (!idle) closeIdle();
  const timers = [startTimer(idle, closeIdle), startTimer(timeout, destroyConnections)];
  await Promise.all(closed);
  timers.forEach(clearTimeout);
}

function startTimer(milliseconds: number | undefined, act: () => void): NodeJS.Timeout | undefined {
  return milliseconds === undefined ? undefined : setTimeout(act, milliseconds);
}

function readMilliseconds(options: CloseOptions | undefined, name: 'timeout' | 'idle'): number | undefined {
  const time = options?.[name];
  if (time === undefined || (typeof time === 'number' && time >= 0 && time <= MAX_TIMEOUT)) return time;
  const article = name === 'idle' ? 'an' : 'a';
  throw new TypeError(
    `close() takes ${article} ${name} in milliseconds, from 0 to ${MAX_TIMEOUT}, but got ${String(time)}`,
  );
}

/** The maximum delay of a timer in Node. With a longer delay, it fires immediately. */
const MAX_TIMEOUT = 2 ** 31 - 1;
