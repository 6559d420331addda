import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import net from 'node:net';

type Listener = (...args: any[]) => void;

/** The servers that an application would have opened. */
export class Captured {
  readonly servers: net.Server[] = [];
  readonly #handlers = new WeakMap<net.Server, Listener[]>();
  #listened: () => void = () => {};
  /** Settles when the first server is asked to listen. */
  readonly listened = new Promise<void>((resolve) => {
    this.#listened = resolve;
  });

  add(server: net.Server): void {
    this.servers.push(server);
    this.#listened();
  }

  note(server: net.Server, handler: Listener): void {
    const known = this.#handlers.get(server);
    if (known) known.push(handler);
    else this.#handlers.set(server, [handler]);
  }

  /** All that ever was to handle requests: packages that share a server put themselves in the application's place. */
  handlersOf(server: net.Server): readonly Listener[] {
    return this.#handlers.get(server) ?? [];
  }
}

/** `listen` as Node has it, for who has to open a server after all. */
export const listen = net.Server.prototype.listen;

/** From here on no server of this process is opened: whoever asks for it is told that it listens. */
export function captureServers(): Captured {
  const captured = new Captured();
  const prototype = net.Server.prototype as any;
  prototype.listen = function (this: net.Server, ...args: unknown[]): net.Server {
    captured.add(this);
    pretend(this, args);
    return this;
  };
  for (const name of ['on', 'addListener'] as const) {
    prototype[name] = function (this: net.Server, event: string, listener: Listener): net.Server {
      if (event === 'request') captured.note(this, listener);
      return EventEmitter.prototype[name].call(this, event, listener) as net.Server;
    };
  }
  actAsWorker();
  return captured;
}

function pretend(server: net.Server, args: readonly unknown[]): void {
  const callback = args.findLast((arg) => typeof arg === 'function') as Listener | undefined;
  const port = portOf(args[0]);
  server.address = () => ({ address: '127.0.0.1', family: 'IPv4', port });
  if (callback) server.once('listening', callback);
  process.nextTick(() => server.emit('listening'));
}

function portOf(first: unknown): number {
  const port = Number(typeof first === 'object' ? (first as { port?: unknown } | null)?.port : first);
  return Number.isInteger(port) && port > 0 ? port : 3000;
}

/** An application for several processes makes its routes in the workers, which are not to be started here. */
function actAsWorker(): void {
  Object.assign(cluster, { isPrimary: false, isMaster: false, isWorker: true, worker: { id: 1, process } });
}
