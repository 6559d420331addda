import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

const path = '/x';

routing('HEAD', ({ Router, createApp }) => {
  test('runs GET routes and responds with headers and no body', async () => {
    const app = createApp();
    app.get(path, (_req: any, res: any) => res.set('x-seen', 'yes').send('body'));
    const response = await sendRequest(app, { method: 'HEAD', path });
    assert.equal(response.status, 200);
    assert.equal(response.get('content-length'), '4');
    assert.equal(response.get('x-seen'), 'yes');
    assert.equal(response.body, '');
  });

  test('runs GET and HEAD routes in the order of registration', async () => {
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

  test('runs only the HEAD handlers of a route that has both', async () => {
    const trace = new Trace();
    const router = Router();
    router.route(path).get(trace.pass('get')).head(trace.pass('head')).all(trace.pass('all'));
    assert.equal(await trace.of(router, 'HEAD /x'), 'head all out');
  });

  test('enters routes of other methods but skips their handlers', async () => {
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
  /** 4.x lists methods in the order of registration, 5.x sorts them and adds spaces. */
  const list = (methods: string): string => (line === 4 ? methods : methods.split(',').sort().join(', '));
  const options = (app: any, at = path) => sendRequest(app, { method: 'OPTIONS', path: at });
  const end = (_req: any, res: any): void => res.end('handled');

  test('responds with the methods of all routes of the path', async () => {
    const app = createApp();
    app.put(path, end);
    app.get(path, end);
    app.delete('/other', end);
    const response = await options(app);
    assert.equal(response.status, 200);
    assert.equal(response.get('allow'), list('PUT,GET,HEAD'));
    assert.equal(response.body, list('PUT,GET,HEAD'));
  });

  test('responds with the headers of Express', async () => {
    const app = createApp();
    app.post(path, end);
    const response = await options(app);
    assert.equal(response.get('content-length'), '4');
    assert.equal(response.get('content-type'), line === 4 ? 'text/html; charset=utf-8' : 'text/plain');
    assert.equal(response.get('x-content-type-options'), line === 4 ? undefined : 'nosniff');
    assert.equal(response.get('etag') === undefined, line === 5);
  });

  test('lists each method of all matching routes once', async () => {
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

  test('responds 404 if there is no route', async () => {
    const app = createApp();
    app.get(path, end);
    assert.equal((await options(app, '/y')).status, 404);
  });

  test('runs an OPTIONS route, wherever it is registered', async () => {
    const app = createApp();
    app.get(path, end);
    app.options(path, end);
    const response = await options(app);
    assert.equal(response.body, 'handled');
    assert.equal(response.get('allow'), undefined);
  });

  test('responds by default if the OPTIONS route calls next', async () => {
    const trace = new Trace();
    const app = createApp();
    app.options(path, trace.pass('own'));
    app.get(path, end);
    assert.equal((await options(app)).get('allow'), list('GET,HEAD'));
    assert.equal(trace.take(), 'own');
  });

  test('runs route.all and app.all', async () => {
    const one = createApp();
    one.route(path).get(end).all(end);
    assert.equal((await options(one)).body, 'handled');
    const other = createApp();
    other.get(path, end);
    other.all(path, end);
    assert.equal((await options(other)).body, 'handled');
  });

  test('runs middleware before the default response', async () => {
    const app = createApp();
    app.use((_req: any, res: any, next: any) => {
      res.setHeader('x-seen', 'yes');
      next();
    });
    app.get(path, end);
    assert.equal((await options(app)).get('x-seen'), 'yes');
  });

  test('is handled by the innermost router with a matching route', async () => {
    const app = createApp();
    const inner = Router();
    inner.get('/x', end);
    app.post('/in/x', end);
    app.use('/in', inner);
    app.put('/in/x', end);
    assert.equal((await options(app, '/in/x')).get('allow'), list('GET,HEAD'));
  });

  test('continues after a mounted router without a matching route', async () => {
    const app = createApp();
    const inner = Router();
    inner.get('/y', end);
    app.post('/in/x', end);
    app.use('/in', inner);
    app.put('/in/x', end);
    assert.equal((await options(app, '/in/x')).get('allow'), list('POST,PUT'));
  });

  test('considers mounted applications', async () => {
    const app = createApp();
    const inner = createApp();
    inner.route('/x').patch(end).get(end);
    app.use('/in', inner);
    assert.equal((await options(app, '/in/x')).get('allow'), list('PATCH,GET,HEAD'));
  });

  test('responds with an error if a handler passes one', async () => {
    const app = createApp();
    app.get(path, end);
    app.use((_req: any, _res: any, next: any) => next(Object.assign(new Error('no'), { status: 403 })));
    assert.equal((await options(app)).status, 403);
  });

  test('has no default response if middleware changed the method to OPTIONS', async () => {
    const router = Router();
    router.use((req: any, _res: any, next: any) => {
      req.method = 'OPTIONS';
      next();
    });
    router.get(path, end);
    assert.equal((await visit(router, 'GET /x')).body, null);
  });

  test('has a default response if middleware changed the method after a matching route', async () => {
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

  test('passes an error on if the response cannot be sent', async () => {
    const router = Router();
    router.get(path, end);
    const fail = (): never => {
      throw new Error('headers were sent');
    };
    const error = await new Promise<any>((resolve) => {
      router({ method: 'OPTIONS', url: path }, { set: fail, setHeader: fail }, resolve);
    });
    assert.equal(error.message, 'headers were sent');
  });
});

routing('methods', ({ Router, line }) => {
  test('each have a function on routers and routes', async () => {
    const trace = new Trace();
    for (const method of METHODS) {
      const router = Router();
      router[method.toLowerCase()](path, trace.pass('router'));
      router.route(path)[method.toLowerCase()](trace.pass('route'));
      assert.equal(await trace.of(router, `${method} /x`), 'router route out');
    }
  });

  test('do not match routes of other methods', async () => {
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

  test('of a route without handlers match nothing', async () => {
    const trace = new Trace();
    const router = Router();
    router.route(path);
    router.use(trace.look('use', (req) => req.route?.path ?? null));
    assert.equal(await trace.of(router, 'GET /x'), 'use null out');
    // HEAD enters every route, whatever its methods.
    assert.equal(await trace.of(router, 'HEAD /x'), 'use "/x" out');
    assert.equal(await trace.of(router, 'OPTIONS /x'), 'use null out');
  });

  test('of a route are listed in route.methods', () => {
    const route = Router().route(path);
    route.get(() => {}).put(() => {});
    assert.deepEqual({ ...route.methods }, { get: true, put: true });
    assert.equal(Object.getPrototypeOf(route.methods) === null, line === 5);
    route.all(() => {});
    assert.equal(route.methods._all, true);
  });
});
