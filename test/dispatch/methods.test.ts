import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

const path = '/x';

routing('HEAD', ({ Router, createApp }) => {
  test('falls to GET, with headers and without a body', async () => {
    const app = createApp();
    app.get(path, (_req: any, res: any) => res.set('x-seen', 'yes').send('body'));
    const answer = await sendRequest(app, { method: 'HEAD', path });
    assert.equal(answer.status, 200);
    assert.equal(answer.get('content-length'), '4');
    assert.equal(answer.get('x-seen'), 'yes');
    assert.equal(answer.body, '');
  });

  test('prefers a head route that comes first, and takes a get route that comes first', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/get', trace.pass('get'));
    router.head('/get', trace.pass('head'));
    router.head('/head', trace.pass('head'));
    router.get('/head', trace.pass('get'));
    assert.equal(await trace.of(router, 'HEAD /get'), 'get head out');
    assert.equal(await trace.of(router, 'HEAD /head'), 'head get out');
    assert.equal(await trace.of(router, 'GET /head'), 'get out');
  });

  test('takes the head handlers of a route that has both', async () => {
    const trace = new Trace();
    const router = Router();
    router.route(path).get(trace.pass('get')).head(trace.pass('head')).all(trace.pass('all'));
    assert.equal(await trace.of(router, 'HEAD /x'), 'head all out');
  });

  test('passes routes of other methods, which it enters but whose handlers it skips', async () => {
    const trace = new Trace();
    const router = Router();
    router.post(path, trace.pass('never'));
    router.use(trace.look('route', (req) => req.route?.path));
    assert.equal(await trace.of(router, 'HEAD /x'), 'route "/x" out');
  });

  test('runs parameter callbacks of routes of other methods', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (_req: any, _res: any, next: any, id: string) => {
      trace.steps.push(`param ${id}`);
      next();
    });
    router.post('/:id', trace.pass('never'));
    assert.equal(await trace.of(router, 'HEAD /7'), 'param 7 out');
    assert.equal(await trace.of(router, 'GET /7'), 'out');
  });
});

