import http from 'node:http';
import http2 from 'node:http2';
import { createRequire } from 'node:module';
import net from 'node:net';
import { after, before, describe } from 'node:test';
import maglev from '../../src/index.js';
import maglev4 from '../../src/v4.js';
import { express3, maglev3 } from './api-express3.js';
import { exchangeHttp2 } from './api-http2.js';
import { HANGS, onIdle } from './patience.js';
import { normalize } from './wire.js';

export { normalize };

/** The framework under test. Loosely typed, because many tests do what the types forbid. */
export type Framework = any;

const require = createRequire(import.meta.url);

export type Line = 3 | 4 | 5;

/** maglev and the Express it has to match, for each major version. */
export const lines: Record<Line, { maglev: Framework; express: Framework }> = {
  5: { maglev, express: require('express5') },
  4: { maglev: maglev4, express: require('express4') },
  3: { maglev: maglev3, express: express3 },
};

export const { express } = lines[5];

// Without a listener, deprecation warnings would fill the log of the tests.
process.on('deprecation' as any, () => {});

/** Marks the point where a response stopped before it was complete. */
export const NO_MORE_BYTES = '<no more bytes>';

export const implementations: Record<string, Framework> = lines[5];

/** How an application is served and how requests are sent to it. */
interface Way {
  serve(app: Framework): net.Server;
  send(port: number, request: RequestOptions): Promise<TestResponse>;
}

const created: Way = {
  serve: (app) => http.createServer(app).listen(0, '127.0.0.1'),
  send: async (port, request) => parse(await exchange({ port, host: '127.0.0.1' }, serialize(request))),
};
/** Servers of app.listen create messages of the application's own classes; other servers do not. */
const listened: Way = {
  ...created,
  serve: (app) => (app.listen ? app.listen(0, '127.0.0.1') : created.serve(app)),
};
/** HTTP/2, which Express does not support. The expectations are the same. */
const http2Created: Way = {
  serve: (app) => http2.createServer(app).listen(0, '127.0.0.1'),
  send: async (port, request) => parse(await exchangeHttp2(port, request, HANGS)),
};

let way = created;

/**
 * Runs one suite on each major version of maglev and on the matching Express. If an expectation does not hold on Express,
 * the test is wrong. `only` lists the major versions that have the member; `by` selects values that differ between them.
 * `version` is the HTTP version, for the few features that one of them lacks.
 */
export function suite(
  member: string,
  body: (framework: Framework, line: Line, version: 1 | 2) => void,
  only: Line[] = [5, 4, 3],
): void {
  const run = (name: string, framework: Framework, line: Line, by: Way) =>
    describe(`${member} (${name}, ${line}.x)`, () => {
      before(() => {
        way = by;
        // In development, 3.x indents JSON.
        if (line === 3) process.env.NODE_ENV = 'test';
      });
      after(() => {
        way = created;
        delete process.env.NODE_ENV;
      });
      body(framework, line, by === http2Created ? 2 : 1);
    });
  for (const line of only) {
    run('maglev', lines[line].maglev, line, created);
    run('maglev, listening', lines[line].maglev, line, listened);
    run('maglev, HTTP/2', lines[line].maglev, line, http2Created);
    // The fast path cannot be switched off in Express, so this run would only repeat the one with the fast path on.
    if (process.env.MAGLEV_FAST_PATH !== 'off') run('express', lines[line].express, line, created);
  }
}

/** Selects the expectation for a major version. Without one for 3.x, that of 4.x applies. */
export function by<Value>(line: Line, values: Record<4 | 5, Value> & { 3?: Value }): Value {
  return line === 3 && !(3 in values) ? values[4] : values[line]!;
}

/** The layers of an application, without the built-in ones of 3.x and 4.x. */
export function stackOf(app: Framework): any[] {
  if (app.stack) return app.stack.slice(2);
  return app._router ? app._router.stack.slice(2) : app.router.stack;
}

