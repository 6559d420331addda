import type { ServerOptions } from 'node:http';
import type { Line } from '../support/api.js';
import type { Peer } from '../support/peer.js';

export type { Line };

/** What goes wrong: a small program, and what a client does to it. */
export interface Fault {
  /** Puts the program into an application that answers `/next` and reports errors already. */
  build(app: any, world: World): void;
  /** The request, if it is not `GET /`: its head without the empty line, or all of it. */
  request?: string;
  /** What a client does, if it does more than to ask and to ask for `/next` on the same connection. */
  talk?(talk: Talk): Promise<unknown>;
  /** The lines that can do this at all. */
  lines?: readonly Line[];
  /** Whether a body is parsed: 3.x has the parsers of today, whose errors have other names and come a moment sooner. */
  parses?: boolean;
  /** Whether less is sent than was announced: Express leaves the connection open, where the next answer is taken for the rest. */
  fallsShort?: boolean;
  /** For a server that `app.listen` does not make. */
  server?: ServerOptions;
}

export type Faults = Record<string, Fault>;

/** What a program finds around it. */
export interface World {
  readonly framework: any;
  readonly line: Line;
  /** An empty folder of its own. */
  readonly folder: string;
  /** Writes down what happened; the order counts, and the client may wait for it. */
  note(word: string): void;
}

/** What a client can do. */
export interface Talk {
  readonly line: Line;
  connect(options?: { allowHalfOpen?: boolean }): Promise<Peer>;
  /** Until the program has noted something that begins like this. */
  noted(word: string): Promise<void>;
  /** The next request that reaches the application. */
  arrival(): Promise<unknown>;
  /** Lets the timeouts of the server pass for a client that has stalled; what it got before it was cut off. */
  expire(peer: Peer): Promise<string>;
  /** Sends the request and then `/next` on one connection, and reads until it is closed. */
  ordinary(request?: string): Promise<string>;
  /** For requests that are not answered: waits for the note, sees that others are answered, and leaves. */
  unanswered(word: string, request?: string): Promise<string>;
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
