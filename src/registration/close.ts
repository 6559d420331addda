import type { Server } from 'node:http';
import net from 'node:net';
import { Drain, FAILURE } from './drain.js';

export interface CloseOptions {
  /** Milliseconds after which connections that are still open are cut; without it they are waited for. */
  readonly timeout?: number | undefined;
  /** Milliseconds for which idle connections may bring one more request; without it they end at once. */
  readonly idle?: number | undefined;
}

type Callback = (error?: unknown) => void;

/** The servers that an application has opened, each with its connections. */
const opened = new WeakMap<object, Set<Drain>>();

/** Remembers a server that `listen` makes for an application, as long as it is open. */
export function track(app: unknown, server: Server): Server {
  // Somebody who tests what is listened to has put something else in its place, or has called `listen` on nothing.
  if (!(server instanceof net.Server) || Object(app) !== app) return server;
  const drain = new Drain(server);
  let drains = opened.get(app as object);
  if (drains === undefined) opened.set(app as object, (drains = new Set()));
  const own = drains;
  const add = () => own.add(drain);
  add();
  // A server that could not listen may be told to try again.
  server.on('listening', add);
  server.on('close', () => own.delete(drain));
  server.on(FAILURE, () => {
    if (!server.listening) own.delete(drain);
  });
  return server;
}

/** Gives an application `close`, where listings do not show it, unless somebody has given it one already. */
export function defineClose(app: object): void {
  const asyncDispose = (Symbol as { asyncDispose?: symbol }).asyncDispose;
  for (const [key, value] of [['close', close], ...(asyncDispose ? [[asyncDispose, dispose]] : [])]) {
    if (!Object.hasOwn(app, key as string)) {
      Object.defineProperty(app, key as string, { configurable: true, writable: true, value });
    }
  }
}

/**
 * Close the servers that `app.listen` opened: what has arrived is answered, nobody new is let in, and connections on which
 * nothing is under way are closed.
 *
 * @example process.once('SIGTERM', () => app.close({ idle: 5_000, timeout: 10_000 }));
 */
function close(this: object, ...args: [CloseOptions?, Callback?] | [Callback?]): Promise<void> {
  const callback = args.find((arg) => typeof arg === 'function') as Callback | undefined;
  const options = typeof args[0] === 'function' ? undefined : (args[0] as CloseOptions | undefined);
  const [timeout, idle] = [readTime(options, 'timeout'), readTime(options, 'idle')];
  const closed = closeAll([...(opened.get(this) ?? [])], timeout, idle);
  // On the next turn, so that what the callback throws is not a rejection of ours.
  if (callback) closed.then(() => process.nextTick(callback));
  return closed;
}

function dispose(this: { close(): Promise<void> }): Promise<void> {
  return this.close();
}

async function closeAll(
  drains: readonly Drain[],
  timeout: number | undefined,
  idle: number | undefined,
): Promise<void> {
  const finished = drains.map((drain) => drain.finish());
  const dismiss = () => {
    for (const drain of drains) drain.dismiss();
  };
  const cut = () => {
    for (const drain of drains) drain.cut();
  };
  if (!idle) dismiss();
  const timers = [later(idle, dismiss), later(timeout, cut)];
  await Promise.all(finished);
  timers.forEach(clearTimeout);
}

function later(milliseconds: number | undefined, act: () => void): NodeJS.Timeout | undefined {
  return milliseconds === undefined ? undefined : setTimeout(act, milliseconds);
}

function readTime(options: CloseOptions | undefined, name: 'timeout' | 'idle'): number | undefined {
  const time = options?.[name];
  if (time === undefined || (typeof time === 'number' && time >= 0 && time <= LONGEST)) return time;
  const article = name === 'idle' ? 'an' : 'a';
  throw new TypeError(
    `close() takes ${article} ${name} in milliseconds, from 0 to ${LONGEST}, but got ${String(time)}`,
  );
}

/** What a timer of Node can wait; a longer time would end at once. */
const LONGEST = 2 ** 31 - 1;
