import type { ServerOptions } from 'node:http';
import type { Line } from '../support/api.js';
import type { Peer } from '../support/peer.js';

export type { Line };

/** A fault: a small program, and what a client does to it. */
export interface Fault {
  /** Adds the program to an application that already serves `/next` and reports errors. */
  build(app: any, world: World): void;
  /** The request, if it is not `GET /`: its head without the empty line, or all of it. */
  request?: string;
  /** What a client does, if it does more than send the request and `/next` on the same connection. */
  act?(client: Client): Promise<unknown>;
  /** The major versions that support this. */
  lines?: readonly Line[];
  /** Whether a body is parsed. 3.x uses the current parsers, whose errors have other names and occur slightly earlier. */
  parses?: boolean;
  /** Whether the body is shorter than announced. Express leaves the connection open, so clients read the next response as the rest. */
  fallsShort?: boolean;
  /** Options for a server that `app.listen` does not create. */
  server?: ServerOptions;
}

export type Faults = Record<string, Fault>;

/** The environment of a program. */
export interface World {
  readonly framework: any;
  readonly line: Line;
  /** An empty temporary folder. */
  readonly folder: string;
  /** Records an event. The order is compared, and the client can wait for it. */
  note(text: string): void;
}

/** The actions of a client. */
export interface Client {
  readonly line: Line;
  connect(options?: { allowHalfOpen?: boolean }): Promise<Peer>;
  /** Waits until the program has recorded a note with this prefix. */
  noted(prefix: string): Promise<void>;
  /** Waits for the next request that reaches the application. */
  arrival(): Promise<unknown>;
  /** Lets the server's timeouts expire for a stalled client. Returns what it received before the server closed. */
  expire(peer: Peer): Promise<string>;
  /** Sends the request and then `/next` on one connection, and reads until it is closed. */
  ordinary(request?: string): Promise<string>;
  /** For requests without a response: waits for the note, checks that others get responses, and disconnects. */
  withoutResponse(note: string, request?: string): Promise<string>;
}

export const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
export const NEXT = 'GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** A request with a body. */
export function post(body: string | Buffer, headers: string[] = ['Content-Type: application/json']): string {
  const bytes = Buffer.from(body as string);
  const length = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header))
    ? []
    : [`Content-Length: ${bytes.length}`];
  const head = ['POST / HTTP/1.1', 'Host: x', ...headers, ...length].join('\r\n');
  return `${head}\r\n\r\n${bytes.toString('latin1')}`;
}
