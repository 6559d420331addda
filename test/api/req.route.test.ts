import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, suite } from '../support/api.js';

suite('req.route', (framework) => {
  test('is the route that matched', async () => {
    const app = framework();
    app.use((req: any, _res: any, next: any) => {
      req.before = req.route === undefined;
      next();
    });
    app.get('/user/:id', (req: any, res: any) => {
      res.json([req.before, req.route.path, req.route.methods, req.route.stack.length]);
    });
    assert.equal((await ask(app, '/user/1')).body, '[true,"/user/:id",{"get":true},1]');
  });
});
