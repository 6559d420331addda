import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { by, sendRequest, stackOf, suite } from '../support/api.js';

suite('app.use', (framework, line) => {
  const respond = (text: string) => (_req: any, res: any) => res.send(text);

  test('runs for every path and method, in order', async () => {
    const app = framework();
    assert.equal(
      app.use((req: any, _res: any, next: any) => next((req.seen = 'first') && undefined)),
      app,
    );
    app.use((req: any, res: any) => res.send(`${req.seen} ${req.method} ${req.url}`));
    assert.equal(
      (await sendRequest(app, { method: 'PUT', path: '/any/where' })).body,
      'first PUT /any/where',
    );
  });

  test('runs for a path and everything below it, at segment boundaries only', async () => {
    const app = framework();
    app.use('/api', respond('api'));
    for (const path of ['/api', '/api/', '/api/x', '/API'])
      assert.equal((await sendRequest(app, path)).body, 'api');
    assert.equal((await sendRequest(app, '/api.json')).status, by(line, { 5: 404, 4: 404, 3: 200 }));
    for (const path of ['/apis', '/x/api']) assert.equal((await sendRequest(app, path)).status, 404);
  });

  if (line === 3) {
    test('removes its path from req.url for the handler and restores it afterwards', async () => {
      const app = framework();
      app.use('/a/', (req: any, res: any, next: any) => next(res.set('X-Url', req.url) && undefined));
      app.use((req: any, res: any) => res.send(`${req.url} ${req.originalUrl}`));
      for (const [path, url, restored] of [
        ['/a/b?c', '/b?c', '/a/b?c'],
        // 3.x restores the mount path, not the path of the request.
        ['/A/b', '/b', '/a/b'],
        ['/a', '/', '/a'],
        ['/a.b', '/.b', '/a.b'],
      ] as const) {
        const { body, get } = await sendRequest(app, path);
        assert.deepEqual([get('X-Url'), body], [url, `${restored} ${path}`]);
      }
    });

    test('accepts servers and objects with a handle method', async () => {
      const app = framework();
      app.use(
        '/server',
        http.createServer((req, res) => res.end(`server ${req.url}`)),
      );
      const other = { route: '', handle: (_req: any, res: any) => res.end('handled') };
      app.use('/other', other);
      assert.equal((await sendRequest(app, '/server/x')).body, 'server /x');
      assert.deepEqual([(await sendRequest(app, '/other')).body, other.route], ['handled', '/other']);
    });

    test('throws without a handler, and reports an invalid handler on the first request', async () => {
      assert.throws(() => framework().use(), { name: 'TypeError' });
      assert.throws(() => framework().use('/x'), { name: 'TypeError' });
      const app = framework();
      app.use([() => {}]);
      app.use((error: any, _req: any, res: any, _next: any) => res.send(error.message));
      assert.equal((await sendRequest(app)).body, 'layer.handle is not a function');
    });
  }

  if (line !== 3)
    test('accepts arrays of paths and nested arrays of handlers', async () => {
      const app = framework();
      const step = (_req: any, _res: any, next: any) => next();
      app.use(['/a', /^\/b/], step, [[step], respond('ok')]);
      assert.equal((await sendRequest(app, '/a/x')).body, 'ok');
      assert.equal((await sendRequest(app, '/b')).body, 'ok');
      const bare = framework();
      bare.use([[step, respond('bare')]]);
      assert.equal((await sendRequest(bare)).body, 'bare');
    });

  if (line !== 3) {
    test('skips a hole in an array of handlers in 5.x, and throws for it in 4.x', () => {
      const handlers = [respond('first')];
      handlers[2] = respond('third');
      const registrations = [
        () => framework().use(handlers),
        () => framework().use('/x', handlers),
        () => framework.Router().use(handlers),
        () => framework().get('/x', handlers),
        () => framework().route('/x').all(handlers),
      ];
      for (const register of registrations) {
        if (line === 5) register();
        else assert.throws(register, /requires a (middleware|callback) function but got a/);
      }
    });

    test('throws without a handler', () => {
      const missing = { name: 'TypeError', message: 'app.use() requires a middleware function' };
      assert.throws(() => framework().use(), missing);
      assert.throws(() => framework().use('/x'), missing);
      assert.throws(() => framework().use([]), missing);
      assert.throws(() => framework().use('/x', []), missing);
      for (const handler of ['x', 5, null, undefined, {}]) {
        assert.throws(() => framework().use('/x', handler), {
          name: 'TypeError',
          message: by(line, { 5: /^argument handler must be/, 4: /^Router.use\(\) requires a middleware/ }),
        });
      }
    });
  }

  test('mounts an application', async () => {
    const app = framework();
    const blog = framework();
    const parents: unknown[] = [];
    blog.on('mount', (parent: unknown) => parents.push(parent));
    blog.get('/post', (req: any, res: any) =>
      res.send(`${line === 3 ? blog.path() : req.baseUrl} ${req.app === blog}`),
    );
    app.use('/blog', blog);
    assert.deepEqual(parents, [app]);
    assert.equal(blog.parent, app);
    assert.equal((await sendRequest(app, '/blog/post')).body, '/blog true');
    if (line !== 3) assert.equal(stackOf(app)[0].name, 'mounted_app');
  });

  test('continues in the parent if the mounted application does not respond', async () => {
    const app = framework();
    app.response.mark = 'outer';
    const sub = framework();
    sub.response.mark = 'inner';
    sub.use((_req: any, res: any, next: any) =>
      next(res.mark === 'inner' ? undefined : new Error('wrong prototype')),
    );
    app.use('/s', sub);
    app.use((req: any, res: any) => res.send(`${res.mark} ${req.url} ${req.app === app}`));
    assert.equal((await sendRequest(app, '/s/x')).body, 'outer /s/x true');
  });

  test('passes errors of a mounted application to the parent', async () => {
    const app = framework();
    const sub = framework();
    sub.get('/', () => {
      throw new Error('inner');
    });
    app.use('/s', sub);
    app.use((error: any, req: any, res: any, _next: any) => res.send(`${error.message} ${req.app === app}`));
    assert.equal((await sendRequest(app, '/s')).body, 'inner true');
  });

  test('treats any function with handle and set as an application', async () => {
    const calls: string[] = [];
    const other = Object.assign(() => {}, {
      set() {},
      emit: (event: string) => calls.push(event),
      handle: (_req: any, res: any) => res.end('foreign'),
    });
    const app = framework();
    app.use('/x', other);
    assert.equal((await sendRequest(app, '/x')).body, 'foreign');
    assert.deepEqual([calls, (other as any)[line === 3 ? 'route' : 'mountpath']], [['mount'], '/x']);
  });
});
