import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, responseOf, sendRequest, suite } from '../support/api.js';

const captureLog = async <T>(body: () => Promise<T>): Promise<[T, unknown[]]> => {
  const { error } = console;
  const logged: unknown[] = [];
  console.error = (...args) => logged.push(...args);
  try {
    const result = await body();
    // The error is logged after the response.
    await new Promise((resolve) => setImmediate(resolve));
    return [result, logged];
  } finally {
    console.error = error;
  }
};

suite('the default error page', (framework, line) => {
  const failing = (error: unknown, env: string) => {
    const app = framework();
    app.set('env', env);
    app.use((_req: any, _res: any, next: any) => next(error));
    return app;
  };
  const page = (text: string) => new RegExp(line === 3 ? `^${text}\n$` : `<pre>${text}</pre>`);

  // 3.x reads the environment when it is loaded, and these tests load it with NODE_ENV=test.
  if (line === 3)
    test('shows the stack, whatever the env setting of the application', async () => {
      const [{ status, body }, logged] = await captureLog(() =>
        sendRequest(failing(new Error('<secret>'), 'production')),
      );
      assert.equal(status, 500);
      assert.match(body, /^Error: &lt;secret&gt;<br> &nbsp; &nbsp;at /);
      assert.deepEqual(logged, []);
    });

  if (line !== 3)
    test('shows the stack in development and logs it', async () => {
      const error = new Error('<secret>');
      const [{ status, body }, logged] = await captureLog(() => sendRequest(failing(error, 'development')));
      assert.equal(status, 500);
      assert.match(body, /<pre>Error: &lt;secret&gt;<br> &nbsp; &nbsp;at /);
      assert.deepEqual(logged, [by<unknown>(line, { 5: error, 4: error.stack })]);
    });

  if (line !== 3)
    test('shows the status text in production, and logs the error', async () => {
      const error = new Error('secret');
      const [{ status, body }, logged] = await captureLog(() => sendRequest(failing(error, 'production')));
      assert.equal(status, 500);
      assert.match(body, page('Internal Server Error'));
      assert.deepEqual(logged, [by<unknown>(line, { 5: error, 4: error.stack })]);
    });

  test('does not log in the test environment', async () => {
    const [, logged] = await captureLog(() => sendRequest(failing(new Error('x'), 'test')));
    assert.deepEqual(logged, []);
  });

  test('takes the status from the error, and the headers except in 3.x', async () => {
    const error = Object.assign(new Error('x'), { status: 503, headers: { 'Retry-After': '9' } });
    const { status, get } = await sendRequest(failing(error, 'test'));
    assert.deepEqual([status, get('Retry-After')], [503, by(line, { 5: '9', 4: '9', 3: undefined })]);
    assert.equal(
      (await sendRequest(failing(Object.assign(new Error('x'), { statusCode: 422 }), 'test'))).status,
      422,
    );
    for (const invalid of by<unknown[]>(line, {
      5: [200, 399, 600, '404'],
      4: [200, 399, 600, '404'],
      3: [200, 399],
    })) {
      assert.equal(
        (await sendRequest(failing(Object.assign(new Error('x'), { status: invalid }), 'test'))).status,
        500,
      );
    }
  });

  test('takes the status from the response if the error has none', async () => {
    const { status } = await responseOf(framework, (_req, res, next) => {
      res.status(418);
      next(new Error('x'));
    });
    assert.equal(status, 418);
  });

  test('shows values that are not errors as text', async () => {
    assert.match((await sendRequest(failing('just text', 'test'))).body, page('just text'));
    assert.match((await sendRequest(failing(42, 'test'))).body, page('42'));
  });

  test('closes the connection if the headers have been sent', async () => {
    const { status, body } = await responseOf(framework, (_req, res, next) => {
      res.set('Content-Length', '100');
      res.write('partial', () => next(new Error('late')));
    });
    assert.deepEqual([status, body], [200, 'partial']);
  });

  test('is empty for HEAD', async () => {
    const { status, body } = await sendRequest(failing(new Error('x'), 'test'), { method: 'HEAD' });
    assert.deepEqual([status, body], [500, '']);
  });

  if (line !== 3)
    test('uses the environment at the start of the request', async () => {
      const app = framework();
      app.set('env', 'production');
      app.use((_req: any, _res: any, next: any) => {
        app.set('env', 'test');
        next(new Error('secret'));
      });
      assert.match((await sendRequest(app)).body, page('Internal Server Error'));
    });

  test('is sent only after all error handlers have run, in order', async () => {
    const app = framework();
    app.use((_req: any, _res: any, next: any) => next(new Error('one')));
    app.use((error: any, _req: any, _res: any, next: any) => next(new Error(`${error.message} two`)));
    app.use((_req: any, res: any) => res.send('not reached'));
    app.use((error: any, _req: any, res: any, _next: any) => res.status(500).send(error.message));
    assert.equal((await sendRequest(app)).body, 'one two');
  });
});
