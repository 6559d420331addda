import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appWith, sendRequest, suite } from '../support/api.js';

suite('app.handle', (framework) => {
  test('responds to a request, or calls back if no route does', async () => {
    const app = framework();
    app.get('/mine', (_req: any, res: any) => res.send('mine'));
    app.get('/broken', () => {
      throw new Error('broken');
    });
    const server = (req: any, res: any) =>
      app.handle(req, res, (error: any) => res.end(error ? error.message : 'not mine'));
    assert.equal((await sendRequest(server, '/mine')).body, 'mine');
    assert.equal((await sendRequest(server, '/other')).body, 'not mine');
    assert.equal((await sendRequest(server, '/broken')).body, 'broken');
  });

  test('is looked up on each request, so that it can be wrapped', async () => {
    const app = appWith(framework, (_req, res) => res.send('x'));
    const { handle } = app;
    let calls = 0;
    app.handle = function (...args: unknown[]) {
      calls++;
      return handle.apply(this, args);
    };
    await sendRequest(app);
    assert.equal(calls, 1);
  });
});
