import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, by, stackOf, suite } from '../support/api.js';

suite('app.use', (framework, line) => {
  const say = (text: string) => (_req: any, res: any) => res.send(text);

  test('runs for every path and method, in order', async () => {
    const app = framework();
    assert.equal(
      app.use((req: any, _res: any, next: any) => next((req.seen = 'first') && undefined)),
      app,
    );
    app.use((req: any, res: any) => res.send(`${req.seen} ${req.method} ${req.url}`));
    assert.equal((await ask(app, { method: 'PUT', path: '/any/where' })).body, 'first PUT /any/where');
  });

  test('runs below a path, on boundaries only', async () => {
    const app = framework();
    app.use('/api', say('api'));
    for (const path of ['/api', '/api/', '/api/x', '/API']) assert.equal((await ask(app, path)).body, 'api');
    for (const path of ['/apis', '/x/api']) assert.equal((await ask(app, path)).status, 404);
  });

  test('takes arrays of paths and nested arrays of handlers', async () => {
    const app = framework();
    const step = (_req: any, _res: any, next: any) => next();
    app.use(['/a', /^\/b/], step, [[step], say('ok')]);
    assert.equal((await ask(app, '/a/x')).body, 'ok');
    assert.equal((await ask(app, '/b')).body, 'ok');
    const bare = framework();
    bare.use([[step, say('bare')]]);
    assert.equal((await ask(bare)).body, 'bare');
  });

  test('refuses to be called without a handler', () => {
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

  test('mounts an application', async () => {
    const app = framework();
    const blog = framework();
    const parents: unknown[] = [];
    blog.on('mount', (parent: unknown) => parents.push(parent));
    blog.get('/post', (req: any, res: any) => res.send(`${req.baseUrl} ${req.app === blog}`));
    app.use('/blog', blog);
    assert.deepEqual(parents, [app]);
    assert.equal(blog.parent, app);
    assert.equal((await ask(app, '/blog/post')).body, '/blog true');
    assert.equal(stackOf(app)[0].name, 'mounted_app');
  });

  test('goes on in the parent when the mounted application has no answer', async () => {
    const app = framework();
    app.response.mark = 'outer';
    const sub = framework();
    sub.response.mark = 'inner';
    sub.use((_req: any, res: any, next: any) =>
      next(res.mark === 'inner' ? undefined : new Error('wrong prototype')),
    );
    app.use('/s', sub);
    app.use((req: any, res: any) => res.send(`${res.mark} ${req.url} ${req.app === app}`));
    assert.equal((await ask(app, '/s/x')).body, 'outer /s/x true');
  });

  test('passes errors of a mounted application on', async () => {
    const app = framework();
    const sub = framework();
    sub.get('/', () => {
      throw new Error('inner');
    });
    app.use('/s', sub);
    app.use((error: any, req: any, res: any, _next: any) => res.send(`${error.message} ${req.app === app}`));
    assert.equal((await ask(app, '/s')).body, 'inner true');
  });

  test('takes anything with handle and set for an application', async () => {
    const calls: string[] = [];
    const other = Object.assign(() => {}, {
      set() {},
      emit: (event: string) => calls.push(event),
      handle: (_req: any, res: any) => res.end('foreign'),
    });
    const app = framework();
    app.use('/x', other);
    assert.equal((await ask(app, '/x')).body, 'foreign');
    assert.deepEqual([calls, (other as any).mountpath], [['mount'], '/x']);
  });
});
