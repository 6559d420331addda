/** Requests that cross one another see what they see alone: run it again with MAGLEV_SEED=<the seed it prints>. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Framework, type Line, listening, sendToPort, suite } from '../support/api.js';
import { below, pause, pick, type Random, randomOf, randomSeed } from '../support/random.js';

const REQUESTS = 60;

/** An application whose every layer writes down what it sees, waits, and writes it down again. */
function build(framework: Framework, line: Line, random: Random): Framework {
  const look =
    (name: string, leave: (req: any, res: any, next: any) => void = (_req, _res, next) => next()) =>
    (req: any, res: any, next: any): void => {
      write(name, req, res);
      pause(random).then(() => {
        write(name, req, res);
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
  app.get('/mount/inner/:id', look('behind inner'));
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
    write(`error ${error.message}`, req, res);
    pause(random).then(() => {
      write(`error ${error.message}`, req, res);
      res.send(JSON.stringify(req.trace));
    });
  });
  app.use((req: any, res: any) => res.send(JSON.stringify(req.trace)));
  return app;
}

/** A mounted application that answers some and gives others back. */
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

function write(name: string, req: any, res: any): void {
  const { url, baseUrl, originalUrl, path, method, params, query } = req;
  req.trace.push([
    name,
    { url, baseUrl, originalUrl, path, method, query },
    { ...params },
    { ...res.locals },
  ]);
}

const PATHS = ['/mount/inner/#', '/mount/inner/odd/#', '/kind/#', '/fail/r#/#', '/rewrite/it/#', '/#/#/#/#'];

suite('requests that cross one another', (framework, line, version) => {
  if (version === 2) return;
  test('see what they see alone', async (t) => {
    const seed = randomSeed();
    t.diagnostic(`seed ${seed}`);
    const random = randomOf(seed);
    const server = build(framework, line, random).listen(0, '127.0.0.1');
    const port = await listening(server);
    const ask = async (path: string, id: number): Promise<string> =>
      (await sendToPort(port, { path, headers: { 'X-Id': String(id) } })).body;
    try {
      const requests = Array.from({ length: REQUESTS }, (_, id) => ({
        id,
        path: `${pick(random, PATHS).replaceAll('#', `${id}`)}?q=${id}-${below(random, 100)}`,
      }));
      const alone: string[] = [];
      for (const { path, id } of requests) alone.push(await ask(path, id));
      const crossing = await Promise.all(requests.map(({ path, id }) => ask(path, id)));
      assert.deepEqual(crossing, alone, `seed ${seed}`);
      for (const [id, body] of crossing.entries()) assert.match(body, new RegExp(`"id":"${id}"`));
    } finally {
      server.close();
    }
  });
});
