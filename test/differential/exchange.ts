/** Raw HTTP over real sockets, so that no client library changes the bytes. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { HANGS } from '../support/patience.js';
import type { RequestSpec } from './model.js';

/** A server with an exchangeable listener, so that thousands of cases share one listening socket. */
export class Stage {
  listener: http.RequestListener = (_req, res) => res.end();
  readonly #server: http.Server;

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async open(): Promise<Stage> {
    let stage!: Stage;
    const server = http.createServer((req, res) => stage.listener(req, res));
    stage = new Stage(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stage;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends one request on a new connection and returns all bytes received. */
  exchange({ method, target }: RequestSpec): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.port, '127.0.0.1');
      const chunks: Buffer[] = [];
      const timer = setTimeout(() => {
        socket.destroy();
        reject(new Error(`no response to ${method} ${target}`));
      }, HANGS);
      const end = (): void => {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString('latin1'));
      };
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', () => {});
      socket.on('close', end);
      socket.write(
        Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n`, 'latin1'),
      );
    });
  }
}

/** Removes what must differ: the date, the product's name, and the file paths in a stack trace. */
export function normalise(response: string): string {
  return (
    response
      .replace(/^Date: .*\r\n/m, '')
      .replace(/^X-Powered-By: .*\r\n/m, '')
      .replace(/(default-src 'none'[\s\S]*?\r\n)Content-Length: \d+\r\n/, '$1')
      .replace(/(<pre>[^<]*)<br>[\s\S]*?<\/pre>/, '$1</pre>')
      // The final handler of 3.x.
      .replace(/(nosniff\r\nContent-Type: text\/html; charset=utf-8\r\n)Content-Length: \d+\r\n/, '$1')
      .replace(/<br> &nbsp; &nbsp;at [^\n]*\n$/, '')
  );
}
