import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace } from '../support/routing.js';

const rewrite =
  (url: string) =>
  (req: any): void => {
    req.url = url;
  };
const setMethod =
  (method: string) =>
  (req: any): void => {
    req.method = method;
  };
const where = (req: any): string[] => [req.url, req.baseUrl, req.originalUrl];

routing('a rewritten URL', ({ Router, createApp }) => {
  test('applies immediately to the following layers', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/new/:id', trace.pass('too early'));
    router.get('/old', trace.pass('before'));
    router.use(trace.pass('rewrite', rewrite('/new/7')));
    router.get('/old', trace.pass('never'));
    router.get(
      '/new/:id',
      trace.look('new', (req) => req.params),
    );
    router.get('/new/7', trace.pass('static'));
    assert.equal(await trace.of(router, 'GET /old'), 'before rewrite new {"id":"7"} static out');
  });

  test('in a route applies only after the route', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/old', trace.pass('a', rewrite('/new')), trace.pass('b'));
    router.get('/old', trace.pass('never'));
    router.get('/new', trace.pass('c'));
    assert.equal(await trace.of(router, 'GET /old'), 'a b c out');
  });

  test('can be rewritten again', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('a', rewrite('/b')));
    router.get('/a', trace.pass('never'));
    router.use(trace.pass('b', rewrite('/a')));
    router.get('/a', trace.pass('c'));
    router.get('/b', trace.pass('never'));
    assert.equal(await trace.of(router, 'GET /a'), 'a b c out');
  });

  test('can lead into mounted routers and skip them', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.get('/x', trace.look('inner', where));
    router.use('/old', trace.pass('rewrite', rewrite('/ignored')));
    router.use(trace.pass('again', rewrite('/in/x?q=1')));
    router.use('/in', inner);
    router.use('/old', trace.pass('never'));
    assert.equal(await trace.of(router, 'GET /old/x'), 'rewrite again inner ["/x?q=1","/in","/old/x"] out');
  });

  test('in a mounted router keeps the path of the mount', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use(trace.pass('rewrite', rewrite('/new')));
    inner.get('/old', trace.pass('never'));
    inner.get('/new', trace.look('inner', where));
    router.use('/in', inner);
    router.get('/in/old', trace.pass('never'));
    router.get('/in/new', trace.look('outer', where));
    assert.equal(
      await trace.of(router, 'GET /in/old'),
      'rewrite inner ["/new","/in","/in/old"] outer ["/in/new","","/in/old"] out',
    );
  });

  test('in nested mounts keeps the paths of both', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    const innermost = Router();
    innermost.use(trace.pass('rewrite', rewrite('/c2?x')));
    innermost.get('/c2', trace.look('innermost', where));
    inner.use('/b', innermost);
    inner.get('/b/c2', trace.look('inner', where));
    router.use('/a', inner);
    router.get('/a/b/c2', trace.look('outer', where));
    assert.equal(
      await trace.of(router, 'GET /a/b/c'),
      'rewrite innermost ["/c2?x","/a/b","/a/b/c"] inner ["/b/c2?x","/a","/a/b/c"] ' +
        'outer ["/a/b/c2?x","","/a/b/c"] out',
    );
  });

  test('can keep, drop or replace the query', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(
      '/keep',
      trace.pass('a', (req) => (req.url = req.url.replace('/x', '/y'))),
    );
    router.use('/drop', trace.pass('b', rewrite('/y')));
    router.use('/add', trace.pass('c', rewrite('/y?new')));
    router.get('/:how/y', trace.look('y', where));
    assert.equal(await trace.of(router, 'GET /keep/x?q=/x'), 'a y ["/keep/y?q=/x","","/keep/x?q=/x"] out');
    assert.equal(await trace.of(router, 'GET /drop/x?q'), 'b y ["/drop/y","","/drop/x?q"] out');
    assert.equal(await trace.of(router, 'GET /add/x?q'), 'c y ["/add/y?new","","/add/x?q"] out');
  });

  test('with only a different query has the same path', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('a', rewrite('/x?two')));
    router.get('/x', trace.look('x', where));
    assert.equal(await trace.of(router, 'GET /x?one'), 'a x ["/x?two","","/x?one"] out');
  });

  test('loses its first character if the mount had added a slash', async () => {
    const trace = new Trace();
    const router = Router();
    // If the mount path is the full path, req.url is a slash that was added. It is removed without a check.
    router.use('/in', trace.pass('rewrite', rewrite('/more')));
    router.use(trace.look('after', where));
    assert.equal(await trace.of(router, 'GET /in'), 'rewrite after ["/inmore","","/in"] out');
    assert.equal(await trace.of(router, 'GET /in/'), 'rewrite after ["/in/more","","/in/"] out');
  });

  test('without a path leaves the router', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('a', rewrite('?only')));
    router.use(trace.pass('never'));
    assert.equal(await trace.of(router, 'GET /x'), 'a out');
  });

  test('can come from a parameter callback', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (req: any, _res: any, next: any) => {
      req.url = '/other';
      next();
    });
    router.get('/:id', trace.pass('same layer'));
    router.get('/other', trace.pass('other'));
    router.get('/x', trace.pass('never'));
    assert.equal(await trace.of(router, 'GET /x'), 'same layer other out');
  });

  test('can be set asynchronously', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/old', (req: any, _res: any, next: any) => {
      setImmediate(() => {
        req.url = '/new/1';
        next();
      });
    });
    router.get('/old', trace.pass('never'));
    router.get('/new/:id', trace.pass('new'));
    assert.equal(await trace.of(router, 'GET /old'), 'new out');
  });

  test('applies to error handlers', async () => {
    const trace = new Trace();
    const router = Router();
    router.use((req: any, _res: any, next: any) => {
      req.url = '/new';
      next(new Error('broken'));
    });
    router.use('/old', trace.rethrow('never'));
    router.use('/new', trace.forgive('new'));
    router.get('/new', trace.pass('route'));
    assert.equal(await trace.of(router, 'GET /old'), 'new!broken route out');
  });

  test('works in an application', async () => {
    const app = createApp();
    app.use((req: any, _res: any, next: any) => {
      req.url = req.url.replace(/^\/v1/, '');
      next();
    });
    app.get('/users/:id', (req: any, res: any) => res.json([req.params.id, req.query.q, req.originalUrl]));
    assert.equal((await sendRequest(app, '/v1/users/7?q=1')).body, '["7","1","/v1/users/7?q=1"]');
  });
});

