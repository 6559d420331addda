import http from 'node:http';
import http2 from 'node:http2';
import { createRequire } from 'node:module';
import net from 'node:net';
import { after, before, describe } from 'node:test';
import maglev from '../../src/index.js';
import maglev4 from '../../src/v4.js';
import { express3, maglev3 } from './api-express3.js';
import { exchangeHttp2 } from './api-http2.js';
import { HANGS, onSilence } from './patience.js';
import { normalize } from './wire.js';

export { normalize };

/** The callable under test, typed loosely: half of what the tests do to it is what types forbid. */
export type Framework = any;

const require = createRequire(import.meta.url);

export type Line = 3 | 4 | 5;

/** What is tested, and the original it has to equal, for each line. */
export const lines: Record<Line, { maglev: Framework; express: Framework }> = {
  5: { maglev, express: require('express5') },
  4: { maglev: maglev4, express: require('express4') },
  3: { maglev: maglev3, express: express3 },
};

export const { express } = lines[5];

// Those who listen for deprecations get them instead of the log, which the tests would fill.
process.on('deprecation' as any, () => {});

/** Stands where the rest of an answer should have come. */
export const UNANSWERED = '<no more bytes>';

export const implementations: Record<string, Framework> = lines[5];

/** How an application is served, and asked. */
interface Way {
  serve(app: Framework): net.Server;
  send(port: number, request: RequestOptions): Promise<TestResponse>;
}

const created: Way = {
  serve: (app) => http.createServer(app).listen(0, '127.0.0.1'),
  send: async (port, request) => parse(await exchange({ port, host: '127.0.0.1' }, serialize(request))),
};
/** Servers of app.listen hand the application messages of its own classes, other servers do not. */
const listened: Way = {
  ...created,
  serve: (app) => (app.listen ? app.listen(0, '127.0.0.1') : created.serve(app)),
};
/** By HTTP/2, which Express does not know: the same is expected of it. */
const http2Created: Way = {
  serve: (app) => http2.createServer(app).listen(0, '127.0.0.1'),
  send: async (port, request) => parse(await exchangeHttp2(port, request, HANGS)),
};

let way = created;

/**
 * Run one suite on each line of maglev and on its Express: what is expected of ours is true of the original, or the
 * test is wrong. `only` names the lines that have the member at all; where a value differs, `by` chooses it. `version`
 * is that of HTTP, for the few things that one of them does not have.
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
        // 3.x begins otherwise in development, where it indents JSON.
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
    // Nothing is switched off in Express: what holds there has been seen with the fast path on.
    if (process.env.MAGLEV_FAST_PATH !== 'off') run('express', lines[line].express, line, created);
  }
}

/** The expectations of the lines, side by side; that of 4.x holds in 3.x as well where it has none of its own. */
export function by<Value>(line: Line, values: Record<4 | 5, Value> & { 3?: Value }): Value {
  return line === 3 && !(3 in values) ? values[4] : values[line]!;
}

/** The layers of an application, without those that 3.x and 4.x begin with. */
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
  /** What came over the wire, without Date and with a neutral X-Powered-By. */
  raw: string;
  status: number;
  reason: string;
  /** In wire order, in the case that was sent. */
  headers: [string, string][];
  body: string;
  /** The values of a header joined as a proxy would, or undefined. */
  get(name: string): string | undefined;
  all(name: string): string[];
}

/** Send one request to an application on a server of its own, over TCP, and read until the server closes. */
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

/** The same for a server that is listening already. */
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

/** Ask an application that has nothing but this handler. */
export function responseOf(
  framework: Framework,
  handler: (req: any, res: any, next: any) => unknown,
  options: RequestOptions | string = {},
): Promise<TestResponse> {
  return sendRequest(appWith(framework, handler), options);
}

/** What a request looks like from inside: the handler's result, sent as JSON and read back. */
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

/** A request as tests of applications make them: no server has seen it, and its connection has one name only. */
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

/** Whether functions may be made from strings, which template engines and some packages do. */
export function mayGenerateCode(): boolean {
  try {
    return new Function('return true')();
  } catch {
    return false;
  }
}

/** The port of a server that was told to listen. */
export async function listening(server: net.Server): Promise<number> {
  // One that was given a name has no address before it has looked that up.
  if (!server.address()) await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as net.AddressInfo).port;
}

/**
 * Write bytes to a fresh connection and collect what comes back until the other side closes. `quietTurns` is for tests of responses
 * that never come from a server in this process.
 */
export function exchange(
  target: net.NetConnectOpts,
  bytes: string | Buffer,
  quietTurns = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(target, () => socket.write(bytes));
    // Only reached when the server never responds; the bytes so far then tell what it was that hung.
    const giveUp = (): void => {
      chunks.push(Buffer.from(UNANSWERED));
      socket.destroy();
    };
    const silence = quietTurns === Number.POSITIVE_INFINITY ? null : onSilence(quietTurns, giveUp);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      silence?.heard();
    });
    socket.on('error', reject);
    socket.setTimeout(HANGS, giveUp);
    socket.on('close', () => {
      silence?.stop();
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
