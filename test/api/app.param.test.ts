import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, sendRequest, suite } from '../support/api.js';

suite('app.param', (framework, line) => {
  test('runs before the handlers: once per value, in 3.x once per route', async () => {
    const app = framework();
    let calls = 0;
    assert.equal(
      app.param('id', (req: any, _res: any, next: any, value: string, name: string) => {
        calls++;
        req.user = `${name}=${value}`;
        next();
      }),
      app,
    );
    app.get('/u/:id', (_req: any, _res: any, next: any) => next());
    app.get('/u/:id', (req: any, res: any) => res.send(`${req.user} ${calls}`));
    assert.equal((await sendRequest(app, '/u/7')).body, by(line, { 5: 'id=7 1', 4: 'id=7 1', 3: 'id=7 2' }));
  });

  test('takes several names', async () => {
    const app = framework();
    app.param(['a', 'b'], (req: any, _res: any, next: any, value: string, name: string) => {
      req.seen = `${req.seen ?? ''}${name}${value}`;
      next();
    });
    app.get('/:a/:b', (req: any, res: any) => res.send(req.seen));
    assert.equal((await sendRequest(app, '/1/2')).body, 'a1b2');
  });

  test('can skip the route or fail', async () => {
    const app = framework();
    app.param('id', (_req: any, _res: any, next: any, value: string) => {
      if (value === 'skip') next('route');
      else next(new Error(`no ${value}`));
    });
    app.get('/:id', (_req: any, res: any) => res.send('never'));
    app.get('/skip', (_req: any, res: any) => res.send('skipped'));
    app.use((error: any, _req: any, res: any, _next: any) => res.send(error.message));
    assert.equal((await sendRequest(app, '/skip')).body, 'skipped');
    assert.equal((await sendRequest(app, '/9')).body, 'no 9');
  });

  if (line === 5)
    test('throws for invalid arguments', () => {
      assert.throws(() => framework().param(), { message: /^argument name is required/ });
      assert.throws(() => framework().param('x'), { message: /^argument fn is required/ });
      assert.throws(() => framework().param(() => {}), { message: /^argument name must be a string/ });
      assert.throws(() => framework().param('x', 5), { message: /^argument fn must be a function/ });
    });

  if (line !== 5) {
    test('throws for invalid arguments', () => {
      assert.throws(() => framework().param(), { name: 'TypeError' });
      if (line === 4)
        assert.throws(() => framework().param('x'), { message: 'invalid param() call for x, got undefined' });
      assert.throws(() => framework().param('x', 5), { message: 'invalid param() call for x, got 5' });
    });

    test('takes a function that returns the callback for a name and a value', async () => {
      const app = framework();
      assert.equal(
        app.param((_name: string, wanted: any) => {
          if (!(wanted instanceof RegExp)) return;
          return (_req: any, _res: any, next: any, value: string) =>
            next(wanted.test(value) ? null : 'route');
        }),
        app,
      );
      app.param('id', /^\d+$/);
      app.param(':other', (_req: any, _res: any, next: any) => next());
      app.get('/:id', (req: any, res: any) => res.send(`number ${req.params.id}`));
      app.get('/:other', (_req: any, res: any) => res.send('no number'));
      assert.equal((await sendRequest(app, '/7')).body, 'number 7');
      assert.equal((await sendRequest(app, '/x')).body, 'no number');
    });
  }
});
