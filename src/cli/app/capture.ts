import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import net from 'node:net';

type Listener = (...args: any[]) => void;

/** The servers on which an application called `listen`. */
export class Captured {
  readonly servers: net.Server[] = [];
  readonly #handlers = new WeakMap<net.Server, Listener[]>();
  #listened: () => void = () => {};
  /** Resolves on the first call of `listen`. */
  readonly listened = new Promise<void>((resolve) => {
    this.#listened = resolve;
  });

  add(server: net.Server): void {
    this.servers.push(server);
    this.#listened();
  }

  addHandler(server: net.Server, handler: Listener): void {
    const known = this.#handlers.get(server);
    if (known) known.push(handler);
    else this.#handlers.set(server, [handler]);
  }

  /** All `request` listeners, including removed ones: packages that share a server replace the application's with their own. */
  handlersOf(server: net.Server): readonly Listener[] {
    return this.#handlers.get(server) ?? [];
  }
}

/** Node's own `listen`. */
export const listen = net.Server.prototype.listen;

/** Replaces `listen`: from now on, servers of this process only emit `listening`. */
export function captureServers(): Captured {
  const captured = new Captured();
  const prototype = net.Server.prototype as any;
  prototype.listen = function (this: net.Server, ...args: unknown[]): net.Server {
    captured.add(this);
    emitListening(this, args);
    return this;
  };
  for (const name of ['on', 'addListener'] as const) {
    prototype[name] = function (this: net.Server, event: string, listener: Listener): net.Server {
      if (event === 'request') captured.addHandler(this, listener);
      return EventEmitter.prototype[name].call(this, event, listener) as net.Server;
    };
  }
  actAsWorker();
  return captured;
}

function emitListening(server: net.Server, args: readonly unknown[]): void {
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

/** A clustered application registers its routes in the workers, which are not started here. */
function actAsWorker(): void {
  const send: Listener = (...args) => (process.send as Listener)(...args);
  const worker = Object.assign(new EventEmitter(), { id: 1, process, send, isConnected: () => true });
  Object.assign(cluster, { isPrimary: false, isMaster: false, isWorker: true, worker });
}
