/** Probes for the table of docs/migrating.md, for each major version. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Framework, type RequestOptions, sendRequest, type TestResponse } from '../support/api.js';

export interface Row {
  /** The first cell of its row. */
  readonly what: string;
  /** Probes one major version; returns a comparable value. */
  probe(framework: Framework): unknown;
  /** The results on 3.x, 4.x and 5.x. */
  readonly found: readonly [unknown, unknown, unknown];
}

const NOTHING = 'undefined';
const THROWS = 'throws';

export const rows: readonly Row[] = [
  {
    what: '`app.use` after a route',
    probe: (framework) =>
      bodyOf(framework, (app) => {
        app.get('/', (_req: any, _res: any, next: any) => next());
        app.use((req: any, _res: any, next: any) => next((req.seen = undefined)));
        app.get('/', (req: any, res: any) => res.end(String('seen' in req)));
      }),
    found: ['false', 'true', 'true'],
  },
  {
    what: "`app.use('/a', ...)` for `/a.json`",
    probe: (framework) => statusOf(framework, (app) => app.use('/a', end), '/a.json'),
    found: [200, 404, 404],
  },
  { what: '`app.router`', probe: kindOf(({ app }) => app.router), found: ['function', THROWS, 'function'] },
  { what: '`app.locals`', probe: kindOf(({ app }) => app.locals), found: ['function', 'object', 'object'] },
  {
    what: '`app.configure`',
    probe: kindOf(({ app }) => app.configure),
    found: ['function', NOTHING, NOTHING],
  },
  {
    what: '`app.routes`',
    probe: (framework) => typeof framework().routes === 'object',
    found: [true, false, false],
  },
  {
    what: '`express.bodyParser`, `.cookieParser`, `.session`, ...',
    probe: kindOf(({ framework }) => framework.session),
    found: ['function', THROWS, NOTHING],
  },
  {
    what: '`express.Router()`, `app.route()`',
    probe: kindOf(({ framework }) => framework.Router().use),
    found: [THROWS, 'function', 'function'],
  },
  { what: '`app.del`', probe: kindOf(({ app }) => app.del), found: ['function', 'function', NOTHING] },
  {
    what: '`app.param(fn)`',
    probe: kindOf(({ app }) => app.param(() => {})),
    found: ['function', 'function', THROWS],
  },
  {
    what: '`/files/*`',
    probe: parametersOf('/files/*', '/files/a/b'),
    found: [{ 0: 'a/b' }, { 0: 'a/b' }, THROWS],
  },
  {
    what: '`/files/*rest`',
    probe: parametersOf('/files/*rest', '/files/a/b'),
    found: [404, 404, { rest: ['a', 'b'] }],
  },
  { what: '`/:id?`', probe: parametersOf('/:id?', '/7'), found: [{ id: '7' }, { id: '7' }, THROWS] },
  { what: '`/users{/:id}`', probe: parametersOf('/users{/:id}', '/users/7'), found: [404, 404, { id: '7' }] },
  {
    what: '`/:id(\\d+)`, `/ab?cd`',
    probe: parametersOf('/:id(\\d+)', '/7'),
    found: [{ id: '7' }, { id: '7' }, THROWS],
  },
  {
    what: '`req.params` without parameters',
    probe: lookAt(({ params }) => {
      return Array.isArray(params) ? 'array' : Object.getPrototypeOf(params) === null ? 'bare' : 'object';
    }),
    found: ['array', 'object', 'bare'],
  },
  {
    what: 'a rejected promise of a handler',
    probe: rejection,
    found: ['ignored', 'ignored', 500],
  },
  {
    what: '`req.body`, nothing parsed',
    probe: (framework) =>
      bodyOf(framework, (app) => {
        app.use(framework.json());
        app.get('/', (req: any, res: any) => res.end(String(JSON.stringify(req.body))));
      }),
    found: ['{}', '{}', NOTHING],
  },
  {
    what: '`urlencoded()`, `a[b]=1`',
    probe: (framework) =>
      bodyOf(
        framework,
        (app) => {
          app.use(framework.urlencoded());
          app.post('/', (req: any, res: any) => res.end(JSON.stringify(req.body)));
        },
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'a[b]=1',
        },
      ),
    found: ['{"a":{"b":"1"}}', '{"a":{"b":"1"}}', '{"a[b]":"1"}'],
  },
  {
    what: '`req.query`, `?a[b]=1`',
    probe: lookAt(({ query }) => query, '/?a[b]=1'),
    found: [{ a: { b: '1' } }, { a: { b: '1' } }, { 'a[b]': '1' }],
  },
  {
    what: '`req.query = ...`',
    probe: lookAt((req) => {
      Reflect.set(req, 'query', { set: 'yes' });
      return req.query;
    }),
    found: [{ set: 'yes' }, { set: 'yes' }, {}],
  },
  {
    what: '`req.param(name)`',
    probe: lookAt((req) => typeof req.param),
    found: ['function', 'function', NOTHING],
  },
  {
    what: '`req.host`',
    probe: lookAt(({ host }) => host, { headers: { Host: 'example.com:8080' } }),
    found: ['example.com', 'example.com', 'example.com:8080'],
  },
  {
    what: '`req.acceptsCharset`, `.acceptsEncoding`, `.acceptsLanguage`',
    probe: lookAt((req) => [typeof req.acceptsCharset, typeof req.acceptsCharsets]),
    found: [
      ['function', NOTHING],
      ['function', 'function'],
      [NOTHING, 'function'],
    ],
  },
  {
    what: '`res.send(404)`',
    probe: responseOf((res) => res.send(404)),
    found: ['404 Not Found', '404 Not Found', '200 404'],
  },
  {
    what: "`res.send(404, 'gone')`, `res.json(404, value)`",
    probe: responseOf((res) => res.send(404, 'gone')),
    found: ['404 gone', '404 gone', '200 404'],
  },
  {
    what: '`res.json(value)` in development',
    probe: (framework) =>
      bodyOf(framework, (app) => app.get('/', (_req: any, res: any) => res.json({ a: 1 }))),
    found: ['{\n  "a": 1\n}', '{"a":1}', '{"a":1}'],
  },
  {
    what: '`res.status(text)`',
    probe: (framework) =>
      statusOf(framework, (app) => app.get('/', (_req: any, res: any) => res.status('201').end())),
    found: [201, 201, 500],
  },
  {
    what: '`res.sendfile`, `res.sendFile`',
    probe: lookAt((_req, res) => [typeof res.sendfile, typeof res.sendFile]),
    found: [
      ['function', NOTHING],
      ['function', 'function'],
      [NOTHING, 'function'],
    ],
  },
  {
    what: "`res.redirect('back')`",
    probe: async (framework) =>
      (await serve(framework, (app) => app.get('/', (_req: any, res: any) => res.redirect('back')))).get(
        'Location',
      ),
    found: ['/', '/', 'back'],
  },
  {
    what: '`res.redirect(url, status)`',
    probe: (framework) =>
      statusOf(framework, (app) => app.get('/', (_req: any, res: any) => res.redirect('/', 301))),
    found: [301, 301, 500],
  },
  {
    what: '`res.clearCookie(name, { maxAge })`',
    probe: async (framework) => {
      const clear = (_req: any, res: any) => res.end(String(res.clearCookie('a', { maxAge: 1000 }) === res));
      return /Max-Age=1/.test((await serve(framework, (app) => app.get('/', clear))).get('Set-Cookie')!);
    },
    found: [true, true, false],
  },
  {
    what: "`res.type('js')`",
    probe: lookAt((_req, res) => res.type('js').get('Content-Type')),
    found: [
      'application/javascript',
      'application/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ],
  },
  {
    what: '`express.static`, a file in a hidden folder',
    probe: hiddenFile,
    found: [200, 200, 404],
  },
  {
    what: '`express.static.mime`',
    probe: kindOf(({ framework }) => framework.static.mime),
    found: ['object', 'object', NOTHING],
  },
];

