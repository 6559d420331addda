import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, sendRequest, suite } from '../support/api.js';

suite('res.locals', (framework) => {
  test('is an empty object without a prototype, created for each request', async () => {
    const look = (_req: any, res: any) => [Object.getPrototypeOf(res.locals), Object.keys(res.locals)];
    assert.deepEqual(await inspect(framework, look), [null, []]);
  });

  test('is shared with mounted applications', async () => {
    const app = framework();
    const sub = framework();
    app.use((_req: any, res: any, next: any) => {
      res.locals.user = 'tobi';
      next();
    });
    sub.get('/', (_req: any, res: any) => res.send(res.locals.user));
    app.use('/sub', sub);
    assert.equal((await sendRequest(app, '/sub')).body, 'tobi');
  });

  test('is kept if it was set before', async () => {
    const app = framework();
    app.use((_req: any, res: any) => res.json(res.locals));
    const { body } = await sendRequest((req: any, res: any) => {
      res.locals = { early: true };
      app(req, res);
    });
    assert.equal(body, '{"early":true}');
  });
});
