import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite(
  'app.route',
  (framework) => {
    test('registers several handlers for one path', async () => {
      const app = framework();
      const route = app.route('/thing');
      assert.equal(route instanceof framework.Route, true);
      route
        .all((_req: any, res: any, next: any) => {
          res.set('X-All', '1');
          next();
        })
        .get((_req: any, res: any) => res.send('get'))
        .post((_req: any, res: any) => res.send('post'));
      const got = await sendRequest(app, '/thing');
      assert.deepEqual([got.body, got.get('X-All')], ['get', '1']);
      assert.equal((await sendRequest(app, { method: 'POST', path: '/thing' })).body, 'post');
    });
  },
  [5, 4],
);
