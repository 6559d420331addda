import { Agent, request as send } from 'node:http';
import { Failure, messageOf } from '../failure.js';
import { nameOf, type Request } from './request.js';

/** Everything that a client sees of a response. */
export interface Response {
  readonly status: number;
  readonly reason: string;
  /** In their original order and case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Why the response is missing or incomplete. */
  readonly error: string | null;
}

/** Sends requests to one server, one after the other, on a keep-alive connection. */
export class Client {
  readonly #port: number;
  readonly #timeout: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number, timeout: number) {
    this.#port = port;
    this.#timeout = timeout;
  }

  async send(request: Request): Promise<Response> {
    const first = await this.#send(request).catch((error) => {
      throw new Failure(`Cannot send ${nameOf(request)}: ${messageOf(error)}.`);
    });
    // The server may close a keep-alive connection just when it is reused.
    return first.stale ? this.#send(request) : first;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({ method, path, headers, body }: Request): Promise<Response & { stale: boolean }> {
    return new Promise((resolve) => {
      const req = send({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path,
        headers: headers.flat(),
      });
      let response: Response = { status: 0, reason: '', headers: [], body: Buffer.alloc(0), error: null };
      const chunks: Buffer[] = [];
      const finish = (error: string | null, stale = false) => {
        clearTimeout(timer);
        resolve({ ...response, body: Buffer.concat(chunks), error, stale });
      };
      const timer = setTimeout(() => {
        finish(`no end after ${this.#timeout / 1000} s`);
        req.destroy();
      }, this.#timeout);
      const onError = (error: NodeJS.ErrnoException) => {
        finish(error.code ?? error.message, req.reusedSocket && response.status === 0);
      };
      req.on('response', (res) => {
        response = {
          ...response,
          status: res.statusCode!,
          reason: res.statusMessage!,
          headers: pairs(res.rawHeaders),
        };
        res.on('data', (chunk) => chunks.push(chunk));
        res.on('end', () => finish(null));
        res.on('error', onError);
      });
      req.on('error', onError);
      // After an upgrade, the server's data is not an HTTP response.
      req.on('upgrade', (res, socket) => {
        response = {
          ...response,
          status: res.statusCode!,
          reason: res.statusMessage!,
          headers: pairs(res.rawHeaders),
        };
        finish(null);
        socket.destroy();
      });
      req.end(body ?? undefined);
    });
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i]!, raw[2 * i + 1]!]);
}
