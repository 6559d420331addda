import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

/** The state of a request that a router changes for its handlers and has to restore. */
const state = (req: any): unknown => [req.url, req.baseUrl, { ...req.params }, req.route?.path ?? null];

routing('after a mounted router', ({ Router, createApp }) => {
  test('url, baseUrl and params are restored', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    const innermost = Router();
    innermost.get('/:z', trace.look('innermost', state));
    inner.use('/:y', innermost);
    inner.use(trace.look('inner', state));
    router.use('/:x', inner);
    router.use(trace.look('outer', state));
    assert.equal(
      await trace.of(router, 'GET /1/2/3?q'),
      'innermost ["/3?q","/1/2",{"z":"3"},"/:z"] inner ["/2/3?q","/1",{},"/:z"] outer ["/1/2/3?q","",{},"/:z"] out',
    );
  });

  const exits: Record<string, (next: any) => void> = {
    'no match': (next) => next(),
    'an error': (next) => next(new Error('broken')),
    "next('router')": (next) => next('router'),
    'a thrown error': () => {
      throw new Error('broken');
    },
    'a pause': (next) => void setImmediate(next),
  };
  for (const [exit, leave] of Object.entries(exits)) {
    test(`everything is restored after ${exit}`, async () => {
      const trace = new Trace();
      const router = Router();
      const inner = Router({ mergeParams: true });
      const nexts: unknown[] = [];
      router.use('/:x', (req: any, _res: any, next: any) => {
        nexts.push(req.next);
        next();
      });
      inner.use('/:y', (req: any, _res: any, next: any) => {
        nexts.push(req.next);
        trace.steps.push(JSON.stringify(state(req)));
        leave(next);
      });
      router.use('/:x', inner);
      const after = (req: any, next: any, error?: unknown): void => {
        nexts.push(req.next);
        trace.steps.push(JSON.stringify(state(req)));
        next(error);
      };
      router.use('/:x', (req: any, _res: any, next: any) => after(req, next));
      router.use('/:x', (error: any, req: any, _res: any, next: any) => after(req, next, error));
      await visit(router, 'GET /1/2?q');
      assert.equal(trace.take(), '["/?q","/1/2",{"x":"1","y":"2"},null] ["/2?q","/1",{"x":"1"},null]');
      assert.equal(nexts[0], nexts[2]);
      assert.notEqual(nexts[0], nexts[1]);
    });
  }

  test('the properties of the caller are restored, or removed if they were missing', async () => {
    const params = { mine: true };
    const next = (): void => {};
    const given = { method: 'GET', url: '/a/b?q', baseUrl: '/base', params, next };
    const trace = new Trace();
    const router = Router();
    router.use(
      '/:a',
      trace.look('use', (req) => [req.url, req.baseUrl, req.originalUrl]),
    );
    router.get('/a/b', trace.pass('get'));
    const { req } = await visit(router, given);
    assert.equal(trace.take(), 'use ["/b?q","/base/a","/a/b?q"] get');
    assert.equal(req.params, params);
    assert.equal(req.next, next);
    assert.equal(req.baseUrl, '/base');
    assert.equal(req.url, '/a/b?q');
    assert.equal(req.route.path, '/a/b');

    const bare = (await visit(router, 'GET /x')).req;
    assert.equal(bare.baseUrl, undefined);
    assert.equal(bare.params, undefined);
    assert.equal(bare.next, undefined);
    assert.equal(bare.originalUrl, '/x');
  });

  test('an existing originalUrl is kept', async () => {
    const router = Router();
    const { req } = await visit(router, { method: 'GET', url: '/b', originalUrl: '/a/b' });
    assert.equal(req.originalUrl, '/a/b');
  });

  test('deleted and replaced properties are restored', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use((req: any, _res: any, next: any) => {
      req.params = { replaced: true };
      req.baseUrl = '/replaced';
      delete req.next;
      next();
    });
    router.use('/:x', inner);
    router.use(
      '/:x',
      trace.look('after', (req) => [state(req), typeof req.next]),
    );
    assert.equal(await trace.of(router, 'GET /1/2'), 'after [["/2","/1",{"x":"1"},null],"function"] out');
  });

  test('req.route is the last route that was entered', async () => {
    const trace = new Trace();
    const router = Router();
    const route = (req: any): unknown => req.route?.path ?? null;
    router.use(trace.look('none', route));
    router.get('/:a', trace.look('first', route));
    router.post('/x', trace.pass('never'));
    router.use(trace.look('still', route));
    router.get('/x', trace.look('second', route));
    router.use(trace.look('end', route));
    assert.equal(
      await trace.of(router, 'GET /x'),
      'none null first "/:a" still "/:a" second "/x" end "/x" out',
    );
  });

  test('req.route is the object that route() returned', async () => {
    const router = Router();
    const route = router.route('/x').get((_req: any, _res: any, next: any) => next());
    assert.equal((await visit(router, 'GET /x')).req.route, route);
  });

  test('req.app, res.app and the prototypes are those of the outer application', async () => {
    const app = createApp();
    const inner = createApp();
    const seen: unknown[] = [];
    inner.request.mark = 'inner';
    inner.use((req: any, res: any, next: any) => {
      seen.push(req.app === inner, res.app === inner, req.mark);
      next();
    });
    app.use('/in', inner);
    app.use((req: any, res: any) => {
      seen.push(req.app === app, res.app === app, req.mark);
      res.end();
    });
    await sendRequest(app, '/in/x');
    assert.deepEqual(seen, [true, true, 'inner', true, true, undefined]);
  });

  test('req.app is restored after an error in a mounted application', async () => {
    const app = createApp();
    const inner = createApp();
    inner.use(() => {
      throw new Error('broken');
    });
    app.use('/in', inner);
    app.use((_error: any, req: any, res: any, _next: any) => {
      res.json([req.app === app, req.url, req.baseUrl]);
    });
    assert.equal((await sendRequest(app, '/in/x')).body, '[true,"/in/x",""]');
  });

  test('the state is restored at each of many levels', async () => {
    const trace = new Trace();
    const depth = 40;
    const routers = Array.from({ length: depth }, () => Router({ mergeParams: true }));
    routers.forEach((router, i) => {
      if (i + 1 < depth) router.use(`/:p${i}`, routers[i + 1]);
      router.use(trace.look(`${i}`, (req) => [req.url, req.baseUrl, Object.keys(req.params).length]));
    });
    const segments = Array.from({ length: depth }, (_, i) => `/${i}`);
    const expected = segments
      .map((_, i) => `${i} ${JSON.stringify([segments.slice(i).join(''), segments.slice(0, i).join(''), i])}`)
      .reverse();
    assert.equal(await trace.of(routers[0], `GET ${segments.join('')}`), [...expected, 'out'].join(' '));
  });
});
