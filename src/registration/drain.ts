import { errorMonitor } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** The event of an error, for those who only watch; the types of servers do not know it. */
export const FAILURE = errorMonitor as unknown as 'error';

/** A response, with what Node knows of it. */
type Answer = ServerResponse & { finished: boolean; _last: boolean };
/** A connection, with the answer whose turn it is on it, and what reads its requests. */
type Connection = Socket & {
  _httpMessage?: Answer | null;
  parser?: { incoming?: IncomingMessage | null } | null;
};

/** How many connections the system keeps for Node until it accepts them. */
const BACKLOG = 511;

/**
 * A server on its way from open to closed. Whoever has been let in is answered. The last answer on a connection says that
 * it is the last one, so that the client asks elsewhere; where that cannot be said any more, and where nothing is under
 * way, a client that asks at the moment in which its connection ends loses that request. Patience is for those.
 */
export class Drain {
  readonly #server: Server;
  readonly #sockets = new Set<Connection>();
  #accepted = 0;
  /** The answers that say they are the last. */
  readonly #last = new WeakMap<Connection, Answer>();
  readonly #onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    this.#retire(req.socket, res as Answer);
  };
  /** Connections on which nothing is under way may stay. */
  #isPatient = true;
  #isSweeping = false;
  #finished: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Connection) => {
      this.#accepted++;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Resolves when its last connection is gone. */
  finish(): Promise<void> {
    this.#finished ??= this.#run().finally(() => {
      this.#finished = undefined;
      this.#isPatient = true;
    });
    return this.#finished;
  }

  /** Ends connections on which nothing is under way, now and from now on. */
  dismiss(): void {
    this.#isPatient = false;
    if (!this.#server.listening) this.#sweep();
  }

  cut(): void {
    // Nobody may come in afterwards.
    if (this.#server.listening) this.#stopListening();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #run(): Promise<void> {
    const server = this.#server;
    // One that does not listen but has connections is closing already.
    if (!server.listening && this.#sockets.size === 0 && !(await opens(server))) return;
    const closed = new Promise<void>((resolve) => server.once('close', resolve));
    server.prependListener('request', this.#onRequest);
    for (const socket of this.#sockets) if (socket._httpMessage) this.#retire(socket, socket._httpMessage);
    await this.#acceptWaiting();
    if (server.listening) this.#stopListening();
    if (!this.#isPatient) this.#sweep();
    await closed;
    server.off('request', this.#onRequest);
  }

  /** Lets in whom the system has let in already, whose connections would be reset; Node lets in one a turn. */
  async #acceptWaiting(): Promise<void> {
    for (let turns = 0; turns < BACKLOG && this.#server.listening; turns++) {
      const accepted = this.#accepted;
      await turn();
      if (this.#accepted === accepted) return;
    }
  }

  /** Node's own `close` would end idle connections with what has arrived on them and has not been read yet. */
  #stopListening(): void {
    const server = this.#server;
    const { closeIdleConnections } = server;
    server.closeIdleConnections = () => {};
    server.close();
    server.closeIdleConnections = closeIdleConnections;
  }

  /** Closes a connection after this answer and those behind it. */
  #retire(socket: Connection, answer: Answer): void {
    const { req } = answer;
    const newest = socket.parser?.incoming ?? req;
    if (newest === req && answer.shouldKeepAlive && !answer.headersSent) this.#announce(socket, answer);
    // Node would close the connection on a client that is still sending, which then misses the answer.
    answer.prependOnceListener('finish', () => {
      if (!req.complete) answer._last = false;
    });
    answer.once('finish', () => this.#leave(socket, answer));
  }

  #announce(socket: Connection, answer: Answer): void {
    const former = this.#last.get(socket);
    if (former && !former.headersSent) former.shouldKeepAlive = true;
    answer.shouldKeepAlive = false;
    this.#last.set(socket, answer);
  }

  /** Goes on from an answer that has been sent. */
  #leave(socket: Connection, answer: Answer): void {
    // By now Node has put the answer to the next of several requests in its place, if there is one.
    if (socket._httpMessage) this.#retire(socket, socket._httpMessage);
    else if (!answer.req.complete) answer.req.once('close', () => this.#leave(socket, answer)).resume();
    else if (!answer.shouldKeepAlive) socket.destroySoon();
    else if (!this.#isPatient) this.#sweep();
  }

  /** Ends idle connections, after what has arrived has been read. */
  async #sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    await turn();
    this.#isSweeping = false;
    this.#endIdle();
  }

  /**
   * To Node those are idle too whose answer has been ended but not written out yet, of which the client would miss the
   * rest; for a moment they look as if they had not been ended. And those are busy on which nothing has come yet, as
   * browsers open them in advance.
   */
  #endIdle(): void {
    const ended = [...this.#sockets].flatMap(({ _httpMessage: answer }) => (answer?.finished ? answer : []));
    for (const answer of ended) answer.finished = false;
    this.#server.closeIdleConnections();
    for (const answer of ended) answer.finished = true;
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
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

/** Resolves when what had arrived has been accepted and read: after one whole turn of the event loop at least. */
async function turn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