type Build = (app: any) => unknown;

function end(_req: unknown, res: any): void {
  res.end('ended');
}

function serve(
  framework: Framework,
  build: Build,
  request: RequestOptions | string = '/',
): Promise<TestResponse> {
  const app = framework();
  build(app);
  app.use((_error: any, _req: any, res: any, _next: any) => {
    res.statusCode = 500;
    res.end();
  });
  return sendRequest(app, request);
}

async function bodyOf(
  framework: Framework,
  build: Build,
  request?: RequestOptions | string,
): Promise<string> {
  return (await serve(framework, build, request)).body;
}

async function statusOf(
  framework: Framework,
  build: Build,
  request?: RequestOptions | string,
): Promise<number> {
  return (await serve(framework, build, request)).status;
}

function kindOf(read: (of: { app: any; framework: Framework }) => unknown): Row['probe'] {
  return (framework) => {
    try {
      return typeof read({ app: framework(), framework });
    } catch {
      return THROWS;
    }
  };
}

function lookAt(look: (req: any, res: any) => unknown, request?: RequestOptions | string): Row['probe'] {
  return async (framework) => {
    const show = (req: any, res: any) => res.end(JSON.stringify(look(req, res)));
    return JSON.parse(await bodyOf(framework, (app) => app.get('/', show), request));
  };
}

function parametersOf(path: string, url: string): Row['probe'] {
  return async (framework) => {
    const show = (req: any, res: any) => res.end(JSON.stringify({ ...req.params }));
    try {
      const { status, body } = await serve(framework, (app) => app.get(path, show), url);
      return status === 200 ? JSON.parse(body) : status;
    } catch {
      return THROWS;
    }
  };
}

function responseOf(send: (res: any) => void): Row['probe'] {
  return async (framework) => {
    const { status, body } = await serve(framework, (app) =>
      app.get('/', (_req: any, res: any) => send(res)),
    );
    return `${status} ${body}`;
  };
}

/** If the framework ignores the promise, the handler responds itself. A native promise would end the test process. */
async function rejection(framework: Framework): Promise<unknown> {
  const reject = (_req: any, res: any): PromiseLike<void> => {
    const ignored = setImmediate(() => res.end('ignored'));
    const then = (_fulfilled: unknown, rejected: (error: Error) => void): void => {
      clearImmediate(ignored);
      rejected(new Error('rejected'));
    };
    return { then } as PromiseLike<void>;
  };
  const { status, body } = await serve(framework, (app) => app.get('/', reject));
  return body || status;
}

async function hiddenFile(framework: Framework): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-hidden-'));
  try {
    mkdirSync(join(folder, '.hidden'));
    writeFileSync(join(folder, '.hidden/file.txt'), 'text');
    return await statusOf(framework, (app) => app.use(framework.static(folder)), '/.hidden/file.txt');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
