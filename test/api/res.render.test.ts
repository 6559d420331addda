import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const views = folder({ 'user.tpl': 'user', 'broken.tpl': 'broken', 'nested/index.tpl': 'index' });

const engine = (file: string, options: any, callback: any) => {
  if (file.endsWith('broken.tpl')) return callback(new Error('template broken'));
  callback(
    null,
    `<${path.basename(path.dirname(file)) === 'nested' ? 'nested' : path.basename(file)} ${options.name}>`,
  );
};

suite('res.render', (framework) => {
  const app = (handler: any) => {
    const created = framework();
    created.set('env', 'test').set('views', views).set('view engine', 'tpl');
    created.engine('tpl', engine);
    created.use(handler);
    return created;
  };

  test('sends the view as HTML', async () => {
    const { body, get } = await sendRequest(
      app((_req: any, res: any) => res.render('user', { name: 'tobi' })),
    );
    assert.deepEqual([body, get('Content-Type')], ['<user.tpl tobi>', 'text/html; charset=utf-8']);
  });

  test('takes a path with an extension, an absolute path and a folder with an index', async () => {
    for (const [view, expected] of [
      ['user.tpl', 'user.tpl'],
      [path.join(views, 'user.tpl'), 'user.tpl'],
      ['nested', 'nested'],
    ]) {
      const { body } = await sendRequest(app((_req: any, res: any) => res.render(view, { name: 'x' })));
      assert.equal(body, `<${expected} x>`);
    }
  });

  /** Locals of 3.x are functions, whose own name is read-only. */
  const assign = (locals: any, value: string) => {
    Object.defineProperty(locals, 'name', { configurable: true, enumerable: true, writable: true, value });
  };

  test('prefers its options to res.locals, and res.locals to app.locals', async () => {
    const made = app((req: any, res: any) => {
      if (req.query.local) assign(res.locals, 'response');
      res.render('user', req.query.own ? { name: 'own' } : undefined);
    });
    assign(made.locals, 'application');
    assert.equal((await sendRequest(made)).body, '<user.tpl application>');
    assert.equal((await sendRequest(made, '/?local=1')).body, '<user.tpl response>');
    assert.equal((await sendRequest(made, '/?local=1&own=1')).body, '<user.tpl own>');
  });

  test('passes the result to a callback instead of sending it', async () => {
    const handler = (_req: any, res: any) =>
      res.render('user', { name: 'x' }, (error: any, html: string) =>
        res.type('txt').send(`${error} ${html}`),
      );
    assert.equal((await sendRequest(app(handler))).body, 'null <user.tpl x>');
    const short = (_req: any, res: any) => res.render('user', (_error: any, html: string) => res.send(html));
    assert.equal((await sendRequest(app(short))).body, '<user.tpl undefined>');
  });

  test('passes errors to the error handler', async () => {
    const failing = app((_req: any, res: any) => res.render('broken'));
    failing.use((error: any, _req: any, res: any, _next: any) => res.send(error.message));
    assert.equal((await sendRequest(failing)).body, 'template broken');
    const missing = app((_req: any, res: any) => res.render('none'));
    missing.use((error: any, _req: any, res: any, _next: any) => res.send(error.message));
    assert.equal(
      (await sendRequest(missing)).body,
      `Failed to lookup view "none" in views directory "${views}"`,
    );
  });

  test('returns the result of next to the engine, for errors only', async () => {
    const returned: unknown[] = [];
    const made = app((req: any, res: any) => {
      req.next = () => 'handled';
      res.render('user');
    });
    made.render = (_name: string, _options: unknown, callback: any) => {
      returned.push(callback(new Error('broken')), callback(null, 'text'));
    };
    await sendRequest(made);
    assert.deepEqual(returned, ['handled', undefined]);
  });

  test('renders with the application that handles the request', async () => {
    const outer = app((_req: any, _res: any, next: any) => next());
    const sub = framework();
    sub.get('/', (_req: any, res: any) => res.render('user', { name: 'inherited' }));
    outer.use('/sub', sub);
    assert.equal((await sendRequest(outer, '/sub')).status, 500);
    sub.set('views', views);
    assert.equal((await sendRequest(outer, '/sub')).body, '<user.tpl inherited>');
  });
});
