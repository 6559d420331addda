import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, by, suite } from '../support/api.js';

suite('req.route', (framework, line) => {
  test('is the route that matched', async () => {
    const app = framework();
    app.use((req: any, _res: any, next: any) => {
      req.before = req.route === undefined;
      next();
    });
    app.get('/user/:id', (req: any, res: any) => {
      const { path, methods, method, stack, callbacks } = req.route;
      res.json([req.before, path, methods ?? method, (stack ?? callbacks).length]);
    });
    assert.equal(
      (await ask(app, '/user/1')).body,
      by(line, {
        5: '[true,"/user/:id",{"get":true},1]',
        4: '[true,"/user/:id",{"get":true},1]',
        3: '[true,"/user/:id","get",1]',
      }),
    );
  });
});
