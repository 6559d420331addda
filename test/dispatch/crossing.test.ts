/** Concurrent requests behave as sequential ones do. To repeat a run, set MAGLEV_SEED to the seed it prints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Framework, type Line, listening, sendToPort, suite } from '../support/api.js';
import { below, pause, pick, type Random, randomOf, randomSeed } from '../support/random.js';

const REQUESTS = 60;

/** An application in which each layer records the state of the request, waits, and records it again. */
function build(framework: Framework, line: Line, random: Random): Framework {
  const look =
    (name: string, leave: (req: any, res: any, next: any) => void = (_req, _res, next) => next()) =>
    (req: any, res: any, next: any): void => {
      record(name, req, res);
      pause(random).then(() => {
        record(name, req, res);
        leave(req, res, next);
      });
    };
  const app = framework();
  app.set('env', 'test');
  app.use((req: any, res: any, next: any) => {
    req.trace = [];
    res.locals.id = req.headers['x-id'];
    next();
  });
  app.use(look('first'));
  app.use('/mount', look('mount'), ...(line === 3 ? [] : [look('second of mount')]));
  app.use('/mount/inner', innerOf(framework, look));
  app.param('id', (req: any, res: any, next: any, id: string) => {
    res.locals.param = id;
    look('param')(req, res, next);
  });
  app.get('/mount/inner/:id', look('after inner'));
  app.all(
    '/:kind/:id',
    look('all'),
    look('all, second', (_req, _res, next) => next('route')),
  );
  app.get('/:kind/:id', look('get'), (req: any, res: any) => res.send(JSON.stringify(req.trace)));
  app.get(
    '/fail/:reason/:id',
    look('fail', (req, _res, next) => next(new Error(req.params.reason))),
  );
  app.get(
    '/rewrite/it/:id',
    look('rewrite', (req, _res, next) => {
      req.method = 'PUT';
      req.url = `/rewritten/${req.params.id}`;
      next();
    }),
  );
  app.put(
    '/rewritten/:id',
    look('put', (req, res) => res.send(JSON.stringify(req.trace))),
  );
  app.use((error: any, req: any, res: any, _next: any) => {
    record(`error ${error.message}`, req, res);
    pause(random).then(() => {
      record(`error ${error.message}`, req, res);
      res.send(JSON.stringify(req.trace));
    });
  });
  app.use((req: any, res: any) => res.send(JSON.stringify(req.trace)));
  return app;
}

/** A mounted application that responds to some requests and passes the others on. */
function innerOf(framework: Framework, look: (name: string, leave?: any) => any): Framework {
  const inner = framework();
  inner.set('env', 'test');
  inner.use((_req: any, res: any, next: any) => {
    res.locals.inner = true;
    next();
  });
  inner.use(look('inner'));
  inner.get(
    '/odd/:id',
    look('inner route', (req: any, res: any) => res.send(JSON.stringify(req.trace))),
  );
  inner.get('/:own', look('inner parameter'));
  return inner;
}

function record(name: string, req: any, res: any): void {
  const { url, baseUrl, originalUrl, path, method, params, query } = req;
  req.trace.push([
    name,
    { url, baseUrl, originalUrl, path, method, query },
    { ...params },
    { ...res.locals },
  ]);
}

const PATHS = ['/mount/inner/#', '/mount/inner/odd/#', '/kind/#', '/fail/r#/#', '/rewrite/it/#', '/#/#/#/#'];

suite('concurrent requests', (framework, line, version) => {
  if (version === 2) return;
  test('have the same state as sequential requests', async (t) => {
    const seed = randomSeed();
    t.diagnostic(`seed ${seed}`);
    const random = randomOf(seed);
    const server = build(framework, line, random).listen(0, '127.0.0.1');
    const port = await listening(server);
    const send = async (path: string, id: number): Promise<string> =>
      (await sendToPort(port, { path, headers: { 'X-Id': String(id) } })).body;
    try {
      const requests = Array.from({ length: REQUESTS }, (_, id) => ({
        id,
        path: `${pick(random, PATHS).replaceAll('#', `${id}`)}?q=${id}-${below(random, 100)}`,
      }));
      const sequential: string[] = [];
      for (const { path, id } of requests) sequential.push(await send(path, id));
      const concurrent = await Promise.all(requests.map(({ path, id }) => send(path, id)));
      assert.deepEqual(concurrent, sequential, `seed ${seed}`);
      for (const [id, body] of concurrent.entries()) assert.match(body, new RegExp(`"id":"${id}"`));
    } finally {
      server.close();
    }
  });
});