export interface RequestOptions {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface TestResponse {
  /** The bytes received, without Date and with a neutral X-Powered-By. */
  raw: string;
  status: number;
  reason: string;
  /** In wire order, with their original case. */
  headers: [string, string][];
  body: string;
  /** The values of a header joined as a proxy would, or undefined. */
  get(name: string): string | undefined;
  all(name: string): string[];
}

/** Sends one request to an application on a new server, over TCP, and reads until the server closes. */
export async function sendRequest(
  app: Framework,
  options: RequestOptions | string = {},
): Promise<TestResponse> {
  const { serve, send } = way;
  const server = serve(app);
  const port = await listening(server);
  try {
    return await send(port, requestOf(options));
  } finally {
    server.close();
  }
}

/** Like sendRequest, for a server that is already listening. */
export async function sendToPort(port: number, options: RequestOptions | string = {}): Promise<TestResponse> {
  return created.send(port, requestOf(options));
}

function requestOf(options: RequestOptions | string): RequestOptions {
  return typeof options === 'string' ? { path: options } : options;
}

/** An application with one route for every method and path. */
export function appWith(
  framework: Framework,
  handler: (req: any, res: any, next: any) => unknown,
): Framework {
  const app = framework();
  app.set('env', 'test');
  app.use(handler);
  return app;
}

/** Sends a request to an application that has only this handler. */
export function responseOf(
  framework: Framework,
  handler: (req: any, res: any, next: any) => unknown,
  options: RequestOptions | string = {},
): Promise<TestResponse> {
  return sendRequest(appWith(framework, handler), options);
}

/** The handler's result for a request, sent as JSON and parsed. */
export async function inspect(
  framework: Framework,
  look: (req: any, res: any) => unknown,
  options: RequestOptions | string = {},
  configure: (app: Framework) => void = () => {},
): Promise<any> {
  const app = framework();
  app.set('env', 'test');
  configure(app);
  app.use((req: any, res: any) => {
    res.end(JSON.stringify({ value: look(req, res) }));
  });
  const { body } = await sendRequest(app, options);
  return JSON.parse(body).value;
}

/** A request as created by unit tests of applications: without a server, and with either `socket` or `connection`. */
export function fakeRequest(
  app: Framework,
  line: Line,
  connection: object,
  headers: Record<string, string> = {},
): any {
  const made = by(line, { 5: { socket: connection }, 4: { connection } });
  return Object.setPrototypeOf({ ...made, headers }, app.request);
}

/** The error that a handler causes, as the application's error handlers see it. */
export function failure(
  framework: Framework,
  handler: (req: any, res: any, next: any) => unknown,
  options: RequestOptions | string = {},
): Promise<any> {
  return new Promise((resolve, reject) => {
    const app = appWith(framework, handler);
    app.use((error: any, _req: any, res: any, _next: any) => {
      res.end();
      resolve(error);
    });
    sendRequest(app, options).then(() => reject(new Error('no error reached the application')), reject);
  });
}

/** Whether code generation from strings is allowed, which template engines and some packages need. */
export function mayGenerateCode(): boolean {
  try {
    return new Function('return true')();
  } catch {
    return false;
  }
}

/** The port of a server, once it is listening. */
export async function listening(server: net.Server): Promise<number> {
  // A server with a host name has no address before the DNS lookup.
  if (!server.address()) await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as net.AddressInfo).port;
}

/**
 * Writes bytes to a new connection and collects the response until the server closes. `quietTurns` is for tests in which
 * a server of this process never responds.
 */
export function exchange(
  target: net.NetConnectOpts,
  bytes: string | Buffer,
  quietTurns = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(target, () => socket.write(bytes));
    // Only reached when the server never responds. The bytes so far show where it hung.
    const giveUp = (): void => {
      chunks.push(Buffer.from(NO_MORE_BYTES));
      socket.destroy();
    };
    const idle = quietTurns === Number.POSITIVE_INFINITY ? null : onIdle(quietTurns, giveUp);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      idle?.reset();
    });
    socket.on('error', reject);
    socket.setTimeout(HANGS, giveUp);
    socket.on('close', () => {
      idle?.stop();
      resolve(Buffer.concat(chunks));
    });
  });
}

export function serialize({ method = 'GET', path = '/', headers = {}, body }: RequestOptions): Buffer {
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const lines = [`${method} ${path} HTTP/1.1`];
  if (!given.includes('host')) lines.push('Host: 127.0.0.1');
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) lines.push(`${name}: ${value}`);
  }
  if (!given.includes('connection')) lines.push('Connection: close');
  if (body !== undefined && !given.includes('transfer-encoding') && !given.includes('content-length')) {
    lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body ?? '')]);
}

function parse(bytes: Buffer): TestResponse {
  const raw = normalize(bytes.toString('latin1'));
  const end = raw.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = raw.slice(0, end).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const all = (name: string): string[] =>
    headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const payload = raw.slice(end + 4);
  const chunked = all('transfer-encoding').includes('chunked');
  return {
    raw,
    status: Number(statusLine.split(' ')[1]),
    reason: statusLine.split(' ').slice(2).join(' '),
    headers,
    body: Buffer.from(chunked ? unchunk(payload) : payload, 'latin1').toString('utf8'),
    all,
    get: (name) => all(name).join(', ') || undefined,
  };
}

function unchunk(payload: string): string {
  let text = '';
  let rest = payload;
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, line), 16);
    if (!size) return text;
    text += rest.slice(line + 2, line + 2 + size);
    rest = rest.slice(line + 2 + size + 2);
  }
}
