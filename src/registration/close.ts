import { errorMonitor } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface CloseOptions {
  /** Milliseconds after which connections that are still open are cut; without it they are waited for. */
  readonly timeout?: number | undefined;
}

/** The event of an error, for those who only watch; the types of servers do not know it. */
const FAILURE = errorMonitor as unknown as 'error';

type Callback = (error?: unknown) => void;

/** The servers that an application has opened, each with its connections. */
const opened = new WeakMap<object, Set<Drain>>();

/** Remembers a server that `listen` makes for an application, as long as it is open. */
export function track<S extends Server>(app: object, server: S): S {
  const drain = new Drain(server);
  let drains = opened.get(app);
  if (drains === undefined) opened.set(app, (drains = new Set()));
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
 * Close the servers that `app.listen` opened: nobody new is let in, answers under way are finished, and connections on
 * which nothing is under way are closed.
 *
 * @example process.once('SIGTERM', () => app.close({ timeout: 10_000 }));
 */
function close(this: object, ...args: [CloseOptions?, Callback?] | [Callback?]): Promise<void> {
  const callback = args.find((arg) => typeof arg === 'function') as Callback | undefined;
  const timeout = readTimeout(typeof args[0] === 'function' ? undefined : (args[0] as CloseOptions));
  const closed = closeAll([...(opened.get(this) ?? [])], timeout);
  // On the next turn, so that what the callback throws is not a rejection of ours.
  if (callback) closed.then(() => process.nextTick(callback));
  return closed;
}

function dispose(this: { close(): Promise<void> }): Promise<void> {
  return this.close();
}

async function closeAll(drains: readonly Drain[], timeout: number | undefined): Promise<void> {
  const cut = () => {
    for (const drain of drains) drain.cut();
  };
  const timer = timeout === undefined ? undefined : setTimeout(cut, timeout);
  await Promise.all(drains.map((drain) => drain.finish()));
  clearTimeout(timer);
}

function readTimeout(options: CloseOptions | undefined): number | undefined {
  const timeout = options?.timeout;
  if (timeout === undefined || (typeof timeout === 'number' && timeout >= 0 && timeout <= LONGEST))
    return timeout;
  throw new TypeError(
    `close() takes a timeout in milliseconds, from 0 to ${LONGEST}, but got ${String(timeout)}`,
  );
}

/** What a timer of Node can wait; a longer time would end at once. */
const LONGEST = 2 ** 31 - 1;

/** A response that Node has not detached from its connection yet. */
type Message = ServerResponse & { finished: boolean };
type Connection = Socket & { _httpMessage?: Message | null };

/** A server on its way from open to closed. */
class Drain {
  readonly #server: Server;
  readonly #sockets = new Set<Connection>();
  /** It has been opened: if it does not listen any more, it is closing already. */
  #isOpen = false;
  #finished: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('listening', () => {
      this.#isOpen = true;
    });
    server.on('close', () => {
      this.#isOpen = false;
    });
    server.on('connection', (socket: Connection) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Resolves when its last connection is gone. */
  finish(): Promise<void> {
    this.#finished ??= this.#run().finally(() => {
      this.#finished = undefined;
    });
    return this.#finished;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #run(): Promise<void> {
    const server = this.#server;
    if (!server.listening && !this.#isOpen && !(await opens(server))) return;
    const closed = new Promise<void>((resolve) => server.once('close', resolve));
    if (server.listening) {
      server.prependListener('request', retireRequest);
      server.once('close', () => server.off('request', retireRequest));
      this.#closeServer();
    }
    for (const socket of this.#sockets) retire(socket);
    await closed;
  }

  /**
   * Node's own `close` ends connections that it takes to be idle, among them those whose answer has been ended but not
   * written out yet, of which the client would miss the rest. For a moment those look as if they had not been ended.
   */
  #closeServer(): void {
    const ended = [...this.#sockets].flatMap(({ _httpMessage: message }) =>
      message?.finished ? message : [],
    );
    for (const message of ended) message.finished = false;
    this.#server.close();
    for (const message of ended) message.finished = true;
  }
}

/** Whether a server that is about to listen does so in the end. */
function opens(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('listening', () => resolve(true));
    server.once('close', () => resolve(false));
    server.once(FAILURE, () => resolve(false));
  });
}

/** Closes a connection after the answer that is under way on it. */
function retire(socket: Connection): void {
  const message = socket._httpMessage;
  if (message) retireAnswer(socket, message);
  // Browsers open connections in advance. To Node these are busy with a request of which nothing has come yet.
  else if (socket.bytesRead === 0) socket.destroy();
}

function retireRequest(req: IncomingMessage, res: ServerResponse): void {
  retireAnswer(req.socket, res);
}

function retireAnswer(socket: Connection, message: ServerResponse): void {
  if (!message.headersSent) message.shouldKeepAlive = false;
  // By then Node has put the answer to the next of several requests in its place, if there is one.
  message.once('finish', () => (socket._httpMessage ? retire(socket) : socket.destroySoon()));
}
