import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { tryFastPaths } from '../../src/fast-paths.js';
import maglev from '../../src/index.js';
import { keepCount } from '../../src/request/message.js';
import { listening, sendToPort } from '../support/api.js';
import { skipIf } from '../support/conditions.js';

const isFast = process.env.MAGLEV_FAST_PATH !== 'off';
const skip = isFast
  ? skipIf('_header is an accessor', 'classes of messages are under other symbols')
  : 'servers create the messages of Node';

// Until then, servers create the messages of Node.
tryFastPaths();
v8.setFlagsFromString('--allow-natives-syntax');
const sameShape: (a: object, b: object) => boolean = vm.runInThisContext('(a, b) => %HaveSameMap(a, b)');

/** The request and response objects of several requests, as the route handler sees them. */
const collect = async (server: http.Server, app: any, paths: string[]) => {
  const seen: { req: object; res: object }[] = [];
  app.locals.seen = seen;
  const port = await listening(server);
  for (const path of paths) await sendToPort(port, path);
  server.close();
  return seen;
};

/** Some requests run middleware before their route, and some routes read the URL. */
const make = () => {
  const app: any = maglev();
  const keep = (req: any, res: any) => {
    app.locals.seen.push({ req, res });
    res.end();
  };
  app.use('/passed', (_req: any, _res: any, next: any) => next());
  app.get(['/', '/passed'], keep);
  app.get('/users/:id', (req: any, res: any) => keep(req.path && req, res));
  return app;
};

/** As in Express, a request gets `params` before `route` if it has passed middleware, and after it otherwise. */
const orderOf = (req: object) => Object.keys(req).filter((key) => key === 'params' || key === 'route');

test('requests and responses of a listening application have one hidden class each', { skip }, async () => {
  const app = make();
  const paths = ['/', '/passed', '/users/1', '/?a=1', '/passed'];
  const seen = await collect(app.listen(0, '127.0.0.1'), app, paths);
  assert.equal(seen.length, 5);
  for (const [index, { req, res }] of seen.entries()) {
    const hasPassed = paths[index] === '/passed';
    assert.deepEqual(orderOf(req), hasPassed ? ['params', 'route'] : ['route', 'params']);
    assert.equal(sameShape(req, seen[hasPassed ? 1 : 0]!.req), true);
    assert.equal(sameShape(res, seen[0]!.res), true);
  }
});

test("requests and responses on the user's server have one hidden class each from the second request on", {
  skip,
}, async () => {
  const app = make();
  const server = http.createServer(app).listen(0, '127.0.0.1');
  const [, second, ...others] = await collect(server, app, ['/', '/', '/users/2', '/users/1']);
  assert.equal(others.length, 2);
  for (const { req, res } of others) {
    assert.equal(sameShape(req, second!.req), true);
    assert.equal(sameShape(res, second!.res), true);
  }
});

test('only its route and params are put on a request that were not there when it was created', {
  skip,
}, async () => {
  const app = make();
  const server: http.Server = app.listen(0, '127.0.0.1');
  // The class that Node creates requests with. A listener before the application would get plain requests of Node.
  const slot = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'IncomingMessage',
  )!;
  const Request = (server as any)[slot];
  const keys = Reflect.ownKeys(new Request(null));
  const seen = await collect(server, app, ['/', '/passed', '/users/1']);
  assert.equal(seen.length, 3);
  for (const { req } of seen) {
    const added = Reflect.ownKeys(req).filter((key) => !keys.includes(key));
    // Node adds _eventsCount with the first listener.
    assert.deepEqual(
      added.filter((key) => key !== '_eventsCount'),
      orderOf(req),
    );
  }
});

test('requests with a parsed body have the hidden class of requests without a body', {
  skip,
}, async () => {
  const app: any = maglev();
  const seen: any[] = [];
  app.use(maglev.json(), (req: any, _res: any, next: any) => {
    req.user = 'Ada';
    next();
  });
  app.all('/', (req: any, res: any) => res.send(String(seen.push(req))));
  const server: http.Server = app.listen(0, '127.0.0.1');
  const port = await listening(server);
  await sendToPort(port, '/');
  await sendToPort(port, {
    path: '/',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  await sendToPort(port, '/');
  server.close();
  assert.deepEqual(seen[1].body, { a: 1 });
  assert.deepEqual(
    seen.map((req) => sameShape(req, seen[0])),
    [true, true, true],
  );
});

test('requests own _eventsCount before the first listener if the fast path is on', {
  skip: isFast && skip,
}, async () => {
  const app: any = maglev();
  app.get('/', (req: any, res: any) => {
    const before = [Object.hasOwn(req, '_eventsCount'), req._eventsCount];
    const listener = () => {};
    req.on('aborted', listener);
    const during = req._eventsCount;
    req.off('aborted', listener);
    res.json([...before, during, req._eventsCount]);
  });
  const server: http.Server = app.listen(0, '127.0.0.1');
  const { body } = await sendToPort(await listening(server), '/');
  server.close();
  assert.equal(body, JSON.stringify([isFast, 0, 1, 0]));
});

test('a read-only _eventsCount of the prototype is not overridden', () => {
  for (const descriptor of [{ value: 0 }, { get: () => 0 }]) {
    const req = Object.create(Object.defineProperty({}, '_eventsCount', descriptor));
    keepCount(req);
    assert.deepEqual(Reflect.ownKeys(req), []);
  }
});