routing('OPTIONS', ({ Router, line, createApp }) => {
  /** 4.x keeps the order in which methods were found, 5.x sorts and spaces them. */
  const list = (methods: string): string => (line === 4 ? methods : methods.split(',').sort().join(', '));
  const options = (app: any, at = path) => sendRequest(app, { method: 'OPTIONS', path: at });
  const end = (_req: any, res: any): void => res.end('handled');

  test('is answered with the methods of the routes of a path', async () => {
    const app = createApp();
    app.put(path, end);
    app.get(path, end);
    app.delete('/other', end);
    const answer = await options(app);
    assert.equal(answer.status, 200);
    assert.equal(answer.get('allow'), list('PUT,GET,HEAD'));
    assert.equal(answer.body, list('PUT,GET,HEAD'));
  });

  test('has the headers of its line', async () => {
    const app = createApp();
    app.post(path, end);
    const answer = await options(app);
    assert.equal(answer.get('content-length'), '4');
    assert.equal(answer.get('content-type'), line === 4 ? 'text/html; charset=utf-8' : 'text/plain');
    assert.equal(answer.get('x-content-type-options'), line === 4 ? undefined : 'nosniff');
    assert.equal(answer.get('etag') === undefined, line === 5);
  });

  test('lists each method once, of every route that matches', async () => {
    const app = createApp();
    app.get('/:any', end);
    app.get(path, end).post(path, end);
    app.post(/^\/x/, end);
    assert.equal((await options(app)).get('allow'), list('GET,HEAD,POST'));
  });

  test('lists the methods of one route in the order they were added', async () => {
    const app = createApp();
    app.route(path).put(end).delete(end).get(end).head(end);
    assert.equal((await options(app)).get('allow'), list('PUT,DELETE,GET,HEAD'));
  });

  test('is a 404 where there is no route', async () => {
    const app = createApp();
    app.get(path, end);
    assert.equal((await options(app, '/y')).status, 404);
  });

  test('is answered by a route of its own, wherever that stands', async () => {
    const app = createApp();
    app.get(path, end);
    app.options(path, end);
    const answer = await options(app);
    assert.equal(answer.body, 'handled');
    assert.equal(answer.get('allow'), undefined);
  });

  test('is answered by itself if its route goes on', async () => {
    const trace = new Trace();
    const app = createApp();
    app.options(path, trace.pass('own'));
    app.get(path, end);
    assert.equal((await options(app)).get('allow'), list('GET,HEAD'));
    assert.equal(trace.take(), 'own');
  });

  test('is answered by route.all, and by app.all', async () => {
    const one = createApp();
    one.route(path).get(end).all(end);
    assert.equal((await options(one)).body, 'handled');
    const other = createApp();
    other.get(path, end);
    other.all(path, end);
    assert.equal((await options(other)).body, 'handled');
  });

  test('runs middleware before it is answered', async () => {
    const app = createApp();
    app.use((_req: any, res: any, next: any) => {
      res.setHeader('x-seen', 'yes');
      next();
    });
    app.get(path, end);
    assert.equal((await options(app)).get('x-seen'), 'yes');
  });

  test('is answered by the innermost router that knows the path', async () => {
    const app = createApp();
    const inner = Router();
    inner.get('/x', end);
    app.post('/in/x', end);
    app.use('/in', inner);
    app.put('/in/x', end);
    assert.equal((await options(app, '/in/x')).get('allow'), list('GET,HEAD'));
  });

  test('goes on behind a mounted router that does not know the path', async () => {
    const app = createApp();
    const inner = Router();
    inner.get('/y', end);
    app.post('/in/x', end);
    app.use('/in', inner);
    app.put('/in/x', end);
    assert.equal((await options(app, '/in/x')).get('allow'), list('POST,PUT'));
  });

  test('goes through mounted applications', async () => {
    const app = createApp();
    const inner = createApp();
    inner.route('/x').patch(end).get(end);
    app.use('/in', inner);
    assert.equal((await options(app, '/in/x')).get('allow'), list('PATCH,GET,HEAD'));
  });

  test('gives way to an error', async () => {
    const app = createApp();
    app.get(path, end);
    app.use((_req: any, _res: any, next: any) => next(Object.assign(new Error('no'), { status: 403 })));
    assert.equal((await options(app)).status, 403);
  });

  test('is not answered if a request only became OPTIONS on the way', async () => {
    const router = Router();
    router.use((req: any, _res: any, next: any) => {
      req.method = 'OPTIONS';
      next();
    });
    router.get(path, end);
    assert.equal((await visit(router, 'GET /x')).body, null);
  });

  test('is answered though the request became something else, if a route was passed before', async () => {
    const trace = new Trace();
    const app = createApp();
    app.get(path, end);
    app.use((req: any, _res: any, next: any) => {
      req.method = 'PUT';
      next();
    });
    app.post(path, end);
    app.use(trace.pass('last'));
    assert.equal((await options(app)).get('allow'), list('GET,HEAD'));
    assert.equal(trace.take(), 'last');
  });

  test('that cannot be sent is an error', async () => {
    const router = Router();
    router.get(path, end);
    const refuse = (): never => {
      throw new Error('headers are out');
    };
    const error = await new Promise<any>((resolve) => {
      router({ method: 'OPTIONS', url: path }, { set: refuse, setHeader: refuse }, resolve);
    });
    assert.equal(error.message, 'headers are out');
  });
});

routing('methods', ({ Router, line }) => {
  test('have a function each on routers and routes', async () => {
    const trace = new Trace();
    for (const method of METHODS) {
      const router = Router();
      router[method.toLowerCase()](path, trace.pass('router'));
      router.route(path)[method.toLowerCase()](trace.pass('route'));
      assert.equal(await trace.of(router, `${method} /x`), 'router route out');
    }
  });

  test('do not meet the routes of others', async () => {
    const trace = new Trace();
    const router = Router();
    router.post(path, trace.pass('post'));
    router.get('/:any', trace.pass('get'));
    router.all(path, trace.pass('all'));
    assert.equal(await trace.of(router, 'GET /x'), 'get all out');
    assert.equal(await trace.of(router, 'POST /x'), 'post all out');
    assert.equal(await trace.of(router, 'BREW /x'), 'all out');
  });

  test('are compared in lower case by routes', async () => {
    const trace = new Trace();
    const router = Router();
    router.get(path, trace.pass('get'));
    assert.equal(await trace.of(router, 'get /x'), 'get out');
    assert.equal(await trace.of(router, 'Get /x'), 'get out');
  });

  test('of a route without handlers are none', async () => {
    const trace = new Trace();
    const router = Router();
    router.route(path);
    router.use(trace.look('use', (req) => req.route?.path ?? null));
    assert.equal(await trace.of(router, 'GET /x'), 'use null out');
    // HEAD enters every route, whatever it handles.
    assert.equal(await trace.of(router, 'HEAD /x'), 'use "/x" out');
    assert.equal(await trace.of(router, 'OPTIONS /x'), 'use null out');
  });

  test('of a route can be read off it', () => {
    const route = Router().route(path);
    route.get(() => {}).put(() => {});
    assert.deepEqual({ ...route.methods }, { get: true, put: true });
    assert.equal(Object.getPrototypeOf(route.methods) === null, line === 5);
    route.all(() => {});
    assert.equal(route.methods._all, true);
  });
});
