/**
 * The hot functions of maglev and Express 5, each alone and without sockets. Each task does the work once. They only use the
 * public API of the build, so that they do not depend on internals.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App, Framework, Handler } from '../framework.js';
import { flatScenarios, lastParameter, nestedTarget, pathsOf } from '../http/tables.js';
import { load, loadFile } from '../peers.js';
import { DIST } from '../places.js';
import type { Task } from '../router/measure.js';
import { subjects as routers } from '../router/subjects.js';

export interface Piece {
  readonly name: string;
  /** maglev's, then Express's. */
  readonly tasks: readonly Task[];
}

const frameworks: Readonly<Record<string, Framework>> = {
  maglev: loadFile(`${DIST}index.cjs`),
  'express 5': load('express5'),
};
const ROUTES = 500;
const message = { message: 'Hello, World!', id: 7, tags: ['a', 'b'] };
const page = `<p>${'Hello, World! '.repeat(70)}</p>`;

export function pieces(): Piece[] {
  return [...lookups(), ...dispatches(), ...responses(), ...functions()];
}

/** Finding one of many routes and calling its handler. */
function lookups(): Piece[] {
  const paths = pathsOf(ROUTES);
  const both = Object.keys(frameworks).map((name) => routers.find((one) => one.name === name)!);
  const tasks = (kind: 'flat' | 'nested', target: string): Task[] =>
    both.map((one) => {
      const run = one[kind]!(paths);
      return { name: one.name, run: () => run(target) };
    });
  return [
    ...flatScenarios.map(({ name, target }) => ({
      name: `lookup in ${ROUTES} routes: ${name}`,
      tasks: tasks('flat', target(paths)),
    })),
    { name: 'lookup, five routers deep', tasks: tasks('nested', nestedTarget(lastParameter(paths))) },
  ];
}

/** Running handlers after a trivial lookup. */
function dispatches(): Piece[] {
  return [1, 10, 50].map((count) => ({
    name: `dispatch, ${count} ${count === 1 ? 'middleware' : 'middlewares'}`,
    tasks: each((framework) => {
      const router = framework.Router();
      let calls = 0;
      for (let i = 0; i < count; i++) router.use((_req, _res, next) => next());
      router.get('/', () => calls++);
      const run = () => router.handle({ method: 'GET', url: '/' }, {}, assert.fail);
      run();
      assert.equal(calls, 1);
      return run;
    }),
  }));
}

/** A complete request without a socket: head and body are built and discarded. */
function responses(): Piece[] {
  const kinds: Record<string, Handler> = {
    'res.end': (_req, res) => res.end(),
    'res.send, 13 characters': (_req, res) => res.send('Hello, World!'),
    'res.send, 1 KB': (_req, res) => res.send(page),
    'res.json': (_req, res) => res.json(message),
    'res.json, etag off': (_req, res) => res.json(message),
    'res.set, three times': (_req, res) => res.set('A', '1').set('B', '2').set('C', '3').end(),
    'req.query, plain': (req, res) => res.end(req.query.b),
    'req.get': (req, res) => res.end(req.get('host')),
  };
  return Object.entries(kinds).map(([name, handler]) => ({
    name,
    tasks: each((framework) => {
      const app = framework();
      if (name.endsWith('etag off')) app.disable('etag');
      app.get('/', handler);
      app.compile?.();
      const run = createExchange(app);
      assert.match(run(), /^HTTP\/1\.1 200 OK/);
      return run;
    }),
  }));
}

/** The functions that settings are compiled to. */
function functions(): Piece[] {
  const body = Buffer.from(JSON.stringify(message));
  const setting = (
    name: string,
    options: Readonly<Record<string, unknown>>,
    call: { name: string; run(compiled: any): void },
  ): Piece => ({
    name: call.name,
    tasks: each((framework) => {
      const app = framework();
      for (const [key, value] of Object.entries(options)) app.set(key, value);
      const compiled = app.get(name);
      return () => call.run(compiled);
    }),
  });
  return [
    setting('etag fn', {}, { name: 'etag, 48 bytes', run: (etag) => etag(body) }),
    setting('etag fn', {}, { name: 'etag, 10 KB', run: (etag) => etag(tenKilobytes) }),
    setting('query parser fn', {}, { name: 'query, simple', run: (parse) => parse('a=1&b=two&c=x%20y') }),
    setting(
      'query parser fn',
      { 'query parser': 'extended' },
      { name: 'query, extended', run: (parse) => parse('a[b]=1&c[]=2&c[]=3&d=4') },
    ),
  ];
}

const tenKilobytes = Buffer.alloc(10 * 1024, 'maglev ');

function each(create: (framework: Framework) => () => unknown): Task[] {
  return Object.entries(frameworks).map(([name, framework]) => ({ name, run: create(framework) }));
}

/** Creates a request as the application's own server would, and runs it; returns the head of the response. */
function createExchange(app: App): () => string {
  const server = app.listen(0);
  server.close();
  const classOf = (name: string) => {
    const key = Object.getOwnPropertySymbols(server).find(({ description }) => description === name)!;
    return (server as unknown as Record<symbol, unknown>)[key];
  };
  const Request = classOf('IncomingMessage') as new (socket: object) => IncomingMessage;
  const Response = classOf('ServerResponse') as new (req: IncomingMessage) => ServerResponse;
  const socket = { server, readable: true, writable: true, on() {}, removeListener() {} };
  return () => {
    const req = new Request(socket);
    req.method = 'GET';
    req.url = '/?a=1&b=two';
    req.httpVersionMajor = 1;
    req.httpVersionMinor = 1;
    req.headers = { host: 'localhost', accept: '*/*' };
    const res = new Response(req);
    app(req, res);
    return (res as ServerResponse & { _header: string })._header;
  };
}