routing('a rewritten method', ({ Router, createApp }) => {
  test('applies immediately to the following layers', async () => {
    const trace = new Trace();
    const router = Router();
    router.delete('/x', trace.pass('too early'));
    router.use(trace.pass('override', setMethod('DELETE')));
    router.post('/x', trace.pass('never'));
    router.delete('/x', trace.pass('delete'));
    router.all('/x', trace.pass('all'));
    assert.equal(await trace.of(router, 'POST /x'), 'override delete all out');
  });

  test('in a mounted router also applies after it', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use(trace.pass('override', setMethod('PUT')));
    inner.post('/x', trace.pass('never'));
    inner.put('/x', trace.pass('inner'));
    router.use('/in', inner);
    router.post('/in/x', trace.pass('never'));
    router.put('/in/x', trace.pass('outer'));
    assert.equal(await trace.of(router, 'POST /in/x'), 'override inner outer out');
  });

  test('does not change which handlers of its own route run', async () => {
    const trace = new Trace();
    const router = Router();
    router
      .route('/x')
      .post(trace.pass('post', setMethod('PUT')))
      .put(trace.pass('never'))
      .post(trace.pass('post again'));
    router.put('/x', trace.pass('put'));
    assert.equal(await trace.of(router, 'POST /x'), 'post post again put out');
  });

  test('can be combined with a rewritten URL', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(
      trace.pass('both', (req) => {
        req.method = 'PUT';
        req.url = '/new';
      }),
    );
    router.post('/old', trace.pass('never'));
    router.put('/old', trace.pass('never'));
    router.post('/new', trace.pass('never'));
    router.put('/new', trace.pass('put'));
    assert.equal(await trace.of(router, 'POST /old'), 'both put out');
  });

  test('allows method overrides in an application', async () => {
    const app = createApp();
    app.use((req: any, _res: any, next: any) => {
      if (req.query._method) req.method = req.query._method.toUpperCase();
      next();
    });
    app.post('/x', (_req: any, res: any) => res.send('posted'));
    app.delete('/x', (_req: any, res: any) => res.send('deleted'));
    assert.equal((await sendRequest(app, { method: 'POST', path: '/x?_method=delete' })).body, 'deleted');
    assert.equal((await sendRequest(app, { method: 'POST', path: '/x' })).body, 'posted');
  });
});
